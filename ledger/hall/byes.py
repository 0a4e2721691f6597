"""Results without a game in the hall: byes and rounds missed, written with the tournament."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from ledger.tournament.byes import byes_of
from ledger.tournament.tournament import Tournament


class ByeRow(NamedTuple):
    """A round in which a player has no opponent.

    Attributes:
      half_wins: ``None``, like ``spread``, where nobody has settled what a bye is worth; it
        then does not count.
      kind: ``bye``, or ``missed`` for a round that counts as lost.
    """

    number: int
    round_number: int
    division: str
    half_wins: int | None
    spread: int | None
    kind: str = "bye"


def write_byes(connection: sqlite3.Connection, tournament: Tournament) -> None:
    """Write a tournament's byes in place of those written before."""
    connection.execute("DELETE FROM byes WHERE tournament = ?", (tournament.slug,))
    connection.executemany(
        "INSERT INTO byes VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(tournament.slug, *row) for row in rows_of(tournament)],
    )


def rows_of(tournament: Tournament) -> list[ByeRow]:
    """Every bye of a tournament, those too that count for nothing yet."""
    plays_in = {player.number: player.division for player in tournament.players}
    rows = [
        ByeRow(one.number, one.round_number, plays_in.get(one.number, ""), one.half_wins,
               one.spread, one.kind)
        for one in byes_of(tournament)
    ]  # fmt: skip
    counted = {(row.number, row.round_number) for row in rows}
    unsettled = [
        ByeRow(pairing.first, paired.round_number, paired.division, None, None)
        for paired in tournament.rounds
        for pairing in paired.pairings
        if not pairing.second and (pairing.first, paired.round_number) not in counted
    ]
    return rows + unsettled


def byes(db: sqlite3.Connection, slug: str) -> list[ByeRow]:
    """Every bye of a tournament."""
    rows = db.execute(
        "SELECT number, round_number, division, half_wins, spread, kind FROM byes "
        "WHERE tournament = ? ORDER BY division, round_number, number",
        (slug,),
    )
    return [ByeRow(*row) for row in rows]
