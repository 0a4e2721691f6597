"""Who is not at the table, as far as the record knows."""

from __future__ import annotations

from ledger.game.facts.arrivals import LateClockRanOut, LateClockStarted, PlayerArrived
from ledger.game.facts.leaving import PlayerLeft, PlayerReturned
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat

PLAYERS = (1, 2)


def seat_of(sheet: Sheet, player: int) -> Seat:
    """The seat of player 1 or 2 of the pairing, as the starter stands now."""
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND


def player_in(sheet: Sheet, seat: Seat) -> int:
    """Which of the pairing sits in ``seat``."""
    return 1 + (seat.place + sheet.starter) % 2


def player_name(sheet: Sheet, player: int) -> str:
    """The name of player 1 or 2 of the pairing; 0 is both."""
    return "Both players" if player == 0 else sheet.scheduled.players[player - 1]


def late_players(late: Opened) -> tuple[int, ...]:
    """The players whose clock was started because they were not there."""
    fact = late.fact
    if not isinstance(fact, LateClockStarted):
        return ()
    return PLAYERS if fact.player == 0 else (fact.player,)


def arrivals(late: Opened) -> tuple[PlayerArrived, ...]:
    """Who of them has come since, in order."""
    return tuple(step for step in late.done if isinstance(step, PlayerArrived))


def not_here_yet(sheet: Sheet) -> tuple[int, ...]:
    """Players 1 and 2 of the pairing whose late clock runs."""
    late = find(sheet.open, LateClockStarted)
    if late is None:
        return ()
    come = {arrival.player for arrival in arrivals(late)}
    return tuple(player for player in late_players(late) if player not in come)


def out_of_time(sheet: Sheet) -> tuple[int, ...]:
    """Players 1 and 2 of the pairing whose late clock ran out, and who did not come after all."""
    late = find(sheet.open, LateClockStarted)
    gone: set[int] = set()
    for step in () if late is None else late.done:
        if isinstance(step, LateClockRanOut):
            gone |= set(PLAYERS if step.player == 0 else (step.player,))
        elif isinstance(step, PlayerArrived):
            gone.discard(step.player)
    return tuple(sorted(gone))


def away(sheet: Sheet) -> tuple[Seat, ...]:
    """The seats whose players left the playing area and are not back."""
    return tuple(
        left.fact.seat
        for left in sheet.open
        if isinstance(left.fact, PlayerLeft) and not left.has(PlayerReturned)
    )


def absence_of(sheet: Sheet, seat: Seat) -> Opened | None:
    """The open absence of ``seat``, back already or not."""
    return next(
        (
            left
            for left in reversed(sheet.open)
            if isinstance(left.fact, PlayerLeft) and left.fact.seat is seat
        ),
        None,
    )
