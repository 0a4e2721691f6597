"""Draws that wait while a player is away: whose, in which order, and when none is left (N-04)."""

from __future__ import annotations

from ledger.game.facts.drawing import TilesDrawn
from ledger.game.facts.leaving import PlayerLeft, PlayerReturned, WaitingDrawMade
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

REFILLED = frozenset({LineKind.PLAY, LineKind.EXCHANGE, LineKind.MISSED})
"""The kinds of turn after which a player draws, as long as the bag holds tiles."""

HAND_IN = "hand-in"
"""The moment of a draw at which no tile is out yet."""


def drawn_meanwhile(absence: Opened) -> tuple[Seat, ...]:
    """Who made the draw that waited, in order."""
    return tuple(
        step.seat for step in absence.done if isinstance(step, WaitingDrawMade | TilesDrawn)
    )


def draws_waiting(sheet: Sheet, absence: Opened) -> tuple[Seat, ...]:
    """Whose refill waits for the end of this absence, in the order of their turns.

    None waits after a pass, with nothing in the bag, after a play that was challenged off, or
    of a player who had drawn before leaving.
    """
    left = absence.fact
    if not isinstance(left, PlayerLeft):
        return ()
    before = _last_turn(sheet, until=absence.version)
    since = _last_turn(sheet, since=absence.version)
    turns = (
        before if left.before_drawing and before and before.seat is left.seat else None,
        since if since and since.seat is left.seat.opponent else None,
    )
    drawn = drawn_meanwhile(absence)
    return tuple(
        turn.seat for turn in turns if turn and _is_refilled(turn) and turn.seat not in drawn
    )


def all_draws_waiting(sheet: Sheet) -> tuple[Seat, ...]:
    """Whose refill waits for the end of any absence, each player once, in the same order."""
    waiting = [seat for absence in sheet.open for seat in draws_waiting(sheet, absence)]
    return tuple(dict.fromkeys(waiting))


def with_draw(sheet: Sheet, seat: Seat, step: Fact) -> tuple[Opened, ...]:
    """The open procedures once ``seat`` drew: a step of every absence that draw waited for."""
    return tuple(
        absence
        for one in sheet.open
        if (absence := _with_its_draw(sheet, one, seat, step)) is one or not is_over(sheet, absence)
    )


def is_over(sheet: Sheet, absence: Opened) -> bool:
    """Whether the player is back and every draw that waited is made."""
    return absence.has(PlayerReturned) and not draws_waiting(sheet, absence)


def after_the_return(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    """What is still open once the next turn is made: the absence of nobody who is back."""
    return tuple(
        one
        for one in procedures
        if not (isinstance(one.fact, PlayerLeft) and one.has(PlayerReturned))
    )


def _with_its_draw(sheet: Sheet, one: Opened, seat: Seat, step: Fact) -> Opened:
    if seat not in draws_waiting(sheet, one):
        return one
    return Opened(one.version, one.fact, (*one.done, step))


def _last_turn(sheet: Sheet, *, since: int = 0, until: int | None = None) -> Line | None:
    return next(
        (
            line
            for line in reversed(sheet.lines)
            if line.is_turn and since < line.place and (until is None or line.place < until)
        ),
        None,
    )


def _is_refilled(turn: Line) -> bool:
    empty = turn.before is not None and turn.before.bag == 0
    return turn.kind in REFILLED and not turn.withdrawn and not empty
