"""What spilled, found, missing and extra tiles do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.drawing.folds import opened
from ledger.game.loose_tiles.facts import (
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
from ledger.game.sheet.line import LineKind, Stock
from ledger.game.sheet.sheet import Sheet, with_step, without
from ledger.game.sheet.standing import Standing, folds, on_racks, tells, tiles, with_reason
from ledger.game.turns.folds import added
from ledger.messages import say
from ledger.vocabulary import Points, Tiles, Totals


@folds(TilesSpilled)
def _spilled(sheet: Sheet, fact: TilesSpilled, entry: Standing) -> Sheet:
    return opened(sheet, fact, entry) if fact.remedy in ("choice", "director") else sheet


@folds(SpillSettled)
def _spill_settled(sheet: Sheet, fact: SpillSettled, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    return replace(sheet, stock=stock, open=without(sheet.open, TilesSpilled))


@folds(TilesFound)
def _found(sheet: Sheet, fact: TilesFound, entry: Standing) -> Sheet:
    """A tile counted as missing joins the pool again; one that is not added leaves it."""
    if fact.remedy == "not-added":
        return _out_of_the_game(sheet, fact.count - fact.to_count, fact.tiles)
    if fact.to_count:
        sheet = replace(
            sheet,
            stock=Stock(sheet.stock.bag + fact.to_count, sheet.stock.racks),
            irregular=replace(
                sheet.irregular,
                missing=sheet.irregular.missing - fact.to_count,
                missing_tiles=_less(sheet.irregular.missing_tiles, fact.tiles),
            ),
        )
    return opened(sheet, fact, entry)


def _out_of_the_game(sheet: Sheet, count: int, tiles: Tiles) -> Sheet:
    """``count`` tiles fewer: off the bag, else off the rack where the record has them too many.

    Once a player is out the tiles that nobody holds are, for the record, on the other rack.
    """
    racks = list(sheet.stock.racks)
    from_racks = max(0, count - sheet.stock.bag)
    for place in sorted((0, 1), key=lambda place: -racks[place]):
        taken = min(racks[place], from_racks)
        racks[place] -= taken
        from_racks -= taken
    return replace(
        sheet,
        stock=sheet.stock.with_racks((racks[0], racks[1]), lost=count),
        irregular=replace(
            sheet.irregular,
            missing=sheet.irregular.missing + count,
            missing_tiles=Tiles(sheet.irregular.missing_tiles + tiles),
        ),
    )


def _less(tiles: Tiles, fewer: Tiles) -> Tiles:
    for tile in fewer:
        tiles = Tiles(tiles.replace(tile, "", 1))
    return tiles


@folds(FoundTileChecked)
def _checked(sheet: Sheet, fact: FoundTileChecked, entry: Standing) -> Sheet:
    """One that came off the board lies there again, and no draw follows."""
    if fact.from_board:
        return replace(sheet, open=without(sheet.open, TilesFound))
    return replace(sheet, open=with_step(sheet.open, TilesFound, fact))


@folds(RacksRestored)
def _racks_restored(sheet: Sheet, fact: RacksRestored, entry: Standing) -> Sheet:
    stock = sheet.stock.with_racks(fact.racks)
    if fact.resumed:
        return replace(sheet, stock=stock, open=without(sheet.open, TilesFound))
    return replace(sheet, stock=stock, open=with_step(sheet.open, TilesFound, fact))


@folds(EntitledPlayer)
def _entitled(sheet: Sheet, fact: EntitledPlayer, entry: Standing) -> Sheet:
    """Nobody entitled: the tiles stay out of the game."""
    left = replace(sheet, open=without(sheet.open, TilesFound))
    if fact.seat is None:
        return _out_of_the_game(left, fact.count, fact.tiles)
    return replace(left, stock=sheet.stock.with_racks(fact.racks))


@folds(TileMissing)
def _missing(sheet: Sheet, fact: TileMissing, entry: Standing) -> Sheet:
    return replace(
        sheet,
        stock=sheet.stock.with_racks(fact.racks, lost=fact.count),
        irregular=replace(
            sheet.irregular,
            missing=sheet.irregular.missing + fact.count,
            missing_tiles=Tiles(sheet.irregular.missing_tiles + fact.tiles),
        ),
    )


@folds(ExtraTiles)
def _extra(sheet: Sheet, fact: ExtraTiles, entry: Standing) -> Sheet:
    return replace(
        sheet,
        stock=sheet.stock.with_racks(fact.racks, lost=-fact.count),
        irregular=replace(
            sheet.irregular,
            extra=sheet.irregular.extra + fact.count,
            extra_tiles=Tiles(sheet.irregular.extra_tiles + fact.tiles),
        ),
    )


@folds(UnplayedTakenBack)
def _taken_back(sheet: Sheet, fact: UnplayedTakenBack, entry: Standing) -> Sheet:
    """The lines of the count come off the sheet; totals after them are worked out anew."""
    lines, gone = [], (Points(0), Points(0))
    for line in sheet.lines:
        if line.kind is LineKind.UNPLAYED:
            gone = added(gone, line.seat, line.score)
        else:
            lines.append(replace(line, totals=_minus(line.totals, gone)))
    return replace(
        sheet,
        lines=tuple(lines),
        totals=_minus(sheet.totals, gone),
        ending=replace(sheet.ending, unplayed_counted=False),
        result=replace(sheet.result, agreed=None, proposed=None, signatures=()),
    )


def _minus(totals: Totals, gone: Totals) -> Totals:
    return (Points(totals[0] - gone[0]), Points(totals[1] - gone[1]))


@folds(GameReopened)
def _reopened(sheet: Sheet, fact: GameReopened, entry: Standing) -> Sheet:
    return replace(
        sheet,
        ended="",
        out=None,
        on_move=fact.on_move,
        result=replace(sheet.result, proposed=None, signatures=()),
    )


# Tiles that are not where they should be, told in a few words.


@tells(
    TilesSpilled,
    "spilled by {seat}: {count}; {phase:word}; bag {bag}; remedy {remedy:word}"
    "[; face up {face_up}][; to give {given}][; {declined|declined|not declined}]",
)
def _tiles_spilled(fact: TilesSpilled, sheet: Sheet) -> str:
    return say(
        "game_loose_tiles.tiles-spilled", player=sheet.name(fact.seat), tiles=tiles(fact.count)
    )


@tells(SpillSettled, "spill settled {seat}: given {given}, back {returned}; racks {racks}")
def _spill_settled_loose_tiles_wording(fact: SpillSettled, _sheet: Sheet) -> str:
    return say("game_loose_tiles.spill-settled", given=fact.given, returned=fact.returned)


@tells(
    TilesFound,
    "found {where:word} by {by}: {count}; tiles {tiles}; remedy {remedy:word}"
    "[; missed before {to_count}]",
)
def _tiles_found(fact: TilesFound, _sheet: Sheet) -> str:
    in_bag, count = fact.where == "bag", tiles(fact.count)
    if fact.remedy == "not-added":
        if in_bag:
            return say("game_loose_tiles.found-in-bag-not-added", count=count)
        return say("game_loose_tiles.found-outside-bag-not-added", count=count)
    return (
        say("game_loose_tiles.found-in-bag", count=count)
        if in_bag
        else say("game_loose_tiles.found-outside-bag", count=count)
    )


@tells(
    FoundTileChecked,
    "tile found {from_board|came off the board|was not from the board}[; at {square}]",
)
def _found_tile_checked(fact: FoundTileChecked, _sheet: Sheet) -> str:
    return say("game_loose_tiles.tile-came-off-board") if fact.from_board else (
        say("game_loose_tiles.both-agree-tile-not-from")
    )  # fmt: skip


@tells(RacksRestored, "racks restored {racks}[; {resumed|play goes on|a draw follows}]")
def _racks_restored_loose_tiles_wording(fact: RacksRestored, _sheet: Sheet) -> str:
    return say("game_loose_tiles.racks-restored", racks=on_racks(fact.racks))


@tells(
    EntitledPlayer, "entitled {seat:nobody} ({basis:word}): {count}; racks {racks}[; tiles {tiles}]"
)
def _entitled_player(fact: EntitledPlayer, sheet: Sheet) -> str:
    if fact.seat is None:
        return say("game_loose_tiles.nobody-can-tell-who-should")
    return say(
        "game_loose_tiles.entitled-and-drew-tiles",
        player=sheet.name(fact.seat),
        tiles=tiles(fact.count),
    )


@tells(
    TileMissing,
    "missing {count}; racks {racks}[; tiles {tiles}][; {searched|searched|not searched}]"
    "[; found {found}]",
)
def _tile_missing(fact: TileMissing, _sheet: Sheet) -> str:
    if not fact.count:
        return say("game_loose_tiles.missing-tiles-found")
    return say("game_loose_tiles.tiles-missing-play-goes-on", tiles=tiles(fact.count))


@tells(ExtraTiles, "too many in the set {count}; racks {racks}[; tiles {tiles}]")
def _extra_tiles(fact: ExtraTiles, _sheet: Sheet) -> str:
    return say("game_loose_tiles.extra-tiles", tiles=tiles(fact.count))


@tells(UnplayedTakenBack, "count of unplayed tiles taken back: {reason}")
def _unplayed_taken_back(fact: UnplayedTakenBack, _sheet: Sheet) -> str:
    return with_reason(say("game_loose_tiles.unplayed-taken-back"), fact.reason)


@tells(GameReopened, "game goes on, {on_move} on move: {reason}")
def _game_reopened(fact: GameReopened, sheet: Sheet) -> str:
    return with_reason(
        say("game_loose_tiles.game-reopened", player=sheet.name(fact.on_move)), fact.reason
    )
