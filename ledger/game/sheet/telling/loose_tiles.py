"""Tiles that are not where they should be, told in a few words."""

from __future__ import annotations

from ledger.game.facts.loose_tiles import (
    EntitledPlayer,
    ExtraTiles,
    FoundTileChecked,
    GameReopened,
    RacksRestored,
    SpillSettled,
    TileMissing,
    TilesFound,
    TilesSpilled,
    UnplayedTakenBack,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.amounts import on_racks, tiles
from ledger.game.sheet.telling.tells import tells


@tells(
    TilesSpilled,
    "spilled by {seat}: {count}; {phase:word}; bag {bag}; remedy {remedy:word}"
    "[; face up {face_up}][; to give {given}][; {declined|declined|not declined}]",
)
def _tiles_spilled(fact: TilesSpilled, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} spilled {tiles(fact.count)}"


@tells(SpillSettled, "spill settled {seat}: given {given}, back {returned}; racks {racks}")
def _spill_settled(fact: SpillSettled, _sheet: Sheet) -> str:
    return f"After the spill {fact.given} given and {fact.returned} back into the bag"


@tells(
    TilesFound,
    "found {where:word} by {by}: {count}; tiles {tiles}; remedy {remedy:word}"
    "[; missed before {to_count}]",
)
def _tiles_found(fact: TilesFound, _sheet: Sheet) -> str:
    place = "in the bag" if fact.where == "bag" else "outside the bag"
    added = ", not added to the game" if fact.remedy == "not-added" else ""
    return f"{tiles(fact.count)} found {place}{added}"


@tells(
    FoundTileChecked,
    "tile found {from_board|came off the board|was not from the board}[; at {square}]",
)
def _found_tile_checked(fact: FoundTileChecked, _sheet: Sheet) -> str:
    return "The tile came off the board" if fact.from_board else (
        "Both agree that the tile was not from the board"
    )  # fmt: skip


@tells(RacksRestored, "racks restored {racks}[; {resumed|play goes on|a draw follows}]")
def _racks_restored(fact: RacksRestored, _sheet: Sheet) -> str:
    return f"Racks as they were: {on_racks(fact.racks)}"


@tells(
    EntitledPlayer, "entitled {seat:nobody} ({basis:word}): {count}; racks {racks}[; tiles {tiles}]"
)
def _entitled_player(fact: EntitledPlayer, sheet: Sheet) -> str:
    if fact.seat is None:
        return "Nobody can tell who should have drawn; the game goes on without"
    return f"{sheet.name(fact.seat)} was entitled and drew {tiles(fact.count)}"


@tells(
    TileMissing,
    "missing {count}; racks {racks}[; tiles {tiles}][; {searched|searched|not searched}]"
    "[; found {found}]",
)
def _tile_missing(fact: TileMissing, _sheet: Sheet) -> str:
    if not fact.count:
        return "The missing tiles were found"
    return f"{tiles(fact.count)} missing; play goes on without"


@tells(ExtraTiles, "too many in the set {count}; racks {racks}[; tiles {tiles}]")
def _extra_tiles(fact: ExtraTiles, _sheet: Sheet) -> str:
    return f"{tiles(fact.count)} too many in the set; play goes on"


@tells(UnplayedTakenBack, "count of unplayed tiles taken back: {reason}")
def _unplayed_taken_back(fact: UnplayedTakenBack, _sheet: Sheet) -> str:
    return f"The count of unplayed tiles no longer stands{because(fact.reason)}"


@tells(GameReopened, "game goes on, {on_move} on move: {reason}")
def _game_reopened(fact: GameReopened, sheet: Sheet) -> str:
    return f"The game goes on with {sheet.name(fact.on_move)} on move{because(fact.reason)}"
