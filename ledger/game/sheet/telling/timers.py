"""Timers, petitions, sand and platforms in a few words."""

from __future__ import annotations

from ledger.game.facts.clock import (
    BagCounted,
    DirectorPetitioned,
    OvertimeWaived,
    PetitionDeclined,
    PressNullified,
    RecollectionsWritten,
    SandTimeCalled,
    SandTurnLost,
    SandWarned,
    ScoreCheckAsked,
    TimerFailed,
    TimesSet,
)
from ledger.game.facts.virtual_play import ConnectionLost, MonitorNamed
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Clocks


def told_timers(fact: Fact, sheet: Sheet) -> str:
    """A fact about timers, in words; empty for any other."""
    match fact:
        case TimerFailed():
            return f"Timer failed: {fact.fault.replace('-', ' ')}"
        case RecollectionsWritten():
            return f"{sheet.name(fact.seat)} remembers {_both(fact.remembered)}"
        case TimesSet():
            timer = f", timer {fact.timer}" if fact.timer else ""
            return f"Times set to {_both(fact.times)}{timer}"
        case DirectorPetitioned():
            what = fact.what.replace("-", " ")
            return f"{sheet.name(fact.seat)} asked the director ({what}){because(fact.reason)}"
        case PetitionDeclined():
            return f"Not granted{because(fact.reason)}"
        case PressNullified():
            return f"Press of {sheet.name(fact.seat)} counts for nothing{because(fact.reason)}"
        case OvertimeWaived():
            waived = f"Time penalty of {fact.points} waived, {sheet.name(fact.seat)}"
            return f"{waived}{because(fact.reason)}"
        case ScoreCheckAsked():
            return f"{sheet.name(fact.seat)} asked to compare the scores"
        case BagCounted():
            return f"An official counted {fact.count} tiles in the bag"
    return ""


def told_other_play(fact: Fact, sheet: Sheet) -> str:
    """A fact about sand timers or platforms, in words; empty for any other."""
    match fact:
        case SandWarned():
            return f"{sheet.name(fact.seat)} was warned that the sand runs out"
        case SandTurnLost():
            return f"{sheet.name(fact.seat)} lost the turn: sand out"
        case SandTimeCalled():
            return "Time called: one more play each"
        case MonitorNamed():
            return f"Monitor: {fact.monitor}"
        case ConnectionLost():
            note = f": {fact.note}" if fact.note else ""
            return f"Connection of {sheet.name(fact.seat)} lost{note}"
    return ""


def _both(clocks: Clocks) -> str:
    return " and ".join(
        f"{'-' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"
        for seconds in clocks
    )
