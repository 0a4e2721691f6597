"""Requests about clocks, and overtime with its cost."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import (
    BagCounted,
    ClockNeutralised,
    ClockRestarted,
    DirectorPetitioned,
    OvertimeRecorded,
    OvertimeWaived,
    PetitionDeclined,
    PressNullified,
    RecollectionsWritten,
    SandTimeCalled,
    SandTurnLost,
    SandWarned,
    ScoreCheckAsked,
    TimeAdjusted,
    TimeRead,
    TimerFailed,
    TimesSet,
)
from ledger.game.context import (
    GameContext,
    awaits_verdict,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
)
from ledger.game.endings.facts import GameEnded
from ledger.game.endings.forfeits import forfeited_by_overtime, overtime_taken
from ledger.game.endings.requests import with_the_end
from ledger.game.judging.rules import method_of, restart_conditions
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.sheet.still_open import yet_to_play
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.rulebook.ambiguities.ruled import touching
from ledger.rulebook.limits import MINUTE, over_limit, overtime_penalty
from ledger.vocabulary import Clocks, Points, Role, Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import Petition, TimerFate, TimerFault
from ledger.vocabulary.remarks import STOP_NOT_LISTED, STOPPED_OFF_TURN

# What the clocks may be stopped for.


CALLED = "director-called"
"""A call for the director, as the rulebooks' files name it among the reasons."""


def reason_id(words: str) -> str:
    """A reason as the rulebooks' files spell it.

    >>> reason_id(" Score discrepancy ")
    'score-discrepancy'
    """
    return "-".join(words.lower().split())


def rule_for_stopping(reason: str, rules: Rulebook) -> str:
    """The rule that allows stopping the clocks for ``reason``; empty if the book lists none.

    >>> from ledger.rulebook import load
    >>> rule_for_stopping("bag-access", load("wespa-4.0"))
    'wespa-4.0 3.6.3'
    >>> rule_for_stopping("bag-access", load("wespa-1.0"))
    ''
    """
    listed = dict(rules.stopping.reasons.value or ())
    number = listed.get(reason_id(reason), "")
    return f"{rules.id} {number}" if number else ""


def stop_remarks(reason: str, on_turn: bool | None, rules: Rulebook) -> tuple[str, ...]:
    """What to remark on when the clocks are stopped.

    Args:
      on_turn: whether the player who stopped them was on turn; ``None`` if nobody knows who.
    """
    if not rule_for_stopping(reason, rules):
        return (STOP_NOT_LISTED,)
    own = rules.stopping.on_own_turn.value or ()
    return (STOPPED_OFF_TURN,) if on_turn is False and reason_id(reason) in own else ()


# The clock: stopped, started, read, adjusted by ruling.


TOUCHED = {"scores-with-empty-bag": ("T4-08",), "official-count": ("TN-25",)}
"""Traps that a stop for this reason meets, in the books that have them."""


class NeutraliseClock(Request, frozen=True, tag="neutralise-clock", kw_only=True):
    """Both clocks were stopped, for ``reason``; by ``seat``, or an official if ``None``."""

    reason: str
    seat: Seat | None = None


class RestartClock(Request, frozen=True, tag="restart-clock", kw_only=True):
    """The clock of ``seat`` runs again; fields as in ``ClockRestarted``."""

    seat: Seat
    by: Seat | None = None
    reason: str = ""


class ReadClocks(Request, frozen=True, tag="read-clocks", kw_only=True):
    """Both clocks were read; what they showed travels with the request."""


class AdjustTime(Request, frozen=True, tag="adjust-time", kw_only=True):
    """The director gives ``seat`` time (positive ``seconds``) or takes it (negative)."""

    seat: Seat
    seconds: Seconds
    reason: str


@decides(NeutraliseClock, may=STAFF)
def neutralise_clock(sheet: Sheet, request: NeutraliseClock, context: GameContext) -> Decision:
    """Write down that the clocks were stopped, and why; M-08 lists the reasons by book.

    A stop that gives no reason of the book's may have been meant as a challenge (TN-32).
    """
    must_not_be_final(sheet, context)
    on_turn = None if request.seat is None else sheet.on_move in (None, request.seat)
    fact = ClockNeutralised(reason=request.reason, seat=request.seat)
    touched = TOUCHED.get(reason_id(request.reason), ())
    if not rule_for_stopping(request.reason, context.rules):
        touched = ("TN-32",)
    noticed = stop_remarks(request.reason, on_turn, context.rules)
    return Decision((fact,), (*noticed, *touching(context.rules, *touched)))


@decides(RestartClock, may=STAFF)
def restart_clock(sheet: Sheet, request: RestartClock, context: GameContext) -> Decision:
    """Write down whose clock runs again, who started it and why (M-10, M-11).

    Round a challenge it waits for conditions of the book's; that they were met is confirmed
    by a request of its own, and a start without it is remarked on (L-15).
    """
    must_not_be_final(sheet, context)
    started = ClockRestarted(seat=request.seat, by=request.by, reason=request.reason)
    return Decision((started,), (remarks.RESTART_NOT_CONFIRMED,) if _waits(sheet, context) else ())


def _waits(sheet: Sheet, context: GameContext) -> bool:
    """Whether a challenge holds the clocks up: it has no verdict, or there is more to do after."""
    if sheet.challenges.pending is not None:
        return True
    off = find(sheet.open, PhoneyWithdrawn) is not None
    judged = off or find(sheet.open, ChallengeFailed) is not None
    method = (
        method_of(sheet.challenges.judged.challenge, context.rules)
        if sheet.challenges.judged
        else None
    )
    return judged and bool(restart_conditions(off, method, context.rules))


@decides(ReadClocks, may=STAFF)
def read_clocks(sheet: Sheet, request: ReadClocks, context: GameContext) -> Decision:
    if context.clocks is None:
        raise context.refusal("unreadable-request/no-clocks")
    return Decision((TimeRead(),))


@decides(AdjustTime, may=STAFF)
def adjust_time(sheet: Sheet, request: AdjustTime, context: GameContext) -> Decision:
    """Write an adjustment of a clock down, which takes a director's ruling (M-13)."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/time")
    return Decision(
        (TimeAdjusted(seat=request.seat, seconds=request.seconds, reason=request.reason),)
    )


class ReportTimerFault(Request, frozen=True, tag="report-timer-fault", kw_only=True):
    """The timer does not work; fields as in ``TimerFailed``."""

    fault: TimerFault
    timer: str = ""


class WriteRecollection(Request, frozen=True, tag="write-recollection", kw_only=True):
    """``seat`` writes down what both clocks showed, as remembered."""

    seat: Seat
    remembered: Clocks


class SetTimes(Request, frozen=True, tag="set-times", kw_only=True):
    """The director fixes both times; fields as in ``TimesSet``."""

    times: Clocks
    timer: TimerFate = ""
    replaced_by: str = ""
    owner_told: bool = False


class PetitionDirector(Request, frozen=True, tag="petition-director", kw_only=True):
    """``seat`` asks the director for ``extra-time``, or to have a press nullified."""

    seat: Seat
    what: Petition
    reason: str


class DeclinePetition(Request, frozen=True, tag="decline-petition", kw_only=True):
    reason: str


class NullifyPress(Request, frozen=True, tag="nullify-press", kw_only=True):
    """The director lets a press of the timer by ``seat`` count for nothing."""

    seat: Seat
    reason: str


class WaiveOvertime(Request, frozen=True, tag="waive-overtime", kw_only=True):
    """The director takes back ``points`` of the time penalty of ``seat``."""

    seat: Seat
    points: Points
    reason: str


class AskScoreCheck(Request, frozen=True, tag="ask-score-check", kw_only=True):
    seat: Seat


class ReportBagCount(Request, frozen=True, tag="report-bag-count", kw_only=True):
    """An official counted the bag and told both players; fields as in ``BagCounted``."""

    count: int
    objected: Seat | None = None


@decides(ReportTimerFault, may=STAFF)
def report_timer_fault(sheet: Sheet, request: ReportTimerFault, context: GameContext) -> Decision:
    """Write a fault down, and that both clocks stand still (M-12)."""
    must_not_be_final(sheet, context)
    facts: tuple[Fact, ...] = (
        TimerFailed(fault=request.fault, timer=request.timer),
        ClockNeutralised(reason="timer-fault"),
    )
    return Decision(facts)


@decides(WriteRecollection, may=STAFF)
def write_recollection(sheet: Sheet, request: WriteRecollection, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    return Decision((RecollectionsWritten(seat=request.seat, remembered=request.remembered),))


@decides(SetTimes, may=DIRECTORS)
def set_times(sheet: Sheet, request: SetTimes, context: GameContext) -> Decision:
    """Fix both times, which takes a ruling (M-12)."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/times")
    fact = TimesSet.from_request(request)
    return Decision((fact,), _about_the_timer(sheet, request, context))


def _about_the_timer(sheet: Sheet, request: SetTimes, context: GameContext) -> tuple[str, ...]:
    """What is done with a timer otherwise than the book has it (wespa-4.0 1.4.6)."""
    opened = find(sheet.open, TimerFailed)
    failed = opened.fact if opened is not None else None
    if context.rules.timer.fault.value != "recollections" or not isinstance(failed, TimerFailed):
        return ()
    reused = request.timer == "reused" and failed.fault != "power"
    untold = request.timer == "withdrawn" and not request.owner_told
    return (remarks.TIMER_USED_AGAIN,) * reused + (remarks.OWNER_NOT_TOLD,) * untold


@decides(PetitionDirector, may=STAFF)
def petition_director(sheet: Sheet, request: PetitionDirector, context: GameContext) -> Decision:
    """Write a petition down; the answer is a ruling (D-05, D-09)."""
    must_not_be_final(sheet, context)
    rule = {
        "extra-time": context.rules.timer.extra_time,
        "press-nullified": context.rules.timer.press_nullified,
    }[request.what]
    fact = DirectorPetitioned(seat=request.seat, what=request.what, reason=request.reason)
    return Decision((fact,), () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,))


@decides(DeclinePetition, may=DIRECTORS)
def decline_petition(sheet: Sheet, request: DeclinePetition, context: GameContext) -> Decision:
    must_not_be_final(sheet, context)
    return Decision((PetitionDeclined(reason=request.reason),))


@decides(NullifyPress, may=DIRECTORS)
def nullify_press(sheet: Sheet, request: NullifyPress, context: GameContext) -> Decision:
    """Let a press count for nothing, which takes a ruling; it is no pass (D-05)."""
    must_not_be_final(sheet, context)
    context.must_be_ruled("needs-ruling/press")
    return Decision((PressNullified(seat=request.seat, reason=request.reason),))


@decides(WaiveOvertime, may=DIRECTORS)
def waive_overtime(sheet: Sheet, request: WaiveOvertime, context: GameContext) -> Decision:
    """Take a time penalty back, which takes a ruling (M-04, M-14)."""
    must_not_be_final(sheet, context)
    taken = overtime_taken(sheet, request.seat)
    context.must(
        0 < request.points <= taken,
        "unreadable-request/points-back",
        taken=taken,
        player=sheet.name(request.seat),
    )
    context.must_be_ruled("needs-ruling/time-penalty")
    fact = OvertimeWaived(seat=request.seat, points=request.points, reason=request.reason)
    return Decision((fact,))


@decides(AskScoreCheck, may=STAFF)
def ask_score_check(sheet: Sheet, request: AskScoreCheck, context: GameContext) -> Decision:
    """Write down who asks to compare the scores, and when the book lets a player (D-17)."""
    must_not_be_final(sheet, context)
    rule = context.rules.stopping.verification
    off_turn = sheet.on_move is request.seat.opponent
    if off_turn and rule.value == "own-time":
        context.must_be_ruled("not-on-your-time", player=sheet.name(request.seat))
    noticed = (remarks.ASKED_OFF_TURN, rule.trap) if off_turn and rule.value == "own-turn" else ()
    return Decision((ScoreCheckAsked(seat=request.seat),), tuple(filter(None, noticed)))


@decides(ReportBagCount, may=STAFF)
def report_bag_count(sheet: Sheet, request: ReportBagCount, context: GameContext) -> Decision:
    """Write down what an official counted and told both players (D-12).

    Nothing is compared with the record aloud: that would tell a player something.
    """
    must_not_be_final(sheet, context)
    context.must(request.count >= 0, "unreadable-request/bag-count")
    return Decision((BagCounted(count=request.count, objected=request.objected),))


# Time overstepped: what it costs by clock and by sand timer.


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
    must_be_on_move(sheet, request.seat, context, "warning")
    return Decision((SandWarned(seat=request.seat),))


@decides(ReportSandOut, may=STAFF)
def report_sand_out(sheet: Sheet, request: ReportSandOut, context: GameContext) -> Decision:
    """Take the turn of a player whose sand ran out, where the rule does (M-19).

    Whether it counts towards the scoreless end the book does not say; it is counted.
    """
    _must_have_sand(context)
    must_be_playing(sheet, context)
    must_be_on_move(sheet, request.seat, context)
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
