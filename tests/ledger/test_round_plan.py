"""A plan of rounds: what it says is what is drawn, however the day goes."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.game.results.slips import TypeSlip
from ledger.record.events import game_id
from ledger.tournament.draw.from_record import draw_events, drawn_again, inputs_as_recorded
from ledger.tournament.draw.systems import SYSTEMS
from ledger.tournament.drawing import UnpairRound
from ledger.tournament.facts import (
    Division,
    Pairing,
    PlannedRound,
    PlayerEntered,
    RoundDrawn,
    RoundPaired,
)
from ledger.tournament.opening import OpenTournament, Particulars
from ledger.tournament.players import WithdrawPlayer
from ledger.tournament.round_plan import (
    DrawPlanned,
    PlanRounds,
    coming,
    digest_of_draws,
    in_one_act,
    planned_now,
    stretch,
    wanted_of,
)
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import remarks
from ledger.vocabulary.refusals import Refusal
from tests.desks import ORGANISER, SCOREKEEPER, a_desk
from tests.ledger.test_draws_written import SLUG, STREAM, Event


class Planned(Event):
    """A tournament of one division whose rounds are planned."""

    def plan(self, *rounds, seed=7, **more):
        request = PlanRounds(rounds=tuple(rounds), seed=seed, **more)
        return self.asks(STREAM, request, ORGANISER).events

    def would_draw(self, first, last=0, **more):
        request = DrawPlanned(first=first, last=last, **more)
        return planned_now(self.now, request, self.at_hand, self.desk.rounds_read)

    def draws_planned(self, first, last=0, **more):
        return self.asks(STREAM, DrawPlanned(first=first, last=last, **more), ORGANISER)

    def pairs(self, number):
        return {frozenset((one.first, one.second)) for one in self.holds(number)}

    def scores(self, number, scores):
        """Slips of a round: the score of each player by number; who is not in it loses 300-400."""
        for game in self.games(number):
            both = self.desk.sheet(game).scheduled.numbers
            slip = TypeSlip(scores=tuple(scores[one] for one in both), starter=1)
            self.asks(game, slip, SCOREKEEPER)

    def as_recorded(self, number):
        """Whether the draw of a round comes out of the record anew, inputs and all."""
        event = draw_events(self.desk.log, SLUG, "", number)[-1]
        inputs = inputs_as_recorded(self.desk.log, self.desk.shelf, event)
        again = drawn_again(self.now, event.fact, inputs)
        return again.same_inputs and again.same_draw and not again.since and not again.changed


@pytest.fixture
def event(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield Planned(desk)


def refused(ask, *args, **more):
    with pytest.raises(Refusal) as caught:
        ask(*args, **more)
    return caught.value.code


def test_a_planned_round_is_drawn_as_it_was_shown(event):
    event.begin()
    event.plan(*stretch(1, 3, "swiss", "before"))
    (shown,) = event.would_draw(1)

    written = event.draws_planned(1, seen=shown.digest).events

    drawn, paired = (one.fact for one in written)
    assert isinstance(drawn, RoundDrawn)
    assert isinstance(paired, RoundPaired)
    assert (drawn.inputs, drawn.drawn, drawn.seed) == (shown.inputs, shown.drawn, 7)
    assert event.as_recorded(1)
    assert refused(event.draws_planned, 1) == "round-paired"


def test_a_planned_draw_is_the_one_that_is_chosen_by_hand(event):
    """The plan's settings and those of a draw by hand are the same, so both have one digest."""
    event.begin()
    event.plan(*stretch(1, 1, "swiss", "before"), *stretch(2, 2, "koth", "before"))
    by_hand = event.looks(event.asked(1, "swiss", seed=7))
    assert event.would_draw(1)[0].digest == by_hand.digest
    event.draws_planned(1)
    event.play(1)
    assert event.would_draw(2)[0].digest == event.looks(event.asked(2, "koth", seed=7)).digest


def test_a_round_is_drawn_from_the_standings_of_an_earlier_one_while_a_round_is_played(event):
    event.begin()
    event.plan(*stretch(1, 2, "swiss", "before"), *stretch(3, 3, "koth", "earlier"))
    event.draws_planned(1)
    event.scores(1, {n: 500 - 10 * n for n in range(1, 9)})
    after_1 = [one.number for one in sorted(event.would_draw(3)[0].inputs.entrants,
                                            key=lambda one: one.place)]  # fmt: skip
    event.draws_planned(2)  # round 2 is being played: none of its slips is in

    (shown,) = event.would_draw(3)
    written = event.draws_planned(3)

    assert shown.out == ()
    assert remarks.RESULTS_OUT not in written.events[0].envelope.remarks
    met_in_2 = event.pairs(2)
    assert {len(pair) for pair in event.pairs(3)} == {2}
    ranked = {number: at for at, number in enumerate(after_1)}
    together = [sorted(ranked[one] for one in pair) for pair in event.pairs(3)]
    assert sorted(together) == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert all(len(one.before) == 2 for one in shown.inputs.entrants), "who met in round 2 is known"
    assert met_in_2
    event.scores(2, {n: 300 + 10 * n for n in range(1, 9)})
    assert event.as_recorded(3), "results of round 2 change nothing of it"


def test_standings_of_none_rank_by_rating(event):
    event.begin()
    event.plan(*stretch(1, 1, "swiss", "before"), *stretch(2, 2, "koth", "none", meetings=0))
    event.draws_planned(1)
    event.scores(1, {n: 300 + 10 * n for n in range(1, 9)})
    event.draws_planned(2)
    assert event.pairs(2) == {frozenset((n, n + 1)) for n in (1, 3, 5, 7)}


@pytest.mark.parametrize("players", [6, 7])
def test_a_whole_round_robin_is_drawn_in_one_act_as_round_by_round(tmp_path, players):
    rounds = players - 1 + players % 2
    with a_desk(tmp_path / "one") as desk:
        at_once = Planned(desk).begin(players)
        at_once.plan(*stretch(1, rounds, "round-robin", "none"))
        shown = at_once.would_draw(1, rounds)
        at_once.draws_planned(1, rounds, seen=digest_of_draws(shown))
        assert all(at_once.as_recorded(number) for number in range(1, rounds + 1))
        assert len(at_once.now.rounds) == rounds
        together = [at_once.holds(number) for number in range(1, rounds + 1)]
    with a_desk(tmp_path / "two") as desk:
        each = Planned(desk).begin(players)
        each.plan(*stretch(1, rounds, "round-robin", "none"))
        for number in range(1, rounds + 1):
            each.draws_planned(number)
        assert [each.holds(number) for number in range(1, rounds + 1)] == together
    met = [frozenset((one.first, one.second)) for of in together for one in of if one.second]
    assert sorted(map(sorted, met)) == [
        list(pair) for pair in combinations(range(1, players + 1), 2)
    ]


def test_a_round_robin_goes_on_behind_a_round_that_was_paired_by_hand(event):
    event.begin(6)
    event.plan(*stretch(1, 5, "round-robin", "none"))
    event.draws_planned(1, 2)
    by_plan = [one.drawn.pairings for one in event.would_draw(3, 5)]
    third = [(one.first, one.second) for one in by_plan[0]]
    by_hand = tuple(Pairing(at, two, one) for at, (one, two) in enumerate(third, 1))
    event.asks(STREAM, PairRound(round_number=3, pairings=by_hand), ORGANISER)

    event.draws_planned(4, 5)

    met = [pair for number in range(1, 6) for pair in event.pairs(number)]
    assert len(set(met)) == len(met) == 15
    assert all(event.as_recorded(number) for number in (4, 5))


@pytest.mark.parametrize("by_plan", [True, False])
@pytest.mark.parametrize(("system", "rounds"), [("round-robin", 7), ("fontes", 3)])
def test_a_schedule_goes_on_in_the_order_of_the_release_that_began_it(
    event, monkeypatch, system, rounds, by_plan
):
    """In today's order three of eight met again in round 3, and as many never met."""
    event.begin(8)
    event.plan(
        *stretch(1, rounds, system, "none"), *stretch(rounds + 1, rounds + 3, system, "none")
    )

    def draws(number):
        if by_plan:
            event.draws_planned(number)
        else:
            event.draws(number, system)

    with monkeypatch.context() as earlier:
        as_it_was = replace(SYSTEMS[system], method=f"{system}-1", worded=None)
        earlier.setitem(SYSTEMS, system, as_it_was)
        draws(1)
        draws(2)
    for number in range(3, rounds + 1):
        draws(number)

    met = [pair for number in range(1, rounds + 1) for pair in event.pairs(number)]
    assert len(set(met)) == len(met) == 4 * rounds
    assert {one.method for one in event.now.draws} == {f"{system}-1"}
    assert all(event.as_recorded(number) for number in range(1, rounds + 1))
    [wanted] = wanted_of(event.now, "", rounds + 1, rounds + 1)
    assert wanted.settings.method == SYSTEMS[system].method, "a new one begins as it is today"


def test_who_comes_late_to_a_planned_round_robin_and_who_goes(event):
    event.begin(5)
    event.plan(*stretch(1, 5, "round-robin", "none"))
    event.draws_planned(1)
    late = PlayerEntered(number=6, name="Late", rating=100, first_round=2)
    event.enter_players(SLUG, [late], by=ORGANISER)
    event.draws_planned(2)
    assert any(6 in pair for pair in event.pairs(2)), "takes the seat of the bye"
    event.asks(STREAM, WithdrawPlayer(player=1, reason="ill"), ORGANISER)
    event.draws_planned(3, 5)
    for number in (3, 4, 5):
        assert not any(1 in pair for pair in event.pairs(number))
        assert sum(len(pair - {0}) for pair in event.pairs(number)) == 5


def test_several_rounds_at_once_only_where_none_rests_on_another(event):
    event.begin()
    event.plan(*stretch(1, 7, "round-robin", "none"), *stretch(8, 9, "koth", "before"))
    assert [one.round_number for one in in_one_act(event.now.plan_of(""), 1)] == list(range(1, 8))
    assert [one.round_number for one in in_one_act(event.now.plan_of(""), 8)] == [8]
    assert refused(event.draws_planned, 1, 8) == "rounds-rest-on-results"
    assert refused(event.draws_planned, 10) == "round-not-planned"
    assert not event.now.rounds


def test_a_plan_changed_midway_keeps_what_was_paired(event):
    event.begin()
    event.plan(*stretch(1, 4, "swiss", "before"))
    event.draws_planned(1)
    assert refused(event.plan, *stretch(1, 4, "koth", "before")) == "plan-of-paired-round"
    event.plan(*stretch(3, 3, "koth", "before"), seed=None)
    systems = [one.system for one in event.now.plan_of("").rounds]
    assert systems == ["swiss", "swiss", "koth", "swiss"]
    assert event.now.plan_of("").seed == 7
    event.plan(without=(1, 4), seed=None)
    assert [one.round_number for one in event.now.plan_of("").rounds] == [1]
    assert refused(event.draws_planned, 2) == "round-not-planned"
    assert refused(event.plan, seed=None) == "nothing-changed"


@pytest.mark.parametrize(
    ("one", "code"),
    [
        (PlannedRound(round_number=2, system="swiss", based_on=2), "unreadable-request"),
        (PlannedRound(round_number=2, system="swiss", after=3), "unreadable-request"),
        (PlannedRound(round_number=2, system="round-robin"), "unreadable-request"),
        (PlannedRound(round_number=2, system="swiss", since=1), "unreadable-request"),
        (PlannedRound(round_number=2, system="fontes", since=3), "unreadable-request"),
    ],
)
def test_a_round_that_rests_on_a_later_one_is_not_planned(event, one, code):
    event.begin()
    assert refused(event.plan, one) == code
    assert refused(event.plan, division="Z") == "no-such-division"


def test_divisions_have_plans_of_their_own(event):
    planned = (Division(name="A", rounds=3), Division(name="B", rounds=5, first_table=10))
    request = OpenTournament(
        slug=SLUG, name="Gull Open", rules="nsa-1998", particulars=Particulars(divisions=planned)
    )
    event.asks(STREAM, request, ORGANISER)
    players = [PlayerEntered(number=n, name=f"Player {n}", rating=2000 - n,
                             division="A" if n < 5 else "B") for n in range(1, 11)]  # fmt: skip
    event.enter_players(SLUG, players, by=ORGANISER)
    event.plan(*stretch(1, 3, "swiss", "before"), division="A")
    event.plan(*stretch(1, 5, "round-robin", "none"), division="B", seed=3)
    event.draws_planned(1, 5, division="B")
    event.draws_planned(1, division="A")
    now = event.now
    assert [(plan.division, plan.seed) for plan in now.plans] == [("A", 7), ("B", 3)]
    assert {(one.division, one.round_number) for one in now.rounds} == {
        ("A", 1), *(("B", number) for number in range(1, 6))
    }  # fmt: skip
    assert not coming(now, "B")
    assert [one.round_number for one in coming(now, "A")] == [2]


def test_a_round_robin_taken_back_is_drawn_again_from_the_round_that_was_kept(event):
    event.begin(6)
    event.plan(*stretch(1, 5, "round-robin", "none"))
    event.draws_planned(1, 5)
    before = [event.holds(number) for number in range(1, 6)]
    assert refused(event.asks, STREAM, UnpairRound(round_number=3), ORGANISER) == "round-after"
    event.asks(STREAM, UnpairRound(round_number=3, and_later=True), ORGANISER)
    assert [one.round_number for one in event.now.rounds] == [1, 2]
    event.draws_planned(3, 5)
    again = [event.holds(number) for number in range(1, 6)]
    assert [[(one.first, one.second) for one in of] for of in again] == [
        [(one.first, one.second) for one in of] for of in before
    ]
    games = [game_id(SLUG, 3, one.table, replay=one.replay) for one in again[2]]
    assert all(event.desk.log.version_of(game) == 1 for game in games), "the games are new ones"


@st.composite
def plans(draw):
    """A plan of up to six rounds by any systems, and what happens between the rounds."""
    rounds, number = [], 1
    while number <= 6:
        last = min(6, number + draw(st.integers(0, 2)))
        system = draw(st.sampled_from(tuple(SYSTEMS)))
        standings = draw(st.sampled_from(("before", "earlier", "none", number - 1)))
        more = {"gibson": draw(st.sampled_from(((), (250, 200))))} if system != "fontes" else {}
        rounds += stretch(number, last, system, standings, **more)
        number = last + 1
    return tuple(rounds)


@settings(max_examples=15, deadline=None)
@given(plans(), st.integers(4, 9), st.randoms(use_true_random=False))
def test_every_planned_round_is_what_was_shown_and_comes_out_of_the_record(rounds, players, random):
    """Slips come in any order, some late; players come and go; a round is paired by hand."""
    with TemporaryDirectory() as folder, a_desk(Path(folder) / "data") as desk:
        event = Planned(desk).begin(players)
        event.plan(*rounds)
        for planned in rounds:
            number = planned.round_number
            something_happens(event, number, random)
            if random.random() < 0.15 and number > 1:
                by_hand(event, number, random)
            else:
                (shown,) = event.would_draw(number)
                event.draws_planned(number, seen=shown.digest)
                holds = [(one.table, one.first, one.second) for one in event.holds(number)]
                drawn = [(one.table, one.first, one.second) for one in shown.drawn.pairings]
                assert holds == drawn
                assert shown.inputs.rounds_left == shown.inputs.settings.rounds - planned.based_on
            slips(event, random)
        for planned in rounds:
            if draw_events(desk.log, SLUG, "", planned.round_number):
                assert event.as_recorded(planned.round_number)


def something_happens(event, number, random):
    here = [one.number for one in event.now.players
            if one.number not in event.now.conduct.withdrawn]  # fmt: skip
    if random.random() < 0.2 and len(here) > 4:
        request = WithdrawPlayer(player=random.choice(here), reason="gone")
        event.asks(STREAM, request, ORGANISER)
    if random.random() < 0.2 and number > 1:
        new = max(one.number for one in event.now.players) + 1
        late = PlayerEntered(number=new, name=f"Late {new}", rating=900, first_round=number)
        event.enter_players(SLUG, [late], by=ORGANISER)


def by_hand(event, number, random):
    here = [one.number for one in event.now.players
            if one.number not in event.now.conduct.withdrawn]  # fmt: skip
    random.shuffle(here)
    pairs = [
        Pairing(at, *both) for at, both in enumerate(zip(here[::2], here[1::2], strict=False), 1)
    ]
    bye = (Pairing(0, here[-1], 0),) if len(here) % 2 else ()
    request = PairRound(round_number=number, pairings=(*pairs, *bye))
    event.asks(STREAM, request, ORGANISER)


def slips(event, random: Random):
    """Most slips that are out come in."""
    for paired in event.now.rounds:
        for game in event.games(paired.round_number):
            if not event.desk.sheet(game).ended and random.random() < 0.8:
                scores = (random.randint(300, 500), random.randint(300, 500))
                event.asks(game, TypeSlip(scores=scores, starter=1), SCOREKEEPER)
