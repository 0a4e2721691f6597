"""What a game is worth in the standings."""

from __future__ import annotations

from msgspec import Struct

from ledger.sheet import Sheet
from ledger.vocabulary import Points, Seat

COUNTED = frozenset({"over", "signed by one", "final", "amended", "forfeited"})
"""States of a game whose result counts."""

WIN, TIE, LOSS = 2, 1, 0
"""Half wins, so that sums stay whole."""


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


def result_of(sheet: Sheet) -> GameResult | None:
    """The result that counts, or ``None`` while there is none.

    Who forfeits or resigns loses, whatever the scores; the spread is then what the forfeit's
    scores or the margin say. An amended result stands above both.
    """
    if sheet.state not in COUNTED:
        return None
    first, second = sheet.final or sheet.totals
    spread = first - second
    half_wins = (TIE, TIE) if not spread else (WIN, LOSS) if spread > 0 else (LOSS, WIN)
    if sheet.amended is None and sheet.forfeit is not None:
        spread = _spread_of_forfeit(sheet)
        half_wins = _lost_by(sheet.forfeit.loser)
    elif sheet.amended is None and sheet.resigned is not None:
        half_wins = _lost_by(sheet.resigned)
        spread = _margin_against(sheet.resigned, sheet.margin, spread)
    one, two = sheet.spread_changes
    return GameResult(half_wins, (spread + one, -spread + two), sheet.started)


def _lost_by(loser: Seat | None) -> tuple[int, int]:
    if loser is None:
        return (LOSS, LOSS)
    return (LOSS, WIN) if loser is Seat.FIRST else (WIN, LOSS)


def _spread_of_forfeit(sheet: Sheet) -> int:
    """The first seat's spread. Scores at the table say nothing here: nobody agreed to them."""
    if sheet.forfeit is None:
        return 0
    if sheet.forfeit.scores is not None:
        first, second = sheet.final or sheet.forfeit.scores
        return first - second
    if sheet.forfeit.loser is None:
        return 0
    return _margin_against(sheet.forfeit.loser, sheet.forfeit.margin, 0)


def _margin_against(loser: Seat, margin: Points | None, spread: int) -> int:
    """The first seat's spread when ``loser`` loses by ``margin``.

    Where nobody set a margin it is the ``spread`` of the scores, if that favours the winner.
    """
    if margin is None:
        return min(spread, 0) if loser is Seat.FIRST else max(spread, 0)
    return -margin if loser is Seat.FIRST else margin
