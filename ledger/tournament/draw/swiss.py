"""Swiss: players with as many wins meet, the upper half of each group the lower half."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ledger.tournament.draw.by_weight import put_together
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.draw.round_off import rounded_off
from ledger.tournament.draw.weighing import Field


def field_of(in_rank: Sequence[Entrant], told: Inputs) -> Field:
    """Half a group apart. The last of an odd group goes on top of the next."""
    del told
    gaps: list[int] = []
    from_above = 0
    for _, level in groupby(in_rank, key=lambda one: one.half_wins):
        size = from_above + len(list(level))
        from_above = size % 2
        gaps.extend([size // 2] * (size - from_above))
    return Field(tuple(in_rank), tuple(gaps), by_wins=True)


def draw(told: Inputs) -> Drawn:
    """Pair a round of Swiss."""
    return rounded_off(told, *put_together(told, field_of))
