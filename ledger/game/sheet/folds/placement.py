"""What misplaced tiles, objections to them and the way the board lies do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.equipment.board import load_board
from ledger.game.facts.holds import HoldCalled
from ledger.game.facts.placement import (
    OrientationCorrected,
    OrientationSet,
    PlacementChallenged,
    PlacementJudged,
    StrayTilesPlaced,
    TilesMisplaced,
    TilesStraightened,
    WordsUnscored,
)
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.laying import square_index, with_tiles
from ledger.game.sheet.line import LineKind
from ledger.game.sheet.opened import with_opened, without, without_any
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _challenged(sheet: Sheet, fact: PlacementChallenged, entry: Standing) -> Sheet:
    left = without_any(sheet.open, (HoldCalled,))
    opened = with_opened(left, entry.event.originator_version, fact)
    return replace(sheet, open=opened, challenges=replace(sheet.challenges, hold=None))


def _judged(sheet: Sheet, fact: PlacementJudged, entry: Standing) -> Sheet:
    """What follows is a fact of its own: the play comes off, or it stays."""
    return replace(sheet, open=without(sheet.open, PlacementChallenged))


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


def _unscored(sheet: Sheet, fact: WordsUnscored, entry: Standing) -> Sheet:
    size = load_board(sheet.scheduled.board).size
    found = [square_index(square, size) for square in fact.squares]
    unscored = dict.fromkeys((*sheet.board.unscored, *(n for n in found if n is not None)))
    return replace(sheet, board=replace(sheet.board, unscored=tuple(unscored)))


def _orientation(sheet: Sheet, fact: OrientationSet, entry: Standing) -> Sheet:
    sheet = replace(
        sheet,
        board=replace(sheet.board, orientation=fact.degrees),
        open=without(sheet.open, OrientationSet),
    )
    if not fact.to_correct:
        return sheet
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _turned(sheet: Sheet, fact: OrientationCorrected, entry: Standing) -> Sheet:
    return replace(
        sheet,
        board=replace(sheet.board, orientation=fact.degrees),
        open=without(sheet.open, OrientationSet),
    )


def _askew(sheet: Sheet, fact: TilesMisplaced, entry: Standing) -> Sheet:
    return replace(sheet, open=with_opened(sheet.open, entry.event.originator_version, fact))


def _straightened(sheet: Sheet, fact: TilesStraightened, entry: Standing) -> Sheet:
    return replace(sheet, open=without(sheet.open, TilesMisplaced))


FOLDS: Folds = {
    PlacementChallenged: _challenged,
    PlacementJudged: _judged,
    StrayTilesPlaced: _strayed,
    WordsUnscored: _unscored,
    OrientationSet: _orientation,
    OrientationCorrected: _turned,
    TilesMisplaced: _askew,
    TilesStraightened: _straightened,
}
