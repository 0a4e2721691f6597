"""The hall's file: opening it, throwing it away, and the connections to it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ledger.record.owner_only import begun_for_the_owner

HALL_FILE = "hall.db"
"""Name of the hall's file in a data folder."""

Prepare = Callable[[Path], object]
"""Makes the hall's tables where the file is missing, and raises where it holds others.

The ledger does not know the tables' statements: they are ``migrations.hall_db.prepare``.
"""

PATIENCE = 10.0
"""Seconds to wait for another process that writes to the file."""

STATEMENTS_KEPT = 64
PAGES_BEFORE_CHECKPOINT = 4000
IDLE_READERS = 8


def connect(path: Path, synchronous: str = "NORMAL") -> sqlite3.Connection:
    """A connection that writes. The file can be rebuilt, so it is not flushed at each commit.

    NORMAL and not OFF: after a power cut the file may be behind, which heals by itself, but
    it is never torn, which nothing would notice.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS_KEPT,
    )
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute(f"PRAGMA wal_autocheckpoint={PAGES_BEFORE_CHECKPOINT}")
    return connection


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A transaction that has the file to itself from the start: all of it is written, or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with the file."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    return found is not None and found[0] == "ok"


_NOT_THE_FILES = (
    "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY",
    "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_NOMEM",
)  # fmt: skip
"""The disk's fault, or somebody else's who holds the file."""


def is_the_files_fault(trouble: Exception) -> bool:
    """Whether another file in its place would help: it is damaged, overwritten or another one."""
    if isinstance(trouble, sqlite3.Error):
        return not getattr(trouble, "sqlite_errorname", "").startswith(_NOT_THE_FILES)
    # What a row of ours never holds was read from it.
    return isinstance(trouble, ValueError | TypeError | LookupError)


def throw_away(path: Path) -> None:
    """Delete the file and what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep every other process out of this block; it opens by itself if a process dies.

    The lock is one that SQLite takes on an empty file of its own, on any system.
    """
    begun_for_the_owner(path)
    with closing(sqlite3.connect(path, timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def number_on_disk(path: str | Path) -> tuple[int, int] | None:
    """What tells a file from another that came to lie in its place; ``None`` if it is gone."""
    try:
        found = os.stat(path)  # noqa: PTH116 (asked at every turn; half the time of Path.stat)
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


class Readers:
    """Connections for pages: read-only, one for each request that is reading at the moment."""

    def __init__(self, path: Path) -> None:
        self._uri = f"{path.resolve().as_uri()}?mode=ro"
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection nobody else uses meanwhile."""
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._new()
        try:
            yield db
        except sqlite3.DatabaseError:
            db.close()
            raise
        if self._closed or len(self._idle) >= IDLE_READERS:
            db.close()
        else:
            self._idle.append(db)

    def _new(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self._uri,
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=STATEMENTS_KEPT,
        )

    def close(self) -> None:
        """Close the idle connections now and the others when they come back."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
