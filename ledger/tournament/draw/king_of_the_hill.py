"""King of the hill: first meets second, third meets fourth, and so on down."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.by_weight import put_together
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.draw.round_off import rounded_off
from ledger.tournament.draw.weighing import Field


def field_of(in_rank: Sequence[Entrant], told: Inputs) -> Field:
    """Neighbours."""
    del told
    return Field(tuple(in_rank), (1,) * len(in_rank), by_wins=False)


def draw(told: Inputs) -> Drawn:
    """Pair a round of king of the hill."""
    return rounded_off(told, *put_together(told, field_of))
