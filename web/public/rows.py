"""Rows of the hall as programs get them, and rounds as people see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec import Struct
from msgspec.structs import asdict, replace

from ledger.hall import GameRow, StandingRow
from ledger.hall.rows import Standing
from ledger.vocabulary import Boards
from web.frame.wording import FINISHED, PLAYING


class GameListed(GameRow, frozen=True, kw_only=True):
    """One game of a tournament's list.

    Attributes:
      url: address of the replay page.
    """

    url: str


class GamesTold(Struct, frozen=True):
    """Every game of a tournament, by division, round, table and replay."""

    games: tuple[GameListed, ...]


class StandingTold(Standing, frozen=True, kw_only=True):
    """Where a player stands in a division.

    Attributes:
      place: who is level shares one.
    """

    place: int


class StandingsTold(Struct, frozen=True):
    """The standings, leader first in each division."""

    standings: tuple[StandingTold, ...]


def game_told(row: GameRow) -> GameRow:
    """A game's row as programs are told it.

    Where the board is not shown as it is now the place in the log is not told: it tells of each
    entry.
    """
    return row if row.boards == Boards.NOW else replace(row, position=0)


def game_listed(row: GameRow, url: str) -> GameListed:
    """The same in a list, with the address of its replay page."""
    return GameListed(**asdict(game_told(row)), url=url)


def standing_told(place: int, row: StandingRow) -> StandingTold:
    """A player's line, with the place."""
    shown = {name: getattr(row, name) for name in Standing.__struct_fields__}
    return StandingTold(**shown, place=place)


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
    """Standings with places, one list a division; who is level shares a place."""
    tables: dict[str, list[tuple[int, StandingRow]]] = {}
    for row in rows:
        tables.setdefault(row.division, []).append((row.place, row))
    return tables
