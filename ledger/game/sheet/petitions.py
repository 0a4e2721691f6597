"""Which petition of a player an answer of the director is about."""

from __future__ import annotations

from ledger.game.facts.clock import DirectorPetitioned
from ledger.game.sheet.opened import Opened
from ledger.vocabulary import Seat


def without_petition(
    procedures: tuple[Opened, ...], seat: Seat, granted: str
) -> tuple[Opened, ...]:
    """The open procedures without the latest petition of ``seat`` for what was ``granted``.

    Another player's petition, or one for something else, still waits for its answer.
    """
    answered = next(
        (
            one
            for one in reversed(procedures)
            if isinstance(one.fact, DirectorPetitioned)
            and (one.fact.seat, one.fact.what) == (seat, granted)
        ),
        None,
    )
    return tuple(one for one in procedures if one is not answered)
