"""The process that reads a file: bytes in, an answer out, within bounds it gives itself."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

WHERE_UNKNOWN = 1_000_000_000
"""Bytes of addresses an interpreter is taken to have, on a system that does not tell."""

LATER = 5  # how far a turn at a table goes before it: it still gets a third of what a turn would


def answer(read: Callable[[bytes], bytes], data: bytes, *, seconds: int, more: int) -> None:
    """Write what ``read`` makes of ``data`` to standard output, and end.

    Args:
      read: its libraries are there already, so that what they take is not counted.
      seconds: of the processor.
      more: bytes of memory, beyond what this process has by now.
    """
    _give_way()
    memory = _addresses() + more
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(read(data))


def _give_way() -> None:
    """Let everything else go first, and die first where memory runs out all the same."""
    os.nice(LATER)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")


def _addresses() -> int:
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    except OSError:
        return WHERE_UNKNOWN
    return int(pages) * resource.getpagesize()
