"""The ruler: lines, boxes and marks, in millimetres from the top left corner of a form.

No line is thinner than a tired laser can draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import accumulate

from reportlab.lib.units import mm

from printing.archive import ArchiveCanvas

HAIR = 0.8
"""Points: the thinnest line on any form."""

RULE = 1.0
FRAME = 1.5

TINT = 0.84
"""The one shade of grey, 16 % ink, and only behind black text or as a ground."""


class Ruler:
    """Draws lines on one rectangle of a page. All measures are millimetres, weights points.

    Args:
      canvas: the page.
      left: points from the left edge of the page to this rectangle.
      top: points from the bottom edge of the page to the top of this rectangle.
    """

    def __init__(self, canvas: ArchiveCanvas, left: float, top: float) -> None:
        self.canvas = canvas
        self.tags = canvas.tags
        self.left = left
        self.top = top

    def x(self, across: float) -> float:
        """Millimetres from our left edge, as points on the page.

        Rounded, so that the bytes don't hang on how a ReportLab formats the last digit.
        """
        return float(round(self.left + across * mm, 2))

    def y(self, down: float) -> float:
        """Millimetres down from our top edge, as points on the page, rounded likewise."""
        return float(round(self.top - down * mm, 2))

    def picture(
        self, across: float, down: float, width: float, height: float, words: str
    ) -> AbstractContextManager[None]:
        """What is drawn meanwhile is a picture that stands there; ``words`` say what it shows."""
        corners = self.x(across), self.y(down + height), self.x(across + width), self.y(down)
        return self.tags.picture(words, corners)

    def lay(self, *operations: str) -> None:
        """Put drawing operations on the page as PDF spells them.

        ReportLab's own calls do the same five times as slowly, and boxes are most of a form. Only
        numbers made here ever go in; text from people goes through ``write``.
        """
        self.tags.ink()
        self.canvas.addLiteral(" ".join(operations))

    def rule(
        self,
        across: float,
        down: float,
        length: float,
        *,
        weight: float = HAIR,
        dashed: bool = False,
    ) -> None:
        """A level line, to the right."""
        y = self.y(down)
        dash, solid = ("[2 2] 0 d", "[] 0 d") if dashed else ("", "")
        ends = f"{self.x(across)} {y} m {self.x(across + length)} {y} l S"
        self.lay(f"{weight} w", dash, ends, solid)

    def upright(self, across: float, down: float, length: float, *, weight: float = HAIR) -> None:
        """An upright line, downwards."""
        x = self.x(across)
        self.lay(f"{weight} w {x} {self.y(down)} m {x} {self.y(down + length)} l S")

    def box(
        self,
        across: float,
        down: float,
        width: float,
        height: float,
        *,
        weight: float = RULE,
        tint: bool = False,
    ) -> None:
        """A box, ``across`` and ``down`` to its top left corner.

        A ``weight`` of nought draws no border; ``tint`` fills it with the one grey.
        """
        x, y = self.x(across), self.y(down + height)
        box = f"{x} {y} {round(width * mm, 2)} {round(height * mm, 2)} re"
        if tint:
            self.lay(f"q {TINT} g", box, "f Q")
        if weight:
            self.lay(f"{weight} w", box, "S")

    def rounded(
        self, across: float, down: float, side: float, radius: float, *, weight: float = RULE
    ) -> None:
        """A square with rounded corners."""
        self.tags.ink()
        self.canvas.setLineWidth(weight)
        corner = self.x(across), self.y(down + side)
        self.canvas.roundRect(*corner, round(side * mm, 2), round(side * mm, 2), radius * mm)

    def grid(
        self,
        across: float,
        down: float,
        columns: Sequence[float],
        rows: Sequence[float],
        *,
        weight: float = HAIR,
    ) -> None:
        """Lines between and around cells of these widths and heights, as one path."""
        left, right = self.x(across), self.x(across + sum(columns))
        top, bottom = self.y(down), self.y(down + sum(rows))
        levels = [self.y(step) for step in accumulate((down, *rows))]
        uprights = [self.x(step) for step in accumulate((across, *columns))]
        self.lay(
            f"{weight} w",
            *(f"{left} {y} m {right} {y} l" for y in levels),
            *(f"{x} {top} m {x} {bottom} l" for x in uprights),
            "S",
        )

    def ring(self, across: float, down: float, radius: float, *, weight: float = RULE) -> None:
        """A circle around the point ``across``, ``down``."""
        self.tags.ink()
        self.canvas.setLineWidth(weight)
        self.canvas.circle(self.x(across), self.y(down), radius * mm, stroke=1, fill=0)

    def cross(self, across: float, down: float, side: float, *, weight: float = 1.6) -> None:
        """A cross that fills the square box of this ``side``, as people mark a box."""
        left, right = self.x(across + side * 0.2), self.x(across + side * 0.8)
        top, bottom = self.y(down + side * 0.2), self.y(down + side * 0.8)
        self.lay(
            f"{weight} w {left} {top} m {right} {bottom} l {left} {bottom} m {right} {top} l S"
        )

    def slash(self, across: float, down: float, width: float, height: float) -> None:
        """A stroke through something, from its lower left corner up to the right."""
        self.tags.ink()
        self.canvas.setLineWidth(1.0)
        self.canvas.line(
            self.x(across), self.y(down), self.x(across + width), self.y(down - height)
        )
