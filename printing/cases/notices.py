"""Notices to a player, half a page each: what was ruled and what follows, or a warning."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from msgspec import Struct, field
from reportlab.lib.units import mm

from printing.engine.cut_slips import Cells, draw_sheets, rows_for
from printing.engine.fitting import broken
from printing.engine.heading import (
    APART,
    CODE,
    Drawing,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.engine.labels import SIGN, WRITE
from printing.engine.page import A4, FRAME, RULE, Paper, plain, when_words, whole
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD
from printing.languages import say

CELLS = Cells(across=1, down=2, width=190.0, height=129.7)


# What was ruled and what follows.


RULING = Form("ruling-notice", 3)

RULING_SIZE = 9.5  # points of what was ruled


ROWS_RULED, ROWS_UNDER, ROWS_FOLLOW, ROWS_RIGHT = 3, 2, 4, 2
RULING_LINE = 4.4

HIGH_RULED, HIGH_UNDER, HIGH_FOLLOW, HIGH_RIGHT = 18.8, 13.2, 23.2, 13.0
"""Millimetres of the boxes. An appeal takes a line of what follows for the right of appeal."""

RIGHT = 0.72  # what the right of appeal takes of the width; the time for it takes the rest

RIGHT_WIDE = CELLS.width * RIGHT


class RulingNotice(Struct, frozen=True, kw_only=True):
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


def ruling_lines(notice: RulingNotice) -> list[str]:
    return [
        *heading_lines(notice.heading, RULING),
        spoken(say("paper_cases.case"), notice.case),
        spoken(say("paper_cases.to"), notice.to),
        say("paper_cases.ruled"),
        *ruling_rows(notice.ruled, ROWS_RULED),
        say("paper_cases.under"),
        *ruling_rows(notice.citation, ROWS_UNDER),
        say("paper_cases.what-follows"),
        *follow_rows(notice),
        right_label(notice),
        *right_rows(notice),
        spoken(say("paper_cases.until"), notice.until),
        spoken(say("paper_cases.director"), notice.director),
        spoken(say("paper.date-and-time"), when_words(notice.at)),
        say("paper_cases.received-signature-player"),
        say("paper_cases.at"),
        *footing_lines(notice.heading, RULING),
    ]


def ruling_rows(text: str, most: int, wide: float = CELLS.width) -> list[str]:
    if not plain(text):
        return []
    return broken(text, BODY, RULING_SIZE, (wide - 4.0) * mm, most)


def follow_rows(notice: RulingNotice) -> list[str]:
    """What follows, a line each; where there is no room for all, the last line says so."""
    found = [row for each in notice.follows for row in ruling_rows(each, 2)]
    most = ROWS_FOLLOW - bool(notice.appeal) + rows_spared(notice)
    return (
        found
        if len(found) <= most
        else [*found[: most - 1], say("paper_cases.more-stands-in-incident-record")]
    )


def rows_spared(notice: RulingNotice) -> int:
    """Lines that what was ruled leaves to what follows; none on a form to write on."""
    used = len(ruling_rows(notice.ruled, ROWS_RULED))
    return ROWS_RULED - used if used else 0


def right_label(notice: RulingNotice) -> str:
    return (
        say("paper_cases.appeal-and-right-appeal")
        if notice.appeal
        else say("paper_cases.right-appeal")
    )


def right_rows(notice: RulingNotice) -> list[str]:
    said = " ".join(part for part in (notice.appeal, notice.right) if part)
    return ruling_rows(said, ROWS_RIGHT + bool(notice.appeal), RIGHT_WIDE)


def draw_rulings(*notices: RulingNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, two a sheet, cut-and-stack."""
    draw_one = partial(draw_ruling, above=CELLS.above(paper))
    return draw_sheets(notices, CELLS, paper, say("paper_cases.ruling-notices"), draw_one)


MAY_GIVE = (1.1, 1.1, 1.1)
"""Millimetres that the case, what was ruled and what follows give to a code that proves a notice:
all three are printed, and have that much white."""


def draw_ruling(pen: Pen, notice: RulingNotice, above: float = 0.0) -> None:
    wide = CELLS.width
    rows = rows_for(notice.heading, CODE, above, MAY_GIVE)
    pen, row = pen.higher(rows.up), rows.head
    draw_heading(pen, wide, notice.heading, RULING, code_side=rows.head)
    case = WRITE - rows.given[0]
    pen.field((0, row, 30.0, case), say("paper_cases.case"), notice.case, size=12, font=BOLD)
    pen.field(
        (30.0, row, wide - 30.0, case),
        say("paper_cases.to"),
        notice.to,
        size=11,
        font=BOLD,
        name=True,
    )
    row += case
    spared = rows_spared(notice) * RULING_LINE
    high = HIGH_RULED - spared - rows.given[1]
    draw_ruling_text(
        pen,
        row,
        high,
        say("paper_cases.ruled"),
        ruling_rows(notice.ruled, ROWS_RULED),
        weight=FRAME,
    )
    row += high
    draw_ruling_text(
        pen, row, HIGH_UNDER, say("paper_cases.under"), ruling_rows(notice.citation, ROWS_UNDER)
    )
    row += HIGH_UNDER
    moved = RULING_LINE if notice.appeal else 0.0
    high = HIGH_FOLLOW - moved + spared - rows.given[2]
    draw_ruling_text(pen, row, high, say("paper_cases.what-follows"), follow_rows(notice))
    row += high
    high = HIGH_RIGHT + moved
    draw_ruling_text(pen, row, high, right_label(notice), right_rows(notice), share=RIGHT)
    pen.field((wide * RIGHT, row, wide * (1 - RIGHT), high), say("paper_cases.until"), notice.until)
    row += high + 0.4
    pen.field((0, row, 48.0, SIGN), say("paper_cases.director"), notice.director, size=9, name=True)
    pen.field((48.0, row, 44.0, SIGN), say("paper.date-and-time"), when_words(notice.at), size=9)
    pen.field((92.0, row, wide - 130.0, SIGN), say("paper_cases.received-signature-player"))
    pen.field((wide - 38.0, row, 38.0, SIGN), say("paper_cases.at"))
    foot = CELLS.height + rows.head - CODE - sum(rows.given)
    draw_footing(pen, foot - 0.4, wide, notice.heading, RULING, lines=1)


def draw_ruling_text(
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
        pen.write(1.6, down + 7.2 + place * RULING_LINE, row, RULING_SIZE, width=wide - 3.2)


RULING_NOTICE = Drawing(RULING, RulingNotice, ruling_lines, draw_rulings, CELLS.count)


# That a player was warned, what for, and what comes next.


WARNING = Form("warning-notice", 2)

KINDS = ("official-warning", "unofficial-warning")

WARNING_SIZE = 10.0
WARNING_LINE = 4.6

ROWS_WHAT, ROWS_NOTICE = 3, 2


class WarningNotice(Struct, frozen=True, kw_only=True):
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


def warning_lines(notice: WarningNotice) -> list[str]:
    return [
        *heading_lines(notice.heading, WARNING),
        spoken(say("paper_cases.player"), notice.player),
        spoken(say("paper.no"), whole(notice.number)),
        spoken(say("paper_cases.case"), notice.case),
        *(ticked(say(f"paper_cases.{kind}"), marked=notice.kind == kind) for kind in KINDS),
        say("paper_cases.what-for"),
        *warning_rows(notice.what, ROWS_WHAT),
        spoken(say("paper_cases.rule"), notice.rule),
        say("paper_cases.if-happens-again"),
        *warning_rows(notice.notice, ROWS_NOTICE),
        spoken(say("paper_cases.director"), notice.director),
        spoken(say("paper.date-and-time"), when_words(notice.at)),
        say("paper_cases.received-signature-player"),
        *footing_lines(notice.heading, WARNING),
    ]


def warning_rows(text: str, most: int) -> list[str]:
    return broken(text, BODY, WARNING_SIZE, (CELLS.width - 4.0) * mm, most) if plain(text) else []


def draw_warnings(*notices: WarningNotice, paper: Paper = A4) -> bytes:
    """A PDF of the notices, two a sheet, cut-and-stack."""
    return draw_sheets(notices, CELLS, paper, say("paper_cases.warning-notices"), draw_warning)


def draw_warning(pen: Pen, notice: WarningNotice) -> None:
    wide, row = CELLS.width, CODE + APART
    draw_heading(pen, wide, notice.heading, WARNING)
    name = wide - 46.0
    pen.field(
        (0, row, name, WRITE),
        say("paper_cases.player"),
        notice.player,
        size=12,
        font=BOLD,
        name=True,
    )
    number = whole(notice.number)
    pen.field((name, row, 18.0, WRITE), say("paper.no"), number, size=12, font=BOLD, align="middle")
    pen.field((name + 18.0, row, 28.0, WRITE), say("paper_cases.case"), notice.case, align="middle")
    row += WRITE + 1.6
    for place, kind in enumerate(KINDS):
        marked = notice.kind == kind
        pen.tick_box(
            2.0 + place * 70.0,
            row,
            say(f"paper_cases.{kind}"),
            marked=marked,
            side=6.4,
            size=11.0,
            bold=True,
        )
    row += 8.0
    draw_warning_text(
        pen,
        row,
        20.4,
        say("paper_cases.what-for"),
        warning_rows(notice.what, ROWS_WHAT),
        weight=FRAME,
    )
    row += 20.4
    pen.field((0, row, wide, 9.2), say("paper_cases.rule"), notice.rule, size=9)
    row += 9.2
    draw_warning_text(
        pen,
        row,
        16.4,
        say("paper_cases.if-happens-again"),
        warning_rows(notice.notice, ROWS_NOTICE),
    )
    row += 17.0
    pen.field((0, row, 50.0, SIGN), say("paper_cases.director"), notice.director, size=9, name=True)
    pen.field((50.0, row, 46.0, SIGN), say("paper.date-and-time"), when_words(notice.at), size=9)
    pen.field((96.0, row, wide - 96.0, SIGN), say("paper_cases.received-signature-player"))
    draw_footing(pen, CELLS.height - 0.4, wide, notice.heading, WARNING, lines=1)


def draw_warning_text(
    pen: Pen, down: float, high: float, label: str, said: list[str], *, weight: float = RULE
) -> None:
    pen.field((0, down, CELLS.width, high), label, weight=weight)
    with pen.tags.together():
        for place, row in enumerate(said):
            pen.write(
                1.6, down + 7.4 + place * WARNING_LINE, row, WARNING_SIZE, width=CELLS.width - 3.2
            )


WARNING_NOTICE = Drawing(WARNING, WarningNotice, warning_lines, draw_warnings, CELLS.count)
