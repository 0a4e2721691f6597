"""Pairing by weight: gibsons, what speaks against two players meeting, the lightest round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import add, sub

from msgspec import Struct
from msgspec.structs import astuple

from ledger.tournament.draw.inputs import (
    Entrant,
    Inputs,
    Met,
    Settings,
    lot,
    players_here,
    ranked,
    who_may_sit_out,
)

# Gibson's rule: whose place is settled meets others of the kind, or somebody out of reach.


def spread_to_come(settings: Settings, rounds_left: int) -> int:
    """How many points of spread may change in the rounds left.

    >>> spread_to_come(Settings(method="swiss-1", gibson=(250, 200)), 3)
    650
    """
    last = len(settings.gibson) - 1
    return sum(settings.gibson[min(back, last)] for back in range(rounds_left))


def can_catch(below: Entrant, above: Entrant, rounds_left: int, spread: int) -> bool:
    """Whether one who stands below may yet pass one who stands above."""
    gap = above.half_wins - below.half_wins
    most = 2 * rounds_left
    return gap < most or (gap == most and above.spread - below.spread <= spread)


def gibsons_of(in_rank: Sequence[Entrant], inputs: Inputs) -> list[Entrant]:
    """Whose place is settled whatever happens, from the first place down.

    That is who can no longer be caught by anybody below; of places that are worth the same, by
    anybody below all of them, for who of them comes first changes nothing. Nobody, where Gibson's
    rule is not chosen, or the number of rounds not known.
    """
    left = inputs.rounds_left
    if not inputs.settings.gibson or not inputs.settings.rounds or left < 1:
        return []
    spread = spread_to_come(inputs.settings, left)
    found: list[Entrant] = []
    for level, below in _groups(in_rank, inputs.settings.level_places):
        safe = [
            one for one in level if not any(can_catch(other, one, left, spread) for other in below)
        ]
        found.extend(safe)
        if len(safe) < len(level):
            break
    return found


def _groups(
    in_rank: Sequence[Entrant], level_places: Sequence[int]
) -> Iterator[tuple[Sequence[Entrant], Sequence[Entrant]]]:
    """Players whose places are worth the same, and everybody below them; never the last of all."""
    at = 0
    for size in chain(level_places, repeat(1)):
        if at + size >= len(in_rank):
            return
        yield in_rank[at : at + size], in_rank[at + size :]
        at += size


def take_out_gibsons(
    in_rank: Sequence[Entrant], inputs: Inputs
) -> tuple[list[Met], list[Entrant], list[Entrant]]:
    """The pairings of those who can't be caught, who they are, and who is left to be paired.

    First meets second, third meets fourth. One left over has the bye where somebody must, if it
    is not one bye more than others had; else meets a player who can't win anything any more, of
    those one of the class that is named for it, of those one met least often, of those the lowest,
    unless the settings have the highest.
    """
    gibsons = gibsons_of(in_rank, inputs)
    met: list[Met] = []
    waiting = list(gibsons)
    while len(waiting) > 1 and not _forbidden(waiting[0], waiting[1], inputs):
        met.append(Met(waiting[0].number, waiting[1].number, gibson=True))
        waiting = waiting[2:]
    gone = {number for one in met for number in (one.one, one.two)}
    rest = [one for one in in_rank if one.number not in gone]
    if len(waiting) == 1:
        with_whom = _for_the_last(waiting[0], rest, in_rank, inputs)
        if with_whom is not None:
            met.append(Met(waiting[0].number, with_whom, gibson=True))
            rest = [one for one in rest if one.number not in (waiting[0].number, with_whom)]
    return met, gibsons, rest


def _for_the_last(
    one: Entrant, rest: Sequence[Entrant], in_rank: Sequence[Entrant], inputs: Inputs
) -> int | None:
    """Whom a single Gibsonized player meets; 0 for the bye; ``None``: as everybody is paired."""
    if len(rest) % 2:
        may = who_may_sit_out(rest, inputs.settings, inputs.seed, inputs.round_number)
        return 0 if one in may else None
    may_win = _may_win(in_rank if inputs.settings.paid_of == "all" else rest, inputs)
    out_of_reach = [
        other
        for other in rest
        if other is not one and other.number not in may_win and not _forbidden(one, other, inputs)
    ]
    of_class = [x for x in out_of_reach if inputs.settings.gibson_class in x.classes]
    out_of_reach = of_class or out_of_reach
    if inputs.settings.hopeless == "lowest" and (not out_of_reach or not prizes_are_named(inputs)):
        others = [x for x in rest if x is not one and not _forbidden(one, x, inputs)]
        return others[-1].number if others else None
    if not out_of_reach:
        return None
    if inputs.settings.gibson_meets == "highest-met-or-not":
        return out_of_reach[0].number
    fewest = min(len(one.meetings(other.number)) for other in out_of_reach)
    least = [other for other in out_of_reach if len(one.meetings(other.number)) == fewest]
    return least[-1 if inputs.settings.gibson_meets == "lowest" else 0].number


def prizes_are_named(inputs: Inputs) -> bool:
    """Whether it is known which places win something, without which nobody is out of reach."""
    return bool(inputs.settings.paid or inputs.settings.class_paid)


def may_still_win(inputs: Inputs, player: int, in_rank: Sequence[Entrant]) -> bool:
    return player in _may_win(in_rank, inputs)


def _may_win(players: Sequence[Entrant], inputs: Inputs) -> set[int]:
    """Who has a paid place or can still reach one: of all, or of a class the player is in."""
    left = inputs.rounds_left
    spread = spread_to_come(inputs.settings, left)
    found = _contenders(players, inputs.settings.paid, left, spread)
    for name, paid in inputs.settings.class_paid:
        of_class = [one for one in players if name in one.classes]
        found |= _contenders(of_class, paid, left, spread)
    return found


def _contenders(players: Sequence[Entrant], paid: int, left: int, spread: int) -> set[int]:
    """Who has one of the first places, or can still catch who has the last of them."""
    in_the_money = players[:paid]
    if not in_the_money:
        return set()
    last = in_the_money[-1]
    others = (one for one in players[paid:] if can_catch(one, last, left, spread))
    return {one.number for one in (*in_the_money, *others)}


def _forbidden(one: Entrant, two: Entrant, inputs: Inputs) -> bool:
    return {one.number, two.number} in [set(pair) for pair in inputs.forbidden]


# What speaks against two players meeting, part by part, and how much each part weighs.
#
# Parts weigh in steps: all the lighter ones of a whole round together weigh less than one of the
# next. Lightest first: the lot; two who are both due to start; places off the wanted distance; wins
# apart; meeting again; meeting again in the round right after; a forbidden pair.


LOTS = 16  # bits of the lot

_START, _PLACES, _WINS, _AGAIN, _FORBIDDEN = 2**18, 2**32, 2**66, 2**84, 2**104
_MOST_DUE, _MOST_AGAIN = 31, 16


class Parts(Struct, frozen=True, omit_defaults=True):
    """What speaks against a pair, or, added up, against a round.

    Attributes:
      forbidden: pairs that should not meet.
      again: meetings beyond what is allowed; ``same_again``: of those, in the round right before.
      half_wins: apart, squared.
      places: off the wanted distance, squared, for both.
      start: how often both are due to start, or both to reply.
      spread: points apart: told, and in the places already.
    """

    forbidden: int = 0
    again: int = 0
    same_again: int = 0
    half_wins: int = 0
    places: int = 0
    start: int = 0
    spread: int = 0

    def plus(self, other: Parts) -> Parts:
        return Parts(*map(add, astuple(self), astuple(other)))

    def less(self, other: Parts) -> Parts:
        return Parts(*map(sub, astuple(self), astuple(other)))


class Field(Struct, frozen=True):
    """Players in the order in which they are paired.

    Attributes:
      gaps: for each of them, how many places apart the opponent should be.
    """

    entrants: tuple[Entrant, ...]
    gaps: tuple[int, ...]
    by_wins: bool


class Scale:
    def __init__(self, inputs: Inputs, field: Field) -> None:
        self.field = field
        self._allowed = inputs.settings.meetings
        self._last_round = inputs.round_number - 1
        place = {one.number: at for at, one in enumerate(field.entrants)}
        self._met: list[dict[int, list[int]]] = [{} for _ in field.entrants]
        for at, one in enumerate(field.entrants):
            for before in one.before:
                if before.opponent in place:
                    self._met[at].setdefault(place[before.opponent], []).append(before.round_number)
        self._forbidden = {
            tuple(sorted((place[one], place[two])))
            for one, two in inputs.forbidden
            if one in place and two in place
        }
        self._due = [one.firsts - one.seconds for one in field.entrants]
        self._lots = [lot(inputs.seed, inputs.round_number, one.number) for one in field.entrants]

    def parts(self, one: int, two: int) -> Parts:
        """What speaks against the players at these places of the field, the smaller first."""
        first, second = self.field.entrants[one], self.field.entrants[two]
        again, same_again = self._again(one, two)
        return Parts(
            forbidden=int((one, two) in self._forbidden),
            again=again,
            same_again=same_again,
            half_wins=self._half_wins(one, two),
            places=self._places(one, two),
            start=self._start(one, two),
            spread=abs(first.spread - second.spread),
        )

    def cost(self, one: int, two: int) -> int:
        cost = self.cost_but_for_rules(one, two)
        if two in self._met[one]:
            again, same_again = self._again(one, two)
            cost += _AGAIN * min(2**again - 1 + same_again * again, 2**_MOST_AGAIN)
        return cost + _FORBIDDEN * ((one, two) in self._forbidden)

    def cost_but_for_rules(self, one: int, two: int) -> int:
        """The weight of what speaks against them, were nobody forbidden and nothing a repeat."""
        cost = (self._lots[one] * self._lots[two] >> 40) % (1 << LOTS)
        cost += _START * self._start(one, two) + _PLACES * self._places(one, two)
        if self.field.by_wins:
            cost += _WINS * self._half_wins(one, two)
        return cost

    def is_forbidden(self, one: int, two: int) -> bool:
        return (one, two) in self._forbidden

    def meet_again(self, one: int, two: int) -> bool:
        return two in self._met[one] and self._again(one, two)[0] > 0

    def met_just_now(self, one: int, two: int) -> bool:
        """Whether they did in the round before as well."""
        return two in self._met[one] and self._again(one, two)[1] > 0

    def _again(self, one: int, two: int) -> tuple[int, int]:
        rounds = self._met[one].get(two, ())
        if not self._allowed or len(rounds) < self._allowed:
            return 0, 0
        return len(rounds) + 1 - self._allowed, int(self._last_round in rounds)

    def _half_wins(self, one: int, two: int) -> int:
        if not self.field.by_wins:
            return 0
        return (self.field.entrants[one].half_wins - self.field.entrants[two].half_wins) ** 2

    def _places(self, one: int, two: int) -> int:
        apart, gaps = two - one, self.field.gaps
        return (apart - gaps[one]) ** 2 + (apart - gaps[two]) ** 2

    def _start(self, one: int, two: int) -> int:
        first, second = self._due[one], self._due[two]
        return min(abs(first), abs(second), _MOST_DUE) if first * second > 0 else 0


def total(each: Sequence[Parts]) -> Parts:
    """What speaks against a whole round."""
    added = Parts()
    for one in each:
        added = added.plus(one)
    return added


# The cheapest way to pair everybody, found by rustworkx, the same whatever came first.


Edge = tuple[int, int, int]
"""Two places in a list, the smaller first, and what it costs to pair them."""

MOST_COST = 2**110
"""What one pair may cost at most: the matching reckons in 128 bits, with sums of a few costs."""


def cheapest(size: int, edges: Iterable[Edge]) -> list[tuple[int, int]] | None:
    """Pairs of places at the least total cost; ``None`` where not all can be paired.

    >>> cheapest(4, [(0, 1, 5), (2, 3, 5), (0, 2, 1), (1, 3, 1)])
    [(0, 2), (1, 3)]
    >>> cheapest(4, [(0, 1, 5), (0, 2, 1), (0, 3, 1)]) is None
    True
    """
    import rustworkx  # here, so that a desk that draws nothing need not wait for numpy

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(size)))
    in_order = sorted(edges)  # of equal matchings the first met is taken
    costs = [cost for _, _, cost in in_order]
    if costs and not 0 <= min(costs) <= max(costs) <= MOST_COST:
        msg = "a pair costs less than nothing, or more than can be reckoned with"
        raise ValueError(msg)
    graph.add_edges_from([(one, two, -cost) for one, two, cost in in_order])
    # The largest matching is not always one of all: that is looked at here.
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 != size:
        return None
    return sorted((min(pair), max(pair)) for pair in found)


FieldOf = Callable[[Sequence[Entrant], Inputs], Field]
"""What a system wants: how many places apart players meet, an even number of them, best first."""

MANY = 300  # of more players than this, far-off pairs are left out at first

NEAR = (10, 40)
"""How far off the wanted distance a pair may be that is not left out, at first and then."""

STAGES = 4  # everything kept; met again; met in the round before; forbidden pairs

_BYE = 2**83  # who sits out weighs more than who meets whom, less than a second meeting


class Layout(Struct, frozen=True):
    """A field before it is matched.

    Attributes:
      settled: who meets whom without being matched: by Gibson's rule, and the bye.
    """

    settled: tuple[Met, ...]
    gibsons: tuple[Entrant, ...]
    field: Field


def laid_out(inputs: Inputs, field_of: FieldOf) -> Layout:
    in_rank = ranked(players_here(inputs), inputs.seed)
    met, gibsons, rest = take_out_gibsons(in_rank, inputs)
    if len(rest) % 2:
        sits_out = _sits_out(rest, inputs, field_of)
        met.append(Met(sits_out.number, 0))
        rest = [one for one in rest if one is not sits_out]
    return Layout(tuple(met), tuple(gibsons), field_of(rest, inputs))


def put_together(inputs: Inputs, field_of: FieldOf) -> tuple[list[Met], list[Entrant]]:
    """Who meets whom by weight, the bye included, and who can no longer be caught."""
    layout = laid_out(inputs, field_of)
    numbers = [one.number for one in layout.field.entrants]
    pairs = matched(Scale(inputs, layout.field))
    met = [Met(numbers[one], numbers[two]) for one, two in pairs]
    return [*layout.settled, *met], list(layout.gibsons)


def _sits_out(rest: Sequence[Entrant], inputs: Inputs, field_of: FieldOf) -> Entrant:
    """The first of those who may, or another of them where that spares a second meeting."""
    may = who_may_sit_out(rest, inputs.settings, inputs.seed, inputs.round_number)
    others = [one for one in rest if one is not may[0]]
    of_others = field_of(others, inputs)
    if _found(Scale(inputs, of_others), stage=0) is not None:
        return may[0]
    field = Field((*others, may[0]), (*of_others.gaps, 1), of_others.by_wins)
    order = {one.number: at for at, one in enumerate(may)}
    bye = [
        (at, len(rest), _BYE * order[one.number] // len(rest))
        for at, one in enumerate(field.entrants)
        if one.number in order
    ]
    scale = Scale(inputs, field)
    for stage in range(STAGES):
        edges = [*_edges(scale, stage, len(rest)), *bye]
        pairs = cheapest(len(rest) + 1, edges)
        if pairs is not None:
            sits_out = next(one for one, two in pairs if two == len(rest))
            return field.entrants[sits_out]
    return may[0]


def matched(scale: Scale, forced: tuple[int, int] | None = None) -> list[tuple[int, int]]:
    """Pairs of places in the field at the least cost.

    Args:
      forced: two places that must be paired, to see what that would do to the round.
    """
    for stage in range(STAGES):
        pairs = _found(scale, stage, forced)
        if pairs is not None:
            return pairs
    msg = f"{len(scale.field.entrants)} players can't be paired two by two"
    raise ValueError(msg)


def _found(
    scale: Scale, stage: int, forced: tuple[int, int] | None = None
) -> list[tuple[int, int]] | None:
    size = len(scale.field.entrants)
    for near in (*NEAR, size) if size > MANY else (size,):
        edges: Iterator[Edge] = _edges(scale, stage, near)
        if forced:
            alone = set(forced)
            others = [edge for edge in edges if not alone & set(edge[:2])]
            edges = iter([*others, (min(forced), max(forced), 0)])
        pairs = cheapest(size, edges)
        if pairs is not None:
            return pairs
    return None


def _edges(scale: Scale, stage: int, near: int) -> Iterator[Edge]:
    gaps = scale.field.gaps
    size = len(gaps)
    for one in range(size):
        for two in range(one + 1, size):
            apart = two - one
            if abs(apart - gaps[one]) > near and abs(apart - gaps[two]) > near:
                continue
            if stage < 3 and scale.is_forbidden(one, two):
                continue
            if stage < 1 and scale.meet_again(one, two):
                continue
            if stage < 2 and scale.met_just_now(one, two):
                continue
            yield one, two, scale.cost(one, two)
