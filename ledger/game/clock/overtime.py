"""Time overstepped: what it costs by clock and by sand timer."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.clock.facts import SandTimeCalled, SandTurnLost, SandWarned
from ledger.game.endings.facts import GameEnded, OvertimeRecorded
from ledger.game.endings.forfeits import forfeited_by_overtime
from ledger.game.endings.requests import with_the_end
from ledger.game.entry import (
    GameContext,
    awaits_verdict,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.sheet.still_open import yet_to_play
from ledger.refusals.saying import refusal
from ledger.requests.request import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.computing.limits import MINUTE, over_limit, overtime_penalty
from ledger.vocabulary import Role, Seat, Seconds, remarks

# A clock that was left running at the end of the game: how much of it is charged.


class Charged(Struct, frozen=True):
    """Overtime to charge.

    Attributes:
      over: seconds.
      trap: id of the trap where two rules of the book charge different minutes, or empty.
    """

    over: Seconds
    clause: str
    trap: str = ""


def charged_overtime(
    at_end: Seconds | None, at_reveal: Seconds | None, at_last: Seconds | None, rules: Rulebook
) -> Charged:
    """Overtime up to the moment the book stops counting. Readings are time left.

    The moment the clock should have been stopped comes first; where it was not read, the
    showing of the tiles left, with the book's grace, ends the count.

    >>> from ledger.rulebook import load
    >>> nsa = load("nsa-1998")
    >>> charged_overtime(Seconds(-10), None, Seconds(-89), nsa).over
    10
    >>> charged_overtime(None, Seconds(-50), Seconds(-100), nsa).over
    55

    Raises:
      ValueError: there is no reading at all.
    """
    shown = [_over(reading) for reading in (at_end, at_reveal, at_last) if reading is not None]
    if not shown:
        raise ValueError("no reading of the clock")
    stops = rules.overtime.stops_counting
    revealed = None
    if at_reveal is not None:
        by_then = _over(at_reveal) + (rules.overtime.grace_after_reveal.value or 0)
        revealed = Seconds(by_then if at_last is None else min(by_then, _over(at_last)))
    if at_end is None:
        over = revealed if revealed is not None and stops.is_known else max(shown)
        return Charged(Seconds(over), str(stops))
    over = _over(at_end)
    differ = revealed is not None and overtime_penalty(over, rules) != overtime_penalty(
        revealed, rules
    )
    return Charged(over, str(stops), stops.trap if differ else "")


def _over(reading: Seconds) -> Seconds:
    return Seconds(max(0, -reading))


class RecordOvertime(Request, frozen=True, tag="record-overtime", kw_only=True):
    """``seat`` used more time than it had; fields as in ``OvertimeRecorded``.

    Attributes:
      used: seconds used in all, as a clock that counts up shows them; against the
        player's own allowance.
    """

    seat: Seat
    over: Seconds = Seconds(0)
    used: Seconds | None = None
    at_end: Seconds | None = None
    at_reveal: Seconds | None = None
    at_last: Seconds | None = None


@decides(RecordOvertime, may=STAFF)
def record_overtime(sheet: Sheet, request: RecordOvertime, context: GameContext) -> Decision:
    """Take the points for overtime, or declare the game forfeited past the book's limit (M-05)."""
    must_not_be_final(sheet, context)
    must_be_overtime(request.over)
    over = overtime_used(sheet, request, context)
    context.must_unless_ruled(
        sheet.clock.overtime[request.seat.place] is None,
        "overtime-recorded",
        player=sheet.name(request.seat),
    )
    if over_limit(over, context.rules):
        context.must_unless_ruled(context.role is Role.DIRECTOR, "needs-ruling/overtime-forfeits")
        return forfeited_by_overtime(sheet, request.seat, over, context)
    fact = OvertimeRecorded.from_request(
        request, over=over, penalty=overtime_penalty(over, context.rules)
    )
    return Decision((fact,), overtime_remarks(sheet, request.seat, over, context))


def must_be_overtime(over: Seconds) -> None:
    if over < 0:
        raise refusal("unreadable-request/overtime")


def overtime_used(sheet: Sheet, request: RecordOvertime, context: GameContext) -> Seconds:
    """Seconds over the player's own limit, which lateness may have cut (M-02, M-06, TX-13)."""
    readings = (request.at_end, request.at_reveal, request.at_last)
    read = any(reading is not None for reading in readings)
    if sum((bool(request.over), request.used is not None, read)) > 1:
        raise context.refusal("unreadable-request/overtime-told-twice")
    if request.used is not None:
        return Seconds(max(0, request.used - sheet.clock.limits[request.seat.place]))
    if not read:
        return request.over
    charged = charged_overtime(*readings, context.rules)
    if charged.trap:
        context.unless_ruled(call_the_director(charged.trap, context.rules))
    return charged.over


def overtime_remarks(
    sheet: Sheet, seat: Seat, over: Seconds, context: GameContext
) -> tuple[str, ...]:
    """What the director may have to confirm about a time penalty."""
    overtime, noticed = context.rules.overtime, []
    if not over:
        return ()
    if sheet.clock.limits[seat.place] < context.rules.time.limit.known():
        noticed.append(overtime.first_second.trap)
    if over % MINUTE:
        noticed.append(overtime.points_per_started_minute.trap)
    if sheet.clock.timer == "analogue" and not overtime.analogue.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    return tuple(filter(None, noticed))


# Sand timers: when a turn is lost, and when time is called.


def turn_after_sand(after: Seconds, rules: Rulebook) -> Literal["kept", "ruling", "lost"]:
    """What becomes of a turn whose score was announced, or not, so long after the notice.

    >>> from ledger.rulebook import load
    >>> [turn_after_sand(Seconds(after), load("nsa-1998")) for after in (5, 6, 10, 11)]
    ['kept', 'ruling', 'ruling', 'lost']

    Args:
      after: seconds since the warning, or since being told that the sand was out.
    """
    kept, lost = rules.sand.lost_after.known()
    if after <= kept:
        return "kept"
    return "lost" if after > lost else "ruling"


# Games on a sand timer: warnings, turns lost, and time called.


NOT_AMONG_THE_ZEROS = "TN-12"


class WarnOfSand(Request, frozen=True, tag="warn-of-sand", kw_only=True):
    """``seat`` was warned that the sand runs out."""

    seat: Seat


class ReportSandOut(Request, frozen=True, tag="report-sand-out", kw_only=True):
    """The sand is out and ``seat`` announced no score within ``after`` seconds of the notice."""

    seat: Seat
    warned: bool
    after: Seconds


class CallSandTime(Request, frozen=True, tag="call-sand-time", kw_only=True):
    """The time of the game is up after so many seconds of play."""

    after: Seconds


class EndAfterLastPlays(Request, frozen=True, tag="end-after-last-plays", kw_only=True):
    """Both players have made their last play after time was called; the game is over."""


@decides(WarnOfSand, may=STAFF)
def warn_of_sand(sheet: Sheet, request: WarnOfSand, context: GameContext) -> Decision:
    """Write a warning down (M-18)."""
    _must_have_sand(context)
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, "warning", context)
    return Decision((SandWarned(seat=request.seat),))


@decides(ReportSandOut, may=STAFF)
def report_sand_out(sheet: Sheet, request: ReportSandOut, context: GameContext) -> Decision:
    """Take the turn of a player whose sand ran out, where the rule does (M-19).

    Whether it counts towards the scoreless end the book does not say; it is counted.
    """
    _must_have_sand(context)
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, "turn", context)
    rule = context.rules.sand.lost_after
    outcome = turn_after_sand(request.after, context.rules) if rule.is_known else "ruling"
    if outcome == "kept":
        context.must_be_ruled("turn-kept", player=sheet.name(request.seat))
    elif outcome == "ruling" and rule.trap:
        context.unless_ruled(call_the_director(rule.trap, context.rules))
    fact = SandTurnLost(seat=request.seat, warned=request.warned, after=request.after)
    return with_the_end(sheet, fact, context, (NOT_AMONG_THE_ZEROS,))


@decides(CallSandTime, may=STAFF)
def call_sand_time(sheet: Sheet, request: CallSandTime, context: GameContext) -> Decision:
    """Write down that time was called: each player has one more play (M-17)."""
    _must_have_sand(context)
    must_be_playing(sheet, context)
    up = context.rules.sand.stopped_after
    context.must_unless_ruled(
        request.after >= (up.value or 0), "time-not-up", minutes=(up.value or 0) // 60
    )
    context.must_unless_ruled(
        find(sheet.open, SandTimeCalled) is None, "time-called/called-already"
    )
    return Decision((SandTimeCalled(after=request.after),))


@decides(EndAfterLastPlays, may=STAFF)
def end_after_last_plays(
    sheet: Sheet, request: EndAfterLastPlays, context: GameContext
) -> Decision:
    must_be_playing(sheet, context)
    still = yet_to_play(sheet)
    context.must_unless_ruled(still is not None and not still, "last-plays-to-come")
    context.must_unless_ruled(
        not awaits_verdict(sheet, context.rules), "challenge-pending/game-ends"
    )
    return Decision((GameEnded(cause="time-called"),))


def _must_have_sand(context: GameContext) -> None:
    """Refuse sand where the book knows none, unless a ruling brings it in (M-16)."""
    if not context.rules.sand.per_move.is_known:
        context.unless_ruled(context.rules.sand.per_move.refusal())
