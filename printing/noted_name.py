"""A name in a row of a list in which people sign, and what is to be said of the game below it.

A row is as high as its name and note need, so that neither leaves it nor lies on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.units import mm

from printing.fitting import ROOM, SMALLEST, height_of, in_rows, lead_of, named
from printing.fonts import BODY
from printing.page import printable
from printing.pen import CLEAR, LABEL, OFF, Box, Pen
from printing.shaping import OURS
from printing.signature import LINES_HIGH

NOTE_LEAD = 3.0
"""Millimetres from line to line of a note."""

BELOW, ABOVE, FOOT = 0.6, 0.6, 1.2
"""Millimetres of white between name and note, above the name, below the note."""

ASCENT = 1.0
"""How far letters of any script rise above their line, as a part of the font size."""

NAME_SIZE = 10.0
TALLEST = 13.0
"""Millimetres that a name takes at most: eighty East Asian letters over five lines at 7 points."""


class Laid(NamedTuple):
    """A name and its note as they fit a width: the note's rows and size, and the name's room."""

    note: list[str]
    note_size: float
    high: float
    needs: float


def laid(name: str, note: str, width: float) -> Laid:
    """How a name and a note of up to two rows fit a cell so wide, and the height they need."""
    room = (width - 2.4) * mm
    rows, size = in_rows(note, BODY, LABEL, room, 2) if note else ([], LABEL)
    text = printable(name)
    for high in (ROOM if rows else LINES_HIGH - CLEAR, TALLEST):
        parts, at = named(text, BODY, size_of(rows), room, high)
        if at >= SMALLEST and height_of(len(parts), at, text, BODY) <= high:
            break
    below = BELOW + len(rows) * NOTE_LEAD + FOOT
    noted = ABOVE + at * ASCENT / mm + (len(parts) - 1) * at * lead_of(text, BODY) + below
    alone = height_of(len(parts), at, text, BODY) + 2 * CLEAR
    needs = noted if rows else alone
    return Laid(rows, size, high, max(LINES_HIGH, needs))


def size_of(note: Sequence[str]) -> float:
    """Points of a name that stands above a note of so many rows."""
    return NAME_SIZE if len(note) < 2 else LABEL


def draw_noted_name(pen: Pen, box: Box, name: str, note: str) -> None:
    """A name, whole, and a note of up to two lines below it; ``box``: the cell."""
    across, down, width, height = box
    found = laid(name, note, width)
    rows, last = found.note, down + height - FOOT
    base = last - len(rows) * NOTE_LEAD - BELOW if rows else down + height / 2 + 1.4
    pen.write_name(
        across + 1.4, base, name, size_of(rows), width=width - 2.4, high=found.high,
        upwards=bool(rows), foot=None if rows else down + height - OFF, runs=OURS,
    )  # fmt: skip
    for nth, row in enumerate(rows, start=1):
        pen.write(across + 1.4, last - (len(rows) - nth) * NOTE_LEAD, row, found.note_size)


def on_page(heights: Sequence[float], first: int, room: float) -> list[float]:
    """The heights of the rows on the page that begins with row ``first``; the rest by hand.

    >>> on_page([9.0, 20.0, 9.0], 1, 40.0)
    [20.0, 9.0, 9.0]
    """
    found: list[float] = []
    for high in heights[first:]:
        if found and sum(found) + high > room:
            return found
        found.append(high)
    return found + [LINES_HIGH] * int((room - sum(found)) // LINES_HIGH)


def first_rows(heights: Sequence[float], room: float) -> list[int]:
    """The first row on each page; a form of no rows has one page all the same.

    >>> first_rows([], 20.0), first_rows([9.0] * 4, 18.0), first_rows([9.0, 12.0, 9.0], 20.0)
    ([0], [0, 2], [0, 1, 2])
    """
    firsts = [0]
    while (after := firsts[-1] + len(on_page(heights, firsts[-1], room))) < len(heights):
        firsts.append(after)
    return firsts
