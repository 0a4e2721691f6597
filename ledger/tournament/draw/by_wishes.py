"""Pairing by wishes: the highest player's first; and a Swiss by groups of wins, as tsh draws it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from ledger.tournament.draw.by_weight import cheapest, take_out_gibsons
from ledger.tournament.draw.inputs import (
    Drawn,
    Entrant,
    Inputs,
    Met,
    players_here,
    ranked,
    rounded_off,
    who_may_sit_out,
)

# The first of all pairings where the highest player's wish comes first, then the next one's.
#
# Looked for as by hand: take the first wish that is free, and step back when somebody is left over.
# Stepping back is bounded; beyond that a matching tells at each wish whether the rest can still be
# paired, which gives the same answer in a time that does not explode.


Wishes = Sequence[Sequence[int]]
"""For each place, whom the player there may meet, the most wanted first."""

STEPS = 5_000  # pairs tried by hand before matchings help


def highest_first(wishes: Wishes, steps: int = STEPS) -> list[tuple[int, int]] | None:
    """Pairs of places, the highest first; ``None`` where somebody would be left over.

    >>> highest_first([[1, 2], [0, 2, 3], [0, 1], [1]])
    [(0, 2), (1, 3)]
    """
    found, spent = _by_hand(wishes, steps)
    return found if not spent else _by_matching(wishes)


def _by_hand(wishes: Wishes, steps: int) -> tuple[list[tuple[int, int]] | None, bool]:
    """What was found, and whether the steps were spent before it was known."""
    size = len(wishes)
    opponent = [-1] * size
    pairs: list[tuple[int, int]] = []
    tried = [0] * size
    at = 0
    while True:
        while at < size and opponent[at] >= 0:
            at += 1
        if at == size:
            return pairs, False
        for wish in range(tried[at], len(wishes[at])):
            two = wishes[at][wish]
            if two > at and opponent[two] < 0:
                steps -= 1
                tried[at] = wish + 1
                opponent[at], opponent[two] = two, at
                pairs.append((at, two))
                break
        else:
            tried[at] = 0
            if not pairs:
                return None, False
            at, two = pairs.pop()
            opponent[at] = opponent[two] = -1
        if steps < 0:
            return None, True


def _by_matching(wishes: Wishes) -> list[tuple[int, int]] | None:
    left = list(range(len(wishes)))
    if not can_be_paired(left, wishes):
        return None
    pairs: list[tuple[int, int]] = []
    while left:
        one = left[0]
        for two in wishes[one]:
            rest = [each for each in left if each not in (one, two)]
            if two in left and can_be_paired(rest, wishes):
                pairs.append((one, two))
                left = rest
                break
        else:
            return None
    return pairs


def can_be_paired(left: Sequence[int], wishes: Wishes) -> bool:
    """Whether the players at these places can all be paired."""
    place = {one: at for at, one in enumerate(left)}
    edges = [
        (place[one], place[two], 1)
        for one in left
        for two in wishes[one]
        if two > one and two in place
    ]
    return cheapest(len(left), edges) is not None


# Swiss by groups of wins, as tsh draws it ("Pairing Theory and tsh"; the command NewSwiss).
#
# Players with as many wins are a group. The first group is paired, then the last, then the second,
# and so on to the middle, where the meetings that must repeat come together. A group that is odd
# takes the nearest player of the next group; one that can't be paired without a repeat too many
# takes two more, until it can. In a group each player, the highest first, takes who was met least
# often; of those not the last opponent; of those one who is due to reply, where the player is due
# to start; of those who is half the group away.


FEW = 12  # players of a group that is gone through by rank; of more, who has fewest wishes is first


class Group(Struct, frozen=True):
    """Players that were paired among themselves.

    Attributes:
      wishes: for each of them, the places in the group of whom the player may meet.
      turns: their places in the order in which they take an opponent.
      pairs: by places in the group.
    """

    players: tuple[Entrant, ...]
    wishes: tuple[tuple[int, ...], ...]
    turns: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


class _Allowed(Struct, frozen=True):
    """How often two may meet, 0 for any number, and whether pairs to be kept apart may."""

    meetings: int
    forbidden: bool


Players = Sequence[Entrant]


def groups_paired(inputs: Inputs) -> tuple[list[Met], list[Entrant], list[Group]]:
    """What Gibson's rule and the bye settle, who can't be caught, and the groups of the others."""
    in_rank = ranked(players_here(inputs), inputs.seed)
    met, gibsons, rest = take_out_gibsons(in_rank, inputs)
    if len(rest) % 2:
        settings = inputs.settings
        sits_out = who_may_sit_out(rest, settings, inputs.seed, inputs.round_number)[0]
        met.append(Met(sits_out.number, 0))
        rest = [one for one in rest if one is not sits_out]
    levels = [tuple(level) for _, level in groupby(rest, key=lambda one: one.half_wins)]
    for allowed in _levels(inputs):
        found = _Swiss(inputs, allowed).paired(levels) if levels else []
        if found is not None:
            return met, gibsons, found
    msg = "any two may meet at last, and an even number is left"
    raise AssertionError(msg)


def draw_by_win_groups(inputs: Inputs) -> Drawn:
    met, gibsons, groups = groups_paired(inputs)
    among = [
        Met(group.players[one].number, group.players[two].number)
        for group in groups
        for one, two in group.pairs
    ]
    return rounded_off(inputs, [*met, *among], gibsons)


def _levels(inputs: Inputs) -> Iterator[_Allowed]:
    """What is allowed, strictest first: tsh gives up where its limit is too low."""
    meetings = inputs.settings.meetings
    most = max((len(one.before) for one in inputs.entrants), default=0) + 1
    for each in range(meetings, max(meetings, most) + 1) if meetings else (0,):
        yield _Allowed(each, forbidden=False)
    yield _Allowed(0, forbidden=True)


class _Swiss:
    def __init__(self, inputs: Inputs, allowed: _Allowed) -> None:
        self._allowed = allowed
        self._last = inputs.round_number - 1
        self._tracks = inputs.settings.by_starts and inputs.settings.starts != "draw"
        self._forbidden = {frozenset(pair) for pair in inputs.forbidden}

    def paired(self, levels: Sequence[Players]) -> list[Group] | None:
        """Groups paired from both ends to the middle; ``None`` where somebody is left over."""
        top, rest = self._with_more(levels, 0)
        if top is None:
            return None
        if len(rest) <= 1:
            return self._then([top], [rest], levels)
        bottom, middle = self._with_more(rest, -1)
        if bottom is not None:
            between = self.paired(middle) if middle else []
            if between is not None:
                return [top, *between, bottom]
        return self._then([top], [[self._flat(rest)]], levels)

    def _then(
        self, found: list[Group], rest: Sequence[Sequence[Players]], levels: Sequence[Players]
    ) -> list[Group] | None:
        """These, and the others as one group; else everybody as one."""
        left = self._flat([level for levels in rest for level in levels])
        if not left:
            return found
        of_all = self._group(left)
        if of_all is not None:
            return [*found, of_all]
        whole = self._group(self._flat(levels))
        return None if whole is None else [whole]

    def _with_more(self, levels: Sequence[Players], end: int) -> tuple[Group | None, list[Players]]:
        """The group at an end, with as many of the next ones as it takes; and what is left."""
        left = [list(level) for level in levels]
        group = left.pop(end)

        def take_one() -> None:
            group.append(left[end].pop(end))
            if not left[end]:
                left.pop(end)

        if len(group) % 2:
            take_one()
        while True:
            found = self._group(group)
            if found is not None or not left:
                return found, [tuple(level) for level in left]
            take_one()
            take_one()

    def _group(self, players: Players) -> Group | None:
        """These players paired among themselves, none of them more often than is allowed."""
        wishes = [self._wishes(players, at) for at in range(len(players))]
        turns = list(range(len(players)))
        if len(players) > FEW:
            turns.sort(key=lambda at: (len(wishes[at]), at))
        turn = {at: nth for nth, at in enumerate(turns)}
        pairs = highest_first([[turn[two] for two in wishes[at]] for at in turns])
        if pairs is None:
            return None
        return Group(
            tuple(players),
            tuple(map(tuple, wishes)),
            tuple(turns),
            tuple((turns[one], turns[two]) for one, two in pairs),
        )

    def _wishes(self, players: Players, at: int) -> list[int]:
        one, size = players[at], len(players)
        wanted = []
        for place, two in enumerate(players):
            rounds = one.meetings(two.number)
            if place == at or self._may_not_meet(one, two, len(rounds)):
                continue
            due = abs(_due(one) - _due(two)) if self._tracks else 0
            off = abs(size - 2 * abs(place - at))
            wanted.append((len(rounds), self._last in rounds, -due, off, place))
        return [place for *_, place in sorted(wanted)]

    def _may_not_meet(self, one: Entrant, two: Entrant, meetings: int) -> bool:
        if not self._allowed.forbidden and frozenset((one.number, two.number)) in self._forbidden:
            return True
        return 0 < self._allowed.meetings <= meetings

    def _flat(self, levels: Sequence[Players]) -> Players:
        return [one for level in levels for one in level]


def _due(one: Entrant) -> int:
    """1 where a player is due to reply, -1 to start, 0 where neither."""
    return (one.firsts > one.seconds) - (one.firsts < one.seconds)
