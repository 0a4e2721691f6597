"""Factor: each meets the player a number of ranks below, block by block from the top."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournament.draw.by_weight import put_together
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Entrant, Inputs
from ledger.tournament.draw.round_off import rounded_off
from ledger.tournament.draw.weighing import Field


def field_of(in_rank: Sequence[Entrant], told: Inputs) -> Field:
    """As many ranks apart as the factor; what is left at the end, half of that apart."""
    gaps: list[int] = []
    while len(gaps) < len(in_rank):
        apart = min(told.settings.factor, (len(in_rank) - len(gaps)) // 2)
        gaps.extend([apart] * (2 * apart))
    return Field(tuple(in_rank), tuple(gaps), by_wins=False)


def draw(told: Inputs) -> Drawn:
    """Pair a round by a factor."""
    return rounded_off(told, *put_together(told, field_of))
