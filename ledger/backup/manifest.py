"""What a backup says of itself, what it holds, and which era the record is in."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.backup.facts import LogRestored
from ledger.record.events import Streams, record_id
from ledger.record.failures import said_wording
from ledger.vocabulary.refusals import Refusal

# Which era the record is in: each restore begins a new one.
#
# Positions of an era that was lost may come again and mean something else. So whoever remembers a
# position, such as a screen that is watching, remembers the era with it.


def era_of(streams: Streams) -> str:
    """The name of the era: eight hexadecimal digits; empty for a record that never was restored."""
    restored = last_restored(streams)
    return restored[0] if restored else ""


def last_restored(streams: Streams) -> tuple[str, LogRestored] | None:
    """The era, and the event it began with; ``None`` in the first."""
    for event in reversed(streams.events_of(record_id())):
        if isinstance(event.fact, LogRestored):
            return event.envelope.command_id.hex[:8], event.fact
    return None


def restores(streams: Streams) -> Iterator[LogRestored]:
    return (restored for _, restored in restores_at(streams))


def restores_at(streams: Streams) -> Iterator[tuple[datetime, LogRestored]]:
    for event in reversed(streams.events_of(record_id())):
        if isinstance(event.fact, LogRestored):
            yield event.envelope.written_at, event.fact


# What a copy of a record holds, table by table: one digest, which any change to any row changes.
#
# ``verify`` proves the log, the answers and the words. A record is more than that: badges' PINs,
# tablets, sessions, the tables themselves. What nobody proves, a bit that flips in a backup changes
# without a word, and with a restore it is everybody's.


OF_SQLITE = "sqlite_"
"""How tables begin that SQLite keeps for itself; they follow from the others."""


def contents_of(file: Path) -> str:
    """The digest of all that is in a record's file, in hex, however its pages lie."""
    digest = sha256()
    with (
        said_wording(),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as db,
    ):
        db.text_factory = bytes  # text that is none any more is a change like another
        [version] = db.execute("PRAGMA user_version").fetchone()
        digest.update(b"%d" % version)
        made = db.execute(
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name"
        ).fetchall()
        for kind, name, sql in made:
            digest.update(repr((kind, name, sql)).encode())
            if kind == b"table" and not name.startswith(OF_SQLITE.encode()):
                quoted = name.decode("utf-8", "replace").replace('"', '""')
                rows = f'SELECT * FROM "{quoted}" NOT INDEXED'  # noqa: S608 (a table of this file)
                for row in db.execute(rows):
                    digest.update(repr(row).encode())
    return digest.hexdigest()


def is_in_order(file: Path) -> bool:
    """Whether the indexes say what the tables say, and every page is where it belongs."""
    with (
        said_wording(),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as db,
    ):
        return bool(db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


FIRST_BYTES = b"SQLite format 3\0"
LIST_FILE = re.compile(r"[0-9a-f]{32}\.lexicon")
"""What the file of a word list is called; nothing else is written where a backup is put back."""

_TABLES = (
    "CREATE TABLE backup_manifest (manifest BLOB NOT NULL)",
    """CREATE TABLE backup_lists (file TEXT PRIMARY KEY NOT NULL, digest TEXT NOT NULL,
    content BLOB NOT NULL)""",
)


class Manifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a backup holds, as found when it was read again after it had been written.

    Attributes:
      position: place of the last one in the log.
      written_at: when its last event was written; ``None``: it holds none.
      era: which era of the record it is of; empty: the first.
      contents: digest of every table and of all that stands here, in hex; empty: of an earlier
        release, which took none.
    """

    made_at: datetime
    release: str
    engine: str
    events: int
    position: int
    head: str
    answers: int
    words: int
    written_at: datetime | None = None
    era: str = ""
    contents: str = ""


def sealed(manifest: Manifest, contents: str) -> Manifest:
    said = msgspec.json.encode(replace(manifest, contents=contents))
    return replace(manifest, contents=sha256(said).hexdigest())


def read_manifest(file: Path) -> Manifest:
    if not file.is_file():
        raise Refusal("no-backup", f"There is no file {file}.", "Name a backup's file.")
    with file.open("rb") as opened:
        if opened.read(len(FIRST_BYTES)) != FIRST_BYTES:
            raise _not_one(file)
    try:
        with closing(_to_read(file)) as db:
            [(data,)] = db.execute("SELECT manifest FROM backup_manifest").fetchall()
        return msgspec.json.decode(data, type=Manifest)
    except (sqlite3.DatabaseError, ValueError, TypeError) as trouble:
        raise _not_one(file) from trouble


def write_manifest(file: Path, manifest: Manifest, lists: Mapping[str, bytes]) -> None:
    """Word lists by the names of their files; raises ``RecordAway``: there is no room."""
    with said_wording(), closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")  # the whole file is flushed at the end
        db.execute("BEGIN")
        for table in _TABLES:
            db.execute(table)
        db.execute("INSERT INTO backup_manifest VALUES (?)", (msgspec.json.encode(manifest),))
        for name, content in lists.items():
            row = (name, sha256(content).hexdigest(), content)
            db.execute("INSERT INTO backup_lists VALUES (?, ?, ?)", row)
        db.execute("COMMIT")


def lists_in(file: Path) -> dict[str, bytes]:
    with said_wording(), closing(_to_read(file)) as db:
        rows = db.execute("SELECT file, digest, content FROM backup_lists").fetchall()
    for name, digest, content in rows:
        if not LIST_FILE.fullmatch(name) or sha256(content).hexdigest() != digest:
            raise damaged(file, f"the word list {name} has changed")
    return {name: content for name, _, content in rows}


def without_manifest(file: Path) -> None:
    """Take out of a copy what only a backup has, so that it is a record like any other."""
    with said_wording(), closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        for name in ("backup_manifest", "backup_lists"):
            db.execute(f"DROP TABLE IF EXISTS {name}")
        db.execute("COMMIT")


def damaged(file: Path, what: str) -> Refusal:
    return Refusal(
        "backup-damaged",
        f"{file} is not what was backed up: {what}.",
        "Keep it, and take another backup of the ring.",
    )


def _not_one(file: Path) -> Refusal:
    return Refusal(
        "no-backup",
        f"{file} is no backup of ours.",
        "Name a file that `tilescribe record backup` made.",
    )


def _to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)
