"""How often one address may ask for what is dear to answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

ADDRESSES = 4096
"""Of which it is remembered; the one that asked longest ago is forgotten first."""


class Often:
    """Counts what each address asked: at most ``most`` times within ``seconds``."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._asked: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def may(self, address: str) -> bool:
        """Whether the address may ask once more; if so, that counts.

        >>> often = Often(2, 60.0, clock=iter([0.0, 1.0, 2.0, 61.5]).__next__)
        >>> [often.may("10.0.0.3") for _ in range(4)]
        [True, True, False, True]
        """
        now = self._clock()
        with self._lock:
            since = [at for at in self._asked.pop(address, []) if at > now - self._seconds]
            allowed = len(since) < self._most
            self._asked[address] = [*since, now] if allowed else since
            while len(self._asked) > ADDRESSES:
                self._asked.popitem(last=False)
        return allowed
