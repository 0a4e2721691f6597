"""A move as players write it, with the letters it was played through: ``A(IMPROVER)``."""

from __future__ import annotations

from itertools import groupby

from ledger.equipment.board import load_board, read_square
from ledger.equipment.tile_set import THROUGH, load_tile_set
from ledger.game.sheet import Line, Sheet


def move_words(line: Line, sheet: Sheet) -> str:
    """The line as the move column says it, with the letters it was played through.

    Where a square is empty by now, because a play before was taken back, dots stay dots.
    """
    if line.placement is None or THROUGH not in line.placement.letters:
        return line.move
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    start = read_square(line.placement.square)
    step = 1 if start.across else board.size
    at = start.row * board.size + start.column
    try:
        laid = tile_set.cut(line.placement.letters)
    except ValueError:  # no tiles of this set: it was entered as somebody wrote it
        return line.move
    squares = sheet.board.squares[at : at + step * len(laid) : step]
    lying = [
        (tile == THROUGH, square if tile == THROUGH else tile)
        for tile, square in zip(laid, squares, strict=False)
    ]
    # Off the board, or through squares that are empty by now: as somebody wrote it.
    if len(lying) < len(laid) or not all(tile for _, tile in lying):
        return line.move
    parts = [
        (through, tile_set.spell(tile for _, tile in some))
        for through, some in groupby(lying, key=lambda each: each[0])
    ]
    letters = "".join(f"({tiles})" if through else tiles for through, tiles in parts)
    return f"{line.placement.square} {letters}"
