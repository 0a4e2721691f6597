"""Rings: everybody meets everybody in Berger's order, and what becomes of a seat that is empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.tournament.draw.drawn import Met

EMPTY = 0
"""A seat of a ring with nobody in it: who meets it sits out."""

Plan = tuple[tuple[int, ...], ...]
"""Rings, and behind them the round in which they were laid down, by itself."""


def laid_down(rings: Sequence[Sequence[int]], in_round: int) -> Plan:
    """Rings of an even number of seats each, to be gone on from."""
    even = (tuple(ring) + (EMPTY,) * (len(ring) % 2) for ring in rings)
    return (*even, (in_round,))


def cycle_and_turn(ring: Sequence[int], since: int, round_number: int) -> tuple[int, int]:
    """How often everybody has met everybody, and which turn of the ring this is, both from 0."""
    return divmod(max(0, round_number - since), max(1, len(ring) - 1))


def turned(ring: Sequence[int], cycle: int, turn: int) -> Iterator[Met]:
    """The pairs of one turn of the ring; an empty seat is named second.

    Numbers of seats that add up to the turn meet; the seat that would meet itself meets the last
    one. Starts alternate, and swap from one cycle to the next, so that a return is the other
    player's to start.

    >>> [(met.one, met.two, met.starter) for met in turned((1, 2, 3, 4), cycle=0, turn=0)]
    [(1, 4, 1), (2, 3, 2)]
    >>> [(met.one, met.two, met.starter) for met in turned((1, 2, 3, 4), cycle=1, turn=0)]
    [(1, 4, 4), (2, 3, 3)]
    """
    others = len(ring) - 1
    for seat in range(1, others + 1):
        facing = (turn + 2 - seat) % others or others
        if facing < seat:
            continue
        if facing == seat:
            facing, begins = others + 1, seat <= (others + 1) // 2
        else:
            begins = (seat + facing) % 2 == 1
        one, two = ring[seat - 1], ring[facing - 1]
        first = one if begins == (cycle % 2 == 0) else two
        if one and two:
            yield Met(one, two, first)
        elif one or two:
            yield Met(one or two, EMPTY)
