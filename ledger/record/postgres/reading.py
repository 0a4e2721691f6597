"""Reading the record in PostgreSQL: streams, the log, answers, words, and all of it to check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, LiteralString
from uuid import UUID

import psycopg
import psycopg_pool
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import PersistenceError
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from ledger.record.chain import START_OF_CHAIN
from ledger.record.postgres.connecting import (
    ANSWERED_WITHIN,
    GIVEN_UP_AFTER,
    PATIENCE,
    Late,
    PatientForAWhile,
    ours,
    reach_of,
)
from ledger.record.store import (
    ChainedRow,
    Found,
    LogRow,
    NamingRow,
    PastRow,
    StoredAnswer,
    StrayRow,
    StreamRow,
)

# What ``verify`` asks PostgreSQL: where the tables don't agree. Columns there keep their types.


_WITHOUT_LINK: LiteralString = """
    SELECT notification_id, originator_id, originator_version, 'chain', 'link',
        'the event has no link'
    FROM {stored_events}
    WHERE NOT EXISTS (SELECT 1 FROM {chain} WHERE position = notification_id)
"""

# As in sqlite/checking: which events have an answer, written with them.
_COMMAND: LiteralString = """replace(encode(substring(event.state
    from position('"command_id":"'::bytea in event.state) + 14 for 36), 'escape'), '-', '')"""

_EVENTS_WITHOUT_ANSWER: LiteralString = """
    SELECT event.notification_id, event.originator_id, event.originator_version,
        'answers', 'row', 'the answer to the request that wrote this event is missing'
    FROM {stored_events} AS event
    WHERE event.topic <> 'game-scheduled'
    AND NOT EXISTS (SELECT 1 FROM {answers} WHERE command_id = COMMAND)
    AND EXISTS (
        SELECT 1 FROM {stored_events} AS first
        WHERE first.originator_id = event.originator_id AND first.originator_version = 1
        AND (first.topic = 'game-scheduled' OR first.topic IN ('tournament-opened', 'case-opened')
            AND EXISTS (SELECT 1 FROM {answers} WHERE command_id = BEGUN)))
""".replace("COMMAND", _COMMAND).replace("BEGUN", _COMMAND.replace("event.state", "first.state"))

_ANSWERS_WITHOUT_EVENT: LiteralString = """
    SELECT NULL::bigint, answer.stream, answer.version, 'stored_events', 'row',
        'request ' || answer.command_id || ' was answered as written, and the event is missing'
    FROM {answers} AS answer
    WHERE answer.kind = 'written' AND NOT EXISTS (
        SELECT 1 FROM {stored_events} AS event
        WHERE replace(event.originator_id::text, '-', '') = answer.stream
        AND event.originator_version = answer.version
        AND COMMAND = answer.command_id)
""".replace("COMMAND", _COMMAND)

_NUMBERS_MISSING: LiteralString = """
    SELECT NULL::bigint, stream, version, 'answers', 'device_seq',
        'before it, answers ' || (before + 1) || ' to ' || (device_seq - 1)
        || ' of device ' || device || ' are missing'
    FROM (
        SELECT stream, version, device, device_seq,
            lag(device_seq, 1, 0::bigint) OVER (PARTITION BY device ORDER BY device_seq) AS before
        FROM {answers} WHERE device_seq IS NOT NULL) AS counted
    WHERE device_seq > before + 1
"""

STRAYS: tuple[LiteralString, ...] = (
    _WITHOUT_LINK,
    _EVENTS_WITHOUT_ANSWER,
    _ANSWERS_WITHOUT_EVENT,
    _NUMBERS_MISSING,
)
"""Questions that yield position, stream, version, table, column and what is wrong."""

NAMING_WORDS: LiteralString = """
    SELECT notification_id, originator_id, originator_version, topic, state
    FROM {stored_events} WHERE topic = ANY(%s) ORDER BY notification_id
"""


BESIDE = 0.2  # seconds that a page may take beside its wait for a connection
ATTEMPTS = 3  # how often something is tried over when the server went away


class WaitedInVain(persistence.OperationalError):
    """No connection was to be had, or no answer on it. Nobody tries over at once."""


_TABLES = ("stored_events", "chain", "answers", "words")


class PostgresReading(library.PostgresApplicationRecorder):
    """What is read of the record; what is written, ``ledger.record.postgres.store`` says."""

    def __init__(
        self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events"
    ) -> None:
        pool = datastore.pool
        # The library's pool tries for five minutes to connect anew, at ever longer intervals:
        # a server that is back would be noticed more than a minute late. All of this is said
        # before the library's own part, which opens the first connections.
        pool.reconnect_timeout = PATIENCE
        pool.timeout -= BESIDE  # what is waited for is not all that a page takes
        if isinstance(pool.kwargs, dict):
            pool.kwargs.update(GIVEN_UP_AFTER, application_name=ours(datastore.schema))
            host, port, database = (pool.kwargs[name] for name in ("host", "port", "dbname"))
            self._reach = reach_of(host, port, database, datastore.schema)
        pool.connection_class = PatientForAWhile
        super().__init__(datastore, events_table_name=events_table_name)
        self._tables = {name: Identifier(datastore.schema, name) for name in _TABLES}
        self._formatted: dict[str, str] = {}

    def _sql(self, statement: LiteralString) -> Any:  # noqa: ANN401
        formatted = self._formatted.get(statement)
        if formatted is None:
            formatted = SQL(statement).format(**self._tables).as_string()
            self._formatted[statement] = formatted
        return formatted

    def hurry(self) -> None:
        self._reach.hurried = True

    @contextmanager
    def _connection(
        self, silent_at_most: float | None = ANSWERED_WITHIN
    ) -> Iterator[psycopg.Connection[Any]]:
        """A connection to oneself; its answers may be late where nobody is served."""
        if self._reach.turned_away():
            raise WaitedInVain("the server was waited for in vain a moment ago")
        since = monotonic()
        try:
            with self.datastore.get_connection() as connection:
                if isinstance(connection, PatientForAWhile):
                    connection.silent_at_most = silent_at_most if self._reach.hurried else None
                yield connection
                self._reach.answered()
        except PersistenceError as trouble:
            if isinstance(trouble.__cause__, psycopg_pool.PoolTimeout | Late):
                self._reach.in_vain(since)
                raise WaitedInVain(str(trouble)) from trouble
            raise
        except psycopg.Error as trouble:  # the pool's own: no connection to be had
            raise persistence.OperationalError(str(trouble)) from trouble

    def _rows(self, statement: LiteralString, *values: object) -> list[Any]:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self._connection() as connection:
                    cursor = connection.cursor(row_factory=tuple_row, binary=True)
                    return cursor.execute(self._sql(statement), values, prepare=True).fetchall()
            except WaitedInVain:
                raise
            except persistence.OperationalError:
                if attempt == ATTEMPTS:
                    raise
                self.datastore.pool.check()
        return []

    def rows_of(self, stream: UUID, after: int) -> Sequence[StreamRow]:
        return self._rows(
            "SELECT originator_version, topic, state FROM {stored_events} "
            "WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version",
            stream,
            after,
        )

    def rows_past(self, versions: Mapping[UUID, int]) -> Sequence[PastRow]:
        """The events of some streams, each past a version of its own, stream by stream in order."""
        rows = self._rows(
            "SELECT originator_id, originator_version, topic, state "
            "FROM unnest(%s::uuid[], %s::bigint[]) AS wanted (stream, known) "
            "JOIN {stored_events} ON originator_id = stream AND originator_version > known "
            "ORDER BY originator_id, originator_version",
            list(versions),
            list(versions.values()),
        )
        return [(stream.hex, version, topic, state) for stream, version, topic, state in rows]

    def rows_after(self, position: int, limit: int) -> Sequence[LogRow]:
        rows = self._rows(
            "SELECT notification_id, originator_id, originator_version, topic, state "
            "FROM {stored_events} WHERE notification_id > %s ORDER BY notification_id LIMIT %s",
            position,
            limit,
        )
        return [(n, stream.hex, version, topic, state) for n, stream, version, topic, state in rows]

    def streams_after(self, position: int) -> Sequence[str]:
        rows = self._rows(
            "SELECT DISTINCT originator_id FROM {stored_events} WHERE notification_id > %s",
            position,
        )
        return [stream.hex for (stream,) in rows]

    def placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        rows = self._rows(
            "SELECT notification_id, originator_id, originator_version, topic, state "
            "FROM {stored_events} WHERE originator_id = %s ORDER BY originator_version",
            stream,
        )
        return [(n, stream.hex, version, topic, state) for n, stream, version, topic, state in rows]

    def rows_about(self, topic: str, position: int) -> Sequence[LogRow]:
        rows = self._rows(
            "SELECT notification_id, originator_id, originator_version, topic, state "
            "FROM {stored_events} WHERE notification_id > %s AND topic = %s "
            "ORDER BY notification_id",
            position,
            topic,
        )
        return [(n, stream.hex, version, topic, state) for n, stream, version, topic, state in rows]

    def version_of(self, stream: UUID) -> int:
        return self._number(
            "SELECT max(originator_version) FROM {stored_events} WHERE originator_id = %s", stream
        )

    def last_position(self) -> int:
        return self._number("SELECT max(notification_id) FROM {stored_events}")

    def head(self) -> tuple[int, bytes]:
        rows = self._rows("SELECT position, link FROM {chain} ORDER BY position DESC LIMIT 1")
        return rows[0] if rows else (0, START_OF_CHAIN)

    def link_at(self, position: int) -> bytes | None:
        rows = self._rows("SELECT link FROM {chain} WHERE position = %s", position)
        return rows[0][0] if rows else None

    def stored_answer(self, command_id: UUID) -> StoredAnswer | None:
        rows = self._rows("SELECT * FROM {answers} WHERE command_id = %s", command_id.hex)
        return rows[0][:-1] if rows else None

    def answers_not_written(self, kind: str, stream: UUID | None) -> Sequence[StoredAnswer]:
        request = "SELECT * FROM {answers} WHERE kind <> 'written' AND kind = %s"
        if stream is None:
            return [row[:-1] for row in self._rows(request, kind)]
        return [row[:-1] for row in self._rows(f"{request} AND stream = %s", kind, stream.hex)]

    def answered(self, command_id: UUID, device: str) -> tuple[int, StoredAnswer | None]:
        [(last, *row)] = self._rows(
            "SELECT (SELECT max(device_seq) FROM {answers} WHERE device = %s), found.* "
            "FROM (SELECT 1) one LEFT JOIN {answers} found ON command_id = %s",
            device,
            command_id.hex,
        )
        return int(last or 0), tuple(row[:-1]) if row[0] is not None else None

    def last_seq(self, device: str) -> int:
        return self._number("SELECT max(device_seq) FROM {answers} WHERE device = %s", device)

    def kept_words(self, digest: str) -> tuple[bytes | None, bytes | None] | None:
        rows = self._rows("SELECT salt, content FROM {words} WHERE digest = %s", digest)
        return rows[0] if rows else None

    def _number(self, statement: LiteralString, *values: object) -> int:
        return int(self._rows(statement, *values)[0][0] or 0)

    # Checking

    def chained_after(self, position: int, limit: int) -> Sequence[ChainedRow]:
        rows = self._rows(
            "SELECT position, originator_id, originator_version, topic, state, link, checks "
            "FROM (SELECT * FROM {chain} WHERE position > %s ORDER BY position LIMIT %s) AS c "
            "LEFT JOIN {stored_events} ON notification_id = position ORDER BY position",
            position,
            limit,
        )
        return [(row[0], *map(_as_found, row[1:])) for row in rows]

    def stray_rows(self) -> Iterator[StrayRow]:
        """Events without a link, answers without an event, and the reverse of both."""
        for statement in STRAYS:
            for position, stream, *place in self._rows(statement):
                yield StrayRow(position, _as_found(stream), *place)

    def all_answers(self) -> Iterator[tuple[Found, ...]]:
        return self._each("SELECT * FROM {answers}")

    def all_words(self) -> Iterator[tuple[Found, ...]]:
        return self._each("SELECT * FROM {words}")

    def naming_words(self, topics: Sequence[str]) -> Iterator[NamingRow]:
        for row in self._rows(NAMING_WORDS, list(topics)):
            stream, version, topic, state = map(_as_found, row[1:])
            yield row[0], stream, version, topic, state

    def _each(self, statement: LiteralString) -> Iterator[tuple[Found, ...]]:
        with (
            self._connection() as connection,
            connection.transaction(),
            connection.cursor("verify", row_factory=tuple_row) as cursor,
        ):
            for row in cursor.execute(self._sql(statement)):
                yield tuple(map(_as_found, row))


def _as_found(column: object) -> Found:
    """A column in the bytes that link and check sums are taken over."""
    if column is None or isinstance(column, bytes):
        return column
    return (column.hex if isinstance(column, UUID) else str(column)).encode()
