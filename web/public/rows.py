"""Rows of the hall as programs get them, and rounds as people see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from ledger.hall import GameRow, StandingRow
from ledger.hall.rows import ClassPlace, Standing, Tie
from ledger.hall.standings import won_by
from ledger.hall.standings_view import Course
from ledger.vocabulary import Boards
from web.frame.wording import FINISHED, PLAYING


class GameListed(GameRow, frozen=True, kw_only=True):
    """One game of a tournament's list.

    Attributes:
      url: address of the replay page.
    """

    url: str


class GamesView(Struct, frozen=True):
    """Every game of a tournament, by division, round, table and replay."""

    games: tuple[GameListed, ...]


class StandingTold(Standing, frozen=True, kw_only=True):
    """Where a player stands in a division.

    Attributes:
      place: who is level shares one; 0 before the first result.
      sharing: how many share the place.
      tie: why below the player above, where both have as many wins and losses; ``null`` where
        that needs no saying.
      classes: the prize classes the player is in, and the place in each.
      wins_prizes: what the place, or one in a class, brings as things stand.
    """

    place: int
    sharing: int
    tie: Tie | None = None
    classes: tuple[ClassPlace, ...] = ()
    wins_prizes: tuple[str, ...] = ()


class Lacking(Struct, frozen=True, kw_only=True):
    """A game of a round that was begun, without a result."""

    division: str
    round_number: int = field(name="round")
    table: int
    names: tuple[str, ...]


class StandingsView(Struct, frozen=True, kw_only=True):
    """The standings, leader first in each division.

    Attributes:
      after: the round after which this is how things stood; 0: now.
      ties: in which order ties are broken, after wins and losses.
      missing: games without a result of rounds that were begun; while there is one, the standings
        are provisional.
    """

    standings: tuple[StandingTold, ...]
    after: int = 0
    ties: tuple[str, ...] = ()
    missing: tuple[Lacking, ...] = ()


def game_view(row: GameRow) -> GameRow:
    """A game's row as programs are told it.

    Where the board is not shown as it is now the place in the log is not told: it tells of each
    entry.
    """
    return row if row.boards == Boards.NOW else replace(row, position=0)


def game_listed(row: GameRow, url: str) -> GameListed:
    return GameListed(**asdict(game_view(row)), url=url)


def standings_view(course: Course, division: str | None = None) -> StandingsView:
    return StandingsView(
        standings=tuple(
            standing_view(row, course)
            for row in course.standings
            if division in (None, row.division)
        ),
        after=course.after,
        ties=tuple(course.tournament.ties.split()),
        missing=tuple(
            Lacking(
                division=one.division,
                round_number=one.round_number,
                table=one.table,
                names=one.names,
            )
            for one in course.missing
            if division in (None, one.division)
        ),
    )


def standing_view(row: StandingRow, course: Course) -> StandingTold:
    shown = {name: getattr(row, name) for name in Standing.__struct_fields__}
    return StandingTold(
        **shown,
        place=row.place,
        sharing=row.sharing,
        tie=row.tie,
        classes=row.classes,
        wins_prizes=won_by(row, course.prizes),
    )


@dataclass(frozen=True)
class RoundView:
    division: str
    number: int
    games: tuple[GameRow, ...]

    @property
    def finished(self) -> int:
        return sum(row.state in FINISHED for row in self.games)

    @property
    def playing(self) -> int:
        return sum(row.state in PLAYING for row in self.games)

    @property
    def wording(self) -> str:
        if self.finished == len(self.games):
            return "finished"
        return "in play" if self.playing or self.finished else "to come"


def rounds_of(games: Iterable[GameRow]) -> tuple[RoundView, ...]:
    by_round = groupby(games, key=lambda row: (row.division, row.round_number))
    return tuple(RoundView(division, number, tuple(rows)) for (division, number), rows in by_round)


def standings_by_division(
    rows: Sequence[StandingRow],
) -> dict[str, list[tuple[int, StandingRow]]]:
    """Standings with places, one list a division; who is level shares a place."""
    tables: dict[str, list[tuple[int, StandingRow]]] = {}
    for row in rows:
        tables.setdefault(row.division, []).append((row.place, row))
    return tables
