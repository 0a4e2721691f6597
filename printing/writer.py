"""The writer: how words are put on a form, in millimetres from its top left corner.

No text reaches paper without having been made safe (``page.printable``), and nothing is set below
seven points.
"""

from __future__ import annotations

from reportlab.lib.units import mm

from printing.bidi import leads_leftwards
from printing.fitting import CAP, POINT, ROOM, SMALLEST, fitted, lead_of, named, width_of
from printing.fonts import BODY, MONO
from printing.glyph_fonts import draw_run
from printing.page import printable
from printing.ruler import Ruler
from printing.shaping import ITS_OWN, OURS, is_simple, reach_of, runs_of


class Writer(Ruler):
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
        runs: str = OURS,
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
          runs: which way, one of those of ``printing.shaping``.

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
        self.set(self.x(start / mm), self.y(down), text, font, size, runs=runs)
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
        high: float = ROOM,
        foot: float | None = None,
        runs: str = ITS_OWN,
    ) -> None:
        """Write a name, whole: smaller, then over two lines, then over as many as it takes.

        Args:
          across: where it begins or ends, by ``align``, as for ``write``.
          down: the baseline of one line; more have their middle where one would have it.
          words: the name.
          size: of the type, if the room allows it.
          font: one of ``fonts.EVERY_FONT``.
          width: the room there is.
          align: ``left``, ``right`` or ``middle``.
          upwards: of several lines the last is where one would be.
          high: millimetres there are for its lines.
          foot: how far down what hangs from the last line may reach.
          runs: which way; ``OURS`` where a number or words of ours stand with it.
        """
        text = printable(words)
        lines, at = named(text, font, size, width * mm, high)
        lead = at * lead_of(text, font)
        last = down
        if len(lines) > 1 and not upwards:
            last += ((len(lines) - 1) * lead + (at - size) * CAP / mm) / 2
        if foot is not None:
            last = min(last, foot - reach_of(text, font)[1] * at * POINT)
        if runs == ITS_OWN and align == "left" and len(lines) > 1 and leads_leftwards(text):
            # Each line of it begins at its right end, where the eye goes on from the last.
            across += max(width_of(line, font, at) for line in lines) / mm
            align = "right"
        with self.tags.together():
            for place, line in enumerate(lines, start=1):
                base = last - (len(lines) - place) * lead
                self.write(across, base, line, at, font, align=align, runs=runs)

    def set(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        spacing: float = 0.0,
        runs: str = OURS,
    ) -> None:
        """What ``Canvas.drawString`` does, without measuring once more: text is never parsed.

        ``x`` and ``y`` are points on the page, ``spacing`` points between letters; ``text`` has
        to be ``printable``.
        """
        if not is_simple(text):
            self._set_shaped((x, y), text, font, size, runs)
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

    def _set_shaped(
        self, start: tuple[float, float], text: str, font: str, size: float, runs: str
    ) -> None:
        """A line that has letters of other scripts, run by run from left to right."""
        x, y = start
        if self.tags.words():
            self._lay_words(x - width_of(" ", font, size), y, " ", font, size)
        for run in runs_of(text, font, runs):
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
