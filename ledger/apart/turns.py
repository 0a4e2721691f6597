"""Who is next of those who wait for one worker: officials first, then who was served least lately.

A queue in the order of arrival belongs to whoever sends six files at once: all others wait behind
them. Here each asker has a place in line, however much that asker sends, and the more somebody has
in line the more must be free beside it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

MOST_KNOWN = 1_000
"""Askers of whom it is known when they were served last; those of longest ago are forgotten."""


class NoTurn(Exception):
    """There is no room in line, or the turn did not come in time."""


class _One:
    """Somebody in line.

    Attributes:
      asker: who it is, as far as anybody can tell.
      official: whether one of the hall's.
      at: the how-manieth to come.
    """

    def __init__(self, asker: str, at: int, *, official: bool) -> None:
        self.asker = asker or f"the {at}th to come"
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
          official: goes before all who are not.
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
        """How many wait."""
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
