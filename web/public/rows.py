"""Games and standings as programs get them; rounds and how far they are, as pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from ledger.hall import GameRow, StandingRow
from ledger.hall.rows import WITHOUT_RESULT, ClassPlace, Standing, Tie
from ledger.hall.standings import won_by
from ledger.hall.standings_view import Course
from ledger.messages import say
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
            return say("public.finished")
        return say("public.in-play") if self.playing or self.finished else say("public.to-come")


def rounds_of(games: Iterable[GameRow]) -> tuple[RoundView, ...]:
    by_round = groupby(games, key=lambda row: (row.division, row.round_number))
    return tuple(RoundView(division, number, tuple(rows)) for (division, number), rows in by_round)


@dataclass(frozen=True)
class RoundProgress:
    """How far a round is, in all divisions together.

    Attributes:
      tables: games of it; 0: it is not paired.
      settled: those that have a result, or will have none.
      lacking: those whose slip is not in, or not signed.
    """

    number: int
    tables: int
    settled: int
    lacking: int = 0

    @property
    def state(self) -> Literal["done", "current", "later"]:
        if not self.tables:
            return "later"
        return "done" if self.settled == self.tables and not self.lacking else "current"


def rounds_held(course: Course) -> tuple[RoundProgress, ...]:
    """Every round of the event from the first to the last, those to come included."""
    tables, settled, lacking = Counter[int](), Counter[int](), Counter[int]()
    for one in course.pairings:
        if one.table:
            tables[one.round_number] += 1
            settled[one.round_number] += one.is_settled and one.lacks not in WITHOUT_RESULT
            lacking[one.round_number] += bool(one.lacks)
    last = max((course.rounds, *course.tournament.planned.values(), *tables))
    return tuple(
        RoundProgress(number, tables[number], settled[number], lacking[number])
        for number in range(1, last + 1)
    )


class Segment(NamedTuple):
    """One round as the strip has it (``components/card.html``).

    Attributes:
      address: empty: it leads nowhere.
      words: ``20 of 30``: how many of its results are in, while anything of them is missing.
      is_here: whether it is the one that is shown.
    """

    number: int
    address: str
    state: Literal["done", "current", "later"]
    words: str
    is_here: bool


def round_strip(
    rounds: Iterable[RoundProgress], address: Callable[[int], str], here: int | None = None
) -> list[Segment]:
    """Every round from the first to the last that is planned; one that is not paired leads nowhere.

    Args:
      here: the round that is shown; ``None``: none of them alone.
    """
    return [
        Segment(
            number=one.number,
            address=address(one.number) if one.tables else "",
            state=one.state,
            words=say("public.some-of-all", some=one.settled, all=one.tables)
            if one.state == "current"
            else "",
            is_here=one.number == here,
        )
        for one in rounds
    ]


def round_in_play(rounds: Sequence[RoundProgress]) -> RoundProgress | None:
    """The round people look for: the last one that was paired; ``None`` before the first."""
    return next((one for one in reversed(rounds) if one.tables), None)
