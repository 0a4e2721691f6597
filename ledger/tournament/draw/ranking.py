"""In which order players are paired: by the standings, before there are any by rating."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.tournament.draw.inputs import Entrant
from ledger.tournament.draw.lots import lot

NOWHERE = 1_000_000
"""The place of a player who is not in the standings yet: behind all who are."""


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
