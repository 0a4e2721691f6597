"""What happens to the record as a whole: it was put back from a copy."""

from __future__ import annotations

from ledger.record.fact import BADGES, Fact
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

    visibility = BADGES

    position: int
    events: int
    head: str
    made_at: Moment
    known_to: int | None = None

    @property
    def when(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} UTC"

    def may_have_lost(self, number: int, *, kept: int) -> bool:
        """Whether there may have been an event of this number that is lost.

        Args:
          number: of the event, counted in a game or in the whole record.
          kept: how many of that count the backup holds.
        """
        most = None if self.known_to is None else kept + max(0, self.known_to - self.position)
        return kept < number and (most is None or number <= most)
