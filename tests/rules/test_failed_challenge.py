"""Failed challenges in all twelve modes. Cases H1, H2, H4, Y34-Y36, W12."""

from __future__ import annotations

import pytest

from ledger.game.challenges.requests import failed_challenge
from ledger.rulebook import in_force, load
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

CREDIT = ("challenge-points", "credit-challenged")
DEBIT = ("challenge-points", "debit-challenger")


def consequence(book, mode, words=3, nth=1, *more):
    return failed_challenge(words, nth, in_force(book, [("challenge-mode", mode), *more]))


@all_at_once
@pytest.mark.parametrize("book", ["wespa-1.0", "wespa-4.0", "wespa-5.1"])
@pytest.mark.parametrize(("mode", "nth", "points", "turn_lost"), [
    ("none", 1, 0, False),
    ("points-per-word-5", 1, 15, False),
    ("points-per-word-10", 1, 30, False),
    ("points-per-turn-5", 1, 5, False),
    ("points-per-turn-10", 1, 10, False),
    ("lose-turn", 1, 0, True),
    ("dingle", 1, 0, False),
    ("dingle", 2, 0, True),
    ("dingle", 3, 0, True),
    ("five-then-ten", 1, 5, False),
    ("five-then-ten", 2, 10, False),
    ("five-then-ten", 3, 10, False),
])  # fmt: skip
def test_wc_H1_three_words_challenged_all_good(book, mode, nth, points, turn_lost):
    credited = consequence(book, mode, 3, nth, CREDIT)
    debited = consequence(book, mode, 3, nth, DEBIT)

    assert (credited.credited, credited.debited, credited.turn_lost) == (points, 0, turn_lost)
    assert (debited.credited, debited.debited, debited.turn_lost) == (0, points, turn_lost)
    assert credited.mode == mode
    assert credited.needs_ruling == ""


@pytest.mark.clause("wespa-1.0 3.10.14(d)(iii)")
@pytest.mark.clause("wespa-4.0 3.10.13(c)(iii)")
@pytest.mark.clause("wespa-5.1 3.10.13(c)(iii)")
@pytest.mark.parametrize(("book", "points"), [
    pytest.param("wespa-1.0", [5, 5, 10, 20, 30, 30], id="H2"),
    pytest.param("wespa-4.0", [5, 10, 20, 30, 30, 30], id="Y35"),
    pytest.param("wespa-5.1", [5, 10, 20, 30, 30, 30], id="Y35-wespa-5.1"),
])  # fmt: skip
def test_wc_H2_Y35_rising_points_by_the_number_of_failed_challenges(book, points):
    assert [consequence(book, "rising", 1, nth, CREDIT).credited for nth in range(1, 7)] == points


def test_the_organiser_may_announce_another_rising_list():
    announced = ("challenge-rising-points", "5-15-25")

    assert [consequence("wespa-4.0", "rising", 1, nth, announced).credited
            for nth in (1, 2, 3, 4)] == [5, 15, 25, 25]  # fmt: skip


@pytest.mark.clause("wespa-1.0 3.10.14(c)(ii)")
def test_wc_H4_only_the_words_challenged_count():
    assert consequence("wespa-1.0", "points-per-word-5", 2).credited == 10


def test_one_word_challenged_costs_one_words_points():
    assert consequence("wespa-5.1", "points-per-word-10", 1).credited == 10


@pytest.mark.clause("wespa-4.0 3.10.13")
@pytest.mark.parametrize(("mode", "points"), [
    ("points-per-word-5", 10), ("points-per-word-10", 20), ("points-per-turn-5", 5),
    ("points-per-turn-10", 10),
])  # fmt: skip
def test_wc_Y34_on_whose_score_the_points_go_is_not_stated(mode, points):
    told = consequence("wespa-4.0", mode, 2)

    assert told.credited + told.debited == points
    assert "on whose score" in told.needs_ruling


@pytest.mark.clause("wespa-5.1 3.10.13(a)")
@pytest.mark.clause("wespa-5.1 3.10.13(b)(i)")
def test_wc_W12_the_challenged_player_is_credited():
    told = failed_challenge(3, 1, load("wespa-5.1"))

    assert (210 + told.credited, 230 - told.debited) == (225, 230)
    assert told.needs_ruling == ""
    assert told.clause == "wespa-5.1 3.10.13(b)(i)"


@pytest.mark.clause("wsc-2003 12.6")
def test_wc_H1_five_for_each_word_are_added_to_the_challenged_turn():
    told = failed_challenge(3, 1, load("wsc-2003"))

    assert (told.credited, told.debited, told.clause) == (15, 0, "wsc-2003 12.6")


@pytest.mark.clause("nsa-1998 X.F")
@pytest.mark.clause("nsa-1998 VII.A")
def test_wc_H1_the_challenger_loses_the_turn_and_scores_nothing_for_it():
    told = failed_challenge(3, 1, load("nsa-1998"))

    assert (told.credited, told.debited, told.turn_lost) == (0, 0, True)
    assert told.counts_as_zero is True


@pytest.mark.clause("wespa-4.0 3.10.13(b)(iii)")
@pytest.mark.clause("wespa-4.0 3.10.13(c)(i)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0"])
def test_trap_TX_10_whether_a_turn_lost_so_is_scoreless_is_not_said(book):
    assert consequence(book, "lose-turn").counts_as_zero is None
    assert consequence(book, "dingle", 1, 2).counts_as_zero is None


@pytest.mark.clause("wespa-1.0 3.10.14(d)(iv)")
def test_wc_H1_time_as_a_penalty():
    told = consequence("wespa-1.0", "time", 3, 1, ("challenge-seconds", 45))

    assert (told.time_lost, told.credited, told.debited) == (45, 0, 0)


@pytest.mark.clause("wespa-4.0 3.10.13(c)(iv)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0"])
def test_wc_H1_how_much_time_is_for_the_organiser_to_say(book):
    with pytest.raises(Refusal) as refusal:
        consequence(book, "time")

    assert refusal.value.code == "option-not-chosen"
    assert "challenge-seconds" in str(refusal.value)


def test_where_each_word_costs_points_the_words_are_asked_for():
    with pytest.raises(Refusal) as refusal:
        failed_challenge(0, 1, load("wespa-5.1"))

    assert refusal.value.code == "challenged-words-not-known"


@pytest.mark.parametrize("mode", ["none", "points-per-turn-5", "lose-turn", "rising"])
def test_where_the_turn_costs_the_words_need_not_be_known(mode):
    assert consequence("wespa-4.0", mode, 0).mode == mode


@pytest.mark.parametrize("book", ["wespa-1.0", "wespa-4.0", "wespa-5.1"])
def test_wc_Y36_modes_that_may_make_an_event_unrateable_are_marked(book):
    modes = load(book).challenge.modes

    assert {name for name, mode in modes.items() if not mode.standard} == {
        "dingle", "five-then-ten", "rising", "time",
    }  # fmt: skip
