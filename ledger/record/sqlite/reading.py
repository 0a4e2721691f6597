"""Reading the record's SQLite file: streams, the log, answers, words, and all of it to check."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

import eventsourcing.sqlite as library
from eventsourcing import persistence

from ledger.record.chain import START_OF_CHAIN
from ledger.record.store import (
    ChainedRow,
    LogRow,
    NamingRow,
    PastRow,
    StoredAnswer,
    StrayRow,
    StreamRow,
)

# What ``verify`` asks a SQLite file that may be damaged.
#
# Every column is asked for as a blob, so that a text which is no longer a text comes out as it
# lies there; SQLite casts a whole number to its decimal digits, which is what links are taken
# over. Types, and the index that streams are read by, are compared inside SQLite.


CHAINED = """
    SELECT position, CAST(originator_id AS BLOB), CAST(originator_version AS BLOB),
        CAST(topic AS BLOB), CAST(state AS BLOB), CAST(link AS BLOB), CAST(checks AS BLOB)
    FROM (SELECT * FROM chain WHERE position > ? ORDER BY position LIMIT ?)
    LEFT JOIN stored_events ON stored_events.rowid = position
"""
ALL_ANSWERS = """
    SELECT CAST(command_id AS BLOB), CAST(device AS BLOB), CAST(device_seq AS BLOB),
        CAST(payload AS BLOB), CAST(kind AS BLOB), CAST(stream AS BLOB), CAST(version AS BLOB),
        CAST(body AS BLOB), CAST(at AS BLOB), CAST(checks AS BLOB)
    FROM answers
"""
ALL_WORDS = "SELECT CAST(digest AS BLOB), CAST(salt AS BLOB), CAST(content AS BLOB) FROM words"

_TABLE_AGAINST_INDEX = """
    SELECT rowid, originator_id, originator_version,
        CASE fault WHEN 'link' THEN 'chain' ELSE 'stored_events' END,
        fault,
        CASE fault WHEN 'link' THEN 'the event has no link'
                   WHEN 'index' THEN 'reading its stream does not find it'
                   ELSE 'the column holds another type of value' END
    FROM (
        SELECT rowid, CAST(originator_id AS BLOB) AS originator_id, originator_version,
            CASE WHEN typeof(originator_id) <> 'text' THEN 'originator_id'
                 WHEN typeof(originator_version) <> 'integer' THEN 'originator_version'
                 WHEN typeof(topic) <> 'text' THEN 'topic'
                 WHEN typeof(state) <> 'blob' THEN 'state'
                 WHEN NOT EXISTS (SELECT 1 FROM chain WHERE position = events.rowid) THEN 'link'
                 WHEN NOT EXISTS (
                    SELECT 1
                    FROM stored_events AS by_stream INDEXED BY sqlite_autoindex_stored_events_1
                    WHERE by_stream.originator_id = events.originator_id
                    AND by_stream.originator_version = events.originator_version
                    AND by_stream.rowid = events.rowid) THEN 'index'
            END AS fault
        FROM stored_events AS events NOT INDEXED LIMIT -1
    ) WHERE fault IS NOT NULL
"""

_INDEX_AGAINST_TABLE = """
    SELECT by_stream.rowid, CAST(by_stream.originator_id AS BLOB), by_stream.originator_version,
        'stored_events', 'index', 'its stream lists it, the log does not'
    FROM stored_events AS by_stream INDEXED BY sqlite_autoindex_stored_events_1
    WHERE NOT EXISTS (
        SELECT 1 FROM stored_events AS events NOT INDEXED
        WHERE events.rowid = by_stream.rowid
        AND events.originator_id = by_stream.originator_id
        AND events.originator_version = by_stream.originator_version)
    ORDER BY by_stream.originator_id, by_stream.originator_version
"""

_CHAIN_TYPES = """
    SELECT position, NULL, NULL, 'chain',
        CASE typeof(link) WHEN 'blob' THEN 'checks' ELSE 'link' END,
        'the column holds another type of value'
    FROM chain WHERE typeof(link) <> 'blob' OR typeof(checks) <> 'blob'
"""

_ANSWER_TYPES = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers',
        CASE WHEN typeof(command_id) <> 'text' THEN 'command_id'
             WHEN typeof(device) <> 'text' THEN 'device'
             WHEN typeof(device_seq) NOT IN ('integer', 'null') THEN 'device_seq'
             WHEN typeof(payload) <> 'blob' THEN 'payload'
             WHEN typeof(kind) <> 'text' THEN 'kind'
             WHEN typeof(stream) <> 'text' THEN 'stream'
             WHEN typeof(version) <> 'integer' THEN 'version'
             WHEN typeof(body) <> 'blob' THEN 'body'
             WHEN typeof(at) <> 'text' THEN 'at'
             ELSE 'checks' END,
        'the column holds another type of value'
    FROM answers NOT INDEXED
    WHERE typeof(command_id) <> 'text' OR typeof(device) <> 'text'
    OR typeof(device_seq) NOT IN ('integer', 'null') OR typeof(payload) <> 'blob'
    OR typeof(kind) <> 'text' OR typeof(stream) <> 'text' OR typeof(version) <> 'integer'
    OR typeof(body) <> 'blob' OR typeof(at) <> 'text' OR typeof(checks) <> 'blob'
"""

_ANSWERS_AGAINST_INDEX = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'index',
        'counting its device does not find it'
    FROM answers AS answer NOT INDEXED
    WHERE NOT EXISTS (
        SELECT 1 FROM answers AS counted INDEXED BY answers_by_device
        WHERE counted.device = answer.device AND counted.device_seq IS answer.device_seq
        AND counted.command_id = answer.command_id)
"""

# The plus signs keep SQLite from looking an index up in itself.
_INDEX_AGAINST_ANSWERS = """
    SELECT NULL, CAST(counted.command_id AS BLOB), NULL, 'answers', 'index',
        'its device counts it, the answers do not hold it'
    FROM answers AS counted INDEXED BY answers_by_device
    WHERE NOT EXISTS (
        SELECT 1 FROM answers AS answer NOT INDEXED
        WHERE answer.command_id = counted.command_id AND +answer.device = counted.device
        AND +answer.device_seq IS counted.device_seq)
    ORDER BY counted.device, counted.device_seq
"""

_UNWRITTEN_AGAINST_INDEX = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'index',
        'looking for what was not written does not find it'
    FROM answers AS answer NOT INDEXED
    WHERE answer.kind <> 'written' AND NOT EXISTS (
        SELECT 1 FROM answers AS found INDEXED BY answers_not_written
        WHERE found.kind <> 'written' AND found.kind = answer.kind
        AND found.stream = answer.stream AND found.command_id = answer.command_id)
"""

_INDEX_AGAINST_UNWRITTEN = """
    SELECT NULL, CAST(found.command_id AS BLOB), NULL, 'answers', 'index',
        'it is found as not written, and the answers do not hold it so'
    FROM answers AS found INDEXED BY answers_not_written
    WHERE found.kind <> 'written' AND NOT EXISTS (
        SELECT 1 FROM answers AS answer NOT INDEXED
        WHERE answer.command_id = found.command_id AND +answer.kind = found.kind
        AND +answer.stream = found.stream)
    ORDER BY found.kind, found.stream
"""

_WORDS_TYPES = """
    SELECT NULL, CAST(digest AS BLOB), NULL, 'words',
        CASE WHEN typeof(digest) <> 'text' THEN 'digest'
             WHEN typeof(salt) NOT IN ('blob', 'null') THEN 'salt' ELSE 'content' END,
        'the column holds another type of value'
    FROM words
    WHERE typeof(digest) <> 'text' OR typeof(salt) NOT IN ('blob', 'null')
    OR typeof(content) NOT IN ('blob', 'null')
"""

# What the tables say of each other. Of a request whose events are in the stream of a game there
# is an answer, written with them; scheduling one answered nobody once. A tournament or a case was
# written without answers once: where the request that began it has one, all that follow have.
# Its number stands in each event behind the first of these marks, for written_by, before it, has
# its quotes escaped.
_COMMAND = """replace(CAST(substr(event.state,
    instr(event.state, CAST('"command_id":"' AS BLOB)) + 14, 36) AS TEXT), '-', '')"""

_EVENTS_WITHOUT_ANSWER = """
    SELECT event.rowid, CAST(event.originator_id AS BLOB), event.originator_version,
        'answers', 'row', 'the answer to the request that wrote this event is missing'
    FROM stored_events AS event NOT INDEXED
    WHERE event.topic <> 'game-scheduled'
    AND NOT EXISTS (SELECT 1 FROM answers WHERE command_id = COMMAND)
    AND EXISTS (
        SELECT 1 FROM stored_events AS first
        WHERE first.originator_id = event.originator_id AND first.originator_version = 1
        AND (first.topic = 'game-scheduled' OR first.topic IN ('tournament-opened', 'case-opened')
            AND EXISTS (SELECT 1 FROM answers WHERE command_id = BEGUN)))
""".replace("COMMAND", _COMMAND).replace("BEGUN", _COMMAND.replace("event.state", "first.state"))

_ANSWERS_WITHOUT_EVENT = """
    SELECT NULL, CAST(answer.stream AS BLOB), answer.version, 'stored_events', 'row',
        'request ' || answer.command_id || ' was answered as written, and the event is missing'
    FROM answers AS answer NOT INDEXED
    WHERE answer.kind = 'written' AND NOT EXISTS (
        SELECT 1 FROM stored_events AS event
        WHERE event.originator_id = answer.stream AND event.originator_version = answer.version
        AND COMMAND = answer.command_id)
""".replace("COMMAND", _COMMAND)

# A number that was skipped is refused, so those of a device have no gap.
_NUMBERS_MISSING = """
    SELECT NULL, CAST(stream AS BLOB), version, 'answers', 'device_seq',
        'before it, answers ' || (before + 1) || ' to ' || (device_seq - 1)
        || ' of device ' || device || ' are missing'
    FROM (
        SELECT stream, version, device, device_seq,
            lag(device_seq, 1, 0) OVER (PARTITION BY device ORDER BY device_seq) AS before
        FROM answers WHERE device_seq IS NOT NULL)
    WHERE device_seq > before + 1
"""

NAMING_WORDS = """
    SELECT rowid, CAST(originator_id AS BLOB), CAST(originator_version AS BLOB),
        CAST(topic AS BLOB), CAST(state AS BLOB)
    FROM stored_events NOT INDEXED WHERE topic IN (%s)
"""

STRAYS = (
    ("stored_events", _TABLE_AGAINST_INDEX),
    ("stored_events", _INDEX_AGAINST_TABLE),
    ("chain", _CHAIN_TYPES),
    ("answers", _ANSWER_TYPES),
    ("answers", _ANSWERS_AGAINST_INDEX),
    ("answers", _INDEX_AGAINST_ANSWERS),
    ("answers", _UNWRITTEN_AGAINST_INDEX),
    ("answers", _INDEX_AGAINST_UNWRITTEN),
    ("words", _WORDS_TYPES),
    ("answers", _EVENTS_WITHOUT_ANSWER),
    ("stored_events", _ANSWERS_WITHOUT_EVENT),
    ("answers", _NUMBERS_MISSING),
)
"""What it is about, and a question that yields position, stream, version, table, column and
what is wrong; nothing if all is well."""


READERS_KEPT = 4  # connections kept aside for reading; the library's pool has fifteen for everybody


class _Reader(NamedTuple):
    connection: library.SQLiteConnection
    cursor: sqlite3.Cursor


class SQLiteReading(library.SQLiteApplicationRecorder):
    """What is read of the record; what is written, ``ledger.record.sqlite.store`` says.

    A request reads five times. A few connections are kept aside for that, each with its
    cursor: to have one from the library's pool and give it back takes longer than to read.
    """

    stray_questions = len(STRAYS)

    def __init__(
        self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name)
        self._readers: list[_Reader] = []
        self._no_more_readers = False

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Cursor]:
        pool = self.datastore.pool
        connection = pool.get_connection(is_writer=False)
        try:
            with library_errors():
                cursor = connection.cursor().sqlite_cursor
                cursor.row_factory = None
                yield cursor
        finally:
            pool.put_connection(connection)

    def _rows(self, statement: str, *values: str | int) -> list[Any]:
        pool = self.datastore.pool
        try:
            reader = self._readers.pop()
        except IndexError:
            connection = pool.get_connection(is_writer=False)
            reader = _Reader(connection, connection.cursor().sqlite_cursor)
            reader.cursor.row_factory = None
        try:
            rows = reader.cursor.execute(statement, values).fetchall()
        except BaseException as trouble:
            pool.put_connection(reader.connection)
            if isinstance(trouble, (sqlite3.Error, UnicodeDecodeError)):
                raise _in_the_librarys_words(trouble) from trouble
            raise
        if self._no_more_readers or len(self._readers) >= READERS_KEPT:
            pool.put_connection(reader.connection)
        else:
            self._readers.append(reader)
        return rows

    def _give_back_readers(self) -> None:
        self._no_more_readers = True
        while self._readers:
            self.datastore.pool.put_connection(self._readers.pop().connection)

    def _row(self, statement: str, *values: str | int) -> Any:  # noqa: ANN401
        rows = self._rows(statement, *values)
        return rows[0] if rows else None

    def _number(self, statement: str, *values: str | int) -> int:
        return int(self._rows(statement, *values)[0][0] or 0)

    def rows_of(self, stream: UUID, after: int) -> Sequence[StreamRow]:
        return self._rows(
            "SELECT originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version",
            stream.hex,
            after,
        )

    def rows_past(self, versions: Mapping[UUID, int]) -> Sequence[PastRow]:
        """The events of some streams, each past a version of its own, stream by stream in order."""
        return self._rows(
            "SELECT originator_id, originator_version, topic, state "
            "FROM json_each(?) AS wanted CROSS JOIN stored_events "
            "ON originator_id = wanted.key AND originator_version > wanted.value "
            "ORDER BY originator_id, originator_version",
            json.dumps({stream.hex: version for stream, version in versions.items()}),
        )

    def rows_after(self, position: int, limit: int) -> Sequence[LogRow]:
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE rowid > ? ORDER BY rowid LIMIT ?",
            position,
            limit,
        )

    def streams_after(self, position: int) -> Sequence[str]:
        statement = "SELECT DISTINCT originator_id FROM stored_events WHERE rowid > ?"
        return [str(stream) for (stream,) in self._rows(statement, position)]

    def streams_between(self, after: int, upto: int) -> Sequence[tuple[str, int]]:
        # The plus sign keeps SQLite from walking the index of all streams instead of the stretch.
        return self._rows(
            "SELECT originator_id, max(originator_version) FROM stored_events "
            "WHERE rowid > ? AND rowid <= ? GROUP BY +originator_id",
            after,
            upto,
        )

    def placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? ORDER BY originator_version",
            stream.hex,
        )

    def rows_about(self, topic: str, position: int) -> Sequence[LogRow]:
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE rowid > ? AND topic = ? ORDER BY rowid",
            position,
            topic,
        )

    def version_of(self, stream: UUID) -> int:
        statement = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
        return self._number(statement, stream.hex)

    def last_position(self) -> int:
        return self._number("SELECT max(rowid) FROM stored_events")

    def head(self) -> tuple[int, bytes]:
        row = self._row("SELECT position, link FROM chain ORDER BY position DESC LIMIT 1")
        return row or (0, START_OF_CHAIN)

    def link_at(self, position: int) -> bytes | None:
        row = self._row("SELECT link FROM chain WHERE position = ?", position)
        return row[0] if row else None

    def stored_answer(self, command_id: UUID) -> StoredAnswer | None:
        row = self._row("SELECT * FROM answers WHERE command_id = ?", command_id.hex)
        return row[:-1] if row else None

    def answers_not_written(self, kind: str, stream: UUID | None) -> Sequence[StoredAnswer]:
        # The index holds no written ones; SQLite takes it only if told that none is wanted.
        request = "SELECT * FROM answers WHERE kind <> 'written' AND kind = ?"
        if stream is None:
            return [row[:-1] for row in self._rows(request, kind)]
        return [row[:-1] for row in self._rows(f"{request} AND stream = ?", kind, stream.hex)]

    def answered(self, command_id: UUID, device: str) -> tuple[int, StoredAnswer | None]:
        [(last, *row)] = self._rows(
            "SELECT (SELECT max(device_seq) FROM answers WHERE device = ?), answers.* "
            "FROM (SELECT 1) LEFT JOIN answers ON command_id = ?",
            device,
            command_id.hex,
        )
        return int(last or 0), tuple(row[:-1]) if row[0] is not None else None

    def last_seq(self, device: str) -> int:
        return self._number("SELECT max(device_seq) FROM answers WHERE device = ?", device)

    def kept_words(self, digest: str) -> tuple[bytes | None, bytes | None] | None:
        kept: tuple[bytes | None, bytes | None] | None
        kept = self._row("SELECT salt, content FROM words WHERE digest = ?", digest)
        return kept

    # Checking. Columns come as bytes: a damaged text must not stop the reading.

    def chained_after(self, position: int, limit: int) -> Sequence[ChainedRow]:
        return self._rows(CHAINED, position, limit)

    def stray_rows(self, which: int | None = None) -> Iterator[StrayRow]:
        """Rows of the wrong type, without a link, or that table and index differ on."""
        for table, statement in STRAYS if which is None else STRAYS[which : which + 1]:
            try:
                yield from (StrayRow(*row) for row in self._rows(statement))
            except persistence.PersistenceError as trouble:
                what = f"table and index can't be compared ({trouble})"
                yield StrayRow(None, None, None, table, "index", what)

    def all_answers(self) -> Iterator[tuple[bytes | None, ...]]:
        return self._each(ALL_ANSWERS)

    def all_words(self) -> Iterator[tuple[bytes | None, ...]]:
        return self._each(ALL_WORDS)

    def naming_words(self, topics: Sequence[str]) -> Iterator[NamingRow]:
        return self._each(NAMING_WORDS % ", ".join("?" * len(topics)), *topics)

    def _each(self, statement: str, *values: str) -> Iterator[tuple[Any, ...]]:
        with self._reading() as cursor:
            yield from cursor.execute(statement, values)


@contextmanager
def library_errors() -> Iterator[None]:
    """Raise what SQLite raises as the library's error of the same name."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as trouble:
        raise _in_the_librarys_words(trouble) from trouble


def _in_the_librarys_words(trouble: sqlite3.Error | UnicodeDecodeError) -> Exception:
    if isinstance(trouble, UnicodeDecodeError):  # a text in the file that is no longer a text
        return persistence.DataError(trouble)
    return as_library_error(trouble)


def as_library_error(trouble: Exception) -> Exception:
    kind = getattr(persistence, type(trouble).__name__, persistence.PersistenceError)
    error: Exception = kind(trouble)
    error.__cause__ = trouble
    return error
