"""What a guess of a PIN costs, and how many are worked out at a time.

Each takes tens of megabytes and a tenth of a second of one processor, on purpose. So only two are
worked out at once, and who comes while two hundred wait is told so at once: a hall that signs in
together, or somebody who floods the door, takes neither the memory nor the processors that the
tablets need.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Semaphore

from msgspec import Struct

from ledger.refusals.saying import refusal

AT_ONCE = 2
"""Guesses worked out at a time; more gain nothing on two processors (measured)."""

WAITING = 200
"""Guesses that may wait, about a quarter of a minute's worth."""


class Cost(Struct, frozen=True):
    """What one guess costs: scrypt's numbers. The default takes 32 MB and a sixth of a second."""

    n: int = 2**15
    r: int = 8
    p: int = 1

    def __str__(self) -> str:
        return f"scrypt {self.n} {self.r} {self.p}"

    @classmethod
    def read(cls, words: str) -> Cost:
        """The cost a PIN was kept with.

        >>> Cost.read(str(Cost())) == Cost()
        True
        """
        n, r, p = map(int, words.split()[1:])
        return cls(n, r, p)


class Gate:
    """Lets a few in at a time, and so many wait.

    Args:
      at_once: how many work at a time.
      waiting: how many may wait for it.
    """

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._working = Semaphore(at_once)
        self._room = BoundedSemaphore(at_once + waiting)

    @contextmanager
    def passed(self) -> Iterator[None]:
        """One's turn.

        Raises:
          Refusal: ``too-many-signing-in``.
        """
        if not self._room.acquire(blocking=False):
            raise refusal("too-many-signing-in")
        try:
            with self._working:
                yield
        finally:
            self._room.release()


GATE = Gate()
"""The one of this process: memory is the machine's, whoever signs in to whichever record."""


def hashed(pin: str, salt: bytes, cost: Cost) -> bytes:
    """What is kept of a PIN. Takes as long, and as much memory, as ``cost`` says."""
    room = 2**20 + 256 * cost.n * cost.r
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost.n, r=cost.r, p=cost.p, maxmem=room)
