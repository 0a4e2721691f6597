"""Procedures: what a rulebook wants done when something irregular happens.

``open_procedures`` tells what is going on at a table, ``offers`` what can be reported. Each
module here holds one family; it adds its facts to ``PROCEDURES`` and what can be reported to
``OFFERS``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.game.facts.arrivals import GamePostponed, LateClockStarted
from ledger.game.facts.blanks import (
    BlankDisputed,
    BlankRedesignated,
    BlankUndeclared,
    FalseBlankFound,
)
from ledger.game.facts.calls import DirectorCalled
from ledger.game.facts.challenges import ChallengeFailed, ChallengeIssued, PhoneyWithdrawn
from ledger.game.facts.clock import DirectorPetitioned, SandTimeCalled, TimerFailed
from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.exchanges import ExchangeChallenged, UnwantedTilesFound
from ledger.game.facts.holds import CourtesyDraw, DrawnThenChallengedOff, FlashDraw, HoldCalled
from ledger.game.facts.judging import ReadjudicationAsked
from ledger.game.facts.leaving import EmergencyDeclared, GameAdjourned, PlayerLeft
from ledger.game.facts.loose_tiles import TilesFound, TilesSpilled
from ledger.game.facts.placement import OrientationSet, PlacementChallenged, TilesMisplaced
from ledger.game.facts.results import AmendmentAsked
from ledger.game.facts.scores import RecountAsked
from ledger.game.facts.setting_up import StarterDetermined
from ledger.game.facts.upsets import BoardUpset
from ledger.game.play.arrivals import arrival_procedure
from ledger.game.play.blanks import dispute_procedure, false_blank_procedure, undeclared_procedure
from ledger.game.play.calls import call_procedure
from ledger.game.play.challenges import challenge_offers, challenge_procedure
from ledger.game.play.clock import timer_offers, timer_procedures
from ledger.game.play.drawing import (
    draw_procedures,
    drawing_offers,
    drawn_off_procedure,
    overdraw_procedure,
)
from ledger.game.play.endings import ending_offers
from ledger.game.play.exchanges import number_procedures, objection_procedure
from ledger.game.play.holds import courtesy_procedure, hold_procedure
from ledger.game.play.leaving import emergency_procedure, leaving_procedure, putting_off_procedure
from ledger.game.play.loose_tiles import loose_tile_offers, loose_tile_procedures
from ledger.game.play.one_at_a_time import in_its_turn
from ledger.game.play.placement import objection_offers, placement_procedure
from ledger.game.play.procedure import Offer, Procedure, Question, Step
from ledger.game.play.results import amendment_procedure, result_offers
from ledger.game.play.scores import recount_procedure
from ledger.game.play.setting_up import starting_procedure
from ledger.game.play.upsets import upset_procedure
from ledger.game.play.virtual_play import platform_offers
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook

Steps = Callable[[Sheet, Any, Rulebook], Procedure]
"""From the sheet, what was opened (``Opened``) and the rulebook to the steps."""

Offered = Callable[[Sheet, Rulebook], tuple[Offer, ...]]

PROCEDURES: dict[type[Fact], Steps] = {
    StarterDetermined: starting_procedure.procedure,
    LateClockStarted: arrival_procedure.late,
    GamePostponed: putting_off_procedure.postponed,
    PlayerLeft: leaving_procedure.absent,
    EmergencyDeclared: emergency_procedure.emergency,
    GameAdjourned: putting_off_procedure.adjourned,
    TimerFailed: timer_procedures.failed,
    DirectorPetitioned: timer_procedures.petition,
    SandTimeCalled: timer_procedures.one_more_play,
    Overdrawn: overdraw_procedure.procedure,
    Underdrawn: draw_procedures.underdraw,
    DrawnOutOfOrder: draw_procedures.out_of_order,
    TileDroppedBack: draw_procedures.dropped_back,
    TilesSpilled: loose_tile_procedures.spill,
    TilesFound: loose_tile_procedures.found,
    DirectorCalled: call_procedure.called,
    RecountAsked: recount_procedure.procedure,
    AmendmentAsked: amendment_procedure.procedure,
    BoardUpset: upset_procedure.procedure,
    ExchangeChallenged: objection_procedure.exchange,
    UnwantedTilesFound: number_procedures.unwanted_tiles,
    PlacementChallenged: placement_procedure.challenged,
    OrientationSet: placement_procedure.orientation,
    TilesMisplaced: placement_procedure.misplaced,
    BlankUndeclared: undeclared_procedure.undeclared,
    BlankDisputed: dispute_procedure.disputed,
    BlankRedesignated: dispute_procedure.redesignated,
    FalseBlankFound: false_blank_procedure.false_blank,
    HoldCalled: hold_procedure.hold,
    CourtesyDraw: courtesy_procedure.courtesy,
    FlashDraw: courtesy_procedure.flash_draw,
    PlayedOut: hold_procedure.play_out,
    ChallengeIssued: challenge_procedure.challenge,
    ChallengeFailed: challenge_procedure.restart,
    PhoneyWithdrawn: challenge_procedure.restart,
    ReadjudicationAsked: challenge_procedure.again,
    DrawnThenChallengedOff: drawn_off_procedure.procedure,
}
"""By the fact that opens it."""

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
