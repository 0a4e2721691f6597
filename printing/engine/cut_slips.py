"""Several slips on a sheet: where each lies, which sheet it is on, where to cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar

from reportlab.lib.units import mm

from printing.engine.archive import ArchiveCanvas
from printing.engine.page import HAIR, MARGIN, Paper, new_page
from printing.engine.pen import Pen

TICK = 3.0  # millimetres: length of a crop tick. Ticks lie in the gutter, never on a slip.

Slip = TypeVar("Slip")


@dataclass(frozen=True)
class Cells:
    """How slips are laid out; ``width`` and ``height``: of what is printed on one, millimetres."""

    across: int
    down: int
    width: float
    height: float
    lying: bool = False

    @property
    def count(self) -> int:
        return self.across * self.down

    def cell(self, paper: Paper) -> tuple[float, float]:
        """Width and height of a slip once it is cut, in millimetres: never less than it holds."""
        return (paper.width - 2 * MARGIN) / self.across, (paper.height - 2 * MARGIN) / self.down


def cut_and_stack(slips: int, a_sheet: int) -> list[list[int]]:
    """Which slips go on which sheet, so that the cut piles lie in order, one on the other.

    Slip ``k`` goes on sheet ``k mod S`` at position ``k div S``: after the cut each position is
    a pile in order, and the piles follow each other.

    >>> cut_and_stack(5, 2)
    [[0, 3], [1, 4], [2]]
    >>> cut_and_stack(0, 2)
    []
    """
    sheets = -(-slips // a_sheet)
    return [list(range(sheet, slips, sheets)) for sheet in range(sheets)]


def draw_sheets(
    slips: Sequence[Slip],
    cells: Cells,
    paper: Paper,
    title: str,
    draw_one: Callable[[Pen, Slip], None],
) -> bytes:
    """A PDF of all the slips, in the order wanted after cutting; the pen is at each top left."""
    if not slips:
        raise ValueError("there is no slip to print")
    sheet = paper.sideways if cells.lying else paper
    buffer = BytesIO()
    canvas = new_page(title, buffer, sheet)
    wide, high = cells.cell(sheet)
    for held in cut_and_stack(len(slips), cells.count):
        draw_ticks(canvas, cells, sheet)
        for position, number in enumerate(held):
            row, column = divmod(position, cells.across)
            left = MARGIN + column * wide + (wide - cells.width) / 2
            top = sheet.height - MARGIN - row * high - (high - cells.height) / 2
            with canvas.tags.part("Sect"):
                draw_one(Pen(canvas, left * mm, top * mm), slips[number])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def draw_ticks(canvas: ArchiveCanvas, cells: Cells, sheet: Paper) -> None:
    """Mark where to cut: at the ends of each cut and where two cuts meet."""
    wide, high = cells.cell(sheet)
    left, bottom = MARGIN * mm, MARGIN * mm
    right, top = (sheet.width - MARGIN) * mm, (sheet.height - MARGIN) * mm
    tick = TICK * mm
    canvas.tags.ink()
    canvas.setLineWidth(HAIR)
    path = canvas.beginPath()
    uprights = [left + column * wide * mm for column in range(1, cells.across)]
    levels = [bottom + row * high * mm for row in range(1, cells.down)]
    for x in uprights:
        for start in (bottom, top - tick, *(y - tick / 2 for y in levels)):
            path.moveTo(x, start)
            path.lineTo(x, start + tick)
    for y in levels:
        for start in (left, right - tick, *(x - tick / 2 for x in uprights)):
            path.moveTo(start, y)
            path.lineTo(start + tick, y)
    if uprights or levels:
        canvas.drawPath(path)
