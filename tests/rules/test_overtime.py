"""Overtime. Cases C1-C14, W17, Y75."""

from __future__ import annotations

import pytest

from ledger.rulebook import in_force, load
from ledger.rulebook.limits import over_limit, overtime_penalty
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

ALL = ("wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003", "nsa-1998")


def seconds(reading):
    minutes, rest = reading.split(":")
    return int(minutes) * 60 + int(rest)


@all_at_once
@pytest.mark.clause("wespa-4.0 5.3.1")
@pytest.mark.clause("wespa-4.0 5.3.2")
@pytest.mark.clause("wespa-5.1 5.3.1")
@pytest.mark.clause("wespa-5.1 5.3.2")
@pytest.mark.clause("wespa-1.0 5.3.1")
@pytest.mark.clause("wespa-1.0 5.3.2(a)")
@pytest.mark.clause("wsc-2003 2.3")
@pytest.mark.clause("nsa-1998 VIII.C")
@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(("used", "penalty"), [
    pytest.param("24:59", 0, id="C1-before"),
    pytest.param("25:00", 0, id="C1"),
    pytest.param("25:01", 10, id="C2"),
    pytest.param("26:00", 10, id="C3"),
    pytest.param("26:01", 20, id="C3-after"),
    pytest.param("29:59", 50, id="C4-before"),
    pytest.param("30:00", 50, id="C4"),
    pytest.param("30:01", 60, id="C4-after"),
    pytest.param("34:59", 100, id="C7"),
    pytest.param("37:30", 130, id="C11"),
])  # fmt: skip
def test_wc_C_each_minute_of_overtime_started_costs_ten(used, penalty, book):
    assert overtime_penalty(seconds(used) - 1500, load(book)) == penalty


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0"])
def test_wc_C6_after_lateness_the_assigned_time_is_the_limit(book):
    assert overtime_penalty(seconds("19:01") - seconds("19:00"), load(book)) == 10


@pytest.mark.clause("wespa-4.0 5.3.3")
@pytest.mark.clause("wespa-1.0 5.3.3(a)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0"])
def test_wc_C7_Y75_ten_minutes_over_lose_the_game_and_a_second_less_does_not(book):
    assert not over_limit(seconds("34:59") - 1500, load(book))
    assert over_limit(seconds("35:00") - 1500, load(book))


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_wc_C10_where_no_overtime_loses_the_game_it_only_costs_points(book):
    assert overtime_penalty(600, load(book)) == 100
    assert not over_limit(600, load(book))
    with pytest.raises(Refusal):
        load(book).overtime.forfeit_after.known()


@pytest.mark.clause("nsa-1998 VII.J.1")
def test_wc_C13_a_clock_left_running_counts_until_five_seconds_after_the_tiles_are_shown():
    rules = load("nsa-1998")
    shown_at = 50

    assert overtime_penalty(shown_at + rules.overtime.grace_after_reveal.known(), rules) == 10


@pytest.mark.clause("wespa-4.0 5.3.4(b)")
@pytest.mark.clause("wespa-5.1 5.3.4(b)")
@pytest.mark.clause("wespa-1.0 5.3.4(b)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0"])
def test_wc_C14_a_clock_left_running_stops_when_the_tiles_are_shown(book):
    rules = load(book)

    assert overtime_penalty(40 + rules.overtime.grace_after_reveal.known(), rules) == 10


@pytest.mark.clause("wespa-5.1 App3-1.1")
@pytest.mark.clause("wespa-5.1 App3-1.2(a)")
def test_wc_W17_virtual_play_has_fifteen_minutes_and_a_part_of_a_minute_counts():
    rules = in_force("wespa-5.1", [("play", "virtual")])

    assert overtime_penalty(seconds("17:01") - rules.time.limit.known(), rules) == 30
    assert rules.overtime.points_per_started_minute.inferred


@pytest.mark.clause("wespa-4.0 5.3.1")
@pytest.mark.clause("wespa-1.0 5.3.1(c)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0"])
def test_the_flag_shows_overtime_on_a_clock_with_hands(book):
    assert load(book).overtime.analogue.known() == "flag-fallen"
