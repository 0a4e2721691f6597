"""The SQLite file events are kept in: one transaction, one chain, one flush for many callers.

Named as ``PERSISTENCE_MODULE``; the library finds ``LedgerFactory`` here. Tables are made by
``migrations/``, never here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import eventsourcing.sqlite as library
from eventsourcing import persistence
from eventsourcing.persistence import StoredEvent
from eventsourcing.utils import Environment, EnvType

from ledger.answers import StoredAnswer, answer_check_sums
from ledger.chain import START_OF_CHAIN, event_check_sums, link
from ledger.data_version import watch_file
from ledger.durable_sqlite import DurablePool
from ledger.group_commit import Entry, GroupCommit
from ledger.questions_sqlite import ALL_ANSWERS, ALL_WORDS, CHAINED, STRAYS
from ledger.store import ChainedRow, LogRow, StrayRow, StreamRow
from ledger.words import KeptWords

_INSERT_ANSWER = "INSERT INTO answers VALUES (?,?,?,?,?,?,?,?,?,?)"


class ChainedRecorder(library.SQLiteApplicationRecorder):
    """Writes events with their links, answers and words in one transaction, or nothing."""

    def __init__(
        self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name)
        self._together = GroupCommit(self._write_all)
        self._pen: library.SQLiteCursor | None = None
        self._broken: str = ""

    def construct_create_table_statements(self) -> list[str]:
        """No tables: ``migrations/`` makes them."""
        return []

    # Writing

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: object
    ) -> Sequence[int] | None:
        """Write events and what belongs beside them; see ``ledger.store.Store``.

        Raises:
          IntegrityError: a version, an answer or words by that name are there already.
        """
        return self._together.write(stored_events, kwargs)

    def _write_all(self, batch: Sequence[Entry]) -> None:
        """Write a batch under one commit, behind a savepoint each.

        Nobody else holds the pen: whoever leads the group has the turn.
        """
        if self._broken:
            raise persistence.OperationalError(self._broken)
        with library_errors():
            c = self._pen = self._pen or self._take_pen()
            # The write lock first: a deferred BEGIN that reads before it writes can fail.
            c.execute("BEGIN IMMEDIATE")
            try:
                if len(batch) == 1:  # alone, the transaction is its savepoint
                    batch[0].positions = self._insert_events(c, batch[0].events, **batch[0].beside)
                else:
                    for entry in batch:
                        self._write_one(c, entry)
                c.execute("COMMIT")
            except BaseException as trouble:
                self._put_back(c, trouble)
                raise

    def _write_one(self, c: library.SQLiteCursor, entry: Entry) -> None:
        c.execute("SAVEPOINT entry")
        try:
            entry.positions = self._insert_events(c, entry.events, **entry.beside)
        except Exception as trouble:
            if isinstance(trouble, sqlite3.OperationalError) or not _in_transaction(c):
                raise  # the disk's fault, not this caller's: nothing of the batch is written
            c.execute("ROLLBACK TO entry")
            entry.error = _as_library_error(trouble)
        c.execute("RELEASE entry")

    def _insert_events(
        self,
        c: library.SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        answer: StoredAnswer | None = None,
        words: Sequence[KeptWords] = (),
        removed: Sequence[str] = (),
        **_: object,
    ) -> Sequence[int]:
        # Insert first: it takes SQLite's write lock, so the head read next is the head that
        # nobody else can be extending. The head is never remembered: a rolled back savepoint
        # or another process would leave us with one that is not in the table.
        positions = super()._insert_events(c, stored_events) or ()
        if positions:
            c.execute("SELECT link FROM chain ORDER BY position DESC LIMIT 1")
            row = c.fetchone()
            head = row[0] if row else START_OF_CHAIN
            for position, event in zip(positions, stored_events, strict=True):
                fields = (_hex(event.originator_id), event.originator_version)
                head = link(head, *fields, event.topic, event.state)
                sums = event_check_sums(*fields, event.topic, event.state)
                c.execute("INSERT INTO chain VALUES (?,?,?)", (position, head, sums))
        if answer is not None:
            c.execute(_INSERT_ANSWER, (*answer, answer_check_sums(answer)))
        for kept in words:
            row = (kept.digest, kept.salt, kept.content)
            c.execute("INSERT INTO words VALUES (?,?,?)", row)
        for digest in removed:
            c.execute("UPDATE words SET salt = NULL, content = NULL WHERE digest = ?", (digest,))
        return positions

    def _take_pen(self) -> library.SQLiteCursor:
        """The cursor all writes go through, on a connection of the pool kept for it."""
        c = self.datastore.pool.get_connection().cursor()
        c.sqlite_cursor.row_factory = None
        return c

    def _put_back(self, c: library.SQLiteCursor, trouble: BaseException) -> None:
        if _in_transaction(c):
            c.execute("ROLLBACK")
        name = getattr(trouble, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            # After a failed flush nobody knows what is on the disk; SQLite must read it anew.
            self._broken = f"disk I/O error ({name}); restart needed"

    # Reading

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
        with self._reading() as cursor:
            return cursor.execute(statement, values).fetchall()

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

    def _each(self, statement: str) -> Iterator[tuple[bytes | None, ...]]:
        with self._reading() as cursor:
            yield from cursor.execute(statement)

    # Listening and closing

    def listen(self, moved: Callable[[int], None]) -> Callable[[], None]:
        """Call ``moved(position)`` whenever another process has written; returns how to stop."""
        return watch_file(self.datastore.pool.db_name, self.last_position, moved)

    def close(self) -> None:
        """Close every connection."""
        self.datastore.close()


class LedgerFactory(library.SQLiteFactory):
    """The library's factory, over connections that are durable."""

    application_recorder_class = ChainedRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = DurablePool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)


@contextmanager
def library_errors() -> Iterator[None]:
    """Raise what SQLite raises as the library's error of the same name."""
    try:
        yield
    except sqlite3.Error as trouble:
        raise _as_library_error(trouble) from trouble
    except UnicodeDecodeError as trouble:  # a text in the file that is no longer a text
        raise persistence.DataError(trouble) from trouble


def _as_library_error(trouble: Exception) -> Exception:
    kind = getattr(persistence, type(trouble).__name__, persistence.PersistenceError)
    error: Exception = kind(trouble)
    error.__cause__ = trouble
    return error


def _in_transaction(c: library.SQLiteCursor) -> bool:
    return c.sqlite_cursor.connection.in_transaction


def _hex(stream: UUID | str) -> str:
    return stream.hex if isinstance(stream, UUID) else stream
