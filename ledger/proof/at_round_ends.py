"""When a round is closed, or the record was restored, the log is signed as it stands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from ledger.proof.checkpoints_made import named
from ledger.proof.facts import CheckpointMade
from ledger.record.events import Event
from ledger.tournament.facts import RoundClosed
from ledger.vocabulary.refusals import Refusal

if TYPE_CHECKING:
    from ledger.proof.checkpoints import Checkpoints  # which loads ciphers

logger = logging.getLogger(__name__)


class AtRoundEnds:
    """Follows what a desk writes, and makes a checkpoint of each round that is closed.

    Attributes:
      told: what is done with each, as sending it to a witness; it must not wait.
    """

    def __init__(
        self,
        checkpoints: Callable[[], Checkpoints],
        slug_of: Callable[[UUID], str],
        now: Callable[[], datetime],
    ) -> None:
        self._checkpoints = checkpoints
        self._slug_of = slug_of
        self._now = now
        self.told: list[Callable[[CheckpointMade], None]] = []

    def at(self, now: Callable[[], datetime]) -> AtRoundEnds:
        """The same for a record whose clock is set, as the demonstration's."""
        return AtRoundEnds(self._checkpoints, self._slug_of, now)

    def catch_up(self, written: Sequence[tuple[int, Event]] = ()) -> None:
        """Look at what was written just now. A round is closed whether or not it can be signed."""
        for _, event in written:
            if not isinstance(event.fact, RoundClosed):
                continue
            about = named(
                self._slug_of(event.originator_id), event.fact.round_number, event.fact.division
            )
            by = event.envelope.written_by
            try:
                made = self._checkpoints().make("round-closed", now=self._now(), by=by, about=about)
            except (Refusal, OSError):
                logger.exception("no checkpoint was made for %s", about)
                continue
            for tell in self.told:
                tell(made)
