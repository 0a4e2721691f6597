"""Tables of the record's SQLite file, oldest change first.

A migration that has been released is never edited: write a new one, and add its name to
``KNOWN_CHANGES`` in ``ledger/record/opening.py``. It spells out table and column names itself, so
that renaming a class can't change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from migrations.sqlite_file import APPLICATION_ID, Change

if TYPE_CHECKING:
    from sqlite_utils.db import Database

__all__ = ["APPLICATION_ID", "CHANGES"]


def events_and_chain(db: Database) -> None:
    """Append-only events as the eventsourcing library lays them out, and a link for each."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(
        "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, "
        "topic TEXT, state BLOB, PRIMARY KEY (originator_id, originator_version))"
    )
    db.execute(
        "CREATE TABLE chain (position INTEGER PRIMARY KEY, link BLOB NOT NULL, "
        "checks BLOB NOT NULL)"
    )
    _append_only(db, "stored_events")
    _append_only(db, "chain")


def answers(db: Database) -> None:
    """Remember the answer to each request, so that one sent twice is answered the same."""
    db.execute(
        "CREATE TABLE answers (command_id TEXT PRIMARY KEY NOT NULL, device TEXT NOT NULL, "
        "device_seq INTEGER, payload BLOB NOT NULL, kind TEXT NOT NULL, stream TEXT NOT NULL, "
        "version INTEGER NOT NULL, body BLOB NOT NULL, at TEXT NOT NULL, checks BLOB NOT NULL"
        ") WITHOUT ROWID"
    )
    db.execute("CREATE UNIQUE INDEX answers_by_device ON answers (device, device_seq)")
    _append_only(db, "answers")


def words(db: Database) -> None:
    """People's words beside the log; once written, they can only be emptied."""
    db.execute(
        "CREATE TABLE words (digest TEXT PRIMARY KEY NOT NULL, salt BLOB, content BLOB) "
        "WITHOUT ROWID"
    )
    _refuse(db, "words", "DELETE", "words can be emptied, not deleted")
    _refuse(
        db,
        "words",
        "UPDATE",
        "words can be emptied, not changed",
        when="NEW.salt IS NOT NULL OR NEW.content IS NOT NULL OR NEW.digest <> OLD.digest",
    )


def releases(db: Database) -> None:
    """Which release a file needs, so that an older one can say which to install."""
    db.execute("CREATE TABLE releases (change TEXT PRIMARY KEY NOT NULL, release TEXT NOT NULL)")


def keys(db: Database) -> None:
    """PINs, sessions and devices. Nothing here is evidence: it may change, and it may go."""
    for table in KEYS:
        db.execute(table)


def unsettled(db: Database) -> None:
    """Find what was not written in a game without reading every answer there is."""
    db.execute("CREATE INDEX answers_not_written ON answers (kind, stream) WHERE kind <> 'written'")


def tokens(db: Database) -> None:
    """Tokens of programs, by their digests. Like keys: it may change, and it may go."""
    db.execute(
        """CREATE TABLE tokens (token BLOB PRIMARY KEY NOT NULL, badge TEXT NOT NULL,
        name TEXT NOT NULL, scopes TEXT NOT NULL, made_at TEXT NOT NULL, ends_at TEXT NOT NULL)
        WITHOUT ROWID"""
    )


def backups(db: Database) -> None:
    """Which backups are known to be good, and up to which number each holds a tablet's entries."""
    for table in BACKUPS:
        db.execute(table)


BACKUPS = (
    """CREATE TABLE backups (made_at TEXT NOT NULL, place TEXT NOT NULL, position INTEGER NOT NULL,
    events INTEGER NOT NULL, head TEXT NOT NULL, elsewhere INTEGER NOT NULL,
    PRIMARY KEY (made_at, place)) WITHOUT ROWID""",
    """CREATE TABLE backed_up (device TEXT PRIMARY KEY NOT NULL, device_seq INTEGER NOT NULL)
    WITHOUT ROWID""",
)

KEYS = (
    """CREATE TABLE pins (badge TEXT PRIMARY KEY NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL,
    cost TEXT NOT NULL, must_change INTEGER NOT NULL, set_at TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE wrong_pins (badge TEXT NOT NULL, origin TEXT NOT NULL, tries INTEGER NOT NULL,
    since TEXT NOT NULL, PRIMARY KEY (badge, origin)) WITHOUT ROWID""",
    """CREATE TABLE sessions (token BLOB PRIMARY KEY NOT NULL, badge TEXT NOT NULL,
    device TEXT NOT NULL, scope TEXT NOT NULL, began TEXT NOT NULL, seen TEXT NOT NULL)
    WITHOUT ROWID""",
    """CREATE TABLE device_keys (token BLOB PRIMARY KEY NOT NULL, device TEXT NOT NULL)
    WITHOUT ROWID""",
    """CREATE TABLE invitations (code BLOB PRIMARY KEY NOT NULL, scope TEXT NOT NULL,
    made_by TEXT NOT NULL, made_at TEXT NOT NULL) WITHOUT ROWID""",
)


CHANGES: dict[str, Change] = {
    "0001_events_and_chain": events_and_chain,
    "0002_answers": answers,
    "0003_words": words,
    "0004_releases": releases,
    "0005_keys": keys,
    "0006_unsettled": unsettled,
    "0007_tokens": tokens,
    "0008_backups": backups,
}


def _append_only(db: Database, table: str) -> None:
    for verb in ("UPDATE", "DELETE"):
        _refuse(db, table, verb, f"{table} is append-only")


def _refuse(db: Database, table: str, verb: str, why: str, when: str = "1") -> None:
    db.execute(
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} WHEN {when} "
        f"BEGIN SELECT RAISE(ABORT, '{why}'); END"
    )
