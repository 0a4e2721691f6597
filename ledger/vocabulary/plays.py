"""A play as people read it: the tiles that lay there already in brackets, ``8D\u00a0(W)AGE``.

Wherever a play is read it is written so: on the button that will write it, on the score sheet of
a tablet, in offers and refusals, on pages and on paper. Who compares two of them compares letter
by letter, and the brackets say which tiles the play counts as lying there already. A word that
somebody may challenge is whole (``WAGE``), for that is what is looked up. The record and files
keep the dots of whoever wrote it (``8D .AGE``), and so does a play that was not counted: its words
are not known. ``js/frame/wording.js`` does the same; ``tests/web/test_plays_and_signs.py`` holds
both to one table of cases.

A no-break space stands where brackets took the place of dots: nobody sees it, no line is parted
there, and codes of paper, which bound the dots, can be made from such words as ever
(``with_dots``).
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
    letters = in_brackets(placement.letters, main_word(words))
    if letters == placement.letters:
        return str(placement)
    return f"{placement.square}{JOINED}{letters}"


def in_brackets(letters: str, word: str) -> str:
    """The tiles of a play, those that lay there already in brackets; with dots if it is not known.

    >>> in_brackets("Q.EYN", "QUEYN"), in_brackets("[CH].", "[CH]A"), in_brackets("Q.", "")
    ('Q(U)EYN', '[CH](A)', 'Q.')
    """
    laid, formed = _TILE.findall(letters), _TILE.findall(word)
    if THROUGH not in laid or len(laid) != len(formed):
        return letters
    parts = groupby(zip(laid, formed, strict=True), key=lambda pair: pair[0] == THROUGH)
    return "".join(
        f"({''.join(lying for _, lying in some)})" if through else "".join(tile for tile, _ in some)
        for through, some in parts
    )


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
