"""What the first acts at a table do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.setting_up import StarterDetermined
from ledger.game.facts.starting import (
    ArrangementMade,
    EquipmentNoted,
    FirstRackDrawn,
    FirstTileDrawn,
    RecordingAgreed,
    StartTilesReturned,
    TimerChosen,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_step
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact


def _timer(sheet: Sheet, fact: TimerChosen, entry: Standing) -> Sheet:
    return replace(sheet, timer=fact.kind)


def _recording(sheet: Sheet, fact: RecordingAgreed, entry: Standing) -> Sheet:
    others = tuple(player for player in sheet.not_recorded if player != fact.player)
    return replace(sheet, not_recorded=others if fact.agrees else (*others, fact.player))


def _noted(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return sheet


def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, StarterDetermined, fact))


FOLDS: Folds = {
    TimerChosen: _timer,
    EquipmentNoted: _noted,
    RecordingAgreed: _recording,
    ArrangementMade: _noted,
    StartTilesReturned: _step,
    FirstTileDrawn: _step,
    FirstRackDrawn: _step,
}
