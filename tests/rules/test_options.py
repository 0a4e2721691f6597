"""What an organiser may choose, and what a rulebook keeps for itself."""

from __future__ import annotations

import msgspec
import pytest

from ledger.game.challenges.requests import failed_challenge
from ledger.rulebook import NAMES, OPTIONS, Rulebook, in_force, load
from ledger.rulebook.help.choices import option_title
from ledger.rulebook.limits import over_limit
from ledger.vocabulary.refusals import Refusal
from tests.tiers import all_at_once

EVERY_CHOICE = [
    pytest.param(name, option, value, id=f"{name}-{option}-{value}")
    for name in NAMES
    for option, choice in load(name).choices.items()
    for value in choice.values
]


@all_at_once
@pytest.mark.parametrize(("name", "option", "value"), EVERY_CHOICE)
def test_every_choice_a_book_offers_can_be_taken_and_cites_its_rule(name, option, value):
    rules = load(name).with_options([(option, value)])

    place = OPTIONS[option]
    clause = rules.clause(place.section, place.clause)
    assert clause.value == value
    assert clause.number == load(name).choices[option].values[value]
    assert rules.chosen == ((option, value),)
    stored = msgspec.to_builtins(rules)
    assert msgspec.convert(stored, Rulebook) == rules


def test_there_are_twelve_challenge_modes():
    modes = {mode for name in NAMES for mode in load(name).challenge.modes}

    assert modes == {
        "none", "points-per-word-5", "points-per-word-10", "points-per-turn-5",
        "points-per-turn-10", "lose-turn", "dingle", "five-then-ten", "rising", "time",
        "credit-per-word-5", "lose-turn-scoring-zero",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_modes_on_offer_are_the_modes_the_book_knows(name):
    rules = load(name)

    offered = rules.choices["challenge-mode"].values if "challenge-mode" in rules.choices else {}

    assert set(offered or [rules.challenge.mode.known()]) == set(rules.challenge.modes)
    assert all(rules.challenge.modes[mode].number == rule for mode, rule in offered.items())


@pytest.mark.clause("wespa-1.0 5.1.4")
def test_trap_T1_04_a_book_without_a_default_waits_for_the_organiser():
    assert [words.name for words in load("wespa-1.0").unsettled()] == ["unplayed-tiles"]
    assert load("wespa-1.0").with_options([("unplayed-tiles", "single")]).unsettled() == ()


def test_time_as_a_penalty_needs_a_number_of_seconds():
    rules = load("wespa-4.0").with_options([("challenge-mode", "time")])

    assert [words.name for words in rules.unsettled()] == ["challenge-seconds"]
    assert rules.with_options([("challenge-seconds", 30)]).unsettled() == ()


def test_an_option_nobody_knows_is_refused_with_the_known_ones():
    with pytest.raises(Refusal) as refusal:
        load("wespa-4.0").with_options([("challenge_mode", "dingle")])

    assert refusal.value.code == "no-such-option"
    assert "challenge-mode" in str(refusal.value)


@pytest.mark.parametrize(("name", "option", "value", "clause"), [
    ("nsa-1998", "challenge-mode", "points-per-word-5", "nsa-1998 X.F"),
    ("wsc-2003", "challenge-mode", "dingle", "wsc-2003 12.6"),
    ("wsc-2003", "challenge-points", "debit-challenger", "wsc-2003 12.6"),
    ("wsc-2003", "unplayed-tiles", "single", "wsc-2003 13.2"),
    ("nsa-1998", "time-limit", 1200, "nsa-1998 VIII.A"),
    ("nsa-1998", "start-method", "draw", "nsa-1998 II.F.1"),
    ("wespa-4.0", "play", "virtual", "wespa-4.0 Preamble"),
    ("wespa-1.0", "late-forfeit-margin", 200, "wespa-1.0 2.3.6(a)"),
    ("wespa-5.1", "overtime-forfeit", 180, "wespa-5.1 5.3.3"),
])  # fmt: skip
def test_what_a_book_lays_down_is_not_for_the_organiser(name, option, value, clause):
    with pytest.raises(Refusal) as refusal:
        load(name).with_options([(option, value)])

    assert refusal.value.code == "option-not-in-this-rulebook"
    assert refusal.value.clause == clause


@pytest.mark.parametrize(("name", "option", "value"), [
    ("wsc-2003", "challenge-mode", "credit-per-word-5"),
    ("nsa-1998", "time-limit", "25:00"),
    ("nsa-1998", "unplayed-tiles", "double"),
    ("wsc-2003", "play", "over-the-board"),
])  # fmt: skip
def test_asking_for_what_the_book_lays_down_changes_nothing(name, option, value):
    assert load(name).with_options([(option, value)]) == load(name)


@pytest.mark.parametrize(("name", "option", "value", "allowed"), [
    ("wespa-4.0", "challenge-mode", "credit-per-word-5", "dingle"),
    ("wespa-4.0", "unplayed-tiles", "triple", "double, single"),
    ("wespa-4.0", "time-limit", "soon", "25:00"),
    ("wespa-4.0", "time-limit", 0, "25:00"),
    ("wespa-4.0", "late-forfeit-margin", 99, "at least 100"),
    ("wespa-1.0", "challenge-seconds", 29, "at least 30, at most 60"),
    ("wespa-1.0", "challenge-seconds", 61, "at least 30, at most 60"),
    ("wespa-4.0", "challenge-rising-points", "5-ten", "5-10-20-30"),
    ("wespa-4.0", "round-robin", "maybe", "yes or no"),
])  # fmt: skip
def test_a_value_that_is_not_allowed_is_refused_with_what_is(name, option, value, allowed):
    with pytest.raises(Refusal) as refusal:
        load(name).with_options([(option, value)])

    assert refusal.value.code == "option-not-in-this-rulebook"
    assert allowed in str(refusal.value)


def test_a_ruling_lets_stand_what_the_book_does_not_allow():
    rules = load("nsa-1998").with_options(
        [("challenge-mode", "points-per-word-5")], overruled=["challenge-mode"]
    )

    consequence = failed_challenge(2, 1, rules)

    assert (consequence.credited, consequence.turn_lost) == (10, False)
    assert consequence.clause == "wespa-5.1 3.10.13(b)(i)"


@pytest.mark.parametrize(("option", "value"), [
    ("challenge-mode", "chocolate"), ("unplayed-tiles", "triple"), ("time-limit", "soon"),
    ("play", "virtual"),
])  # fmt: skip
def test_no_ruling_makes_up_a_value_there_is_no_function_for(option, value):
    with pytest.raises(Refusal) as refusal:
        load("nsa-1998").with_options([(option, value)], overruled=[option])

    assert refusal.value.code == "option-not-in-this-rulebook"


def test_of_an_option_named_twice_the_last_counts_and_the_order_does_not_matter():
    options = [("challenge-rising-points", "1-2"), ("challenge-mode", "none"),
               ("challenge-mode", "rising")]  # fmt: skip

    rules = in_force("wespa-4.0", options)

    assert rules == in_force("wespa-4.0", options[1:] + options[:1])
    assert failed_challenge(1, 2, rules).credited == 2


def test_what_was_chosen_says_so_and_an_unchosen_value_does_not():
    rules = load("wespa-4.0").with_options([("time-limit", "20:00")])

    assert rules.time.limit.value == 1200
    assert rules.time.limit.chosen
    assert not rules.unplayed.when_out.chosen


@pytest.mark.clause("wespa-5.1 App3-1.2(b)")
@pytest.mark.clause("wespa-5.1 App3-1.3")
@pytest.mark.parametrize(("announced", "over", "lost"), [
    pytest.param(None, 301, True, id="W18"),
    pytest.param(None, 299, False, id="W18-before"),
    pytest.param(180, 190, True, id="W19"),
    pytest.param(180, 179, False, id="W19-before"),
])  # fmt: skip
def test_wc_W18_W19_the_overtime_that_loses_a_virtual_game_may_be_announced(announced, over, lost):
    options = [("play", "virtual")]
    if announced:
        options.append(("overtime-forfeit", announced))

    assert over_limit(over, load("wespa-5.1").with_options(options)) is lost


@pytest.mark.clause("wespa-5.1 App3-1.3")
@pytest.mark.parametrize("seconds", [59, 301])
def test_the_overtime_announced_for_virtual_play_is_one_to_five_minutes(seconds):
    with pytest.raises(Refusal) as refusal:
        in_force("wespa-5.1", [("play", "virtual"), ("overtime-forfeit", seconds)])

    assert refusal.value.clause == "wespa-5.1 App3-1.3"


@pytest.mark.clause("wespa-5.1 5.3.5")
@pytest.mark.clause("wespa-5.1 App3-1.1")
def test_wc_W14_W22_the_limits_that_may_be_rated():
    assert load("wespa-5.1").time.rated_limits.known() == (20 * 60, 25 * 60)
    assert in_force("wespa-5.1", [("play", "virtual")]).time.rated_limits.known() == (
        12 * 60, 18 * 60,
    )  # fmt: skip


def test_help_texts_name_every_option_once_with_its_rule():
    for name in NAMES:
        words = load(name).options()
        assert [each.name for each in words] == [o for o in OPTIONS if o in load(name).choices]
        assert all(each.words == option_title(each.name) for each in words)
        assert all(each.clause.startswith(name) for each in words)
