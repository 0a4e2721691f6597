"""Procedures: what a rulebook wants done when something irregular happens.

``open_procedures`` tells what is going on at a table, ``offers`` what can be reported. A
procedure is registered where it is written (``@opened_by``); what can be reported stands in
``OFFERS``.
"""

from __future__ import annotations

from collections.abc import Callable

from ledger.game.play.arrivals import arrival_procedure
from ledger.game.play.calls import call_procedure
from ledger.game.play.challenges import challenge_offers
from ledger.game.play.clock import timer_offers
from ledger.game.play.drawing import drawing_offers
from ledger.game.play.endings import ending_offers
from ledger.game.play.leaving import leaving_procedure
from ledger.game.play.loose_tiles import loose_tile_offers
from ledger.game.play.one_at_a_time import in_its_turn
from ledger.game.play.placement import objection_offers
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.play.procedures import PROCEDURES, Steps
from ledger.game.play.results import result_offers
from ledger.game.play.scores import recount_procedure, score_offers
from ledger.game.play.setting_up import starting_procedure
from ledger.game.play.upsets import upset_procedure
from ledger.game.play.virtual_play import platform_offers
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook import Rulebook

Offered = Callable[[Sheet, Rulebook], tuple[Offer, ...]]

OFFERS: tuple[Offered, ...] = (
    starting_procedure.offers,
    arrival_procedure.offers,
    leaving_procedure.offers,
    timer_offers.offers,
    platform_offers.offers,
    drawing_offers.offers,
    loose_tile_offers.offers,
    call_procedure.reports,
    ending_offers.offers,
    challenge_offers.offers,
    recount_procedure.offers,
    score_offers.offers,
    result_offers.offers,
    upset_procedure.offers,
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
