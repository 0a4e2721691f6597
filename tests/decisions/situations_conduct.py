"""Calls for the director and free challenges: what is refused, after what, asked for how."""

from __future__ import annotations

from ledger.game.calls.requests import (
    CallDirector,
    DirectorComes,
    DirectorGoes,
    DirectorSetsOut,
    GrantFreeChallenge,
)
from tests.desks import DIRECTOR, B


def nothing(table):
    return None


def another_is_on_the_way(table):
    table.enter(CallDirector(reason="noise"))
    table.enter(DirectorSetsOut(), by=DIRECTOR)


SITUATIONS = {
    "director-not-called": (nothing, DirectorComes()),
    "director-not-called, setting out": (nothing, DirectorSetsOut()),
    "director-on-the-way": (another_is_on_the_way, DirectorSetsOut()),
    "director-not-called, going": (nothing, DirectorGoes(outcome="nothing to rule on")),
    "needs-ruling, free challenge": (nothing, GrantFreeChallenge(seat=B, reason="score first")),
}
BY = {DirectorSetsOut: DIRECTOR, DirectorGoes: DIRECTOR, GrantFreeChallenge: DIRECTOR}
