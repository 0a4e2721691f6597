"""How a player stood before a game: won and lost, and spread, as the standings had it."""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.hall.course import Card, Course
from ledger.hall.in_words import halves


class SoFar(NamedTuple):
    """What a player had brought together; ``wins`` and ``losses`` in halves."""

    wins: int
    losses: int
    spread: int

    @property
    def won_lost(self) -> str:
        """Wins and losses as players say them: ``3–1``, ``2½–½``."""
        return f"{halves(self.wins)}–{halves(self.losses)}"


def so_far_in(course: Course | None, round_number: int) -> dict[int, SoFar]:
    """By number, how each player stood before a round, as far as it is known.

    It is not known of whoever has a game without a result in an earlier round, nor before the
    first round, when there was nothing.

    Args:
      course: the tournament as whoever prints is shown it, after the round before.
      round_number: the round of the game.
    """
    cards = course.cards if course is not None and round_number > 1 else ()
    found = ((card.player.number, _of(card, round_number)) for card in cards)
    return {number: so_far for number, so_far in found if number and so_far is not None}


def _of(card: Card, round_number: int) -> SoFar | None:
    earlier = [line for line in card.lines if line.round_number < round_number]
    if not earlier or not all(line.counts or line.how for line in earlier):
        return None
    last = earlier[-1]
    return SoFar(last.wins, last.losses, last.total + card.ruled)


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
