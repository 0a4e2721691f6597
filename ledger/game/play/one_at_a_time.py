"""Procedures whose turn it is not: of two of one kind the earlier, all once a result is final.

A request says what was done, not about which report; it is about the latest that is open. What
was reported before it waits, or its numbers would be entered for the other one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.blanks import BlankDisputed, BlankRedesignated, FalseBlankFound
from ledger.game.facts.calls import DirectorCalled, WarningDue
from ledger.game.facts.clock import SandTimeCalled
from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.facts.exchanges import ExchangeChallenged, UnwantedTilesFound
from ledger.game.facts.holds import HoldCalled
from ledger.game.facts.leaving import EmergencyDeclared, GameAdjourned
from ledger.game.facts.loose_tiles import TilesFound, TilesSpilled
from ledger.game.facts.placement import PlacementChallenged, TilesMisplaced
from ledger.game.facts.results import AmendmentAsked
from ledger.game.facts.scores import RecountAsked
from ledger.game.facts.upsets import BoardUpset
from ledger.game.play.procedure import Procedure, Step
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact

LATEST_FIRST: frozenset[type[Fact]] = frozenset(
    {
        BlankDisputed, BlankRedesignated, BoardUpset, DrawnOutOfOrder, EmergencyDeclared,
        ExchangeChallenged, FalseBlankFound, HoldCalled, Overdrawn, PlacementChallenged,
        RecountAsked, TileDroppedBack, TilesFound, TilesMisplaced, TilesSpilled, Underdrawn,
        UnwantedTilesFound,
    }
)  # fmt: skip
"""Facts whose requests are about the latest of them that is open."""


def in_its_turn(sheet: Sheet, opened: Opened, procedure: Procedure) -> Procedure:
    """``procedure`` as it is; where something else comes before it, it asks for nothing."""
    kind = type(opened.fact)
    if sheet.is_final and kind not in (DirectorCalled, AmendmentAsked, WarningDue):
        why = "Both players have signed" if sheet.is_signed else "The director has ruled"
        before = f"{why}; only the director changes anything now."
    elif kind in LATEST_FIRST and find(sheet.open, kind) is not opened:
        before = "What was reported later of the same kind is put right first."
    elif kind is SandTimeCalled and find(sheet.open, GameAdjourned) is not None:
        before = "This game was broken off; it is resumed first."
    else:
        return procedure
    waits = Step(who="staff", does=before, clause=procedure.clause)
    steps = [
        replace(step, asks="", answers=(), questions=()) if step.room == "table" else step
        for step in procedure.steps
    ]
    return replace(procedure, steps=(waits, *steps))
