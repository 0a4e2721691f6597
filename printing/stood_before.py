"""How the players of a tournament stood before a round, from its course."""

from __future__ import annotations

from ledger.hall.standings_view import Card, Course
from printing.result_words import SoFar


def so_far_in(course: Course | None, round_number: int) -> dict[int, SoFar]:
    """By number, how each player stood before a round, as far as it is known.

    It is not known of whoever has a game without a result in an earlier round, nor before the
    first round, when there was nothing.
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
