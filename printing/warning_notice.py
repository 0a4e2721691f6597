"""The warning notice: that a player was warned, what for, and what comes next. Four a sheet."""

from __future__ import annotations

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
from printing.page import A4, Paper, broken, plain, when_words, whole
from printing.pen import Pen
from printing.ruler import FRAME, RULE
from printing.sheets import Cells, draw_sheets

FORM = Form("Warning notice")

CELLS = Cells(across=2, down=2, width=127.0, height=95.0, lying=True)

KINDS = {"official-warning": "Official warning", "unofficial-warning": "Unofficial warning"}

WORDS = 9.0
LINE = 4.1

ROWS_WHAT, ROWS_NOTICE = 3, 2


@dataclass(frozen=True, kw_only=True)
class WarningNotice:
    """What one notice says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      case: its number, ``C-12``, where there is one.
      player: who is warned; ``number``: in the tournament.
      kind: as in ``WarningGiven``: ``official-warning`` or ``unofficial-warning``.
      what: what for; ``rule``: the rule it rests on.
      notice: what the player was told would follow if it happened again.
      director: who warned; ``at``: when.
    """

    heading: Heading = field(default_factory=Heading)
    case: str = ""
    player: str = ""
    number: int | None = None
    kind: str = ""
    what: str = ""
    rule: str = ""
    notice: str = ""
    director: str = ""
    at: datetime | None = None


def lines(notice: WarningNotice) -> list[str]:
    """The words on the notice, top to bottom."""
    return [
        *heading_lines(notice.heading, FORM),
        spoken("Player", notice.player),
        spoken("No.", whole(notice.number)),
        spoken("Case", notice.case),
        *(f"{words} X" if notice.kind == kind else words for kind, words in KINDS.items()),
        "What for",
        *rows(notice.what, ROWS_WHAT),
        spoken("Rule", notice.rule),
        "If it happens again",
        *rows(notice.notice, ROWS_NOTICE),
        spoken("Director", notice.director),
        spoken("Date and time", when_words(notice.at)),
        "Received: signature of the player",
        *footing_lines(notice.heading, FORM),
    ]


def rows(text: str, most: int) -> list[str]:
    """A text over at most so many lines of the notice."""
    return broken(text, BODY, WORDS, (CELLS.width - 4.0) * mm, most) if plain(text) else []


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[WarningNotice()] * CELLS.count, paper=paper)


def draw(*notices: WarningNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, four a sheet that lies on its long side, cut-and-stack.

    Raises:
      ValueError: there is no notice.
    """
    return draw_sheets(notices, CELLS, paper, "Warning notices", draw_notice)


def draw_notice(pen: Pen, notice: WarningNotice) -> None:
    """Draw one notice; the pen is at its top left corner."""
    wide = CELLS.width
    draw_heading(pen, wide, notice.heading, FORM)
    name = wide - 38.0
    pen.field((0, 19.8, name, 9.0), "Player", notice.player, size=11, font=BOLD, name=True)
    number = whole(notice.number)
    pen.field((name, 19.8, 16.0, 9.0), "No.", number, size=11, font=BOLD, align="middle")
    pen.field((name + 16.0, 19.8, 22.0, 9.0), "Case", notice.case, align="middle")
    for place, (kind, words) in enumerate(KINDS.items()):
        marked = notice.kind == kind
        pen.tick_box(2.0 + place * 52.0, 30.4, words, marked=marked, side=6.0, size=10.0, bold=True)
    draw_text(pen, 38.0, 15.6, "What for", rows(notice.what, ROWS_WHAT), weight=FRAME)
    pen.field((0, 53.6, wide, 8.2), "Rule", notice.rule, size=9)
    draw_text(pen, 61.8, 11.6, "If it happens again", rows(notice.notice, ROWS_NOTICE))
    pen.field((0, 74.4, 40.0, 12.4), "Director", notice.director, size=9, name=True)
    at = when_words(notice.at)
    pen.field((40.0, 74.4, 36.0, 12.4), "Date and time", at, size=8.5)
    pen.field((76.0, 74.4, wide - 76.0, 12.4), "Received: signature of the player")
    draw_footing(pen, CELLS.height - 0.6, wide, notice.heading, FORM)


def draw_text(
    pen: Pen, down: float, high: float, label: str, said: list[str], *, weight: float = RULE
) -> None:
    """A box with some lines of words, as many as it has room for."""
    pen.field((0, down, CELLS.width, high), label, weight=weight)
    for place, row in enumerate(said):
        pen.write(1.6, down + 6.4 + place * LINE, row, WORDS, width=CELLS.width - 3.2)
