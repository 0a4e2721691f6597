"""Plays whose tiles do not all lie in one line, or touch nothing (E-13)."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.equipment.board import Board, write_square
from ledger.equipment.misplaced_words import without_unscored
from ledger.equipment.scoring import ScoredPlay
from ledger.equipment.tile_set import TileSet
from ledger.game.facts.placement import StrayTilesPlaced, WordsUnscored
from ledger.game.play.entry import Entry
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.refusals.saying import refusal
from ledger.vocabulary import Placement, Seat, remarks

Beside = tuple[tuple[str, str], ...]
"""Squares and tiles that are not in line with the rest of a play."""


def must_lie_there(
    squares: Sequence[str], beside: Beside, scored: ScoredPlay, board: Board, tile_set: TileSet
) -> tuple[int, ...]:
    """The squares of the tiles beside a play."""
    taken = {at for at, _ in scored.placed}
    found = []
    for square, tile in beside:
        index = square_index(square, board.size)
        if index is None:
            raise refusal("no-such-square/beside", square=square)
        if squares[index] or index in taken:
            raise refusal("square-taken/beside", square=square)
        if not _is_a_tile(tile, tile_set):
            raise refusal("not-in-tile-set/beside", tile=tile)
        taken.add(index)
        found.append(index)
    return tuple(found)


def _is_a_tile(tile: str, tile_set: TileSet) -> bool:
    try:
        return tile != "." and tile_set.cut(tile) == (tile,)
    except ValueError:
        return False


def counted_as_it_lies(
    sheet: Sheet,
    placement: Placement,
    scored: ScoredPlay,
    beside: tuple[int, ...],
    board: Board,
    entry: Entry,
) -> tuple[ScoredPlay, tuple[int, ...]]:
    """The play with what counts nothing left out, and the squares that count nothing from now."""
    here: tuple[int, ...] = ()
    if entry.rules.placing.stray_words.value == "nothing":
        loose = "disconnected" in scored.flaws
        here = (*(at for at, _ in scored.placed if loose), *beside)
    unscored = (*sheet.board.unscored, *here)
    return without_unscored(scored, sheet.board.squares, placement, board, unscored), here


def noted(seat: Seat, beside: Beside, unscored: tuple[int, ...], board: Board) -> tuple[Fact, ...]:
    """The facts that go with such a play."""
    facts: list[Fact] = []
    if beside:
        facts.append(StrayTilesPlaced(seat=seat, tiles=beside))
    if unscored:
        squares = tuple(write_square(*divmod(at, board.size)) for at in unscored)
        facts.append(WordsUnscored(squares=squares))
    return tuple(facts)


def noticed(
    beside: Beside, scored: ScoredPlay, unscored: tuple[int, ...], entry: Entry
) -> tuple[str, ...]:
    """What there is to remark on about such a play."""
    if not (beside or unscored or "disconnected" in scored.flaws):
        return ()
    codes = [remarks.TILES_ASTRAY] * bool(beside) + [remarks.NOT_SCORED] * bool(unscored)
    # What it scores, or whether seven tiles earn their bonus, is then not stated.
    open_point = not unscored or len(beside) + len(scored.placed) >= 7
    return (*codes, *[remarks.DIRECTOR_TO_CONFIRM] * open_point)
