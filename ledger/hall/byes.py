"""Byes in the hall: one row a bye that counts, written with the tournament."""

from __future__ import annotations

import sqlite3

from ledger.tournament.byes import byes_of
from ledger.tournament.tournament import Tournament


def write_byes(connection: sqlite3.Connection, tournament: Tournament) -> None:
    """Write a tournament's byes in place of those written before."""
    connection.execute("DELETE FROM byes WHERE tournament = ?", (tournament.slug,))
    connection.executemany(
        "INSERT INTO byes VALUES (?, ?, ?, ?)",
        [(tournament.slug, bye.number, bye.half_wins, bye.spread) for bye in byes_of(tournament)],
    )


def byes(db: sqlite3.Connection, slug: str) -> list[tuple[int, int, int]]:
    """Number, half wins and spread of each bye of a tournament."""
    return db.execute(
        "SELECT number, half_wins, spread FROM byes WHERE tournament = ?", (slug,)
    ).fetchall()
