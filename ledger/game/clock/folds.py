"""What clocks, failing timers, petitions and sand timers do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.challenges.facts import HoldCalled
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
from ledger.game.placement.facts import OrientationSet
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without, without_any
from ledger.game.sheet.standing import (
    Standing,
    because,
    both_clocks,
    coded,
    folds,
    leaves_unchanged,
    tells,
    tiles,
    with_reason,
)
from ledger.game.sheet.still_open import without_petition
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.vocabulary import Points
from ledger.vocabulary.bounds import minutes


@folds(ClockNeutralised)
def _neutralised(sheet: Sheet, fact: ClockNeutralised, entry: Standing) -> Sheet:
    """The stop may be what makes a challenge binding that was only said aloud."""
    clock = replace(sheet.clock.read(entry.event.envelope.clocks), neutral=fact.reason)
    challenge = sheet.challenges.pending
    if challenge is None or challenge.neutral is not False:
        return replace(sheet, clock=clock)
    binding = replace(sheet.challenges, pending=replace(challenge, neutral=True))
    return replace(sheet, clock=clock, challenges=binding)


@folds(ClockRestarted)
def _restarted(sheet: Sheet, fact: ClockRestarted, entry: Standing) -> Sheet:
    return replace(sheet, clock=replace(sheet.clock.read(entry.event.envelope.clocks), neutral=""))


@folds(TimeRead)
def _read(sheet: Sheet, fact: TimeRead, entry: Standing) -> Sheet:
    return replace(sheet, clock=sheet.clock.read(entry.event.envelope.clocks))


@folds(TimeAdjusted)
def _adjusted(sheet: Sheet, fact: TimeAdjusted, entry: Standing) -> Sheet:
    answered = without_petition(sheet.open, fact.seat, "extra-time")
    return replace(sheet, clock=sheet.clock.less(fact.seat, -fact.seconds), open=answered)


@folds(TimerFailed, DirectorPetitioned, SandTimeCalled)
def _opened(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


@folds(RecollectionsWritten)
def _remembered(sheet: Sheet, fact: RecollectionsWritten, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, TimerFailed, fact))


@folds(TimesSet)
def _times_set(sheet: Sheet, fact: TimesSet, entry: Standing) -> Sheet:
    opened = without(sheet.open, TimerFailed)
    return replace(sheet, clock=sheet.clock.read(fact.times), open=opened)


@folds(PetitionDeclined)
def _declined(sheet: Sheet, fact: PetitionDeclined, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DirectorPetitioned))


@folds(PressNullified)
def _nullified(sheet: Sheet, fact: PressNullified, entry: Standing) -> Sheet:
    return replace(sheet, open=without_petition(sheet.open, fact.seat, "press-nullified"))


@folds(OvertimeWaived)
def _waived(sheet: Sheet, fact: OvertimeWaived, entry: Standing) -> Sheet:
    """The points come back in a line of their own; what was taken stays visible."""
    totals = added(sheet.totals, fact.seat, fact.points)
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.OVERTIME,
        seat=fact.seat,
        score=fact.points,
        totals=totals,
        note=f"waived{because(fact.reason)}",
        corrections=entry.corrections,
    )
    return replace(sheet, lines=(*sheet.lines, line), totals=totals)


leaves_unchanged(ScoreCheckAsked, BagCounted, SandWarned)


@folds(SandTurnLost)
def _turn_lost(sheet: Sheet, fact: SandTurnLost, entry: Standing) -> Sheet:
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.SAND,
        seat=fact.seat,
        score=Points(0),
        totals=sheet.totals,
        zero_turns=sheet.zero_turns + 1,
        corrections=entry.corrections,
    )
    return replace(
        sheet,
        lines=(*sheet.lines, line),
        zero_turns=line.zero_turns,
        on_move=None if sheet.ended else fact.seat.opponent,
        challenges=replace(sheet.challenges, hold=None),
        out=None,
        open=without_any(
            sheet.open, (HoldCalled, OrientationSet) if sheet.turn_count else (HoldCalled,)
        ),
    )


# The clock, told in a few words.


@tells(TimeRead, "time read")
def _time_read(_fact: TimeRead, _sheet: Sheet) -> str:
    return say("game_clock.time-read")


@tells(ClockNeutralised, "clock stopped: {reason}[; by {seat}]")
def _clock_neutralised(fact: ClockNeutralised, _sheet: Sheet) -> str:
    return with_reason(say("game_clock.clock-neutralised"), coded("stop-reason", fact.reason))


@tells(ClockRestarted, "clock started {seat}[; by {by}][: {reason}]")
def _clock_restarted(fact: ClockRestarted, sheet: Sheet) -> str:
    return say("game_clock.clock-restarted", player=sheet.name(fact.seat))


@tells(TimeAdjusted, "time adjusted {seat} {seconds}: {reason}")
def _time_adjusted(fact: TimeAdjusted, sheet: Sheet) -> str:
    who, time = sheet.name(fact.seat), minutes(abs(fact.seconds))
    told = (
        say("game_clock.time-given", time=time, player=who)
        if fact.seconds >= 0
        else say("game_clock.time-taken-from", time=time, player=who)
    )
    return with_reason(told, fact.reason)


@tells(TimerFailed, "timer failed: {fault}[; called {timer}]")
def _timer_failed(fact: TimerFailed, _sheet: Sheet) -> str:
    return with_reason(say("game_clock.timer-failed"), coded("timer-fault", fact.fault))


@tells(RecollectionsWritten, "remembered by {seat}: {remembered}")
def _recollections_written(fact: RecollectionsWritten, sheet: Sheet) -> str:
    return say(
        "game_clock.recollections-written",
        player=sheet.name(fact.seat),
        times=both_clocks(fact.remembered),
    )


@tells(
    TimesSet,
    "times set {times}[; timer {timer}][; replaced by {replaced_by}]"
    "[; {owner_told|owner told|owner not told}]",
)
def _times_set_clock_wording(fact: TimesSet, _sheet: Sheet) -> str:
    if fact.timer:
        return say(
            "game_clock.times-set-on-timer",
            times=both_clocks(fact.times),
            timer=fact.timer,
        )
    return say("game_clock.times-set", times=both_clocks(fact.times))


@tells(DirectorPetitioned, "petition {seat} ({what}): {reason}")
def _director_petitioned(fact: DirectorPetitioned, sheet: Sheet) -> str:
    what = coded("petition", fact.what)
    return with_reason(
        say("game_clock.director-petitioned", player=sheet.name(fact.seat), what=what), fact.reason
    )


@tells(PetitionDeclined, "petition declined: {reason}")
def _petition_declined(fact: PetitionDeclined, _sheet: Sheet) -> str:
    return with_reason(say("game_clock.petition-declined"), fact.reason)


@tells(PressNullified, "press of {seat} nullified: {reason}")
def _press_nullified(fact: PressNullified, sheet: Sheet) -> str:
    return with_reason(say("game_clock.press-nullified", player=sheet.name(fact.seat)), fact.reason)


@tells(OvertimeWaived, "overtime waived {seat} {points}: {reason}")
def _overtime_waived(fact: OvertimeWaived, sheet: Sheet) -> str:
    waived = say("game_clock.overtime-waived", points=fact.points, player=sheet.name(fact.seat))
    return with_reason(waived, fact.reason)


@tells(ScoreCheckAsked, "score check asked by {seat}")
def _score_check_asked(fact: ScoreCheckAsked, sheet: Sheet) -> str:
    return say("game_clock.score-check-asked", player=sheet.name(fact.seat))


@tells(BagCounted, "bag counted {count}[; objection of {objected}]")
def _bag_counted(fact: BagCounted, _sheet: Sheet) -> str:
    return say("game_clock.bag-counted", tiles=tiles(fact.count))


@tells(SandWarned, "sand warning {seat}")
def _sand_warned(fact: SandWarned, sheet: Sheet) -> str:
    return say("game_clock.sand-warned", player=sheet.name(fact.seat))


@tells(SandTurnLost, "sand out {seat} ({warned|warned|not warned}) after {after}")
def _sand_turn_lost(fact: SandTurnLost, sheet: Sheet) -> str:
    return say("game_clock.sand-turn-lost", player=sheet.name(fact.seat))


@tells(SandTimeCalled, "sand time called after {after}")
def _sand_time_called(_fact: SandTimeCalled, _sheet: Sheet) -> str:
    return say("game_clock.sand-time-called")


@folds(OvertimeRecorded)
def _overtime(sheet: Sheet, fact: OvertimeRecorded, entry: Standing) -> Sheet:
    recorded = list(sheet.clock.overtime)
    recorded[fact.seat.place] = fact.penalty
    totals = added(sheet.totals, fact.seat, -fact.penalty)
    line = Line(
        version=entry.event.originator_version,
        kind=LineKind.OVERTIME,
        seat=fact.seat,
        score=Points(-fact.penalty),
        totals=totals,
        note="" if fact.over is None else f"{minutes(fact.over)} over",
        corrections=entry.corrections,
    )
    # A file may say that overtime cost nothing; here nobody notes overtime that was none.
    settled = bool(fact.penalty) or fact.over is None
    lines = (*sheet.lines, line) if settled else sheet.lines
    return replace(
        sheet,
        lines=lines,
        totals=totals,
        clock=replace(sheet.clock, overtime=(recorded[0], recorded[1])),
    )


@tells(
    OvertimeRecorded,
    "overtime {seat} {over:not known}; penalty {penalty}[; at the end {at_end}]"
    "[; at the reveal {at_reveal}][; at last {at_last}]",
)
def _overtime_recorded(fact: OvertimeRecorded, sheet: Sheet) -> str:
    return say(
        "game_endings.overtime-recorded", player=sheet.name(fact.seat), penalty=-fact.penalty
    )
