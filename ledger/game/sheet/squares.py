"""The board as plain rows of letters, for laying a position out again."""

from __future__ import annotations

from itertools import groupby

from ledger.equipment.board import load_board
from ledger.game.sheet.sheet import Sheet


def rows_of(sheet: Sheet) -> tuple[str, ...]:
    """The rows from the top, ``.`` for an empty square, blanks lower case.

    A tile of several characters stands in brackets.
    """
    size = load_board(sheet.scheduled.board).size
    cells = [_written(tile) if tile else "." for tile in sheet.board.squares]
    return tuple("".join(cells[row * size : (row + 1) * size]) for row in range(size))


def squares_text(sheet: Sheet) -> str:
    """All rows on one line, with a stroke between them."""
    return "/".join(rows_of(sheet))


def laid_out(sheet: Sheet) -> str:
    """The tiles on the board as they are read out, row by row: ``8D CARE; 9F A``.

    A blank is lower case; a tile of several characters stands in brackets.
    """
    size = load_board(sheet.scheduled.board).size
    found: list[str] = []
    for row in range(size):
        tiles = sheet.board.squares[row * size : (row + 1) * size]
        for is_tile, run in groupby(enumerate(tiles), lambda one: bool(one[1])):
            (column, first), *rest = run
            if is_tile:
                word = "".join(map(_written, (first, *(tile for _, tile in rest))))
                found.append(f"{row + 1}{chr(ord('A') + column)} {word}")
    return "; ".join(found) or "an empty board"


def _written(tile: str) -> str:
    return tile if len(tile) == 1 else f"[{tile}]"
