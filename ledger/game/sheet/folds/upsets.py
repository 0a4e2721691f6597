"""What a board that was upset does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.upsets import (
    BoardUpset,
    PlayerEjected,
    PositionRebuilt,
    UpsetEnded,
    UpsetFound,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _upset(sheet: Sheet, fact: BoardUpset, entry: Standing) -> Sheet:
    """Nobody thinks on a clock while there is no position to think about."""
    return replace(
        sheet,
        open=with_opened(sheet.open, entry.event.originator_version, fact),
        clock=replace(sheet.clock, neutral=sheet.clock.neutral or "board-upset"),
    )


def _found(sheet: Sheet, fact: UpsetFound, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, BoardUpset, fact))


def _over(sheet: Sheet, fact: PositionRebuilt | UpsetEnded, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, BoardUpset))


def _ejected(sheet: Sheet, fact: PlayerEjected, entry: Standing) -> Sheet:
    return replace(
        sheet,
        table=replace(sheet.table, ejected=(*sheet.table.ejected, fact.seat)),
        open=without(sheet.open, BoardUpset),
    )


FOLDS: Folds = {
    BoardUpset: _upset,
    UpsetFound: _found,
    PositionRebuilt: _over,
    UpsetEnded: _over,
    PlayerEjected: _ejected,
}
