"""A draw says why: what speaks against each pairing, and what came between others."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from ledger.tournament.draw.by_weight import Scale, laid_out, matched
from ledger.tournament.draw.explaining import (
    CANDIDATES,
    FIELDS,
    Explained,
    paired_by_gibson,
    relaxed_wording,
    round_wording,
    why_wording,
)
from ledger.tournament.draw.inputs import Inputs, Relaxed, players_here
from ledger.tournament.draw.systems import SYSTEMS, drawn
from tests.draws import MadeUp, settings, told


def named(number: int) -> str:
    return f"Player {number}"


def why(inputs: Inputs, number: int) -> list[str]:
    found = Explained(inputs, drawn(inputs)).why(number)
    assert found is not None
    return list(why_wording(found, named, inputs))


@given(told())
def test_every_player_who_is_here_is_told_why_in_words_and_nobody_else(inputs: Inputs) -> None:
    round_drawn = drawn(inputs)
    explained = Explained(inputs, round_drawn)
    here = {one.number for one in players_here(inputs)}
    for one in inputs.entrants:
        found = explained.why(one.number)
        assert (found is not None) == (one.number in here)
        if found is not None:
            assert found.opponent == round_drawn.opponent_of(one.number)
            assert len(found.others) <= CANDIDATES
            assert found.opponent not in [other.number for other in found.others]
            assert all(line for line in why_wording(found, named, inputs))
    by_gibson = paired_by_gibson(round_drawn)
    for gave_way in round_drawn.relaxed:
        assert all(named(number) in relaxed_wording(gave_way, named, inputs, by_gibson)
                   for number in gave_way.players)  # fmt: skip
    assert list(round_wording(inputs, round_drawn, named))


@given(told(("swiss", "koth", "factor"), most=9))
def test_no_other_opponent_would_have_cost_the_round_less(inputs: Inputs) -> None:
    """Each pair forced in turn, and all else as well as can be, is never cheaper."""
    layout = laid_out(inputs, FIELDS[inputs.settings.method])
    scale = Scale(inputs, layout.field)
    size = len(layout.field.entrants)
    best = sum(scale.cost(*pair) for pair in matched(scale))
    for one in range(size):
        for two in range(one + 1, size):
            forced = matched(scale, forced=(one, two))
            assert (one, two) in forced
            assert sum(scale.cost(*pair) for pair in forced) >= best


def test_swiss_says_who_would_have_been_nearer_and_what_spoke_against_them() -> None:
    event = MadeUp(8, forbidden=((1, 5),))
    inputs, _ = event.play(settings("swiss"))
    said = why(inputs, 1)
    assert said[0].startswith("Player 1 is 1st and meets Player ")
    assert "Not Player 5: the two are to be kept apart" in "\n".join(said)


@pytest.mark.found("OG-6")
@pytest.mark.parametrize("gibson", [True, False])
def test_a_meeting_again_is_said_alike_below_the_round_and_of_each_of_the_two(gibson) -> None:
    """Where Gibson's rule took somebody out, nobody knows that no pairing was free of it."""
    inputs, round_drawn = MadeUp(6).play(settings("swiss"))
    first, second, third = round_drawn.pairings
    pairings = (replace(first, gibson=gibson), second, third)
    again = Relaxed(rule="repeat", players=(second.first, second.second))
    round_drawn = replace(round_drawn, pairings=pairings, relaxed=(again,))

    [foot] = [line for line in round_wording(inputs, round_drawn, named) if "meet again" in line]
    explained = Explained(inputs, round_drawn)
    for number in again.players:
        assert foot in list(why_wording(explained.why(number), named, inputs))
    assert ("no pairing of all players avoided it." in foot) is not gibson


def test_who_met_before_is_told_with_the_round() -> None:
    event = MadeUp(6)
    event.play(settings("australian"))
    inputs, round_drawn = event.play(settings("australian"))
    explained = Explained(inputs, round_drawn)
    told_of = {
        line for one in range(1, 7) for line in why_wording(explained.why(one), named, inputs)
    }
    assert any("they met in round 1" in line for line in told_of)


def test_a_schedule_says_when_the_others_come() -> None:
    inputs, round_drawn = MadeUp(6).play(settings("round-robin"))
    found = Explained(inputs, round_drawn).why(1)
    assert [other.rounds for other in found.others] == [(2,), (3,), (4,)]


def test_a_group_of_a_fontes_says_only_whom_it_will_bring() -> None:
    inputs, round_drawn = MadeUp(8).play(settings("fontes"))
    assert [one.rounds for one in Explained(inputs, round_drawn).why(1).others] == [(2,), (3,)]


def test_a_bye_and_gibsons_rule_say_so() -> None:
    event = MadeUp(5)
    inputs, _ = event.play(settings("swiss"))
    assert "sits out" in why(inputs, 5)[0]
    event = MadeUp(6)
    for _ in range(4):
        event.play(settings("koth"))
    for number in range(1, 7):
        half_wins = 40 if number == 1 else 4
        event.entrants[number] = replace(event.entrants[number], half_wins=half_wins, spread=0)
    inputs, round_drawn = event.play(settings("koth", rounds=5, gibson=(100,)))
    assert round_drawn.gibsons == (1,)
    assert "Gibson" in why(inputs, 1)[0]


def test_who_sits_out_of_a_round_robin_is_told_of_the_schedule_and_of_no_count_of_byes() -> None:
    event = MadeUp(5)
    for _ in range(6):
        inputs, round_drawn = event.play(settings("round-robin"))
    [out] = [one.first for one in round_drawn.pairings if not one.second]

    assert why(inputs, out) == [
        f"{named(out)} sits out: it is the player’s turn in the schedule.",
        f"{named(out)} sits out again, by the schedule.",
        *why(inputs, out)[2:],
    ]


def test_what_gave_way_for_the_round_is_said_in_words() -> None:
    event = MadeUp(2)
    for _ in range(2):
        inputs, round_drawn = event.play(settings("swiss"))
    said = list(round_wording(inputs, round_drawn, named))
    assert said == [
        "Player 1 and Player 2 meet again right after their last game: nothing else was possible."
    ]
    assert list(SYSTEMS)
