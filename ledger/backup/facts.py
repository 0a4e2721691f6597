"""What happens to the record as a whole: it was put back from a copy."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import BADGES
from ledger.vocabulary import Moment


class LogRestored(Fact, frozen=True, kw_only=True, tag="log-restored"):
    """The record was put back from a backup; what was written after that backup is lost.

    A new era begins with it. Paper that was printed from what is lost is not forged, it is of
    the era before; tablets hand in again the turns they kept.

    Attributes:
      position: of the last event in the backup.
      events: how many events it holds.
      head: the chain's link at that position, in hex.
      made_at: when the backup was made, UTC.
      known_to: position of the last event that was known of the record before; ``None``: nothing
        was left of it to ask.
    """

    shown_as = BADGES

    position: int
    events: int
    head: str
    made_at: Moment
    known_to: int | None = None
