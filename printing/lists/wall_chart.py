"""The wall chart of a division: every round of every player, eight rounds to a page."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.engine import ruled
from printing.engine.heading import Form, Heading
from printing.engine.page import A4, Paper
from printing.engine.ruled import Column, Listed

FORM = Form("Wall chart", where=("Division",))

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


def columns_of(chart: WallChart) -> tuple[Column, ...]:
    rounds = range(chart.first, chart.last + 1)
    return (PLAYER, *(Column(f"Round {number}", A_ROUND, 8.5) for number in rounds))


def lines(chart: WallChart) -> list[str]:
    return ruled.said(FORM, chart, columns_of)


def blank(paper: Paper = A4) -> bytes:
    return draw(WallChart(), paper=paper)


def draw(*charts: WallChart, paper: Paper = A4) -> bytes:
    return ruled.drawn(FORM, charts, paper, columns_of)
