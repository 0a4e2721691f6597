"""What clock facts, failing timers, petitions, sand timers and platforms do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

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
from ledger.game.facts.holds import HoldCalled
from ledger.game.facts.placement import OrientationSet
from ledger.game.sheet.because import because
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import with_opened, with_step, without, without_any
from ledger.game.sheet.petitions import without_petition
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact
from ledger.vocabulary import Points


def _neutralised(sheet: Sheet, fact: ClockNeutralised, entry: Standing) -> Sheet:
    """The stop may be what makes a challenge binding that was only said aloud."""
    clock = replace(sheet.clock.read(entry.event.envelope.clocks), neutral=fact.reason)
    challenge = sheet.challenges.pending
    if challenge is None or challenge.neutral is not False:
        return replace(sheet, clock=clock)
    binding = replace(sheet.challenges, pending=replace(challenge, neutral=True))
    return replace(sheet, clock=clock, challenges=binding)


def _restarted(sheet: Sheet, fact: ClockRestarted, entry: Standing) -> Sheet:
    return replace(sheet, clock=replace(sheet.clock.read(entry.event.envelope.clocks), neutral=""))


def _read(sheet: Sheet, fact: TimeRead, entry: Standing) -> Sheet:
    return replace(sheet, clock=sheet.clock.read(entry.event.envelope.clocks))


def _adjusted(sheet: Sheet, fact: TimeAdjusted, entry: Standing) -> Sheet:
    answered = without_petition(sheet.open, fact.seat, "extra-time")
    return replace(sheet, clock=sheet.clock.less(fact.seat, -fact.seconds), open=answered)


def _opened(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


def _remembered(sheet: Sheet, fact: RecollectionsWritten, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, TimerFailed, fact))


def _times_set(sheet: Sheet, fact: TimesSet, entry: Standing) -> Sheet:
    opened = without(sheet.open, TimerFailed)
    return replace(sheet, clock=sheet.clock.read(fact.times), open=opened)


def _declined(sheet: Sheet, fact: PetitionDeclined, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, DirectorPetitioned))


def _nullified(sheet: Sheet, fact: PressNullified, entry: Standing) -> Sheet:
    return replace(sheet, open=without_petition(sheet.open, fact.seat, "press-nullified"))


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


def _noted(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return sheet


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


FOLDS: Folds = {
    ClockNeutralised: _neutralised,
    ClockRestarted: _restarted,
    TimeRead: _read,
    TimeAdjusted: _adjusted,
    TimerFailed: _opened,
    RecollectionsWritten: _remembered,
    TimesSet: _times_set,
    DirectorPetitioned: _opened,
    PetitionDeclined: _declined,
    PressNullified: _nullified,
    OvertimeWaived: _waived,
    ScoreCheckAsked: _noted,
    BagCounted: _noted,
    SandWarned: _noted,
    SandTurnLost: _turn_lost,
    SandTimeCalled: _opened,
}
