"""What is still open at a table: who is absent, which draws wait, what ends with what."""

from __future__ import annotations

from ledger.game.absences.facts import (
    EmergencyDeclared,
    GameAdjourned,
    GamePostponed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    WaitingDrawMade,
)
from ledger.game.challenges.facts import (
    ChallengeFailed,
    CourtesyDraw,
    FlashDraw,
    HoldCalled,
    PhoneyWithdrawn,
)
from ledger.game.clock.facts import DirectorPetitioned, SandTimeCalled
from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    Overdrawn,
    TileDroppedBack,
    TilesDrawn,
    Underdrawn,
)
from ledger.game.endings.facts import PlayedOut
from ledger.game.loose_tiles.facts import TilesSpilled
from ledger.game.placement.facts import BoardUpset
from ledger.game.setting_up.facts import SetChecked, StarterDetermined
from ledger.game.sheet.line import LOST_TURNS, Line, LineKind
from ledger.game.sheet.sheet import Opened, Sheet, find
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

# Who is not at the table, as far as the record knows.


PLAYERS = (1, 2)


def seat_of(sheet: Sheet, player: int) -> Seat:
    return Seat.FIRST if player - 1 == sheet.starter else Seat.SECOND


def player_in(sheet: Sheet, seat: Seat) -> int:
    return 1 + (seat.place + sheet.starter) % 2


def player_name(sheet: Sheet, player: int) -> str:
    return say("game_sheet.both-players") if player == 0 else sheet.scheduled.players[player - 1]


def late_players(late: Opened) -> tuple[int, ...]:
    fact = late.fact
    if not isinstance(fact, LateClockStarted):
        return ()
    return PLAYERS if fact.player == 0 else (fact.player,)


def arrivals(late: Opened) -> tuple[PlayerArrived, ...]:
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


# Draws that wait while a player is away: whose, in which order, and when none is left (N-04).


REFILLED = frozenset({LineKind.PLAY, LineKind.EXCHANGE, LineKind.MISSED})
"""The kinds of turn after which a player draws, as long as the bag holds tiles."""

HAND_IN = "hand-in"
"""The moment of a draw at which no tile is out yet."""


def drawn_meanwhile(absence: Opened) -> tuple[Seat, ...]:
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


# Procedures that end with something larger: the start of the game, or its end.


BEFORE_THE_START = (SetChecked, StarterDetermined, LateClockStarted, GamePostponed)
ANSWERS = (HoldCalled, CourtesyDraw, FlashDraw, PlayedOut, ChallengeFailed, PhoneyWithdrawn)
"""Waiting for an answer to a play, or for the clock that runs after one."""
WHILE_IT_LASTS = (
    *BEFORE_THE_START, *ANSWERS, PlayerLeft, EmergencyDeclared, GameAdjourned, SandTimeCalled,
    BoardUpset,
)  # fmt: skip
WHILE_RACKS_MATTER = (Overdrawn, Underdrawn, DrawnOutOfOrder, TileDroppedBack, TilesSpilled)
"""Corrections of racks, which nobody needs once a game is given up."""


def open_after_the_start(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    return tuple(one for one in procedures if not isinstance(one.fact, BEFORE_THE_START))


def open_after_the_end(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    return tuple(one for one in procedures if not isinstance(one.fact, WHILE_IT_LASTS))


def open_after_giving_up(procedures: tuple[Opened, ...]) -> tuple[Opened, ...]:
    left = open_after_the_end(procedures)
    return tuple(one for one in left if not isinstance(one.fact, WHILE_RACKS_MATTER))


# After time was called on a sand timer: who still has the one more play.


def yet_to_play(sheet: Sheet) -> tuple[Seat, ...] | None:
    """The seats whose last play is to come; ``None`` if time was not called."""
    called = find(sheet.open, SandTimeCalled)
    if called is None:
        return None
    played = {
        line.seat
        for line in sheet.lines
        if line.place > called.version and (line.is_turn or line.kind in LOST_TURNS)
    }
    return tuple(seat for seat in Seat if seat not in played)


def without_petition(
    procedures: tuple[Opened, ...], seat: Seat, granted: str
) -> tuple[Opened, ...]:
    """The open procedures without the latest petition of ``seat`` for what was ``granted``.

    Another player's petition, or one for something else, still waits for its answer.
    """
    answered = next(
        (
            one
            for one in reversed(procedures)
            if isinstance(one.fact, DirectorPetitioned)
            and (one.fact.seat, one.fact.what) == (seat, granted)
        ),
        None,
    )
    return tuple(one for one in procedures if one is not answered)
