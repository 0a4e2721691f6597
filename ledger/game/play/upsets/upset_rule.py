"""A board that was upset: the scores it ends with, and what an offender loses by."""

from __future__ import annotations

from msgspec import Struct

from ledger.rulebook import Rulebook
from ledger.vocabulary import Points, Seat, Totals


class UpsetScores(Struct, frozen=True):
    """How a game ends whose position can't be rebuilt.

    Attributes:
      scores: the scores to record.
      seat: who made a turn more, and loses the points of the last one; ``None``: nobody.
      taken_off: those points.
      clause: the rule.
    """

    scores: Totals
    seat: Seat | None
    taken_off: Points
    clause: str


def upset_scores(
    totals: Totals, turns: tuple[int, int], last_turn: Points, rules: Rulebook
) -> UpsetScores:
    """The scores a game ends with that was upset by accident.

    >>> from ledger.rulebook import load
    >>> upset_scores((312, 298), (12, 11), 26, load("wespa-4.0")).scores
    (286, 298)

    Args:
      totals: the scores at that moment.
      turns: turns each player has made.
      last_turn: points of the last turn made.
      rules: the rulebook in force.
    """
    clause = rules.upset.unequal_turns
    clause.known()
    first, second = turns
    if first == second:
        return UpsetScores(totals, None, Points(0), str(rules.upset.when_accidental))
    seat = Seat.FIRST if first > second else Seat.SECOND
    scores = list(totals)
    scores[seat.place] = Points(scores[seat.place] - last_turn)
    return UpsetScores((scores[0], scores[1]), seat, last_turn, str(clause))


def intentional_upset_margin(totals: Totals, offender: Seat, rules: Rulebook) -> Points:
    """Points by which the offender loses.

    >>> from ledger.rulebook import load
    >>> [intentional_upset_margin(t, Seat.FIRST, load("wespa-4.0"))
    ...  for t in ((250, 310), (300, 300), (400, 300))]
    [160, 100, 100]
    """
    behind = totals[offender.opponent.place] - totals[offender.place]
    if behind > 0:
        return Points(behind + rules.conduct.upset_added_when_behind.known())
    return rules.conduct.upset_when_ahead.known()
