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
from ledger.game.facts.challenges import (
    ChallengeFailed,
    ChallengeIssued,
    HoldCalled,
    PhoneyWithdrawn,
)
from ledger.game.facts.courtesy import CourtesyDraw, DrawnThenChallengedOff, FlashDraw
from ledger.game.facts.drawing import DrawnOutOfOrder, Overdrawn, TileDroppedBack, Underdrawn
from ledger.game.facts.endings import PlayedOut
from ledger.game.facts.exchanges import ExchangeChallenged, UnwantedTilesFound
from ledger.game.facts.judging import ReadjudicationAsked
from ledger.game.facts.leaving import EmergencyDeclared, GameAdjourned, PlayerLeft
from ledger.game.facts.loose_tiles import TilesFound, TilesSpilled
from ledger.game.facts.placement import OrientationSet, PlacementChallenged, TilesMisplaced
from ledger.game.facts.recounts import RecountAsked
from ledger.game.facts.results import AmendmentAsked
from ledger.game.facts.sand import SandTimeCalled
from ledger.game.facts.setting_up import StarterDetermined
from ledger.game.facts.timers import DirectorPetitioned, TimerFailed
from ledger.game.facts.upsets import BoardUpset
from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.procedures import (
    amending,
    arrivals,
    blank_disputes,
    blanks,
    calls,
    challenge_offers,
    challenges,
    courtesy_draws,
    drawing,
    drawing_offers,
    drawn_off,
    emergencies,
    endings,
    exchange_numbers,
    exchanges,
    false_blanks,
    holds,
    leaving,
    loose_tile_offers,
    loose_tiles,
    objection_offers,
    overdraw,
    placement,
    putting_off,
    recounts,
    results,
    starting,
    timer_offers,
    timers,
    upsets,
    virtual_play,
)
from ledger.procedures.one_at_a_time import in_its_turn
from ledger.procedures.procedure import Offer, Procedure, Question, Step
from ledger.record.fact import Fact
from ledger.rulebook import Rulebook

Steps = Callable[[Sheet, Any, Rulebook], Procedure]
"""From the sheet, what was opened (``Opened``) and the rulebook to the steps."""

Offered = Callable[[Sheet, Rulebook], tuple[Offer, ...]]

PROCEDURES: dict[type[Fact], Steps] = {
    StarterDetermined: starting.procedure,
    LateClockStarted: arrivals.late,
    GamePostponed: putting_off.postponed,
    PlayerLeft: leaving.absent,
    EmergencyDeclared: emergencies.emergency,
    GameAdjourned: putting_off.adjourned,
    TimerFailed: timers.failed,
    DirectorPetitioned: timers.petition,
    SandTimeCalled: timers.one_more_play,
    Overdrawn: overdraw.procedure,
    Underdrawn: drawing.underdraw,
    DrawnOutOfOrder: drawing.out_of_order,
    TileDroppedBack: drawing.dropped_back,
    TilesSpilled: loose_tiles.spill,
    TilesFound: loose_tiles.found,
    DirectorCalled: calls.called,
    RecountAsked: recounts.procedure,
    AmendmentAsked: amending.procedure,
    BoardUpset: upsets.procedure,
    ExchangeChallenged: exchanges.exchange,
    UnwantedTilesFound: exchange_numbers.unwanted_tiles,
    PlacementChallenged: placement.challenged,
    OrientationSet: placement.orientation,
    TilesMisplaced: placement.misplaced,
    BlankUndeclared: blanks.undeclared,
    BlankDisputed: blank_disputes.disputed,
    BlankRedesignated: blank_disputes.redesignated,
    FalseBlankFound: false_blanks.false_blank,
    HoldCalled: holds.hold,
    CourtesyDraw: courtesy_draws.courtesy,
    FlashDraw: courtesy_draws.flash_draw,
    PlayedOut: holds.play_out,
    ChallengeIssued: challenges.challenge,
    ChallengeFailed: challenges.restart,
    PhoneyWithdrawn: challenges.restart,
    ReadjudicationAsked: challenges.again,
    DrawnThenChallengedOff: drawn_off.procedure,
}
"""By the fact that opens it."""

OFFERS: tuple[Offered, ...] = (
    starting.offers,
    arrivals.offers,
    leaving.offers,
    timer_offers.offers,
    virtual_play.offers,
    drawing_offers.offers,
    loose_tile_offers.offers,
    calls.reports,
    endings.offers,
    challenge_offers.offers,
    recounts.offers,
    results.offers,
    upsets.offers,
    objection_offers.offers,
)

OFFERS_ONCE_FINAL: tuple[Offered, ...] = (calls.reports, results.offers)
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
