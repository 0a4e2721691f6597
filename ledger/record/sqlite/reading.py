"""Reading the record's SQLite file: streams, the log, answers, words, and all of it to check."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from uuid import UUID

import eventsourcing.sqlite as library
from eventsourcing import persistence

from ledger.record.answers import StoredAnswer
from ledger.record.chain import START_OF_CHAIN
from ledger.record.sqlite.checking import ALL_ANSWERS, ALL_WORDS, CHAINED, NAMING_WORDS, STRAYS
from ledger.record.store import ChainedRow, LogRow, NamingRow, StrayRow, StreamRow

READERS_KEPT = 4
"""Connections kept aside for reading; the library's pool has fifteen for everybody."""


class _Reader(NamedTuple):
    connection: library.SQLiteConnection
    cursor: sqlite3.Cursor


class SQLiteReading(library.SQLiteApplicationRecorder):
    """What is read of the record; what is written, ``ledger.record.sqlite.store`` says.

    A request reads five times. A few connections are kept aside for that, each with its
    cursor: to have one from the library's pool and give it back takes longer than to read.
    """

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
        """The events of ``stream`` past version ``after``, in order."""
        return self._rows(
            "SELECT originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version",
            stream.hex,
            after,
        )

    def rows_after(self, position: int, limit: int) -> Sequence[LogRow]:
        """At most ``limit`` events past ``position``, in the log's order."""
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE rowid > ? ORDER BY rowid LIMIT ?",
            position,
            limit,
        )

    def streams_after(self, position: int) -> Sequence[str]:
        """The streams with an event past ``position``, by their hexadecimal ids."""
        statement = "SELECT DISTINCT originator_id FROM stored_events WHERE rowid > ?"
        return [str(stream) for (stream,) in self._rows(statement, position)]

    def placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        """The events of ``stream`` with their positions, in order."""
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE originator_id = ? ORDER BY originator_version",
            stream.hex,
        )

    def rows_about(self, topic: str, position: int) -> Sequence[LogRow]:
        """The events of one kind past ``position``, in the log's order. Slow: all is looked at."""
        return self._rows(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events "
            "WHERE rowid > ? AND topic = ? ORDER BY rowid",
            position,
            topic,
        )

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        statement = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
        return self._number(statement, stream.hex)

    def last_position(self) -> int:
        """Position of the last event; 0 if there is none."""
        return self._number("SELECT max(rowid) FROM stored_events")

    def head(self) -> tuple[int, bytes]:
        """Position and link of the chain's end; 0 and ``START_OF_CHAIN`` if it is empty."""
        row = self._row("SELECT position, link FROM chain ORDER BY position DESC LIMIT 1")
        return row or (0, START_OF_CHAIN)

    def link_at(self, position: int) -> bytes | None:
        """The link of the event at ``position``."""
        row = self._row("SELECT link FROM chain WHERE position = ?", position)
        return row[0] if row else None

    def stored_answer(self, command_id: UUID) -> StoredAnswer | None:
        """The row of the answer to ``command_id``."""
        row = self._row("SELECT * FROM answers WHERE command_id = ?", command_id.hex)
        return row[:-1] if row else None

    def answers_not_written(self, kind: str, stream: UUID | None) -> Sequence[StoredAnswer]:
        """The answers of a kind other than ``written``, of one stream or of all."""
        # The index holds no written ones; SQLite takes it only if told that none is wanted.
        asked = "SELECT * FROM answers WHERE kind <> 'written' AND kind = ?"
        if stream is None:
            return [row[:-1] for row in self._rows(asked, kind)]
        return [row[:-1] for row in self._rows(f"{asked} AND stream = ?", kind, stream.hex)]

    def answered(self, command_id: UUID, device: str) -> tuple[int, StoredAnswer | None]:
        """``last_seq`` and ``stored_answer`` as they are at one moment."""
        [(last, *row)] = self._rows(
            "SELECT (SELECT max(device_seq) FROM answers WHERE device = ?), answers.* "
            "FROM (SELECT 1) LEFT JOIN answers ON command_id = ?",
            device,
            command_id.hex,
        )
        return int(last or 0), tuple(row[:-1]) if row[0] is not None else None

    def last_seq(self, device: str) -> int:
        """The highest request number of ``device`` that was answered; 0 if none was."""
        return self._number("SELECT max(device_seq) FROM answers WHERE device = ?", device)

    def kept_words(self, digest: str) -> tuple[bytes | None, bytes | None] | None:
        """Salt and content of words; both ``None`` if they were removed, ``None`` if unknown."""
        kept: tuple[bytes | None, bytes | None] | None
        kept = self._row("SELECT salt, content FROM words WHERE digest = ?", digest)
        return kept

    # Checking. Columns come as bytes: a damaged text must not stop the reading.

    def chained_after(self, position: int, limit: int) -> Sequence[ChainedRow]:
        """Chain entries past ``position`` with their events, as found, whatever they hold."""
        return self._rows(CHAINED, position, limit)

    def stray_rows(self) -> Iterator[StrayRow]:
        """Rows of the wrong type, without a link, or that table and index differ on."""
        for table, statement in STRAYS:
            try:
                yield from (StrayRow(*row) for row in self._rows(statement))
            except persistence.PersistenceError as trouble:
                what = f"table and index can't be compared ({trouble})"
                yield StrayRow(None, None, None, table, "index", what)

    def all_answers(self) -> Iterator[tuple[bytes | None, ...]]:
        """Every stored answer as found, its check sums last."""
        return self._each(ALL_ANSWERS)

    def all_words(self) -> Iterator[tuple[bytes | None, ...]]:
        """All kept words as found: digest, salt, content."""
        return self._each(ALL_WORDS)

    def naming_words(self, topics: Sequence[str]) -> Iterator[NamingRow]:
        """Events of these topics as found: position, stream, version, topic, state."""
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
    """The library's error of the same name as SQLite's."""
    kind = getattr(persistence, type(trouble).__name__, persistence.PersistenceError)
    error: Exception = kind(trouble)
    error.__cause__ = trouble
    return error
