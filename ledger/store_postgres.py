"""The same store on PostgreSQL: one shared log for many halls.

Named by settings only: ``PERSISTENCE_MODULE=eventsourcing.postgres`` and ``POSTGRES_*``.
Tables are made by ``tilescribe migrate``; nodes run with ``CREATE_TABLE=n``. The library's
database functions stay off: they drop the table lock, and followers then miss events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from threading import Event, Thread
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from ledger.answers import StoredAnswer, answer_check_sums
from ledger.chain import START_OF_CHAIN, event_check_sums, link
from ledger.group_commit import Entry, GroupCommit
from ledger.store import ChainedRow, Found, LogRow, StrayRow, StreamRow

_INSERT_EVENTS: LiteralString = (
    "WITH written AS ("
    "INSERT INTO {stored_events} (originator_id, originator_version, topic, state) "
    "SELECT id, version, topic, state FROM "
    "unnest(%s::uuid[], %s::bigint[], %s::text[], %s::bytea[]) WITH ORDINALITY "
    "AS given (id, version, topic, state, place) ORDER BY place RETURNING notification_id) "
    "SELECT notification_id, (SELECT link FROM {chain} ORDER BY position DESC LIMIT 1) "
    "FROM written ORDER BY notification_id"
)
_INSERT_LINKS: LiteralString = (
    "INSERT INTO {chain} SELECT * FROM unnest(%s::bigint[], %s::bytea[], %s::bytea[])"
)
_INSERT_ANSWER: LiteralString = "INSERT INTO {answers} VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s,%s)"
_EMPTY_WORDS: LiteralString = "UPDATE {words} SET salt = NULL, content = NULL WHERE digest = %s"

_ATTEMPTS = 3
"""How often a batch is tried over when the server went away before its commit was sent."""


class ChainedPostgresRecorder(library.PostgresApplicationRecorder):
    """Writes events with their links, answers and words in one transaction, or nothing."""

    def __init__(
        self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._together = GroupCommit(self._write_all)
        tables = ("stored_events", "chain", "answers", "words")
        self._tables = {name: Identifier(datastore.schema, name) for name in tables}
        self._formatted: dict[str, str] = {}
        self._begin = (
            SQL(
                "BEGIN; SET LOCAL lock_timeout = '{}s'; LOCK TABLE {} IN EXCLUSIVE MODE; "
                "NOTIFY {}; SAVEPOINT batch"
            )
            .format(
                datastore.lock_timeout, self._tables["stored_events"], Identifier(self.channel_name)
            )
            .as_string()
        )

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

        This engine serialises commits, so callers who share one share its price. The table
        lock comes first: positions are then given out in the order of commits, and the head
        read next is the head nobody else can be extending.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            committing = gone = False
            try:
                with self._connection() as connection:
                    try:
                        connection.execute(self._begin)
                        self._write_batch(connection, batch)
                        committing = True
                        connection.execute("COMMIT")
                    except BaseException:
                        with suppress(psycopg.Error):
                            connection.execute("ROLLBACK")
                        gone = connection.closed
                        raise
                return
            except persistence.OperationalError:
                # Whether a commit that was sent has happened, nobody can say; it is not
                # tried again. Whoever asks again finds the answer beside the events, or not.
                if committing or not gone or attempt == _ATTEMPTS:
                    raise
                self.datastore.pool.check()

    def _write_batch(self, connection: psycopg.Connection[Any], batch: Sequence[Entry]) -> None:
        """Everybody at once, which is the rule; one by one if somebody's entry can't be."""
        try:
            self._write_together(connection, batch)
        except (psycopg.IntegrityError, psycopg.DataError):
            connection.execute("ROLLBACK TO SAVEPOINT batch")
            for entry in batch:
                connection.execute("SAVEPOINT entry")
                try:
                    self._write_together(connection, [entry])
                except (psycopg.IntegrityError, psycopg.DataError) as trouble:
                    connection.execute("ROLLBACK TO SAVEPOINT entry")
                    entry.error = _as_library_error(trouble)
                connection.execute("RELEASE SAVEPOINT entry")

    def _write_together(self, connection: psycopg.Connection[Any], batch: Sequence[Entry]) -> None:
        events = [event for entry in batch for event in entry.events]
        with connection.cursor(row_factory=tuple_row) as c:
            positions = self._write_events(c, events) if events else iter(())
            self._write_beside(c, [entry.beside for entry in batch])
        for entry in batch:
            entry.positions, entry.error = list(islice(positions, len(entry.events))), None

    def _write_events(self, c: psycopg.Cursor[Any], events: Sequence[StoredEvent]) -> Iterator[int]:
        columns = zip(
            *((e.originator_id, e.originator_version, e.topic, e.state) for e in events),
            strict=True,
        )
        c.execute(self._sql(_INSERT_EVENTS), [list(column) for column in columns], prepare=True)
        written = c.fetchall()
        positions = [position for position, _ in written]
        head = bytes(written[0][1] or START_OF_CHAIN)
        c.execute(self._sql(_INSERT_LINKS), (positions, *_links(head, events)), prepare=True)
        return iter(positions)

    def _write_beside(self, c: psycopg.Cursor[Any], beside: Sequence[Mapping[str, Any]]) -> None:
        """Answers and words, all in one round trip each."""
        given = [what["answer"] for what in beside if what.get("answer") is not None]
        kept = [words for what in beside for words in what.get("words", ())]
        removed = [digest for what in beside for digest in what.get("removed", ())]
        if given:
            rows = [(*answer, answer_check_sums(answer)) for answer in given]
            c.executemany(self._sql(_INSERT_ANSWER), rows)
        if kept:
            lines = [(words.digest, words.salt, words.content) for words in kept]
            c.executemany(self._sql("INSERT INTO {words} VALUES (%s, %s, %s)"), lines)
        if removed:
            c.executemany(self._sql(_EMPTY_WORDS), [(digest,) for digest in removed])

    # Reading

    def _sql(self, statement: LiteralString) -> Any:  # noqa: ANN401
        formatted = self._formatted.get(statement)
        if formatted is None:
            formatted = SQL(statement).format(**self._tables).as_string()
            self._formatted[statement] = formatted
        return formatted

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            with self.datastore.get_connection() as connection:
                yield connection
        except PersistenceError:
            raise
        except psycopg.Error as trouble:  # the pool's own: no connection to be had
            raise persistence.OperationalError(str(trouble)) from trouble

    def _rows(self, statement: LiteralString, *values: object) -> list[Any]:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._connection() as connection:
                    cursor = connection.cursor(row_factory=tuple_row, binary=True)
                    return cursor.execute(self._sql(statement), values, prepare=True).fetchall()
            except persistence.OperationalError:
                if attempt == _ATTEMPTS:
                    raise
                self.datastore.pool.check()
        return []

    def rows_of(self, stream: UUID, after: int) -> Sequence[StreamRow]:
        """The events of ``stream`` past version ``after``, in order."""
        return self._rows(
            "SELECT originator_version, topic, state FROM {stored_events} "
            "WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version",
            stream,
            after,
        )

    def rows_after(self, position: int, limit: int) -> Sequence[LogRow]:
        """At most ``limit`` events past ``position``, in the log's order."""
        rows = self._rows(
            "SELECT notification_id, originator_id, originator_version, topic, state "
            "FROM {stored_events} WHERE notification_id > %s ORDER BY notification_id LIMIT %s",
            position,
            limit,
        )
        return [(n, stream.hex, version, topic, state) for n, stream, version, topic, state in rows]

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        return self._number(
            "SELECT max(originator_version) FROM {stored_events} WHERE originator_id = %s", stream
        )

    def last_position(self) -> int:
        """Position of the last event; 0 if there is none."""
        return self._number("SELECT max(notification_id) FROM {stored_events}")

    def head(self) -> tuple[int, bytes]:
        """Position and link of the chain's end; 0 and ``START_OF_CHAIN`` if it is empty."""
        rows = self._rows("SELECT position, link FROM {chain} ORDER BY position DESC LIMIT 1")
        return rows[0] if rows else (0, START_OF_CHAIN)

    def link_at(self, position: int) -> bytes | None:
        """The link of the event at ``position``."""
        rows = self._rows("SELECT link FROM {chain} WHERE position = %s", position)
        return rows[0][0] if rows else None

    def stored_answer(self, command_id: UUID) -> StoredAnswer | None:
        """The row of the answer to ``command_id``."""
        rows = self._rows("SELECT * FROM {answers} WHERE command_id = %s", command_id.hex)
        return rows[0][:-1] if rows else None

    def last_seq(self, device: str) -> int:
        """The highest request number of ``device`` that was answered; 0 if none was."""
        return self._number("SELECT max(device_seq) FROM {answers} WHERE device = %s", device)

    def kept_words(self, digest: str) -> tuple[bytes | None, bytes | None] | None:
        """Salt and content of words; both ``None`` if they were removed, ``None`` if unknown."""
        rows = self._rows("SELECT salt, content FROM {words} WHERE digest = %s", digest)
        return rows[0] if rows else None

    def _number(self, statement: LiteralString, *values: object) -> int:
        return int(self._rows(statement, *values)[0][0] or 0)

    # Checking

    def chained_after(self, position: int, limit: int) -> Sequence[ChainedRow]:
        """Chain entries past ``position`` with their events, as found, whatever they hold."""
        rows = self._rows(
            "SELECT position, originator_id, originator_version, topic, state, link, checks "
            "FROM (SELECT * FROM {chain} WHERE position > %s ORDER BY position LIMIT %s) AS c "
            "LEFT JOIN {stored_events} ON notification_id = position ORDER BY position",
            position,
            limit,
        )
        return [(row[0], *map(_as_found, row[1:])) for row in rows]

    def stray_rows(self) -> Iterator[StrayRow]:
        """Events that have no link, however they came here."""
        for row in self._rows(
            "SELECT notification_id, originator_id, originator_version FROM {stored_events} "
            "WHERE NOT EXISTS (SELECT 1 FROM {chain} WHERE position = notification_id)"
        ):
            yield StrayRow(row[0], row[1].hex, row[2], "chain", "link", "the event has no link")

    def all_answers(self) -> Iterator[tuple[Found, ...]]:
        """Every stored answer as found, its check sums last."""
        return self._each("SELECT * FROM {answers}")

    def all_words(self) -> Iterator[tuple[Found, ...]]:
        """All kept words as found: digest, salt, content."""
        return self._each("SELECT * FROM {words}")

    def _each(self, statement: LiteralString) -> Iterator[tuple[Found, ...]]:
        with (
            self._connection() as connection,
            connection.transaction(),
            connection.cursor("verify", row_factory=tuple_row) as cursor,
        ):
            for row in cursor.execute(self._sql(statement)):
                yield tuple(map(_as_found, row))

    # Listening and closing

    def listen(self, moved: Callable[[int], None]) -> Callable[[], None]:
        """Call ``moved(position)`` whenever anybody has written; returns how to stop.

        One connection for the whole process, however many wait.
        """
        stopped = Event()
        listening = Thread(
            target=self._listen, args=(stopped, moved), name="tilescribe-listen", daemon=True
        )
        listening.start()

        def stop() -> None:
            stopped.set()
            listening.join()

        return stop

    def _listen(self, stopped: Event, moved: Callable[[int], None]) -> None:
        while not stopped.is_set():
            try:
                with self._connection() as connection:
                    connection.execute(SQL("LISTEN {}").format(Identifier(self.channel_name)))
                    try:
                        moved(self.last_position())
                        while not stopped.is_set():
                            for _notice in connection.notifies(timeout=0.1, stop_after=1):
                                moved(self.last_position())
                    finally:
                        if not connection.closed:
                            connection.execute("UNLISTEN *")
            except PersistenceError:
                stopped.wait(1.0)  # the server is away; look again

    def close(self) -> None:
        """Close every connection."""
        self.datastore.close()


def _links(head: bytes, events: Sequence[StoredEvent]) -> tuple[list[bytes], list[bytes]]:
    """Links and check sums of ``events`` behind ``head``."""
    links, checks = [], []
    for event in events:
        stream = event.originator_id
        stream = stream.hex if isinstance(stream, UUID) else stream
        fields = (stream, event.originator_version, event.topic, event.state)
        head = link(head, *fields)
        links.append(head)
        checks.append(event_check_sums(*fields))
    return links, checks


def _as_library_error(trouble: psycopg.Error) -> Exception:
    kind = (
        persistence.IntegrityError
        if isinstance(trouble, psycopg.IntegrityError)
        else persistence.DataError
    )
    error = kind(str(trouble))
    error.__cause__ = trouble
    return error


def _as_found(column: object) -> Found:
    """A column in the bytes that link and check sums are taken over."""
    if column is None or isinstance(column, bytes):
        return column
    return (column.hex if isinstance(column, UUID) else str(column)).encode()
