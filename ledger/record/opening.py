"""How a data folder is opened: its settings, its files made for the owner alone, its lock."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from time import sleep

from ledger.vocabulary.refusals import Refusal

LEDGER_FILE = "ledger.db"
"""Name of the record's file in a data folder."""

KNOWN_CHANGES = (
    "0001_events_and_chain",
    "0002_answers",
    "0003_words",
    "0004_releases",
    "0005_keys",
    "0006_unsettled",
    "0007_tokens",
    "0008_backups",
)
"""Changes to the tables that this release knows; ``migrations/`` makes them."""

_LOOKS, _BETWEEN_LOOKS = 5, 0.02
"""How often a file that another program may be writing is looked at, seconds apart."""

_FIRST_BYTES = b"SQLite format 3\0"
_WRITTEN_AHEAD = b"\x02\x02"
"""Bytes 18 and 19 of a SQLite file whose newest pages may lie in the file beside it."""

_MIGRATE = "Run tilescribe record migrate, then start again."


def check_file(path: Path, *, to_write: bool = True) -> None:
    """See to it that the file is a record this release can go on with.

    Writes nothing, not even beside the file.
    """
    _check_first_bytes(path)
    if to_write:
        check_writable(path)
    tables, applied, releases = _look_at(path)
    if tables and not applied:
        raise Refusal(
            "not-a-record",
            f"{path} is another program's database.",
            "Choose another data folder with --data.",
        )
    check_changes(str(path), applied, releases)


def check_changes(
    where: str,
    applied: Sequence[str],
    releases: Mapping[str, str],
    known: Sequence[str] = KNOWN_CHANGES,
) -> None:
    """Compare the changes made to a record with those this release knows.

    Args:
      releases: change to the release that first reads what it makes, where noted.
    """
    if newer := [name for name in applied if name not in known]:
        release = releases.get(newer[-1], "")
        raise Refusal(
            "record-newer",
            f"{where} was written by a newer release: this one does not know {newer[-1]}.",
            f"Install tilescribe {release or 'in that release'} or later.",
        )
    if behind := [name for name in known if name not in applied]:
        raise Refusal("record-behind", f"{where} lacks the change {behind[0]}.", _MIGRATE)


def check_writable(path: Path) -> None:
    for place in (path, path.parent):
        if not os.access(place, os.W_OK):
            raise Refusal(
                "record-read-only",
                f"{place} can only be read.",
                "Give this user the right to write there, or choose another folder with --data.",
            )


def address_to_read(path: Path) -> str:
    """Where SQLite reads the file without ever writing to it, or beside it where it can't.

    A file that nobody can be writing to is read without locks, which need a file beside it.
    """
    alone = not _is_in_use(path) and (not may_write(path) or lacks_its_wal(path))
    how = "immutable=1" if alone else "mode=ro"
    return f"{path.resolve().as_uri()}?{how}"


def may_write(path: Path) -> bool:
    return all(os.access(place, os.W_OK) for place in (path, path.parent))


def lacks_its_wal(path: Path) -> bool:
    """Whether the file was in use when it came here, and its write-ahead file did not come along.

    Whoever closes a record last folds that file in, and lets the header say so
    (``ledger.record.sqlite.durable.put_away``). What a crash left behind has its file beside it.
    """
    with path.open("rb") as file:
        header = file.read(20)
    return header[18:20] == _WRITTEN_AHEAD and not _is_in_use(path)


def _is_in_use(path: Path) -> bool:
    return path.with_name(f"{path.name}-wal").exists()


def _check_first_bytes(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(len(_FIRST_BYTES))
    except FileNotFoundError:
        raise Refusal("no-record", f"There is no record at {path}.", _MIGRATE) from None
    except OSError as trouble:
        raise _unreadable(path, trouble.strerror or str(trouble)) from trouble
    if not start:
        raise Refusal("no-record", f"The record at {path} is empty.", _MIGRATE)
    if start != _FIRST_BYTES:
        raise Refusal(
            "not-a-record",
            f"{path} is not a database.",
            "Choose another data folder with --data, or put the record back in its place.",
        )


def _look_at(path: Path) -> tuple[list[str], list[str], dict[str, str]]:
    """The file's tables, the changes made to it, and the release each change needs.

    Without a write-ahead log beside it the file is read without a lock, for a lock would leave
    files beside another program's database. It is looked at again if it was being written.
    """
    for patience in range(_LOOKS, 0, -1):
        in_use = _is_in_use(path)
        before = path.stat().st_mtime_ns
        try:
            found = _read(path, "mode=ro" if in_use else "immutable=1")
            if in_use or path.stat().st_mtime_ns == before:
                return found
        except (sqlite3.DatabaseError, UnicodeDecodeError) as trouble:
            if patience == 1:
                raise _spoilt(path, trouble) from trouble
        sleep(_BETWEEN_LOOKS)
    return found


def _read(path: Path, how: str) -> tuple[list[str], list[str], dict[str, str]]:
    address = f"{path.resolve().as_uri()}?{how}"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        applied, releases = [], {}
        if "_sqlite_migrations" in tables:
            query = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'ledger'"
            applied = [name for (name,) in connection.execute(query)]
        if "releases" in tables:
            releases = dict(connection.execute("SELECT change, release FROM releases"))
    return tables, applied, releases


def _spoilt(path: Path, trouble: Exception) -> Refusal:
    if isinstance(trouble, sqlite3.OperationalError):
        return _unreadable(path, str(trouble))
    return Refusal(
        "record-damaged",
        f"{path} is damaged ({trouble}).",
        "Keep the file, and put the last copy of the data folder in its place.",
    )


def _unreadable(path: Path, why: str) -> Refusal:
    return Refusal(
        "record-unreadable",
        f"{path} can't be read ({why}).",
        "Check the folder and its rights, then start again.",
    )


@contextmanager
def private_folder() -> Iterator[Path]:
    """A folder for our eyes alone, thrown away at the end."""
    from tempfile import TemporaryDirectory  # brings twelve modules along, and few need a copy

    with TemporaryDirectory(prefix="tilescribe-") as private:  # 0700
        yield Path(private)


# Settings of the store that would lose events, or begin another record than was meant.
#
# The library reads its settings from the environment under several names and takes whatever it
# does not know for nothing. A record is too dear for that.


STORE = "PERSISTENCE_MODULE"
SQLITE, POSTGRES = "eventsourcing.sqlite", "eventsourcing.postgres"
STORES = ("", SQLITE, POSTGRES)
"""What may stand in ``STORE``; nothing stands for SQLite."""

UNSAFE = {
    "POSTGRES_ENABLE_DB_FUNCTIONS": "loses events: those who follow the log would miss some",
    "AGGREGATE_CACHE_MAXSIZE": "loses events: it answers from memory what others wrote over",
    "IS_SNAPSHOTTING_ENABLED": "would answer from snapshots that nobody checks",
    "CIPHER_TOPIC": "would make the record unreadable without its key",
    "COMPRESSOR_TOPIC": "would make the record unreadable to other releases",
}
"""Settings of the library that may not be on, and what each would do."""

PREFIX = "STORED_"
"""Before a setting's name, it is read by the library in place of the plain one."""

_OFF = frozenset({"", "0", "n", "no", "f", "false", "off"})


def must_be_safe(settings: Mapping[str, str]) -> None:
    """Refuse settings with which what was acknowledged could be lost, or elsewhere."""
    for name, does in UNSAFE.items():
        for written in (name, PREFIX + name):
            if settings.get(written, "").strip().lower() not in _OFF:
                raise Refusal(
                    "unsafe-setting",
                    f"{written} {does}.",
                    f"Remove {written} and start again.",
                )
    for name in (STORE, "MAPPER_TOPIC", "APPLICATION_RECORDER_TOPIC", "SQLITE_DBNAME"):
        if settings.get(PREFIX + name):
            raise Refusal(
                "unsafe-setting",
                f"{PREFIX}{name} would lead past the record.",
                f"Remove {PREFIX}{name} and start again.",
            )
    in_postgres(settings)


def must_be_installed() -> None:
    if find_spec("psycopg") is None or find_spec("psycopg_pool") is None:
        raise Refusal(
            "not-installed",
            "PostgreSQL is to keep the record, and what speaks to it is not installed.",
            "Install it with: pip install 'tilescribe[postgres]'.",
        )


def in_postgres(settings: Mapping[str, str]) -> bool:
    """Whether PostgreSQL holds the record.

    >>> in_postgres({}), in_postgres({"PERSISTENCE_MODULE": "eventsourcing.postgres"})
    (False, True)
    >>> in_postgres({"PERSISTENCE_MODULE": "eventsourcing.posgres"})
    Traceback (most recent call last):
    ledger.vocabulary.refusals.Refusal: PERSISTENCE_MODULE is eventsourcing.posgres, which is no \
place for a record. Write eventsourcing.postgres; for SQLite leave it out.

    Raises:
      Refusal: ``unknown-store``: neither it nor SQLite is named.
    """
    named = settings.get(STORE, "").strip()
    if named in STORES:
        return named == POSTGRES
    raise Refusal(
        "unknown-store",
        f"{STORE} is {named}, which is no place for a record.",
        f"Write {POSTGRES}; for SQLite leave it out.",
    )


# Files and folders of a data folder, made for their owner alone from the start.
#
# The folder itself is closed to others; this holds where it isn't, and for what is taken out of
# it.


def begun_for_the_owner(path: Path) -> Path:
    """Make an empty file, where none is and one can be made; what lies beside it follows."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def folder_for_the_owner(path: Path) -> Path:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep every other process out of this block; it opens by itself if a process dies.

    The lock is one that SQLite takes on an empty file of its own, on any system.
    """
    begun_for_the_owner(path)
    with closing(sqlite3.connect(path, timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def alone_or_not(path: Path) -> Iterator[bool]:
    """Whether this process has the block to itself: where another is in it, nobody waits."""
    begun_for_the_owner(path)
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            yield False
        else:
            yield True
