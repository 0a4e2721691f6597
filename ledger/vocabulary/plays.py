"""A play as people read it: the tiles that lay there already in brackets, ``8D\u00a0(W)AGE``.

The record, files and tablets keep the dots of whoever wrote it (``8D .AGE``). A no-break space
stands where brackets took the place of dots: nobody sees it, no line is parted there, and codes
of paper, which bound the dots, can be made from such words as ever (``with_dots``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from ledger.vocabulary import Placement, WordScore

THROUGH = "."
JOINED = "\u00a0"

_TILE = re.compile(r"\[[^\]]*\]|.")
_SPELLED = re.compile(rf"(\d{{1,2}}[A-Z]|[A-Z]\d{{1,2}}){JOINED}(\S+)")
_LYING = re.compile(r"\(([^)]*)\)")


def spelled(placement: Placement, words: Sequence[WordScore]) -> str:
    r"""A play with the letters it ran through, as far as its words are known; else with dots.

    >>> from ledger.vocabulary import Points
    >>> spelled(Placement("8D", ".AGE.."), [WordScore("WAGEnT", Points(8))])
    '8D\xa0(W)AGE(nT)'
    >>> spelled(Placement("8D", "WAGE"), ()), spelled(Placement("8D", ".AGE"), ())
    ('8D WAGE', '8D .AGE')
    """
    laid, word = (_TILE.findall(each) for each in (placement.letters, main_word(words)))
    if THROUGH not in laid or len(laid) != len(word):
        return str(placement)
    parts = groupby(zip(laid, word, strict=True), key=lambda pair: pair[0] == THROUGH)
    letters = "".join(
        f"({''.join(lying for _, lying in some)})" if through else "".join(tile for tile, _ in some)
        for through, some in parts
    )
    return f"{placement.square}{JOINED}{letters}"


def main_word(words: Sequence[WordScore]) -> str:
    """The word along the play, which is told first; empty where none is known."""
    return words[0].word if words else ""


def with_dots(text: str) -> str:
    r"""Words in which each play that was ``spelled`` stands as it was entered.

    >>> with_dots("turn 9: 8D\xa0(W)AGE(nT) +8, was 8D (W)AGE")
    'turn 9: 8D .AGE.. +8, was 8D (W)AGE'
    """
    return _SPELLED.sub(_entered, text) if JOINED in text else text


def _entered(found: re.Match[str]) -> str:
    letters = _LYING.sub(lambda lying: THROUGH * len(_TILE.findall(lying[1])), found[2])
    return f"{found[1]} {letters}"
