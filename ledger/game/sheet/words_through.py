"""The words that run through a square of the board as it lies."""

from __future__ import annotations

from ledger.equipment.board import load_board
from ledger.equipment.tile_set import load_tile_set
from ledger.game.sheet.laying import square_index
from ledger.game.sheet.sheet import Sheet


def words_through(sheet: Sheet, square: str, letter: str) -> tuple[str, ...]:
    """The words across and down at ``square`` if ``letter`` lay there, in capitals."""
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    at = square_index(square, board.size)
    if at is None:
        return ()
    squares = list(sheet.board.squares)
    squares[at] = letter
    found = []
    for back, on in (board.paths[:2], board.paths[2:]):
        before, after = _run(squares, back[at]), _run(squares, on[at])
        if before or after:
            found.append(tile_set.spell((*before[::-1], letter, *after)).upper())
    return tuple(found)


def _run(squares: list[str], path: tuple[int, ...]) -> list[str]:
    tiles: list[str] = []
    for index in path:
        if not squares[index]:
            break
        tiles.append(squares[index])
    return tiles
