"""Processes that serve one SQLite file: whose turn it is to write, and what they call out.

SQLite tells nobody anything. Who finds the file locked sleeps and looks again, the longer the
oftener it was too early; so those that serve one record wait for each other at a file of its own,
where the system wakes whoever came first. And a small file beside the record holds the last words
that were called out; each process looks for new ones when it looks whether the record has grown.
Both files are there only while several serve the record.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit
from uuid import uuid4

try:
    import fcntl
except ImportError:  # a system without it: SQLite's own waiting has to do
    fcntl = None  # type: ignore[assignment]

from ledger.record.opening import begun_for_the_owner

CALLS_FILE, TURNS_FILE = "calls.db", "turns.lock"
"""Names of the files in a data folder."""

KEPT = 1_000
"""Calls that are kept: far more than are called out between two looks."""

PATIENCE = 1.0  # seconds to wait for another process that calls out

_TABLE = (
    "CREATE TABLE IF NOT EXISTS calls "
    "(number INTEGER PRIMARY KEY, who TEXT NOT NULL, words TEXT NOT NULL)"
)


def begin_serving_together(folder: Path) -> None:
    """Let those that are about to serve the record in ``folder`` take turns and hear each other."""
    begun_for_the_owner(folder / TURNS_FILE)
    path = begun_for_the_owner(folder / CALLS_FILE)
    with closing(_connected(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(_TABLE)


def serve_alone(folder: Path) -> None:
    """Nobody serves this record beside us: take the files away, where some were left."""
    for name in (TURNS_FILE, *(f"{CALLS_FILE}{ending}" for ending in ("", "-wal", "-shm"))):
        (folder / name).unlink(missing_ok=True)


class Turns:
    """The turn of this process to write, among those that serve the same record.

    Args:
      record: the record's file, as its connections name it.
    """

    def __init__(self, record: str) -> None:
        self._path = _beside(record, TURNS_FILE)
        self._file: int | None = None

    @contextmanager
    def mine(self) -> Iterator[None]:
        """Have the turn; by itself it ends with the process. One thread at a time may ask."""
        if self._file is None:
            with suppress(OSError):
                self._file = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
        if self._file is None or fcntl is None:
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


class Calls:
    """What one process calls out, and what it hears.

    Args:
      record: the record's file, as its connections name it.
    """

    def __init__(self, record: str) -> None:
        self._path = _beside(record, CALLS_FILE)
        self._who = uuid4().hex
        self._ear: sqlite3.Connection | None = None
        self._seen: int | None = None
        self._heard = 0

    def call_out(self, words: str) -> None:
        """Say something to the others; lost where nobody else is there or the disk is full."""
        if not self._path.exists():
            return
        with suppress(sqlite3.Error), closing(_connected(self._path)) as db:
            said = db.execute("INSERT INTO calls (who, words) VALUES (?, ?)", (self._who, words))
            db.execute("DELETE FROM calls WHERE number <= ?", ((said.lastrowid or 0) - KEPT,))

    def news(self) -> Iterator[str]:
        """What the others have called out since the last look. To be used by one thread."""
        if self._ear is None:
            if not self._path.exists():
                return
            self._ear = _connected(self._path)
            self._heard = self._last(self._ear)
        [now] = self._ear.execute("PRAGMA data_version").fetchone()
        if now == self._seen:
            return
        self._seen = now
        question = "SELECT number, who, words FROM calls WHERE number > ? ORDER BY number"
        for number, who, words in self._ear.execute(question, (self._heard,)).fetchall():
            self._heard = number
            if who != self._who:
                yield words

    def close(self) -> None:
        if self._ear is not None:
            self._ear.close()

    def _last(self, db: sqlite3.Connection) -> int:
        [number] = db.execute("SELECT ifnull(max(number), 0) FROM calls").fetchone()
        return int(number)


def _beside(record: str, name: str) -> Path:
    path = unquote(urlsplit(record).path) if record.startswith("file:") else record
    return Path(path).with_name(name)


def _connected(path: Path) -> sqlite3.Connection:
    """A call that is lost with a power cut was for nobody any more, so no disk is waited for."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA synchronous = OFF")
    return connection
