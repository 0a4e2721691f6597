"""Who wins a game and by how much, as the record has it: scores, forfeits, resignations."""

from __future__ import annotations

from msgspec import Struct

from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat

WIN, TIE, LOSS = 2, 1, 0


class Outcome(Struct, frozen=True):
    """What a game comes to; while it is being played, what it would come to now.

    Attributes:
      half_wins: 2 for a win, 1 for a tie, 0 for a loss, by seat.
      spreads: what each player's spread changes by. They differ in size only where a
        rulebook charges who left and leaves the other's gain to the director.
    """

    half_wins: tuple[int, int]
    spreads: tuple[int, int]

    @property
    def winner(self) -> Seat | None:
        """Who wins; ``None`` for a tie, and where both lose."""
        return next((seat for seat in Seat if self.half_wins[seat.place] == WIN), None)

    @property
    def spread(self) -> int:
        """The larger of the two changes, as a positive number."""
        return max(abs(change) for change in self.spreads)


def outcome_of(sheet: Sheet) -> Outcome:
    """What the game comes to.

    Who forfeits or resigns loses, whatever the scores; the spread is then what the forfeit's
    scores or the margin say. An amended result stands above both.
    """
    first, second = sheet.final or sheet.totals
    spread = first - second
    if sheet.amended is None and sheet.forfeit is not None:
        return _forfeited(sheet, spread)
    if sheet.amended is None and sheet.resigned is not None:
        return _lost(sheet.resigned, sheet.margin, spread)
    half_wins = (TIE, TIE) if not spread else (WIN, LOSS) if spread > 0 else (LOSS, WIN)
    return Outcome(half_wins, (spread, -spread))


def _forfeited(sheet: Sheet, spread: int) -> Outcome:
    """Scores at the table say nothing here unless the forfeit defines them."""
    forfeit = sheet.forfeit
    if forfeit is None or forfeit.loser is None:
        return Outcome((LOSS, LOSS), (0, 0))
    if forfeit.scores is not None:
        return Outcome(_half_wins(forfeit.loser), (spread, -spread))
    if forfeit.loser_spread is not None:
        charged = -forfeit.loser_spread
        spreads = (charged, 0) if forfeit.loser is Seat.FIRST else (0, charged)
        return Outcome(_half_wins(forfeit.loser), spreads)
    return _lost(forfeit.loser, forfeit.margin, 0)


def _lost(loser: Seat, margin: Points | None, spread: int) -> Outcome:
    """``loser`` loses by ``margin``; where nobody set one, by the scores if they say so."""
    if margin is not None:
        spread = -margin if loser is Seat.FIRST else margin
    else:
        spread = min(spread, 0) if loser is Seat.FIRST else max(spread, 0)
    return Outcome(_half_wins(loser), (spread, -spread))


def _half_wins(loser: Seat) -> tuple[int, int]:
    return (LOSS, WIN) if loser is Seat.FIRST else (WIN, LOSS)
