"""A player's card: rounds, opponents, scores, starts so far, the next table. Four a sheet."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine import ruled
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
)
from printing.engine.page import A4, Paper, plain, whole
from printing.engine.pen import WRITE, Pen
from printing.engine.ruled import STRONG, Column, Laid, Listed
from printing.engine.shaping import OURS
from printing.engine.sheets import Cells, draw_sheets
from printing.fonts import BOLD

FORM = Form("Player card", where=("Division",))

WIDTH = 90.0  # millimetres

HIGH = 129.7
CELLS = Cells(across=2, down=2, width=WIDTH, height=HIGH)

NAMED = CODE + APART
"""Millimetres from the top: the boxes of player and number; below them those of the next table."""

ROWS_FROM = NAMED + 2 * WRITE + 1.6
FOOT = 7.0

COLUMNS = (
    Column("Rd", 5.5, 8.5, STRONG), Column("Start", 9.0, 8.5), Column("Table", 9.5, 8.5),
    Column("Opponent", WIDTH - 69.0, 8.5), Column("W / L", 9.0, 8.5), Column("Score", 15.0, 8.5),
    Column("Spread", 11.5, 8.5, align="right"), Column("Sum", 9.5, 8.5, align="right"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlayerCard:
    """What one card says.

    Attributes:
      next_table: round, table, opponent and start of the next game, in a few words.
      starts: how often the player has started, and how often the opponents did.
      rows: a row for each round; where they need more room, they go on on another card.
    """

    heading: Heading = field(default_factory=Heading)
    player: str = ""
    number: int | None = None
    next_table: str = ""
    starts: tuple[int, int] | None = None
    rows: tuple[Listed, ...] = ()


def starts_wording(card: PlayerCard) -> str:
    return "" if card.starts is None else f"{card.starts[0]} and {card.starts[1]}"


def lines(card: PlayerCard) -> list[str]:
    return [
        *heading_lines(card.heading, FORM),
        spoken("Player", card.player),
        spoken("No.", whole(card.number)),
        spoken("Next", card.next_table),
        spoken("Starts, seconds", starts_wording(card)),
        *(" ".join(plain(cell) for cell in row.cells if cell) for row in card.rows),
        *footing_lines(card.heading, FORM, 1, len(parts_of(card))),
    ]


def blank(paper: Paper = A4) -> bytes:
    return draw(*[PlayerCard()] * CELLS.count, paper=paper)


def draw(*cards: PlayerCard, paper: Paper = A4) -> bytes:
    parts = [
        (card, rows, place, len(found))
        for card in cards
        for found in (parts_of(card),)
        for place, rows in enumerate(found, start=1)
    ]
    return draw_sheets(parts, CELLS, paper, "Player cards", draw_part)


def parts_of(card: PlayerCard) -> list[list[Laid]]:
    room = HIGH - ROWS_FROM - ruled.LABELS - FOOT
    return ruled.in_parts(ruled.laid(COLUMNS, card.rows), room)


def draw_part(pen: Pen, part: tuple[PlayerCard, list[Laid], int, int]) -> None:
    card, rows, place, count = part
    draw_heading(pen, WIDTH, card.heading, FORM)
    number = 15.0
    pen.field((0, NAMED, WIDTH - number, WRITE), "Player", card.player, font=BOLD, name=True)
    pen.field(
        (WIDTH - number, NAMED, number, WRITE), "No.", whole(card.number), size=13, align="middle"
    )
    below, starts = NAMED + WRITE, 24.0
    pen.field(
        (0, below, WIDTH - starts, WRITE), "Next", card.next_table, size=9, name=True, runs=OURS
    )
    pen.field((WIDTH - starts, below, starts, WRITE), "Starts, seconds", starts_wording(card))
    down = ROWS_FROM + ruled.LABELS
    with pen.tags.part("Table"):
        ruled.draw_labels(pen, ROWS_FROM, COLUMNS)
        if card.rows:
            ruled.draw_rows(pen, down, COLUMNS, rows)
        else:
            ruled.draw_by_hand(pen, down, COLUMNS, HIGH - FOOT)
    draw_footing(pen, HIGH, WIDTH, card.heading, FORM, place, count)
