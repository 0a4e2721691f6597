"""Asking for a file to be read by a process of its own; whatever becomes of that, it ends there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf

from ledger.apart.turns import NoTurn, Turns
from ledger.vocabulary.refusals import Refusal

PATIENCE = 5.0
"""Seconds that somebody waits for the file before."""

CORES = "TILESCRIBE_CORES"
"""Where whoever keeps itself to one core says which there are, as ``0,1``; a reader may use all."""

ROOM = 4
"""Whose file is read, and who waits for it: each holds a thread that a tablet may want."""


class Apart:
    """A kind of file that is read one at a time, each by a process of its own.

    Args:
      module: is run for it, and answers by ``ledger.apart.within.answer``.
      seconds: after which it is ended, by the clock: its own bound is of the processor.
      most: bytes of an answer that is one.
    """

    def __init__(self, module: str, *, seconds: float, most: int) -> None:
        self._module, self._seconds, self._most = module, seconds, most
        self._turns = Turns(ROOM)

    def read(self, data: bytes, patience: float = inf, asker: str = "") -> bytes | None:
        """What the file is told to be; ``None``: it can't be read within bounds.

        Args:
          data: the file.
          patience: seconds whoever asks still has.
          asker: whose file it is; who sends several waits behind who sends one.

        Raises:
          Refusal: ``too-many-files``.
        """
        with self._alone(asker):
            return self._read(data, min(patience, self._seconds))

    def _read(self, data: bytes, seconds: float) -> bytes | None:
        with _begun(self._module) as process:
            try:
                told, _ = process.communicate(data, timeout=max(seconds, 0))
            except subprocess.TimeoutExpired:
                return None
            finally:
                process.kill()
        return None if process.returncode or len(told) > self._most else told

    @contextmanager
    def _alone(self, asker: str) -> Iterator[None]:
        try:
            with self._turns.mine(asker, official=False, patience=PATIENCE):
                yield
        except NoTurn as none:
            raise _busy() from none


def _begun(module: str) -> subprocess.Popen[bytes]:
    """The process, on whatever core there is; one that is not ended is waited for."""
    # One arena for all of its threads: each would take addresses that are counted.
    env = os.environ | {"MALLOC_ARENA_MAX": "1"}
    with _on_any_core():
        return subprocess.Popen(  # noqa: S603 (a module of ours)
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )


@contextmanager
def _on_any_core() -> Iterator[None]:
    """Let this thread, and what it starts, be on every core there is, and then where it was."""
    cores = {int(core) for core in os.environ.get(CORES, "").split(",") if core}
    if not cores:
        yield
        return
    before = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def _busy() -> Refusal:
    return Refusal(
        "too-many-files",
        "Other files are being read just now.",
        "Send it again in a minute.",
    )
