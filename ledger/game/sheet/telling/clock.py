"""The clock, told in a few words."""

from __future__ import annotations

from ledger.game.facts.clock import (
    BagCounted,
    ClockNeutralised,
    ClockRestarted,
    DirectorPetitioned,
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
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import both_clocks, tiles
from ledger.game.sheet.telling.tells import tells
from ledger.vocabulary.clock_time import minutes


@tells(TimeRead, "time read")
def _time_read(_fact: TimeRead, _sheet: Sheet) -> str:
    return "Clocks read"


@tells(ClockNeutralised, "clock stopped: {reason}[; by {seat}]")
def _clock_neutralised(fact: ClockNeutralised, _sheet: Sheet) -> str:
    return f"Clocks stopped{because(fact.reason.replace('-', ' '))}"


@tells(ClockRestarted, "clock started {seat}[; by {by}][: {reason}]")
def _clock_restarted(fact: ClockRestarted, sheet: Sheet) -> str:
    return f"Clock of {sheet.name(fact.seat)} started again"


@tells(TimeAdjusted, "time adjusted {seat} {seconds}: {reason}")
def _time_adjusted(fact: TimeAdjusted, sheet: Sheet) -> str:
    to = "given to" if fact.seconds >= 0 else "taken from"
    return f"{minutes(abs(fact.seconds))} {to} {sheet.name(fact.seat)}{because(fact.reason)}"


@tells(TimerFailed, "timer failed: {fault}[; called {timer}]")
def _timer_failed(fact: TimerFailed, _sheet: Sheet) -> str:
    return f"Timer failed: {fact.fault.replace('-', ' ')}"


@tells(RecollectionsWritten, "remembered by {seat}: {remembered}")
def _recollections_written(fact: RecollectionsWritten, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} remembers {both_clocks(fact.remembered)}"


@tells(
    TimesSet,
    "times set {times}[; timer {timer}][; replaced by {replaced_by}]"
    "[; {owner_told|owner told|owner not told}]",
)
def _times_set(fact: TimesSet, _sheet: Sheet) -> str:
    timer = f", timer {fact.timer}" if fact.timer else ""
    return f"Times set to {both_clocks(fact.times)}{timer}"


@tells(DirectorPetitioned, "petition {seat} ({what}): {reason}")
def _director_petitioned(fact: DirectorPetitioned, sheet: Sheet) -> str:
    what = fact.what.replace("-", " ")
    return f"{sheet.name(fact.seat)} asked the director ({what}){because(fact.reason)}"


@tells(PetitionDeclined, "petition declined: {reason}")
def _petition_declined(fact: PetitionDeclined, _sheet: Sheet) -> str:
    return f"Not granted{because(fact.reason)}"


@tells(PressNullified, "press of {seat} nullified: {reason}")
def _press_nullified(fact: PressNullified, sheet: Sheet) -> str:
    return f"Press of {sheet.name(fact.seat)} counts for nothing{because(fact.reason)}"


@tells(OvertimeWaived, "overtime waived {seat} {points}: {reason}")
def _overtime_waived(fact: OvertimeWaived, sheet: Sheet) -> str:
    waived = f"Time penalty of {fact.points} waived, {sheet.name(fact.seat)}"
    return f"{waived}{because(fact.reason)}"


@tells(ScoreCheckAsked, "score check asked by {seat}")
def _score_check_asked(fact: ScoreCheckAsked, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} asked to compare the scores"


@tells(BagCounted, "bag counted {count}[; objection of {objected}]")
def _bag_counted(fact: BagCounted, _sheet: Sheet) -> str:
    return f"An official counted {tiles(fact.count)} in the bag"


@tells(SandWarned, "sand warning {seat}")
def _sand_warned(fact: SandWarned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} was warned that the sand runs out"


@tells(SandTurnLost, "sand out {seat} ({warned|warned|not warned}) after {after}")
def _sand_turn_lost(fact: SandTurnLost, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} lost the turn: sand out"


@tells(SandTimeCalled, "sand time called after {after}")
def _sand_time_called(_fact: SandTimeCalled, _sheet: Sheet) -> str:
    return "Time called: one more play each"
