"""A record of many tournaments: a node starts without reading it, and its lists come out the same.

Small here; `--full` and `make bench` have a season of a federation (`tests/season.py`).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner

from ledger.backup.postgres_copy import NOT_THE_RECORDS, PostgresSource
from ledger.backup.taking import HALF_DONE, take
from ledger.hall import HALL_FILE, open_hall
from ledger.hall.backlog import Making
from ledger.hall.file import connect
from ledger.record.chain import event_check_sums, link
from ledger.record.events import game_id
from ledger.record.opening import LEDGER_FILE
from ledger.record.sqlite.reading import SQLiteReading
from ledger.record.verify import verify
from ledger.record.verify_parts import MARK_FILE, verify_part
from ledger.vocabulary.refusals import RecordAway, Refusal
from migrations import bring_up_to_date
from migrations.hall_db import prepare
from tests.season import Template, connection_to, fill_postgres, fill_sqlite, slug_of
from web.command_line.data_folder import copy_read
from web.command_line.record import verify as verify_command

OPENS = 5
"""Tournaments of the small season."""


@pytest.fixture(scope="session")
def template(tmp_path_factory) -> Template:
    return Template(tmp_path_factory.mktemp("season"), games=8, players=8)


@pytest.fixture
def season(venue, template):
    """A record of five tournaments, on each engine."""
    if venue.settings:
        fill_postgres(venue.settings, template, range(OPENS))
    else:
        fill_sqlite(venue.folder, template, range(OPENS))
    return venue


@pytest.fixture
def halls(season, tmp_path):
    """Opens a hall in a folder of its own, and closes it."""
    opened = []

    def one(name, **how):
        (tmp_path / name).mkdir(exist_ok=True)
        opened.append(open_hall(tmp_path / name, season.open(), prepare=prepare, **how))
        return opened[-1]

    yield one
    for hall in opened:
        hall.close()


def lists(folder):
    """All rows of a hall, but for how it followed and what numbers they got."""
    asked = {
        "tournaments": "slug", "players": "tournament, number", "games": "id",
        "decided": "tournament, kind, game, number", "byes": "tournament, number",
    }  # fmt: skip
    with closing(sqlite3.connect(folder / HALL_FILE)) as db:
        db.row_factory = sqlite3.Row
        found = {
            table: [
                {name: value for name, value in dict(row).items() if name != "key"}
                for row in db.execute(f"SELECT * FROM {table} ORDER BY {order}")
            ]
            for table, order in asked.items()
        }
        words = "SELECT games.id, names, words FROM found_by JOIN games USING (key) ORDER BY id"
        return {**found, "found_by": [tuple(row) for row in db.execute(words)]}


def test_a_season_is_a_sound_record(season, template):
    verdict = verify(season.open().store)
    assert verdict.sound, verdict.faults
    badges = len(template._badges)
    assert verdict.events == OPENS * template.events + badges


@pytest.mark.one_in(2, "venue")
def test_what_was_leapt_over_is_taken_in_and_comes_to_the_same_lists(halls, tmp_path):
    halls("forward")
    late = halls("late", leap=10)
    assert late.owed() == late.position()
    late.take_in_owed()
    assert late.owed() == 0
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


def test_a_node_that_leapt_reads_nothing_before_it_answers(halls, season, monkeypatch):
    log = season.open()
    read = []
    rows_after = type(log.store).rows_after

    def counted(store, position, limit):
        rows = rows_after(store, position, limit)
        read.extend(rows)
        return rows

    monkeypatch.setattr(type(log.store), "rows_after", counted)
    hall = halls("late", leap=10, serves=True)
    assert hall.tournaments() == ()
    assert len(read) <= 64, "as many as are looked at before it is known how many there are"


@pytest.mark.one_in(2, "venue")
def test_a_tournament_that_is_asked_for_is_made_whole_at_once(halls):
    whole = halls("forward")
    late = halls("late", leap=10, serves=True)
    slug = slug_of(1)
    assert late.games(slug) == whole.games(slug)
    assert late.standings(slug) == whole.standings(slug)
    assert late.tournament(slug) == whole.tournament(slug)
    assert [row.slug for row in late.tournaments()] == [slug]
    other = game_id(slug_of(3), 2, 1)
    assert late.game(other) == whole.game(other)
    assert late.games(slug_of(3)) == whole.games(slug_of(3)), "with the whole of its tournament"


@pytest.mark.one_in(2, "venue")
def test_a_command_that_lists_all_tournaments_waits_until_they_are_there(halls):
    late = halls("late", leap=10)
    assert [row.slug for row in late.tournaments()] == [slug_of(nth) for nth in range(OPENS)]
    assert late.owed() == 0


@pytest.mark.one_in(2, "venue")
def test_nobody_knows_yet_whether_there_is_a_tournament_without_a_stream(halls):
    late = halls("late", leap=10, serves=True)
    with pytest.raises(RecordAway, match="lists of tables and standings are being rebuilt"):
        late.tournament("no-such")
    late.take_in_owed()
    assert late.tournament("no-such") is None


@pytest.mark.one_in(2, "venue")
def test_the_newest_tournament_comes_first_and_taking_in_goes_on_after_a_kill(
    halls, season, tmp_path, template, monkeypatch
):
    monkeypatch.setattr("ledger.hall.backlog.STEP", template.events // 2)
    halls("forward")
    late = halls("late", leap=10, serves=True)
    seen = []
    while late.owed():
        with closing(connect(tmp_path / "late" / HALL_FILE)) as connection:  # and no more of it
            Making(season.open(), connection).step()
        seen.append([row.slug for row in late.tournaments()])
    assert seen[0] == [slug_of(OPENS - 1)]
    assert len(seen) >= 2 * OPENS
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


@pytest.mark.one_in(2, "venue")
def test_what_is_written_meanwhile_is_there_and_stays(halls, season, turn, tmp_path):
    late = halls("late", leap=10, serves=True)
    log = season.open()
    game = game_id(slug_of(2), 1, 1)
    log.append([turn(game, log.version_of(game) + 1)])
    late.catch_up()
    assert late.game(game).version == log.version_of(game)
    late.take_in_owed()
    halls("forward")
    assert lists(tmp_path / "late") == lists(tmp_path / "forward")


@pytest.mark.one_in(2, "venue")
def test_a_node_that_was_long_away_owes_only_what_was_written_meanwhile(
    halls, season, template, tmp_path
):
    halls("node").close()
    fill = fill_postgres if season.settings else fill_sqlite
    fill(season.settings or season.folder, template, range(OPENS, OPENS + 2))
    node = halls("node", leap=10, serves=True)
    assert node.owed() == 2 * template.events
    assert len(node.tournaments()) == OPENS, "what it had, it shows"
    node.take_in_owed()
    halls("forward")
    assert lists(tmp_path / "node") == lists(tmp_path / "forward")


NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def parts(log, folder):
    """Every run of a round, each for no longer than one step takes."""
    while True:
        part = verify_part(log.store, folder, 0, now=NOON)
        yield part
        if part.verdict is not None:
            return


@pytest.fixture
def small_steps(monkeypatch):
    monkeypatch.setattr("ledger.record.verify.AT_ONCE", 500)


class TestVerifyInParts:
    @pytest.mark.one_in(2, "venue")
    def test_a_round_in_parts_comes_to_what_the_whole_comes_to(self, season, tmp_path, small_steps):
        log = season.open()
        runs = [*parts(log, tmp_path)]
        walked = [run.mark.events for run in runs if not run.before.walked]
        assert walked == [500, 1000, 1500, 2000, log.last_position(), log.last_position()]
        assert len(runs) == len(walked) + runs[0].questions
        assert runs[-1].verdict == verify(log.store, now=NOON)
        assert runs[-1].mark.rounds == 1
        again = verify_part(log.store, tmp_path, 0, now=NOON)
        assert again.before.position == 0, "the next round begins with the first event"
        assert again.mark.rounds == 1

    @pytest.mark.one_in(2, "venue")
    def test_what_was_changed_ahead_of_the_mark_is_named_as_the_whole_names_it(
        self, season, tmp_path, small_steps
    ):
        log = season.open()
        next(parts(log, tmp_path))
        rewritten(season, 1600)
        runs = [*parts(log, tmp_path)]
        assert runs[-1].verdict.faults == verify(log.store, now=NOON).faults
        assert [fault.position for fault in runs[-1].verdict.faults] == [1600]

    @pytest.mark.one_in(2, "venue")
    def test_what_was_written_anew_behind_the_mark_is_found_by_the_very_next_run(
        self, season, tmp_path, template, small_steps
    ):
        """An insider changes an event that was checked, and links all that follows anew."""
        log = season.open()
        runs = parts(log, tmp_path)
        next(runs)
        mark = next(runs).mark
        rewritten(season, 400, link_anew=True)
        assert verify(log.store).sound, "by itself it is consistent"
        part = verify_part(log.store, tmp_path, 0, now=NOON)
        [fault] = part.mark.faults
        assert fault.position == mark.position == 1000
        assert "written anew" in fault.what
        assert part.mark.position == 500, "and the round begins again"
        assert [*parts(log, tmp_path)][-1].verdict.faults == (fault,)

    @pytest.mark.one_in(2, "venue")
    def test_a_killed_run_goes_on_where_it_noted_last(
        self, season, tmp_path, small_steps, monkeypatch
    ):
        log = season.open()
        monkeypatch.setattr("ledger.record.verify_parts.NOTED_EVERY", 0)
        kept = []

        def killed(store, position, limit):
            if position >= 1500:
                raise KeyboardInterrupt
            kept.append(position)
            return chained(store, position, limit)

        chained = type(log.store).chained_after
        with monkeypatch.context() as plug:
            plug.setattr(type(log.store), "chained_after", killed)
            with pytest.raises(KeyboardInterrupt):
                verify_part(log.store, tmp_path, 600, now=NOON)
        assert kept == [0, 500, 1000]
        part = verify_part(log.store, tmp_path, 600, now=NOON)
        assert part.before.position == 1500
        assert part.verdict == verify(log.store, now=NOON)

    def test_a_command_that_is_interrupted_says_how_far_it_came(
        self, template, tmp_path, sqlite_venue, small_steps, monkeypatch
    ):
        fill_sqlite(sqlite_venue.folder, template, range(2))
        monkeypatch.setattr("ledger.record.verify_parts.NOTED_EVERY", 0)

        def interrupted(store, position, limit):
            if position >= 500:
                raise KeyboardInterrupt
            return chained(store, position, limit)

        chained = SQLiteReading.chained_after
        monkeypatch.setattr(SQLiteReading, "chained_after", interrupted)
        words = ("--minutes", "5", "--data", str(sqlite_venue.folder))
        done = CliRunner().invoke(verify_command, words)
        assert done.exit_code == 1
        assert "Stopped. 500 events of this round are checked" in done.output

    def test_a_note_that_is_torn_is_refused_in_words(self, season, tmp_path):
        (tmp_path / MARK_FILE).write_text('{"began":')
        with pytest.raises(Refusal, match="Delete it"):
            verify_part(season.open().store, tmp_path, 0, now=NOON)

    def test_the_command_says_how_far_it_came_and_ends_with_the_verdict(
        self, template, tmp_path, sqlite_venue
    ):
        fill_sqlite(sqlite_venue.folder, template, range(1))
        said = []
        for _ in range(40):
            words = ("--minutes", "0", "--data", str(sqlite_venue.folder))
            done = CliRunner().invoke(verify_command, words)
            said.append(done.output)
            assert done.exit_code == 0, done.output
            if "That was round 1" in done.output:
                break
        assert "0 of 14 questions about the tables beside them" in said[0]
        assert "This record is consistent with itself." in said[-1]
        assert len(said) == 2 + 14, "the log, its end, and each question in a run of its own"


class Stopped(BaseException):
    """As a kill would be, where a test can look at what is left."""


class TestABackupThatGoesOn:
    """On PostgreSQL, where a season lies; the file of SQLite is copied in one go."""

    @pytest.fixture
    def season(self, postgres_venue, template):
        fill_postgres(postgres_venue.settings, template, range(OPENS))
        return postgres_venue

    @pytest.fixture(autouse=True)
    def small_parts(self, monkeypatch):
        monkeypatch.setattr("ledger.backup.postgres_copy.A_PART", 500)

    @staticmethod
    def taken(season, folder, name="copy", stopped_at=None):
        """A backup; one that is ``stopped_at`` so much of it, if that is said."""

        def told(done, _whole):
            if stopped_at is not None and done >= stopped_at:
                raise Stopped

        source = PostgresSource(season.settings, lambda file: bring_up_to_date(file.parent, {}))
        return take(source, folder / name, {}, "1.0.0", read=copy_read, progress=told)

    def test_what_was_copied_is_not_copied_again_and_it_comes_to_the_same(
        self, season, tmp_path, turn, answer
    ):
        log = season.open()
        whole = self.taken(season, tmp_path, "whole")
        for upto in (1200, whole.manifest.events + 900):  # in the events, and in the answers
            with pytest.raises(Stopped):
                self.taken(season, tmp_path, stopped_at=upto)
        stream, command = uuid4(), UUID(int=1)  # its answer comes before all others
        log.append([turn(stream, 1, command)], answer=answer(command, stream))

        taken = self.taken(season, tmp_path)

        assert taken.there == whole.manifest.events
        assert taken.manifest.events == whole.manifest.events + 1
        assert taken.manifest.answers == whole.manifest.answers + 1
        assert taken.manifest.head == log.head()[1].hex()
        again = self.taken(season, tmp_path, "again")
        assert again.there == 0
        assert rows_of(again.file) == rows_of(taken.file)
        assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
            "again", "copy", "whole",
        ]  # fmt: skip
        assert not (tmp_path / HALF_DONE).exists()

    def test_a_copy_that_was_being_read_again_is_read_on(self, season, tmp_path, monkeypatch):
        monkeypatch.setattr("ledger.record.verify.AT_ONCE", 500)
        monkeypatch.setattr("ledger.record.verify_parts.NOTED_EVERY", 0)
        read, chained = [], SQLiteReading.chained_after

        def killed(store, position, limit):
            if position >= 1500:
                raise Stopped
            return chained(store, position, limit)

        def noted(store, position, limit):
            read.append(position)
            return chained(store, position, limit)

        with monkeypatch.context() as plug:
            plug.setattr(SQLiteReading, "chained_after", killed)
            with pytest.raises(Stopped):
                self.taken(season, tmp_path)
        monkeypatch.setattr(SQLiteReading, "chained_after", noted)
        taken = self.taken(season, tmp_path)

        assert read[0] == 1500
        assert taken.there == taken.manifest.events == season.open().last_position()

    def test_of_another_record_nothing_is_gone_on_with(self, season, tmp_path, template):
        with pytest.raises(Stopped):
            self.taken(season, tmp_path, stopped_at=1200)
        with closing(sqlite3.connect(tmp_path / HALF_DONE / LEDGER_FILE)) as copy, copy:
            copy.execute("DROP TRIGGER chain_no_update")
            copy.execute("UPDATE chain SET link = ? WHERE position >= 1000", (bytes(32),))

        taken = self.taken(season, tmp_path)

        assert taken.there == 0
        assert taken.manifest.events == season.open().last_position()

    def test_what_was_spoilt_meanwhile_is_found_and_the_next_one_begins_anew(
        self, season, tmp_path
    ):
        with pytest.raises(Stopped):
            self.taken(season, tmp_path, stopped_at=1200)
        with closing(sqlite3.connect(tmp_path / HALF_DONE / LEDGER_FILE)) as copy, copy:
            copy.execute("DROP TRIGGER stored_events_no_update")
            copy.execute("UPDATE stored_events SET state = x'7b7d' WHERE rowid = 700")

        with pytest.raises(Refusal, match="not sound"):
            self.taken(season, tmp_path)

        assert not (tmp_path / "copy").exists()
        assert self.taken(season, tmp_path).there == 0


def rows_of(file):
    """All rows of the record in a backup, by table."""
    with closing(sqlite3.connect(file)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")
                 if name not in (*NOT_THE_RECORDS, "sqlite_sequence")]  # fmt: skip
        assert {"stored_events", "chain", "answers", "words", "pins"} <= set(names)
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def rewritten(season, position, *, link_anew=False):
    """Change one event, past every trigger; and all links after it, as somebody would who can."""
    log = season.open()
    rows = log.store.chained_after(0, 1_000_000)
    changes = []
    for at, stream, version, topic, found, *_ in rows:
        state = found
        if at == position:
            state = found.replace(b'"written_by":"', b'"written_by":"x', 1)
            changes.append(("stored_events", "state", at, state))
        if link_anew and at >= position:
            before = changes[-1][3] if at > position else log.link_at(at - 1)
            fields = (stream.decode(), int(version), topic.decode(), state)
            changes.append(("chain", "checks", at, event_check_sums(*fields)))
            changes.append(("chain", "link", at, link(before, *fields)))
    if season.settings:
        with closing(connection_to(season.settings)) as db, db.transaction():
            db.execute("SET LOCAL session_replication_role = replica")  # no trigger is asked
            for table, column, at, value in changes:
                key = "position" if table == "chain" else "notification_id"
                db.execute(f"UPDATE {table} SET {column} = %s WHERE {key} = %s", (value, at))
        return
    with closing(sqlite3.connect(season.folder / LEDGER_FILE)) as db, db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {trigger}")
        for table, column, at, value in changes:
            key = "position" if table == "chain" else "rowid"
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (value, at))
