"""Paper sizes and margins; text made safe to draw; numbers, clocks and dates in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from typing import Self

from msgspec import Struct
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from ledger.messages import language
from ledger.vocabulary.signs import MINUS, true_minus
from printing import fonts
from printing.engine.archive import ArchiveCanvas
from printing.languages import ONLY_ENGLISH, now, say

# The ruler: lines, boxes and marks, in millimetres from the top left corner of a form.
#
# No line is thinner than a tired laser can draw.


HAIR = 0.8  # points: the thinnest line on any form

RULE = 1.0
FRAME = 1.5

TINT = 0.84  # the one shade of grey, 16 % ink, and only behind black text or as a ground


class Ruler:
    """Draws lines on one rectangle of a page. All measures are millimetres, weights points.

    Args:
      left: points from the left edge of the page to this rectangle.
      top: points from the bottom edge of the page to the top of this rectangle.
    """

    def __init__(self, canvas: ArchiveCanvas, left: float, top: float) -> None:
        self.canvas = canvas
        self.tags = canvas.tags
        self.left = left
        self.top = top

    def higher(self, by: float) -> Self:
        """The same on a rectangle that begins so many millimetres higher."""
        return type(self)(self.canvas, self.left, self.top + by * mm) if by else self

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
        y = self.y(down)
        dash, solid = ("[2 2] 0 d", "[] 0 d") if dashed else ("", "")
        ends = f"{self.x(across)} {y} m {self.x(across + length)} {y} l S"
        self.lay(f"{weight} w", dash, ends, solid)

    def upright(self, across: float, down: float, length: float) -> None:
        x = self.x(across)
        self.lay(f"{HAIR} w {x} {self.y(down)} m {x} {self.y(down + length)} l S")

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

    def cross(self, across: float, down: float, side: float) -> None:
        """A cross that fills the square box of this ``side``, as people mark a box."""
        left, right = self.x(across + side * 0.2), self.x(across + side * 0.8)
        top, bottom = self.y(down + side * 0.2), self.y(down + side * 0.8)
        self.lay(f"1.6 w {left} {top} m {right} {bottom} l {left} {bottom} m {right} {top} l S")

    def slash(self, across: float, down: float, width: float, height: float) -> None:
        """A stroke through something, from its lower left corner up to the right."""
        self.tags.ink()
        self.canvas.setLineWidth(1.0)
        self.canvas.line(
            self.x(across), self.y(down), self.x(across + width), self.y(down - height)
        )


# Streams as bytes, not as text: a third smaller, and five milliseconds a sheet faster.
rl_config.useA85 = 0

MARGIN = 8.0  # millimetres at every edge that stay empty: mono lasers can't print the outer five
LONGEST = 400  # characters of one piece of text that are looked at; no line of paper holds as many


class Paper(Struct, frozen=True):
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
"""Sheets, on which every form is printed."""

RECEIPT = Paper("Receipt", 80.0, 0.0)
"""A roll of 80 mm: as long as what is printed on it (``printing.engine.cut_slips``)."""

EVERY_PAPER = {**PAPERS, "receipt": RECEIPT}


def new_page(title: str, buffer: BytesIO, paper: Paper, part: int = 2) -> ArchiveCanvas:
    """A canvas whose bytes depend only on what is drawn: no date, no random id.

    ``part`` of ISO 19005: 3 for a file to which others will be attached (``engine.archive``).
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
        lang=language(),
    )
    if spoken := (now() or ONLY_ENGLISH).word:
        note(canvas, spoken)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def note(canvas: Canvas, *more: str) -> None:
    """Put words among the keywords of the file, in the order things are drawn: it is no text.

    What a square code says is kept there, for programs; once, where each page has it.
    """
    words: list[str] = vars(canvas).setdefault("noted", [])
    if words[-len(more) :] != [*more]:
        words += more
        canvas.setKeywords(" ".join(words))


def player_titles(*, starter_known: bool) -> tuple[str, str]:
    """What both players of a game are called: by who starts only where that is known."""
    return (
        (say("paper.first-player"), say("paper.second-player"))
        if starter_known
        else (say("paper_cases.player"), say("paper_cases.player"))
    )


def kind_wording(kind: str) -> str:
    """How a game came to its result (``ledger.game.sheet.outcome``), in words; empty for none."""
    return say(f"paper.kind-{kind}") if kind else ""


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


def characters_without_glyph(text: str) -> tuple[str, ...]:
    r"""The characters of ``text`` that our fonts lack, each once, in order of appearance.

    Set-up refuses a name that has any. Spaces and invisible marks of control and direction are
    not listed: they are dropped from paper without loss.

    >>> characters_without_glyph("Nguyễn Ђорђе Ζωή")
    ()
    >>> characters_without_glyph("李 Ann 李\u202e")
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


def as_said(text: str, longest: int = LONGEST) -> str:
    """``plain`` text as a sheet says it, whether or not the fonts here have all its letters.

    Codes bind it, and a paper is looked up on computers that have other fonts. They bound an en
    dash where a minus is drawn (``printable``) before our fonts had one, and go on doing so.
    """
    return plain(text[: 4 * longest], longest).replace(MINUS, "–")


@lru_cache(maxsize=4096)
def parted_as_bound(text: str, longest: int = LONGEST) -> str:
    """``printable`` text as codes bind it where they bind the lines that it is parted into.

    >>> parted_as_bound("李 Ann -5")
    'U+674E Ann -5'
    """
    line = as_said(text, longest)
    if line.isascii():
        return line
    if all(fonts.can_draw(ord(ch)) for ch in line):
        return line
    spelled = (ch if fonts.can_draw(ord(ch)) else f" U+{ord(ch):04X} " for ch in line)
    return " ".join("".join(spelled).split())


@lru_cache(maxsize=4096)
def printable(text: str, longest: int = LONGEST) -> str:
    """``plain`` text as it is drawn: each minus a true one, and no letter our fonts lack a box.

    >>> printable("李 Ann"), printable("Ann –5, Ben -3, rounds 1–3")
    ('U+674E Ann', 'Ann −5, Ben −3, rounds 1–3')
    """
    return true_minus(parted_as_bound(text, longest))


def signed(points: int | None) -> str:
    """A change of score with its sign, as codes bind it: a true minus is drawn for its en dash.

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


def scores_words(own: int | None, other: int | None) -> str:
    """Two scores, as codes bind them; nothing where one is not known.

    >>> scores_words(392, 299), scores_words(28, -11), scores_words(None, 3)
    ('392–299', '28––11', '')
    """
    return "" if own is None or other is None else f"{whole(own)}–{whole(other)}"


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


def when_label(finished: datetime | None) -> str:
    """What the time of a game is called: when it was over, where the record knows; else any."""
    return say("paper.game-over-at") if finished is not None else say("paper.date-and-time")


def date_words(moment: datetime) -> str:
    """A day as the language writes it: the one place where paper writes dates in words.

    >>> from datetime import UTC
    >>> date_words(datetime(2026, 11, 21, tzinfo=UTC))
    '21 Nov 2026'
    """
    return str(
        say(
            "paper.day-month-year",
            day=moment.day, month=say(f"paper.month-{moment.month}"), year=moment.year,
        )
    )  # fmt: skip


def when_words(moment: datetime | None) -> str:
    """A moment, day and time, as ``time_words``.

    >>> from datetime import UTC
    >>> when_words(datetime(2026, 11, 21, 14, 32, tzinfo=UTC))
    '21 Nov 2026 14:32 UTC'
    """
    if moment is None:
        return ""
    return f"{date_words(moment)} {time_words(moment)}"
