"""The store on PostgreSQL: one shared log for many halls, read and heard by every node."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from secrets import token_bytes
from threading import Event, Thread
from time import monotonic
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
import psycopg_pool
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.failures import CommitUnknown
from ledger.record.group_commit import Entry, GroupCommit
from ledger.record.postgres.connecting import (
    ANSWERED_WITHIN,
    GIVEN_UP_AFTER,
    LOCKED_AT_MOST,
    PATIENCE,
    REST,
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
    Overwritten,
    PastRow,
    StoredAnswer,
    StrayRow,
    StreamRow,
    answer_check_sums,
)

logger = logging.getLogger(__name__)

# Reading the record in PostgreSQL: streams, the log, answers, words, and all of it to check.


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

    stray_questions = len(STRAYS)

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

    def streams_between(self, after: int, upto: int) -> Sequence[tuple[str, int]]:
        rows = self._rows(
            "SELECT originator_id, max(originator_version) FROM {stored_events} "
            "WHERE notification_id > %s AND notification_id <= %s GROUP BY originator_id",
            after,
            upto,
        )
        return [(stream.hex, version) for stream, version in rows]

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

    def stray_rows(self, which: int | None = None) -> Iterator[StrayRow]:
        """Events without a link, answers without an event, and the reverse of both."""
        for statement in STRAYS if which is None else STRAYS[which : which + 1]:
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


# Who writes to one shared log tells every node, and each node hears it at once.
#
# Notices travel with the commit they tell of; what is no event is called out beside them.


# The store on PostgreSQL: one shared log for many halls, heard by every node.


LOOK = 0.4  # seconds between two looks at the log where no notice comes
STOPPED_WITHIN = 0.1  # seconds in which whoever listens hears that it is to stop


class PostgresListening(PostgresReading):
    """Reads the log, and hears whoever writes to it."""

    def __init__(self, datastore: library.PostgresDatastore, *, events_table_name: str) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._node = uuid4().hex
        self._own: set[int] = set()
        """What writes here, as the server calls it."""

    def listen(
        self, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> Callable[[], None]:
        """Call ``moved(position)`` whenever anybody has written; returns how to stop.

        One connection for the whole process, however many wait. Should a notice be lost, as where
        somebody turned notices off, the log is looked at every ``LOOK`` seconds all the same.
        """
        stopped = Event()
        listening = Thread(
            target=self._listen, args=(stopped, moved, heard), name="tilescribe-listen", daemon=True
        )
        listening.start()

        def stop() -> None:
            stopped.set()
            listening.join()

        return stop

    def _listen(
        self, stopped: Event, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> None:
        away = False
        while not stopped.is_set():
            try:
                with self._connection() as connection:
                    away = False
                    connection.execute(SQL("LISTEN {}").format(Identifier(self.channel_name)))
                    try:
                        self._hear(connection, stopped, moved, heard)
                    finally:
                        if not connection.closed:
                            connection.execute("UNLISTEN *")
            except PersistenceError as trouble:  # the server is away; look again
                if not away:
                    logger.warning("other nodes are not heard: %s", trouble)
                away = True
                stopped.wait(REST)
            except Exception:
                # Whatever was called out, or went wrong: this node must not stand still for ever.
                logger.exception("what another node called out can't be understood")
                stopped.wait(REST)

    def _hear(
        self,
        connection: psycopg.Connection[Any],
        stopped: Event,
        moved: Callable[[int], None],
        heard: Callable[[str], None],
    ) -> None:
        moved(self.last_position())
        looked = monotonic()
        while not stopped.is_set():
            written = False
            for notice in connection.notifies(timeout=STOPPED_WITHIN, stop_after=1):
                who, _, words = notice.payload.partition(" ")
                # Of what is written here everybody is told by whoever wrote it.
                written |= not words and notice.pid not in self._own
                if words and who != self._node:
                    heard(words)
            if written or monotonic() >= looked + LOOK:
                moved(self.last_position())
                looked = monotonic()

    def call_out(self, words: str) -> None:
        with suppress(PersistenceError), self._connection() as connection:
            payload = f"{self._node} {words}"
            connection.execute("SELECT pg_notify(%s, %s)", (self.channel_name, payload))


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
BESIDE_A_LOCK = 0.5
"""Seconds that an answer may take beside the wait for a lock, which the server itself ends."""

ROOM_FOR_A_TURN = 8 * 1024  # bytes that must find room on the server's disk

_EMPTY_WORDS: LiteralString = "UPDATE {words} SET salt = NULL, content = NULL WHERE digest = %s"


class ChainedPostgresRecorder(PostgresListening):
    """Writes events with their links, answers and words in one transaction, or nothing."""

    looks_at_once = 4

    def __init__(
        self, datastore: library.PostgresDatastore, *, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self._together = GroupCommit(self._write_all)
        self._locked_at_most = datastore.lock_timeout
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
        return self._together.write(stored_events, kwargs)

    def _write_all(self, batch: Sequence[Entry]) -> None:
        """Write a batch under one commit, behind a savepoint each.

        This engine serialises commits, so callers who share one share its price. The table
        lock comes first: positions are then given out in the order of commits, and the head
        read next is the head nobody else can be extending.
        """
        for attempt in range(1, ATTEMPTS + 1):
            committing = gone = False
            try:
                with self._connection(self._locked_at_most + BESIDE_A_LOCK) as connection:
                    self._own.add(connection.info.backend_pid)
                    try:
                        connection.execute(self._begin)
                        committing = True
                        self._write_batch(connection, batch)
                    except BaseException:
                        with suppress(psycopg.Error):
                            connection.execute("ROLLBACK")
                        gone = connection.closed
                        raise
                return
            except persistence.OperationalError as trouble:
                # Whether a commit that was sent has happened, nobody can say; it is not
                # tried again. Whoever asks again finds the answer beside the events, or not.
                if committing and gone:
                    raise CommitUnknown(str(trouble)) from trouble
                if not gone or attempt == ATTEMPTS or isinstance(trouble, WaitedInVain):
                    raise
                self.datastore.pool.check()

    def _write_batch(self, connection: psycopg.Connection[Any], batch: Sequence[Entry]) -> None:
        """Everybody at once, which is the rule; one by one if somebody's entry can't be."""
        try:
            self._write_together(connection, batch, "COMMIT")
        except (psycopg.IntegrityError, psycopg.DataError):
            connection.execute("ROLLBACK TO SAVEPOINT batch")
            for entry in batch:
                connection.execute("SAVEPOINT entry")
                try:
                    self._write_together(connection, [entry], "RELEASE SAVEPOINT entry")
                except (psycopg.IntegrityError, psycopg.DataError) as trouble:
                    connection.execute("ROLLBACK TO SAVEPOINT entry; RELEASE SAVEPOINT entry")
                    entry.error = _as_library_error(trouble)
            connection.execute("COMMIT")

    def _write_together(
        self, connection: psycopg.Connection[Any], batch: Sequence[Entry], and_then: LiteralString
    ) -> None:
        """Write a batch in two round trips: its events, then all that hangs on their positions.

        Each wait for the server costs a turn at this process too, where many threads compute. What
        comes behind a statement that fails is not carried out, ``and_then`` neither.
        """
        events = [event for entry in batch for event in entry.events]
        with connection.cursor(row_factory=tuple_row) as c:
            written = self._write_events(c, events) if events else []
            positions = [position for position, _ in written]
            with connection.pipeline():
                if written:
                    links = _links(bytes(written[0][1] or START_OF_CHAIN), events)
                    c.execute(self._sql(_INSERT_LINKS), (positions, *links), prepare=True)
                self._write_beside(c, [entry.beside for entry in batch])
                connection.execute(and_then)
        left = iter(positions)
        for entry in batch:
            entry.positions, entry.error = list(islice(left, len(entry.events))), None

    def _write_events(
        self, c: psycopg.Cursor[Any], events: Sequence[StoredEvent]
    ) -> list[tuple[int, Any]]:
        columns = zip(
            *((e.originator_id, e.originator_version, e.topic, e.state) for e in events),
            strict=True,
        )
        c.execute(self._sql(_INSERT_EVENTS), [list(column) for column in columns], prepare=True)
        return c.fetchall()

    def _write_beside(self, c: psycopg.Cursor[Any], beside: Sequence[Mapping[str, Any]]) -> None:
        given = [what["answer"] for what in beside if what.get("answer") is not None]
        kept = [words for what in beside for words in what.get("words", ())]
        removed = [digest for what in beside for digest in what.get("removed", ())]
        if given:
            rows = [(*answer, answer_check_sums(answer)) for answer in given]
            self._each_of(c, _INSERT_ANSWER, rows)
        if kept:
            lines = [(words.digest, words.salt, words.content) for words in kept]
            self._each_of(c, "INSERT INTO {words} VALUES (%s, %s, %s)", lines)
        if removed:
            self._each_of(c, _EMPTY_WORDS, [(digest,) for digest in removed])

    def _each_of(
        self, c: psycopg.Cursor[Any], statement: LiteralString, rows: Sequence[tuple[Any, ...]]
    ) -> None:
        for row in rows:
            c.execute(self._sql(statement), row, prepare=True)

    def try_to_write(self) -> None:
        with self._connection() as connection, connection.transaction(force_rollback=True):
            connection.execute("SET LOCAL statement_timeout = '1s'")
            row = (f"room {uuid4()}", token_bytes(16), token_bytes(ROOM_FOR_A_TURN))
            connection.execute(self._sql("INSERT INTO {words} VALUES (%s, %s, %s)"), row)
            with connection.cursor(row_factory=tuple_row) as cursor:
                read_back = self._sql("SELECT content FROM {words} WHERE digest = %s")
                found = cursor.execute(read_back, row[:1]).fetchall()
            if [bytes(content) for (content,) in found] != [row[2]]:
                raise persistence.OperationalError("disk I/O error: read back otherwise")

    def overwrite_removed(self, *, waiting: bool = True) -> Overwritten:
        """Write the table of words anew, without its dead rows; see ``ledger.record.store.Store``.

        The server's own write-ahead files, its replicas and copies of it are not ours to touch.
        """
        del waiting  # the server keeps nobody waiting who does not read words
        before = self._words_file()
        with suppress(persistence.OperationalError), self._connection(None) as connection:
            connection.execute(SQL("SET lock_timeout = '{}s'").format(LOCKED_AT_MOST))
            try:
                connection.execute(self._sql("VACUUM (FULL) {words}"))
            finally:
                connection.execute("RESET lock_timeout")
        # It is left as it is where somebody reads it, or where it is another role's.
        return "later" if self._words_file() == before else "server"

    def owes_overwriting(self) -> bool:
        """False: nobody notes it on a server, where it is not in our hands alone."""
        return False

    def _words_file(self) -> object:
        """The server's number of the file that the table of words lies in."""
        table = self._tables["words"].as_string()
        [(number,)] = self._rows("SELECT pg_relation_filenode(%s::regclass)", table)
        return number

    def clock(self) -> datetime | None:
        [(now,)] = self._rows("SELECT clock_timestamp()")
        return now.astimezone(UTC) if isinstance(now, datetime) else None

    def close(self) -> None:
        self.datastore.close()


def _links(head: bytes, events: Sequence[StoredEvent]) -> tuple[list[bytes], list[bytes]]:
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
