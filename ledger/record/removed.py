"""What every fact says by which somebody's words were removed, on whichever kind of stream."""

from __future__ import annotations

from ledger.record.fact import Fact


class Removed(Fact, frozen=True, kw_only=True):
    """Somebody's words were removed, as the law may demand; the digest stays in the log.

    Nothing else empties words: they go in the transaction that writes it.

    Attributes:
      digest: of the words, as the event has it by which they were given.
      removed_by: badge of who removed them.
      reason: why, in words that name nobody.
    """

    digest: str
    removed_by: str
    reason: str
