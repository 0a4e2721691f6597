"""Each system over a whole event, compared with what is known of it (tournament-formats.md 4)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from ledger.tournament.draw import by_weight
from ledger.tournament.draw.by_wishes import highest_first
from ledger.tournament.draw.explaining import round_wording
from ledger.tournament.draw.inputs import Drawn, Entrant, Inputs, Meeting, ranked
from ledger.tournament.draw.systems import (
    DRAWS,
    SYSTEMS,
    Level,
    drawn,
    groups_of,
    wishes,
)
from tests.draws import MadeUp, met, played, settings

GOLDEN = Path(__file__).parent / "drawn"


def standing(event: MadeUp) -> list[Entrant]:
    return ranked(event.entrants.values(), event.seed)


def test_a_round_robin_meets_everybody_once_and_returns_with_the_starts_swapped() -> None:
    event = MadeUp(8)
    started: list[set[tuple[int, int]]] = [set(), set()]
    chosen = settings("round-robin", starts="assigned")
    for turn in range(14):
        _, round_drawn = event.play(chosen)
        started[turn // 7] |= {(one.first, one.second) for one in round_drawn.pairings}
        assert not round_drawn.relaxed
    assert {tuple(sorted(pair)) for pair in started[0]} == set(combinations(range(1, 9), 2))
    assert started[1] == {(two, one) for one, two in started[0]}
    firsts = Counter(first for first, _ in started[0])
    assert set(firsts.values()) <= {3, 4}


def test_an_odd_round_robin_gives_everybody_one_bye() -> None:
    event = MadeUp(7)
    byes = [met_ for _ in range(7) for met_ in met(event.play(settings("round-robin"))[1])]
    assert sorted(two for one, two in byes if not one) == list(range(1, 8))


def test_a_player_who_comes_late_to_a_round_robin_takes_the_empty_seat() -> None:
    event = MadeUp(7)
    event.play(settings("round-robin"))
    event.entrants[8] = Entrant(number=8)
    rounds = [met(event.play(settings("round-robin"))[1]) for _ in range(6)]
    assert all(one for pairs in rounds for one, _ in pairs)
    assert sum(8 in pair for pairs in rounds for pair in pairs) == 6


def test_fontes_deals_a_player_of_every_band_to_each_group_which_plays_everybody() -> None:
    event = MadeUp(61)
    in_seed = sorted(event.entrants.values(), key=lambda one: -one.rating)
    groups = groups_of(in_seed, 3, event.seed)
    assert [len(group) for group in groups] == [4] * 14 + [5]
    for band in range(4):
        assert sorted(group[band] for group in groups) == list(range(15 * band + 1, 15 * band + 16))
    rounds = [met(event.play(settings("fontes"))[1]) for _ in range(3)]
    for group in groups[:-1]:
        assert set(combinations(sorted(group), 2)) <= set().union(*rounds)
    fourth = event.play(settings("fontes"))[1]
    assert not fourth.relaxed


@pytest.mark.parametrize(("rounds", "size"), [(2, 4), (3, 4), (4, 6), (5, 6)])
def test_an_even_number_of_fontes_rounds_is_rounded_up_for_the_groups(
    rounds: int, size: int
) -> None:
    groups = groups_of(list(MadeUp(36).entrants.values()), rounds, seed=1)
    assert {len(group) for group in groups} == {size}


def test_a_small_field_is_one_fontes_group() -> None:
    assert [len(group) for group in groups_of(list(MadeUp(6).entrants.values()), 3, 1)] == [6]


def test_swiss_pairs_the_upper_half_of_a_group_with_the_lower() -> None:
    _, first = MadeUp(8).play(settings("swiss"))
    assert met(first) == {(1, 5), (2, 6), (3, 7), (4, 8)}


@pytest.mark.parametrize("players", [60, 61])
def test_swiss_keeps_groups_of_wins_and_nobody_meets_twice_in_18_rounds(players: int) -> None:
    event = MadeUp(players)
    apart: Counter[int] = Counter()
    for _ in range(18):
        told, round_drawn = event.play(settings("swiss"))
        wins = {one.number: one.half_wins for one in told.entrants}
        here = [abs(wins[one] - wins[two]) for one, two in met(round_drawn) if one]
        assert max(here) <= (2 if told.round_number <= 9 else 6)  # half wins
        apart.update(here)
        assert not round_drawn.relaxed
    assert apart[0] > 0.7 * apart.total()
    for one in event.entrants.values():
        assert max(Counter(each.opponent for each in one.before).values()) == 1
        assert abs(one.firsts - one.seconds) <= 3


def test_a_big_field_is_paired_from_near_pairs_and_from_all_where_those_are_not_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Leaving far-off pairs out changes no pairing; where near ones don't do, far ones meet."""
    event = played(60, 4, "swiss")
    told = event.told(settings("swiss"))
    whole = drawn(told)
    monkeypatch.setattr(by_weight, "MANY", 10)
    assert met(drawn(told)) == met(whole)
    monkeypatch.setattr(by_weight, "NEAR", (0,))
    assert {number for pair in met(drawn(told)) for number in pair} == set(range(1, 61))
    assert not drawn(told).relaxed


def test_king_of_the_hill_pairs_first_with_second_in_every_round() -> None:
    event = MadeUp(60)
    for _ in range(18):
        order = [one.number for one in standing(event)]
        _, round_drawn = event.play(settings("koth"))
        assert met(round_drawn) == {
            (min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=True)
        }


def test_king_of_the_hill_goes_to_the_next_where_two_must_not_meet() -> None:
    _, round_drawn = MadeUp(4, forbidden=((1, 2),)).play(settings("koth"))
    assert met(round_drawn) == {(1, 3), (2, 4)}


@pytest.mark.parametrize("factor", [1, 2, 3, 4])
def test_factor_pairs_each_of_the_leaders_so_many_ranks_below(factor: int) -> None:
    event = MadeUp(60)
    for _ in range(18):
        order = [one.number for one in standing(event)]
        _, round_drawn = event.play(settings("factor", factor=factor))
        for at in range(factor):
            assert round_drawn.opponent_of(order[at]) == order[at + factor]


def test_the_australian_draw_is_what_somebody_does_by_hand() -> None:
    """The highest left takes the highest not met yet; whoever steps back does so from the end."""
    event = MadeUp(60)
    _, first = event.play(settings("australian"))
    assert met(first) == {(at, at + 30) for at in range(1, 31)}
    for _ in range(17):
        by_hand = _by_hand(standing(event))
        _, round_drawn = event.play(settings("australian"))
        assert not round_drawn.relaxed
        assert met(round_drawn) == by_hand


def _by_hand(order: list[Entrant]) -> set[tuple[int, int]]:
    def go_on(left: tuple[Entrant, ...]) -> list[tuple[int, int]] | None:
        if not left:
            return []
        highest, *others = left
        for opponent in others:
            if any(each.opponent == opponent.number for each in highest.before):
                continue
            rest = go_on(tuple(one for one in others if one is not opponent))
            if rest is not None:
                return [tuple(sorted((highest.number, opponent.number))), *rest]
        return None

    return set(go_on(tuple(order)) or ())


def test_an_australian_draw_that_is_stuck_moves_its_reset_up_round_by_round() -> None:
    event = played(4, 3, "australian")
    first = met(drawn(replace(event.told(settings("australian")), round_number=4)))
    assert first == {pair for pair in combinations(range(1, 5), 2)
                     if event.entrants[pair[0]].meetings(pair[1]) == (1,)}  # fmt: skip


def test_stepping_back_beyond_its_bound_gives_what_it_gives_within() -> None:
    for seed in range(20):
        event = played(12, 7, "australian", seed)
        told = event.told(settings("australian"))
        wanted = wishes(standing(event), Level(1, forbidden=False), told)
        assert highest_first(wanted, steps=0) == highest_first(wanted)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_seed_settles_what_nothing_else_does_and_only_that(system: str) -> None:
    level = tuple(Entrant(number=number) for number in range(1, 13))
    told = Inputs(round_number=1, entrants=level, settings=settings(system))
    draws = {frozenset(met(drawn(replace(told, seed=seed)))) for seed in range(20)}
    assert len(draws) > 10


def _after(rounds: int, *wins: int, spread: int = 0) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(number=number, half_wins=2 * won, spread=spread - 10 * number,
                before=tuple(Meeting(one, 90 + number, 1) for one in range(1, rounds + 1)))
        for number, won in enumerate(wins, 1)
    )  # fmt: skip


def test_gibson_who_cannot_be_caught_meets_somebody_who_cannot_be_paid() -> None:
    chosen = settings("koth", rounds=10, gibson=(250,), paid=3)
    told = Inputs(round_number=10, entrants=_after(9, 9, 7, 7, 6, 5, 1), settings=chosen)
    round_drawn = drawn(told)
    assert round_drawn.gibsons == (1,)
    assert round_drawn.opponent_of(1) == 6
    assert [one.gibson for one in round_drawn.pairings if 1 in (one.first, one.second)] == [True]


def test_two_gibsons_meet_each_other_and_one_has_the_bye_of_an_odd_field() -> None:
    chosen = settings("swiss", rounds=10, gibson=(250,))
    even = drawn(Inputs(round_number=10, entrants=_after(9, 9, 7, 5, 5, 4, 4), settings=chosen))
    assert even.gibsons == (1, 2)
    assert even.opponent_of(1) == 2
    odd = drawn(Inputs(round_number=10, entrants=_after(9, 9, 7, 7, 5, 4), settings=chosen))
    assert odd.gibsons == (1,)
    assert odd.opponent_of(1) == 0


def test_places_worth_the_same_are_settled_together_and_finalists_meet() -> None:
    """Two who play a final whatever happens: 2 may still catch 1, and nothing hangs on it."""
    told = _last_round(18, 17, 14, 14, 12, 10, level_places=(2,), paid=2)
    assert drawn(told).gibsons == (1, 2)
    assert drawn(told).opponent_of(1) == 2
    assert drawn(_last_round(18, 17, 14, 14, 12, 10, paid=2)).gibsons == ()


def test_a_group_that_is_not_settled_whole_settles_nobody_below_it() -> None:
    """The first of two finalists is sure of the final; who comes with her is not."""
    one = drawn(_last_round(19, 16, 15, 15, 8, 8, 2, 2, level_places=(2, 2), paid=4))
    assert one.gibsons == (1,)
    assert one.opponent_of(1) == 8
    both = drawn(_last_round(19, 18, 15, 14, 8, 8, 2, 2, level_places=(2, 2), paid=4))
    assert both.gibsons == (1, 2, 3, 4)
    assert (both.opponent_of(1), both.opponent_of(3)) == (2, 4)


def test_who_may_still_win_a_prize_of_a_class_does_not_meet_a_gibson() -> None:
    in_b: dict[int, tuple[str, ...]] = {4: ("B",), 5: ("B",), 6: ("B",)}
    close, far = (20, 14, 14, 10, 9, 8), (20, 14, 14, 10, 9, 4)
    assert drawn(_last_round(*close, paid=3, classes=in_b)).opponent_of(1) == 6
    one_paid = {"paid": 3, "classes": in_b, "class_paid": (("B", 1),)}
    assert drawn(_last_round(*close, **one_paid)).opponent_of(1) != 6  # 6 may still pass 4
    assert drawn(_last_round(*far, **one_paid)).opponent_of(1) == 6


def test_the_class_named_for_it_gives_the_opponent_while_it_has_one() -> None:
    classes = {number: ("A",) if number in (2, 4) else ("B",) for number in range(1, 7)}
    told = _last_round(20, 14, 14, 8, 8, 8, paid=2, gibson_class="A", classes=classes)
    assert drawn(told).opponent_of(1) == 4
    assert drawn(replace(told, forbidden=((1, 4),))).opponent_of(1) == 6
    no_such = replace(told, settings=replace(told.settings, gibson_class="C"))
    assert drawn(no_such).opponent_of(1) == 6


def test_paid_places_are_counted_among_all_players() -> None:
    """Three can't be caught and two of them meet: the third paid place is still the third."""
    told = _last_round(20, 17, 14, 10, 10, 10, paid=3)
    assert drawn(told).gibsons == (1, 2, 3)
    assert drawn(told).opponent_of(3) == 6
    as_it_was = replace(told, settings=replace(told.settings, paid_of="left", paid=4))
    by_gibson = [{x.first, x.second} for x in drawn(as_it_was).pairings if x.gibson]
    assert by_gibson == [{1, 2}]


def _last_round(
    *half_wins: int, classes: Mapping[int, tuple[str, ...]] = {}, **chosen: object
) -> Inputs:
    """The tenth round of ten, of players who stand in this order, paired as king of the hill."""
    return Inputs(
        round_number=10,
        entrants=tuple(
            Entrant(number=number, half_wins=half, place=number, spread=-10 * number,
                    classes=classes.get(number, ()))
            for number, half in enumerate(half_wins, 1)
        ),
        settings=settings("koth", rounds=10, gibson=(250,), **{"paid_of": "all", **chosen}),
    )  # fmt: skip


def test_gibsons_spread_is_told_round_by_round_from_the_last_one_back() -> None:
    """Level in wins after all rounds left, what counts is the spread that can still change."""
    one, two = (Entrant(number=1, half_wins=8, spread=451), Entrant(number=2, half_wins=4))
    told = Inputs(
        round_number=9,
        entrants=(one, two),
        settings=settings("swiss", rounds=10, gibson=(250, 200)),
    )
    assert drawn(told).gibsons == (1,)
    assert drawn(replace(told, entrants=(replace(one, spread=450), two))).gibsons == ()
    assert drawn(replace(told, settings=settings("swiss", rounds=10))).gibsons == ()


def test_B_06_more_seconds_starts_after_a_bye_only_where_the_book_says_so() -> None:
    one = Entrant(number=1, before=(Meeting(1, 9, 2), Meeting(2, 8, 1), Meeting(3, 0)))
    two = Entrant(number=2, before=(Meeting(1, 8, 2), Meeting(2, 7, 2), Meeting(3, 9, 1)))
    for more_seconds, why in ((True, "more-seconds"), (False, "lot")):
        chosen = settings("koth", more_seconds=more_seconds)
        told = Inputs(round_number=4, entrants=(one, two), settings=chosen, seed=7)
        (pairing,) = drawn(told).pairings
        assert pairing.started_by == why
    assert pairing.first in (1, 2)


def test_head_to_head_who_replied_when_they_last_met_starts() -> None:
    one = Entrant(number=1, before=(Meeting(1, 2, 1), Meeting(2, 9, 2)))
    two = Entrant(number=2, before=(Meeting(1, 1, 2), Meeting(2, 8, 1)))
    for seed in range(5):
        told = Inputs(round_number=3, entrants=(one, two), settings=settings("koth"), seed=seed)
        (pairing,) = drawn(told).pairings
        assert (pairing.first, pairing.started_by) == (2, "head-to-head")


def test_a_kept_table_goes_with_its_player_and_stays_empty_in_a_bye() -> None:
    event = MadeUp(7)
    event.entrants[6] = replace(event.entrants[6], table=1)
    _, round_drawn = event.play(settings("koth"))
    assert [(one.table, one.kept) for one in round_drawn.pairings] == [
        (1, True), (2, False), (3, False), (0, False)]  # fmt: skip
    event.entrants[7] = replace(event.entrants[7], table=2)
    kept = {1: 6, 2: 7}
    for one in event.play(settings("koth"))[1].pairings:
        assert one.table not in kept or kept[one.table] in (one.first, one.second)


@pytest.mark.parametrize("method", DRAWS)
def test_a_draw_of_an_earlier_release_is_drawn_again(method: str) -> None:
    """As it was first written; a change that draws otherwise is a new version beside the old."""
    for path in sorted(GOLDEN.glob(f"{method}*.json")):
        kept = json.loads(path.read_bytes())
        inputs = msgspec.convert(kept["inputs"], Inputs)
        assert drawn(inputs) == msgspec.convert(kept["drawn"], Drawn)
    assert list(GOLDEN.glob(f"{method}*.json"))


def write_golden() -> None:
    """Write what is not there yet; what is there is never written again."""
    GOLDEN.mkdir(exist_ok=True)
    for name, system in SYSTEMS.items():
        for players in (9, 16):
            path = GOLDEN / f"{system.method}-{players}.json"
            if not path.exists():
                event = played(players, 5, name)
                told = event.told(settings(name, rounds=7, gibson=(250, 200)),
                                  forbidden=((1, 2), (3, 5)), withdrawn=(7,))  # fmt: skip
                kept = {"inputs": told, "drawn": drawn(told)}
                path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1))


if __name__ == "__main__":
    write_golden()


def _said(inputs: Inputs) -> str:
    return " ".join(round_wording(inputs, drawn(inputs), lambda number: f"P{number}"))


@pytest.mark.found("OG-6")
@pytest.mark.parametrize("system", ["koth", "swiss"])
def test_gibson_without_prizes_says_so_and_takes_the_lowest_met_before_or_not(system: str) -> None:
    entrants = tuple(
        Entrant(
            number=n,
            half_wins=12 if n == 1 else 6,
            spread=1200 if n == 1 else -10 * n,
            before=tuple(Meeting(r, n + 1, 1) for r in range(1, 7) if (n, r) == (1, 6)),
        )
        for n in range(1, 9)
    )
    met = tuple(Meeting(r, r + 2, 1) for r in range(1, 7))  # all but the runner-up
    first = replace(entrants[0], before=met)
    chosen = settings(system, rounds=7, gibson=(300,), hopeless="lowest", paid_of="all")
    told = Inputs(round_number=7, entrants=(first, *entrants[1:]), settings=chosen)

    assert drawn(told).opponent_of(1) == 8
    assert "No prizes are set (Prizes), so it is not known which" in _said(told)
    assert "P1 meets the lowest possible opponent, P8." in _said(told)
    assert "P1 and P8 meet again: Gibson’s rule pairs them." in _said(told) or system == "koth"
    all_hope = replace(told, settings=replace(chosen, paid=2))
    assert drawn(all_hope).opponent_of(1) == 8
    assert "All players can still win something, so P1 meets the lowest" in _said(all_hope)
    before = replace(told, settings=replace(chosen, hopeless="least"))
    assert drawn(before).opponent_of(1) == 2  # as records from before draw it again


@pytest.mark.found("PB-14")
@pytest.mark.parametrize(("players", "rounds", "said"), [(6, 5, True), (6, 4, False), (5, 5, True)])
def test_where_a_round_robin_has_room_it_is_said_that_nobody_meets_twice_in_it(
    players: int, rounds: int, said: bool
) -> None:
    entrants = tuple(Entrant(number=n) for n in range(1, players + 1))
    told = Inputs(round_number=1, entrants=entrants, settings=settings("swiss", rounds=rounds))
    assert ("A round robin takes 5, and nobody meets twice." in _said(told)) is said
    in_it = replace(told, settings=settings("round-robin", rounds=rounds, meetings=0))
    assert "nobody meets twice" not in _said(in_it)
