"""The ruling notice: what was ruled and what follows, half a page for each player."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.fitting import broken
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
from printing.page import A4, Paper, plain, when_words
from printing.pen import SIGN, WRITE, Pen
from printing.ruler import FRAME, RULE
from printing.sheets import Cells, draw_sheets

FORM = Form("Ruling notice", 2)

CELLS = Cells(across=1, down=2, width=190.0, height=129.7)

WORDS = 9.5
"""Points of what was ruled."""

MORE = "More stands in the incident record."

ROWS_RULED, ROWS_FOLLOW, ROWS_RIGHT = 4, 4, 2
LINE = 4.4

RIGHT = 0.72
"""What the right of appeal takes of the width; the time for it takes the rest."""

RIGHT_WIDE = CELLS.width * RIGHT


@dataclass(frozen=True, kw_only=True)
class RulingNotice:
    """What one notice says. Nothing of what anybody said in the case is on it.

    Attributes:
      heading: where it belongs and which record it was printed from.
      case: its number, ``C-12``.
      to: the player it is for.
      ruled: what was ruled; ``citation``: the rule it rests on.
      follows: the consequences, one each.
      right: who may appeal and to whom; ``until``: until when, or in words when no time was set.
      director: who ruled; ``at``: when.
    """

    heading: Heading = field(default_factory=Heading)
    case: str = ""
    to: str = ""
    ruled: str = ""
    citation: str = ""
    follows: tuple[str, ...] = ()
    right: str = ""
    until: str = ""
    director: str = ""
    at: datetime | None = None


def lines(notice: RulingNotice) -> list[str]:
    """The words on the notice, top to bottom."""
    return [
        *heading_lines(notice.heading, FORM),
        spoken("Case", notice.case),
        spoken("To", notice.to),
        "Ruled",
        *rows(notice.ruled, ROWS_RULED),
        spoken("Under", notice.citation),
        "What follows",
        *follow_rows(notice),
        "Right of appeal",
        *rows(notice.right, ROWS_RIGHT, RIGHT_WIDE),
        spoken("Until", notice.until),
        spoken("Director", notice.director),
        spoken("Date and time", when_words(notice.at)),
        "Received: signature of the player",
        "At",
        *footing_lines(notice.heading, FORM),
    ]


def rows(text: str, most: int, wide: float = CELLS.width) -> list[str]:
    """A text over at most so many lines of the notice."""
    if not plain(text):
        return []
    return broken(text, BODY, WORDS, (wide - 4.0) * mm, most)


def follow_rows(notice: RulingNotice) -> list[str]:
    """What follows, a line each; where there is no room for all, the last line says so."""
    found = [row for each in notice.follows for row in rows(each, 2)]
    return found if len(found) <= ROWS_FOLLOW else [*found[: ROWS_FOLLOW - 1], MORE]


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[RulingNotice()] * CELLS.count, paper=paper)


def draw(*notices: RulingNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, two a sheet, cut-and-stack.

    Raises:
      ValueError: there is no notice.
    """
    return draw_sheets(notices, CELLS, paper, "Ruling notices", draw_notice)


def draw_notice(pen: Pen, notice: RulingNotice) -> None:
    """Draw one notice; the pen is at its top left corner."""
    wide, row = CELLS.width, CODE
    draw_heading(pen, wide, notice.heading, FORM)
    pen.field((0, row, 30.0, WRITE), "Case", notice.case, size=12, font=BOLD)
    pen.field((30.0, row, wide - 30.0, WRITE), "To", notice.to, size=11, font=BOLD, name=True)
    row += WRITE
    draw_text(pen, row, 22.4, "Ruled", rows(notice.ruled, ROWS_RULED), weight=FRAME)
    row += 22.4
    pen.field((0, row, wide, 9.2), "Under", notice.citation)
    row += 9.2
    draw_text(pen, row, 23.6, "What follows", follow_rows(notice))
    row += 23.6
    draw_text(
        pen, row, 13.0, "Right of appeal", rows(notice.right, ROWS_RIGHT, RIGHT_WIDE), share=RIGHT
    )
    pen.field((wide * RIGHT, row, wide * (1 - RIGHT), 13.0), "Until", notice.until)
    row += 13.4
    pen.field((0, row, 48.0, SIGN), "Director", notice.director, size=9, name=True)
    pen.field((48.0, row, 44.0, SIGN), "Date and time", when_words(notice.at), size=9)
    pen.field((92.0, row, wide - 130.0, SIGN), "Received: signature of the player")
    pen.field((wide - 38.0, row, 38.0, SIGN), "At")
    draw_footing(pen, CELLS.height - 0.4, wide, notice.heading, FORM, lines=1)


def draw_text(
    pen: Pen,
    down: float,
    high: float,
    label: str,
    said: list[str],
    *,
    share: float = 1.0,
    weight: float = RULE,
) -> None:
    """A box with some lines of words."""
    wide = CELLS.width * share
    pen.field((0, down, wide, high), label, weight=weight)
    for place, row in enumerate(said):
        pen.write(1.6, down + 7.2 + place * LINE, row, WORDS, width=wide - 3.2)
