"""Leaving the table, told in a few words."""

from __future__ import annotations

from ledger.game.facts.leaving import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    GameAdjourned,
    GameResumed,
    PlayerLeft,
    PlayerReturned,
    WaitingDrawMade,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells

LEAVES = {
    "director": "with the director's leave",
    "emergency": "in an emergency",
    "none": "without leave",
}


@tells(
    PlayerLeft,
    "left the table {seat} ({permission})"
    "[; {before_drawing|before drawing|after drawing}][; seen to by {supervisor}]",
)
def _player_left(fact: PlayerLeft, sheet: Sheet) -> str:
    leave = LEAVES.get(fact.permission, fact.permission)
    return f"{sheet.name(fact.seat)} left the table {leave}"


@tells(PlayerReturned, "back at the table {seat}")
def _player_returned(fact: PlayerReturned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} is back"


@tells(WaitingDrawMade, "waiting draw {seat}[ after {after}]")
def _waiting_draw_made(fact: WaitingDrawMade, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} drew the tiles that had waited"


@tells(EmergencyDeclared, "emergency {seat}: {what}")
def _emergency_declared(fact: EmergencyDeclared, sheet: Sheet) -> str:
    return f"Emergency, {sheet.name(fact.seat)}: {fact.what}"


@tells(EmergencyAssessed, "emergency assessed {seat}: {finding}")
def _emergency_assessed(fact: EmergencyAssessed, sheet: Sheet) -> str:
    return f"The director looked after {sheet.name(fact.seat)}{because(fact.finding)}"


@tells(EmergencyOver, "emergency over {seat} ({fit|fit|not fit})")
def _emergency_over(fact: EmergencyOver, sheet: Sheet) -> str:
    fit = "can go on" if fact.fit else "can't finish the game"
    return f"{sheet.name(fact.seat)} {fit}"


@tells(GameAdjourned, "adjourned until {until}: {reason}; {racks_sealed|racks sealed|racks open}")
def _game_adjourned(fact: GameAdjourned, _sheet: Sheet) -> str:
    return f"Game adjourned until {fact.until}{because(fact.reason)}"


@tells(GameResumed, "resumed")
def _game_resumed(_fact: GameResumed, _sheet: Sheet) -> str:
    return "Game resumed"
