"""The pen a form is drawn with: boxes to write in and to mark, on top of lines and words.

A form never talks to ReportLab itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from printing.code import draw_square_code
from printing.fitting import CAP, POINT, fitted, in_rows
from printing.fonts import BODY, BOLD, MONO_BOLD
from printing.page import note, printable
from printing.ruler import HAIR, RULE
from printing.shaping import ITS_OWN, OURS, is_simple, reach_of
from printing.writer import Writer

Box = tuple[float, float, float, float]
"""Of a box: how far across and down its corner is, its width and its height, in millimetres."""

LABEL = 8.5
"""Points: the small words in the corner of a box."""

WRITE = 12.4
"""Millimetres: height of a box that leaves eight of white below its label."""

SIGN = 19.4
"""Millimetres: height of a box to sign in: fifteen of white below its label."""


CLEAR = 1.4
"""Millimetres that the lines of a name leave free in its box, for what hangs below them."""

OFF = 0.5
"""Millimetres between what hangs from a value and the middle of the line below it, at least."""

TALLER = 0.6
"""Millimetres that a value in another script is kept further from its label: its letters rise."""

MORE = 3.4
"""Millimetres that each further line of a label takes."""


def more_of(label: str, width: float, rows: int) -> float:
    """Millimetres that a label takes beyond its first line, in a box so wide."""
    lines, _ = in_rows(label, BODY, LABEL, (width - 1.6) * mm, rows) if rows > 1 else ([label], 0)
    return MORE * (len(lines) - 1)


class Pen(Writer):
    """Draws the parts of forms. All measures are millimetres, sizes of type points."""

    def tick_box(
        self,
        across: float,
        down: float,
        words: str,
        *,
        marked: bool | None = None,
        side: float = 3.4,
        size: float = 8.5,
        bold: bool = False,
        width: float | None = None,
    ) -> float:
        """A box to mark, with its words to the right; ``down`` is the top of the box.

        Returns:
          Millimetres from the left of the box to the end of its words.
        """
        mark = {None: "", True: ": marked", False: ": not marked"}[marked]
        with self.tags.saying(printable(words) + mark if mark else ""):
            self.box(across, down, side, side)
            if marked:
                self.cross(across, down, side)
            base = down + side / 2 + size * CAP / 2 / mm
            gap = 1.2
            room = None if width is None else width - side - gap
            font = BOLD if bold else BODY
            wide = self.write(across + side + gap, base, words, size, font, width=room)
        return side + gap + wide

    def field(
        self,
        box: Box,
        label: str,
        value: str = "",
        *,
        size: float = 10.0,
        font: str = BODY,
        align: str = "left",
        weight: float = RULE,
        name: bool = False,
        rows: int = 1,
        runs: str = ITS_OWN,
    ) -> None:
        """A box to write in: its label small in the corner, its value below, if it has one.

        A value that is a ``name`` takes two lines before it is set small, any other one after; a
        label up to ``rows``, for which the box has to be higher (``more_of``). Only a name may run
        otherwise than words of ours (``runs``).
        """
        across, down, width, height = box
        with self.tags.together():
            self.box(across, down, width, height, weight=weight)
            if rows == 1:
                self.write(across + 1.1, down + 3.1, label, LABEL, width=width - 1.6)
            else:
                lines, at = in_rows(label, BODY, LABEL, (width - 1.6) * mm, rows)
                for nth, line in enumerate(lines):
                    self.write(across + 1.1, down + 3.1 + nth * MORE, line, at)
            if value:
                below = 3.4 + more_of(label, width, rows)
                below += 0.0 if is_simple(printable(value)) else TALLER
                at = across + {"left": 1.4, "middle": width / 2, "right": width - 1.4}[align]
                base = down + below + (height - below) / 2 + size * CAP / 2 / mm - 0.1
                room, foot = width - 2.4, down + height - OFF
                text = printable(value)
                if not name and fitted(text, font, size, room * mm)[0] == text and is_simple(text):
                    base = min(base, foot - reach_of(text, font)[1] * size * POINT)
                    self.write(at, base, value, size, font, width=room, align=align)
                else:
                    high = height - below - CLEAR
                    self.write_name(
                        at, base, value, size, font, width=room, align=align, high=high, foot=foot,
                        runs=runs if name else OURS,
                    )  # fmt: skip

    def cells(
        self,
        across: float,
        down: float,
        side: float,
        height: float,
        count: int,
        characters: Sequence[str] = (),
        *,
        size: float = 12.0,
        weight: float = HAIR,
    ) -> None:
        """A row of boxes for one letter each, with the letters that are known."""
        self.grid(across, down, [side] * count, [height], weight=weight)
        base = down + height / 2 + size * CAP / 2 / mm
        with self.tags.saying(printable("".join(characters))):
            for place, character in enumerate(characters[:count]):
                middle = across + (place + 0.5) * side
                self.write(
                    middle, base, character, size, MONO_BOLD, width=side - 0.6, align="middle"
                )

    def note(self, word: str) -> None:
        """Keep a word in the file, for programs; nothing of it is seen."""
        if word:
            note(self.canvas, word)

    def square_code(
        self, across: float, down: float, side: float, address: str, *, in_corner: bool = False
    ) -> None:
        """The square code, its quiet zone inside ``side``; the file says it too, for programs.

        One that stands ``in_corner`` of a page has its margins for a quiet zone there.
        """
        note(self.canvas, address)
        with self.picture(across, down, side, side, f"Square code: {address}"):
            self.tags.ink()
            corner = self.x(across), self.y(down + side)
            draw_square_code(self.canvas, *corner, side, address, in_corner=in_corner)
