"""What hangs on the wall, and each player's card: pairings, standings, wall chart, prizes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from printing.engine import ruled
from printing.engine.cut_slips import Cells, draw_sheets
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
)
from printing.engine.page import A4, Paper, plain, whole
from printing.engine.pen import WRITE, Pen
from printing.engine.ruled import STRONG, Column, Laid, Listed, PlainList, ruled_list
from printing.engine.shaping import OURS
from printing.fonts import BOLD

# Pairings of a round for the wall: by table, or by name as people look for themselves.


Order = Literal["table", "name"]

BY_TABLE = (
    Column("Table", 20.0, 12.0, STRONG), Column("", 76.0, 11.0), Column("", 76.0, 11.0),
    Column("Note", 18.0, 8.5),
)  # fmt: skip
BY_NAME = (
    Column("", 9.0, 12.0, STRONG), Column("Player", 69.0, 11.0, STRONG),
    Column("Table", 25.0, 12.0, STRONG), Column("Opponent", 69.0, 11.0), Column("Start", 18.0),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Pairings:
    """What one list says.

    Attributes:
      notes: as of when, in the time of the hall, and what else is to be known.
      rows: by table: table, both players, and whether the table is kept; by name: the letter
        where a new one begins, player, table, opponent and start.
      heads: what both players are called in a list by table.
    """

    heading: Heading = field(default_factory=Heading)
    order: Order = "table"
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()
    heads: tuple[str, str] = ("Player", "Player")


def columns_of_pairings(pairings: Pairings) -> tuple[Column, ...]:
    if pairings.order == "name":
        return BY_NAME
    table, first, second, kept = BY_TABLE
    return (
        table,
        Column(pairings.heads[0], first.wide, first.size),
        Column(pairings.heads[1], second.wide, second.size),
        kept,
    )


PAIRINGS = ruled_list(Form("Pairings", where=("Division", "Round")), Pairings, columns_of_pairings)


# Standings, a division a list: places, why who stands where, classes and prizes.


IN_STANDINGS = (
    Column("Place", 14.0, 11.0, STRONG, "right"), Column("Player", 76.0, 11.0),
    Column("Won", 14.0, 11.0, align="right"), Column("Lost", 14.0, 11.0, align="right"),
    Column("Spread", 18.0, 11.0, align="right"), Column("Starts", 12.0, align="right"),
    Column("Classes", 20.0, 8.5), Column("Prize", 22.0, 8.5),
)  # fmt: skip


STANDINGS = ruled_list(
    Form("Standings", where=("Division", "Round")), PlainList, lambda _list: IN_STANDINGS
)


# The wall chart of a division: every round of every player, eight rounds to a page.


ROUNDS = 8  # rounds side by side

PLAYER = Column("Player", 46.0, 9.5)

A_ROUND = 18.0  # millimetres there are for a round


@dataclass(frozen=True, kw_only=True)
class WallChart:
    """What one chart says: the rounds from ``first`` to ``last``, up to ``ROUNDS`` of them.

    Attributes:
      rows: for each player, number and name, then for each round the opponent's number with
        1 for first or 2 for second, the scores, and wins, losses and spread so far.
    """

    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    first: int = 1
    last: int = ROUNDS
    rows: tuple[Listed, ...] = ()


def columns_of_chart(chart: WallChart) -> tuple[Column, ...]:
    rounds = range(chart.first, chart.last + 1)
    return (PLAYER, *(Column(f"Round {number}", A_ROUND, 8.5) for number in rounds))


WALL_CHART = ruled_list(Form("Wall chart", where=("Division",)), WallChart, columns_of_chart)


# Tables from which no result is in, for the wall and for whoever goes and asks.


IN_MISSING_SLIPS = (
    Column("Division", 24.0, 10.0), Column("Round", 16.0, 10.0),
    Column("Table", 18.0, 12.0, STRONG), Column("Players", 96.0, 11.0), Column("Lacks", 36.0),
)  # fmt: skip


MISSING_SLIPS = ruled_list(
    Form("Missing slips", 2, ("Division",)), PlainList, lambda _list: IN_MISSING_SLIPS
)
"""Its rows say the round: there may be several that lack something."""


# The prizes of a tournament, and who has them as things stand.


IN_PRIZES = (
    Column("Division", 24.0, 10.0), Column("Place", 36.0, 11.0, STRONG),
    Column("Prize", 55.0, 11.0), Column("Player", 75.0, 11.0),
)  # fmt: skip


PRIZES = ruled_list(Form("Prizes", where=("Division",)), PlainList, lambda _list: IN_PRIZES)


# A player's card: rounds, opponents, scores, starts so far, the next table. Four a sheet.


CARD = Form("Player card", where=("Division",))

CARD_WIDE = 90.0  # millimetres

CARD_HIGH = 129.7
CARDS = Cells(across=2, down=2, width=CARD_WIDE, height=CARD_HIGH)

NAMED = CODE + APART
"""Millimetres from the top: the boxes of player and number; below them those of the next table."""

ROWS_FROM = NAMED + 2 * WRITE + 1.6
CARD_FOOT = 7.0

IN_CARD = (
    Column("Rd", 5.5, 8.5, STRONG), Column("Start", 9.0, 8.5), Column("Table", 9.5, 8.5),
    Column("Opponent", CARD_WIDE - 69.0, 8.5), Column("W / L", 9.0, 8.5),
    Column("Score", 15.0, 8.5), Column("Spread", 11.5, 8.5, align="right"),
    Column("Sum", 9.5, 8.5, align="right"),
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


def card_lines(card: PlayerCard) -> list[str]:
    return [
        *heading_lines(card.heading, CARD),
        spoken("Player", card.player),
        spoken("No.", whole(card.number)),
        spoken("Next", card.next_table),
        spoken("Starts, seconds", starts_wording(card)),
        *(" ".join(plain(cell) for cell in row.cells if cell) for row in card.rows),
        *footing_lines(card.heading, CARD, 1, len(parts_of_card(card))),
    ]


def draw_cards(*cards: PlayerCard, paper: Paper = A4) -> bytes:
    parts = [
        (card, rows, place, len(found))
        for card in cards
        for found in (parts_of_card(card),)
        for place, rows in enumerate(found, start=1)
    ]
    return draw_sheets(parts, CARDS, paper, "Player cards", draw_part)


def parts_of_card(card: PlayerCard) -> list[list[Laid]]:
    room = CARD_HIGH - ROWS_FROM - ruled.LABELS - CARD_FOOT
    return ruled.in_parts(ruled.laid(IN_CARD, card.rows), room)


def draw_part(pen: Pen, part: tuple[PlayerCard, list[Laid], int, int]) -> None:
    card, rows, place, count = part
    draw_heading(pen, CARD_WIDE, card.heading, CARD)
    number = 15.0
    pen.field((0, NAMED, CARD_WIDE - number, WRITE), "Player", card.player, font=BOLD, name=True)
    pen.field(
        (CARD_WIDE - number, NAMED, number, WRITE),
        "No.",
        whole(card.number),
        size=13,
        align="middle",
    )
    below, starts = NAMED + WRITE, 24.0
    pen.field(
        (0, below, CARD_WIDE - starts, WRITE), "Next", card.next_table, size=9, name=True, runs=OURS
    )
    pen.field((CARD_WIDE - starts, below, starts, WRITE), "Starts, seconds", starts_wording(card))
    down = ROWS_FROM + ruled.LABELS
    with pen.tags.part("Table"):
        ruled.draw_labels(pen, ROWS_FROM, IN_CARD)
        if card.rows:
            ruled.draw_rows(pen, down, IN_CARD, rows)
        else:
            ruled.draw_by_hand(pen, down, IN_CARD, CARD_HIGH - CARD_FOOT)
    draw_footing(pen, CARD_HIGH, CARD_WIDE, card.heading, CARD, place, count)


PLAYER_CARD = Drawing(CARD, PlayerCard, card_lines, draw_cards, CARDS.count)
