"""The warning notice: that a player was warned, what for, and what comes next. Four a sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.engine.fitting import broken
from printing.engine.heading import (
    APART,
    CODE,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.engine.page import A4, FRAME, RULE, Paper, plain, when_words, whole
from printing.engine.pen import SIGN, WRITE, Pen
from printing.engine.sheets import Cells, draw_sheets
from printing.fonts import BODY, BOLD

FORM = Form("Warning notice", 2)

CELLS = Cells(across=1, down=2, width=190.0, height=129.7)

KINDS = {"official-warning": "Official warning", "unofficial-warning": "Unofficial warning"}

WORDS = 10.0
LINE = 4.6

ROWS_WHAT, ROWS_NOTICE = 3, 2


@dataclass(frozen=True, kw_only=True)
class WarningNotice:
    """What one notice says.

    Attributes:
      kind: as in ``WarningGiven``: ``official-warning`` or ``unofficial-warning``.
      what: what for; ``rule``: the rule it rests on.
      notice: what the player was told would follow if it happened again.
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
    return [
        *heading_lines(notice.heading, FORM),
        spoken("Player", notice.player),
        spoken("No.", whole(notice.number)),
        spoken("Case", notice.case),
        *(ticked(words, marked=notice.kind == kind) for kind, words in KINDS.items()),
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
    return broken(text, BODY, WORDS, (CELLS.width - 4.0) * mm, most) if plain(text) else []


def blank(paper: Paper = A4) -> bytes:
    return draw(*[WarningNotice()] * CELLS.count, paper=paper)


def draw(*notices: WarningNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, two a sheet, cut-and-stack."""
    return draw_sheets(notices, CELLS, paper, "Warning notices", draw_notice)


def draw_notice(pen: Pen, notice: WarningNotice) -> None:
    wide, row = CELLS.width, CODE + APART
    draw_heading(pen, wide, notice.heading, FORM)
    name = wide - 46.0
    pen.field((0, row, name, WRITE), "Player", notice.player, size=12, font=BOLD, name=True)
    number = whole(notice.number)
    pen.field((name, row, 18.0, WRITE), "No.", number, size=12, font=BOLD, align="middle")
    pen.field((name + 18.0, row, 28.0, WRITE), "Case", notice.case, align="middle")
    row += WRITE + 1.6
    for place, (kind, words) in enumerate(KINDS.items()):
        marked = notice.kind == kind
        pen.tick_box(2.0 + place * 70.0, row, words, marked=marked, side=6.4, size=11.0, bold=True)
    row += 8.0
    draw_text(pen, row, 20.4, "What for", rows(notice.what, ROWS_WHAT), weight=FRAME)
    row += 20.4
    pen.field((0, row, wide, 9.2), "Rule", notice.rule, size=9)
    row += 9.2
    draw_text(pen, row, 16.4, "If it happens again", rows(notice.notice, ROWS_NOTICE))
    row += 17.0
    pen.field((0, row, 50.0, SIGN), "Director", notice.director, size=9, name=True)
    pen.field((50.0, row, 46.0, SIGN), "Date and time", when_words(notice.at), size=9)
    pen.field((96.0, row, wide - 96.0, SIGN), "Received: signature of the player")
    draw_footing(pen, CELLS.height - 0.4, wide, notice.heading, FORM, lines=1)


def draw_text(
    pen: Pen, down: float, high: float, label: str, said: list[str], *, weight: float = RULE
) -> None:
    pen.field((0, down, CELLS.width, high), label, weight=weight)
    with pen.tags.together():
        for place, row in enumerate(said):
            pen.write(1.6, down + 7.4 + place * LINE, row, WORDS, width=CELLS.width - 3.2)
