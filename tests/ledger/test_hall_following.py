"""The hall follows the log: one's own writes at once, everybody's in the end, exactly.

Run as a program it is one process of several that write to the same record and hall::

    python -m tests.ledger.test_hall_following FOLDER FIRST_TABLE
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from ledger.accounts.facts import BadgeIssued
from ledger.desk.desk import Desk
from ledger.desk.requests import Sent, Written
from ledger.desk.sheet_cache import SheetCache
from ledger.game.exchanges.requests import PassTurn
from ledger.game.setting_up.facts import GameScheduled, GameStarted
from ledger.game.turns.facts import PlayRecorded, TurnPassed
from ledger.hall import HALL_FILE, Hall, open_hall
from ledger.hall import projection as feeding_module
from ledger.hall import rebuilding as rebuilding_module
from ledger.hall.projection import Feeder, mark
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event, badge_id, game_id
from ledger.rulebook import load
from ledger.vocabulary import Placement, Points, Role, Seat, WordScore
from migrations import bring_up_to_date
from migrations.hall_db import prepare
from tests.desks import SCOREKEEPER, A, Ticking, a_desk

HOUSE = Path(__file__).resolve().parents[2]
TABLES = 8


def enveloped(stream, version, fact):
    when = Ticking().at
    envelope = Envelope(written_at=when, written_by="K1", command_id=uuid4(), fact=fact)
    return Event(stream, version, envelope)


def a_started_game(log, table, round_number=1):
    game = game_id("open", round_number, table)
    scheduled = GameScheduled(
        tournament="open",
        round_number=round_number,
        table=table,
        players=(f"Ann {table}", f"Ben {table}"),
        rulebook="wsc-2003",
    )
    log.append([enveloped(game, 1, scheduled), enveloped(game, 2, GameStarted())])
    return game


def a_badge(log):
    fact = BadgeIssued(badge=SCOREKEEPER, name="Kay", role=Role.SCOREKEEPER)
    log.append([enveloped(badge_id(SCOREKEEPER), 1, fact)])


def a_play(version, seat=Seat.FIRST, letters="WINDY"):
    """A play that need not be possible: the fold judges nothing."""
    return PlayRecorded(
        seat=seat,
        placement=Placement(f"{version}A", letters),
        announced=Points(version),
        computed=Points(version),
        words=(WordScore(letters, Points(version)),),
    )


@pytest.fixture
def folder(tmp_path):
    bring_up_to_date(tmp_path, {})
    return tmp_path


@pytest.fixture
def log(folder):
    log = open_log(folder, {})
    yield log
    log.close()


@pytest.fixture
def halls(folder, log):
    """Opens halls on one file, as processes would, and closes them."""
    opened = []

    def one_more(**what):
        opened.append(open_hall(folder, log, what.pop("shelf", None), prepare=prepare, **what))
        return opened[-1]

    yield one_more
    for hall in opened:
        hall.close()


def everything(folder):
    """All the hall's rows, but for keys and what the search has indexed so far."""
    connection = sqlite3.connect(folder / HALL_FILE)
    connection.row_factory = sqlite3.Row
    tables = {}
    for table, order in (
        ("tracking", "one"),
        ("tournaments", "slug"),
        ("players", "tournament, number"),
        ("games", "id"),
    ):
        tables[table] = [
            {name: value for name, value in dict(row).items() if name not in ("key", "unindexed")}
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}")
        ]
    connection.close()
    return tables


class TestOwnWrites:
    @pytest.mark.parametrize("attempt", range(3))
    def test_whoever_was_answered_finds_it_in_the_hall(self, folder, log, halls, attempt):
        """Sixteen threads under group commit, a game each, a look after each answer."""
        load("wsc-2003")  # the first to load a rulebook must be alone; no matter of the hall's
        a_badge(log)
        games = [a_started_game(log, table) for table in range(1, 17)]
        shelf = SheetCache(log)
        hall = halls(shelf=shelf)
        desk = Desk(log, shelf=shelf, followers=(hall,))
        missed, numbers = [], count(1)

        def tablet(game):
            seat = A
            for turn in range(1, 13):
                sent = Sent(by=SCOREKEEPER, command_id=UUID(int=next(numbers)))
                outcome = desk.enter(game, PassTurn(seat=seat), sent)
                if not isinstance(outcome, Written) or hall.game(game).turns < turn:
                    missed.append((game, turn, outcome))
                    return
                seat = seat.opponent
                if len(outcome.events) > 1:  # the sixth pass ended it
                    return

        threads = [threading.Thread(target=tablet, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert missed == []
        assert hall.position() == log.last_position()
        inline = everything(folder)
        hall.rebuild()
        assert everything(folder) == inline

    def test_a_catch_up_shared_by_many_callers_is_one_that_began_after_they_called(
        self, log, halls, monkeypatch
    ):
        """A caller must not be content with one that had read the log before it called."""
        hall = halls()
        game = a_started_game(log, 1)
        reading, go_on = threading.Event(), threading.Event()
        read = log.read

        def slow_read(after, limit):
            events = read(after, limit)
            if threading.current_thread() is first:
                reading.set()
                go_on.wait(60)
            return events

        monkeypatch.setattr(log, "read", slow_read)
        first = threading.Thread(target=hall.catch_up)
        first.start()
        assert reading.wait(60)
        log.append([enveloped(game, 3, TurnPassed(seat=A))])
        second = threading.Thread(target=hall.catch_up)
        second.start()
        go_on.set()
        first.join()
        second.join()

        assert hall.game(game).turns == 1


class TestTheQuickWay:
    """What was just written is taken in without reading it again, where that is safe."""

    def write(self, log, game, version):
        event = enveloped(game, version, a_play(version))
        [position] = log.append([event])
        return ((position, event),)

    def test_the_log_is_not_read_for_what_the_caller_has_in_hand(self, log, halls, monkeypatch):
        hall = halls()
        game = a_started_game(log, 1)
        hall.catch_up()
        written = self.write(log, game, 3)
        monkeypatch.setattr(log, "read", lambda *_: pytest.fail("the log was read"))
        hall._shelf.sheet(game)

        hall.catch_up(written)

        assert (hall.game(game).version, hall.position()) == (3, written[-1][0])

    def test_where_something_lies_before_it_the_log_is_read(self, folder, log, halls):
        hall = halls()
        games = [a_started_game(log, table) for table in (1, 2)]
        self.write(log, games[0], 3)

        hall.catch_up(self.write(log, games[1], 3))

        assert [row.version for row in hall.games("open")] == [3, 3]
        inline = everything(folder)
        hall.rebuild()
        assert everything(folder) == inline

    def test_where_something_lies_between_the_log_is_read(self, log, halls):
        hall = halls()
        games = [a_started_game(log, table) for table in (1, 2)]
        hall.catch_up()
        one = self.write(log, games[0], 3)
        self.write(log, games[1], 3)
        other = self.write(log, games[0], 4)

        hall.catch_up(one + other)

        assert [row.version for row in hall.games("open")] == [4, 3]

    def test_where_another_process_was_faster_the_log_is_read(self, log, halls):
        hall, faster = halls(), halls()
        game = a_started_game(log, 1)
        hall.catch_up()
        written = self.write(log, game, 3)
        faster.follow()

        hall.catch_up(written)

        assert hall.game(game).version == 3
        assert hall._file.feeder.position == log.last_position()

    def test_nobody_else_takes_it_for_a_catch_up_of_the_whole_log(self, log, halls, monkeypatch):
        hall = halls()
        games = [a_started_game(log, table) for table in (1, 2)]
        hall.catch_up()
        one, other = self.write(log, games[0], 3), self.write(log, games[1], 3)
        taking, go_on = threading.Event(), threading.Event()
        take_written = Feeder.take_written

        def slowly(feeder, written, shelf):
            taking.set()
            go_on.wait(60)
            return take_written(feeder, written, shelf)

        def written_and_read(events):
            hall.catch_up(events)
            hall.games("open")

        monkeypatch.setattr(Feeder, "take_written", slowly)
        first = threading.Thread(target=written_and_read, args=(one,))
        first.start()
        assert taking.wait(60)
        second = threading.Thread(target=written_and_read, args=(other,))
        second.start()
        go_on.set()
        first.join()
        second.join()

        assert [row.version for row in hall.games("open")] == [3, 3]


class TestSeveralProcesses:
    def test_two_halls_on_one_file_take_turns_by_compare_and_set(self, log, halls, monkeypatch):
        one, other = halls(), halls()
        game = a_started_game(log, 1)
        overtaken = []
        take_in = Feeder.take_in

        def other_is_faster(feeder, shelf, limit, leap=None):
            if feeder is one._file.feeder and not overtaken:
                overtaken.append(True)
                read = log.read

                def then_the_other(after, limit):
                    events = read(after, limit)
                    monkeypatch.setattr(log, "read", read)
                    other.catch_up()
                    return events

                monkeypatch.setattr(log, "read", then_the_other)
            return take_in(feeder, shelf, limit)

        monkeypatch.setattr(Feeder, "take_in", other_is_faster)
        statements = []
        one._file.connection.set_trace_callback(statements.append)

        one.catch_up()

        assert overtaken == [True]
        assert any(text.startswith("UPDATE tracking") for text in statements)
        assert not any(text.startswith("INSERT INTO games") for text in statements)
        assert one.position() == other.position() == log.last_position()
        assert one.game(game).version == 2

    def test_a_hall_that_another_took_further_goes_on_from_there(self, log, halls):
        one, other = halls(), halls()
        game = a_started_game(log, 1)
        other.catch_up()
        log.append([enveloped(game, 3, TurnPassed(seat=A))])

        one.catch_up()
        other.catch_up()

        assert one.game(game).turns == 1
        assert one.position() == other.position() == log.last_position()

    def test_a_row_never_goes_back_to_an_older_sheet(self, log, halls):
        """One process's shelf is ahead of its stretch; the next stretch comes from another's."""
        shelf = SheetCache(log)
        ahead, behind = halls(shelf=shelf), halls()
        game = a_started_game(log, 1)
        old = SheetCache(log)
        old.sheet(game)
        for version in range(3, 7):
            log.append([enveloped(game, version, a_play(version))])
        shelf.sheet(game)

        ahead._file.feeder.take_in(shelf, 2)
        assert ahead.game(game).version == 6
        behind._file.feeder.position = behind._file.feeder.look()
        behind._file.feeder.take_in(old, 1)
        assert old.kept(game).version == 3

        assert ahead.game(game).version == 6
        ahead.catch_up()
        assert ahead.game(game).position == log.last_position()

    @pytest.mark.one_in(2, "attempt")
    @pytest.mark.parametrize("attempt", range(2))
    def test_exact_after_processes_that_write_are_killed(self, folder, attempt):
        log = open_log(folder, {})
        a_badge(log)
        log.close()
        command = [sys.executable, "-m", "tests.ledger.test_hall_following", str(folder)]
        env = {**os.environ, "PYTHONPATH": str(HOUSE)}
        writers = [
            subprocess.Popen([*command, str(first)], cwd=HOUSE, env=env, stdout=subprocess.PIPE)
            for first in (1, 1 + TABLES)
        ]
        for writer in writers:
            for _ in range(30):
                assert writer.stdout.readline() == b"seen\n"
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
            writer.wait()
            assert b"MISSED" not in writer.stdout.read()
            writer.stdout.close()

        log = open_log(folder, {})
        hall = open_hall(folder, log, prepare=prepare)
        healed = everything(folder)
        assert healed["tracking"][0]["position"] == log.last_position()
        assert len(healed["games"]) == 2 * TABLES
        for row in healed["games"]:
            assert row["version"] == log.version_of(UUID(row["id"]))
        hall.rebuild()
        assert everything(folder) == healed
        hall.close()
        log.close()


class TestRebuilding:
    def some_rounds(self, log, rounds=3, tables=5, turns=8):
        for round_number in range(1, rounds + 1):
            games = [a_started_game(log, table, round_number) for table in range(1, tables + 1)]
            for version in range(3, turns + 3):
                seat = list(Seat)[version % 2]
                log.append([enveloped(game, version, a_play(version, seat)) for game in games])

    def test_the_same_rows_come_of_it_as_inline(self, folder, log, halls):
        hall = halls()
        for table in range(1, 4):
            game = a_started_game(log, table)
            hall.catch_up()
            for version in range(3, 12):
                log.append([enveloped(game, version, a_play(version))])
                hall.catch_up()
        inline = everything(folder)

        hall.rebuild()

        assert everything(folder) == inline

    def test_in_batches_of_any_size(self, folder, log, halls, monkeypatch):
        self.some_rounds(log)
        hall = halls()
        whole = everything(folder)

        for size in (1, 7, 64):
            monkeypatch.setattr(rebuilding_module, "AT_ONCE", size)
            monkeypatch.setattr(rebuilding_module, "INLINE", size)
            monkeypatch.setattr(rebuilding_module, "FEW", 2)  # games are met again, and re-read
            hall.rebuild()
            assert everything(folder) == whole

    def test_it_says_how_far_it_is(self, log, halls, monkeypatch):
        monkeypatch.setattr(rebuilding_module, "AT_ONCE", 20)
        self.some_rounds(log)
        told = []

        halls().rebuild(lambda done, total: told.append((done, total)))

        last = log.last_position()
        assert told[-1] == (last, last)
        assert [done for done, _ in told] == sorted(done for done, _ in told)
        assert len(told) > 3

    def test_pages_go_on_reading_the_old_one_meanwhile(self, log, halls):
        self.some_rounds(log)
        hall, page = halls(), halls()
        before = page.games("open")
        seen = []

        hall.rebuild(lambda *_: seen.append(page.games("open")))

        assert all(rows == before for rows in seen)
        assert seen
        assert page.games("open") == before

    def test_what_is_written_and_taken_in_meanwhile_is_not_lost(self, log, halls, monkeypatch):
        self.some_rounds(log)
        hall, server = halls(), halls()
        game = hall.find("open", 3, 5).id
        version = log.version_of(game)
        feed, writes = rebuilding_module.feed, []

        def feed_and_write(feeder, its_log, shelf, *told):
            feed(feeder, its_log, shelf, *told)
            if feeder.position == log.last_position() and len(writes) < 3:
                writes.append(version + len(writes) + 1)
                log.append([enveloped(game, writes[-1], a_play(writes[-1]))])
                feed(server._file.feeder, log, SheetCache(log))

        monkeypatch.setattr(rebuilding_module, "feed", feed_and_write)
        went_back = []
        look = Feeder.look

        def look_and_compare(feeder):
            position = look(feeder)
            if feeder is hall._file.feeder and position < log.last_position():
                went_back.append(position)
            return position

        monkeypatch.setattr(Feeder, "look", look_and_compare)
        hall.rebuild()

        assert len(writes) == 3
        assert went_back == []
        assert hall.game(game).version == writes[-1]
        assert server.game(game).version == writes[-1]
        log.append([enveloped(game, writes[-1] + 1, a_play(4))])
        server.catch_up()
        assert hall.game(game).version == writes[-1] + 1

    def test_it_leaves_nothing_beside_the_file(self, folder, log, halls):
        self.some_rounds(log, rounds=1)
        halls().rebuild()

        assert not [path for path in folder.glob("hall.db-new*") if "lock" not in path.name]

    def test_the_search_finds_the_same(self, log, halls):
        self.some_rounds(log)
        hall = halls()
        before = hall.search("ann 3", limit=100)

        hall.rebuild()

        assert hall.search("ann 3", limit=100) == before
        assert len(before) == 3


class TestFilesOfNoUse:
    @pytest.fixture
    def filled(self, folder, log):
        """A hall closed after some games, and what it held."""
        for table in range(1, 200):
            a_started_game(log, table)
        hall = open_hall(folder, log, prepare=prepare)
        hall.close()
        return everything(folder)

    def damage_first_page(self, path):
        with path.open("r+b") as file:
            file.seek(0)
            file.write(b"not a database at all, this time")

    def damage_pages(self, path):
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))

    def damage_last_page(self, path):
        with path.open("r+b") as file:
            file.seek(path.stat().st_size - 4096)
            file.write(b"\xff" * 4096)

    def cut_short(self, path):
        os.truncate(path, 4096 * 3 + 17)

    def empty(self, path):
        os.truncate(path, 0)

    def gone(self, path):
        path.unlink()

    def of_another_release(self, path):
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 7")
        connection.close()

    def of_another_program(self, path):
        path.unlink()
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.close()

    def without_tracking(self, path):
        connection = sqlite3.connect(path)
        connection.execute("DELETE FROM tracking")
        connection.commit()
        connection.close()

    @pytest.mark.one_in(3, "harm")
    @pytest.mark.filterwarnings("default")
    @pytest.mark.parametrize(
        "harm",
        ["damage_first_page", "damage_pages", "damage_last_page", "cut_short", "empty", "gone",
         "of_another_release", "of_another_program", "without_tracking"],
    )  # fmt: skip
    def test_it_is_made_anew_and_never_refused(self, folder, log, filled, harm):
        getattr(self, harm)(folder / HALL_FILE)

        hall = open_hall(folder, log, prepare=prepare)

        assert everything(folder) == filled
        assert len(hall.games("open")) == 199
        hall.close()

    def test_a_hall_of_another_record_is_made_anew(self, folder, log, filled, tmp_path_factory):
        other = tmp_path_factory.mktemp("other")
        bring_up_to_date(other, {})
        other_log = open_log(other, {})
        for table in range(300, 600):
            a_started_game(other_log, table)
        shutil.copy(folder / HALL_FILE, other / HALL_FILE)

        hall = open_hall(other, other_log, prepare=prepare)

        assert {row.table for row in hall.games("open")} == set(range(300, 600))
        hall.close()
        other_log.close()

    def test_a_hall_ahead_of_a_restored_record_is_made_anew(self, folder, log, filled):
        connection = sqlite3.connect(folder / HALL_FILE)
        connection.execute("UPDATE tracking SET position = position + 1")
        connection.commit()
        connection.close()

        hall = open_hall(folder, log, prepare=prepare)

        assert hall.position() == log.last_position()
        hall.close()

    def test_a_whole_one_is_kept(self, folder, log, filled):
        connection = sqlite3.connect(folder / HALL_FILE)
        connection.execute("UPDATE games SET last_line = 'kept' WHERE table_number = 7")
        connection.commit()
        connection.close()

        hall = open_hall(folder, log, prepare=prepare)

        assert hall.find("open", 1, 7).last_line == "kept"
        hall.close()

    def test_damaged_while_it_is_used_it_is_made_anew_at_the_next_page(self, folder, log, filled):
        hall = open_hall(folder, log, prepare=prepare)
        self.damage_pages(folder / HALL_FILE)
        fresh = Hall(log, folder, prepare=prepare)  # notices, and makes it anew
        fresh.close()

        hall.catch_up()

        assert len(hall.games("open")) == 199
        assert everything(folder) == filled
        hall.close()

    def test_deleted_while_it_is_used_it_is_made_anew_with_the_next_write(
        self, folder, log, filled
    ):
        hall = open_hall(folder, log, prepare=prepare)
        for path in folder.glob("hall.db*"):
            path.unlink()
        game = a_started_game(log, 500)

        hall.catch_up()

        assert hall.game(game).table == 500
        assert len(hall.games("open")) == 200
        hall.close()

    def test_deleted_while_it_is_used_a_page_is_still_shown(self, folder, log, filled):
        hall = open_hall(folder, log, prepare=prepare)
        for path in folder.glob("hall.db*"):
            path.unlink()

        assert len(hall.games("open")) == 199
        hall.close()

    def test_many_that_find_it_damaged_at_once_make_it_anew_once(self, folder, log, filled):
        self.damage_first_page(folder / HALL_FILE)
        opened = []

        def one_more():
            opened.append(open_hall(folder, log, prepare=prepare))

        threads = [threading.Thread(target=one_more) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        game = a_started_game(log, 500)
        opened[0].catch_up()
        assert [hall.game(game).table for hall in opened] == [500] * 6
        for hall in opened:
            hall.close()
        assert len(everything(folder)["games"]) == 200


class TestTrouble:
    def test_a_game_whose_event_is_damaged_is_flagged_and_the_others_go_on(
        self, folder, log, halls
    ):
        games = [a_started_game(log, table) for table in (1, 2)]
        hall = halls()
        log.append([enveloped(games[0], 3, a_play(3)), enveloped(games[1], 3, a_play(3))])
        damage(folder, games[0], 3)

        hall.catch_up()

        assert (hall.game(games[0]).version, hall.game(games[0]).flags) == (2, ("unreadable",))
        assert (hall.game(games[1]).version, hall.game(games[1]).flags) == (3, ())
        assert hall.position() == log.last_position()

        log.append([enveloped(games[0], 4, a_play(4)), enveloped(games[1], 4, a_play(4))])
        hall.catch_up()

        assert (hall.game(games[0]).version, hall.game(games[0]).flags) == (2, ("unreadable",))
        assert hall.game(games[1]).version == 4
        assert [row.id for row in hall.search("ben 1")] == [games[0]]
        hall.rebuild()
        assert (hall.game(games[0]).version, hall.game(games[0]).flags) == (2, ("unreadable",))
        assert hall.position() == log.last_position()

    def test_a_stream_that_begins_with_nothing_scheduled_stops_nobody(self, log, halls):
        hall = halls()
        log.append([enveloped(uuid4(), 1, TurnPassed(seat=A))])
        game = a_started_game(log, 1)

        hall.catch_up()

        assert [row.id for row in hall.games("open")] == [game]
        assert hall.position() == log.last_position()

    def test_a_game_that_cannot_be_summed_up_is_flagged_and_the_others_go_on(
        self, log, halls, monkeypatch
    ):
        hall = halls()
        games = [a_started_game(log, table) for table in (1, 2)]
        hall.catch_up()
        summary = feeding_module.summary

        def a_mistake_of_ours(sheet, position, **what):
            if sheet.id == games[0]:
                raise ZeroDivisionError
            return summary(sheet, position, **what)

        monkeypatch.setattr(feeding_module, "summary", a_mistake_of_ours)
        log.append([enveloped(game, 3, a_play(3)) for game in games])

        hall.catch_up()

        assert [row.flags for row in hall.games("open")] == [("unreadable",), ()]
        assert [row.version for row in hall.games("open")] == [2, 3]

    def test_when_the_hall_cannot_be_written_the_desk_still_answers(
        self, folder, log, halls, monkeypatch
    ):
        hall = halls()
        game = a_started_game(log, 1)
        lock = sqlite3.connect(folder / HALL_FILE, isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        hall._file.connection.execute("PRAGMA busy_timeout=1")

        hall.catch_up()
        assert hall.game(game) is None

        lock.execute("COMMIT")
        lock.close()
        hall.catch_up()
        assert hall.game(game).version == 2

    def test_the_mark_tells_events_apart_that_lie_at_the_same_place(self):
        game = uuid4()
        assert mark(enveloped(game, 1, GameStarted())) != mark(enveloped(game, 1, GameStarted()))


def damage(folder, stream, version):
    """Make an event unreadable behind the record's back."""
    connection = sqlite3.connect(folder / "ledger.db")
    connection.execute("DROP TRIGGER stored_events_no_update")
    changed = connection.execute(
        "UPDATE stored_events SET state = '{' WHERE originator_id = ? AND originator_version = ?",
        (stream.hex, version),
    )
    assert changed.rowcount == 1
    connection.commit()
    connection.close()


class TestHowFast:
    @pytest.mark.parametrize(
        "games", [200, pytest.param(20_000, marks=pytest.mark.torture)], ids=str
    )
    def test_a_rebuild(self, tmp_path, games, capsys):
        import resource

        with a_desk(tmp_path) as desk:
            turns = 46
            for first in range(0, games, 200):
                many = [
                    a_started_game(desk.log, table, first // 200 + 1) for table in range(1, 201)
                ]
                for version in range(3, turns + 3):
                    seat = list(Seat)[version % 2]
                    play = a_play(version % 15 + 1, seat, letters="WINDY"[: 1 + version % 5])
                    desk.log.append([enveloped(game, version, play) for game in many])
            hall = Hall(desk.log, tmp_path, prepare=prepare)
            begun = time.process_time()
            hall.rebuild()
            spent = time.process_time() - begun
            assert hall.position() == desk.log.last_position()
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            with capsys.disabled():
                events = desk.log.last_position()
                print(f"\n  {events} events, {events / spent:,.0f}/s, {memory:.0f} MB at most")
            hall.close()


def main():
    folder, first = Path(sys.argv[1]), int(sys.argv[2])
    log = open_log(folder, {})
    shelf = SheetCache(log)
    hall = open_hall(folder, log, shelf, prepare=prepare)
    desk = Desk(log, shelf=shelf, followers=(hall,))
    games = [a_started_game(log, table) for table in range(first, first + TABLES)]

    def tablet(game):
        for version in count(3):
            log.append([enveloped(game, version, a_play(version % 15 + 1))])
            desk.caught_up()
            seen = hall.game(game).version >= version
            os.write(1, b"seen\n" if seen else b"MISSED\n")

    for game in games:
        threading.Thread(target=tablet, args=(game,)).start()


if __name__ == "__main__":
    main()
