"""A name in a row of a list in which people sign, and what is to be said of the game below it."""

from __future__ import annotations

from reportlab.lib.units import mm

from printing.fitting import in_rows
from printing.fonts import BODY
from printing.pen import CLEAR, LABEL, Box, Pen
from printing.shaping import OURS
from printing.signature import LINES_HIGH

NOTE_LEAD = 3.0
"""Millimetres from line to line of a note."""

NAME_ABOVE = {0: LINES_HIGH - CLEAR, 1: 4.6, 2: 2.6}
"""Millimetres that a name has above a note of so many lines."""


def draw_noted_name(pen: Pen, box: Box, name: str, note: str) -> None:
    """A name, whole, and a note of up to two lines below it; ``box``: the cell."""
    across, down, width, height = box
    rows, size = in_rows(note, BODY, LABEL, (width - 2.4) * mm, 2) if note else ([], LABEL)
    last = down + height - 1.2
    base = {0: down + height / 2 + 1.4, 1: last - 3.6, 2: last - NOTE_LEAD - 2.9}[len(rows)]
    room = width - 2.4
    at = 10.0 if len(rows) < 2 else LABEL
    high = NAME_ABOVE[len(rows)]
    pen.write_name(across + 1.4, base, name, at, width=room, high=high, runs=OURS)
    for nth, row in enumerate(rows, start=1):
        pen.write(across + 1.4, last - (len(rows) - nth) * NOTE_LEAD, row, size)
