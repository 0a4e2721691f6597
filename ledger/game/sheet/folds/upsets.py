"""What a board that was upset does to the sheet. And its words."""

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
from ledger.game.sheet.wording.tells import tells, tiles


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


# A board that was upset, told in a few words.


@tells(BoardUpset, "board upset[ by {seat}][; {note}]")
def _board_upset(fact: BoardUpset, sheet: Sheet) -> str:
    whose = f" by {sheet.name(fact.seat)}" if fact.seat else ""
    return f"Board upset{whose}"


@tells(UpsetFound, "upset found {how}[; by {seat}][; witnesses {witnesses}]")
def _upset_found(fact: UpsetFound, sheet: Sheet) -> str:
    how = "by accident" if fact.how == "accidental" else "on purpose"
    whose = f", by {sheet.name(fact.seat)}" if fact.seat else ""
    witnesses = f"; heard: {', '.join(fact.witnesses)}" if fact.witnesses else ""
    return f"The board was upset {how}{whose}{witnesses}"


@tells(PositionRebuilt, "position rebuilt as of event {version}, {tiles} tiles: {board}")
def _position_rebuilt(fact: PositionRebuilt, _sheet: Sheet) -> str:
    return f"Position rebuilt, {tiles(fact.tiles)}"


@tells(UpsetEnded, "not rebuilt; turns {turns}[; taken off {taken_off}][; from {seat}]")
def _upset_ended(_fact: UpsetEnded, _sheet: Sheet) -> str:
    return "Position not rebuilt; the scores of that moment stand"


@tells(PlayerEjected, "ejected {seat}[; {clause}]")
def _player_ejected(fact: PlayerEjected, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} must leave the event"
