"""What every fact says by which an official's act was taken back, on whichever kind of stream."""

from __future__ import annotations

from ledger.record.fact import Fact


class TakenBack(Fact, frozen=True, kw_only=True):
    """An official's act no longer stands; that it was done stays on the record.

    Whatever follows from a stream follows from what stands of it, as if the act had never been.

    Attributes:
      versions: the events of this very stream by which the act was written.
      reason: why, in the words of who took it back.
    """

    versions: tuple[int, ...]
    reason: str
