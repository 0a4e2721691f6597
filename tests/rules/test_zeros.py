"""Six zeros. Cases E4, E5, E7, Y74, Y96, Y98; traps TX-10, TX-11."""

from __future__ import annotations

import pytest

from ledger.rulebook import load
from ledger.rulebook.limits import ZERO_NOT_NAMED, ends_by_zeros, zero_turn

ALL = ("wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003", "nsa-1998")


@pytest.mark.clause("wespa-4.0 5.2")
@pytest.mark.clause("wespa-5.1 5.2")
@pytest.mark.clause("wespa-1.0 5.2.1")
@pytest.mark.clause("wsc-2003 13.1.2")
@pytest.mark.clause("nsa-1998 VII.A")
@pytest.mark.parametrize("book", ALL)
def test_wc_E7_Y96_six_scoreless_turns_of_any_mix_end_the_game(book):
    rules = load(book)
    turns = ["pass", "exchange", "challenged-off", "pass", "pass", "exchange"]

    counted = [zero_turn(kind, rules).counts for kind in turns]

    assert all(counted)
    assert ends_by_zeros(sum(counted), (200, 190), rules)
    assert not ends_by_zeros(sum(counted) - 1, (200, 190), rules)


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003"])
def test_wc_E4_Y98_the_game_ends_at_nil_all_too(book):
    assert ends_by_zeros(6, (0, 0), load(book))


@pytest.mark.clause("nsa-1998 VII.A")
def test_wc_E4_E5_at_nil_all_the_game_goes_on_until_somebody_has_points():
    rules = load("nsa-1998")

    assert not ends_by_zeros(6, (0, 0), rules)
    assert not ends_by_zeros(12, (0, 0), rules)
    assert ends_by_zeros(6, (20, 0), rules)


@pytest.mark.clause("wespa-4.0 1.1(b)(ii)")
@pytest.mark.clause("wespa-5.1 1.1(b)(ii)")
@pytest.mark.clause("wespa-1.0 1.1(b)(ii)")
@pytest.mark.parametrize("book", ALL)
def test_four_passes_end_no_game(book):
    assert load(book).zeros.four_passes_end.known() is False
    assert not ends_by_zeros(4, (100, 100), load(book))


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003"])
def test_wc_Y74_a_turn_lost_to_a_failed_challenge_is_remarked_on_and_ends_nothing(book):
    lost = zero_turn("lost-to-challenge", load(book))

    assert (lost.counts, lost.remark) == (False, ZERO_NOT_NAMED)


@pytest.mark.clause("nsa-1998 VII.A")
def test_trap_TX_10_a_turn_lost_to_a_failed_challenge_counts_where_the_book_names_it():
    lost = zero_turn("lost-to-challenge", load("nsa-1998"))

    assert (lost.counts, lost.remark, lost.clause) == (True, "", "nsa-1998 VII.A")


@pytest.mark.parametrize("book", ALL)
def test_trap_TX_11_a_play_of_blanks_alone_is_in_nobodys_list(book):
    assert zero_turn("no-points", load(book)).remark == ZERO_NOT_NAMED
