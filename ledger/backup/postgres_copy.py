"""The record in PostgreSQL as a record's file, and back: the same rows, links and positions.

Out of the server the end of the log and the tables beside it are read within one repeatable-read
transaction, so the copy is of one moment, whoever writes meanwhile. What comes before is never
changed: it is read in parts, and a copy that was stopped is gone on with. Needs nothing but Python:
`pg_dump` may be used as well, by people who have it, but no command of ours asks for it.
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
from ledger.record.store import ANSWER_COLUMNS

AT_ONCE = 5_000  # rows read from the server in one go

NOT_THE_RECORDS = ("_sqlite_migrations", "releases", "backup_manifest", "backup_lists")
"""Tables of the file that the server keeps otherwise, or has no use for."""

_ABOUT_A_ROW = 700  # bytes of an event with its link and its answer, about


class PostgresSource(NamedTuple):
    settings: Mapping[str, str]
    prepare: Callable[[Path], object]
    engine: str = "postgres"
    goes_on: bool = True

    def size(self) -> int:
        """How many bytes the copy will take, about."""
        with _server(self.settings) as server:
            return _ABOUT_A_ROW * _count(server, "stored_events")

    def copy_to(self, file: Path, progress: Progress) -> int:
        """What is only ever added to is copied in parts, each kept; the rest at the end, at once.

        So the copy is of the moment when its end was copied.
        """
        with _server(self.settings) as server, said_wording():
            if file.exists() and not _begins(server, file):
                file.unlink()
            self.prepare(file)
            with closing(sqlite3.connect(file, isolation_level=None)) as copy:
                parts = _Parts(server, copy, progress)
                before = parts.done
                parts.go()
        return before


def _begins(server: _Server, file: Path) -> bool:
    """Whether a copy that was stopped is a beginning of the record as it is now."""
    try:
        with closing(sqlite3.connect(file)) as copy:
            last = copy.execute("SELECT max(position) FROM chain").fetchone()[0]
            link = copy.execute("SELECT link FROM chain WHERE position = ?", (last,)).fetchone()
    except sqlite3.DatabaseError:
        return False
    question = SQL("SELECT link FROM {} WHERE position = %s").format(server.table("chain"))
    found = server.asked.execute(question, (last,)).fetchone()
    return link is not None and found is not None and bool(bytes(found[0]) == link[0])


class _Parts:
    """One copy: events with their links, answers, and what lies beside them.

    Events and answers are never changed or taken out, and a position that was read is never
    preceded by a new one; so parts of them are of use whenever they were read. An answer may have
    a number before those copied already: what is missing at the end is looked for.
    """

    def __init__(self, server: _Server, copy: sqlite3.Connection, progress: Progress) -> None:
        self._server, self._copy = server, copy
        copy.execute("PRAGMA synchronous = NORMAL")
        self._whole = _count(server, "stored_events") + _count(server, "answers")
        self.done, self._answers = (
            int(copy.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608
            for table in ("stored_events", "answers")
        )
        self._progress = progress

    def go(self) -> None:
        while self._events(A_PART) == A_PART:
            pass
        while self._some_answers() == A_PART:
            pass
        self._server.asked.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        while self._events(A_PART):
            pass
        with _at_once(self._copy):
            self._missing_answers()
            there = _tables_of(self._server)
            for table, columns in _tables(self._copy):
                wanted = [column for column in columns if column in there.get(table, ())]
                if wanted and table not in ("chain", "answers"):
                    if table != "words":  # which may be emptied, and are never fewer
                        self._copy.execute(f"DELETE FROM {table}")  # noqa: S608 (names of ours)
                    _copy_table(self._server, self._copy, table, wanted)
        self._server.asked.execute("COMMIT")

    def _events(self, most: int) -> int:
        """Copy the next events and their links; how many there were."""
        [after] = self._copy.execute("SELECT ifnull(max(rowid), 0) FROM stored_events").fetchone()
        rows = self._asked(_EVENTS, "stored_events", after, most)
        if not rows:
            return 0
        links = self._asked(_LINKS, "chain", after, rows[-1][0])
        with _at_once(self._copy):
            self._copy.executemany(_KEEP_EVENT, ((at, one.hex, *rest) for at, one, *rest in rows))
            self._copy.executemany("INSERT INTO chain VALUES (?, ?, ?)", links)
        self.done += len(rows)
        self._tell()
        return len(rows)

    def _some_answers(self) -> int:
        after = self._copy.execute("SELECT max(command_id) FROM answers").fetchone()[0] or ""
        return self._keep_answers(self._asked(_ANSWERS, "answers", after, A_PART))

    def _missing_answers(self) -> None:
        """Those that were given meanwhile, and have a number before one that was copied."""
        last, all_of_them = "", _count(self._server, "answers")
        while all_of_them > self._answers:
            numbers = [row[0] for row in self._asked(_NUMBERS, "answers", last, A_PART)]
            if not numbers:
                break
            here = self._copy.execute(
                "SELECT command_id FROM answers WHERE command_id > ? AND command_id <= ?",
                (last, numbers[-1]),
            )
            missing = sorted(set(numbers) - {number for (number,) in here})
            self._keep_answers(self._asked(_THESE_ANSWERS, "answers", missing))
            last = numbers[-1]

    def _keep_answers(self, rows: Sequence[tuple[Any, ...]]) -> int:
        marks = ", ".join("?" * len(ANSWER))
        with _at_once(self._copy):
            self._copy.executemany(
                f"INSERT INTO answers ({', '.join(ANSWER)}) VALUES ({marks})",  # noqa: S608
                rows,
            )
        self._answers += len(rows)
        self._tell()
        return len(rows)

    def _asked(self, question: SQL, table: str, *values: object) -> list[tuple[Any, ...]]:
        asked = question.format(self._server.table(table))
        with self._server.asked.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(asked, values).fetchall()

    def _tell(self) -> None:
        done = self.done + self._answers
        self._progress(done, max(self._whole, done))


@contextmanager
def _at_once(copy: sqlite3.Connection) -> Iterator[None]:
    """One transaction, within another that is under way or by itself."""
    if copy.in_transaction:
        yield
        return
    copy.execute("BEGIN")
    try:
        yield
    except BaseException:
        copy.execute("ROLLBACK")
        raise
    copy.execute("COMMIT")


A_PART = 20_000  # rows copied with one transaction: what a kill costs

ANSWER = (*ANSWER_COLUMNS, "checks")

_EVENTS = SQL(
    "SELECT notification_id, originator_id, originator_version, topic, state "
    "FROM {} WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)
_LINKS = SQL(
    "SELECT position, link, checks FROM {} WHERE position > %s AND position <= %s ORDER BY position"
)
_ANSWERS = SQL(
    f"SELECT {', '.join(ANSWER)} "  # noqa: S608 (names of ours)
    "FROM {} WHERE command_id > %s ORDER BY command_id LIMIT %s"
)
_NUMBERS = SQL("SELECT command_id FROM {} WHERE command_id > %s ORDER BY command_id LIMIT %s")
_THESE_ANSWERS = SQL(
    f"SELECT {', '.join(ANSWER)} "  # noqa: S608 (names of ours)
    "FROM {} WHERE command_id = ANY(%s)"
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


def _count(server: _Server, table: str) -> int:
    query = SQL("SELECT count(*) FROM {}").format(server.table(table))
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
    insert = f"INSERT OR REPLACE INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 (names of ours)
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
