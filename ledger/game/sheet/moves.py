"""A move as players write it, with the letters it was played through: ``8D A(IMPROVER)``."""

from __future__ import annotations

from itertools import groupby

from ledger.equipment.board import load_board, read_square
from ledger.equipment.tile_set import THROUGH, load_tile_set
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Placement


def read_on_board(placement: Placement, sheet: Sheet) -> str:
    """A play with the letters that lie on the board now where it has dots.

    Empty where none can be read there: off the board, through empty squares, in other tiles.
    """
    try:
        laid = load_tile_set(sheet.scheduled.tile_set).cut(placement.letters)
        start = read_square(placement.square)
    except ValueError:  # no tiles of this set, no square: it was entered as somebody wrote it
        return ""
    board, tile_set = load_board(sheet.scheduled.board), load_tile_set(sheet.scheduled.tile_set)
    step = 1 if start.across else board.size
    at = start.row * board.size + start.column
    squares = sheet.board.squares[at : at + step * len(laid) : step]
    lying = [
        (tile == THROUGH, square if tile == THROUGH else tile)
        for tile, square in zip(laid, squares, strict=False)
    ]
    if len(lying) < len(laid) or not all(tile for _, tile in lying):
        return ""
    parts = [
        (through, tile_set.spell(tile for _, tile in some))
        for through, some in groupby(lying, key=lambda each: each[0])
    ]
    letters = "".join(f"({tiles})" if through else tiles for through, tiles in parts)
    return f"{placement.square} {letters}"
