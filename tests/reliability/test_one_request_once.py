"""C1, C2, C4: a request is written once, in order, or not at all, and every answer is kept."""

from __future__ import annotations

import itertools
import threading
from contextlib import ExitStack
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from ledger.desk.desk import Desk
from ledger.desk.requests import Gap, Refused, Sent, Stale, Written
from ledger.game.exchanges.requests import ExchangeTiles, PassTurn
from ledger.game.turns.facts import TilesExchanged
from ledger.game.turns.requests import CorrectEntry
from ledger.record.engine import open_log
from ledger.vocabulary import Seat
from tests.desks import DIRECTOR, SCOREKEEPER, A, B, Ticking, a_desk, a_table
from tests.long_runs import in_shares, seed_of


def asked_by(device, seq, after, command, **what):
    return Sent(
        by=SCOREKEEPER, device=device, device_seq=seq, after=after, command_id=command, **what
    )


def last_entry(table):
    return table.sheet.events[-1].envelope.command_id


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        yield a_table(desk)


@pytest.fixture(params=["sqlite", "postgres"])
def on_each_engine(request, tmp_path):
    """A started game, its record on SQLite and on PostgreSQL."""
    settings = {}
    if request.param == "postgres":
        settings = request.getfixturevalue("postgres_venue").settings
    with a_desk(tmp_path / "desk", settings=settings) as desk:
        yield a_table(desk)


def enter(table, request, sent):
    return table.desk.enter(table.game, request, sent)


class TestTheFiveAnswers:
    def test_written_then_already_written_with_the_same_events(self, table):
        sent = asked_by("T1", 1, last_entry(table), UUID(int=1))

        first = enter(table, PassTurn(seat=A), sent)
        again = enter(table, PassTurn(seat=A), sent)

        assert isinstance(first, Written)
        assert not first.again
        assert again == Written(first.events, again=True)

    def test_stale_names_the_events_the_tablet_lacks_and_says_so_again(self, table):
        seen = last_entry(table)
        [passed] = enter(table, PassTurn(seat=A), asked_by("T1", 1, seen, UUID(int=1))).events

        late = asked_by("T2", 1, seen, UUID(int=2))
        stale = enter(table, ExchangeTiles(seat=A, count=3), late)
        table.desk.record(table.game, PassTurn(seat=B), table.sent())
        again = enter(table, ExchangeTiles(seat=A, count=3), late)

        assert stale == Stale((passed,))
        assert again == Stale((passed,), again=True)

    def test_a_refusal_is_kept_and_never_blocks_the_queue(self, table):
        wrong = asked_by("T1", 1, last_entry(table), UUID(int=1))

        refused = enter(table, PassTurn(seat=B), wrong)
        again = enter(table, PassTurn(seat=B), wrong)
        on = enter(table, PassTurn(seat=A), asked_by("T1", 2, last_entry(table), UUID(int=2)))

        assert isinstance(refused, Refused)
        assert refused.refusal.code == "not-your-turn"
        assert again == structs.replace(refused, again=True)
        assert isinstance(on, Written)

    def test_C4_a_gap_says_which_number_is_expected_and_uses_none_up(self, table):
        seen = last_entry(table)

        gap = enter(table, PassTurn(seat=A), asked_by("T1", 3, seen, UUID(int=1)))
        then = enter(table, PassTurn(seat=A), asked_by("T1", 1, seen, UUID(int=1)))

        assert gap == Gap(expected=1)
        assert isinstance(then, Written)

    def test_the_same_number_with_other_contents_is_refused_by_name(self, table):
        seen = last_entry(table)
        enter(table, PassTurn(seat=A), asked_by("T1", 1, seen, UUID(int=1)))

        changed = enter(table, ExchangeTiles(seat=A, count=2), asked_by("T1", 1, seen, UUID(int=1)))
        used = enter(table, PassTurn(seat=B), asked_by("T1", 1, last_entry(table), UUID(int=9)))

        assert changed.refusal.code == "changed-request"
        assert used.refusal.code == "number-used"

    def test_a_turn_queued_behind_an_unwritten_one_comes_back_stale(self, table):
        seen = last_entry(table)
        enter(table, PassTurn(seat=A), asked_by("T2", 1, seen, UUID(int=5)))

        first = enter(table, ExchangeTiles(seat=A, count=3), asked_by("T1", 1, seen, UUID(int=1)))
        behind = enter(table, PassTurn(seat=B), asked_by("T1", 2, UUID(int=1), UUID(int=2)))

        assert isinstance(first, Stale)
        assert isinstance(behind, Stale)
        assert table.sheet.turn_count == 1

    def test_the_clocks_of_the_device_and_its_skew_are_kept(self, table):
        sent = asked_by(
            "T1", 1, None, UUID(int=1),
            occurred_at=datetime(2026, 11, 21, 9, 0, tzinfo=UTC),
            sent_at=datetime(2026, 11, 21, 10, 0, tzinfo=UTC), clocks=(1400, 1500),
        )  # fmt: skip

        [event] = enter(table, PassTurn(seat=A), sent).events

        assert event.envelope.clocks == (1400, 1500)
        assert event.envelope.occurred_at == sent.occurred_at
        assert 3500 < event.envelope.skew < 3600

    def test_a_badge_that_was_never_issued_enters_nothing(self, table):
        outcome = enter(table, PassTurn(seat=A), Sent(by="nobody", command_id=UUID(int=1)))

        assert outcome.refusal.code == "not-allowed"


AT_ONCE = 8


def all_together(what):
    """Call ``what(n)`` from ``AT_ONCE`` threads at the same instant; their answers."""
    barrier, answers = threading.Barrier(AT_ONCE), [None] * AT_ONCE

    def one(number):
        barrier.wait()
        answers[number] = what(number)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def turns_at_once(table, times, hall=""):
    """C1: eight tablets enter the same turn at once, ``times`` times over."""
    for attempt in range(times):
        seat, seen = table.sheet.on_move, last_entry(table)
        before = table.sheet.version
        answers = all_together(
            lambda n, seat=seat, seen=seen, attempt=attempt: enter(
                table,
                ExchangeTiles(seat=seat, count=1 + n % 7),
                asked_by(f"T{n}{hall}", attempt + 1, seen, uuid4()),
            )
        )
        kinds = [type(answer) for answer in answers]
        assert kinds.count(Written) == 1, kinds
        assert kinds.count(Stale) == AT_ONCE - 1, kinds
        assert table.sheet.version == before + 1
        if table.sheet.zero_turns == 5:
            table.play(table.sheet.on_move, *SCORING[attempt // 5 % len(SCORING)])


SCORING = [("8D", "WINDY"), ("7C", "GALE"), ("6A", "TO"), ("9G", "OE"), ("10F", "TE"), ("H1", "AA")]


@pytest.mark.longer
def test_C1_of_eight_entering_one_turn_one_is_written_and_seven_are_told(on_each_engine, request):
    full = request.config.getoption("--full")
    games, turns = (50, 20) if full else (2, 10)
    turns_at_once(on_each_engine, turns)
    for number in range(1, games):
        another = a_table(on_each_engine.desk, slug=f"open-{number}", entered=100 * number)
        turns_at_once(another, turns, f"-{number}")


def test_C1_the_same_request_eight_times_at_once_is_written_once(on_each_engine):
    table = on_each_engine
    for attempt in range(20):
        seat, seen = table.sheet.on_move, last_entry(table)
        sent = asked_by("T1", attempt + 1, seen, UUID(int=attempt + 1))

        answers = all_together(
            lambda _n, seat=seat, sent=sent: enter(table, ExchangeTiles(seat=seat, count=2), sent)
        )

        assert {type(answer) for answer in answers} == {Written}
        assert len({answer.events for answer in answers}) == 1
        assert sum(not answer.again for answer in answers) == 1
        if table.sheet.zero_turns == 5:
            table.play(table.sheet.on_move, *SCORING[attempt // 5 % len(SCORING)])


class Tablets(RuleBasedStateMachine):
    """C2: what bad Wi-Fi may do, against a model too simple to be wrong."""

    folders = itertools.count()

    def __init__(self):
        super().__init__()
        self.open = ExitStack()
        self.in_the_air = []
        self.answered = {}
        self.written = []
        self.commands = itertools.count(1)
        self.seqs = {"T1": itertools.count(1), "T2": itertools.count(1)}
        self.last_seq = {"T1": 0, "T2": 0}

    @initialize()
    def sit_down(self):
        from tempfile import TemporaryDirectory

        self.folder = self.open.enter_context(TemporaryDirectory())
        self.now = Ticking()
        self.desk = self.open.enter_context(a_desk(self.path, self.now))
        self.table = a_table(self.desk)
        self.head = last_entry(self.table)

    @property
    def path(self):
        from pathlib import Path

        return Path(self.folder) / "data"

    @rule(device=st.sampled_from(["T1", "T2"]), queued=st.booleans())
    def press_exchange(self, device, queued):
        """A tablet queues a turn, on the sheet it sees or behind its own last turn."""
        mine = [sent for _, sent in self.in_the_air if sent.device == device]
        after = mine[-1].command_id if queued and mine else self.head
        sent = asked_by(device, next(self.seqs[device]), after, UUID(int=next(self.commands)))
        seat = self.desk.sheet(self.table.game).on_move or Seat.FIRST
        self.in_the_air.append((ExchangeTiles(seat=seat, count=3), sent))

    @precondition(lambda self: self.in_the_air)
    @rule(data=st.data(), lost=st.booleans(), repeated=st.booleans())
    def something_arrives(self, data, lost, repeated):
        request = data.draw(st.sampled_from(self.in_the_air))
        desk_request, sent = request
        if lost:
            return
        sheet = self.desk.sheet(self.table.game)
        if sent.command_id in self.answered:
            expected = self.answered[sent.command_id]
        elif sent.device_seq != self.last_seq[sent.device] + 1:
            expected = Gap
        elif sent.after != self.head:
            expected = Stale
        elif sheet.ended or desk_request.seat is not sheet.on_move:
            expected = Refused
        else:
            expected = Written

        outcome = self.desk.enter(self.table.game, desk_request, sent)

        assert type(outcome) is expected
        if expected is Gap or sent.command_id in self.answered:
            return
        self.answered[sent.command_id] = expected
        self.last_seq[sent.device] = sent.device_seq
        if expected is Written:
            self.written.append(sent.command_id)
            self.head = sent.command_id
        if not repeated:
            self.in_the_air.remove(request)

    @rule()
    def the_director_corrects(self):
        sheet = self.desk.sheet(self.table.game)
        if not sheet.lines:
            return
        wrong = sheet.lines[0]
        right = TilesExchanged(seat=wrong.seat, count=wrong.count % 7 + 1)
        self.table.enter(
            CorrectEntry(version=wrong.version, replacement=right, reason="x", approved_by="D1"),
            by=DIRECTOR,
        )
        self.head = last_entry(self.table)

    @rule()
    def the_server_starts_again(self):
        self.desk.log.close()
        self.desk = Desk(open_log(self.path, {}), now=self.now)
        self.table.desk = self.desk
        self.open.callback(self.desk.log.close)

    @invariant()
    def the_sheet_holds_each_written_request_once_and_in_order(self):
        if hasattr(self, "desk"):
            sheet = self.desk.sheet(self.table.game)
            turns = [
                sheet.events[line.version - 1].envelope.command_id
                for line in sheet.lines
                if line.is_turn
            ]
            assert turns == self.written

    def teardown(self):
        self.open.close()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@in_shares(1, 10)
def test_C2_tablets_and_bad_wifi_against_the_model(request, share):
    from hypothesis import seed
    from hypothesis.stateful import run_state_machine_as_test

    full = request.config.getoption("--full")
    run_state_machine_as_test(
        seed(seed_of(share))(type("Tablets", (Tablets,), {})) if full else Tablets,
        settings=settings(
            max_examples=1_000 if full else 60,
            stateful_step_count=50 if full else 30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )
