"""The words on a challenge slip, as they were written and as the play formed them."""

from __future__ import annotations

from collections import Counter

from ledger.game.sheet.line import Line
from ledger.refusals.saying import refusal
from ledger.vocabulary import remarks


def as_written(words: tuple[str, ...]) -> tuple[str, ...]:
    """``words`` without blanks round them; each may cost points, so none is empty.

    >>> as_written((" OES", "WO"))
    ('OES', 'WO')
    """
    written = tuple(word.strip() for word in words)
    if not all(written):
        raise refusal("unreadable-request/word-without-letters")
    return written


def not_formed(words: tuple[str, ...], play: Line | None) -> tuple[str, ...]:
    """What is noticed where the slip names a word the play did not form, or one too often."""
    formed = Counter(word.word.upper() for word in play.words) if play else Counter[str]()
    written = Counter(word.upper() for word in words)
    return (remarks.WORDS_NOT_FORMED,) if formed and written - formed else ()
