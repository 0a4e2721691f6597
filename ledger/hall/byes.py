"""Byes in the hall: one row a bye, written with the tournament."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from ledger.tournament.byes import bye_worth
from ledger.tournament.tournament import Tournament


class ByeRow(NamedTuple):
    """A round in which a player has no opponent.

    Attributes:
      half_wins: ``None``, like ``spread``, where nobody has settled what a bye is worth; it
        then does not count.
    """

    number: int
    round_number: int
    division: str
    half_wins: int | None
    spread: int | None


def write_byes(connection: sqlite3.Connection, tournament: Tournament) -> None:
    """Write a tournament's byes in place of those written before."""
    worth = bye_worth(tournament)
    counts = (worth.half_wins, worth.spread) if worth else (None, None)
    connection.execute("DELETE FROM byes WHERE tournament = ?", (tournament.slug,))
    connection.executemany(
        "INSERT INTO byes VALUES (?, ?, ?, ?, ?, ?)",
        [
            (
                tournament.slug,
                pairing.first,
                paired.round_number,
                paired.division,
                *counts,
            )
            for paired in tournament.rounds
            for pairing in paired.pairings
            if not pairing.second
        ],
    )


def byes(db: sqlite3.Connection, slug: str) -> list[ByeRow]:
    """Every bye of a tournament."""
    rows = db.execute(
        "SELECT number, round_number, division, half_wins, spread FROM byes "
        "WHERE tournament = ? ORDER BY division, round_number, number",
        (slug,),
    )
    return [ByeRow(*row) for row in rows]
