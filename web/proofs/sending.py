"""Checkpoints on their way while the service runs: to witnesses that sign, and to subscribers.

Each has a thread of its own that waits for news, so that one that is slow or away keeps neither
another nor a table. Who could not be reached is tried again, later each time. What is owed follows
from the record; a service that was stopped goes on where it was.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from threading import Event as Bell
from threading import Thread
from typing import NamedTuple, Protocol

from ledger.vocabulary.refusals import Refusal

LOOKS = 60.0
"""Seconds after which the record is looked at unasked: others may have written to it."""

FIRST_AGAIN, LAST_AGAIN = 15.0, 900.0
"""Seconds until one that failed is tried again: first, and, doubled each time, at most."""

logger = logging.getLogger(__name__)


class Round(Protocol):
    """One thing that is done for one receiver, as often as somebody rings."""

    name: str

    def go(self) -> tuple[str, bool]:
        """Send what is owed; why it could not be done, or empty, and whether it is an alarm."""


class Standing(NamedTuple):
    """How it stands with one receiver.

    Attributes:
      name: who.
      trouble: why it lacks something, in words; empty: it has all.
      alarm: whether it says that the record is not what it saw.
      since: when that began, UTC; ``None``: nothing is wrong.
    """

    name: str
    trouble: str
    alarm: bool
    since: datetime | None


class Courier:
    """Goes to one receiver, on a thread of its own.

    Args:
      round_: what is done.
      looks, first, last: the waits, as ``LOOKS``, ``FIRST_AGAIN`` and ``LAST_AGAIN``.
    """

    def __init__(
        self,
        round_: Round,
        looks: float = LOOKS,
        first: float = FIRST_AGAIN,
        last: float = LAST_AGAIN,
    ) -> None:
        self._round = round_
        self._looks, self._first, self._last = looks, first, last
        self._bell, self._ended = Bell(), Bell()
        self._failed = 0
        self.standing = Standing(round_.name, "", alarm=False, since=None)

    def start(self) -> None:
        """Begin, on a thread that is gone with the service; the first look is at once."""
        self._bell.set()
        Thread(target=self._run, name=f"to {self._round.name}"[:40], daemon=True).start()

    def stop(self) -> None:
        """Go no more."""
        self._ended.set()
        self._bell.set()

    def ring(self) -> None:
        """Say that there is something new. It waits for nothing."""
        self._bell.set()

    def go(self) -> None:
        """Go once; how it stands is known afterwards."""
        try:
            trouble, alarm = self._round.go()
        except Refusal as refusal:  # the record is away, or others write without a pause
            trouble, alarm = str(refusal), False
        except Exception:  # whatever it was, the thread goes on
            logger.exception("checkpoints for %s", self._round.name)
            trouble, alarm = "Something went wrong here; the log of the service says what.", False
        before = self.standing
        if trouble and trouble != before.trouble:
            logger.log(logging.ERROR if alarm else logging.WARNING, "%s", trouble)
        elif before.trouble and not trouble:
            logger.warning("%s has every checkpoint", self._round.name)
        self._failed = self._failed + 1 if trouble else 0
        since = (before.since or datetime.now(UTC)) if trouble else None
        self.standing = Standing(self._round.name, trouble, alarm, since)

    def wait(self) -> float:
        """Seconds until it goes again by itself."""
        if not self._failed:
            return self._looks
        return min(self._last, self._first * 2.0 ** min(self._failed - 1, 16))

    def _run(self) -> None:
        while True:
            # A bell does not shorten the wait after a failure: nobody is asked more often than
            # that, however many rounds are closed meanwhile.
            if self._failed:
                self._ended.wait(self.wait())
            else:
                self._bell.wait(self.wait())
            self._bell.clear()
            if self._ended.is_set():
                return
            self.go()


class Sending:
    """All receivers of checkpoints."""

    def __init__(self, couriers: Iterable[Courier]) -> None:
        self._couriers = tuple(couriers)

    def start(self) -> None:
        """Begin with all."""
        for each in self._couriers:
            each.start()

    def stop(self) -> None:
        """End all."""
        for each in self._couriers:
            each.stop()

    def ring(self, _made: object = None) -> None:
        """A checkpoint was made. It waits for nothing."""
        for each in self._couriers:
            each.ring()

    @property
    def standing(self) -> tuple[Standing, ...]:
        """How it stands with each."""
        return tuple(each.standing for each in self._couriers)
