"""What is dear to read and the same each time, kept where Python keeps its bytecode.

A command reads the same rulebook and the same fonts as the one before it, for half of its time.
What came of that is put into ``__pycache__``, under the rules of a ``.pyc``: whoever may write
there may write our code, and where nobody may, or bytecode is not wanted, all is read again.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, TypeVar

Read = TypeVar("Read")

ENDING = ".read"


def read_once(path: Path, of: Iterable[Path], read: Callable[[], Read]) -> Read:
    """What ``read`` makes of some files, or made of the same files before.

    Args:
      path: the file it is kept for, beside whose bytecode it lies.
      of: every file that it depends on, code that reads it included: by their size and time.
      read: reads it; what it gives is the same as what was kept, once pickled.
    """
    key = _key(of)
    bytecode = cache_from_source(str(path.with_name(f"{path.name}.py")))
    kept = Path(f"{bytecode.removesuffix('.pyc')}{ENDING}")
    with suppress(Exception):  # whatever is wrong with it, it is made again
        content = kept.read_bytes()
        if content.startswith(key):
            found: Read = pickle.loads(content[len(key) :])  # noqa: S301 (as safe as our bytecode)
            return found
    found = read()
    if not sys.dont_write_bytecode:
        _keep(kept, key + pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    return found


def tables_of(path: Path) -> dict[str, Any]:
    """What a TOML file of ours says; what reads TOML is loaded for one that changed alone."""

    def read() -> dict[str, Any]:
        import tomli

        return tomli.loads(path.read_text("utf-8"))

    return read_once(path, (path,), read)


def _key(of: Iterable[Path]) -> bytes:
    told = ((str(path), state.st_size, state.st_mtime_ns) for path in of for state in [path.stat()])
    return sha256(repr((sys.version, *told)).encode()).digest()


def _keep(kept: Path, content: bytes) -> None:
    """Whole or not at all: two commands may begin at once."""
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(kept)
