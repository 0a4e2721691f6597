"""What happened to people's words, which lie beside the log under a salted digest."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.record.shown_as import BADGES


class WordsRemoved(Fact, frozen=True, kw_only=True, tag="words-removed"):
    """Someone's words were removed, as the law may demand; the digest stays in the log."""

    shown_as = BADGES

    digest: str
    removed_by: str
    reason: str
