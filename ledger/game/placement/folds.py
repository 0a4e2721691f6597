"""What misplaced tiles, their challenge, a board turned or upset do to the sheet. And words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.game.challenges.facts import HoldCalled
from ledger.game.placement.facts import (
    BoardUpset,
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    PlayerEjected,
    PositionRebuilt,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    UpsetEnded,
    UpsetFound,
    WordsUnscored,
)
from ledger.game.sheet.laying import square_index, with_tiles
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without, without_any
from ledger.game.sheet.standing import Standing, coded, folds, tells, tiles
from ledger.messages import say

# What misplaced tiles, objections to them and a turned board do to the sheet. And its words.


@folds(PlacementChallenged)
def _challenged(sheet: Sheet, fact: PlacementChallenged, entry: Standing) -> Sheet:
    left = without_any(sheet.open, (HoldCalled,))
    opened = with_opened(left, entry.event.originator_version, fact)
    return replace(sheet, open=opened, challenges=replace(sheet.challenges, hold=None))


@folds(PlacementJudged)
def _judged(sheet: Sheet, fact: PlacementJudged, entry: Standing) -> Sheet:
    """What follows is a fact of its own: the play comes off, or it stays."""
    return replace(sheet, open=without(sheet.open, PlacementChallenged))


@folds(StrayTilesPlaced)
def _strayed(sheet: Sheet, fact: StrayTilesPlaced, entry: Standing) -> Sheet:
    """The tiles belong to the play just written: they come off with it."""
    play = sheet.last_turn
    if play is None or play.kind is not LineKind.PLAY or play.seat is not fact.seat:
        return sheet
    size = load_board(sheet.scheduled.board).size
    at = [(square_index(square, size), tile) for square, tile in fact.tiles]
    strays = tuple((n, tile) for n, tile in at if n is not None and not sheet.board.squares[n])
    line = replace(play, placed=(*play.placed, *strays))
    before = play.before or sheet.stock
    return replace(
        sheet,
        lines=tuple(line if one is play else one for one in sheet.lines),
        board=replace(sheet.board, squares=with_tiles(sheet.board.squares, strays)),
        stock=before.after_playing(fact.seat, len(line.placed)),
    )


@folds(WordsUnscored)
def _unscored(sheet: Sheet, fact: WordsUnscored, entry: Standing) -> Sheet:
    size = load_board(sheet.scheduled.board).size
    found = [square_index(square, size) for square in fact.squares]
    unscored = dict.fromkeys((*sheet.board.unscored, *(n for n in found if n is not None)))
    return replace(sheet, board=replace(sheet.board, unscored=tuple(unscored)))


@folds(OrientationSet)
def _orientation(sheet: Sheet, fact: OrientationSet, entry: Standing) -> Sheet:
    sheet = replace(
        sheet,
        board=replace(sheet.board, orientation=fact.degrees),
        open=without(sheet.open, OrientationSet),
    )
    if not fact.to_correct:
        return sheet
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(OrientationCorrected)
def _turned(sheet: Sheet, fact: OrientationCorrected, entry: Standing) -> Sheet:
    return replace(
        sheet,
        board=replace(sheet.board, orientation=fact.degrees),
        open=without(sheet.open, OrientationSet),
    )


@folds(TilesMisplaced)
def _askew(sheet: Sheet, fact: TilesMisplaced, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


@folds(TilesStraightened)
def _straightened(sheet: Sheet, fact: TilesStraightened, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, TilesMisplaced))


# Placement and orientation, told in a few words.


@tells(
    PlacementChallenged,
    "placement challenged by {seat}: {ground}[; {drawn|drawn already|before drawing}]",
)
def _placement_challenged(fact: PlacementChallenged, sheet: Sheet) -> str:
    ground = coded("placement-ground", fact.ground)
    return say("game_placement.placement-challenged", player=sheet.name(fact.seat), ground=ground)


@tells(PlacementJudged, "placement {legal|legal|illegal}[ ({adjudicator})]")
def _placement_judged(fact: PlacementJudged, _sheet: Sheet) -> str:
    return (
        say("game_placement.placement-legal")
        if fact.legal
        else say("game_placement.placement-not-legal")
    )


@tells(StrayTilesPlaced, "stray tiles of {seat}: {tiles}")
def _stray_tiles_placed(fact: StrayTilesPlaced, sheet: Sheet) -> str:
    placed = ", ".join(
        say("game_placement.on-square", tile=tile, square=square) for square, tile in fact.tiles
    )
    return say("game_placement.stray-tiles-placed", player=sheet.name(fact.seat), placed=placed)


@tells(WordsUnscored, "words unscored at {squares}")
def _words_unscored(fact: WordsUnscored, _sheet: Sheet) -> str:
    return say("game_placement.words-unscored", squares=", ".join(fact.squares))


@tells(OrientationSet, "board at {degrees}[; {to_correct|to be turned|as it stays}]")
def _orientation_set(fact: OrientationSet, _sheet: Sheet) -> str:
    return say("game_placement.orientation-set", degrees=fact.degrees)


@tells(OrientationCorrected, "board turned by {seat}[ to {degrees}]")
def _orientation_corrected(fact: OrientationCorrected, sheet: Sheet) -> str:
    return say("game_placement.orientation-corrected", player=sheet.name(fact.seat))


@tells(TilesMisplaced, "tiles of {seat} askew: {how}[; at {squares}]")
def _tiles_misplaced(fact: TilesMisplaced, sheet: Sheet) -> str:
    how = coded("askew", fact.how)
    return say("game_placement.tiles-misplaced", player=sheet.name(fact.seat), how=how)


@tells(TilesStraightened, "tiles straightened by {seat}")
def _tiles_straightened(fact: TilesStraightened, sheet: Sheet) -> str:
    return say("game_placement.tiles-straightened", player=sheet.name(fact.seat))


@folds(BoardUpset)
def _upset(sheet: Sheet, fact: BoardUpset, entry: Standing) -> Sheet:
    """Nobody thinks on a clock while there is no position to think about."""
    return replace(
        sheet,
        open=with_opened(sheet.open, entry.event.originator_version, fact),
        clock=replace(sheet.clock, neutral=sheet.clock.neutral or "board-upset"),
    )


@folds(UpsetFound)
def _found(sheet: Sheet, fact: UpsetFound, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, BoardUpset, fact))


@folds(PositionRebuilt, UpsetEnded)
def _over(sheet: Sheet, fact: PositionRebuilt | UpsetEnded, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, BoardUpset))


@folds(PlayerEjected)
def _ejected(sheet: Sheet, fact: PlayerEjected, entry: Standing) -> Sheet:
    return replace(
        sheet,
        table=replace(sheet.table, ejected=(*sheet.table.ejected, fact.seat)),
        open=without(sheet.open, BoardUpset),
    )


# A board that was upset, told in a few words.


@tells(BoardUpset, "board upset[ by {seat}][; {note}]")
def _board_upset(fact: BoardUpset, sheet: Sheet) -> str:
    if fact.seat:
        return say("game_placement.board-upset-by", player=sheet.name(fact.seat))
    return say("game_placement.board-upset")


@tells(UpsetFound, "upset found {how}[; by {seat}][; witnesses {witnesses}]")
def _upset_found(fact: UpsetFound, sheet: Sheet) -> str:
    if fact.how == "accidental":
        found = say("game_placement.board-upset-by-accident")
        if fact.seat:
            found = say("game_placement.board-upset-by-accident-by", player=sheet.name(fact.seat))
    else:
        found = say("game_placement.board-upset-on-purpose")
        if fact.seat:
            found = say("game_placement.board-upset-on-purpose-by", player=sheet.name(fact.seat))
    return (
        say(
            "game_placement.upset-found-and-heard", found=found, witnesses=", ".join(fact.witnesses)
        )
        if fact.witnesses
        else found
    )


@tells(PositionRebuilt, "position rebuilt as of event {version}, {tiles} tiles: {board}")
def _position_rebuilt(fact: PositionRebuilt, _sheet: Sheet) -> str:
    return say("game_placement.position-rebuilt", tiles=tiles(fact.tiles))


@tells(UpsetEnded, "not rebuilt; turns {turns}[; taken off {taken_off}][; from {seat}]")
def _upset_ended(_fact: UpsetEnded, _sheet: Sheet) -> str:
    return say("game_placement.upset-ended")


@tells(PlayerEjected, "ejected {seat}[; {clause}]")
def _player_ejected(fact: PlayerEjected, sheet: Sheet) -> str:
    return say("game_placement.player-ejected", player=sheet.name(fact.seat))
