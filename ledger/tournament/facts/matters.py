"""What waited for an official and was put off or let go, and a round that was opened again.

On the stream of the tournament: what an official does about the list of what waits makes no
tablet's entry stale.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ledger.record.fact import Fact
from ledger.record.shown_as import CASE, EVENT
from ledger.vocabulary.desk_matters import MatterKind, PutOffUntil


class MatterPutOff(Fact, frozen=True, kw_only=True, tag="matter-put-off"):
    """An official will see to it later; it comes back by itself.

    Attributes:
      subject: the game, or the case, it is about.
      which: what tells it from others of its kind there: the version of an event, or the id of
        an entry.
      until: what brings it back; ``at`` where that is a time.
      reason: why, in a word or two.
    """

    shown_as = CASE

    kind: MatterKind
    subject: UUID
    which: str
    until: PutOffUntil
    reason: str
    at: datetime | None = None


class MatterWaived(Fact, frozen=True, kw_only=True, tag="matter-waived"):
    """An official decided that nothing is to be done about it, and said why."""

    shown_as = CASE

    kind: MatterKind
    subject: UUID
    which: str
    reason: str


class RoundReopened(Fact, frozen=True, kw_only=True, tag="round-reopened"):
    """A round that was closed is open again; if it was the last one, the division goes on."""

    shown_as = EVENT.less("reason")

    round_number: int
    division: str = ""
    reason: str
