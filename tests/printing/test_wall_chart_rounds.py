"""The rounds of a wall chart: those that are planned, or paired, and no more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ledger.hall.standings_view import start_method_wording
from ledger.messages import speaking
from printing.lists import course_lists
from printing.lists.from_course import charts_of, pairings_by_name, pairings_by_table
from tests.courses import a_row, a_tournament_of
from tests.printing.conftest import COURSE

PAIRED = 4


def rounds(planned):
    charts = charts_of(replace(COURSE, planned={"": planned} if planned else {}), "")
    return [
        [column.label for column in course_lists.columns_of_chart(chart)][1:] for chart in charts
    ]


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
        assert {len(row.cells) for row in chart.rows} == {len(course_lists.columns_of_chart(chart))}


def course_with(starts_by):
    row = a_row(starts_by=starts_by, rulebook="wespa-5.1" if starts_by else "")
    return replace(COURSE, course=a_tournament_of(12, 3, lacking=1, more=1, row=row))


@pytest.mark.found("PP-7")
@pytest.mark.parametrize("starts_by", ["assigned", "draw", "self-balancing", ""])
def test_PP7_a_list_of_pairings_says_who_starts_or_how_it_is_found(starts_by):
    """Only where the pairing alone says it did a list of tables speak of starts at all."""
    course = course_with(starts_by)
    [by_table] = pairings_by_table(course, course.course.of_round(4))
    assert (start_method_wording(starts_by) or by_table.notes[-1]) == by_table.notes[-1]
    starting = [cell for row in by_table.rows for cell in row.cells if cell.endswith(" (starts)")]
    [by_name] = pairings_by_name(course, course.course.of_round(4))
    named = {row.cells[1] for row in by_name.rows if row.cells[4] == "1st"}
    if starts_by == "assigned":
        assert by_table.heads == ("First", "Second")
        assert {row.cells[1] for row in by_table.rows if row.cells[0] != "bye"} == named
    else:
        assert {cell.removesuffix(" (starts)") for cell in starting} == named
        assert bool(named) == (starts_by == "self-balancing")


@pytest.mark.parametrize(
    ("of", "in_order", "letters"),
    [
        ("en", ["Lopez", "Ñuñez", "Zorn", "Łoś"], ["L", "N", "Z", "Ł"]),
        ("pl", ["Lopez", "Łoś", "Ñuñez", "Zorn"], ["L", "Ł", "N", "Z"]),
        ("es", ["Lopez", "Łoś", "Ñuñez", "Zorn"], ["L", "Ñ", "Z"]),
    ],
)
def test_a_list_by_name_is_in_the_order_of_its_language(of, in_order, letters):
    """In English it is as codes bound it from the first, of which papers are about."""
    course = replace(COURSE, course=a_tournament_of(4, 1, more=1, names=sorted(in_order)))
    with speaking(of):
        [by_name] = pairings_by_name(course, course.course.of_round(2))

    assert [row.cells[1] for row in by_name.rows] == in_order
    assert [row.cells[0] for row in by_name.rows if row.cells[0]] == letters
