"""The pen: how text is put on a form, in millimetres from its top left corner.

A form never talks to ReportLab itself, so that no text reaches paper without having been made
safe (``page.printable``) and nothing is set below seven points.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from printing.code import draw_square_code
from printing.fonts import BODY, BOLD, MONO, MONO_ADVANCE, MONO_BOLD
from printing.glyph_fonts import draw_run
from printing.page import SMALLEST, fitted, named, note_code, printable, width_of
from printing.ruler import HAIR, RULE, Ruler
from printing.shaping import is_simple, runs_of

CAP = 0.714
"""Height of a capital letter, as a part of the font size."""

LEAD = 0.4
"""Millimetres from line to line of a name over two, for each point of its size."""

Box = tuple[float, float, float, float]
"""Of a box: how far across and down its corner is, its width and its height, in millimetres."""

LABEL = 8.5
"""Points: the small words in the corner of a box."""


WRITE = 12.4
"""Millimetres: height of a box that leaves eight of white below its label."""

SIGN = 19.4
"""Millimetres: height of a box to sign in: fifteen of white below its label."""

FURTHER = 0.6
"""Room that each further character of a letter takes, as a part of that of a letter of one."""


def pitches_of(alphabet: Sequence[str], width: float) -> list[float]:
    """How much of ``width`` each letter of a row takes.

    >>> [round(pitch, 2) for pitch in pitches_of(["C", "CH", "D"], 7.2)]
    [2.0, 3.2, 2.0]
    """
    whole = shares_of(alphabet)
    return [width * shares_of([letter]) / whole for letter in alphabet]


def shares_of(alphabet: Sequence[str]) -> float:
    """The room that letters take together, that of a letter of one character being 1."""
    return sum(1 + FURTHER * (len(letter) - 1) for letter in alphabet)


def circled(label: str, letter: str) -> str:
    """What a row of letters is read as where one has a ring; empty to read the row.

    >>> circled("1st blank", "E"), circled("1st blank", "")
    ('1st blank: E circled', '')
    """
    return f"{printable(label)}: {printable(letter)} circled" if letter else ""


class Pen(Ruler):
    """Writes on one rectangle of a page. All measures are millimetres, sizes of type points."""

    def write(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = BODY,
        *,
        width: float | None = None,
        align: str = "left",
        smallest: float = SMALLEST,
    ) -> float:
        """Write one line, its baseline ``down`` from the top.

        Args:
          across: where the line begins, ends or has its middle, by ``align``.
          down: the baseline.
          words: any text from anywhere.
          size: of the type, if the room allows it.
          font: one of ``fonts.EVERY_FONT``.
          width: the room there is; the line is set smaller, then cut, to keep to it.
          align: ``left``, ``right`` or ``middle``.
          smallest: type is not made smaller than this to fit.

        Returns:
          The width of what was written, in millimetres.
        """
        text = printable(words)
        if not text:
            return 0.0
        if width is not None:
            text, size = fitted(text, font, size, width * mm, smallest)
        wide = width_of(text, font, size)
        start = across * mm - {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        self._set(self.x(start / mm), self.y(down), text, font, size)
        return float(wide / mm)

    def write_name(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = BODY,
        *,
        width: float,
        align: str = "left",
        upwards: bool = False,
    ) -> None:
        """Write a name: smaller, then over two lines where there is no room for it on one.

        Args:
          across: where it begins or ends, by ``align``, as for ``write``.
          down: the baseline of one line; two have their middle where one would have it.
          words: the name.
          size: of the type, if the room allows it.
          font: one of ``fonts.EVERY_FONT``.
          width: the room there is.
          align: ``left``, ``right`` or ``middle``.
          upwards: of two lines the last is where one would be.
        """
        lines, at = named(printable(words), font, size, width * mm)
        if len(lines) > 1:
            lead = at * LEAD
            last = down if upwards else down + (lead + (at - size) * CAP / mm) / 2
            with self.tags.together():
                self.write(across, last - lead, lines[0], at, font, align=align)
                self.write(across, last, lines[1], at, font, align=align)
        else:
            self.write(across, down, lines[0], at, font, align=align)

    def write_on_one_line(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = BODY,
        *,
        width: float,
    ) -> None:
        """Write a name or a label on the one line there is: smaller, then cut in its middle."""
        lines, at = named(printable(words), font, size, width * mm, rows=1)
        self.write(across, down, lines[0], at, font)

    def _set(
        self, x: float, y: float, text: str, font: str, size: float, spacing: float = 0.0
    ) -> None:
        """What ``Canvas.drawString`` does, without measuring once more: text is never parsed."""
        if not is_simple(text):
            self._set_shaped(x, y, text, font, size)
            return
        if self.tags.words():
            x -= width_of(" ", font, size)
            text = f" {text}"
        line = self.canvas.beginText(round(x, 2), y)
        line.setFont(font, size)
        if spacing:
            line.setCharSpace(round(spacing, 3))
        line.textOut(text)
        if spacing:
            line.setCharSpace(0)
        self.canvas.drawText(line)

    def _set_shaped(self, x: float, y: float, text: str, font: str, size: float) -> None:
        """A line that has letters of other scripts, run by run from left to right."""
        if self.tags.words():
            self._lay_words(x - width_of(" ", font, size), y, " ", font, size)
        for run in runs_of(text, font):
            if run.glyphs:
                draw_run(self.canvas, run, x, y, size)
                x += run.wide * size
            else:
                self._lay_words(x, y, run.text, font, size)
                x += width_of(run.text, font, size)

    def _lay_words(self, x: float, y: float, words: str, font: str, size: float) -> None:
        line = self.canvas.beginText(round(x, 2), y)
        line.setFont(font, size)
        line.textOut(words)
        self.canvas.drawText(line)

    def write_tiles(
        self,
        across: float,
        down: float,
        words: str,
        size: float = 10.0,
        font: str = MONO,
        *,
        width: float,
    ) -> float:
        """Write words as they lie on the board: small letters, which are blanks, underlined.

        Returns:
          The width of what was written, in millimetres.
        """
        text, size = fitted(printable(words), font, size, width * mm)
        wide = self.write(across, down, text, size, font)
        for place, letter in enumerate(text):
            if letter != letter.upper():
                start = width_of(text[:place], font, size) / mm
                self.rule(across + start, down + 0.8, width_of(letter, font, size) / mm)
        return wide

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
        with self.tags.saying(f"{printable(words)}: marked" if marked else ""):
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
    ) -> None:
        """A box to write in: its label small in the corner, its value below, if it has one.

        A value that is a ``name`` takes two lines where it needs them.
        """
        across, down, width, height = box
        with self.tags.together():
            self.box(across, down, width, height, weight=weight)
            self.write_on_one_line(across + 1.1, down + 3.1, label, LABEL, width=width - 1.6)
            if value:
                below = 3.4
                at = across + {"left": 1.4, "middle": width / 2, "right": width - 1.4}[align]
                base = down + below + (height - below) / 2 + size * CAP / 2 / mm - 0.1
                if name:
                    self.write_name(at, base, value, size, font, width=width - 2.4, align=align)
                else:
                    self.write(at, base, value, size, font, width=width - 2.4, align=align)

    def letters(
        self,
        across: float,
        down: float,
        width: float,
        height: float,
        alphabet: Sequence[str],
        circled: str = "",
        *,
        size: float = 10.0,
    ) -> None:
        """A row of letters to circle; ``circled`` has its ring already.

        A letter of several characters (``CH``) has a little more room than the others.

        A whole alphabet of single letters is drawn as one string of a mono font: fifty letters a
        slip, one at a time, would cost more than everything else on it. A ring is read as words.
        """
        ringed = circled if circled in alphabet else ""
        with self.tags.saying(f"{printable(ringed)} circled" if ringed else ""):
            self._draw_letters(across, down, width, height, alphabet, circled, size)

    def _draw_letters(
        self,
        across: float,
        down: float,
        width: float,
        height: float,
        alphabet: Sequence[str],
        circled: str,
        size: float,
    ) -> None:
        pitches = pitches_of(alphabet, width)
        base = down + height / 2 + size * CAP / 2 / mm
        if all(len(letter) == 1 for letter in alphabet):
            pitch = pitches[0]
            advance = MONO_ADVANCE * size
            start = self.x(across + pitch / 2 - advance / 2 / mm)
            spacing = pitch * mm - advance
            self._set(start, self.y(base), printable("".join(alphabet)), MONO, size, spacing)
        else:
            left = across
            for letter, pitch in zip(alphabet, pitches, strict=True):
                middle = left + pitch / 2
                self.write(middle, base, letter, size, MONO, width=pitch - 0.2, align="middle")
                left += pitch
        if circled in alphabet:
            place = alphabet.index(circled)
            pitch = pitches[place]
            middle = across + sum(pitches[:place]) + pitch / 2
            # Taller than wide, so that it leaves the neighbours alone where letters stand close.
            half = min(pitch * 0.55, 3.6) * mm
            tall = max(half, min(height * 0.46, 2.9) * mm)
            x, y = self.x(middle), self.y(down + height / 2)
            self.tags.ink()
            self.canvas.setLineWidth(1.4)
            self.canvas.ellipse(x - half, y - tall, x + half, y + tall, stroke=1, fill=0)

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

    def square_code(self, across: float, down: float, side: float, address: str) -> None:
        """The square code, its quiet zone inside ``side``; the file says it too, for programs."""
        note_code(self.canvas, address)
        with self.picture(across, down, side, side, f"Square code: {address}"):
            self.tags.ink()
            draw_square_code(self.canvas, self.x(across), self.y(down + side), side, address)
