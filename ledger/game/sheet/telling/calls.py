"""Calls for the director and free challenges, told in a few words."""

from __future__ import annotations

from ledger.game.facts.calls import (
    ChallengeCreditGranted,
    ChallengeCreditUsed,
    DirectorArrived,
    DirectorCalled,
    DirectorLeft,
    DirectorSetOut,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact


def told_call(fact: Fact, sheet: Sheet) -> str:
    """A fact of ``ledger.game.facts.calls`` in words; empty for any other."""
    match fact:
        case DirectorCalled():
            about = f" about {sheet.name(fact.seat)}" if fact.seat else ""
            return f"Director called{about}{because(fact.reason)}"
        case DirectorSetOut():
            return "A director is on the way"
        case DirectorArrived():
            return "The director came to the table"
        case DirectorLeft():
            return f"The director is done: {fact.outcome}" if fact.outcome else "Director is done"
        case ChallengeCreditGranted():
            return f"{sheet.name(fact.seat)} was given a free challenge{because(fact.reason)}"
        case ChallengeCreditUsed():
            return f"{sheet.name(fact.seat)} used the free challenge"
    return ""
