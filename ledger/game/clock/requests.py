"""The clock: starting, stopping and setting it, and the timers of a procedure."""

from __future__ import annotations

from ledger.game.challenges.facts import ChallengeFailed, PhoneyWithdrawn
from ledger.game.clock.facts import (
    BagCounted,
    ClockNeutralised,
    ClockRestarted,
    DirectorPetitioned,
    OvertimeWaived,
    PetitionDeclined,
    PressNullified,
    RecollectionsWritten,
    ScoreCheckAsked,
    TimeAdjusted,
    TimeRead,
    TimerFailed,
    TimesSet,
)
from ledger.game.endings.forfeits import overtime_taken
from ledger.game.entry import GameContext, decides, must_not_be_final
from ledger.game.judging.rules import method_of, restart_conditions
from ledger.game.sheet.sheet import Sheet, find
from ledger.record.fact import Fact
from ledger.requests.request import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities.ruled import touching
from ledger.vocabulary import Clocks, Points, Seat, Seconds, remarks
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
