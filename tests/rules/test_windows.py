"""How long a play may be challenged. Cases H5-H9, Y19, Y20, Y25, Y30, W20, W21."""

from __future__ import annotations

import pytest

from ledger.game.challenges.in_time import (
    Moment,
    courtesy_draw_allowed,
    is_open,
    window_in,
)
from ledger.rulebook import in_force, load


@pytest.mark.clause("wespa-4.0 3.10.1(b)")
@pytest.mark.clause("wespa-5.1 3.10.1(b)")
@pytest.mark.clause("wsc-2003 12.1")
@pytest.mark.clause("wespa-1.0 3.1.2(b)")
@pytest.mark.parametrize(("book", "moment", "still"), [
    pytest.param("wsc-2003", Moment(after=15), True, id="H5-15"),
    pytest.param("wsc-2003", Moment(after=16), False, id="H5-16"),
    pytest.param("wsc-2003", Moment(after=12, tile_out=True, tile_racked=True), True, id="H6"),
    pytest.param("wespa-1.0", Moment(after=12, tile_out=True), False, id="H7"),
    pytest.param("wespa-1.0", Moment(after=600), True, id="no-seconds-in-wespa-1.0"),
    pytest.param("nsa-1998", Moment(after=12, tile_out=True), False, id="H8"),
    pytest.param("wespa-4.0", Moment(after=60, tile_out=True), True, id="Y19"),
    pytest.param("wespa-4.0", Moment(after=1, tile_out=True, tile_racked=True), False, id="Y20"),
    pytest.param("wespa-5.1", Moment(after=1, tile_out=True, tile_racked=True), False,
                 id="Y20-wespa-5.1"),
])  # fmt: skip
def test_wc_H5_H9_Y19_Y20_what_ends_the_right_to_challenge(book, moment, still):
    assert is_open(window_in("orderly", load(book)), moment) is still


@pytest.mark.clause("nsa-1998 X.B")
@pytest.mark.parametrize(("moment", "still"), [
    pytest.param(Moment(after=20), True, id="H9-20"),
    pytest.param(Moment(after=21), False, id="H9-21"),
    pytest.param(Moment(after=12, tile_out=True), False, id="H8"),
])  # fmt: skip
def test_wc_H8_H9_in_nsa_a_hold_has_seconds_of_its_own(moment, still):
    assert is_open(window_in("orderly", load("nsa-1998"), "hold"), moment) is still


@pytest.mark.clause("wespa-4.0 3.10.1(b)(i)")
@pytest.mark.clause("wespa-5.1 3.10.1(b)(i)")
def test_wc_Y30_with_an_empty_bag_only_losing_by_overtime_ends_it():
    window = window_in("empty-bag", load("wespa-4.0"))

    assert is_open(window, Moment(after=7 * 60))
    assert not is_open(window, Moment(after=20 * 60, forfeited=True))


@pytest.mark.clause("nsa-1998 X.A")
@pytest.mark.clause("nsa-1998 VII.B")
@pytest.mark.clause("nsa-1998 VI.B")
@pytest.mark.parametrize(
    ("book", "situation", "seconds"),
    [
        ("nsa-1998", "empty-bag", 20),
        ("nsa-1998", "play-out", 5),
        ("nsa-1998", "out-of-order", 20),
        ("wsc-2003", "empty-bag", 15),
        ("wsc-2003", "play-out", 15),
        ("wsc-2003", "out-of-order", 15),
    ],
)
def test_wc_E11_windows_of_seconds_by_situation(book, situation, seconds):
    window = window_in(situation, load(book))

    assert is_open(window, Moment(after=seconds, tile_out=True, tile_racked=True))
    assert not is_open(window, Moment(after=seconds + 1))


@pytest.mark.parametrize("situation", ["empty-bag", "out-of-order"])
def test_trap_T1_22_where_no_end_is_given_nothing_but_the_next_turn_closes_it(situation):
    window = window_in(situation, load("wespa-1.0"))

    assert is_open(window, Moment(after=3600, tile_out=True, tile_racked=True))
    assert not is_open(window, Moment(after=1, next_turn_done=True))


@pytest.mark.clause("wespa-4.0 3.10.6(a)")
@pytest.mark.clause("wespa-5.1 3.10.6(a)")
@pytest.mark.clause("wespa-1.0 3.10.9(a)")
@pytest.mark.clause("wsc-2003 12.3")
@pytest.mark.clause("nsa-1998 X.C")
@pytest.mark.parametrize(("book", "seconds", "origin"), [
    pytest.param("wespa-4.0", 30, "timer-press", id="Y25"),
    pytest.param("wespa-5.1", 30, "timer-press", id="Y25-wespa-5.1"),
    pytest.param("wespa-1.0", 60, "timer-press", id="H26"),
    pytest.param("wsc-2003", 60, "end-of-turn", id="H28"),
    pytest.param("nsa-1998", 60, "hold-call", id="H27"),
])  # fmt: skip
def test_wc_Y25_H26_H28_when_tiles_may_be_drawn_during_a_hold(book, seconds, origin):
    rules = load(book)

    assert not courtesy_draw_allowed(seconds - 1, rules)
    assert courtesy_draw_allowed(seconds, rules)
    assert rules.windows.courtesy_from.known() == origin


@pytest.mark.clause("wespa-5.1 App3-1.4(a)")
def test_wc_W20_W21_on_a_platform_the_next_move_or_the_accepted_end_closes_it():
    rules = in_force("wespa-5.1", [("play", "virtual")])
    turn, end = window_in("orderly", rules), window_in("play-out", rules)

    assert is_open(turn, Moment(after=999, tile_racked=True))
    assert not is_open(turn, Moment(after=1, next_turn_done=True))
    assert is_open(end, Moment(after=999))
    assert not is_open(end, Moment(after=1, accepted=True))


@pytest.mark.clause("wespa-1.0 3.1.2(c)(i)")
@pytest.mark.clause("wespa-4.0 3.10.1(d)")
def test_wc_H11_Y28_writing_the_score_gives_the_challenge_up_in_one_book_only():
    assert load("wespa-1.0").windows.writing_waives.known() is True
    assert load("wespa-4.0").windows.writing_waives.known() is False
    assert load("nsa-1998").windows.writing_waives.known() is False
