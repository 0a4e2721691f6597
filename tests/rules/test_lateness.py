"""Late players. Cases L1-L12, L19."""

from __future__ import annotations

import pytest

from ledger.game.absences.requests import (
    LATE_CLOCK_OUTSIDE_WINDOW,
    forfeits_by_lateness,
    late_clock_remark,
    may_elect_to_forfeit,
    time_left_when_late,
)
from ledger.rulebook import load
from ledger.vocabulary.refusals import Refusal

T = 25 * 60
WESPA = ("wespa-4.0", "wespa-5.1", "wespa-1.0")


def seconds(reading):
    minutes, rest = reading.split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.clause("wespa-4.0 2.3.3")
@pytest.mark.clause("wespa-5.1 2.3.3")
@pytest.mark.clause("wespa-1.0 2.3.3")
@pytest.mark.clause("wsc-2003 2.2")
@pytest.mark.clause("nsa-1998 VII.I.4")
@pytest.mark.parametrize(("book", "started", "left"), [
    *(pytest.param(book, "0:00", "17:30", id=f"L1-{book}") for book in (*WESPA, "wsc-2003")),
    pytest.param("nsa-1998", "3:00", "20:30", id="L2"),
    pytest.param("nsa-1998", "5:00", "22:30", id="L3"),
])  # fmt: skip
def test_wc_L1_L3_one_late_player_loses_the_time_since_the_clock_was_started(book, started, left):
    elapsed = seconds("7:30") - seconds(started)

    time = time_left_when_late(False, 0, elapsed, T, load(book))

    assert (time.first_to_come, time.second_to_come) == (T, seconds(left))


@pytest.mark.clause("wespa-4.0 2.3.2")
@pytest.mark.clause("wespa-5.1 2.3.2")
@pytest.mark.clause("wespa-1.0 2.3.2")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize(("first", "second", "left"), [
    pytest.param("6:00", "9:00", ("19:00", "16:00"), id="L5"),
    pytest.param("8:00", "8:00", ("17:00", "17:00"), id="L6"),
    pytest.param("5:00", "5:30", ("20:00", "19:30"), id="L7"),
])  # fmt: skip
def test_wc_L5_L7_both_late_each_loses_the_time_until_he_came(first, second, left, book):
    time = time_left_when_late(True, seconds(first), seconds(second), T, load(book))

    assert (time.first_to_come, time.second_to_come) == tuple(map(seconds, left))
    assert time.needs_ruling == ""


@pytest.mark.clause("wsc-2003 2.2")
@pytest.mark.parametrize(("first", "second", "left"), [
    pytest.param("6:00", "9:00", ("22:00", "19:00"), id="L5"),
    pytest.param("8:00", "8:00", ("21:00", "21:00"), id="L6"),
    pytest.param("5:00", "5:30", ("22:30", "22:00"), id="L7"),
])  # fmt: skip
def test_wc_L5_L7_both_late_each_loses_half_and_the_second_the_rest(first, second, left):
    rules = load("wsc-2003")

    time = time_left_when_late(True, seconds(first), seconds(second), T, rules)

    assert (time.first_to_come, time.second_to_come) == tuple(map(seconds, left))
    assert rules.lateness.both_late.inferred
    assert "not said" in time.needs_ruling


def test_trap_TW_01_half_a_second_is_for_the_director():
    time = time_left_when_late(True, 361, 361, T, load("wsc-2003"))

    assert "Half a second" in time.needs_ruling
    assert time.first_to_come == T - 180


def test_wc_L5_two_absent_players_are_for_the_director_where_the_book_is_silent():
    with pytest.raises(Refusal) as refusal:
        time_left_when_late(True, 360, 540, T, load("nsa-1998"))

    assert refusal.value.code == "rulebook-silent"


@pytest.mark.clause("wespa-4.0 2.3.4")
@pytest.mark.clause("wespa-5.1 2.3.4")
@pytest.mark.clause("wespa-1.0 2.3.4(a)")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize(("assigned", "may"), [
    pytest.param("15:00", False, id="L8"),
    pytest.param("14:59", True, id="L9"),
])  # fmt: skip
def test_wc_L8_L9_a_late_player_may_choose_to_forfeit_with_less_than_fifteen_minutes(
    assigned, may, book
):
    assert may_elect_to_forfeit(seconds(assigned), load(book)) is may


@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_no_late_player_may_choose_to_forfeit_where_the_book_gives_no_choice(book):
    assert not may_elect_to_forfeit(1, load(book))


@pytest.mark.clause("wespa-1.0 2.3.4(b)")
def test_wc_L10_a_late_player_who_plays_on_is_rated():
    assert load("wespa-1.0").lateness.played_on_rated.known() is True


@pytest.mark.clause("wespa-4.0 2.3.5")
@pytest.mark.clause("wespa-5.1 2.3.5")
@pytest.mark.clause("wespa-1.0 2.3.5")
@pytest.mark.parametrize("book", WESPA)
def test_wc_L12_when_the_assigned_time_runs_out_the_game_is_lost(book):
    assert not forfeits_by_lateness(1, load(book))
    assert forfeits_by_lateness(0, load(book))


@pytest.mark.clause("nsa-1998 VII.I.4")
@pytest.mark.parametrize(("started", "announced", "remark"), [
    pytest.param("2:30", False, LATE_CLOCK_OUTSIDE_WINDOW, id="L4"),
    pytest.param("2:30", True, None, id="L4-announced"),
    pytest.param("3:00", False, None, id="L2"),
    pytest.param("5:00", False, None, id="L3"),
    pytest.param("5:01", True, LATE_CLOCK_OUTSIDE_WINDOW, id="too-late"),
])  # fmt: skip
def test_wc_L2_L4_when_a_late_clock_may_be_started(started, announced, remark):
    assert late_clock_remark(seconds(started), announced, load("nsa-1998")) == remark


@pytest.mark.parametrize("book", [*WESPA, "wsc-2003"])
def test_elsewhere_the_director_starts_it_as_he_sees_fit(book):
    assert late_clock_remark(1, False, load(book)) is None


@pytest.mark.clause("wespa-4.0 2.3.3")
@pytest.mark.clause("wespa-1.0 2.3.3")
@pytest.mark.parametrize("book", WESPA)
def test_wc_L19_no_tiles_are_drawn_before_both_are_here(book):
    assert load(book).lateness.drawing_before_both_are_here.known() is False
