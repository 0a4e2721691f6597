"""Arrivals, told in a few words."""

from __future__ import annotations

from ledger.game.facts.arrivals import (
    ForfeitElected,
    GamePostponed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
)
from ledger.game.sheet.absent import player_name
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


@tells(
    LateClockStarted,
    "late clock of player {player} started by {by} after {after}"
    "[; {announced|announced|not announced}]"
    "[; {shortage_announced|short of time|not short of time}]",
)
def _late_clock_started(fact: LateClockStarted, sheet: Sheet) -> str:
    return f"Late clock started: {player_name(sheet, fact.player)}"


@tells(PlayerArrived, "arrived player {player}[ after {after}]")
def _player_arrived(fact: PlayerArrived, sheet: Sheet) -> str:
    return f"{player_name(sheet, fact.player)} arrived"


@tells(LateClockRanOut, "late clock ran out player {player} after {after}")
def _late_clock_ran_out(fact: LateClockRanOut, sheet: Sheet) -> str:
    return f"{player_name(sheet, fact.player)} had not come when the time was up"


@tells(ForfeitElected, "forfeit chosen by player {player}")
def _forfeit_elected(fact: ForfeitElected, sheet: Sheet) -> str:
    return f"{player_name(sheet, fact.player)} chose to forfeit"


@tells(GamePostponed, "postponed: {reason}[; until {until}][; agreed by {consents}]")
def _game_postponed(fact: GamePostponed, _sheet: Sheet) -> str:
    until = f" until {fact.until}" if fact.until else ""
    return f"Game postponed{until}{because(fact.reason)}"
