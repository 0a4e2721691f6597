"""What happened to people's words, which lie beside the log under a salted digest."""

from __future__ import annotations

from ledger.record.fact import SIGNING, Removed


class WordsRemoved(Removed, frozen=True, kw_only=True, tag="words-removed"):
    """The hand of a signature, or a photo of a slip, was removed; fields as in ``Removed``.

    On the stream of the game whose event names it; of a case it is ``CaseWordsRemoved``.
    """

    visibility = SIGNING.less("digest", "removed_by", "reason")
