"""The rounds of a wall chart: those that are planned, or paired, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printing import wall_chart
from printing.filled_charts import charts_of
from tests.printing.conftest import COURSE

PAIRED = 4


def rounds(planned):
    charts = charts_of(replace(COURSE, planned={"": planned} if planned else {}), "")
    return [[column.label for column in wall_chart.columns_of(chart)][1:] for chart in charts]


def numbered(first, last):
    return [f"Round {number}" for number in range(first, last + 1)]


@pytest.mark.parametrize(
    ("planned", "printed"),
    [
        (0, [numbered(1, PAIRED)]),
        (3, [numbered(1, PAIRED)]),
        (6, [numbered(1, 6)]),
        (8, [numbered(1, 8)]),
        (11, [numbered(1, 8), numbered(9, 11)]),
    ],
    ids=["not said", "more were paired", "six", "a page", "two pages"],
)
def test_a_wall_chart_has_the_rounds_that_are_planned_and_all_that_were_paired(planned, printed):
    assert rounds(planned) == printed


def test_a_row_has_a_cell_for_each_round():
    for chart in charts_of(replace(COURSE, planned={"": 11}), ""):
        assert {len(row.cells) for row in chart.rows} == {len(wall_chart.columns_of(chart))}
