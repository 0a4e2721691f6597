"""Places of which there are so many, and of which one visitor may hold so many."""

from __future__ import annotations

from collections import Counter
from threading import Lock


class Places:
    """So many at once, and so many for one.

    >>> places = Places(3, 2)
    >>> [places.take(who) for who in ("ann", "ann", "ann", "ben", "cy")]
    [True, True, False, True, False]
    """

    def __init__(self, total: int, each: int) -> None:
        self.total, self.each = total, each
        self._held: Counter[str] = Counter()
        self._taken = 0
        self._lock = Lock()

    def take(self, whose: str) -> bool:
        """Take a place; False where none is left, or none for them."""
        with self._lock:
            if self._taken >= self.total or self._held[whose] >= self.each:
                return False
            self._taken += 1
            self._held[whose] += 1
            return True

    def give_back(self, whose: str) -> None:
        with self._lock:
            self._taken -= 1
            self._held[whose] -= 1
            if not self._held[whose]:
                del self._held[whose]

    @property
    def taken(self) -> int:
        return self._taken

    @property
    def holders(self) -> int:
        return len(self._held)

    def is_full(self) -> bool:
        return self._taken >= self.total
