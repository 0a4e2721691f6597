"""The record in SQLite: the recorder, its connections that flush to disk, what it overwrites."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from itertools import chain, islice
from math import inf
from threading import Event, Lock, Thread
from typing import NamedTuple
from uuid import UUID

import eventsourcing.sqlite as library
from eventsourcing import persistence
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import InterfaceError, OperationalError, StoredEvent
from eventsourcing.utils import Environment, EnvType

from ledger.record.chain import START_OF_CHAIN, event_check_sums, link
from ledger.record.group_commit import Entry, GroupCommit
from ledger.record.kept_words import KeptWords
from ledger.record.sqlite.calling import Calls, Turns
from ledger.record.sqlite.durable import make_durable
from ledger.record.sqlite.reading import SQLiteReading, as_library_error, library_errors
from ledger.record.store import Overwritten, StoredAnswer, answer_check_sums

logger = logging.getLogger(__name__)

# The library's pool of connections to the record's SQLite file, each of them durable.
#
# Apart from what durability is (``ledger.record.sqlite.durable``), for who needs no log needs no
# library.


GIVEN_BACK_WITHIN = 2.0  # seconds that a connection in use is waited for when the record is closed

STATEMENTS_KEPT = 64
"""Prepared statements a connection keeps; the library's ``cached_statements=True`` means one."""

ONLY_READ = ("?mode=ro", "?immutable=1")
"""Endings of a file's address under which nothing is ever written to it or beside it."""


class DurablePool(library.SQLiteConnectionPool):
    """The library's pool, with connections that are checked before they are used."""

    def _create_connection(self) -> library.SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=STATEMENTS_KEPT,
                timeout=self.lock_timeout or library.SQLITE3_DEFAULT_LOCK_TIMEOUT,
            )
        except sqlite3.Error as trouble:
            raise InterfaceError(trouble) from trouble
        try:
            if not self.db_name.endswith(ONLY_READ):
                make_durable(connection)
        except sqlite3.Error as trouble:
            connection.close()
            raise OperationalError(trouble) from trouble
        except BaseException:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row  # the library's own reading goes by names
        return library.SQLiteConnection(connection, max_age=self.max_age)

    def close(self) -> None:
        """Close every connection, but none that is being used: SQLite would crash the process.

        A live stream may be reading when the log is closed. It is waited for; one that takes
        longer keeps its connection, and finds the pool closed when it gives it back.
        """
        with self._put_condition:
            self._put_condition.wait_for(lambda: not self._in_use, timeout=GIVEN_BACK_WITHIN)
            self._in_use.clear()
            super().close()


# Bytes of removed words taken out of the record's SQLite file, and out of the one beside it.
#
# Zeros are written over what is removed (``durable``). That is not enough: a page of the table
# that
# was once split keeps copies of rows in the room between its rows, and those are nobody's to
# overwrite. (Of 1,000 rows, 92 were found again in a file made without ``secure_delete``, and one
# in a file made with it.) So the table of words is written anew, and all it lay on is overwritten.


AT_ONCE = 64 * 1024 * 1024
"""Bytes of words that are written anew while others wait to write: half a second of a slow disk."""

MAKES = "SELECT sql FROM sqlite_master WHERE tbl_name = 'words' AND sql IS NOT NULL ORDER BY type"
"""The table, and then the triggers that let it be emptied only."""

IS_OWED = """
    SELECT count(*) <> (SELECT user_version FROM pragma_user_version)
    FROM words WHERE content IS NULL
"""
"""Whether words were removed since the table was written anew, which notes how many there were."""


def overwrite(name: str, patience: float, most: float = AT_ONCE) -> Overwritten:
    """Write the table of words anew, fold the write-ahead file in and empty it.

    Args:
      name: the file, as an address.
      patience: seconds to wait for others that write, or read an older state.
      most: bytes of words above which it is left for when nobody waits.
    """
    connection = sqlite3.connect(name, uri=True, timeout=patience, isolation_level=None)
    with closing(connection):
        make_durable(connection)
        try:
            connection.execute("BEGIN IMMEDIATE")
            [size] = connection.execute("SELECT total(length(content)) FROM words").fetchone()
            if size <= most:
                _write_anew(connection)
            connection.execute("COMMIT")
        except sqlite3.OperationalError as trouble:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if trouble.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                return "later"
            raise
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return "later" if busy or size > most else "gone"


def _write_anew(connection: sqlite3.Connection) -> None:
    table, *triggers = [sql for (sql,) in connection.execute(MAKES)]
    connection.execute("ALTER TABLE words RENAME TO words_before")
    connection.execute(table)
    connection.execute("INSERT INTO words SELECT * FROM words_before ORDER BY digest")
    connection.execute("DROP TABLE words_before")
    for trigger in triggers:
        connection.execute(trigger)
    [emptied] = connection.execute("SELECT count(*) FROM words WHERE content IS NULL").fetchone()
    connection.execute(f"PRAGMA user_version = {emptied}")


# Noticing that another process has written to a SQLite file.
#
# ``PRAGMA data_version`` changes on a connection when another one has committed. Asking costs
# 5 microseconds; SQLite has no way to be told.


EVERY = 0.05  # seconds between two looks


def watch_file(
    path: str,
    last_position: Callable[[], int],
    moved: Callable[[int], None],
    heard: Callable[[str], None],
    calls: Calls,
) -> Callable[[], None]:
    """Look at the file at ``path`` in a thread; call ``moved`` with the log's last position.

    And ``heard`` with what other processes that serve the file call out. What is returned stops
    the thread.
    """
    stopped = Event()

    def look() -> None:
        eye = sqlite3.connect(path, uri=True, isolation_level=None, check_same_thread=False)
        try:
            seen = None
            while not stopped.wait(EVERY if seen is not None else 0):
                with suppress(sqlite3.Error, EventSourcingError):  # look again, next time
                    (now,) = eye.execute("PRAGMA data_version").fetchone()
                    if now != seen:
                        moved(last_position())
                        seen = now
                _hear(calls, heard)
                seen = seen or 0
        finally:
            eye.close()
            calls.close()

    watching = Thread(target=look, name="tilescribe-watch", daemon=True)
    watching.start()

    def stop() -> None:
        stopped.set()
        watching.join()

    return stop


def _hear(calls: Calls, heard: Callable[[str], None]) -> None:
    """Whatever was called out, or went wrong: who looks must not stop looking."""
    try:
        for words in calls.news():
            heard(words)
    except sqlite3.Error:
        return
    except Exception:
        logger.exception("what another process called out can't be understood")


ROOM_FOR_A_TURN = 64 * 1024
"""Bytes that must find room on the disk: a turn takes half of that, with all that goes beside."""

ASKED_AT_MOST = 1.0  # seconds to wait for another program that is writing, where somebody only asks
ROWS = 16  # rows of one statement at most; statements of so many lengths are kept ready


class _Beside(NamedTuple):
    """What goes into the transaction beside the events of an entry."""

    answer: StoredAnswer | None = None
    words: Sequence[KeptWords] = ()
    removed: Sequence[str] = ()


class ChainedRecorder(SQLiteReading):
    """Writes events with their links, answers and words in one transaction, or nothing."""

    looks_at_once = 1

    def __init__(
        self, datastore: library.SQLiteDatastore, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name)
        self._together = GroupCommit(self._write_all)
        self._calls = Calls(datastore.pool.db_name)
        self._turns = Turns(datastore.pool.db_name)
        self._pen: library.SQLiteCursor | None = None
        self._pen_of: library.SQLiteConnection | None = None
        self._writing = Lock()  # never waited for by writers: whoever leads the group has the turn
        self._broken: str = ""

    def construct_create_table_statements(self) -> list[str]:
        """No tables: ``migrations/`` makes them."""
        return []

    # Writing

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **kwargs: object
    ) -> Sequence[int] | None:
        return self._together.write(stored_events, kwargs)

    def _write_all(self, batch: Sequence[Entry]) -> None:
        """Write a batch under one commit, behind a savepoint each.

        Nobody else holds the pen: whoever leads the group has the turn.
        """
        with self._writing, self._turns.mine(), library_errors():
            if self._broken:
                raise persistence.OperationalError(self._broken)
            c = self._pen = self._pen or self._take_pen()
            # The write lock first: a deferred BEGIN that reads before it writes can fail.
            c.execute("BEGIN IMMEDIATE")
            try:
                self._write_together(c, batch)
                c.execute("COMMIT")
            except BaseException as trouble:
                self._put_back(c, trouble)
                raise

    def _write_together(self, c: library.SQLiteCursor, batch: Sequence[Entry]) -> None:
        """All at once: each statement lets go of the interpreter, which others then have.

        Where an entry of several can't be written, all is taken back and each is tried alone.
        """
        try:
            self._insert(c, batch)
        except sqlite3.IntegrityError:
            if len(batch) == 1 or not _in_transaction(c):
                raise
            c.execute("ROLLBACK")
            c.execute("BEGIN IMMEDIATE")
            for entry in batch:
                self._write_one(c, entry)

    def _write_one(self, c: library.SQLiteCursor, context: Entry) -> None:
        c.execute("SAVEPOINT entry")
        try:
            self._insert(c, [context])
        except Exception as trouble:
            if isinstance(trouble, sqlite3.OperationalError) or not _in_transaction(c):
                raise  # the disk's fault, not this caller's: nothing of the batch is written
            c.execute("ROLLBACK TO entry")
            context.error = as_library_error(trouble)
        c.execute("RELEASE entry")

    def _insert(self, c: library.SQLiteCursor, entries: Sequence[Entry]) -> None:
        """Insert what these entries hold, and tell them the positions of their events.

        The head of the chain is never remembered: a savepoint rolled back or another process
        would leave us with one that is not in the table. Nobody else can be extending it, for
        the transaction has the write lock.
        """
        rows = [
            (_hex(event.originator_id), event.originator_version, event.topic, event.state)
            for entry in entries
            for event in entry.events
        ]
        if rows:
            _insert_rows(c, self.events_table_name, rows)
            end = c.lastrowid + 1  # one after the other, as nothing is ever deleted
            positions = iter(range(end - len(rows), end))
            self._extend_chain(c, range(end - len(rows), end), rows)
            for entry in entries:
                entry.positions = list(islice(positions, len(entry.events)))
        beside = [_Beside(**entry.beside) for entry in entries]
        answers = [each.answer for each in beside if each.answer is not None]
        _insert_rows(c, "answers", [(*answer, answer_check_sums(answer)) for answer in answers])
        words = [kept for each in beside for kept in each.words]
        _insert_rows(c, "words", [(kept.digest, kept.salt, kept.content) for kept in words])
        for digest in (digest for each in beside for digest in each.removed):
            c.execute("UPDATE words SET salt = NULL, content = NULL WHERE digest = ?", (digest,))

    def _extend_chain(
        self,
        c: library.SQLiteCursor,
        positions: Sequence[int],
        rows: Sequence[tuple[str, int, str, bytes]],
    ) -> None:
        c.execute("SELECT link FROM chain ORDER BY position DESC LIMIT 1")
        last = c.fetchone()
        head = last[0] if last else START_OF_CHAIN
        links = []
        for position, row in zip(positions, rows, strict=True):
            head = link(head, *row)
            links.append((position, head, event_check_sums(*row)))
        _insert_rows(c, "chain", links)

    def _take_pen(self) -> library.SQLiteCursor:
        """The cursor all writes go through, on a connection of the pool kept for it."""
        self._pen_of = self.datastore.pool.get_connection()
        c = self._pen_of.cursor()
        c.sqlite_cursor.row_factory = None
        return c

    def _put_back(self, c: library.SQLiteCursor, trouble: BaseException) -> None:
        if _in_transaction(c):
            c.execute("ROLLBACK")
        name = getattr(trouble, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            # After a failed flush nobody knows what is on the disk; SQLite must read it anew.
            self._broken = f"disk I/O error ({name}); restart needed"

    def overwrite_removed(self, *, waiting: bool = True) -> Overwritten:
        with library_errors():
            name = self.datastore.pool.db_name
            return overwrite(name, ASKED_AT_MOST, AT_ONCE if waiting else inf)

    def owes_overwriting(self) -> bool:
        return bool(self._number(IS_OWED))

    def clock(self) -> datetime | None:
        """``None``: this computer's clock is the only one; see ``ledger.record.store.Store``."""
        return None

    def try_to_write(self) -> None:
        with library_errors():
            if self._broken:
                raise persistence.OperationalError(self._broken)
            name = self.datastore.pool.db_name
            with closing(
                sqlite3.connect(name, uri=True, timeout=ASKED_AT_MOST, isolation_level=None)
            ) as connection:
                # Hardly any page is held in memory, so they go to the disk before a commit.
                connection.execute("PRAGMA cache_size = 1")
                connection.execute("BEGIN IMMEDIATE")
                try:
                    connection.execute("CREATE TABLE room (content BLOB)")
                    room = (ROOM_FOR_A_TURN,)
                    connection.execute("INSERT INTO room VALUES (zeroblob(?))", room)
                    [found] = connection.execute("SELECT length(content) FROM room")
                    if found != room:
                        raise persistence.OperationalError("disk I/O error: read back otherwise")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")

    # Listening and closing

    def listen(
        self, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> Callable[[], None]:
        """Call ``moved(position)`` whenever another process has written; returns how to stop.

        ``heard`` with what others call out that serve the file; commands call nothing out.
        """
        return watch_file(
            self.datastore.pool.db_name, self.last_position, moved, heard, self._calls
        )

    def call_out(self, words: str) -> None:
        self._calls.call_out(words)

    def hurry(self) -> None:
        """Nothing to do: a file answers at once, or says why not."""

    def close(self) -> None:
        """Close every connection, after the write that is under way."""
        with self._writing:
            self._broken = self._broken or "the record is closed"
            if self._pen_of is not None:
                self.datastore.pool.put_connection(self._pen_of)
                self._pen = self._pen_of = None
            self._turns.close()
        self._give_back_readers()
        self.datastore.close()


class LedgerFactory(library.SQLiteFactory):
    """The library's factory, over connections that are durable."""

    application_recorder_class = ChainedRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = DurablePool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)


def _in_transaction(c: library.SQLiteCursor) -> bool:
    return c.sqlite_cursor.connection.in_transaction


def _insert_rows(c: library.SQLiteCursor, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        each = f"({','.join('?' * len(some[0]))})"
        statement = f"INSERT INTO {table} VALUES {','.join([each] * len(some))}"  # noqa: S608
        c.execute(statement, list(chain.from_iterable(some)))


def _hex(stream: UUID | str) -> str:
    return stream.hex if isinstance(stream, UUID) else stream
