"""Round robin: everybody meets everybody in Berger's order, and again with the starts swapped."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.drawn import Drawn, Met, Relaxed
from ledger.tournament.draw.inputs import Entrant, Inputs, players_here
from ledger.tournament.draw.ranking import seeded
from ledger.tournament.draw.rings import EMPTY, Plan, cycle_and_turn, laid_down, turned
from ledger.tournament.draw.round_off import rounded_off


def ring_of(told: Inputs) -> Plan:
    """The ring: as an earlier round laid it down, or by rating.

    Who came later takes a seat that is empty, then one whose player withdrew, and then new ones
    at the end, where the turns no longer come out even: that is said, as meetings that repeat.
    """
    here = players_here(told)
    if not told.plan:
        return laid_down([[one.number for one in seeded(here, told.seed)]], told.round_number)
    *rings, (since,) = told.plan
    ring = list(rings[0])
    for number in _late(here, ring):
        free = [at for at, seat in enumerate(ring) if seat == EMPTY or seat in told.withdrawn]
        if free:
            ring[min(free, key=lambda at: (ring[at] != EMPTY, at))] = number
        else:
            ring += [number, EMPTY]
    return laid_down([ring], since)


def _late(here: Sequence[Entrant], ring: Sequence[int]) -> list[int]:
    return [one.number for one in here if one.number not in ring]


def draw(told: Inputs) -> Drawn:
    """Pair a round of a round robin. Who should meet a player who is away sits out."""
    plan = ring_of(told)
    ring, (since,) = plan
    cycle, turn = cycle_and_turn(ring, since, told.round_number)
    here = {one.number for one in players_here(told)}
    met: list[Met] = []
    also: list[Relaxed] = []
    for each in turned(ring, cycle, turn):
        both = [number for number in (each.one, each.two) if number in here]
        if len(both) == 2:
            met.append(each)
        elif both:
            met.append(Met(both[0], EMPTY))
            if each.two:
                also.append(Relaxed("left-over", (both[0],)))
    return rounded_off(told, met, plan=plan, also=also, allowed=cycle + 1)
