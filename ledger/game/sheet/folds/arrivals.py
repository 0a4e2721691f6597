"""What lateness does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.arrivals import (
    ForfeitElected,
    GamePostponed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact


def _late_clock(sheet: Sheet, fact: LateClockStarted, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, LateClockStarted, fact))


def _postponed(sheet: Sheet, fact: GamePostponed, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    waiting = without(sheet.open, LateClockStarted)
    return replace(sheet, open=with_opened(waiting, version, fact))


FOLDS: Folds = {
    LateClockStarted: _late_clock,
    PlayerArrived: _step,
    LateClockRanOut: _step,
    ForfeitElected: _step,
    GamePostponed: _postponed,
}
