"""Copying a record's file as it is at one moment, whoever writes to it meanwhile."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ledger.record.failures import said_wording

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
