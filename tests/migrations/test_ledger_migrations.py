"""Every record ever released opens in this release; nothing else is touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils.db import Database

import migrations
from ledger.record.engine import open_log
from migrations import NotOursToChange, bring_up_to_date, ledger_db, prepare
from migrations.sqlite_file import as_migrations, pending

HOUSE = Path(__file__).resolve().parents[2]
NAMES = list(ledger_db.CHANGES)


def schema_of(path):
    with closing(sqlite3.connect(path)) as file:
        return sorted(
            row for row in file.execute("SELECT type, name, sql FROM sqlite_master") if row[2]
        )


def test_a_record_is_made_where_there_is_none_and_the_ledger_opens_it(tmp_path):
    folder = tmp_path / "new" / "data"

    assert bring_up_to_date(folder, {}) == NAMES
    open_log(folder, {}).close()


def test_a_record_that_is_up_to_date_is_left_as_it_is(tmp_path):
    bring_up_to_date(tmp_path, {})
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    assert bring_up_to_date(tmp_path, {}) == []
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("stopped_at", NAMES[1:])
def test_an_upgrade_stopped_half_way_can_be_finished_later(tmp_path, stopped_at):
    half, whole = tmp_path / "half.db", tmp_path / "whole.db"
    with closing(sqlite3.connect(half, isolation_level=None)) as connection:
        as_migrations(ledger_db.CHANGES).apply(Database(connection), stop_before=stopped_at)

    assert prepare(half, ledger_db.CHANGES, "0.1.0") == NAMES[NAMES.index(stopped_at) :]
    prepare(whole, ledger_db.CHANGES, "0.1.0")

    assert schema_of(half) == schema_of(whole)


def test_a_change_that_fails_leaves_nothing_behind(tmp_path):
    path = tmp_path / "ledger.db"

    def good(db):
        db.execute("CREATE TABLE good (x)")

    def bad(db):
        db.execute("CREATE TABLE also_made (x)")
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        prepare(path, {"0001_good": good, "0002_bad": bad}, "0.1.0")

    assert schema_of(path) == []


def test_six_programs_at_once_make_one_record(tmp_path):
    command = (
        "import sys, pathlib, migrations;"
        "print(len(migrations.bring_up_to_date(pathlib.Path(sys.argv[1]), {})))"
    )
    env = {**os.environ, "PYTHONPATH": str(HOUSE)}
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", command, str(tmp_path)], env=env, stdout=subprocess.PIPE
        )
        for _ in range(6)
    ]

    made = sorted(int(program.communicate()[0]) for program in programs)

    assert made == [0, 0, 0, 0, 0, len(NAMES)]
    open_log(tmp_path, {}).close()


def test_the_tables_of_the_events_are_laid_out_as_the_library_does(tmp_path):
    from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

    datastore = SQLiteDatastore(str(tmp_path / "library.db"))
    SQLiteApplicationRecorder(datastore).create_table()
    datastore.close()
    bring_up_to_date(tmp_path, {})

    def columns(path):
        with closing(sqlite3.connect(path)) as file:
            return file.execute("PRAGMA table_info(stored_events)").fetchall()

    assert columns(tmp_path / "ledger.db") == columns(tmp_path / "library.db")


def test_each_change_notes_the_release_that_first_reads_it(tmp_path):
    bring_up_to_date(tmp_path, {})

    with closing(sqlite3.connect(tmp_path / "ledger.db")) as file:
        noted = file.execute("SELECT change, release FROM releases ORDER BY change").fetchall()

    assert noted == [(name, migrations.RELEASE) for name in NAMES]


@pytest.mark.parametrize(
    "content", [b"not a database at all", b"SQLite format 3\0" + b"\xff" * 4080]
)
def test_what_is_not_a_database_is_not_touched(tmp_path, content):
    path = tmp_path / "ledger.db"
    path.write_bytes(content)

    with pytest.raises(NotOursToChange, match="can't be read as a database"):
        bring_up_to_date(tmp_path, {})

    assert path.read_bytes() == content
    assert [file.name for file in tmp_path.iterdir()] == ["ledger.db"]


def test_another_programs_database_is_not_touched(tmp_path):
    path = tmp_path / "ledger.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()

    with pytest.raises(NotOursToChange, match="another program"):
        bring_up_to_date(tmp_path, {})

    assert path.read_bytes() == before


def test_a_newer_releases_record_is_not_touched(tmp_path):
    bring_up_to_date(tmp_path, {})
    path = tmp_path / "ledger.db"
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "VALUES ('ledger', '0009_appeals', '2027-01-01')"
        )
        newer.commit()
    before = path.read_bytes()

    with pytest.raises(NotOursToChange, match="0009_appeals"):
        bring_up_to_date(tmp_path, {})

    assert path.read_bytes() == before
    with pytest.raises(NotOursToChange):
        pending(path, ledger_db.CHANGES)
