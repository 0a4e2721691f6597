"""Timers that fail, petitions to the director, comparing scores, penalties taken back."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.clock import (
    BagCounted,
    ClockNeutralised,
    DirectorPetitioned,
    OvertimeWaived,
    PetitionDeclined,
    PressNullified,
    RecollectionsWritten,
    ScoreCheckAsked,
    TimerFailed,
    TimesSet,
)
from ledger.game.play.endings.forfeits import overtime_taken
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Clocks, Points, Seat, remarks
from ledger.vocabulary.closed_lists import Petition, TimerFate, TimerFault


class ReportTimerFault(Asked, frozen=True, tag="report-timer-fault", kw_only=True):
    """The timer does not work; fields as in ``TimerFailed``."""

    fault: TimerFault
    timer: str = ""


class WriteRecollection(Asked, frozen=True, tag="write-recollection", kw_only=True):
    """``seat`` writes down what both clocks showed, as remembered."""

    seat: Seat
    remembered: Clocks


class SetTimes(Asked, frozen=True, tag="set-times", kw_only=True):
    """The director fixes both times; fields as in ``TimesSet``."""

    times: Clocks
    timer: TimerFate = ""
    replaced_by: str = ""
    owner_told: bool = False


class PetitionDirector(Asked, frozen=True, tag="petition-director", kw_only=True):
    """``seat`` asks the director for ``extra-time``, or to have a press nullified."""

    seat: Seat
    what: Petition
    reason: str


class DeclinePetition(Asked, frozen=True, tag="decline-petition", kw_only=True):
    """The director grants nothing."""

    reason: str


class NullifyPress(Asked, frozen=True, tag="nullify-press", kw_only=True):
    """The director lets a press of the timer by ``seat`` count for nothing."""

    seat: Seat
    reason: str


class WaiveOvertime(Asked, frozen=True, tag="waive-overtime", kw_only=True):
    """The director takes back ``points`` of the time penalty of ``seat``."""

    seat: Seat
    points: Points
    reason: str


class AskScoreCheck(Asked, frozen=True, tag="ask-score-check", kw_only=True):
    """``seat`` asks to compare the scores."""

    seat: Seat


class ReportBagCount(Asked, frozen=True, tag="report-bag-count", kw_only=True):
    """An official counted the bag and told both players; fields as in ``BagCounted``."""

    count: int
    objected: Seat | None = None


@decides(ReportTimerFault, may=STAFF)
def report_timer_fault(sheet: Sheet, asked: ReportTimerFault, entry: Entry) -> Decision:
    """Write a fault down, and that both clocks stand still (M-12)."""
    must_not_be_final(sheet, entry)
    facts: tuple[Fact, ...] = (
        TimerFailed(fault=asked.fault, timer=asked.timer),
        ClockNeutralised(reason="timer-fault"),
    )
    return Decision(facts)


@decides(WriteRecollection, may=STAFF)
def write_recollection(sheet: Sheet, asked: WriteRecollection, entry: Entry) -> Decision:
    """Write down what a player remembers of both times."""
    must_not_be_final(sheet, entry)
    return Decision((RecollectionsWritten(seat=asked.seat, remembered=asked.remembered),))


@decides(SetTimes, may=DIRECTORS)
def set_times(sheet: Sheet, asked: SetTimes, entry: Entry) -> Decision:
    """Fix both times, which takes a ruling (M-12)."""
    must_not_be_final(sheet, entry)
    entry.must_be_ruled("needs-ruling/times")
    fact = TimesSet(
        times=asked.times,
        timer=asked.timer,
        replaced_by=asked.replaced_by,
        owner_told=asked.owner_told,
    )
    return Decision((fact,), _about_the_timer(sheet, asked, entry))


def _about_the_timer(sheet: Sheet, asked: SetTimes, entry: Entry) -> tuple[str, ...]:
    """What is done with a timer otherwise than the book has it (wespa-4.0 1.4.6)."""
    opened = find(sheet.open, TimerFailed)
    failed = opened.fact if opened is not None else None
    if entry.rules.timer.fault.value != "recollections" or not isinstance(failed, TimerFailed):
        return ()
    reused = asked.timer == "reused" and failed.fault != "power"
    untold = asked.timer == "withdrawn" and not asked.owner_told
    return (remarks.TIMER_USED_AGAIN,) * reused + (remarks.OWNER_NOT_TOLD,) * untold


@decides(PetitionDirector, may=STAFF)
def petition_director(sheet: Sheet, asked: PetitionDirector, entry: Entry) -> Decision:
    """Write a petition down; the answer is a ruling (D-05, D-09)."""
    must_not_be_final(sheet, entry)
    rule = {
        "extra-time": entry.rules.timer.extra_time,
        "press-nullified": entry.rules.timer.press_nullified,
    }[asked.what]
    fact = DirectorPetitioned(seat=asked.seat, what=asked.what, reason=asked.reason)
    return Decision((fact,), () if rule.is_known else (remarks.DIRECTOR_TO_CONFIRM,))


@decides(DeclinePetition, may=DIRECTORS)
def decline_petition(sheet: Sheet, asked: DeclinePetition, entry: Entry) -> Decision:
    """Write down that the director granted nothing."""
    must_not_be_final(sheet, entry)
    return Decision((PetitionDeclined(reason=asked.reason),))


@decides(NullifyPress, may=DIRECTORS)
def nullify_press(sheet: Sheet, asked: NullifyPress, entry: Entry) -> Decision:
    """Let a press count for nothing, which takes a ruling; it is no pass (D-05)."""
    must_not_be_final(sheet, entry)
    entry.must_be_ruled("needs-ruling/press")
    return Decision((PressNullified(seat=asked.seat, reason=asked.reason),))


@decides(WaiveOvertime, may=DIRECTORS)
def waive_overtime(sheet: Sheet, asked: WaiveOvertime, entry: Entry) -> Decision:
    """Take a time penalty back, which takes a ruling (M-04, M-14)."""
    must_not_be_final(sheet, entry)
    taken = overtime_taken(sheet, asked.seat)
    entry.must(
        0 < asked.points <= taken,
        "unreadable-request/points-back",
        taken=taken,
        player=sheet.name(asked.seat),
    )
    entry.must_be_ruled("needs-ruling/time-penalty")
    fact = OvertimeWaived(seat=asked.seat, points=asked.points, reason=asked.reason)
    return Decision((fact,))


@decides(AskScoreCheck, may=STAFF)
def ask_score_check(sheet: Sheet, asked: AskScoreCheck, entry: Entry) -> Decision:
    """Write down who asks to compare the scores, and when the book lets a player (D-17)."""
    must_not_be_final(sheet, entry)
    rule = entry.rules.stopping.verification
    off_turn = sheet.on_move is asked.seat.opponent
    if off_turn and rule.value == "own-time":
        entry.must_be_ruled("not-on-your-time", player=sheet.name(asked.seat))
    noticed = (remarks.ASKED_OFF_TURN, rule.trap) if off_turn and rule.value == "own-turn" else ()
    return Decision((ScoreCheckAsked(seat=asked.seat),), tuple(filter(None, noticed)))


@decides(ReportBagCount, may=STAFF)
def report_bag_count(sheet: Sheet, asked: ReportBagCount, entry: Entry) -> Decision:
    """Write down what an official counted and told both players (D-12).

    Nothing is compared with the record aloud: that would tell a player something.
    """
    must_not_be_final(sheet, entry)
    entry.must(asked.count >= 0, "unreadable-request/bag-count")
    return Decision((BagCounted(count=asked.count, objected=asked.objected),))
