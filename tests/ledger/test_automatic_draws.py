"""Rounds that draw themselves: announced first, stopped in time, drawn once, by any server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest

from ledger.desk.automatic_draws import AutomaticDraws
from ledger.game.results.slips import TakeBackSlip, TypeSlip, typed_slips
from ledger.tournament.drawing import UnpairRound
from ledger.tournament.opening import CloseTournament
from ledger.tournament.round_plan import (
    AnnounceDraw,
    CallOffDraw,
    ChooseAutomaticDraws,
    DrawPlanned,
    stretch,
)
from tests.desks import ORGANISER, SCOREKEEPER, a_desk
from tests.ledger.test_draws_written import SLUG, STREAM
from tests.ledger.test_round_plan import Planned, refused

MINUTES = 5


class Clock:
    """Stands still until somebody moves it; every look is a millisecond later than the last."""

    def __init__(self):
        self.at = datetime(2026, 11, 28, 9, tzinfo=UTC)

    def __call__(self):
        self.at += timedelta(milliseconds=1)
        return self.at

    def passes(self, minutes):
        self.at += timedelta(minutes=minutes)


class Automatic(Planned):
    """A tournament whose rounds 1 to 4 are planned, and draw themselves from the second on."""

    def ready(self, clock, *rounds):
        self.clock = clock
        self.begin()
        self.plan(*(rounds or stretch(1, 4, "swiss", "before")))
        self.chooses(MINUTES)
        self.draws_planned(1)
        self.watch = AutomaticDraws(self.desk, lambda: [SLUG])
        return self

    def chooses(self, minutes):
        self.asks(STREAM, ChooseAutomaticDraws(minutes=minutes), ORGANISER)

    def looks(self, times=3):
        return sum(self.watch.look() for _ in range(times))

    @property
    def its_plan(self):
        return self.now.plan_of("")

    @property
    def paired(self):
        return [one.round_number for one in self.now.rounds]

    def takes_back(self, number):
        """The slip of the first table of a round is out again."""
        game = self.games(number)[0]
        version = max(typed_slips(self.desk.sheet(game)))
        self.asks(game, TakeBackSlip(version=version), SCOREKEEPER)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def event(tmp_path, clock):
    with a_desk(tmp_path / "data", clock) as desk:
        yield Automatic(desk).ready(clock)


def test_nothing_draws_itself_unless_it_was_chosen(tmp_path, clock):
    with a_desk(tmp_path / "data", clock) as desk:
        event = Automatic(desk).begin()
        event.plan(*stretch(1, 3, "swiss", "before"))
        event.draws_planned(1)
        event.play(1)
        event.watch = AutomaticDraws(desk, lambda: [SLUG])
        assert event.looks() == 0
        assert refused(event.asks, STREAM, AnnounceDraw(round_number=2), ORGANISER) == (
            "draws-not-automatic"
        )
        event.chooses(MINUTES)
        assert event.looks() == 1
        assert event.its_plan.announced.round_number == 2


def test_the_first_round_is_drawn_by_people(tmp_path, clock):
    with a_desk(tmp_path / "data", clock) as desk:
        event = Automatic(desk).begin()
        event.plan(*stretch(1, 3, "swiss", "before"))
        event.chooses(MINUTES)
        event.watch = AutomaticDraws(desk, lambda: [SLUG])
        assert event.looks() == 0
        assert event.its_plan.announced is None


def test_a_round_is_announced_when_the_slips_are_in_and_drawn_when_its_time_has_come(event):
    games = event.games(1)
    for game in games[:-1]:
        event.asks(game, TypeSlip(scores=(400, 390), starter=1), SCOREKEEPER)
    assert event.looks() == 0

    event.asks(games[-1], TypeSlip(scores=(400, 390), starter=1), SCOREKEEPER)
    before = event.clock.at
    assert event.looks() == 1
    at = event.its_plan.announced.at
    assert timedelta(0) < at - before - timedelta(minutes=MINUTES) < timedelta(seconds=1)
    (shown,) = event.would_draw(2)
    event.clock.passes(MINUTES - 1)
    assert event.looks() == 0
    assert event.paired == [1]
    assert refused(event.draws_planned, 2, announced=True) == "draw-not-due"

    event.clock.passes(1)
    assert event.looks() == 1
    assert event.paired == [1, 2]
    assert event.now.draws[-1].digest == shown.digest
    assert event.its_plan.announced is None
    assert event.as_recorded(2)
    assert event.looks() == 0, "the slips of round 2 are out"


def test_who_stops_it_draws_it_by_hand_or_announces_it_again(event):
    event.play(1)
    event.looks()
    event.asks(STREAM, CallOffDraw(reason="table 2 is in doubt"), ORGANISER)
    event.clock.passes(60)
    assert event.looks() == 0
    assert event.paired == [1]
    assert event.its_plan.announced is None
    asked_by_itself = AnnounceDraw(round_number=2, by_itself=True)
    assert refused(event.asks, STREAM, asked_by_itself, ORGANISER) == "draw-stopped"

    event.asks(STREAM, AnnounceDraw(round_number=2), ORGANISER)
    event.clock.passes(MINUTES)
    assert event.looks(1) == 1
    assert event.paired == [1, 2]
    event.play(2)
    assert event.looks(1) == 1
    assert event.its_plan.announced.round_number == 3
    event.draws_planned(3)
    assert event.its_plan.announced is None, "drawn by hand while it was announced"
    event.clock.passes(60)
    assert event.looks() == 0
    assert event.paired == [1, 2, 3]


def test_a_result_taken_back_meanwhile_calls_the_draw_off_until_it_is_in_again(event):
    event.play(1)
    event.looks()
    event.takes_back(1)
    assert event.looks(1) == 1
    assert event.its_plan.announced is None
    event.clock.passes(60)
    assert event.looks() == 0
    assert event.paired == [1]
    event.asks(event.games(1)[0], TypeSlip(scores=(350, 420), starter=1), SCOREKEEPER)
    assert event.looks(1) == 1
    event.clock.passes(MINUTES)
    assert event.looks(1) == 1
    assert event.paired == [1, 2]


def test_a_result_taken_back_at_the_last_moment_is_seen_by_the_desk_itself(event):
    """The watch had no time to look: the draw is asked for, and the desk calls it off."""
    event.play(1)
    event.looks()
    event.clock.passes(MINUTES)
    event.takes_back(1)
    event.draws_planned(2, announced=True)
    assert event.paired == [1]
    assert event.its_plan.announced is None
    assert refused(event.draws_planned, 2, announced=True) == "no-draw-announced"


def test_a_server_that_was_restarted_draws_what_was_announced_before(tmp_path, clock):
    folder = tmp_path / "data"
    with a_desk(folder, clock) as desk:
        event = Automatic(desk).ready(clock)
        event.play(1)
        event.looks()
        at = event.its_plan.announced.at
    clock.passes(MINUTES + 30)
    with a_desk(folder, clock) as desk:
        event = Automatic(desk)
        event.watch = AutomaticDraws(desk, lambda: [SLUG])
        assert event.its_plan.announced.at == at
        assert event.looks(1) == 1
        assert event.paired == [1, 2]


@pytest.mark.parametrize("turn", range(3))
def test_two_servers_announce_and_draw_a_round_once(tmp_path, clock, turn):
    folder = tmp_path / "data"
    with a_desk(folder, clock) as one, a_desk(folder, clock) as other:
        event = Automatic(one).ready(clock)
        event.play(1)
        for expected in ([1], [1, 2]):
            both_at_once([AutomaticDraws(desk, lambda: [SLUG]) for desk in (one, other)])
            assert event.paired == expected
            clock.passes(MINUTES)
        facts = [found.fact.topic() for _, found in one.log.read(0, 1000)]
        assert facts.count("draw-announced") == facts.count("round-drawn") - 1 == 1


def both_at_once(watches):
    start = Barrier(len(watches))
    done = []

    def look(watch):
        start.wait(timeout=30)
        done.append(watch.look())

    threads = [Thread(target=look, args=(watch,), daemon=True) for watch in watches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sum(done) == 1


def test_a_plan_changed_meanwhile_is_announced_anew(event):
    event.play(1)
    event.looks()
    event.plan(*stretch(2, 2, "koth", "before"))
    assert event.its_plan.announced is None
    assert event.looks(1) == 1
    event.clock.passes(MINUTES)
    event.looks(1)
    assert event.now.draws[-1].method == "koth-1"


def test_a_round_taken_back_is_not_announced_again_by_itself(event):
    event.play(1)
    event.looks()
    event.clock.passes(MINUTES)
    event.looks()
    event.asks(STREAM, UnpairRound(round_number=2), ORGANISER)
    event.clock.passes(60)
    assert event.looks() == 0
    assert event.paired == [1]


def test_a_round_may_draw_itself_while_the_one_before_is_played(tmp_path, clock):
    with a_desk(tmp_path / "data", clock) as desk:
        event = Automatic(desk).ready(clock, *stretch(1, 4, "swiss", "earlier"))
        assert event.its_plan.of_round(3).after == 1
        event.draws_planned(2)
        assert event.looks() == 0
        event.play(1)
        assert event.looks(1) == 1
        assert event.its_plan.announced.round_number == 3
        event.clock.passes(MINUTES)
        assert event.looks(1) == 1
        assert event.paired == [1, 2, 3]
        assert event.looks() == 0, "round 4 waits for round 2"


def test_nothing_draws_itself_in_a_tournament_that_is_over_or_once_it_is_chosen_no_more(event):
    event.play(1)
    event.looks()
    event.chooses(0)
    event.clock.passes(60)
    assert event.looks() == 0
    assert event.its_plan.announced is None
    event.chooses(MINUTES)
    event.asks(STREAM, CloseTournament(), ORGANISER)
    assert event.looks() == 0


def test_a_badge_that_was_revoked_draws_nothing_and_is_told_of_once(event, caplog):
    event.play(1)
    event.looks()
    event.revoke_badge(ORGANISER, "lost", by=ORGANISER)
    event.clock.passes(60)
    answers = event.desk.log.last_position()
    assert event.looks(5) == 0
    assert event.paired == [1]
    assert len([one for one in caplog.records if "does not draw itself" in one.message]) == 1
    assert event.desk.log.last_position() == answers


def test_only_organisers_plan_announce_and_stop(event):
    for request in (
        ChooseAutomaticDraws(minutes=2), AnnounceDraw(round_number=2), CallOffDraw(),
        DrawPlanned(first=2),
    ):  # fmt: skip
        assert refused(event.asks, STREAM, request, SCOREKEEPER) == "not-allowed"
