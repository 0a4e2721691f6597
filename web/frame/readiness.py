"""Whether the service can do its work, found out within a bound, however stuck the record is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock, Thread

from web.monitoring.checks import Check

Checks = Sequence[Check]

PATIENCE = 1.8
"""Seconds ``/readyz`` waits for an answer: whoever watches us wants one within two."""


class Readiness:
    """Asks one question at a time in a thread of its own, whoever wants to know.

    Everybody who asks meanwhile is told the same answer, so that asking a hundred times costs
    no more than asking once.

    Args:
      stuck: what is said of the record where it takes too long.
    """

    def __init__(self, look: Callable[[], Checks], stuck: str) -> None:
        self._look = look
        self._stuck = stuck
        self._lock = Lock()
        self._looking: Future[Checks] | None = None

    def checks(self) -> Checks:
        with self._lock:
            if self._looking is None or self._looking.done():
                self._looking = Future()
                Thread(target=self._answer, args=(self._looking,), daemon=True).start()
            looking = self._looking
        try:
            return looking.result(PATIENCE)
        except TimeoutError:
            return (Check("record", "trouble", self._stuck),)

    def _answer(self, told: Future[Checks]) -> None:
        try:
            told.set_result(self._look())
        except BaseException as trouble:
            told.set_exception(trouble)
