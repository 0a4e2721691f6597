"""The challenge slip: the words, a box a letter, and one verdict for the whole play. Four a sheet.

Nothing on it says which word was wrong: whoever looks a slip up answers with one mark.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

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
from printing.page import A4, Paper, broken, plain, time_words, whole
from printing.pen import Pen
from printing.ruler import FRAME, HAIR, RULE
from printing.sheets import Cells, draw_sheets

FORM = Form("Challenge slip", 2)

CELLS = Cells(across=2, down=2, width=127.0, height=95.0, lying=True)

LETTERS = 15
"""Boxes for one word."""

BOX = 7.0
"""Millimetres: width of a letter's box."""

ROWS = 3
"""Words on one slip; a challenge of more goes on with another slip."""

VERDICTS = ("Acceptable", "Unacceptable")

TITLES = ("Verdict on the whole play", "Second opinion", "Third opinion")

RETURNED = "Returned: not the words on the board"

AUTHORITY = "Authority for a word, if wanted"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One verdict on the whole play.

    Attributes:
      acceptable: ``None`` until it is given.
      judge: who gave it.
      at: when.
    """

    acceptable: bool | None = None
    judge: str = ""
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class ChallengeSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      challenger: who challenges.
      player: whose play it is.
      turn: number of the turn that is challenged.
      words: the words, as they were played.
      checked: initials of the player, who compared the words with the board.
      authority: where a word is to be looked up, if the challenger names a place.
      returned: whether the judge gave the slip back, for it did not match the board.
      verdicts: on the whole play: the first, and those of further opinions asked for.
    """

    heading: Heading = field(default_factory=Heading)
    challenger: str = ""
    player: str = ""
    turn: int | None = None
    words: tuple[str, ...] = ()
    checked: str = ""
    authority: str = ""
    returned: bool = False
    verdicts: tuple[Verdict, Verdict, Verdict] = field(
        default_factory=lambda: (Verdict(), Verdict(), Verdict())
    )


def lines(slip: ChallengeSlip) -> list[str]:
    """The words on the slip, or on the slips if there are many words."""
    return [
        *heading_lines(slip.heading, FORM),
        spoken("Turn", whole(slip.turn)),
        spoken("Challenger", slip.challenger),
        spoken("Player challenged", slip.player),
        *(f"{number} {plain(word)}" for number, word in enumerate(slip.words, start=1)),
        spoken("Checked", slip.checked),
        f"{RETURNED} X" if slip.returned else RETURNED,
        spoken(AUTHORITY, slip.authority),
        *(
            line
            for title, verdict in zip(TITLES, slip.verdicts, strict=True)
            for line in (title, *verdict_lines(verdict))
        ),
        *footing_lines(slip.heading, FORM, 1, pages(slip)),
    ]


def verdict_lines(verdict: Verdict) -> list[str]:
    """The words of a verdict, ``X`` at the box that is marked."""
    return [
        *(
            f"{words} X" if marked else words
            for words, marked in zip(VERDICTS, marks(verdict), strict=True)
        ),
        spoken("Judge", verdict.judge),
        spoken("Time", time_words(verdict.at)),
    ]


def marks(verdict: Verdict) -> tuple[bool, bool]:
    """Which of the two boxes is marked."""
    return verdict.acceptable is True, verdict.acceptable is False


def pages(slip: ChallengeSlip) -> int:
    """How many slips the words take."""
    return max(1, -(-len(slip.words) // ROWS))


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[ChallengeSlip()] * CELLS.count, paper=paper)


def draw(*slips: ChallengeSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, four a sheet that lies on its long side, cut-and-stack.

    Raises:
      ValueError: there is no slip.
    """
    parts = [(slip, page) for slip in slips for page in range(1, pages(slip) + 1)]
    return draw_sheets(parts, CELLS, paper, "Challenge slips", draw_part)


def draw_part(pen: Pen, part: tuple[ChallengeSlip, int]) -> None:
    """Draw one slip of a challenge; the pen is at its top left corner."""
    slip, page = part
    wide = CELLS.width
    draw_heading(pen, wide, slip.heading, FORM)
    half = (wide - 17.0) / 2
    pen.field((0, 19.4, half, 8.5), "Challenger", slip.challenger, size=11, font=BOLD, name=True)
    pen.field(
        (half, 19.4, half, 8.5), "Player challenged", slip.player, size=11, font=BOLD, name=True
    )
    pen.field((2 * half, 19.4, 17.0, 8.5), "Turn", whole(slip.turn), size=12, align="middle")
    first = (page - 1) * ROWS
    for row in range(ROWS):
        word = slip.words[first + row] if first + row < len(slip.words) else ""
        draw_word(pen, 28.6 + row * 8.4, first + row + 1, word)
    checked = 5.5 + LETTERS * BOX + 1.5
    pen.field((checked, 28.6, wide - checked, 24.8), "Checked", slip.checked, align="middle")
    pen.box(0, 54.0, 62.0, 8.3, weight=RULE)
    pen.tick_box(1.4, 55.3, RETURNED, marked=slip.returned, side=5.6, size=8.0, width=60)
    pen.field((62.0, 54.0, wide - 62.0, 8.3), AUTHORITY, slip.authority)
    for place, (title, verdict) in enumerate(zip(TITLES, slip.verdicts, strict=True)):
        draw_verdict(pen, 62.9 + place * 8.5, title, verdict)
    pen.box(0, 62.9, wide, 8.5, weight=FRAME)
    draw_footing(pen, CELLS.height - 0.6, wide, slip.heading, FORM, page, pages(slip))


def draw_word(pen: Pen, down: float, number: int, word: str) -> None:
    """One word: a box a letter, or one long box for a word with more letters than boxes."""
    pen.write(2.4, down + 5.4, str(number), 9, align="middle")
    letters = plain(word)
    if len(letters) <= LETTERS:
        pen.cells(5.5, down, BOX, 8.0, LETTERS, letters, size=14)
    else:
        pen.box(5.5, down, LETTERS * BOX, 8.0)
        pen.write(7.5, down + 5.6, word, 13, BOLD, width=LETTERS * BOX - 4)


def draw_verdict(pen: Pen, down: float, title: str, verdict: Verdict) -> None:
    """One verdict: two boxes of which one is marked, by whom, and when."""
    wide, high, judge = CELLS.width, 8.5, 81.0
    pen.box(0, down, wide, high, weight=HAIR)
    rows = broken(title, BOLD, 8.0, 24.5 * mm, 2)
    for row, words in enumerate(rows):
        pen.write(1.2, down + high / 2 + 1.0 + 3.3 * (row - (len(rows) - 1) / 2), words, 8.0, BOLD)
    for across, words, marked in zip((26.5, 52.0), VERDICTS, marks(verdict), strict=True):
        pen.tick_box(across, down + 1.2, words, marked=marked, side=6.2, size=8.0)
    pen.field((judge, down, 29.0, high), "Judge", verdict.judge, weight=HAIR)
    left = judge + 29.0
    time = time_words(verdict.at)
    pen.field((left, down, wide - left, high), "Time", time, size=9, weight=HAIR)
