"""Who stands where: wins, then spread, division by division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ledger.hall.rows import StandingRow


class Result(NamedTuple):
    """A game that counts. Wins are half wins; ``played``: it was begun."""

    division: str
    first_number: int
    first: str
    first_half_wins: int
    first_spread: int
    second_number: int
    second: str
    second_half_wins: int
    second_spread: int
    played: bool


@dataclass(slots=True)
class _Tally:
    number: int
    name: str
    division: str
    half_wins: int = 0
    games: int = 0
    spread: int = 0
    starts: int = 0

    def add(self, half_wins: int, spread: int, *, started: bool) -> None:
        self.half_wins += half_wins
        self.games += 1
        self.spread += spread
        self.starts += started


def standings(
    players: Iterable[tuple[int, str, str]], results: Iterable[Any]
) -> tuple[StandingRow, ...]:
    """The standings, by division, wins, spread and name.

    A player entered without a game stands there too. Who never was entered, as in a game
    that was imported, goes by name and the division of the game.

    Args:
      players: number, name and division of each player entered.
      results: what ``Result`` holds, for each game that counts.
    """
    tallies: dict[object, _Tally] = {
        number: _Tally(number, name, division) for number, name, division in players
    }

    def tally(number: int, name: str, division: str) -> _Tally:
        key: object = number or (division, name)
        if key not in tallies:
            tallies[key] = _Tally(number, name, division)
        return tallies[key]

    for row in results:
        game = Result(*row)
        tally(game.first_number, game.first, game.division).add(
            game.first_half_wins, game.first_spread, started=bool(game.played)
        )
        tally(game.second_number, game.second, game.division).add(
            game.second_half_wins, game.second_spread, started=False
        )
    rows = [
        StandingRow(
            number=one.number,
            name=one.name,
            division=one.division,
            wins=one.half_wins / 2,
            losses=one.games - one.half_wins / 2,
            spread=one.spread,
            games=one.games,
            starts=one.starts,
        )
        for one in tallies.values()
    ]
    return tuple(sorted(rows, key=lambda x: (x.division, -x.wins, -x.spread, x.name, x.number)))
