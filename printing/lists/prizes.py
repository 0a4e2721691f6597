"""The prizes of a tournament, and who has them as things stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine import ruled
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, Paper
from printing.engine.ruled import STRONG, Column, Listed

FORM = Form("Prizes", where=("Division",))

COLUMNS = (
    Column("Division", 24.0, 10.0), Column("Place", 36.0, 11.0, STRONG),
    Column("Prize", 55.0, 11.0), Column("Player", 75.0, 11.0),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Prizes:
    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()


def columns_of(_prizes: Prizes) -> tuple[Column, ...]:
    return COLUMNS


def lines(prizes: Prizes) -> list[str]:
    return ruled.said(FORM, prizes, columns_of)


def blank(paper: Paper = A4) -> bytes:
    return draw(Prizes(), paper=paper)


def draw(*prizes: Prizes, paper: Paper = A4) -> bytes:
    return ruled.drawn(FORM, prizes, paper, columns_of)
