"""The board as plain rows of letters, for laying a position out again."""

from __future__ import annotations

from ledger.equipment.board import load_board
from ledger.game.sheet.sheet import Sheet


def rows_of(sheet: Sheet) -> tuple[str, ...]:
    """The rows from the top, ``.`` for an empty square, blanks lower case.

    A tile of several characters stands in brackets.
    """
    size = load_board(sheet.scheduled.board).size
    cells = [
        "." if not tile else tile if len(tile) == 1 else f"[{tile}]" for tile in sheet.board.squares
    ]
    return tuple("".join(cells[row * size : (row + 1) * size]) for row in range(size))


def squares_text(sheet: Sheet) -> str:
    """All rows on one line, with a stroke between them."""
    return "/".join(rows_of(sheet))
