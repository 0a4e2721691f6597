"""Standings for the wall, a division a list: places, why who stands where, classes and prizes."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine import ruled
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, Paper
from printing.engine.ruled import STRONG, Column, Listed

FORM = Form("Standings", where=("Division", "Round"))

COLUMNS = (
    Column("Place", 14.0, 11.0, STRONG, "right"), Column("Player", 76.0, 11.0),
    Column("Won", 14.0, 11.0, align="right"), Column("Lost", 14.0, 11.0, align="right"),
    Column("Spread", 18.0, 11.0, align="right"), Column("Starts", 12.0, align="right"),
    Column("Classes", 20.0, 8.5), Column("Prize", 22.0, 8.5),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Standings:
    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()


def columns_of(_standings: Standings) -> tuple[Column, ...]:
    return COLUMNS


def lines(standings: Standings) -> list[str]:
    return ruled.said(FORM, standings, columns_of)


def blank(paper: Paper = A4) -> bytes:
    return draw(Standings(), paper=paper)


def draw(*standings: Standings, paper: Paper = A4) -> bytes:
    return ruled.drawn(FORM, standings, paper, columns_of)
