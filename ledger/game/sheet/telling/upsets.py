"""A board that was upset, told in a few words."""

from __future__ import annotations

from ledger.game.facts.upsets import (
    BoardUpset,
    PlayerEjected,
    PositionRebuilt,
    UpsetEnded,
    UpsetFound,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import tiles
from ledger.game.sheet.telling.tells import tells


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
