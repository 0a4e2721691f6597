"""The result slip: what both players sign. Two a sheet, winner first."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.fonts import BODY, BOLD
from printing.heading import (
    CODE,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.page import A4, Paper, broken, plain, when_words, whole, width_of
from printing.pen import LABEL, SIGN, WRITE, Pen, circled, shares_of
from printing.result_side import (
    HALF,
    HIGH,
    WIDTH,
    Side,
    draw_side,
    side_lines,
    signature_label,
    signed_by,
)
from printing.sheets import Cells, draw_sheets
from printing.signature import draw_signature, signature_lines

FORM = Form("Result slip", 3)

CELLS = Cells(across=1, down=2, width=WIDTH, height=129.7)

KINDS = (
    ("played", "resigned", "forfeit", "forfeit, overtime"),
    ("board upset", "void", "bye"),
)
"""How a game may have come to its result, each with a box to mark, in two rows."""

KINDS_AT = ((13.0, 32.0, 53.0, 71.0), (13.0, 38.0, 53.0))
"""Millimetres from the left of each of those boxes."""

RATED = "Rated"

NOTES = "Amendments and rulings"

ASIDE = 39.0
"""Millimetres: room for the box of a protest, at the lower right of a signature."""

TITLES = ("Winner", "Loser")


@dataclass(frozen=True, kw_only=True)
class ResultSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      sides: both players, in the order of the record; the slip names the winner first.
      kind: how the game came to its result: one of the words of ``KINDS``.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      margin: that margin, where it is set.
      rated: whether the result counts for ratings; ``None`` until that is settled.
      ending: why the game ended, in words.
      unplayed_mode: how unplayed tiles were counted, in words: ``double`` and so on.
      blanks: the letters of the first and the second blank, upper case; empty if not played.
      alphabet: the letters a blank can stand for.
      challenged: the words challenged, as people would note them.
      finished_at: when the game was over.
      handed_in_by: who brought the slip.
      director: initials.
      amendments: what was amended after signing, and what was ruled about the spread, one line
        each, the latest last.
    """

    heading: Heading = field(default_factory=Heading)
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    kind: str = ""
    by_margin: bool = False
    margin: int | None = None
    rated: bool | None = None
    ending: str = ""
    unplayed_mode: str = ""
    blanks: tuple[str, str] = ("", "")
    alphabet: tuple[str, ...] = tuple(string.ascii_uppercase)
    challenged: tuple[str, ...] = ()
    finished_at: datetime | None = None
    handed_in_by: str = ""
    director: str = ""
    amendments: tuple[str, ...] = ()

    @property
    def spread(self) -> int | None:
        """The winner's points minus the loser's; ``None`` until both are known, or by margin."""
        if self.by_margin or self.kind == "void":
            return None
        first, second = (side.score for side in self.sides)
        return None if first is None or second is None else abs(first - second)

    @property
    def in_order(self) -> tuple[tuple[str, Side], tuple[str, Side]]:
        """Both players under what they are called, the winner first once it is known who won."""
        first, second = self.sides
        if first.score is None or second.score is None or self.by_margin:
            known = bool(first.name or second.name)
            titles = ("Player", "Player") if known else TITLES
            return (titles[0], first), (titles[1], second)
        if first.score == second.score or self.kind == "void":
            return ("Player", first), ("Player", second)
        won, lost = (first, second) if first.score > second.score else (second, first)
        return (TITLES[0], won), (TITLES[1], lost)


def lines(slip: ResultSlip) -> list[str]:
    """The words on the slip, top to bottom. Tests read these, not the PDF."""
    return [
        *heading_lines(slip.heading, FORM),
        *(
            line
            for title, side in slip.in_order
            for line in side_lines(side, title, slip.unplayed_mode)
        ),
        spoken(*won_by(slip)),
        RATED,
        *(f"{words} X" if marked else words for words, marked in rated_marks(slip)),
        spoken("Game ended", slip.ending),
        "Result",
        *(f"{kind} X" if kind == slip.kind else kind for row in KINDS for kind in row),
        *(spoken(label, letter) for label, letter in zip(BLANKS, slip.blanks, strict=True)),
        *(
            line
            for _, side in slip.in_order
            for line in (*signature_lines(signature_label(side), side.signature), protest(side))
        ),
        spoken("Date and time", when_words(slip.finished_at)),
        spoken("Handed in by", slip.handed_in_by),
        spoken("Director", slip.director),
        spoken("Words challenged", words_challenged(slip)),
        NOTES,
        *note_rows(slip),
        *footing_lines(slip.heading, FORM),
    ]


BLANKS = ("1st blank", "2nd blank")

PROTEST = "signed under protest"

APART = 5.8
"""Millimetres from letter to letter, at least."""

LETTER = 5.9
"""Millimetres: height of a row of letters, and about how far they stand apart."""

NOTE = 8.0
"""Points: amendments."""

NOTES_AT, NOTES_HIGH = 42.0, 9.0
"""Millimetres: from the left to where they begin, and height of their box."""


def won_by(slip: ResultSlip) -> tuple[str, str]:
    """By how much the game was won: spread or margin, whichever it is, and how many points."""
    if slip.by_margin:
        return "Margin", whole(slip.margin)
    known = slip.spread is not None or slip.kind == "void"
    return "Spread" if known else "Spread or margin", whole(slip.spread)


def rated_marks(slip: ResultSlip) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """Both boxes for whether the result is rated, and which of them is marked."""
    return ("yes", slip.rated is True), ("no", slip.rated is False)


def note_rows(slip: ResultSlip) -> list[str]:
    """What was amended, over two lines; of more than they hold, the latest, and how many more."""
    width = (CELLS.width - NOTES_AT - 1.0) * mm
    for left_out in range(len(slip.amendments)):
        kept = [plain(line, 240) for line in slip.amendments[left_out:]]
        before = f"{left_out} earlier: see the record; " if left_out else ""
        rows = broken(before + "; ".join(kept), BODY, NOTE, width, 2)
        if left_out == len(slip.amendments) - 1 or not rows[-1].endswith("…"):
            return rows
    return []


def protest(side: Side) -> str:
    """The box for who signs and does not agree with a ruling, marked or not."""
    return f"{PROTEST} X" if side.signature.under_protest else PROTEST


def words_challenged(slip: ResultSlip) -> str:
    """The words challenged, as one line."""
    return ", ".join(plain(word) for word in slip.challenged)


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[ResultSlip()] * CELLS.count, paper=paper)


def draw(*slips: ResultSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, two a sheet, cut-and-stack.

    Raises:
      ValueError: there is no slip.
    """
    return draw_sheets(slips, CELLS, paper, "Result slips", draw_slip)


def draw_slip(pen: Pen, slip: ResultSlip) -> None:
    """Draw one slip; the pen is at its top left corner."""
    wide = CELLS.width
    draw_heading(pen, wide, slip.heading, FORM)
    row = CODE + 0.2
    for place, (title, side) in enumerate(slip.in_order):
        draw_side(pen, place * HALF, row, side, title, slip.unplayed_mode)
    row += HIGH
    draw_result(pen, row, slip)
    row += WRITE
    for place, letter in enumerate(slip.blanks):
        draw_letters(pen, place * HALF, row + 0.1, BLANKS[place], letter, slip.alphabet)
    row += 2 * LETTER + 0.2
    for place, (_, side) in enumerate(slip.in_order):
        draw_signed_box(pen, place * HALF, row, side)
    row += SIGN
    words = words_challenged(slip)
    pen.field((0, row, 48, WRITE), "Date and time", when_words(slip.finished_at))
    pen.field((48, row, 46, WRITE), "Handed in by", slip.handed_in_by, name=True)
    pen.field((94, row, 28, WRITE), "Director", slip.director)
    pen.field((122, row, wide - 122, WRITE), "Words challenged", words)
    row += WRITE
    pen.field((0, row, wide, NOTES_HIGH), NOTES)
    for number, note in enumerate(note_rows(slip), start=1):
        pen.write(NOTES_AT, row + number * 3.6, note, NOTE, width=wide - NOTES_AT - 1.0)
    draw_footing(pen, CELLS.height - 0.4, wide, slip.heading, FORM, lines=1)


def draw_letters(
    pen: Pen, across: float, down: float, label: str, letter: str, alphabet: tuple[str, ...]
) -> None:
    """The letters that a blank can stand for, in two rows, each with room for a ring."""
    told, left, pitch = letters_of(alphabet)
    with pen.tags.saying(circled(label, letter)):
        pen.write(across + 0.6, down + LETTER + 1.2, label[: len("1st")] if told else label, 8.5)
        for row, some in enumerate(rows_of(alphabet)):
            at = (across + left, down + row * LETTER)
            pen.letters(*at, pitch * shares_of(some), LETTER, some, letter, size=11)


def rows_of(alphabet: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """An alphabet in two rows of about one width: ``CH`` takes more than ``C``."""
    cut = min(
        range(1, len(alphabet) + 1),
        key=lambda at: max(shares_of(alphabet[:at]), shares_of(alphabet[at:])),
    )
    return alphabet[:cut], alphabet[cut:]


def letters_of(alphabet: tuple[str, ...]) -> tuple[bool, float, float]:
    """Whether their title is short, so that there is room, where they begin, and how far apart."""
    widest = max(shares_of(row) for row in rows_of(alphabet))
    short = (HALF - 17.0) / widest < APART
    left = 4.0 if short else 16.0
    return short, left, (HALF - left - (0.2 if short else 1.0)) / widest


def draw_signed_box(pen: Pen, across: float, down: float, side: Side) -> None:
    """Room for one hand, and a box for who signs and does not agree with a ruling."""
    box = (across, down, HALF, SIGN)
    label = signature_label(side)
    if width_of(label, BODY, LABEL) > (HALF - 1.6) * mm:  # the name, whole, before what it covers
        label = signed_by(side)
    draw_signature(pen, *box, label, side.signature, aside=ASIDE)
    marked, below = side.signature.under_protest, down + SIGN - 5.6
    pen.tick_box(across + HALF - ASIDE, below, PROTEST, marked=marked, side=4.6, size=8.5)


def draw_result(pen: Pen, down: float, slip: ResultSlip) -> None:
    """By how much the game was won, whether it is rated, how it ended and came to that."""
    left, middle, kinds_wide = 27.0, 31.0, 101.0
    label, points = won_by(slip)
    pen.field((0, down, left, WRITE), label, points, size=15, font=BOLD, align="middle")
    pen.field((left, down, middle, WRITE), RATED)
    for place, (words, marked) in enumerate(rated_marks(slip)):
        at = left + 1.6 + place * 14.5
        pen.tick_box(at, down + 6.2, words, marked=marked, side=4.6, size=9)
    rest = left + middle
    ended = rest + kinds_wide
    pen.field((ended, down, CELLS.width - ended, WRITE), "Game ended", slip.ending, size=9)
    pen.field((rest, down, kinds_wide, WRITE), "Result")
    for row, kinds in enumerate(KINDS):
        for across, kind in zip(KINDS_AT[row], kinds, strict=True):
            at = down + 1.0 + row * 5.6
            marked = slip.kind == kind
            pen.tick_box(rest + across, at, kind, marked=marked, side=4.6, size=8.5)
