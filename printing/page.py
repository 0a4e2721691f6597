"""Page size, margins, and text made safe to draw.

Forms draw with ``Canvas.drawString`` (through ``printing.pen``), which prints what it is
given. They never build a ``Paragraph``: ReportLab reads ``<`` in one as markup, and opens
the file that an ``<img src=...>`` names.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from io import BytesIO

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from printing import fonts
from printing.archive import ArchiveCanvas
from printing.shaping import cuts_of, is_simple, runs_of

# Streams as bytes, not as text: a third smaller, and five milliseconds a sheet faster.
rl_config.useA85 = 0

MARGIN = 8.0
"""Millimetres at every edge that stay empty: mono lasers can't print the outer five."""

SMALLEST = 7.0
"""Points. No text on any form is smaller."""

COMFORTABLE = 0.75
"""A name is set smaller down to this part of its size before it takes two lines."""

TWO_LINES = 8.0
"""Points: a name over two lines is no larger."""

LONGEST = 400
"""Characters of one piece of text that are looked at; no line of paper holds as many."""

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@dataclass(frozen=True)
class Paper:
    """A sheet of paper: its name, width and height in millimetres, upright."""

    name: str
    width: float
    height: float

    @property
    def sideways(self) -> Paper:
        """The same sheet, lying on its long side."""
        return Paper(self.name, self.height, self.width)


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("Letter", 215.9, 279.4)
PAPERS = {"a4": A4, "letter": LETTER}


MINUS = "−"
"""Of screens; our fonts have none, and paper has an en dash."""


def new_page(title: str, buffer: BytesIO, paper: Paper, part: int = 2) -> ArchiveCanvas:
    """A canvas whose bytes depend only on what is drawn: no date, no random id.

    Args:
      title: shown by readers in place of a file name.
      buffer: where the PDF goes when the canvas is saved.
      paper: its size.
      part: of ISO 19005: 3 for a file to which others will be attached (``printing.archive``).
    """
    fonts.ready()
    canvas = ArchiveCanvas(
        buffer,
        printable(title),
        part,
        pagesize=(paper.width * mm, paper.height * mm),
        pageCompression=1,
        initialFontName=fonts.BODY,  # otherwise ReportLab names an unembedded Helvetica
        initialFontSize=10,
        lang="en",
    )
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def note_code(canvas: Canvas, address: str) -> None:
    """Put what a square code says among the keywords of the file, in the order they are drawn."""
    codes: list[str] = vars(canvas).setdefault("codes", [])
    if codes[-1:] != [address]:
        codes.append(address)
        canvas.setKeywords(" ".join(codes))


def plain(text: str, longest: int = 80) -> str:
    r"""Text from a person, made safe to draw: one line, no control characters.

    >>> plain("Zoë\u202e\n<b>O'Brien</b>")
    "Zoë <b>O'Brien</b>"
    >>> plain("a" * 90) == "a" * 79 + "…"
    True
    """
    if not (text.isascii() and text.isprintable()):
        text = unicodedata.normalize("NFC", text)
        text = "".join(
            " " if ch.isspace() else ch
            for ch in text
            if ch.isspace() or unicodedata.category(ch)[0] != "C"
        )
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def unprintable(text: str) -> tuple[str, ...]:
    r"""The characters of ``text`` that our fonts lack, each once, in order of appearance.

    Set-up refuses a name that has any. Spaces and invisible marks of control and direction are
    not listed: they are dropped from paper without loss.

    >>> unprintable("Nguyễn Ђорђе Ζωή")
    ()
    >>> unprintable("李 Ann 李\u202e")
    ('李',)
    """
    return tuple(
        dict.fromkeys(
            ch
            for ch in unicodedata.normalize("NFC", text)
            if not fonts.can_draw(ord(ch))
            and not ch.isspace()
            and unicodedata.category(ch) not in ("Cc", "Cf")
        )
    )


@lru_cache(maxsize=4096)
def printable(text: str, longest: int = LONGEST) -> str:
    """``plain`` text in which a character our fonts lack is spelled out, never a box.

    >>> printable("李 Ann")
    'U+674E Ann'
    """
    line = plain(text[: 4 * longest], longest).replace(MINUS, "–")
    if line.isascii():
        return line
    if all(fonts.can_draw(ord(ch)) for ch in line):
        return line
    spelled = (ch if fonts.can_draw(ord(ch)) else f" U+{ord(ch):04X} " for ch in line)
    return " ".join("".join(spelled).split())


@lru_cache(maxsize=4096)
def width_of(text: str, font: str, size: float) -> float:
    """How wide ``text`` is, in points."""
    fonts.ready()
    if is_simple(text):
        return float(stringWidth(text, font, size))
    return float(
        sum(
            run.wide * size if run.glyphs else stringWidth(run.text, font, size)
            for run in runs_of(text, font)
        )
    )


def fitted(
    text: str, font: str, size: float, width: float, smallest: float = SMALLEST
) -> tuple[str, float]:
    """``text`` made to fit: first set smaller, then cut, with an ellipsis for what is gone.

    Args:
      text: already ``printable``.
      font: one of ``fonts.EVERY_FONT``.
      size: points, if there is room.
      width: points there are.
      smallest: points below which letters are cut rather than shrunk.

    Returns:
      The text to draw, and the size to draw it at.
    """
    wide = width_of(text, font, size)
    if not text or wide <= width:
        return text, size
    # A tenth of a point down from the exact fit, so that rounding can't push it over.
    size = max(smallest, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    cuts = cuts_of(text)
    most, least = len(cuts) - 1, 0
    while least < most:
        middle = (least + most + 1) // 2
        if width_of(text[: cuts[middle]].rstrip() + "…", font, size) <= width:
            least = middle
        else:
            most = middle - 1
    return (text[: cuts[least]].rstrip() + "…" if least else ""), size


def named(
    text: str, font: str, size: float, width: float, rows: int = 2
) -> tuple[list[str], float]:
    """A name made to fit: set smaller, then over two lines, and only then shortened in the middle.

    Both its ends are kept, so that two of one family do not become one.

    Args:
      text: already ``printable``.
      font: one of ``fonts.EVERY_FONT``.
      size: points, if there is room.
      width: points there are.
      rows: lines there are, one or two.

    Returns:
      The lines to draw, and the size to draw them at.
    """
    whole_name, at = fitted(text, font, size, width)
    if whole_name == text and (rows == 1 or at >= COMFORTABLE * size):
        return [text], at
    breaks = [found.end() for found in re.finditer(r"[ -]", text)] if rows > 1 else []
    if not breaks:
        return [text if whole_name == text else ends_of(text, font, width)], at
    middle = min(breaks, key=lambda place: abs(2 * place - len(text)))
    halves = [text[:middle].rstrip(), text[middle:]]
    smaller = min(fitted(half, font, min(size, TWO_LINES), width)[1] for half in halves)
    fits = all(width_of(half, font, smaller) <= width for half in halves)
    return (halves if fits else [ends_of(half, font, width) for half in halves]), smaller


def ends_of(text: str, font: str, width: float) -> str:
    """As much of both ends of ``text`` as there is room for at the smallest size."""
    if width_of(text, font, SMALLEST) <= width:
        return text
    cuts = cuts_of(text)
    kept = len(cuts) - 2
    while kept > 1:
        first = (kept + 1) // 2
        last = cuts[len(cuts) - 1 - (kept - first)]
        short = f"{text[: cuts[first]].rstrip()}…{text[last:].lstrip()}"
        if width_of(short, font, SMALLEST) <= width:
            return short
        kept -= 1
    return "…"


def broken(text: str, font: str, size: float, width: float, most: int) -> list[str]:
    """``text`` over at most ``most`` lines of ``width`` points, the last one cut if need be."""
    rows: list[str] = []
    words = printable(text).split(" ")
    while words and len(rows) < most - 1:
        count = 1
        while count < len(words) and width_of(" ".join(words[: count + 1]), font, size) <= width:
            count += 1
        rows.append(fitted(" ".join(words[:count]), font, size, width, size)[0])
        words = words[count:]
    if words:
        rows.append(fitted(" ".join(words), font, size, width, size)[0])
    return rows


def signed(points: int | None) -> str:
    """A change of score with its sign. The minus is an en dash: our font has no minus sign.

    >>> [signed(33), signed(-10), signed(0), signed(None)]
    ['+33', '–10', '0', '']
    """
    if points is None:
        return ""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"–{-points}"


def whole(number: int | None) -> str:
    """A number as it is written on a form; nothing where it is not known.

    >>> [whole(431), whole(-5), whole(None)]
    ['431', '–5', '']
    """
    if number is None:
        return ""
    return str(number) if number >= 0 else f"–{-number}"


def clock_words(seconds: int | None) -> str:
    """Time left on a clock, as the clock shows it.

    >>> [clock_words(1490), clock_words(-61), clock_words(None)]
    ['24:50', '–1:01', '']
    """
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'–' if seconds < 0 else ''}{minutes}:{rest:02d}"


def time_words(moment: datetime | None) -> str:
    """A time of day as people write it, with its time zone, if it has one.

    >>> from zoneinfo import ZoneInfo
    >>> time_words(datetime(2026, 11, 21, 15, 32, tzinfo=ZoneInfo("Europe/Berlin")))
    '15:32 CET'
    """
    if moment is None:
        return ""
    return f"{moment:%H:%M %Z}".rstrip()


def when_words(moment: datetime | None) -> str:
    """A moment, day and time, as ``time_words``.

    >>> from datetime import UTC
    >>> when_words(datetime(2026, 11, 21, 14, 32, tzinfo=UTC))
    '21 Nov 2026 14:32 UTC'
    """
    if moment is None:
        return ""
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year} {time_words(moment)}"
