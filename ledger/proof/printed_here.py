"""What was printed here: where the ten signs of a code lead when nothing else is read out.

A code can't be turned round, so what its square code says beside it is kept when it is printed. It
is a hint and no proof: the sheet is filled again from the record all the same. The file holds
nothing of the record and may be thrown away; other computers, and copies, have their own or none.
It keeps too which release printed a code: where the same one makes another now, the record changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from ledger.proof.paper_codes import LENGTH, as_read

PRINTED_FILE = "printed.db"

OFFICIALS, ANYBODY = "for_officials", "for_anybody"
MOST = {OFFICIALS: 100_000, ANYBODY: 20_000}
"""Codes that are kept, some 80 bytes each; the oldest go. A crowd that has lists drawn all day
pushes out what other visitors printed, and nothing of the officials'."""

FEW = 3
"""Places of one code in each table that are tried, the newest first: whoever else may write to the
file makes nobody wait for more."""

LONGEST = 300
"""Signs of a state: what is longer was not noted by us."""

STEPS = 1_000_000
"""Of the database's own, until a look at a file that is none of ours is given up."""

NOT_AS_OURS = {
    sqlite3.SQLITE_ERROR,  # no such table or column
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_FORMAT,
}
"""What the database says of a file that is damaged or of another shape; anything else is the disk's
fault, or somebody else is writing."""

PATIENCE = 0.2
"""Seconds to wait for another process that notes what it printed: paper is not kept waiting."""


class Noted(NamedTuple):
    """A code that was printed here, for which state, and by which release; empty: not known."""

    code: str
    state: str
    release: str


class PrintedHere:
    """The codes that were printed, in a file of their own.

    Args:
      folder: where it lies; where nothing can be written there, nothing is kept.
      to_write: whether anything may be.
    """

    def __init__(self, folder: Path, *, to_write: bool = True) -> None:
        self._to_write = to_write
        self._path = folder / PRINTED_FILE
        self._lock = Lock()
        self._db: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def note(
        self, codes: Iterable[tuple[str, str]], *, by: str = OFFICIALS, release: str = ""
    ) -> None:
        """Keep what was printed. Never fails: paper that is not noted is paper all the same.

        Args:
          codes: each code with its state, as the square code has both.
          by: for whom: ``OFFICIALS``, or ``ANYBODY``.
          release: of the program that printed them, and what else their words hang on.
        """
        rows = [(as_read(code), state, release) for code, state in codes if code]
        if not rows or not self._to_write:
            return
        with self._lock, suppress(sqlite3.Error, OSError):
            try:
                self._keep(rows, by)
            except sqlite3.DatabaseError as trouble:
                if trouble.sqlite_errorcode & 0xFF not in NOT_AS_OURS:
                    raise
                self._forget()
                self._keep(rows, by)

    def states(self, code: str) -> Iterator[str]:
        """Where a code was printed for, the newest first: none where that is not known."""
        yield from dict.fromkeys(one.state for one in self.noted(code))

    def noted(self, code: str) -> list[Noted]:
        """A code with where it was printed for, and by which release, the newest first."""
        return self._rows("code = ?", (code,), FEW)

    def newest(self, most: int) -> list[Noted]:
        """The codes that were printed last: so many of each kind."""
        return self._rows("length(code) = ?", (LENGTH,), most)

    def _rows(self, which: str, values: tuple[str | int, ...], most: int) -> list[Noted]:
        if not self._path.is_file():
            return []
        found: list[tuple[str, str, str]] = []
        with suppress(sqlite3.Error), closing(_connected(self._path, "ro")) as db:
            db.text_factory = lambda content: content.decode("utf-8", "replace")
            db.set_progress_handler(lambda: 1, STEPS)
            for table in MOST:
                release = "release" if _says_release(db, table) else "''"
                found += db.execute(
                    f"SELECT code, state, {release} FROM {table} WHERE {which} "  # noqa: S608 (our own names)
                    "AND typeof(state) = 'text' AND length(state) BETWEEN 1 AND ? "
                    "ORDER BY number DESC LIMIT ?",
                    (*values, LONGEST, most),
                )
        return [Noted(*row) for row in found]

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            self._closed()

    def _keep(self, rows: list[tuple[str, str, str]], by: str) -> None:
        """All of them in one transaction; what is a code's newest already is not written again."""
        if self._db is not None and self._opened != _which(self._path):  # it was thrown away
            self._closed()
        if self._db is None:
            self._db = _made(self._path)
            self._opened = _which(self._path)
        with _at_once(self._db) as db:
            db.executemany(
                f"INSERT INTO {by} (code, state, release) SELECT ?1, ?2, ?3 WHERE ?2 || ' ' || ?3 "  # noqa: S608 (our own names)
                f"IS NOT (SELECT state || ' ' || release FROM {by} WHERE code = ?1 "
                "ORDER BY number DESC LIMIT 1)",
                rows,
            )
            db.execute(
                f"DELETE FROM {by} WHERE number <= (SELECT max(number) FROM {by}) - ?",  # noqa: S608 (our own names)
                (MOST[by],),
            )

    def _forget(self) -> None:
        self._closed()
        for ending in ("", "-journal"):
            self._path.with_name(f"{PRINTED_FILE}{ending}").unlink(missing_ok=True)

    def _closed(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


@contextmanager
def _at_once(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _made(path: Path) -> sqlite3.Connection:
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    db = _connected(path, "rw")
    try:
        # No write-ahead file: a copy that is write-protected could not be read with one.
        db.execute("PRAGMA journal_mode = TRUNCATE")
        db.execute("PRAGMA synchronous = OFF")  # it can be thrown away, so it waits for no disk
        for table in MOST:
            db.execute(
                f"CREATE TABLE IF NOT EXISTS {table} "
                "(number INTEGER PRIMARY KEY, code TEXT NOT NULL, state TEXT NOT NULL, "
                "release TEXT NOT NULL DEFAULT '')"
            )
            if not _says_release(db, table):  # it was begun before releases were kept
                db.execute(f"ALTER TABLE {table} ADD COLUMN release TEXT NOT NULL DEFAULT ''")
            db.execute(f"CREATE INDEX IF NOT EXISTS {table}_by_code ON {table} (code)")
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _says_release(db: sqlite3.Connection, table: str) -> bool:
    return any(name == "release" for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))


def _which(path: Path) -> tuple[int, int] | None:
    """Which file lies there; ``None``: none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _connected(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={how}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
