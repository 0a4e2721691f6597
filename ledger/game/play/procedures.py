"""Every module that registers procedures (``opened_by``); a new one is named here."""

# ruff: noqa: F401 (they register)
from __future__ import annotations

from ledger.game.play.arrivals import procedures
from ledger.game.play.blanks import procedures as dispute_procedure
from ledger.game.play.blanks import procedures as false_blank_procedure
from ledger.game.play.blanks import procedures as undeclared_procedure
from ledger.game.play.calls import procedures as call_procedure
from ledger.game.play.calls import procedures as warning_procedure
from ledger.game.play.challenges import procedures as challenge_procedure
from ledger.game.play.clock import procedures as timer_procedures
from ledger.game.play.drawing import drawn_off
from ledger.game.play.drawing import procedures as draw_procedures
from ledger.game.play.drawing import procedures as overdraw_procedure
from ledger.game.play.exchanges import procedures as number_procedures
from ledger.game.play.exchanges import procedures as objection_procedure
from ledger.game.play.holds import procedures as courtesy_procedure
from ledger.game.play.holds import procedures as hold_procedure
from ledger.game.play.judging import turns_since
from ledger.game.play.leaving import procedures as emergency_procedure
from ledger.game.play.leaving import procedures as leaving_procedure
from ledger.game.play.leaving import procedures as putting_off_procedure
from ledger.game.play.loose_tiles import procedures as loose_tile_procedures
from ledger.game.play.placement import procedures as placement_procedure
from ledger.game.play.procedure import PROCEDURES, Steps
from ledger.game.play.results import amending
from ledger.game.play.scores import recounts
from ledger.game.play.setting_up import starting_procedure
from ledger.game.play.upsets import upset

__all__ = ["PROCEDURES", "Steps"]
