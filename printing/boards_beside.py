"""Boards beside each other, each with what it shows and what was known besides."""

from __future__ import annotations

from dataclasses import dataclass

from printing.board_picture import BoardPicture, draw_board
from printing.fonts import BOLD
from printing.long_forms import WIDTH
from printing.page import printable
from printing.pen import Pen

SIDE = 91.0
"""Millimetres: side of a board."""

APART = 99.0
"""Millimetres from one board to that beside it."""

ABOVE = 10.0
"""Millimetres over a board: its captions."""

assert APART + SIDE <= WIDTH


@dataclass(frozen=True, kw_only=True)
class BoardAt:
    """The board at one moment: which, what the record knew besides, and how it lay."""

    caption: str
    known: str = ""
    picture: BoardPicture


def draw_board_at(pen: Pen, across: float, down: float, one: BoardAt) -> None:
    """Draw a board with its captions, its corner so many millimetres across and down."""
    pen.write(across, down + 4.0, one.caption, 10, BOLD, width=SIDE)
    pen.write(across, down + 8.4, printable(one.known), 8.5, width=SIDE)
    draw_board(pen, across, down + ABOVE, SIDE, one.picture)
