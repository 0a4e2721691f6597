"""Pairing by weight: the round against which least speaks, found by matching.

Rules give way in this order, and a later one only where the earlier are not enough: no second
meeting; no meeting in the round right after; no forbidden pair. When all have given way, any two
may meet, so that a round never fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ledger.tournament.draw.byes import who_may_sit_out
from ledger.tournament.draw.drawn import Met
from ledger.tournament.draw.gibson import take_out_gibsons
from ledger.tournament.draw.inputs import Entrant, Inputs, players_here
from ledger.tournament.draw.matching import Edge, cheapest
from ledger.tournament.draw.ranking import ranked
from ledger.tournament.draw.weighing import Field, Scale

FieldOf = Callable[[Sequence[Entrant], Inputs], Field]
"""What a system wants: how many places apart players meet, an even number of them, best first."""

MANY = 300
"""Of more players than this, far-off pairs are left out at first."""

NEAR = (10, 40)
"""How far off the wanted distance a pair may be that is not left out, at first and then."""

STAGES = 4
"""Everything kept; met again; met in the round before; forbidden pairs."""

_BYE = 2**83
"""Who sits out weighs more than who meets whom, less than a second meeting."""


class Layout(Struct, frozen=True):
    """A field before it is matched.

    Attributes:
      settled: who meets whom without being matched: by Gibson's rule, and the bye.
      gibsons: who can no longer be caught.
      field: everybody else.
    """

    settled: tuple[Met, ...]
    gibsons: tuple[Entrant, ...]
    field: Field


def laid_out(told: Inputs, field_of: FieldOf) -> Layout:
    """Who is settled, and who is to be matched."""
    in_rank = ranked(players_here(told), told.seed)
    met, gibsons, rest = take_out_gibsons(in_rank, told)
    if len(rest) % 2:
        sits_out = _sits_out(rest, told, field_of)
        met.append(Met(sits_out.number, 0))
        rest = [one for one in rest if one is not sits_out]
    return Layout(tuple(met), tuple(gibsons), field_of(rest, told))


def put_together(told: Inputs, field_of: FieldOf) -> tuple[list[Met], list[Entrant]]:
    """Who meets whom by weight, the bye included, and who can no longer be caught."""
    layout = laid_out(told, field_of)
    numbers = [one.number for one in layout.field.entrants]
    pairs = matched(Scale(told, layout.field))
    met = [Met(numbers[one], numbers[two]) for one, two in pairs]
    return [*layout.settled, *met], list(layout.gibsons)


def _sits_out(rest: Sequence[Entrant], told: Inputs, field_of: FieldOf) -> Entrant:
    """The first of those who may, or another of them where that spares a second meeting."""
    may = who_may_sit_out(rest, told.settings, told.seed, told.round_number)
    others = [one for one in rest if one is not may[0]]
    of_others = field_of(others, told)
    if _found(Scale(told, of_others), stage=0) is not None:
        return may[0]
    field = Field((*others, may[0]), (*of_others.gaps, 1), of_others.by_wins)
    order = {one.number: at for at, one in enumerate(may)}
    bye = [
        (at, len(rest), _BYE * order[one.number] // len(rest))
        for at, one in enumerate(field.entrants)
        if one.number in order
    ]
    scale = Scale(told, field)
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
      scale: weighs the field.
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
