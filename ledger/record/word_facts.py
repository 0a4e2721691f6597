"""What happened to people's words, which lie beside the log under a salted digest."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import SIGNING


class WordsRemoved(Fact, frozen=True, kw_only=True, tag="words-removed"):
    """Someone's words were removed, as the law may demand; the digest stays in the log.

    It stands on the stream whose event names the words: of a game this one, of a case
    ``CaseWordsRemoved``. Nothing else empties words: they go in the transaction that writes it.

    Attributes:
      digest: of the words, as the event has it by which they were given.
      removed_by: badge of who removed them.
      reason: why, in words that name nobody.
    """

    shown_as = SIGNING.less("digest", "removed_by", "reason")

    digest: str
    removed_by: str
    reason: str
