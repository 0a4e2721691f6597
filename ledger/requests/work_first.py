"""What takes long is worked out before its turn, so that nobody else waits for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Found = TypeVar("Found")

ROOM = 8  # findings that are kept; each is wanted once, right after it was worked out


class WorkFirst(Exception):
    """A decision wants something that takes long: do ``work`` while others go on, ask it again.

    What the work was done on may have changed by then, so the decision looks whether it has.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__("to be worked out first")
        self.work = work


class WorkedOut(Generic[Found]):
    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._found: OrderedDict[Hashable, Found] = OrderedDict()
        self._lock = Lock()

    def get(self, what: Hashable) -> Found | None:
        return self._found.get(what)

    def put(self, what: Hashable, found: Found) -> None:
        with self._lock:
            self._found[what] = found
            self._found.move_to_end(what)
            while len(self._found) > self._room:
                self._found.popitem(last=False)
