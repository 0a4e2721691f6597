"""How a player stood before a game: won and lost, and spread, as the standings had it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.vocabulary.halves import halves


class SoFar(NamedTuple):
    """What a player had brought together; ``wins`` and ``losses`` in halves."""

    wins: int
    losses: int
    spread: int

    @property
    def won_lost(self) -> str:
        """Wins and losses as players say them: ``3–1``, ``2½–½``."""
        return f"{halves(self.wins)}–{halves(self.losses)}"


WORD = re.compile(
    r"so-far:(?:(?P<w1>\d{1,4})/(?P<l1>\d{1,4})/(?P<s1>-?\d{1,6}))?"
    r":(?:(?P<w2>\d{1,4})/(?P<l2>\d{1,4})/(?P<s2>-?\d{1,6}))?"
)

Both = tuple[SoFar | None, SoFar | None]


def as_word(both: Both) -> str:
    """What both players had, as one word that a file keeps; empty where nothing is known.

    >>> as_word((SoFar(6, 2, -40), None)), as_word((None, None))
    ('so-far:6/2/-40:', '')
    """
    told = ["/".join(map(str, one)) if one is not None else "" for one in both]
    return f"so-far:{':'.join(told)}" if any(told) else ""


def from_word(word: str) -> Both:
    """What a file kept; nothing of what can't be read.

    >>> from_word("so-far:6/2/-40:")
    (SoFar(wins=6, losses=2, spread=-40), None)
    """
    shape = WORD.fullmatch(word)
    if shape is None:
        return None, None
    first, second = (
        SoFar(*(int(shape[f"{name}{nth}"]) for name in "wls")) if shape[f"w{nth}"] else None
        for nth in (1, 2)
    )
    return first, second
