"""The result slip: what both players sign. Four a sheet."""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from datetime import datetime

from printing.fonts import BOLD
from printing.heading import (
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.page import A4, Paper, plain, signed, when_words, whole
from printing.pen import Pen
from printing.ruler import FRAME, HAIR
from printing.sheets import Cells, draw_sheets
from printing.signature import Signature, draw_signature, signature_lines

FORM = Form("Result slip")

CELLS = Cells(across=2, down=2, width=90.0, height=129.5)

ENDINGS = ("played out", "six zeros", "resigned", "forfeited")
"""How most games end, each with a box to mark; anything else is written beside them."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One player's half of a slip. What is not known is left for the hand.

    Attributes:
      name: the player.
      number: the player's number in the tournament.
      started: whether this player made the first play.
      score: final, everything below included.
      unplayed: points put on or taken off for unplayed tiles.
      overtime: points taken off for overtime, as a negative number.
      challenges: points put on or taken off by challenges.
      penalties: points put on or taken off by the director.
      signature: of this player.
    """

    name: str = ""
    number: int | None = None
    started: bool | None = None
    score: int | None = None
    unplayed: int | None = None
    overtime: int | None = None
    challenges: int | None = None
    penalties: int | None = None
    signature: Signature = field(default_factory=Signature)


@dataclass(frozen=True, kw_only=True)
class ResultSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      sides: both players, the one who starts first where that is known.
      ending: why the game ended, in words.
      unplayed_mode: how unplayed tiles were counted, in words: ``double`` and so on.
      blanks: the letters of the first and the second blank, upper case; empty if not played.
      alphabet: the letters a blank can stand for.
      challenged: the words challenged, as people would note them.
      finished_at: when the game was over.
      handed_in_by: who brought the slip.
      director: initials.
      amendments: what was amended after signing, one line each.
    """

    heading: Heading = field(default_factory=Heading)
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
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
        """The winner's points minus the loser's; ``None`` until both are known."""
        first, second = (side.score for side in self.sides)
        return None if first is None or second is None else abs(first - second)


def lines(slip: ResultSlip) -> list[str]:
    """The words on the slip, top to bottom. Tests read these, not the PDF."""
    return [
        *heading_lines(slip.heading, FORM),
        *(line for side in slip.sides for line in side_lines(side, slip)),
        spoken("Spread", whole(slip.spread)),
        spoken("Game ended", slip.ending),
        *(spoken(label, letter) for label, letter in zip(BLANKS, slip.blanks, strict=True)),
        spoken("Words challenged", words_challenged(slip)),
        *(
            line
            for side in slip.sides
            for line in signature_lines(signature_label(side), side.signature)
        ),
        spoken("Date and time", when_words(slip.finished_at)),
        spoken("Handed in by", slip.handed_in_by),
        spoken("Director", slip.director),
        spoken("Amendments", "; ".join(plain(line, 120) for line in slip.amendments)),
        *footing_lines(slip.heading, FORM),
    ]


BLANKS = ("1st blank", "2nd blank")


def side_lines(side: Side, slip: ResultSlip) -> list[str]:
    """The words of one player's half."""
    return [
        spoken("Player", side.name),
        spoken("No.", whole(side.number)),
        spoken("Started", "X" if side.started else ""),
        spoken("Score", whole(side.score)),
        spoken(unplayed_label(slip), signed(side.unplayed)),
        spoken("Overtime", signed(side.overtime)),
        spoken("Challenges", signed(side.challenges)),
        spoken("Penalties", signed(side.penalties)),
    ]


def unplayed_label(slip: ResultSlip) -> str:
    """``Unplayed tiles``, and how they were counted where that is known."""
    return (
        f"Unplayed tiles, {plain(slip.unplayed_mode)}" if slip.unplayed_mode else "Unplayed tiles"
    )


def signature_label(side: Side) -> str:
    """Who is to sign."""
    return f"Signature of {plain(side.name)}" if side.name else "Signature"


def words_challenged(slip: ResultSlip) -> str:
    """The words challenged, as one line."""
    return ", ".join(plain(word) for word in slip.challenged)


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
        draw_side(pen, 20.4 + place * 19.4, side, slip)
    draw_ending(pen, 59.6, slip)
    for place, letter in enumerate(slip.blanks):
        down = 70.6 + place * 6.3
        pen.write(0, down + 4.2, BLANKS[place], 8)
        pen.letters(14.6, down, wide - 14.0, 6.3, slip.alphabet, letter)
    pen.field(0, 84.2, wide, 8.6, "Words challenged", words_challenged(slip))
    half = wide / 2
    for place, side in enumerate(slip.sides):
        label = signature_label(side)
        draw_signature(pen, place * half, 92.8, half, 13.0, label, side.signature)
    row = 105.8
    pen.field(0, row, 38, 8.6, "Date and time", when_words(slip.finished_at))
    pen.field(38, row, 32, 8.6, "Handed in by", slip.handed_in_by)
    pen.field(70, row, 20, 8.6, "Director", slip.director)
    pen.field(0, row + 8.6, wide, 8.4, "Amendments", "; ".join(slip.amendments), size=9)
    draw_footing(pen, CELLS.height - 0.6, wide, slip.heading, FORM)


def draw_side(pen: Pen, down: float, side: Side, slip: ResultSlip) -> None:
    """One player: who, the score, and below it what the score includes."""
    wide, started, number, score = CELLS.width, 11.5, 10.0, 24.0
    high, low = 10.4, 8.2
    pen.field(0, down, started, high, "Started", weight=HAIR)
    if side.started:
        pen.cross(started / 2 - 2.6, down + 3.6, 5.6)
    pen.field(started, down, number, high, "No.", whole(side.number), align="middle", weight=HAIR)
    left = started + number
    name = wide - left - score
    pen.field(left, down, name, high, "Player", side.name, size=12, font=BOLD, weight=HAIR)
    pen.write(1.1, down + high + 5.2, "of which", 7.5)
    across = 13.0
    for label, points, room in (
        (unplayed_label(slip), side.unplayed, 28.5),
        ("Overtime", side.overtime, 15.5),
        ("Challenges", side.challenges, 16.5),
        ("Penalties", side.penalties, 16.5),
    ):
        value = signed(points)
        pen.field(across, down + high, room, low, label, value, align="middle", weight=HAIR)
        across += room
    pen.box(0, down, wide, high + low, weight=FRAME)
    score_words = whole(side.score)
    pen.field(
        wide - score,
        down,
        score,
        high,
        "Score",
        score_words,
        size=17,
        font=BOLD,
        align="middle",
        weight=FRAME,
    )


def draw_ending(pen: Pen, down: float, slip: ResultSlip) -> None:
    """The spread, and why the game ended."""
    high, left = 10.4, 18.5
    right = CELLS.width - left
    spread = whole(slip.spread)
    pen.field(0, down, left, high, "Spread", spread, size=14, font=BOLD, align="middle")
    pen.field(left, down, right, high, "Game ended")
    across = left + 1.4
    for ending in ENDINGS:
        marked = slip.ending == ending
        across += pen.tick_box(across, down + 5.2, ending, marked=marked, size=7.5) + 1.4
    if slip.ending and slip.ending not in ENDINGS:
        at = CELLS.width - 1.4
        pen.write(at, down + 3.6, slip.ending, 9.5, width=right - 18, align="right")
