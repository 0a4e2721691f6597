"""What waited for an official and was put off or waived, and a round that was opened again.

On the stream of the tournament: what an official does about the list of what waits makes no
tablet's entry stale.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ledger.record.fact import CASE, EVENT, Fact
from ledger.vocabulary.desk_matters import MatterKind, PutOffUntil, WasSetAside


class MatterPutOff(Fact, frozen=True, kw_only=True, tag="matter-put-off"):
    """An official will see to it later; it comes back by itself.

    Attributes:
      subject: the game, or the case, it is about.
      which: what tells it from others of its kind there: the version of an event, or the id of
        an entry.
      until: what brings it back; ``at`` where that is a time.
      reason: why, in a word or two.
    """

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    until: PutOffUntil
    reason: str
    at: datetime | None = None


class MatterWaived(Fact, frozen=True, kw_only=True, tag="matter-waived"):
    """An official decided that nothing is to be done about it, and said why."""

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


class MatterTakenBack(Fact, frozen=True, kw_only=True, tag="matter-taken-back"):
    """A waiver, or a putting-off, does not hold any more: the matter waits again.

    Attributes:
      was: which of the two; the earlier event says why that was.
      reason: why it is taken back.
    """

    visibility = CASE

    kind: MatterKind
    subject: UUID
    which: str
    was: WasSetAside
    reason: str


class RoundReopened(Fact, frozen=True, kw_only=True, tag="round-reopened"):
    """A round that was closed is open again; if it was the last one, the division goes on.

    What its closing waived waits again: that was waived so that it could be closed.
    """

    visibility = EVENT.less("reason")

    round_number: int
    division: str = ""
    reason: str
