"""Tables of the hall's SQLite file, which can be thrown away and rebuilt from the log.

Nothing here is ever migrated. A file made by any other version of these statements is
refused by ``prepare``, and ``ledger.hall`` then makes a new one; so they may be edited
freely.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from migrations.sqlite_file import APPLICATION_ID, NotOursToChange, begin_private

_INDEXED = (
    "INSERT INTO found_by_fts (rowid, names, tournament, words) "
    "VALUES (new.key, new.names, new.tournament, new.words)"
)
_FORGOTTEN = (
    "INSERT INTO found_by_fts (found_by_fts, rowid, names, tournament, words) "
    "VALUES ('delete', old.key, old.names, old.tournament, old.words)"
)

TABLES = (
    # How far the log was followed: the position, and which event lies there.
    f"PRAGMA application_id = {APPLICATION_ID}",
    (
        "CREATE TABLE tracking (one INTEGER PRIMARY KEY CHECK (one = 1), "
        "position INTEGER NOT NULL, mark TEXT NOT NULL)"
    ),
    "INSERT INTO tracking VALUES (1, 0, '')",
    # Tournaments with their streams, and the players entered.
    (
        "CREATE TABLE tournaments (slug TEXT PRIMARY KEY NOT NULL, stream TEXT, "
        "name TEXT NOT NULL, place TEXT NOT NULL, rulebook TEXT NOT NULL, "
        "lexicon TEXT NOT NULL, rounds INTEGER NOT NULL, "
        "live_boards TEXT NOT NULL DEFAULT 'on', minutes_late INTEGER NOT NULL DEFAULT 0)"
    ),
    "CREATE UNIQUE INDEX tournaments_by_stream ON tournaments (stream)",
    (
        "CREATE TABLE players (tournament TEXT NOT NULL, number INTEGER NOT NULL, "
        "name TEXT NOT NULL, division TEXT NOT NULL, PRIMARY KEY (tournament, number))"
    ),
    # One row a game. Only columns that never change are indexed: it is written every turn.
    (
        "CREATE TABLE games (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, "
        "tournament TEXT NOT NULL, division TEXT NOT NULL, round_number INTEGER NOT NULL, "
        "table_number INTEGER NOT NULL, replay INTEGER NOT NULL, "
        "first TEXT NOT NULL, second TEXT NOT NULL, "
        "first_number INTEGER NOT NULL, second_number INTEGER NOT NULL, "
        "first_total INTEGER NOT NULL, second_total INTEGER NOT NULL, "
        "state TEXT NOT NULL, on_move TEXT, turns INTEGER NOT NULL, "
        "version INTEGER NOT NULL, position INTEGER NOT NULL, unseen INTEGER NOT NULL, "
        "first_clock INTEGER, second_clock INTEGER, flags TEXT NOT NULL, "
        "last_line TEXT NOT NULL, written_at TEXT NOT NULL, lines INTEGER NOT NULL, "
        "corrected INTEGER NOT NULL, ended INTEGER NOT NULL, counted INTEGER NOT NULL, "
        "played INTEGER NOT NULL, first_half_wins INTEGER NOT NULL, "
        "second_half_wins INTEGER NOT NULL, first_spread INTEGER NOT NULL, "
        "second_spread INTEGER NOT NULL, unindexed INTEGER NOT NULL DEFAULT 1)"
    ),
    (
        "CREATE INDEX games_by_place ON games "
        "(tournament, division, round_number, table_number, replay)"
    ),
    "CREATE INDEX games_unindexed ON games (key) WHERE unindexed",
    # Names, tournament and words played, for the search; accents do not matter.
    "CREATE TABLE found_by (key INTEGER PRIMARY KEY, names TEXT, tournament TEXT, words TEXT)",
    (
        "CREATE VIRTUAL TABLE found_by_fts USING fts5 (names, tournament, words, "
        "tokenize='unicode61 remove_diacritics 2', content='found_by', content_rowid='key')"
    ),
    f"CREATE TRIGGER found_by_ai AFTER INSERT ON found_by BEGIN {_INDEXED}; END",
    f"CREATE TRIGGER found_by_ad AFTER DELETE ON found_by BEGIN {_FORGOTTEN}; END",
    f"CREATE TRIGGER found_by_au AFTER UPDATE ON found_by BEGIN {_FORGOTTEN}; {_INDEXED}; END",
    # What decisions about conduct do to the standings, beside the games.
    (
        "CREATE TABLE decided (tournament TEXT NOT NULL, kind TEXT NOT NULL, "
        "game TEXT NOT NULL, number INTEGER NOT NULL, amount INTEGER NOT NULL)"
    ),
    "CREATE INDEX decided_by_tournament ON decided (tournament)",
    # Byes that count: results without a game.
    (
        "CREATE TABLE byes (tournament TEXT NOT NULL, number INTEGER NOT NULL, "
        "half_wins INTEGER NOT NULL, spread INTEGER NOT NULL)"
    ),
    "CREATE INDEX byes_by_tournament ON byes (tournament)",
)

DIGEST = int.from_bytes(sha256("\n".join(TABLES).encode()).digest()[:4], "big") >> 1 or 1
"""31 bits over every statement that makes the tables: another release has others."""


def prepare(path: Path) -> None:
    """Make the hall's tables in ``path`` if it is not there; otherwise see that it holds them.

    Raises:
      NotOursToChange: it holds the tables of another release, or something else.
      sqlite3.DatabaseError: it is damaged.
    """
    begin_private(path)
    with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        if not found and not _holds_anything(connection):
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            if not _holds_anything(connection):
                for statement in TABLES:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {DIGEST}")
            connection.execute("COMMIT")
            found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found != DIGEST:
        msg = f"{path} was made by another release, or is not the hall's. It can be deleted."
        raise NotOursToChange(msg)


def _holds_anything(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
