"""Which procedures are open at a table, one at a time."""

from __future__ import annotations

from collections.abc import Callable

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
from ledger.game.play.arrivals import procedures
from ledger.game.play.calls import procedures as call_procedure
from ledger.game.play.challenges import procedures as challenge_offers
from ledger.game.play.clock import procedures as timer_offers
from ledger.game.play.drawing import procedures as drawing_offers
from ledger.game.play.endings import ending_offers
from ledger.game.play.leaving import procedures as leaving_procedure
from ledger.game.play.loose_tiles import procedures as loose_tile_offers
from ledger.game.play.placement import procedures as objection_offers
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.play.procedures import PROCEDURES, Steps
from ledger.game.play.results import result_offers
from ledger.game.play.scores import recounts
from ledger.game.play.setting_up import starting_procedure
from ledger.game.play.upsets import upset
from ledger.game.play.virtual_play import platform
from ledger.game.sheet.opened import Opened, find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook

__all__ = [
    "OFFERS",
    "PROCEDURES",
    "Offer",
    "Offered",
    "Procedure",
    "Question",
    "Step",
    "Steps",
    "offers",
    "open_procedures",
    "procedure_of",
]


# Procedures whose turn it is not: of two of one kind the earlier, all once a result is final.
#
# A request says what was done, not about which report; it is about the latest that is open. What
# was reported before it waits, or its numbers would be entered for the other one.


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


Offered = Callable[[Sheet, Rulebook], tuple[Offer, ...]]

OFFERS: tuple[Offered, ...] = (
    starting_procedure.offers,
    procedures.offers,
    leaving_procedure.offers,
    timer_offers.offers,
    platform.offers,
    drawing_offers.offers,
    loose_tile_offers.offers,
    call_procedure.reports,
    ending_offers.offers,
    challenge_offers.offers,
    recounts.offers,
    recounts.offers_score_offers,
    result_offers.offers,
    upset.offers,
    objection_offers.offers,
)

OFFERS_ONCE_FINAL: tuple[Offered, ...] = (call_procedure.reports, result_offers.offers)
"""What is left once a result is final, even where a ruling has put the game back into play."""


def procedure_of(sheet: Sheet, opened: Opened, rules: Rulebook) -> Procedure:
    """The steps of one open procedure, with what is done already."""
    return PROCEDURES[type(opened.fact)](sheet, opened, rules)


def open_procedures(sheet: Sheet, rules: Rulebook) -> tuple[Procedure, ...]:
    """Every procedure that is open at this table, oldest first."""
    return tuple(
        in_its_turn(sheet, opened, procedure_of(sheet, opened, rules)) for opened in sheet.open
    )


def offers(sheet: Sheet, rules: Rulebook) -> tuple[Offer, ...]:
    """Everything irregular that can be reported at this moment."""
    families = OFFERS_ONCE_FINAL if sheet.is_final else OFFERS
    return tuple(offer for offered in families for offer in offered(sheet, rules))
