"""Tables from which no result is in, for the wall and for whoever goes and asks."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine import ruled
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, Paper
from printing.engine.ruled import STRONG, Column, Listed

FORM = Form("Missing slips", 2, ("Division",))
"""Its rows say the round: there may be several that lack something."""

COLUMNS = (
    Column("Division", 24.0, 10.0), Column("Round", 16.0, 10.0),
    Column("Table", 18.0, 12.0, STRONG), Column("Players", 96.0, 11.0), Column("Lacks", 36.0),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class MissingSlips:
    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()


def columns_of(_missing: MissingSlips) -> tuple[Column, ...]:
    return COLUMNS


def lines(missing: MissingSlips) -> list[str]:
    return ruled.said(FORM, missing, columns_of)


def blank(paper: Paper = A4) -> bytes:
    return draw(MissingSlips(), paper=paper)


def draw(*missing: MissingSlips, paper: Paper = A4) -> bytes:
    return ruled.drawn(FORM, missing, paper, columns_of)
