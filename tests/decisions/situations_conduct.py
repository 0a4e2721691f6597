"""Calls for the director and free challenges: what is refused, after what, asked for how."""

from __future__ import annotations

from ledger.decisions.calls import DirectorComes, DirectorGoes, GrantFreeChallenge
from tests.desks import DIRECTOR, B


def nothing(table):
    return None


SITUATIONS = {
    "director-not-called": (nothing, DirectorComes()),
    "director-not-called, going": (nothing, DirectorGoes(outcome="nothing to rule on")),
    "needs-ruling, free challenge": (nothing, GrantFreeChallenge(seat=B, reason="score first")),
}
BY = {DirectorGoes: DIRECTOR, GrantFreeChallenge: DIRECTOR}
