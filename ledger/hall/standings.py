"""Who stands where: wins, then spread, division by division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ledger.hall.decided import NOTHING, Decided
from ledger.hall.results import Result
from ledger.hall.rows import StandingRow


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
    players: Iterable[tuple[int, str, str]],
    results: Iterable[Any],
    decided: Decided = NOTHING,
    byes: Iterable[tuple[int, int, int]] = (),
) -> tuple[StandingRow, ...]:
    """The standings, by division, wins, spread and name.

    A player entered without a game stands there too. Who never was entered, as in a game
    that was imported, goes by name and the division of the game.

    Args:
      players: number, name and division of each player entered.
      results: what ``Result`` holds, for each game that counts.
      byes: number, half wins and spread of each bye that counts.
      decided: what decisions about conduct change; who was put out stands last.
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
        game = decided.applied(Result(*row))
        if game is None:
            continue
        tally(game.first_number, game.first, game.division).add(
            game.first_half_wins, game.first_spread, started=bool(game.played)
        )
        tally(game.second_number, game.second, game.division).add(
            game.second_half_wins, game.second_spread, started=False
        )
    for number, half_wins, spread in byes:
        if number in tallies:
            tallies[number].add(half_wins, spread, started=False)
    rows = [
        StandingRow(
            number=one.number,
            name=one.name,
            division=one.division,
            wins=one.half_wins / 2,
            losses=one.games - one.half_wins / 2,
            spread=one.spread + decided.spread.get(one.number, 0),
            games=one.games,
            starts=one.starts,
            ejected=one.number in decided.ejected,
        )
        for one in tallies.values()
    ]
    return tuple(
        sorted(rows, key=lambda x: (x.division, x.ejected, -x.wins, -x.spread, x.name, x.number))
    )
