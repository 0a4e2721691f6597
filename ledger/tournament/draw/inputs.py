"""What a draw is told (`Inputs`): entrants, settings, who met; how it is seated, rounded off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b, sha256
from itertools import count
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Method = Literal[
    "round-robin-1", "round-robin-2", "fontes-1", "fontes-2", "swiss-1", "win-groups-1", "koth-1",
    "factor-1", "factor-2", "australian-1",
]  # fmt: skip
"""A system of pairing with its version: what was drawn by one is drawn by it again for ever."""

SystemName = Literal["swiss", "win-groups", "round-robin", "fontes", "koth", "factor", "australian"]
"""A system of pairing as people ask for it, whatever its version."""

Starts = Literal["assigned", "self-balancing", "draw"]
"""How it is settled who starts, as in the rulebook: by us, by fewer firsts so far, by drawing."""

GibsonMeets = Literal["lowest", "highest", "highest-met-or-not"]
"""Whom of those out of reach a single Gibsonized player meets: of those met least often the lowest
or the highest ranked; or the highest ranked, however often they met."""

MOST_SEED = 999_999  # a seed is a number that people can say and write down


class Meeting(Struct, frozen=True, array_like=True):
    """A round before this one, for one player.

    Attributes:
      opponent: by number; 0 for a bye.
      began: 1 where the player started, 2 where the opponent did, 0 where nobody did.
    """

    round_number: int
    opponent: int
    began: int = 0


class Entrant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player as a draw sees one.

    Attributes:
      place: in the standings as announced, shared by who is level; 0: there are none yet.
      half_wins: 2 for each win, 1 for each tie.
      before: what the player did in the rounds before, oldest first.
      table: the table kept for this player; 0: any.
      classes: for whose prizes the player plays; told only where Gibson's rule asks for it.
    """

    number: int
    place: int = 0
    half_wins: int = 0
    spread: int = 0
    rating: int = 0
    before: tuple[Meeting, ...] = ()
    table: int = 0
    classes: tuple[str, ...] = ()

    @property
    def firsts(self) -> int:
        return sum(one.began == 1 for one in self.before)

    @property
    def seconds(self) -> int:
        return sum(one.began == 2 for one in self.before)

    @property
    def unplayed(self) -> int:
        """Byes and forfeits, which are neither."""
        return sum(one.began == 0 for one in self.before)

    @property
    def byes(self) -> int:
        return sum(one.opponent == 0 for one in self.before)

    def meetings(self, opponent: int, *, since: int = 1) -> tuple[int, ...]:
        """The rounds, from ``since`` on, in which this player met ``opponent``."""
        return tuple(
            one.round_number
            for one in self.before
            if one.opponent == opponent and one.round_number >= since
        )


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the draw is made.

    Attributes:
      method: the system, with its version.
      rounds: how many the division plays; 0: not said, and nobody is known to be uncatchable.
      meetings: how often two may meet before meeting again counts as a repeat; 0: it never does.
      factor: in a factor draw, how many ranks apart those at the top meet.
      fontes_rounds: how many rounds the groups of an Initial Fontes play.
      in_a_row: in a round robin, how many games two play before they go on to others.
      by_starts: in a Swiss by groups of wins, whether of players met as often one due to reply is
        taken before one due to start, where the player is due to start.
      reset: in an Australian draw, the round from which on meetings count.
      byes: who sits out of those with the fewest byes: the ``lowest`` or ``highest`` ranked, or
        by ``lot``.
      gibson: points of spread a round, from the last round backwards, the last value for all
        before it; empty: no Gibson's rule.
      level_places: how many places from the first on are worth the same, group by group: 2 where
        the first two play a final; every place after them is its own.
      paid: places that win something; a Gibsonized player meets somebody out of their reach.
      class_paid: places of each class that win something, which counts as well.
      paid_of: whether the paid places are counted among ``all`` players, or, as it was until
        November 2026, among those ``left`` once others were paired by Gibson's rule.
      hopeless: whom such a player meets where nobody is known to be out of reach: the ``lowest``
        who may be met, or, as it was until November 2026, whoever has been met ``least``.
      gibson_class: the class from which such an opponent comes, while it has one; empty: any.
      gibson_meets: whom of them, as ``GibsonMeets`` has it; tsh takes the highest.
      starts: how it is settled who starts.
      began_by: whose games count as started: of who is ``said`` to have, or, as it was until
        November 2026, of who was ``named`` first.
      more_seconds: whether of players who started equally often the one who replied more often
        starts, if either had a bye or a forfeit (B-06).
      head_to_head: whether then the one starts who replied when they last met.
      first_table: where the tables begin.
      based_on: the round after which standings are taken, 0 for none; ``None``: the round before.
      since: the round in which the schedule of a round robin or an Initial Fontes begins, even
        if that round was paired by hand; 0: where its rounds were drawn one after another.
    """

    method: Method
    rounds: Annotated[int, Meta(ge=0, le=999)] = 0
    meetings: Annotated[int, Meta(ge=0, le=99)] = 1
    factor: Annotated[int, Meta(ge=1, le=999)] = 2
    fontes_rounds: Annotated[int, Meta(ge=1, le=99)] = 3
    in_a_row: Annotated[int, Meta(ge=1, le=99)] = 1
    by_starts: bool = True
    reset: Annotated[int, Meta(ge=1, le=999)] = 1
    byes: Literal["lowest", "highest", "lot"] = "lowest"
    gibson: tuple[Annotated[int, Meta(ge=0, le=9999)], ...] = ()
    level_places: tuple[Annotated[int, Meta(ge=1, le=9999)], ...] = ()
    paid: Annotated[int, Meta(ge=0, le=9999)] = 0
    class_paid: tuple[tuple[str, Annotated[int, Meta(ge=1, le=9999)]], ...] = ()
    paid_of: Literal["left", "all"] = "left"
    hopeless: Literal["least", "lowest"] = "least"
    gibson_class: str = ""
    gibson_meets: GibsonMeets = "lowest"
    starts: Starts = "self-balancing"
    began_by: Literal["named", "said"] = "named"
    more_seconds: bool = False
    head_to_head: bool = True
    first_table: Annotated[int, Meta(ge=1, le=9999)] = 1
    based_on: Annotated[int, Meta(ge=0, le=998)] | None = None
    since: Annotated[int, Meta(ge=0, le=999)] = 0


class Inputs(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a draw is made from.

    Attributes:
      seed: settles what nothing else does.
      forbidden: pairs of numbers that should not meet.
      kept_tables: tables that nobody may be given, such as those kept for other divisions.
      plan: what an earlier round of the same draw laid down: the ring of a round robin, the
        groups of an Initial Fontes.
    """

    round_number: Annotated[int, Meta(ge=1, le=999)]
    entrants: tuple[Entrant, ...]
    settings: Settings
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] = 1
    forbidden: tuple[tuple[int, int], ...] = ()
    withdrawn: tuple[int, ...] = ()
    not_here: tuple[int, ...] = ()
    kept_tables: tuple[int, ...] = ()
    plan: tuple[tuple[int, ...], ...] = ()

    @property
    def rounds_left(self) -> int:
        """Rounds whose results the standings it is drawn from do not have, this one among them."""
        based_on = self.settings.based_on
        known = self.round_number - 1 if based_on is None else based_on
        return self.settings.rounds - known


def in_order(inputs: Inputs) -> Inputs:
    """The same inputs as they are kept: everything by number, so that no order means anything."""
    return msgspec.structs.replace(
        inputs,
        entrants=tuple(sorted(inputs.entrants, key=lambda one: one.number)),
        forbidden=tuple(sorted({(min(pair), max(pair)) for pair in inputs.forbidden})),
        withdrawn=tuple(sorted(set(inputs.withdrawn))),
        not_here=tuple(sorted(set(inputs.not_here))),
        kept_tables=tuple(sorted(set(inputs.kept_tables))),
    )


def digest_of(inputs: Inputs) -> str:
    """SHA-256 of the inputs in order: the same for the same players, settings and seed.

    What is as it is by default is left out, so that a field added later changes no digest.
    """
    return sha256(msgspec.json.encode(_view(in_order(inputs)))).hexdigest()


def _view(value: object) -> object:
    if isinstance(value, Meeting):
        return [value.round_number, value.opponent, value.began]
    if isinstance(value, Struct):
        return {
            name: _view(given)
            for name, usual in _fields(type(value))
            if (given := getattr(value, name)) != usual
        }
    return [_view(one) for one in value] if isinstance(value, tuple) else value


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, object], ...]:
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))


def players_here(inputs: Inputs) -> tuple[Entrant, ...]:
    away = {*inputs.withdrawn, *inputs.not_here}
    return tuple(one for one in in_order(inputs).entrants if one.number not in away)


# Lots drawn by the seed: the same on every machine, in every release.


def lot(seed: int, *about: int | str) -> int:
    """A number of 64 bits that follows from the seed and what it is about.

    >>> lot(1, "start", 3, 7) == lot(1, "start", 3, 7) != lot(2, "start", 3, 7)
    True
    """
    data = "/".join(map(str, (seed, *about))).encode()
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def shuffled(numbers: Iterable[int], seed: int, about: str) -> list[int]:
    """The numbers in an order that only the seed settles."""
    return sorted(numbers, key=lambda number: (lot(seed, about, number), number))


# What a draw comes to: pairings, why they start as they do, and which rules had to give way.


StartedBy = Literal[
    "", "fewer-firsts", "more-seconds", "head-to-head", "lot", "schedule", "drawn-at-the-table"
]
"""What settled who starts; empty for a bye."""

Rule = Literal["repeat", "same-again", "forbidden", "second-bye", "left-over", "table-shared"]
"""A rule that can give way: no second meeting, none in the round right after, no forbidden pair,
no second bye, the schedule as laid down, a kept table for one player only."""


class DrawnPairing(Struct, frozen=True, omit_defaults=True):
    """Two players at a table, the starter first; ``second`` is 0 for a bye, which has no table.

    Attributes:
      gibson: whether Gibson's rule paired them.
      kept: whether the table is one kept for a player who needs it.
    """

    table: int
    first: int
    second: int
    started_by: StartedBy = ""
    gibson: bool = False
    kept: bool = False


class Relaxed(Struct, frozen=True):
    """A rule that gave way, and for whom."""

    rule: Rule
    players: tuple[int, ...]


class Drawn(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round as it was drawn.

    Attributes:
      plan: what later rounds of the same draw go on from, as in ``Inputs``.
      gibsons: who can no longer be caught, best first.
    """

    pairings: tuple[DrawnPairing, ...]
    relaxed: tuple[Relaxed, ...] = ()
    plan: tuple[tuple[int, ...], ...] = ()
    gibsons: tuple[int, ...] = ()

    def opponent_of(self, number: int) -> int | None:
        """Whom a player meets; 0 for a bye, ``None`` for one who is not in the draw."""
        for one in self.pairings:
            if number in (one.first, one.second):
                return one.second if number == one.first else one.first
        return None


class Met(Struct, frozen=True):
    """Two players a system put together, before tables and starts; ``starter``: where it says."""

    one: int
    two: int
    starter: int = 0
    gibson: bool = False


# In which order players are paired: by the standings, before there are any by rating.


NOWHERE = 1_000_000  # the place of a player who is not in the standings yet: behind all who are


def ranked(entrants: Iterable[Entrant], seed: int) -> list[Entrant]:
    """Best first: place, wins, spread, rating; who is level in all of them by lot.

    >>> one, two = Entrant(number=1, half_wins=2), Entrant(number=2, half_wins=4)
    >>> [player.number for player in ranked((one, two), seed=1)]
    [2, 1]
    """
    return sorted(
        entrants,
        key=lambda one: (
            one.place or NOWHERE,
            -one.half_wins,
            -one.spread,
            -one.rating,
            lot(seed, "rank", one.number),
            one.number,
        ),
    )


def seeded(entrants: Iterable[Entrant], seed: int) -> list[Entrant]:
    """By rating alone, best first, as before the first round."""
    return sorted(
        entrants, key=lambda one: (-one.rating, lot(seed, "rank", one.number), one.number)
    )


# A round rounded off: byes, tables, starts and what gave way, whichever the system.


# Who sits out where the number of players is odd: who did so least often, then the lowest.


def who_may_sit_out(
    in_rank: Sequence[Entrant], settings: Settings, seed: int, round_number: int
) -> list[Entrant]:
    """Those with the fewest byes of the players to be paired, the first to be asked first."""
    fewest = min((one.byes for one in in_rank), default=0)
    least = [one for one in in_rank if one.byes == fewest]
    match settings.byes:
        case "lowest":
            return least[::-1]
        case "highest":
            return least
        case "lot":
            return sorted(least, key=lambda one: lot(seed, "bye", round_number, one.number))


def again(sits_out: Entrant) -> tuple[Relaxed, ...]:
    """That a player sits out once more than a player should; nothing for a first bye."""
    return (Relaxed("second-bye", (sits_out.number,)),) if sits_out.byes else ()


# Which rules gave way in a round, and for whom: read off the round, whichever system paired it.


def gave_way(
    inputs: Inputs, met: Sequence[Met], *, allowed: int | None = None, since: int = 1
) -> Iterator[Relaxed]:
    """What gave way, pair by pair.

    Args:
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    known = {one.number: one for one in inputs.entrants}
    forbidden = {frozenset(pair) for pair in inputs.forbidden}
    most = inputs.settings.meetings if allowed is None else allowed
    for each in met:
        one = known[each.one]
        if not each.two:
            yield from again(one)
            continue
        pair = (min(each.one, each.two), max(each.one, each.two))
        rounds = one.meetings(each.two, since=since)
        if frozenset(pair) in forbidden:
            yield Relaxed("forbidden", pair)
        if most and len(rounds) >= most:
            same = inputs.round_number - 1 in rounds
            yield Relaxed("same-again" if same else "repeat", pair)


# Who starts: fewer firsts, then as the book goes on, and at last by lot (B-01, B-02, B-06).


def starter(
    one: Entrant, two: Entrant, met: Met, settings: Settings, seed: int, round_number: int
) -> tuple[int, StartedBy]:
    """The number of who starts, and what settled it.

    A schedule says it where starts are assigned. Where the players draw at the table, the order
    only says who is named first.
    """
    if settings.starts == "assigned" and met.starter:
        return met.starter, "schedule"
    number, why = _balanced(one, two, settings)
    if not number:
        by_lot = lot(seed, "start", round_number, *sorted((one.number, two.number))) % 2
        number = sorted((one.number, two.number))[by_lot]
        why = "lot"
    if met.starter and why == "lot":
        number, why = met.starter, "schedule"
    return number, "drawn-at-the-table" if settings.starts == "draw" else why


def _balanced(one: Entrant, two: Entrant, settings: Settings) -> tuple[int, StartedBy]:
    if one.firsts != two.firsts:
        return (one if one.firsts < two.firsts else two).number, "fewer-firsts"
    after_a_bye = settings.more_seconds and (one.unplayed or two.unplayed)
    if after_a_bye and one.seconds != two.seconds:
        return (one if one.seconds > two.seconds else two).number, "more-seconds"
    if settings.head_to_head:
        last = [before for before in one.before if before.opponent == two.number and before.began]
        if last:
            return (two if last[-1].began == 1 else one).number, "head-to-head"
    return 0, ""


# Tables: in the order of the standings, but for those kept for players who need one.


def seated(inputs: Inputs, met: Sequence[Met]) -> tuple[tuple[DrawnPairing, ...], list[Relaxed]]:
    """The pairings at their tables, the best players' first, and the byes behind them.

    A kept table is left empty where its player sits out, and nobody else is given it. Where two
    players with a table meet, it is the better ranked one's; where two pairs would need one
    table, the second sits where there is room, which is said.
    """
    here = ranked(players_here(inputs), inputs.seed)
    place = {one.number: at for at, one in enumerate(here)}
    known = {one.number: one for one in here}
    kept = {*inputs.kept_tables, *(one.table for one in inputs.entrants if one.table)}
    free = (table for table in count(inputs.settings.first_table) if table not in kept)
    given: set[int] = set()
    relaxed: list[Relaxed] = []
    games: list[DrawnPairing] = []
    byes: list[DrawnPairing] = []
    by_rank = sorted(met, key=lambda one: min(place[x] for x in (one.one, one.two) if x))
    for one in by_rank:
        if not one.two:
            byes.append(DrawnPairing(0, one.one, 0, gibson=one.gibson))
            continue
        both = sorted((known[one.one], known[one.two]), key=lambda each: place[each.number])
        wanted = next((each.table for each in both if each.table), 0)
        if wanted and wanted in given:
            relaxed.append(Relaxed("table-shared", tuple(each.number for each in both)))
            wanted = 0
        given.add(wanted)
        games.append(_at(wanted or next(free), bool(wanted), both, one, inputs))
    return (*sorted(games, key=lambda game: game.table), *byes), relaxed


def _at(table: int, kept: bool, both: Sequence[Entrant], met: Met, inputs: Inputs) -> DrawnPairing:
    first, why = starter(both[0], both[1], met, inputs.settings, inputs.seed, inputs.round_number)
    second = met.two if first == met.one else met.one
    return DrawnPairing(table, first, second, why, gibson=met.gibson, kept=kept)


def rounded_off(
    inputs: Inputs,
    met: Sequence[Met],
    gibsons: Sequence[Entrant] = (),
    *,
    plan: tuple[tuple[int, ...], ...] = (),
    also: Sequence[Relaxed] = (),
    allowed: int | None = None,
    since: int = 1,
) -> Drawn:
    """The draw.

    Args:
      plan: what later rounds go on from.
      also: what gave way that can't be read off the round.
      allowed: how often two may meet, where the system says otherwise than the settings.
      since: the round from which on meetings count.
    """
    pairings, shared = seated(inputs, met)
    relaxed = {*also, *shared, *gave_way(inputs, met, allowed=allowed, since=since)}
    return Drawn(
        pairings=pairings,
        relaxed=tuple(sorted(relaxed, key=lambda one: (one.rule, one.players))),
        plan=plan,
        gibsons=tuple(one.number for one in gibsons),
    )
