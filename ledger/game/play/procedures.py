"""Every module that registers procedures (``opened_by``); a new one is named here."""

# ruff: noqa: F401 (they register)
from __future__ import annotations

from ledger.game.play.arrivals import arrival_procedure
from ledger.game.play.blanks import dispute_procedure, false_blank_procedure, undeclared_procedure
from ledger.game.play.calls import call_procedure, warning_procedure
from ledger.game.play.challenges import challenge_procedure
from ledger.game.play.clock import timer_procedures
from ledger.game.play.drawing import draw_procedures, drawn_off_procedure, overdraw_procedure
from ledger.game.play.exchanges import number_procedures, objection_procedure
from ledger.game.play.holds import courtesy_procedure, hold_procedure
from ledger.game.play.judging import turns_since_procedure
from ledger.game.play.leaving import emergency_procedure, leaving_procedure, putting_off_procedure
from ledger.game.play.loose_tiles import loose_tile_procedures
from ledger.game.play.opened_by import PROCEDURES, Steps
from ledger.game.play.placement import placement_procedure
from ledger.game.play.results import amendment_procedure
from ledger.game.play.scores import recount_procedure
from ledger.game.play.setting_up import starting_procedure
from ledger.game.play.upsets import upset_procedure

__all__ = ["PROCEDURES", "Steps"]
