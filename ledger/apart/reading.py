"""Asking for a file to be read by a process of its own, in turn; whatever becomes of that."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from threading import Condition

from ledger.vocabulary.refusals import Refusal

# Who is next of those who wait for one worker: officials first, then who was served least lately.
#
# A queue in the order of arrival belongs to whoever sends six files at once: all others wait behind
# them. Here each asker has a place in line, however much that asker sends, and the more somebody
# has in line the more must be free beside it.


MOST_KNOWN = 1_000
"""Askers of whom it is known when they were served last; those of longest ago are forgotten."""


class NoTurn(Exception):
    """There is no room in line, or the turn did not come in time."""


class _One:
    """Somebody in line; ``at``: the how-manieth to come."""

    def __init__(self, asker: str, at: int, *, official: bool) -> None:
        self.asker = asker or f"#{at}"
        self.official = official
        self.at = at


class Turns:
    """One at a time, in fair order.

    Args:
      room: how many of one kind, strangers or officials, are served and wait in all.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._changed = Condition()
        self._came = 0
        self._served = 0
        self._last: OrderedDict[str, int] = OrderedDict()
        self._waiting: list[_One] = []
        self._now: _One | None = None

    @contextmanager
    def mine(self, asker: str, *, official: bool, patience: float) -> Iterator[None]:
        """A turn, once it is there.

        Args:
          asker: an address, a badge; empty: somebody who has asked for nothing before.
          patience: seconds to wait for it.

        Raises:
          NoTurn: there is none.
        """
        self._come(asker, official=official, patience=patience)
        try:
            yield
        finally:
            with self._changed:
                self._now = None
                self._changed.notify_all()

    def waiting(self) -> int:
        with self._changed:
            return len(self._waiting)

    def _come(self, asker: str, *, official: bool, patience: float) -> None:
        with self._changed:
            self._came += 1
            one = _One(asker, self._came, official=official)
            alike = [each for each in (*self._waiting, self._now) if each is not None]
            alike = [each for each in alike if each.official is official]
            own = sum(each.asker == one.asker for each in alike)
            if own + 1 > self._room - len(alike):
                raise NoTurn
            self._waiting.append(one)
            came = self._changed.wait_for(lambda: self._is_next(one), patience)
            self._waiting.remove(one)
            if not came:
                self._changed.notify_all()
                raise NoTurn
            self._now = one
            self._served += 1
            self._last[one.asker] = self._served
            self._last.move_to_end(one.asker)
            if len(self._last) > MOST_KNOWN:
                self._last.popitem(last=False)

    def _is_next(self, one: _One) -> bool:
        return self._now is None and one is min(self._waiting, key=self._order)

    def _order(self, one: _One) -> tuple[bool, int, int]:
        return not one.official, self._last.get(one.asker, 0), one.at


PATIENCE = 5.0  # seconds that somebody waits for the file before

CORES = "TILESCRIBE_CORES"
"""Where whoever keeps itself to one core says which there are, as ``0,1``; a reader may use all."""

ROOM = 4  # whose file is read, and who waits for it: each holds a thread that a tablet may want


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
          patience: seconds whoever asks still has.
          asker: whose file it is; who sends several waits behind who sends one.
        """
        with self._alone(asker):
            return self._read(data, min(patience, self._seconds))

    def _read(self, data: bytes, seconds: float) -> bytes | None:
        with _begun(self._module) as process:
            try:
                body, _ = process.communicate(data, timeout=max(seconds, 0))
            except subprocess.TimeoutExpired:
                return None
            finally:
                process.kill()
        return None if process.returncode or len(body) > self._most else body

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
    return Refusal.of("too-many-files")
