"""C1, C2 for cases, tournaments and badges: at the same moment, twice, out of order."""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ledger.accounts.requests import IssueBadge, RevokeBadge
from ledger.desk.desk import Desk
from ledger.desk.requests import Refused, Sent, Stale, Written
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.setting_up.facts import GameScheduled
from ledger.incidents.case_file import case_in
from ledger.incidents.facts import CaseOpened, PenaltyDecided, RulingGiven
from ledger.incidents.opening import CloseCase, OpenCase, ReopenCase
from ledger.incidents.penalties import Penalise
from ledger.incidents.ruling import GiveRuling
from ledger.record.engine import open_log
from ledger.record.events import badge_id, case_id, game_id, tournament_id
from ledger.tournament.conduct import WarnPlayer
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import ChooseLiveBoards
from ledger.tournament.players import EnterPlayers
from ledger.tournament.rounds import CloseRound, PairRound, Waives
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Role
from tests.desks import DIRECTOR, ORGANISER, SCOREKEEPER, A, Ticking, a_desk, a_table, a_tournament
from tests.long_runs import in_shares, seed_of
from tests.officials import Organiser
from tests.reliability.test_one_request_once import AT_ONCE, all_together

SLUG = "spring-open"
HALL = tournament_id(SLUG)
CITED = "wespa-5.1 Preamble"


@pytest.fixture(params=["sqlite", "postgres"])
def desk(request, tmp_path):
    """A desk with a tournament of two tables, its record on SQLite and on PostgreSQL."""
    stores = {}
    if request.param == "postgres":
        stores = request.getfixturevalue("postgres_venue").settings
    with a_desk(tmp_path / "desk", settings=stores) as desk:
        a_tournament(desk, tables=2)
        yield desk


def asked_by(badge, number=None, **what):
    return Sent(by=badge, command_id=number or uuid4(), **what)


def facts_of(desk, stream, kind):
    return [e.fact for e in desk.log.events_of(stream) if isinstance(e.fact, kind)]


def a_case(desk, **more):
    """A case about the game at table 1, opened under a number of its own."""
    number = uuid4()
    request = OpenCase(game=game_id(SLUG, 1, 1), category="conduct", **more)
    desk.must_write(case_id(number), request, asked_by(DIRECTOR, number))
    return case_id(number)


def a_ruled_case(desk):
    case = a_case(desk)
    ruling = GiveRuling(game=game_id(SLUG, 1, 1), finding="as found", citation=CITED)
    desk.must_write(case, ruling, asked_by(DIRECTOR))
    return case


@pytest.mark.found("DE14")
def test_DE14_a_double_tap_makes_one_case(desk):
    number = uuid4()
    request = OpenCase(game=game_id(SLUG, 1, 1), category="score")

    first, again = (
        desk.enter(case_id(number), request, asked_by(DIRECTOR, number)) for _ in range(2)
    )

    assert isinstance(first, Written)
    assert again == Written(first.events, again=True)
    assert len(desk.log.about(CaseOpened, 0)) == 1


def test_C1_eight_taps_at_once_make_one_case(desk):
    number = uuid4()
    request, sent = (
        OpenCase(game=game_id(SLUG, 1, 1), category="score"), asked_by(DIRECTOR, number)
    )  # fmt: skip

    answers = all_together(lambda _: desk.enter(case_id(number), request, sent))

    assert {type(answer) for answer in answers} == {Written}
    assert sum(not answer.again for answer in answers) == 1
    assert len(desk.log.about(CaseOpened, 0)) == 1


def test_C1_of_eight_who_rule_on_what_they_saw_one_is_written_and_seven_are_told(desk):
    case = a_case(desk)
    seen = desk.log.events_of(case)[-1].envelope.command_id

    answers = all_together(
        lambda n: desk.enter(
            case,
            GiveRuling(game=game_id(SLUG, 1, 1), finding=f"finding {n}", citation=CITED),
            asked_by(DIRECTOR, after=seen),
        )
    )

    assert sorted(type(answer).__name__ for answer in answers) == ["Stale"] * 7 + ["Written"]
    assert len(facts_of(desk, case, RulingGiven)) == 1


def test_C1_eight_who_look_at_nothing_are_all_written_one_after_the_other(desk):
    answers = all_together(
        lambda n: desk.enter(
            HALL, ChooseLiveBoards(how="delayed", minutes=n + 1), asked_by(ORGANISER)
        )
    )

    assert {type(answer) for answer in answers} == {Written}
    versions = [event.originator_version for event in desk.log.events_of(HALL)]
    assert versions == list(range(1, len(versions) + 1))


def test_C1_a_round_that_eight_pair_at_once_is_paired_once_with_all_its_games(desk):
    paired = PairRound(round_number=2, pairings=(Pairing(1, 1, 3), Pairing(2, 2, 4)))

    answers = all_together(lambda _: desk.enter(HALL, paired, asked_by(ORGANISER)))

    assert sum(isinstance(answer, Written) for answer in answers) == 1
    refused = {answer.refusal.code for answer in answers if isinstance(answer, Refused)}
    assert refused == {"round-paired"}
    for table in (1, 2):
        assert len(facts_of(desk, game_id(SLUG, 2, table), GameScheduled)) == 1


def test_C1_a_badge_that_eight_give_out_at_once_is_one_persons(desk):
    answers = all_together(
        lambda n: desk.enter(
            badge_id("K9"),
            IssueBadge(badge="K9", name=f"Person {n}", role=Role.SCOREKEEPER),
            asked_by(ORGANISER),
        )
    )

    assert sum(isinstance(answer, Written) for answer in answers) == 1
    refused = {answer.refusal.code for answer in answers if isinstance(answer, Refused)}
    assert refused == {"badge-taken"}


def test_C1_penalties_and_turns_of_one_game_at_once_lose_nothing(desk):
    """A penalty is written to the case and to the game; both go on while it is decided."""
    table = a_table(desk, slug="autumn-open", entered=500)
    number = uuid4()
    case = case_id(number)
    opened = OpenCase(game=table.game, category="conduct")
    desk.must_write(case, opened, asked_by(DIRECTOR, number))
    ruling = GiveRuling(game=table.game, finding="as found", citation=CITED)
    desk.must_write(case, ruling, asked_by(DIRECTOR))
    fine = Penalise(seat=A, kind="our own", reason="late", amount=5, scope="points")

    def what(n):
        if n % 2:
            return desk.enter(case, fine, asked_by(DIRECTOR))
        seat = desk.sheet(table.game).on_move
        return desk.enter(table.game, ExchangeTiles(seat=seat, count=1), asked_by(SCOREKEEPER))

    answers = all_together(what)

    fined = AT_ONCE // 2
    assert [type(answers[n]) for n in range(1, AT_ONCE, 2)] == [Written] * fined
    assert len(facts_of(desk, case, PenaltyDecided)) == fined
    applied = facts_of(desk, table.game, PenaltyApplied)
    assert len(applied) == fined
    turns = sum(isinstance(answers[n], Written) for n in range(0, AT_ONCE, 2))
    assert desk.sheet(table.game).turn_count == turns


def test_C1_a_penalty_asked_for_twice_at_once_is_taken_once(desk):
    table = a_table(desk, slug="autumn-open", entered=500)
    case = table.ruled()
    fine = Penalise(seat=A, kind="our own", reason="late", amount=5, scope="points")
    sent = asked_by(DIRECTOR)

    answers = all_together(lambda _: desk.enter(case, fine, sent))

    assert {type(answer) for answer in answers} == {Written}
    assert len(facts_of(desk, table.game, PenaltyApplied)) == 1


def test_a_refusal_is_kept_and_said_again_whatever_has_become_possible(desk):
    case, sent = a_case(desk), asked_by(DIRECTOR)

    refused = desk.enter(case, ReopenCase(reason="new evidence"), sent)
    desk.must_write(case, CloseCase(), asked_by(DIRECTOR))
    again = desk.enter(case, ReopenCase(reason="new evidence"), sent)

    assert refused.refusal.code == "case-open"
    assert again == Refused(refused.refusal, again=True)
    assert case_in(desk.log, case).is_closed


def test_the_same_number_with_other_contents_is_refused_by_name(desk):
    sent = asked_by(ORGANISER)
    desk.must_write(HALL, ChooseLiveBoards(how="off"), sent)

    changed = desk.enter(HALL, ChooseLiveBoards(how="on"), sent)

    assert changed.refusal.code == "changed-request"
    assert tournament_named(SLUG, desk.log).live_boards.how == "off"


def test_who_may_not_direct_writes_nothing_to_any_stream(desk):
    case = a_ruled_case(desk)
    for stream, request in (
        (case_id(uuid4()), OpenCase(game=game_id(SLUG, 1, 1), category="score")),
        (case, Penalise(seat=A, kind="our own", reason="x", amount=5, scope="points")),
        (HALL, WarnPlayer(player=1, offence="other")),
        (HALL, PairRound(round_number=2, pairings=(Pairing(1, 1, 3),))),
        (badge_id("D1"), RevokeBadge(badge="D1", reason="mine now")),
        (badge_id("D9"), IssueBadge(badge="D9", name="Me", role=Role.DIRECTOR)),
    ):
        before = desk.log.last_position()
        assert desk.enter(stream, request, asked_by(SCOREKEEPER)).refusal.code == "not-allowed"
        assert desk.log.last_position() == before


class Officials(RuleBasedStateMachine):
    """C2: directors' and organisers' requests that are lost, doubled and late, against a model.

    The model knows of a case whether it is open, of a tournament which rounds are paired, of a
    badge whether it was given out; and of each stream the last request written to it, and the
    last one that another has to have seen: a case gets its number on the tournament's stream.
    """

    def __init__(self):
        super().__init__()
        self.open = ExitStack()
        self.numbers = itertools.count(1)
        self.in_the_air = []
        self.answered = {}
        self.head = {}
        self.last = {}
        self.cases = {}
        self.paired = 1
        self.closed = False
        self.badges = set()

    @initialize()
    def begin(self):
        self.path = Path(self.open.enter_context(TemporaryDirectory())) / "data"
        self.now = Ticking()
        self.desk = self.open.enter_context(a_desk(self.path, self.now))
        a_tournament(self.desk, tables=2)
        self.head[HALL] = self.last[HALL] = self._last(HALL)

    def _last(self, stream):
        return self.desk.log.events_of(stream)[-1].envelope.command_id

    def _sends(self, stream, request, badge, number, *, looks):
        after = self.head.get(stream) if looks else None
        self.in_the_air.append((stream, request, Sent(by=badge, command_id=number, after=after)))

    @rule()
    def a_case_is_opened(self):
        number = UUID(int=next(self.numbers))
        request = OpenCase(game=game_id(SLUG, 1, 1), category="other")
        self._sends(case_id(number), request, DIRECTOR, number, looks=False)

    @precondition(lambda self: self.cases)
    @rule(data=st.data(), looks=st.booleans(), what=st.sampled_from([CloseCase(), ReopenCase]))
    def a_case_is_closed_or_taken_up(self, data, looks, what):
        stream = data.draw(st.sampled_from(sorted(self.cases)))
        request = what(reason="new evidence") if what is ReopenCase else what
        self._sends(stream, request, DIRECTOR, UUID(int=next(self.numbers)), looks=looks)

    @rule(looks=st.booleans())
    def a_round_is_paired(self, looks):
        pairings = (Pairing(1, 1, 2), Pairing(2, 3, 4))
        request = PairRound(round_number=self.paired + 1, pairings=pairings)
        self._sends(HALL, request, ORGANISER, UUID(int=next(self.numbers)), looks=looks)

    @rule(looks=st.booleans())
    def a_round_is_closed(self, looks):
        waives = tuple(
            Waives(kind=one.kind, subject=one.named.subject, which=one.named.which)
            for one in self._waits()
        )
        request = CloseRound(round_number=1, waives=waives, waiving="so that it can be closed")
        self._sends(HALL, request, ORGANISER, UUID(int=next(self.numbers)), looks=looks)

    @rule(looks=st.booleans())
    def a_player_is_entered(self, looks):
        request = EnterPlayers(players=(PlayerEntered(number=5, name="Ina"),))
        self._sends(HALL, request, ORGANISER, UUID(int=next(self.numbers)), looks=looks)

    @rule(badge=st.sampled_from(["K7", "K8"]))
    def a_badge_is_given_out(self, badge):
        request = IssueBadge(badge=badge, name=f"Bearer of {badge}", role=Role.SCOREKEEPER)
        self._sends(badge_id(badge), request, ORGANISER, UUID(int=next(self.numbers)), looks=False)

    def _waits(self):
        return Organiser(self.desk).waiting_in_round(SLUG, 1)

    def _lists(self, request):
        """Whether a closing names just what waits by now."""
        return {(one.kind, one.subject, one.which) for one in request.waives} == {
            tuple(one.named) for one in self._waits()
        }

    def _expected(self, stream, request, sent):
        if sent.command_id in self.answered:
            return self.answered[sent.command_id]
        if sent.after is not None and sent.after != self.head[stream]:
            return Stale
        refused = (
            (isinstance(request, ReopenCase) and self.cases[stream])
            or (isinstance(request, CloseRound) and (self.closed or not self._lists(request)))
            or (isinstance(request, PairRound) and request.round_number <= self.paired)
            or (isinstance(request, IssueBadge) and request.badge in self.badges)
        )
        return Refused if refused else Written

    @precondition(lambda self: self.in_the_air)
    @rule(data=st.data(), lost=st.booleans(), repeated=st.booleans())
    def something_arrives(self, data, lost, repeated):
        request = data.draw(st.sampled_from(self.in_the_air))
        if lost:
            return
        stream, desk_request, sent = request
        expected = self._expected(stream, desk_request, sent)

        outcome = self.desk.enter(stream, desk_request, sent)

        assert type(outcome) is expected
        if not repeated:
            self.in_the_air.remove(request)
        if sent.command_id in self.answered:
            assert outcome.again
            return
        self.answered[sent.command_id] = expected
        if expected is not Written:
            return
        self.head[stream] = self.last[stream] = sent.command_id
        if isinstance(desk_request, OpenCase):
            self.last[HALL] = sent.command_id
        if isinstance(desk_request, OpenCase | CloseCase | ReopenCase):
            self.cases[stream] = not isinstance(desk_request, CloseCase)
        elif isinstance(desk_request, PairRound):
            self.paired = desk_request.round_number
        elif isinstance(desk_request, CloseRound):
            self.closed = True
        elif isinstance(desk_request, IssueBadge):
            self.badges.add(desk_request.badge)

    @rule()
    def the_server_starts_again(self):
        self.desk.log.close()
        self.desk = Desk(open_log(self.path, {}), now=self.now)
        self.open.callback(self.desk.log.close)

    @invariant()
    def each_stream_holds_what_was_written_and_nothing_else(self):
        if not hasattr(self, "desk"):
            return
        assert len(self.desk.log.about(CaseOpened, 0)) == len(self.cases)
        for case, is_open in self.cases.items():
            assert case_in(self.desk.log, case).is_closed is not is_open
        tournament = tournament_named(SLUG, self.desk.log)
        assert len(tournament.rounds) == self.paired
        for badge in ("K7", "K8"):
            assert (self.desk.role_of(badge) is not None) == (badge in self.badges)
        for stream, last in self.last.items():
            assert self._last(stream) == last

    def teardown(self):
        self.open.close()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@in_shares(1, 4)
def test_C2_officials_and_bad_wifi_against_the_model(request, share):
    from hypothesis import seed
    from hypothesis.stateful import run_state_machine_as_test

    full = request.config.getoption("--full")
    run_state_machine_as_test(
        seed(seed_of(share))(type("Officials", (Officials,), {})) if full else Officials,
        settings=settings(
            max_examples=250 if full else 40,
            stateful_step_count=40 if full else 25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )
