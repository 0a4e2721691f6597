"""What tsh pairs, by its documentation, in tables; the schedules are those of real events.

The numbers are places in the rating or in the standings. The tables of a round robin and of the
groups of an Initial Fontes are as events of 24 to 28 players were paired; the Swiss rounds are
worked out by hand after the page *Pairing Theory*.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace

from ledger.messages import speaking
from ledger.tournament.draw.explaining import Explained, why_wording
from ledger.tournament.draw.inputs import Entrant, Inputs, Meeting
from ledger.tournament.draw.systems import drawn
from tests.draws import MadeUp, met, settings

OPPONENTS_OF_28 = {
    1: "28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2",
    2: "3 4 7 8 11 12 15 16 19 20 23 24 27 28 26 25 22 21 18 17 14 13 10 9 6 5 1",
    3: "2 6 5 10 9 14 13 18 17 22 21 26 25 27 28 23 24 19 20 15 16 11 12 7 8 1 4",
    4: "5 2 9 6 13 10 17 14 21 18 25 22 28 26 24 27 20 23 16 19 12 15 8 11 1 7 3",
    5: "4 8 3 12 7 16 11 20 15 24 19 28 23 25 27 21 26 17 22 13 18 9 14 1 10 2 6",
    6: "7 3 11 4 15 8 19 12 23 16 27 20 26 24 22 28 18 25 14 21 10 17 1 13 2 9 5",
    7: "6 10 2 14 5 18 9 22 13 26 17 27 21 23 25 19 28 15 24 11 20 1 16 3 12 4 8",
}
"""By player, the opponents of 27 rounds: the first goes up to the second, who is met last."""

STARTS_OF_28 = {
    1: "122112211221122112211221122",
    2: "122112211221122112211221121",
    3: "211221122112211221122112211",
    5: "122112211221122112211222112",
    8: "211221122112211221122122112",
}
"""By player, 1 for a start and 2 for a reply of each round."""

GROUPS = {
    4: "1-4 2-3, 1-3 2-4, 1-2 3-4",
    5: "1-5 2-4, 1-3 2-5, 1-2 3-4",
    6: "1-6 2-3 4-5, 1-4 2-5 3-6, 1-2 3-4 5-6",
}
"""By the size of a group, the pairs of each of three rounds; who is not named sits out."""

FACTOR = [
    (8, 2, "1-3 2-4 5-7 6-8"),
    (10, 2, "1-3 2-4 5-7 6-8 9-10"),
    (16, 3, "1-4 2-5 3-6 7-10 8-11 9-12 13-16 14-15"),
    (14, 4, "1-5 2-6 3-7 4-8 9-13 10-14 11-12"),
    (6, 4, "1-5 2-6 3-4"),
]
"""Players, ranks apart, pairs: from the top down each as near to so many places below as can be."""


def pairs(written):
    return {tuple(map(int, pair.split("-"))) for pair in written.split()}


@pytest.mark.parametrize("player", OPPONENTS_OF_28)
def test_a_round_robin_is_paired_in_the_order_of_tsh(player):
    event = MadeUp(28)
    rounds = [event.play(settings("round-robin"))[1] for _ in range(27)]
    opponents = [one.opponent_of(player) for one in rounds]
    assert opponents == [int(one) for one in OPPONENTS_OF_28[player].split()]


@pytest.mark.parametrize("player", STARTS_OF_28)
def test_starts_of_a_round_robin_are_those_of_tsh(player):
    event = MadeUp(28)
    rounds = [event.play(settings("round-robin", starts="assigned"))[1] for _ in range(27)]
    began = [any(pair.first == player for pair in one.pairings) for one in rounds]
    assert "".join("1" if first else "2" for first in began) == STARTS_OF_28[player]


@pytest.mark.parametrize("players", [4, 6, 12, 28])
def test_over_a_whole_round_robin_everybody_starts_half_the_games(players):
    event = MadeUp(players)
    rounds = [event.play(settings("round-robin", starts="assigned"))[1] for _ in range(players - 1)]
    firsts = Counter(pairing.first for one in rounds for pairing in one.pairings)
    assert set(firsts.values()) <= {players // 2 - 1, players // 2}


@pytest.mark.parametrize("in_a_row", [2, 3])
def test_games_in_a_row_swap_the_start_and_are_no_repeat(in_a_row):
    event = MadeUp(6)
    chosen = settings("round-robin", in_a_row=in_a_row, starts="assigned", since=1)
    rounds = [event.play(chosen)[1] for _ in range(5 * in_a_row)]
    assert not any(one.relaxed for one in rounds)
    for first in range(0, len(rounds), in_a_row):
        of_one = rounds[first : first + in_a_row]
        assert len({frozenset(met(one)) for one in of_one}) == 1, "the same opponents"
        starts = [{(one.first, one.second) for one in each.pairings} for each in of_one]
        for one, two in pairwise(starts):
            assert two == {(second, first) for first, second in one}
    assert Counter(pair for one in rounds for pair in met(one)) == dict.fromkeys(
        combinations(range(1, 7), 2), in_a_row
    )


@pytest.mark.parametrize("size", GROUPS)
def test_a_group_of_an_initial_fontes_plays_as_in_tsh(size):
    event = MadeUp(size)
    for written in GROUPS[size].split(", "):
        _, one = event.play(settings("fontes", since=1))
        assert {pair for pair in met(one) if pair[0]} == pairs(written)


def test_groups_of_four_end_with_their_first_two_against_each_other():
    event = MadeUp(24)
    rounds = [event.play(settings("fontes", since=1))[1] for _ in range(3)]
    *groups, _ = rounds[0].plan
    for one, two, three, four in groups:
        assert [each.opponent_of(one) for each in rounds] == [four, three, two]


@pytest.mark.parametrize(("players", "factor", "written"), FACTOR)
def test_factor_pairs_from_the_top_down_to_the_last_two(players, factor, written):
    _, one = MadeUp(players).play(settings("factor", factor=factor))
    assert met(one) == pairs(written)


# Swiss by groups of wins: players by place, their half wins, whom they met, who began how often.


def standing(half_wins, *, have_met="", due=None):
    """Round 5 of players in this order; ``due``: -1 to start, 1 to reply, by place."""
    before = {number: [] for number in range(1, len(half_wins) + 1)}
    for at, pair in enumerate(have_met.split()):
        one, two = map(int, pair.split("-"))
        before[one].append(Meeting(at % 3 + 1, two))
        before[two].append(Meeting(at % 3 + 1, one))
    for number, what in (due or {}).items():
        before[number].append(Meeting(4, 90 + number, 1 if what > 0 else 2))
    return tuple(
        Entrant(number=number, place=number, half_wins=half, before=tuple(before[number]))
        for number, half in enumerate(half_wins, 1)
    )


WORKED = {
    "half a group apart, group by group": (
        (6, 6, 6, 6, 4, 4, 4, 4), {}, {}, "1-3 2-4 5-7 6-8"),
    "an odd group takes the first of the next, from below the last": (
        (4, 4, 4, 2, 2, 0, 0, 0), {}, {}, "1-3 2-4 6-8 5-7"),
    "the middle is paired last": (
        (8, 8, 6, 6, 4, 4, 2, 2), {}, {}, "1-2 3-4 5-6 7-8"),
    "who met least often before who stands right": (
        (4, 4, 4, 4), {"have_met": "1-3"}, {"meetings": 3}, "1-2 3-4"),
    "a fair start before half the group": (
        (4, 4, 4, 4), {"due": {1: -1, 2: -1, 3: -1, 4: 1}}, {}, "1-4 2-3"),
    "where starts do not count": (
        (4, 4, 4, 4), {"due": {1: -1, 2: -1, 3: -1, 4: 1}}, {"by_starts": False}, "1-3 2-4"),
    "a group that can't be paired takes two more": (
        (6, 6, 4, 4, 4, 4), {"have_met": "1-2"}, {}, "1-3 2-4 5-6"),
    "a group from below takes two more as well": (
        (6, 6, 4, 4, 4, 4, 2, 2), {"have_met": "7-8"}, {}, "1-2 3-4 5-8 6-7"),
    "where the rest can't be paired, all are one group": (
        (6, 6, 4, 4), {"have_met": "3-4"}, {}, "1-3 2-4"),
}  # fmt: skip


@pytest.mark.parametrize("what", WORKED)
def test_a_swiss_round_of_groups_of_wins_is_what_is_worked_out_by_hand(what):
    half_wins, more, chosen, written = WORKED[what]
    told = Inputs(round_number=5, entrants=standing(half_wins, **more),
                  settings=settings("win-groups", **chosen))  # fmt: skip
    assert met(drawn(told)) == {tuple(sorted(pair)) for pair in pairs(written)}
    assert not drawn(told).relaxed


def test_where_no_pairing_keeps_the_limit_one_meeting_more_is_allowed_and_told():
    told = Inputs(round_number=5, entrants=standing((4, 4), have_met="1-2"),
                  settings=settings("win-groups"))  # fmt: skip
    assert met(drawn(told)) == {(1, 2)}
    assert [one.rule for one in drawn(told).relaxed] == ["repeat"]
    apart = replace(told, entrants=standing((4, 4, 4, 4)), forbidden=((1, 3),))
    assert met(drawn(apart)) == {(1, 2), (3, 4)}
    all_apart = replace(apart, forbidden=tuple(combinations(range(1, 5), 2)))
    assert met(drawn(all_apart)) == {(1, 3), (2, 4)}


def test_the_lowest_of_an_odd_field_sits_out_and_gibson_pairs_first():
    told = Inputs(round_number=5, entrants=standing((6, 6, 4, 4, 2)),
                  settings=settings("win-groups"))  # fmt: skip
    assert met(drawn(told)) == {(0, 5), (1, 2), (3, 4)}
    chosen = settings("win-groups", rounds=5, gibson=(250,), paid=2, paid_of="all")
    leader = replace(told, entrants=standing((9, 6, 4, 4, 2, 0)), settings=chosen)
    assert drawn(leader).gibsons == (1,)
    assert drawn(leader).opponent_of(1) == 6


@pytest.mark.parametrize(
    ("meets", "opponent"), [("lowest", 7), ("highest", 5), ("highest-met-or-not", 4)]
)
def test_a_leader_meets_the_highest_out_of_reach_as_in_tsh(meets, opponent):
    """Two win something: 2 and 3 may be second; 4 has met the leader, 5 and those below not."""
    entrants = standing((9, 6, 5, 2, 1, 0, 0, 0), have_met="1-4 1-8")
    chosen = settings("koth", rounds=5, gibson=(250,), paid=2, paid_of="all", gibson_meets=meets)
    told = Inputs(round_number=5, entrants=entrants, settings=chosen)
    assert drawn(told).gibsons == (1,)
    assert drawn(told).opponent_of(1) == opponent


def test_who_was_wanted_more_and_why_it_was_not_to_be_is_told():
    told = Inputs(round_number=5, entrants=standing((4, 4, 4, 4), due={1: -1, 3: -1, 4: 1}),
                  settings=settings("win-groups"))  # fmt: skip
    assert met(drawn(told)) == {(1, 4), (2, 3)}
    with speaking("en"):
        words = list(why_wording(Explained(told, drawn(told)).why(2), "P{}".format, told))
    assert words[0].startswith("P2 is 2nd and meets P3: fewest meetings")
    taken = Explained(told, drawn(told)).why(2).others
    assert [(one.number, one.because, one.taken_by) for one in taken] == [
        (4, "taken", 1), (1, "taken", 4),
    ]  # fmt: skip
    assert Explained(told, drawn(told)).why(4).others == (), "taken before it could wish"
