"""What a game is worth in the standings."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from ledger.game.sheet import Sheet
from ledger.game.sheet.outcome import outcome_of

COUNTED = frozenset({"over", "signed by one", "final", "amended", "forfeited"})
"""States of a game whose result counts."""

NOT_PLAYED, STARTER_KNOWN, STARTER_UNKNOWN = 0, 1, 2
"""What the hall's file keeps as begun of a game: nobody began it; it counts as a start of one of
the two; nobody wrote down of which."""


class GameResult(Struct, frozen=True):
    """What a game brings each seat.

    Attributes:
      half_wins: 2 for a win, 1 for a tie, 0 for a loss.
      spreads: change of each player's spread.
      played: whether the game was begun, so that it counts as a start.
    """

    half_wins: tuple[int, int]
    spreads: tuple[int, int]
    played: bool


class Result(NamedTuple):
    """A game that counts. Wins are half wins; ``played``: as a start; ``game``: its id."""

    division: str
    first_number: int
    first: str
    first_half_wins: int
    first_spread: int
    second_number: int
    second: str
    second_half_wins: int
    second_spread: int
    played: bool
    game: str = ""


def result_of(sheet: Sheet) -> GameResult | None:
    """The result that counts, or ``None`` while there is none.

    Who forfeits or resigns loses, whatever the scores; the spread is then what the forfeit's
    scores or the margin say. An amended result stands above both.
    """
    if sheet.state not in COUNTED:
        return None
    outcome = outcome_of(sheet)
    (first, second), (one, two) = outcome.spreads, sheet.result.spread_changes
    return GameResult(outcome.half_wins, (first + one, second + two), sheet.started)
