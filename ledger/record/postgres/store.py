"""The store on PostgreSQL: one shared log for many halls, heard by every node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from secrets import token_bytes
from threading import Event, Thread
from time import monotonic
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
from eventsourcing import persistence
from eventsourcing import postgres as library
from eventsourcing.persistence import PersistenceError, StoredEvent
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier

from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.failures import CommitUnknown
from ledger.record.group_commit import Entry, GroupCommit
from ledger.record.postgres.connecting import LOCKED_AT_MOST, REST
from ledger.record.postgres.reading import ATTEMPTS, PostgresReading, WaitedInVain
from ledger.record.store import Overwritten, answer_check_sums

# Who writes to one shared log tells every node, and each node hears it at once.
#
# Notices travel with the commit they tell of; what is no event is called out beside them.


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
        while not stopped.is_set():
            try:
                with self._connection() as connection:
                    connection.execute(SQL("LISTEN {}").format(Identifier(self.channel_name)))
                    try:
                        self._hear(connection, stopped, moved, heard)
                    finally:
                        if not connection.closed:
                            connection.execute("UNLISTEN *")
            except PersistenceError:
                stopped.wait(REST)  # the server is away; look again

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
