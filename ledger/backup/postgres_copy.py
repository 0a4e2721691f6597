"""The record in PostgreSQL as a record's file, and back: the same rows, links and positions.

Out of the server everything is read within one repeatable-read transaction, so the log and the
tables beside it are of one moment, whoever writes meanwhile. Needs nothing but Python: `pg_dump`
may be used as well, by people who have it, but no command of ours asks for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier

from ledger.backup.taking import Progress
from ledger.record.failures import said_wording, wording
from ledger.record.postgres.connecting import connect, ours

AT_ONCE = 5_000  # rows read from the server in one go

NOT_THE_RECORDS = ("_sqlite_migrations", "releases", "backup_manifest", "backup_lists")
"""Tables of the file that the server keeps otherwise, or has no use for."""

_ABOUT_A_ROW = 700  # bytes of an event with its link and its answer, about


class PostgresSource(NamedTuple):
    settings: Mapping[str, str]
    prepare: Callable[[Path], object]
    engine: str = "postgres"

    def size(self) -> int:
        """How many bytes the copy will take, about."""
        with _server(self.settings) as server:
            return _ABOUT_A_ROW * _count(server)

    def copy_to(self, file: Path, progress: Progress) -> None:
        self.prepare(file)
        with (
            _server(self.settings) as server,
            said_wording(),
            closing(sqlite3.connect(file, isolation_level=None)) as copy,
        ):
            copy.execute("PRAGMA synchronous = OFF")
            server.asked.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            whole, done = _count(server), 0
            copy.execute("BEGIN")
            for rows in _batches(server, _EVENTS.format(server.table("stored_events"))):
                copy.executemany(_KEEP_EVENT, ((at, one.hex, *rest) for at, one, *rest in rows))
                done += len(rows)
                progress(done, max(whole, done))
            there = _tables_of(server)
            for table, columns in _tables(copy):
                if wanted := [column for column in columns if column in there.get(table, ())]:
                    _copy_table(server, copy, table, wanted)
            copy.execute("COMMIT")
            server.asked.execute("COMMIT")


_EVENTS = SQL(
    "SELECT notification_id, originator_id, originator_version, topic, state "
    "FROM {} ORDER BY notification_id"
)
_KEEP_EVENT = (
    "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state) "
    "VALUES (?, ?, ?, ?, ?)"
)


def put_into(settings: Mapping[str, str], file: Path, progress: Progress) -> None:
    """Fill the empty tables on a server from a record's file, in one transaction."""
    with (
        _server(settings) as server,
        said_wording(),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as copy,
        server.asked.transaction(),
    ):
        (whole,) = copy.execute("SELECT count(*) FROM stored_events").fetchone()
        events = copy.execute(
            "SELECT rowid, originator_id, originator_version, topic, state "
            "FROM stored_events ORDER BY rowid"
        )
        columns = ("notification_id", "originator_id", "originator_version", "topic", "state")
        _fill(server, "stored_events", columns, events, lambda done: progress(done, whole))
        there = _tables_of(server)
        for table, names in _tables(copy):
            if wanted := [name for name in names if name in there.get(table, ())]:
                rows = copy.execute(f"SELECT {', '.join(wanted)} FROM {table}")  # noqa: S608 (names of ours)
                _fill(server, table, wanted, rows, lambda _done: None)
        server.asked.execute(
            SQL(
                "SELECT setval(pg_get_serial_sequence({}, 'notification_id'), "
                "(SELECT max(notification_id) FROM {}))"
            ).format(server.table("stored_events").as_string(), server.table("stored_events"))
        )


def nodes_at(settings: Mapping[str, str]) -> int:
    """How many connections of ours, but this one, are open to the database."""
    with _server(settings) as server:
        found = server.asked.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = %s AND pid <> pg_backend_pid()",
            (ours(server.schema),),
        ).fetchone()
    return int(found[0]) if found else 0


def room_beside(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings of a schema beside the record's, without anything in it."""
    with _server(settings) as server:
        beside = f"{server.schema}_restoring"
        drop = SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(beside))
        server.asked.execute(drop)  # of a restore that was stopped half way
    return {**settings, "POSTGRES_SCHEMA": beside}


def put_in_its_place(settings: Mapping[str, str], beside: Mapping[str, str], now: datetime) -> str:
    """Give the tables beside the record's name; those there were get the name that is returned.

    At once: under the record's name there is always one of them, and it is whole.

    Raises:
      RecordAway: the server can't be reached; nothing was changed.
    """
    change = SQL("ALTER SCHEMA {} RENAME TO {}")
    with _server(settings) as server, server.asked.transaction():
        aside = f"{server.schema}_before_restore_{now:%Y%m%dt%H%M%S}"
        for name, new in ((server.schema, aside), (beside["POSTGRES_SCHEMA"], server.schema)):
            server.asked.execute(change.format(Identifier(name), Identifier(new)))
    return f"schema {aside}"


class _Server(NamedTuple):
    """A connection outside of any pool, and the schema in which the record's tables lie."""

    asked: psycopg.Connection[tuple[Any, ...]]
    schema: str

    def table(self, name: str) -> Identifier:
        return Identifier(self.schema, name)


@contextmanager
def _server(settings: Mapping[str, str]) -> Iterator[_Server]:
    schema = settings.get("POSTGRES_SCHEMA", "").strip() or "public"
    try:
        with closing(connect(settings)) as connection:
            yield _Server(connection, schema)
    except psycopg.Error as trouble:
        raise wording(trouble) from trouble


def _count(server: _Server) -> int:
    query = SQL("SELECT count(*) FROM {}").format(server.table("stored_events"))
    found = server.asked.execute(query).fetchone()
    return int(found[0]) if found else 0


def _tables_of(server: _Server) -> dict[str, set[str]]:
    rows = server.asked.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = %s",
        (server.schema,),
    ).fetchall()
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    return found


def _tables(copy: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    names = copy.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for (name,) in names:
        if name != "stored_events" and name not in NOT_THE_RECORDS:
            columns = copy.execute(f"PRAGMA table_info({name})").fetchall()
            yield name, [column[1] for column in columns]


def _copy_table(
    server: _Server, copy: sqlite3.Connection, table: str, columns: Sequence[str]
) -> None:
    query = SQL("SELECT {} FROM {}").format(
        SQL(", ").join(map(Identifier, columns)), server.table(table)
    )
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 (names of ours)
    for rows in _batches(server, query):
        copy.executemany(insert, rows)


def _batches(server: _Server, query: Composed) -> Iterator[list[tuple[Any, ...]]]:
    with server.asked.cursor("tilescribe_backup", row_factory=tuple_row) as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(AT_ONCE):
            yield rows


def _fill(
    server: _Server,
    table: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    progress: Callable[[int], None],
) -> None:
    statement = SQL("COPY {} ({}) FROM STDIN").format(
        server.table(table), SQL(", ").join(map(Identifier, columns))
    )
    with server.asked.cursor() as cursor, cursor.copy(statement) as copying:
        for done, row in enumerate(rows, 1):
            copying.write_row(row)
            if not done % AT_ONCE:
                progress(done)
