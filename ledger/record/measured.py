"""How long it takes to append, counted where it happens, for whoever measures the service."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from threading import Lock

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds at most of each class; what took longer is in one more."""


class Appends:
    """The appends of one process.

    Attributes:
      events: how many events were written.
      seconds: how long all of them took, together.
      classes: how many appends took at most each of ``BOUNDS``, and longer.
      tell: told the newest position and how many events, on the thread that wrote them.

    >>> appends = Appends()
    >>> appends.took(0.002, 3, upto=3)
    >>> appends.events, sum(appends.classes), appends.classes[1]
    (3, 1, 1)
    """

    def __init__(self) -> None:
        self.events = 0
        self.seconds = 0.0
        self.classes = [0] * (len(BOUNDS) + 1)
        self.tell: Callable[[int, int], None] = lambda _upto, _events: None
        self._lock = Lock()

    def took(self, seconds: float, events: int, *, upto: int) -> None:
        """Events were appended, up to the position ``upto``."""
        place = bisect_left(BOUNDS, seconds)
        with self._lock:
            self.events += events
            self.seconds += seconds
            self.classes[place] += 1
        self.tell(upto, events)
