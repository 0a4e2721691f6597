"""Waking those who wait for the log to grow, without a database connection for each.

``wait_past`` is what a live stream sleeps in. A write in this process rings the bell at
once; one thread for the whole process listens for what other processes write, from the
first time anybody waits.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Lock

Stop = Callable[[], None]
Heard = Callable[[str], None]
Listen = Callable[[Callable[[int], None], Heard], Stop]


class Bell:
    """Rings when the log has grown.

    Args:
      listen: starts to listen for writes of other processes; returns how to stop.
    """

    def __init__(self, listen: Listen) -> None:
        self._listen = listen
        self._heard: list[Heard] = []
        self._stop: Stop | None = None
        self._starting = Lock()
        self._grown = Condition(Lock())
        self._position = 0
        self._closed = False

    def ring(self, position: int) -> None:
        """Wake all who wait for something before ``position``."""
        with self._grown:
            if position > self._position:
                self._position = position
                self._grown.notify_all()

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until the log reaches beyond ``position``, at most ``timeout`` seconds.

        Returns:
          True if it does; False if the time is up or the log was closed.
        """
        if self._stop is None:
            self._start()
        with self._grown:
            self._grown.wait_for(lambda: self._closed or self._position > position, timeout)
            return self._position > position

    def _start(self) -> None:
        with self._starting:
            if self._stop is None and not self._closed:
                self._stop = self._listen(self.ring, self._hear)

    def on_call(self, heard: Heard) -> None:
        """From now on tell ``heard`` what other nodes call out, while anybody waits."""
        self._heard.append(heard)

    def _hear(self, words: str) -> None:
        for heard in self._heard:
            heard(words)

    def close(self) -> None:
        """Wake everybody for good and stop listening."""
        with self._grown:
            self._closed = True
            self._grown.notify_all()
        with self._starting:
            if self._stop is not None:
                self._stop()
