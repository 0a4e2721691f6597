"""What a game is found by: names, tournament and words played.

A game is indexed when it is over. While it is played it changes with every turn and is left
alone; a search first indexes those that changed.
"""

from __future__ import annotations

import sqlite3
from uuid import UUID

from ledger.desk.sheet_cache import Shelf
from ledger.game.sheet import Sheet
from ledger.hall.file import writing
from ledger.hall.summary import words_played
from ledger.record.log import Log
from ledger.record.mapper import Damaged

FEW = 300
"""Sheets of games to keep while many are worked through: a sheet keeps all its events."""


def index(connection: sqlite3.Connection, sheet: Sheet) -> None:
    """Make a game to be found by what its sheet says, unless it is already.

    A row that is ahead of the sheet is left for whoever wrote it.
    """
    row = connection.execute(
        "SELECT key FROM games WHERE id = ? AND unindexed AND version <= ?",
        (sheet.id.hex, sheet.version),
    ).fetchone()
    if row is None:
        return
    slug = sheet.scheduled.tournament
    named = connection.execute("SELECT name FROM tournaments WHERE slug = ?", (slug,)).fetchone()
    where = f"{slug} {named[0]}" if named else slug
    connection.execute(
        "INSERT INTO found_by (key, names, tournament, words) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET names = excluded.names, "
        "tournament = excluded.tournament, words = excluded.words",
        (row[0], " ".join(sheet.names), where, words_played(sheet)),
    )
    connection.execute("UPDATE games SET unindexed = 0 WHERE key = ?", row)


def index_the_rest(connection: sqlite3.Connection, log: Log, near: Shelf) -> None:
    """Index the games that changed since they last were.

    Args:
      connection: writes to the hall.
      log: where sheets are read, if they are many.
      near: the desk's shelf.

    Raises:
      Refusal: the log can't be read.
    """
    waiting = connection.execute("SELECT id FROM games WHERE unindexed").fetchall()
    if not waiting:
        return
    shelf = near if len(waiting) <= FEW else Shelf(log, room=FEW)
    with writing(connection):
        for (game,) in waiting:
            try:
                index(connection, shelf.sheet(UUID(game)))
            except Damaged:
                _index_by_name(connection, game)


def _index_by_name(connection: sqlite3.Connection, game: str) -> None:
    """Make a game whose sheet can't be had to be found at least by who plays it."""
    connection.execute(
        "INSERT INTO found_by (key, names, tournament, words) "
        "SELECT key, first || ' ' || second, tournament, '' FROM games WHERE id = ? "
        "ON CONFLICT (key) DO NOTHING",
        (game,),
    )
    connection.execute("UPDATE games SET unindexed = 0 WHERE id = ?", (game,))
