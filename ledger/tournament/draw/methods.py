"""The systems of pairing: what each does, and the function of each version of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from ledger.tournament.draw import (
    australian,
    factor,
    fontes,
    king_of_the_hill,
    round_robin,
    swiss,
)
from ledger.tournament.draw.drawn import Drawn
from ledger.tournament.draw.inputs import Inputs, Method, in_order


class System(Struct, frozen=True, kw_only=True):
    """A system of pairing as people choose it.

    Attributes:
      method: its version of today; earlier ones stay in ``DRAWS``.
      called: its name.
      does: what it does, in a sentence.
      meetings: how often two may meet, where nobody says otherwise; 0: as often as it comes out.
    """

    method: Method
    called: str
    does: str
    meetings: int = 1


SYSTEMS: Mapping[str, System] = {
    "swiss": System(
        method="swiss-1",
        called="Swiss",
        does="Players with as many wins meet, the upper half of each group the lower half; nobody "
        "twice while that can be helped.",
    ),
    "round-robin": System(
        method="round-robin-1",
        called="Round robin",
        does="Everybody meets everybody once, in Berger’s order; then again, with the starts "
        "swapped.",
        meetings=0,
    ),
    "fontes": System(
        method="fontes-1",
        called="Initial Fontes",
        does="For the first rounds: small groups with a player of every strength, drawn by lot, "
        "in which everybody meets everybody.",
    ),
    "koth": System(
        method="koth-1",
        called="King of the hill",
        does="First meets second, third meets fourth, and so on down, whether or not they have met "
        "before. For the last round.",
        meetings=0,
    ),
    "factor": System(
        method="factor-1",
        called="Factor",
        does="Each of the leaders meets the player a number of places below, and so on down, "
        "whether or not they have met before.",
        meetings=0,
    ),
    "australian": System(
        method="australian-1",
        called="Australian draw",
        does="From the top down, each player takes the highest opponent not met yet. Anybody can "
        "do it again by hand.",
    ),
}
"""By the name under which it is asked for."""

DRAWS: Mapping[Method, Callable[[Inputs], Drawn]] = {
    "swiss-1": swiss.draw,
    "round-robin-1": round_robin.draw,
    "fontes-1": fontes.draw,
    "koth-1": king_of_the_hill.draw,
    "factor-1": factor.draw,
    "australian-1": australian.draw,
}
"""Every version there ever was: a change that draws otherwise is a new version beside the old."""


def drawn(told: Inputs) -> Drawn:
    """Draw a round. The same inputs give the same draw, whatever order they come in.

    Nobody there: a draw without pairings.
    """
    return DRAWS[told.settings.method](in_order(told))


def system_of(method: Method) -> System:
    """The system that a version is of."""
    return next(one for one in SYSTEMS.values() if one.method == method)
