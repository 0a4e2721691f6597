"""Who stands where: wins, then ties broken as announced, division by division."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from ledger.hall.decided import NOTHING, Decided
from ledger.hall.results import Result
from ledger.hall.rows import StandingRow
from ledger.tournament.facts.set_up import USUAL_TIES, TieBreak


@dataclass(slots=True)
class _Tally:
    number: int
    name: str
    division: str
    half_wins: int = 0
    games: int = 0
    spread: int = 0
    starts: int = 0
    against: list[tuple[object, int]] = field(default_factory=list)

    def add(self, half_wins: int, spread: int, *, started: bool, opponent: object = None) -> None:
        self.half_wins += half_wins
        self.games += 1
        self.spread += spread
        self.starts += started
        if opponent is not None:
            self.against.append((opponent, half_wins))

    @property
    def key(self) -> object:
        """Whom it is of: the number, or the name of one who never entered."""
        return self.number or (self.division, self.name)


def standings(
    players: Iterable[tuple[int, str, str]],
    results: Iterable[Any],
    decided: Decided = NOTHING,
    byes: Iterable[tuple[int, int, int]] = (),
    ties: Sequence[TieBreak] = USUAL_TIES,
) -> tuple[StandingRow, ...]:
    """The standings, by division, wins, what breaks ties, and name; who is level shares a place.

    A player entered without a game stands there too. Who never was entered, as in a game
    that was imported, goes by name and the division of the game.

    Args:
      players: number, name and division of each player entered.
      results: what ``Result`` holds, for each game that counts.
      byes: number, half wins and spread of each bye that counts.
      decided: what decisions about conduct change; who was put out stands last.
      ties: in which order ties are broken.
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
        one = tally(game.first_number, game.first, game.division)
        two = tally(game.second_number, game.second, game.division)
        one.add(
            game.first_half_wins, game.first_spread, started=bool(game.played), opponent=two.key
        )
        two.add(game.second_half_wins, game.second_spread, started=False, opponent=one.key)
    for number, half_wins, spread in byes:
        if number in tallies:
            tallies[number].add(half_wins, spread, started=False)
    for each in tallies.values():
        each.spread += decided.spread.get(each.number, 0)
    return tuple(_ranked(tallies, decided, ties))


def _ranked(
    tallies: dict[object, _Tally], decided: Decided, ties: Sequence[TieBreak]
) -> Iterator[StandingRow]:
    def before_ties(one: _Tally) -> tuple[str, bool, int]:
        return one.division, one.number in decided.ejected, -one.half_wins

    in_order = sorted(tallies.values(), key=lambda one: (before_ties(one), one.name, one.number))
    place, division = 0, None
    for head, level in groupby(in_order, key=before_ties):
        if head[0] != division:
            place, division = 0, head[0]
        for share in _broken(list(level), tallies, ties):
            row = StandingRow(number=0, name="", division="", wins=0, losses=0, spread=0,
                              games=0, starts=0, ejected=head[1], place=place + 1)  # fmt: skip
            for one in share:
                yield replace(
                    row,
                    number=one.number,
                    name=one.name,
                    division=one.division,
                    wins=one.half_wins / 2,
                    losses=one.games - one.half_wins / 2,
                    spread=one.spread,
                    games=one.games,
                    starts=one.starts,
                )
            place += len(share)


def _broken(
    level: list[_Tally], tallies: dict[object, _Tally], ties: Sequence[TieBreak]
) -> Iterator[list[_Tally]]:
    """Players with as many wins, in groups that nothing announced tells apart."""
    if len(level) == 1 or not ties:
        yield level
        return
    among = {one.key for one in level}

    def worth(one: _Tally) -> int:
        match ties[0]:
            case "spread":
                return one.spread
            case "head-to-head":
                return sum(won for key, won in one.against if key in among)
            case "opponents-wins":
                return sum(tallies[key].half_wins for key, _ in one.against if key in tallies)

    level.sort(key=lambda one: -worth(one))  # it is by name already, and stays so where level
    for _, share in groupby(level, key=worth):
        yield from _broken(list(share), tallies, ties[1:])
