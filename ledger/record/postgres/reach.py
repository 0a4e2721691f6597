"""Whether a server answers, as everybody in this process who asks it for one record knows it."""

from __future__ import annotations

from threading import Lock
from time import monotonic

REST = 0.5
"""Seconds after a vain wait in which nobody else waits: they are told at once."""

SILENT_AT_MOST = 1.0
"""Seconds since the server answered anybody, after which one more vain wait is its fault."""


class Reach:
    """Remembers that the server was waited for in vain, until it answers somebody.

    Without it, requests that come while it is away would queue up behind each other's waits,
    and hold a thread each meanwhile. Every ``REST`` seconds one of them may wait again, to see
    whether it is back. A wait in vain says little where somebody else was answered meanwhile:
    that question alone was slow, or the server has just come back.

    Attributes:
      hurried: whether people wait for what is asked here, so that no answer may take long.
    """

    def __init__(self) -> None:
        self.hurried = False
        self._until = 0.0
        self._answered = self._lost = 0.0
        self._looking = Lock()

    def turned_away(self) -> bool:
        """Whether somebody waited in vain, and it is not for this one to see if it still is so."""
        if not self._until:
            return False
        with self._looking:
            now = monotonic()
            if now >= self._until:
                self._until = now + REST
                return False
        return bool(self._until)

    def in_vain(self, since: float) -> None:
        """Somebody waited in vain, from ``since`` (seconds, monotonic) until now."""
        now = monotonic()
        if max(since, now - SILENT_AT_MOST) > self._answered:
            self._lost, self._until = now, now + REST

    def lost_since(self, moment: float) -> bool:
        """Whether somebody found out after a moment (monotonic) that there is no answer."""
        return self._lost > moment and bool(self._until)

    def answered(self) -> None:
        """The server answered somebody."""
        self._answered, self._until = monotonic(), 0.0


_REACHES: dict[tuple[str, ...], Reach] = {}


def reach_of(host: object, port: object, database: object, schema: str) -> Reach:
    """What is known of the server under a record: the same for its log and its cabinet."""
    place = (str(host), str(port), str(database), schema.strip() or "public")
    return _REACHES.setdefault(place, Reach())
