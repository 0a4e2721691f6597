"""Pairings of a round for the wall: by table, or by name as people look for themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from printing.engine import ruled
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, Paper
from printing.engine.ruled import STRONG, Column, Listed

FORM = Form("Pairings", where=("Division", "Round"))

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


def columns_of(pairings: Pairings) -> tuple[Column, ...]:
    if pairings.order == "name":
        return BY_NAME
    table, first, second, kept = BY_TABLE
    return (
        table,
        Column(pairings.heads[0], first.wide, first.size),
        Column(pairings.heads[1], second.wide, second.size),
        kept,
    )


def lines(pairings: Pairings) -> list[str]:
    return ruled.said(FORM, pairings, columns_of)


def blank(paper: Paper = A4) -> bytes:
    return draw(Pairings(), paper=paper)


def draw(*pairings: Pairings, paper: Paper = A4) -> bytes:
    return ruled.drawn(FORM, pairings, paper, columns_of)
