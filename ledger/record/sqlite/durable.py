"""The record's SQLite file: connections that keep what was committed, and a copy of one moment.

Each connection sets what durability needs and reads it back; the library sets only WAL and
leaves ``synchronous`` to however SQLite was built. With NORMAL, two power cuts in three lost
events that had been acknowledged.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from ledger.vocabulary.refusals import Refusal

# Copying a record's file as it is at one moment, whoever writes to it meanwhile.


PAGES_AT_ONCE = 2_000  # pages copied between two calls of ``progress``

PAGE = 4096


def flush(path: Path) -> None:
    """See to it that a file, or the names given in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def pages_of(record: Path) -> int:
    """How many pages there are to copy, about."""
    return record.stat().st_size // PAGE


def copy_record(record: Path, copy: Path, progress: Callable[[int], None]) -> None:
    """Copy the file, with what lies in its write-ahead file.

    The copy is of one moment, whatever is written meanwhile, and keeps no writer waiting: what
    is read stands still from the first page on. (Between pages alone, each write would make
    SQLite begin again.)

    Args:
      copy: where it goes; for its owner alone.

    Raises:
      RecordAway: it can't be read, or there is no room.
    """
    from ledger.record.failures import said_wording  # most commands copy nothing

    with said_wording():
        copy.touch(0o600)
        address = f"{record.resolve().as_uri()}?mode=ro"
        try:
            with (
                closing(sqlite3.connect(address, uri=True)) as source,
                closing(sqlite3.connect(copy)) as target,
            ):
                source.isolation_level = None
                source.execute("BEGIN")
                source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                target.execute("PRAGMA synchronous = OFF")

                def told(_: int, left: int, all_: int) -> None:
                    # A few megabytes at a time: at the end, hundreds at once would keep the
                    # record's own writers waiting for the disk.
                    flush(copy)
                    progress(all_ - left)

                source.backup(target, pages=PAGES_AT_ONCE, progress=told)
        except sqlite3.OperationalError:
            # Where nothing can be written beside it, its write-ahead file can't be read in its
            # place. Nobody writes to it there either.
            for ending in ("", "-wal"):
                if Path(f"{record}{ending}").exists():
                    shutil.copyfile(f"{record}{ending}", f"{copy}{ending}")


SYNCHRONOUS = ("FULL", 2)
"""The setting, by name and as SQLite reads it back."""

EXTRA_PRAGMAS: tuple[str, ...] = ()
"""Run on each new connection, for tests that need small files or early checkpoints."""


def make_durable(connection: sqlite3.Connection) -> None:
    """Set what durability needs on ``connection`` and read it back.

    ``secure_delete`` has zeros written over what is removed, which not every SQLite does by itself.
    ``recursive_triggers`` makes ``INSERT OR REPLACE`` fire the triggers that refuse deletes.

    Raises:
      Refusal: ``not-durable``; the setting did not take.
    """
    name, value = SYNCHRONOUS
    wanted: list[tuple[str, str, str | int]] = [
        ("synchronous", name, value),
        ("recursive_triggers", "ON", 1),
        ("secure_delete", "ON", 1),
        ("journal_mode", "WAL", "wal"),  # last, for it alone changes the file
    ]
    for pragma, setting, read_back in wanted:
        connection.execute(f"PRAGMA {pragma}={setting}").close()
        found = connection.execute(f"PRAGMA {pragma}").fetchone()
        if found is None or found[0] != read_back:
            raise Refusal(
                "not-durable",
                f"The record would not be safe here: {pragma} is {found and found[0]} "
                f"and can't be set to {setting}.",
                "Move the data folder to a disk of this computer and start again.",
            )
    for pragma in EXTRA_PRAGMAS:
        connection.execute(pragma).close()


def put_away(path: Path) -> None:
    """Fold the write-ahead file into the record, where nobody else has it open any more.

    Its header then says that it needs no such file: so a copy that was made without it, while
    the record was in use, can be told from one that is whole
    (``ledger.record.opening.lacks_its_wal``).
    """
    if not path.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=0)) as last:
        last.execute("PRAGMA synchronous = FULL")
        last.execute("PRAGMA journal_mode = DELETE")  # refused while it is open elsewhere


def is_in_use(path: Path) -> bool:
    """Whether another program, or another part of this one, has the record open.

    What can't be opened as a record at all is in nobody's use.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as last:
            found = last.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as trouble:
        return getattr(trouble, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
    except sqlite3.DatabaseError:
        return False
    return found is None or found[0] != "delete"
