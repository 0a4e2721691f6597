"""What lies in the data folder is looked at before anything is written to it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from sqlite_utils.db import Database

import migrations
from ledger.record import opening
from ledger.record.engine import open_log
from ledger.record.postgres import connecting as opening_postgres
from ledger.record.sqlite import durable
from ledger.vocabulary.refusals import Refusal
from migrations import ledger_db, ledger_pg
from migrations.sqlite_file import as_migrations

HOUSE = Path(__file__).resolve().parents[2]


def as_it_lies(folder):
    """Every file of the folder with its bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refusal_of(folder, env=None):
    before = as_it_lies(folder) if folder.exists() else None
    with pytest.raises(Refusal) as refusal:
        open_log(folder, env or {})
    assert (as_it_lies(folder) if folder.exists() else None) == before
    return refusal.value


@pytest.fixture
def folder(tmp_path):
    migrations.bring_up_to_date(tmp_path, {})
    return tmp_path


def test_a_folder_that_is_not_there_is_not_made(tmp_path):
    refusal = refusal_of(tmp_path / "nowhere")

    assert refusal.code == "no-record"
    assert "tilescribe record migrate" in str(refusal)
    assert not (tmp_path / "nowhere").exists()


def test_an_empty_folder_and_an_empty_file_hold_no_record(tmp_path):
    assert refusal_of(tmp_path).code == "no-record"
    (tmp_path / "ledger.db").touch()
    assert refusal_of(tmp_path).code == "no-record"


def test_a_folder_named_as_the_record_can_not_be_read(tmp_path):
    (tmp_path / "ledger.db").mkdir()
    with pytest.raises(Refusal) as refusal:
        open_log(tmp_path, {})
    assert refusal.value.code == "record-unreadable"


@pytest.mark.parametrize("content", [b"Round 3, table 12\n", b"\0" * 4096, b"SQLite format 2\0"])
def test_a_text_named_as_the_record_is_no_record(tmp_path, content):
    (tmp_path / "ledger.db").write_bytes(content)

    refusal = refusal_of(tmp_path)

    assert refusal.code == "not-a-record"
    assert "is not a database" in str(refusal)


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_another_programs_database_is_left_alone(tmp_path, journal):
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as other:
        other.execute(f"PRAGMA journal_mode={journal}")
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()

    refusal = refusal_of(tmp_path)

    assert refusal.code == "not-a-record"
    assert "another program's database" in str(refusal)


def test_another_programs_database_in_use_is_left_alone(tmp_path):
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
        before = (tmp_path / "ledger.db").read_bytes()
        with pytest.raises(Refusal) as refusal:
            open_log(tmp_path, {})

        assert refusal.value.code == "not-a-record"
        assert (tmp_path / "ledger.db").read_bytes() == before


def test_a_file_with_its_first_pages_destroyed_is_called_damaged(folder):
    content = bytearray((folder / "ledger.db").read_bytes())
    content[100:4096] = os.urandom(3996)
    (folder / "ledger.db").write_bytes(content)

    assert refusal_of(folder).code == "record-damaged"


def test_a_record_that_is_behind_says_to_migrate(tmp_path):
    with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as connection:
        migrations_ = as_migrations(ledger_db.CHANGES)
        migrations_.apply(Database(connection), stop_before=opening.KNOWN_CHANGES[1])

    refusal = refusal_of(tmp_path)

    assert refusal.code == "record-behind"
    assert opening.KNOWN_CHANGES[1] in refusal.what
    assert refusal.next_step == "Run tilescribe record migrate, then start again."


def test_o5_a_newer_releases_record_is_refused_and_says_which_release_to_install(folder):
    with closing(sqlite3.connect(folder / "ledger.db")) as newer:
        newer.execute("INSERT INTO releases VALUES ('0009_appeals', '0.7.0')")
        newer.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "VALUES ('ledger', '0009_appeals', '2027-01-01')"
        )
        newer.commit()

    refusal = refusal_of(folder)

    assert refusal.code == "record-newer"
    assert "0009_appeals" in refusal.what
    assert refusal.next_step == "Install tilescribe 0.7.0 or later."


def test_a_newer_change_still_in_the_write_ahead_log_is_seen(folder):
    newer = sqlite3.connect(folder / "ledger.db")
    newer.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('ledger', '0009_appeals', '2027-01-01')"
    )
    newer.commit()
    try:
        with pytest.raises(Refusal) as refusal:
            open_log(folder, {})
    finally:
        newer.close()

    assert refusal.value.code == "record-newer"


def test_the_changes_known_here_are_those_that_migrations_make():
    assert tuple(ledger_db.CHANGES) == opening.KNOWN_CHANGES
    assert tuple(ledger_pg.CHANGES) == opening_postgres.KNOWN_CHANGES
    assert opening.LEDGER_FILE == migrations.LEDGER_FILE


# Settings that would lose what was written


@pytest.mark.parametrize("level", ["OFF", "NORMAL"])
def test_o6_a_file_that_can_not_be_made_durable_is_refused(folder, monkeypatch, level):
    class Stubborn(sqlite3.Connection):
        """A SQLite built to keep its own setting, as some systems' are."""

        def execute(self, statement, *values):
            if statement.startswith("PRAGMA synchronous="):
                statement = f"PRAGMA synchronous={level}"
            return super().execute(statement, *values)

    plain = sqlite3.connect
    monkeypatch.setattr(
        durable.sqlite3, "connect", lambda *a, **k: plain(*a, factory=Stubborn, **k)
    )

    refusal = refusal_of(folder)

    assert refusal.code == "not-durable"
    assert "synchronous" in refusal.what


def test_o6_a_place_where_no_write_ahead_log_is_possible_is_refused(folder, monkeypatch):
    with closing(sqlite3.connect(folder / "ledger.db")) as plainly:
        plainly.execute("PRAGMA journal_mode=DELETE")

    class OnTheNetwork(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement.startswith("PRAGMA journal_mode="):
                statement = "PRAGMA journal_mode=DELETE"
            return super().execute(statement, *values)

    plain = sqlite3.connect
    monkeypatch.setattr(
        durable.sqlite3, "connect", lambda *a, **k: plain(*a, factory=OnTheNetwork, **k)
    )

    assert refusal_of(folder).code == "not-durable"


def test_every_connection_is_durable_and_says_so(folder):
    log = open_log(folder, {})
    pool = log.store.datastore.pool
    connections = [pool.get_connection() for _ in range(3)]

    for connection in connections:
        raw = connection.cursor().sqlite_cursor.connection
        assert raw.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert raw.execute("PRAGMA recursive_triggers").fetchone()[0] == 1
        pool.put_connection(connection)
    log.close()


@pytest.mark.parametrize("setting", ["POSTGRES_ENABLE_DB_FUNCTIONS", "AGGREGATE_CACHE_MAXSIZE"])
def test_a_setting_that_loses_events_is_refused(folder, setting):
    assert refusal_of(folder, {setting: "1"}).code == "unsafe-setting"
    open_log(folder, {setting: "0"}).close()


READ_ONLY = """
import os, sys
from pathlib import Path
from ledger.record.engine import open_log
from ledger.vocabulary.refusals import Refusal
os.setgid(65534), os.setuid(65534)
try:
    open_log(Path(sys.argv[1]), {})
except Refusal as refusal:
    print(refusal.code)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="needs root, to become somebody with fewer rights")
@pytest.mark.parametrize(("of_folder", "of_file"), [(0o555, 0o666), (0o777, 0o444)])
def test_o6_a_folder_or_file_that_can_only_be_read_is_refused(of_folder, of_file):
    folder = Path(tempfile.mkdtemp(prefix="tilescribe-"))
    migrations.bring_up_to_date(folder, {})
    (folder / "ledger.db").chmod(of_file)
    folder.chmod(of_folder)
    before = as_it_lies(folder)

    said = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(folder)],
        env={**os.environ, "PYTHONPATH": str(HOUSE), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )

    assert said.stdout == "record-read-only\n", said.stderr
    assert as_it_lies(folder) == before
    shutil.rmtree(folder)


# PostgreSQL


def test_a_postgres_setting_left_out_is_named(tmp_path):
    refusal = refusal_of(tmp_path, {"PERSISTENCE_MODULE": "eventsourcing.postgres"})

    assert refusal.code == "setting-missing"
    assert "POSTGRES_DBNAME" in refusal.what


def test_a_postgres_that_is_away_is_said_in_one_line(tmp_path):
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": "hall",
        "POSTGRES_HOST": str(tmp_path / "nobody"),
        "POSTGRES_USER": "hall",
    }

    refusal = refusal_of(tmp_path, env)

    assert refusal.code == "store-away"
    assert "\n" not in str(refusal)


def test_a_postgres_without_our_tables_holds_no_record(tmp_path, postgres_server):
    env = {**postgres_server, "POSTGRES_SCHEMA": f"empty_{uuid4().hex[:8]}"}

    assert refusal_of(tmp_path, env).code == "no-record"


def test_o5_a_newer_releases_tables_in_postgres_are_refused(postgres_venue):
    with change(postgres_venue) as connection:
        connection.execute("INSERT INTO tilescribe_changes VALUES ('pg_0009_appeals', '0.7.0')")

    with pytest.raises(Refusal) as refusal:
        postgres_venue.open()

    assert refusal.value.code == "record-newer"
    assert refusal.value.next_step == "Install tilescribe 0.7.0 or later."


def test_tables_in_postgres_that_are_behind_say_to_migrate(postgres_venue):
    with change(postgres_venue) as connection:
        connection.execute("DELETE FROM tilescribe_changes WHERE change = 'pg_0004_words'")

    with pytest.raises(Refusal) as refusal:
        postgres_venue.open()

    assert refusal.value.code == "record-behind"


def test_o6_a_postgres_that_may_forget_commits_is_refused(postgres_venue):
    role = f"hasty_{uuid4().hex[:8]}"
    with change(postgres_venue) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN SUPERUSER")
        connection.execute(f"ALTER ROLE {role} SET synchronous_commit = off")
    postgres_venue.settings["POSTGRES_USER"] = role

    with pytest.raises(Refusal) as refusal:
        postgres_venue.open()

    assert refusal.value.code == "not-durable"
    assert "synchronous_commit is off" in refusal.value.what


def change(venue):
    return psycopg.connect(
        dbname=venue.settings["POSTGRES_DBNAME"],
        host=venue.settings["POSTGRES_HOST"],
        user="postgres",
        options=f"-c search_path={venue.settings['POSTGRES_SCHEMA']}",
    )
