"""Rows of the hall as programs get them, and rounds as people see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ledger.hall import GameRow, StandingRow
from ledger.vocabulary import Boards
from web.frame.wording import FINISHED, PLAYING


def shown_game(row: GameRow) -> dict[str, Any]:
    """A game's row as JSON."""
    return {
        "id": str(row.id),
        "tournament": row.tournament,
        "division": row.division,
        "round": row.round_number,
        "table": row.table,
        "replay": row.replay,
        "names": list(row.names),
        "totals": list(row.totals) if row.totals else None,
        "state": row.state,
        "on_move": row.on_move,
        "turns": row.turns,
        "version": row.version,
        "position": row.position if row.boards == Boards.NOW else 0,  # it tells of each entry
        "unseen": row.unseen,
        "clocks": list(row.clocks) if row.clocks else None,
        "flags": list(row.flags),
        "last_line": row.last_line,
        "written_at": row.written_at,
        "boards": row.boards,
    }


def shown_standing(place: int, row: StandingRow) -> dict[str, Any]:
    """A player's line as JSON, with the place."""
    return {
        "place": place,
        "number": row.number,
        "name": row.name,
        "division": row.division,
        "wins": row.wins,
        "losses": row.losses,
        "spread": row.spread,
        "games": row.games,
        "starts": row.starts,
    }


@dataclass(frozen=True)
class RoundShown:
    """One round of one division: its games and how far they are."""

    division: str
    number: int
    games: tuple[GameRow, ...]

    @property
    def finished(self) -> int:
        """Games with a result."""
        return sum(row.state in FINISHED for row in self.games)

    @property
    def playing(self) -> int:
        """Games on the boards now."""
        return sum(row.state in PLAYING for row in self.games)

    @property
    def in_words(self) -> str:
        """``finished``, ``in play`` or ``to come``."""
        if self.finished == len(self.games):
            return "finished"
        return "in play" if self.playing or self.finished else "to come"


def rounds_of(games: Iterable[GameRow]) -> tuple[RoundShown, ...]:
    """Games, as the hall orders them, gathered by division and round."""
    by_round = groupby(games, key=lambda row: (row.division, row.round_number))
    return tuple(RoundShown(division, number, tuple(rows)) for (division, number), rows in by_round)


def standings_by_division(
    rows: Sequence[StandingRow],
) -> dict[str, list[tuple[int, StandingRow]]]:
    """Standings with places, one list a division; equal wins and spread share a place."""
    tables: dict[str, list[tuple[int, StandingRow]]] = {}
    for row in rows:
        table = tables.setdefault(row.division, [])
        place = len(table) + 1
        if table and (table[-1][1].wins, table[-1][1].spread) == (row.wins, row.spread):
            place = table[-1][0]
        table.append((place, row))
    return tables
