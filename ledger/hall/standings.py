"""Who stands where, and who has which prize: byes, conduct, ties broken as announced."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.hall.rows import ClassPlace, Result, StandingRow, Tie
from ledger.messages import listed, say
from ledger.tournament.facts import USUAL_TIES, Prize, TieBreak
from ledger.tournament.tournament import ConductLedger

# What decisions about conduct do to the standings: kept apart from the games themselves.
#
# No score and no winner on any sheet changes with it (TX-16); the standings follow from the
# games and from this, so that a hall built anew shows the same.


VOID, AWARDED, SPREAD, EJECTED = "void", "awarded", "spread", "ejected"


class Decided(NamedTuple):
    """What was decided in one tournament.

    Attributes:
      awarded: games given to a player: by game, whose number, by what margin.
      ejected: numbers of those who stand last.
    """

    voided: frozenset[str]
    awarded: dict[str, tuple[int, int]]
    spread: dict[int, int]
    ejected: frozenset[int]

    @property
    def ruled(self) -> frozenset[str]:
        """The games that count as was decided, whoever signed what."""
        return self.voided | self.awarded.keys()

    def applied(self, result: Result) -> Result | None:
        """A result as it counts after what was decided; ``None`` if it does not."""
        if result.game in self.voided:
            return None
        if result.game not in self.awarded:
            return result
        winner, margin = self.awarded[result.game]
        first = winner == result.first_number
        return result._replace(
            first_half_wins=2 if first else 0,
            second_half_wins=0 if first else 2,
            first_spread=margin if first else -margin,
            second_spread=-margin if first else margin,
        )


NOTHING = Decided(frozenset(), {}, {}, frozenset())
"""Where nothing was decided."""


def write_decided(connection: sqlite3.Connection, slug: str, conduct: ConductLedger) -> None:
    connection.execute("DELETE FROM decided WHERE tournament = ?", (slug,))
    connection.executemany(
        "INSERT INTO decided VALUES (?, ?, ?, ?, ?)", [(slug, *row) for row in _rows(conduct)]
    )


def decided_by(conduct: ConductLedger) -> Decided:
    return _sorted(_rows(conduct))


def _rows(conduct: ConductLedger) -> Iterator[tuple[str, str, int, int]]:
    yield from ((VOID, game.hex, player, 0) for player, game in conduct.voided)
    yield from ((AWARDED, a.game.hex, a.opponent, int(a.margin)) for _, a in conduct.awarded)
    yield from ((SPREAD, "", player, points) for player, points in conduct.spread)
    yield from ((EJECTED, "", player, 0) for player in conduct.ejected)


def decided(db: sqlite3.Connection, slug: str) -> Decided:
    rows = db.execute(
        "SELECT kind, game, number, amount FROM decided WHERE tournament = ?", (slug,)
    ).fetchall()
    return _sorted(rows)


def _sorted(rows: Iterable[Any]) -> Decided:
    awarded: dict[str, tuple[int, int]] = {}
    spread: dict[int, int] = {}
    voided, ejected = set(), set()
    for kind, game, number, amount in rows:
        if kind == VOID:
            voided.add(game)
        elif kind == AWARDED:
            awarded[game] = (number, amount)
        elif kind == SPREAD:
            spread[number] = spread.get(number, 0) + amount
        else:
            ejected.add(number)
    return Decided(frozenset(voided), awarded, spread, frozenset(ejected))


class _Tally(Struct):
    number: int
    name: str
    division: str
    half_wins: int = 0
    games: int = 0
    spread: int = 0
    starts: int = 0
    against: list[tuple[object, int]] = field(default_factory=list)
    worths: list[tuple[TieBreak, int]] = field(default_factory=list)
    """What each tie break that was looked at was worth, in their order."""

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
    cap: int = 0,
) -> tuple[StandingRow, ...]:
    """The standings, by division, wins, losses, what breaks ties, and name.

    Who is level shares a place. Wins are counted, not their share of the games: a player with
    three wins of three stands above one with three of four, and below one with four of six.

    A player entered without a game stands there too. Who never was entered, as in a game
    that was imported, goes by name and the division of the game.

    Args:
      players: number, name and division of each player entered.
      byes: number, half wins and spread of each bye that counts.
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
        first, second = capped(game.first_spread, cap), capped(game.second_spread, cap)
        one.add(game.first_half_wins, first, started=bool(game.played), opponent=two.key)
        two.add(game.second_half_wins, second, started=False, opponent=one.key)
    for number, half_wins, spread in byes:
        if number in tallies:
            tallies[number].add(half_wins, spread, started=False)
    for each in tallies.values():
        each.spread += decided.spread.get(each.number, 0)
    return tuple(_ranked(tallies, decided, ties))


def capped(spread: int, cap: int) -> int:
    """The spread of a game as far as it counts.

    >>> capped(212, 150), capped(-212, 150), capped(212, 0)
    (150, -150, 212)
    """
    return max(-cap, min(cap, spread)) if cap else spread


def placed_once_played(rows: Sequence[StandingRow]) -> tuple[StandingRow, ...]:
    """Standings in which nobody has a place before the first result of the division."""
    played = {row.division for row in rows if row.games}
    return tuple(
        row if row.division in played else replace(row, place=0, sharing=1) for row in rows
    )


def with_classes(
    rows: Iterable[StandingRow], classes: Mapping[int, Sequence[str]]
) -> tuple[StandingRow, ...]:
    """Each player's place among those of a class, in the division.

    ``classes``: by number, the prize classes of a player.
    """
    so_far: dict[tuple[str, str], tuple[int, int, int]] = {}  # how many, the last's two places
    sharing: Counter[tuple[str, str, int]] = Counter()
    placed: list[tuple[StandingRow, list[tuple[str, int]]]] = []
    for row in rows:
        found = []
        for name in classes.get(row.number, ()):
            count, place, among = so_far.get((row.division, name), (0, 0, 0))
            among = among if count and place == row.place else count + 1
            so_far[row.division, name] = count + 1, row.place, among
            found.append((name, among if row.place else 0))
            sharing[row.division, *found[-1]] += 1
        placed.append((row, found))
    return tuple(
        replace(
            row,
            classes=tuple(
                ClassPlace(name, among, sharing[row.division, name, among] if among else 1)
                for name, among in found
            ),
        )
        if found
        else row
        for row, found in placed
    )


def _ranked(
    tallies: dict[object, _Tally], decided: Decided, ties: Sequence[TieBreak]
) -> Iterator[StandingRow]:
    def before_ties(one: _Tally) -> tuple[str, bool, int, int]:
        losses = 2 * one.games - one.half_wins
        return one.division, one.number in decided.ejected, -one.half_wins, losses

    in_order = sorted(tallies.values(), key=lambda one: (before_ties(one), one.name, one.number))
    place, division = 0, None
    for head, level in groupby(in_order, key=before_ties):
        if head[0] != division:
            place, division = 0, head[0]
        above: _Tally | None = None
        for share in _broken(list(level), tallies, ties):
            for one in share:
                yield StandingRow(
                    number=one.number,
                    name=one.name,
                    division=one.division,
                    wins=one.half_wins / 2,
                    losses=one.games - one.half_wins / 2,
                    spread=one.spread,
                    games=one.games,
                    starts=one.starts,
                    ejected=head[1],
                    place=place + 1,
                    sharing=len(share),
                    tie=_told_apart(above, one) if above and one.games else None,
                )
                above = one
            place += len(share)


def _told_apart(above: _Tally, one: _Tally) -> Tie:
    """What told two players apart of whom the first stands right above the second."""
    for (by, better), (_, worse) in zip(above.worths, one.worths, strict=False):
        if better != worse:
            return Tie(name=above.name, by=by, own=worse, above=better)
    return Tie(name=above.name)


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

    for one in level:
        one.worths.append((ties[0], worth(one)))
    level.sort(key=lambda one: -one.worths[-1][1])  # by name already, and stays so where level
    for _, share in groupby(level, key=lambda one: one.worths[-1][1]):
        yield from _broken(list(share), tallies, ties[1:])


# Who has which prize as things stand, and which prizes are shared or lie with one player.


class PrizeWon(Struct, frozen=True, kw_only=True):
    """A prize and who has it as things stand.

    Attributes:
      rows: who has it; several share it, with all prizes that their places bring.
      notes: that it is shared, and what else its winner has, each a sentence.
    """

    prize: Prize
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(row.number for row in self.rows)


def prizes_won(standings: Iterable[StandingRow], prizes: Sequence[Prize]) -> list[PrizeWon]:
    rows = tuple(standings)
    return [_won(prize, rows, prizes) for prize in prizes]


def won_by(row: StandingRow, prizes: Iterable[Prize]) -> tuple[str, ...]:
    """What a place, or a place in a class, brings as things stand.

    >>> row = StandingRow(number=7, name="Ann", division="", wins=3, losses=0, spread=10,
    ...     games=3, starts=1, place=1)
    >>> won_by(row, (Prize(place=1, wins="a cup"), Prize(place=2, wins="a mug")))
    ('a cup',)
    """
    brings = []
    for prize in prizes:
        if _has(row, prize):
            _, sharing = _span(row, prize)
            if sharing == 1:
                brings.append(prize.wins)
            else:
                brings.append(say("hall.prize-shared", prize=prize.wins, n=sharing))
    return tuple(brings)


def _won(prize: Prize, rows: Sequence[StandingRow], prizes: Sequence[Prize]) -> PrizeWon:
    winners = tuple(row for row in rows if _has(row, prize))
    notes = dict.fromkeys(_shared(row, prize, prizes) for row in winners)
    also = (_also(row, prizes) for row in winners if prize.class_name)
    return PrizeWon(
        prize=prize, rows=winners, notes=tuple(note for note in (*notes, *also) if note)
    )


def _shared(row: StandingRow, prize: Prize, prizes: Sequence[Prize]) -> str:
    """What all who share a place have between them; empty: nobody shares it.

    How it is split among them, the organiser says.
    """
    place, sharing = _span(row, prize)
    if sharing == 1:
        return ""
    together = [one.wins for one in prizes if one.class_name == prize.class_name and _has(row, one)]
    last = place + sharing - 1
    of = " ".join(words for words in (row.division, prize.class_name) if words)
    places = say("hall.two-places" if sharing == 2 else "hall.places", first=place, last=last)
    if of:
        return say("hall.places-shared-of", places=places, of=of, prizes=listed(together))
    return say("hall.places-shared", places=places, prizes=listed(together))


def _also(row: StandingRow, prizes: Sequence[Prize]) -> str:
    """What a winner in a class has for the place among all; empty: nothing."""
    wins = [one for one in prizes if not one.class_name and _has(row, one)]
    if not wins:
        return ""
    won = listed(say("hall.prize-for-place", prize=one.wins, place=one.place) for one in wins)
    return say("hall.also-wins", name=row.name, prizes=won)


def _has(row: StandingRow, prize: Prize) -> bool:
    place, sharing = _span(row, prize)
    covered = place <= prize.place < place + sharing
    in_it = prize.division in ("", row.division)
    return bool(place and covered and in_it and row.games and not row.ejected)


def _span(row: StandingRow, prize: Prize) -> tuple[int, int]:
    """The place that counts for a prize, and by how many it is shared; 0: there is none."""
    if not prize.class_name:
        return row.place, row.sharing
    found = next((one for one in row.classes if one.name == prize.class_name), None)
    return (found.place, found.sharing) if found else (0, 1)
