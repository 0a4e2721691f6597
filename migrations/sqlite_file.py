"""Bringing one SQLite file up to date, and refusing files that are not ours to touch."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Migrations
    from sqlite_utils.db import Database

Change = Callable[["Database"], None]
"""What is done to the tables, once."""

SET = "ledger"
"""What the library notes beside each change that was made."""

APPLICATION_ID = 0x54736372
"""``Tscr``: what SQLite files of ours carry in their header, so that ``file`` can name them."""

_LOOKS, _BETWEEN_LOOKS = 5, 0.02
"""How often a file that another program may be writing is looked at, seconds apart."""


class NotOursToChange(ValueError):
    """The file is not one this release may write to. Says why, and what to do."""


def prepare(path: Path, changes: Mapping[str, Change], release: str) -> list[str]:
    """Make the file, or bring it up to date.

    All changes and the notes that they ran are one transaction under SQLite's write lock, so
    several programs may do this at once, and one that is stopped leaves nothing half done.

    Args:
      changes: its tables, oldest change first, by name.
      release: release that first reads what these changes make.
    """
    waiting = pending(path, changes)
    if not waiting:
        return []
    try:
        begin_private(path)
        return _apply(path, changes, release)
    except (sqlite3.OperationalError, OSError) as trouble:
        raise _the_disk(path, trouble) from trouble


def begin_private(path: Path) -> None:
    """Make the file, where it is not there, for its owner alone; what lies beside it follows."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def as_migrations(changes: Mapping[str, Change]) -> Migrations:
    """The changes as the library takes them.

    Only who has changes to make loads it, for that takes longer than most commands do.
    """
    from sqlite_utils import Migrations

    migrations = Migrations(SET)
    for name, change in changes.items():
        migrations(name=name)(change)
    return migrations


def _apply(path: Path, changes: Mapping[str, Change], release: str) -> list[str]:
    from sqlite_utils.db import Database

    migrations = as_migrations(changes)
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        db = Database(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            waiting = [change.name for change in migrations.pending(db)]
            migrations.apply(db)
            if db.table("releases").exists():
                rows = [(name, release) for name in waiting]
                connection.executemany("INSERT INTO releases VALUES (?, ?)", rows)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
    return waiting


def _is_the_disks_fault(trouble: Exception) -> bool:
    """Whether the file may be sound and only the disk, or our rights to it, are in the way."""
    name = getattr(trouble, "sqlite_errorname", "")
    return name.startswith(("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_READONLY"))


def _the_disk(path: Path, trouble: Exception) -> NotOursToChange:
    return NotOursToChange(
        f"{path} can't be read or written ({trouble}). Check that the disk has room and that "
        "you may write in the folder; the file itself is left as it is."
    )


def pending(path: Path, changes: Mapping[str, Change]) -> list[str]:
    """Names of the changes the file still needs, oldest first. Writes nothing.

    Raises:
      NotOursToChange: another program's file, or one written by a newer release.
    """
    if not path.exists() or not path.stat().st_size:
        return list(changes)
    applied, tables = _look_at(path)
    if tables and not applied:
        msg = f"{path} belongs to another program. Choose another data folder."
        raise NotOursToChange(msg)
    if newer := [name for name in applied if name not in changes]:
        msg = (
            f"{path} was written by a newer release: this one does not know {newer[0]}. "
            "Install that release."
        )
        raise NotOursToChange(msg)
    return [name for name in changes if name not in applied]


def _look_at(path: Path) -> tuple[list[str], list[str]]:
    """Names of the changes made to the file, and of its tables.

    Without a write-ahead log beside it the file is read without a lock, for a lock would leave
    files beside another program's database. It is looked at again if it was being written.
    """
    for patience in range(_LOOKS, 0, -1):
        in_use = path.with_name(f"{path.name}-wal").exists()
        how = "mode=ro" if in_use else "immutable=1"
        before = path.stat().st_mtime_ns
        address = f"{path.resolve().as_uri()}?{how}"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=30)) as connection:
                found = _made(connection)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
            if patience == 1 and _is_the_disks_fault(trouble):
                raise _the_disk(path, trouble) from trouble
            if patience == 1:
                msg = f"{path} can't be read as a database ({trouble}). Put the right file there."
                raise NotOursToChange(msg) from trouble
        else:
            if in_use or path.stat().st_mtime_ns == before:
                return found
        sleep(_BETWEEN_LOOKS)
    return found


def _made(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    there = [name for (name,) in connection.execute(tables)]
    if "_sqlite_migrations" not in there:
        return [], there
    made = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY rowid"
    return [name for (name,) in connection.execute(made, (SET,))], there
