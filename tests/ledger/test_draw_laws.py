"""What holds of every draw, whatever the players did and whoever may not meet whom."""

from __future__ import annotations

from itertools import combinations
from random import Random

import msgspec
import pytest
import rustworkx
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.rulebook import load
from ledger.rulebook.limits import StartRecord, balanced
from ledger.tournament.draw.inputs import (
    MOST_SEED,
    Entrant,
    Inputs,
    digest_of,
    players_here,
)
from ledger.tournament.draw.systems import SYSTEMS, drawn
from ledger.vocabulary.refusals import Refusal
from tests.draws import MadeUp, met, settings, told

FREE = ("swiss", "australian")
"""Systems in which anybody may meet anybody, and nobody twice."""

BY_RANK = (*FREE, "koth", "factor")
"""Systems without a plan."""


@given(told())
def test_everybody_who_is_here_is_paired_once_and_nobody_else(inputs: Inputs) -> None:
    pairings = drawn(inputs).pairings
    seen = [number for one in pairings for number in (one.first, one.second) if number]
    assert sorted(seen) == [one.number for one in players_here(inputs)]
    tables = [one.table for one in pairings if one.second]
    assert len(set(tables)) == len(tables)
    assert all(table >= 1 for table in tables)


@given(told(), st.randoms(use_true_random=False))
def test_the_same_inputs_in_any_order_are_the_same_draw(inputs: Inputs, random: Random) -> None:
    others = Inputs(
        round_number=inputs.round_number,
        entrants=tuple(random.sample(inputs.entrants, len(inputs.entrants))),
        settings=inputs.settings,
        seed=inputs.seed,
        forbidden=tuple((two, one) for one, two in reversed(inputs.forbidden)),
        withdrawn=inputs.withdrawn[::-1],
        not_here=inputs.not_here[::-1],
    )
    assert drawn(others) == drawn(inputs)
    assert digest_of(others) == digest_of(inputs)


@given(told(BY_RANK))
def test_one_sits_out_at_most_and_nobody_a_second_time_while_somebody_had_none(
    inputs: Inputs,
) -> None:
    here = {one.number: one for one in players_here(inputs)}
    byes = [one.first for one in drawn(inputs).pairings if not one.second]
    assert len(byes) == len(here) % 2
    rest = list(here.values())
    for number in byes:
        assert here[number].byes == min(one.byes for one in rest)


@given(told(FREE))
def test_nobody_meets_again_and_no_forbidden_pair_meets_while_it_can_be_helped(
    inputs: Inputs,
) -> None:
    """Looked at with a matching of all pairs that are free, whoever sits out."""
    inputs = _without_gibson(inputs)
    here = {one.number: one for one in players_here(inputs)}
    forbidden = set(inputs.forbidden)
    free = {
        pair
        for pair in combinations(here, 2)
        if pair not in forbidden and not here[pair[0]].meetings(pair[1])
    }
    if len(here) % 2:
        fewest = min(one.byes for one in here.values())
        free |= {(0, number) for number, one in here.items() if one.byes == fewest}
    if _can_all_be_paired(free, len(here) + len(here) % 2):
        round_drawn = drawn(inputs)
        assert met(round_drawn) <= free
        assert {one.rule for one in round_drawn.relaxed} <= {"table-shared", "second-bye"}


@given(told(FREE))
def test_forbidden_pairs_are_kept_apart_as_long_as_anything_else_can_give_way(
    inputs: Inputs,
) -> None:
    inputs = _without_gibson(inputs)
    here = {one.number: one for one in players_here(inputs)}
    free = set(combinations(here, 2)) - set(inputs.forbidden)
    if len(here) % 2:
        fewest = min(one.byes for one in here.values())
        free |= {(0, number) for number, one in here.items() if one.byes == fewest}
    if _can_all_be_paired(free, len(here) + len(here) % 2):
        assert not met(drawn(inputs)) & set(inputs.forbidden)


@given(told())
def test_what_gave_way_is_said_and_nothing_else(inputs: Inputs) -> None:
    round_drawn = drawn(inputs)
    said = {(one.rule, one.players) for one in round_drawn.relaxed}
    here = {one.number: one for one in players_here(inputs)}
    for one, two in met(round_drawn):
        assert (("forbidden", (one, two)) in said) == ((one, two) in set(inputs.forbidden))
        if not one:
            assert (("second-bye", (two,)) in said) == (here[two].byes > 0)
        elif inputs.settings.method in ("swiss-1", "australian-1"):
            again = {("repeat", (one, two)), ("same-again", (one, two))} & said
            assert bool(again) == bool(here[one].meetings(two))


@given(told())
def test_who_starts_is_as_the_books_have_it(inputs: Inputs) -> None:
    """Where the record of both settles it, the book's own computing says the same."""
    if inputs.settings.starts == "assigned":
        return
    book = load("nsa-1998" if inputs.settings.more_seconds else "wespa-5.1")
    here = {one.number: one for one in players_here(inputs)}
    for pairing in drawn(inputs).pairings:
        if not pairing.second:
            continue
        one, two = (_record(here[number]) for number in (pairing.first, pairing.second))
        try:
            said = balanced(one, two, book).starter
        except Refusal:  # the book leaves it to a ruling
            said = 0
        assert said in (0, 1)
        assert here[pairing.first].firsts <= here[pairing.second].firsts


def _record(one: Entrant) -> StartRecord:
    return StartRecord(firsts=one.firsts, seconds=one.seconds, unplayed=one.unplayed)


@given(told())
def test_a_kept_table_is_its_players_and_nobody_elses(inputs: Inputs) -> None:
    here = {one.number: one for one in players_here(inputs)}
    for one in drawn(inputs).pairings:
        if one.second and one.table == 3:
            assert 3 in (here[one.first].table, here[one.second].table) or not any(
                other.table == 3 for other in inputs.entrants
            )
            assert one.kept == (3 in (here[one.first].table, here[one.second].table))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_a_round_never_fails_though_everybody_is_forbidden_and_rounds_outnumber_players(
    system: str, players: int
) -> None:
    everybody = tuple(combinations(range(1, players + 1), 2))
    event = MadeUp(players, forbidden=everybody)
    for _ in range(players + 3):
        _, round_drawn = event.play(settings(system))
        paired = {number for one in round_drawn.pairings for number in (one.first, one.second)}
        assert paired - {0} == set(range(1, players + 1))
        assert {one.players for one in round_drawn.relaxed if one.rule == "forbidden"} == {
            pair for pair in met(round_drawn) if pair[0]
        }


@pytest.mark.parametrize("system", SYSTEMS)
def test_all_withdrawn_but_one_sits_out_and_nobody_at_all_is_an_empty_round(system: str) -> None:
    _, too_early = MadeUp(8).play(settings(system), not_here=tuple(range(1, 9)))
    assert too_early.pairings == ()
    event = MadeUp(8)
    event.play(settings(system))
    _, alone = event.play(settings(system), withdrawn=tuple(range(2, 9)))
    assert [(one.first, one.second) for one in alone.pairings] == [(1, 0)]
    _, nobody = event.play(settings(system), withdrawn=tuple(range(1, 9)))
    assert nobody.pairings == ()


def _without_gibson(inputs: Inputs) -> Inputs:
    return replace(inputs, settings=replace(inputs.settings, gibson=()))


def _can_all_be_paired(free: set[tuple[int, int]], size: int) -> bool:
    graph = rustworkx.PyGraph()
    nodes = {number: graph.add_node(number) for number in {n for pair in free for n in pair}}
    graph.add_edges_from([(nodes[one], nodes[two], 1) for one, two in free])
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True)) * 2 == size


@given(told())
def test_inputs_read_back_from_the_record_have_the_digest_they_had(inputs: Inputs) -> None:
    read = msgspec.json.decode(msgspec.json.encode(inputs), type=Inputs)
    assert digest_of(read) == digest_of(inputs)
    assert digest_of(replace(inputs, seed=(inputs.seed + 1) % MOST_SEED)) != digest_of(inputs)
