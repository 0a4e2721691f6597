"""The result slip: what both players sign. Four a sheet."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.fonts import BODY, BOLD
from printing.heading import (
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.page import A4, SMALLEST, Paper, broken, plain, when_words, whole
from printing.pen import Pen
from printing.result_side import WIDTH, Side, draw_side, side_lines, signature_label
from printing.sheets import Cells, draw_sheets
from printing.signature import draw_signature, signature_lines

FORM = Form("Result slip", 2)

CELLS = Cells(across=2, down=2, width=WIDTH, height=129.7)

KINDS = (
    ("played", "resigned", "forfeit", "forfeit, overtime"),
    ("board upset", "void", "bye"),
)
"""How a game may have come to its result, each with a box to mark, in two rows."""

KINDS_AT = ((11.0, 27.0, 45.0, 61.0), (11.0, 33.5, 47.5))
"""Millimetres from the left of each of those boxes."""

RATED = "Rated"

NOTES = "Amendments and rulings"

CHALLENGED_HIGH = 8.1
"""Millimetres: height of the field for the words challenged."""


@dataclass(frozen=True, kw_only=True)
class ResultSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      sides: both players, the one who starts first where that is known.
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


def lines(slip: ResultSlip) -> list[str]:
    """The words on the slip, top to bottom. Tests read these, not the PDF."""
    return [
        *heading_lines(slip.heading, FORM),
        *(line for side in slip.sides for line in side_lines(side, slip.unplayed_mode)),
        spoken(*won_by(slip)),
        RATED,
        *(f"{words} X" if marked else words for words, marked in rated_marks(slip)),
        spoken("Game ended", slip.ending),
        "Result",
        *(f"{kind} X" if kind == slip.kind else kind for row in KINDS for kind in row),
        *(spoken(label, letter) for label, letter in zip(BLANKS, slip.blanks, strict=True)),
        *([] if is_signed_anew(slip) else [spoken("Words challenged", words_challenged(slip))]),
        *(
            line
            for side in slip.sides
            for line in signature_lines(signature_label(side), side.signature)
        ),
        spoken("Date and time", when_words(slip.finished_at)),
        spoken("Handed in by", slip.handed_in_by),
        spoken("Director", slip.director),
        NOTES,
        *note_rows(slip),
        *footing_lines(slip.heading, FORM),
    ]


BLANKS = ("1st blank", "2nd blank")


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
    width = (CELLS.width - 2.8) * mm
    for left_out in range(len(slip.amendments)):
        kept = [plain(line, 240) for line in slip.amendments[left_out:]]
        if slip.challenged and is_signed_anew(slip):
            kept.append(f"words challenged: {words_challenged(slip)}")
        before = f"{left_out} earlier: see the record; " if left_out else ""
        words = before + "; ".join(kept)
        rows = broken(words, BODY, SMALLEST, width, 2)
        if left_out == len(slip.amendments) - 1 or not rows[-1].endswith("…"):
            return rows
    return []


def is_signed_anew(slip: ResultSlip) -> bool:
    """Whether earlier signatures no longer count.

    They stand with the new ones in the room of the words challenged, which the notes then name.
    """
    return any(side.signature.before for side in slip.sides)


def words_challenged(slip: ResultSlip) -> str:
    """The words challenged, as one line."""
    return ", ".join(plain(word) for word in slip.challenged)


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[ResultSlip()] * CELLS.count, paper=paper)


def draw(*slips: ResultSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, four a sheet, cut-and-stack.

    Raises:
      ValueError: there is no slip.
    """
    return draw_sheets(slips, CELLS, paper, "Result slips", draw_slip)


def draw_slip(pen: Pen, slip: ResultSlip) -> None:
    """Draw one slip; the pen is at its top left corner."""
    wide = CELLS.width
    draw_heading(pen, wide, slip.heading, FORM)
    for place, side in enumerate(slip.sides):
        draw_side(pen, 19.4 + place * 17.9, side, slip.unplayed_mode)
    draw_result(pen, 55.1, slip)
    for place, letter in enumerate(slip.blanks):
        down = 74.2 + place * 5.9
        pen.write(0, down + 4.1, BLANKS[place], 8)
        pen.letters(14.6, down, wide - 14.0, 5.9, slip.alphabet, letter)
    half, at, high = wide / 2, 94.2, 11.8
    if is_signed_anew(slip):
        at, high = at - CHALLENGED_HIGH, high + CHALLENGED_HIGH
    else:
        words = words_challenged(slip)
        pen.field((0, at - CHALLENGED_HIGH, wide, CHALLENGED_HIGH), "Words challenged", words)
    for place, side in enumerate(slip.sides):
        label = signature_label(side)
        draw_signature(pen, place * half, at, half, high, label, side.signature)
    row = 106.0
    pen.field((0, row, 38, 8.1), "Date and time", when_words(slip.finished_at))
    pen.field((38, row, 32, 8.1), "Handed in by", slip.handed_in_by, name=True)
    pen.field((70, row, 20, 8.1), "Director", slip.director)
    row += 8.1
    pen.field((0, row, wide, 9.0), NOTES)
    for number, words in enumerate(note_rows(slip), start=1):
        pen.write(1.4, row + 2.8 + number * 2.65, words, SMALLEST, width=wide - 2.4)
    draw_footing(pen, CELLS.height - 0.6, wide, slip.heading, FORM)


def draw_result(pen: Pen, down: float, slip: ResultSlip) -> None:
    """By how much the game was won, whether it is rated, how it ended and came to that."""
    high, left, middle = 8.6, 25.0, 27.0
    label, points = won_by(slip)
    pen.field((0, down, left, high), label, points, size=13, font=BOLD, align="middle")
    pen.field((left, down, middle, high), RATED)
    for place, (words, marked) in enumerate(rated_marks(slip)):
        pen.tick_box(left + 2.4 + place * 13.0, down + 4.0, words, marked=marked, size=8)
    rest = left + middle
    pen.field((rest, down, CELLS.width - rest, high), "Game ended", slip.ending, size=9.5)
    pen.field((0, down + high, CELLS.width, 10.4), "Result")
    for row, kinds in enumerate(KINDS):
        for across, kind in zip(KINDS_AT[row], kinds, strict=True):
            at = down + high + 1.9 + row * 4.4
            pen.tick_box(across, at, kind, marked=slip.kind == kind, size=7.5)
