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
    r"(?::starts-(?P<starts>[12]))?"
)

Both = tuple[SoFar | None, SoFar | None]


class Beside(NamedTuple):
    """What other games say of a game, which stands on its paper and no code binds.

    Attributes:
      so_far: what both players had before it.
      starts: who of the two is to start by the starts so far, 1 or 2; 0: they don't say.
    """

    so_far: Both = (None, None)
    starts: int = 0


def as_word(told: Beside) -> str:
    """All that as one word that a file keeps; empty where nothing is known.

    >>> as_word(Beside((SoFar(6, 2, -40), None))), as_word(Beside())
    ('so-far:6/2/-40:', '')
    >>> as_word(Beside(starts=2))
    'so-far:::starts-2'
    """
    both = ["/".join(map(str, one)) if one is not None else "" for one in told.so_far]
    starts = f":starts-{told.starts}" if told.starts else ""
    return f"so-far:{':'.join(both)}{starts}" if any(both) or starts else ""


def from_word(word: str) -> Beside:
    """What a file kept; nothing of what can't be read.

    >>> from_word("so-far:6/2/-40:")
    Beside(so_far=(SoFar(wins=6, losses=2, spread=-40), None), starts=0)
    >>> from_word("so-far:::starts-2").starts
    2
    """
    shape = WORD.fullmatch(word)
    if shape is None:
        return Beside()
    first, second = (
        SoFar(*(int(shape[f"{name}{nth}"]) for name in "wls")) if shape[f"w{nth}"] else None
        for nth in (1, 2)
    )
    return Beside((first, second), int(shape["starts"] or 0))
