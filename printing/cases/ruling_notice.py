"""The ruling notice: what was ruled and what follows, half a page for each player."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.engine.fitting import broken
from printing.engine.heading import (
    CODE,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.engine.page import A4, FRAME, RULE, Paper, plain, when_words
from printing.engine.pen import SIGN, WRITE, Pen
from printing.engine.sheets import Cells, draw_sheets
from printing.fonts import BODY, BOLD

FORM = Form("Ruling notice", 3)

CELLS = Cells(across=1, down=2, width=190.0, height=129.7)

WORDS = 9.5  # points of what was ruled

MORE = "More stands in the incident record."

ROWS_RULED, ROWS_UNDER, ROWS_FOLLOW, ROWS_RIGHT = 3, 2, 4, 2
LINE = 4.4

HIGH_RULED, HIGH_UNDER, HIGH_FOLLOW, HIGH_RIGHT = 18.8, 13.2, 23.2, 13.0
"""Millimetres of the boxes. An appeal takes a line of what follows for the right of appeal."""

RIGHT = 0.72  # what the right of appeal takes of the width; the time for it takes the rest

RIGHT_WIDE = CELLS.width * RIGHT


@dataclass(frozen=True, kw_only=True)
class RulingNotice:
    """What one notice says. Nothing of what anybody said in the case is on it.

    Attributes:
      ruled: what was ruled; ``citation``: the rule it rests on, with what that lays down.
      follows: the consequences, one each.
      appeal: how an appeal against it stands; empty: nobody appealed.
      right: who may appeal and to whom; ``until``: until when, or in words when no time was set.
    """

    heading: Heading = field(default_factory=Heading)
    case: str = ""
    to: str = ""
    ruled: str = ""
    citation: str = ""
    follows: tuple[str, ...] = ()
    appeal: str = ""
    right: str = ""
    until: str = ""
    director: str = ""
    at: datetime | None = None


def lines(notice: RulingNotice) -> list[str]:
    return [
        *heading_lines(notice.heading, FORM),
        spoken("Case", notice.case),
        spoken("To", notice.to),
        "Ruled",
        *rows(notice.ruled, ROWS_RULED),
        "Under",
        *rows(notice.citation, ROWS_UNDER),
        "What follows",
        *follow_rows(notice),
        right_label(notice),
        *right_rows(notice),
        spoken("Until", notice.until),
        spoken("Director", notice.director),
        spoken("Date and time", when_words(notice.at)),
        "Received: signature of the player",
        "At",
        *footing_lines(notice.heading, FORM),
    ]


def rows(text: str, most: int, wide: float = CELLS.width) -> list[str]:
    if not plain(text):
        return []
    return broken(text, BODY, WORDS, (wide - 4.0) * mm, most)


def follow_rows(notice: RulingNotice) -> list[str]:
    """What follows, a line each; where there is no room for all, the last line says so."""
    found = [row for each in notice.follows for row in rows(each, 2)]
    most = ROWS_FOLLOW - bool(notice.appeal) + rows_spared(notice)
    return found if len(found) <= most else [*found[: most - 1], MORE]


def rows_spared(notice: RulingNotice) -> int:
    """Lines that what was ruled leaves to what follows; none on a form to write on."""
    used = len(rows(notice.ruled, ROWS_RULED))
    return ROWS_RULED - used if used else 0


def right_label(notice: RulingNotice) -> str:
    return "Appeal, and the right of appeal" if notice.appeal else "Right of appeal"


def right_rows(notice: RulingNotice) -> list[str]:
    said = " ".join(part for part in (notice.appeal, notice.right) if part)
    return rows(said, ROWS_RIGHT + bool(notice.appeal), RIGHT_WIDE)


def blank(paper: Paper = A4) -> bytes:
    return draw(*[RulingNotice()] * CELLS.count, paper=paper)


def draw(*notices: RulingNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, two a sheet, cut-and-stack."""
    return draw_sheets(notices, CELLS, paper, "Ruling notices", draw_notice)


def draw_notice(pen: Pen, notice: RulingNotice) -> None:
    wide, row = CELLS.width, CODE
    draw_heading(pen, wide, notice.heading, FORM)
    pen.field((0, row, 30.0, WRITE), "Case", notice.case, size=12, font=BOLD)
    pen.field((30.0, row, wide - 30.0, WRITE), "To", notice.to, size=11, font=BOLD, name=True)
    row += WRITE
    spared = rows_spared(notice) * LINE
    high = HIGH_RULED - spared
    draw_text(pen, row, high, "Ruled", rows(notice.ruled, ROWS_RULED), weight=FRAME)
    row += high
    draw_text(pen, row, HIGH_UNDER, "Under", rows(notice.citation, ROWS_UNDER))
    row += HIGH_UNDER
    moved = LINE if notice.appeal else 0.0
    high = HIGH_FOLLOW - moved + spared
    draw_text(pen, row, high, "What follows", follow_rows(notice))
    row += high
    high = HIGH_RIGHT + moved
    draw_text(pen, row, high, right_label(notice), right_rows(notice), share=RIGHT)
    pen.field((wide * RIGHT, row, wide * (1 - RIGHT), high), "Until", notice.until)
    row += high + 0.4
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
    wide = CELLS.width * share
    pen.field((0, down, wide, high), label, weight=weight)
    for place, row in enumerate(said):
        pen.write(1.6, down + 7.2 + place * LINE, row, WORDS, width=wide - 3.2)
