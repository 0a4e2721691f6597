"""What happens round a game in a few words: its start, lateness, timers, absences."""

from __future__ import annotations

from ledger.game.facts.arrivals import (
    ForfeitElected,
    GamePostponed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
)
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
from ledger.game.facts.setting_up import (
    ArrangementMade,
    EquipmentNoted,
    FirstRackDrawn,
    FirstTileDrawn,
    RecordingAgreed,
    StartTilesReturned,
    TimerChosen,
)
from ledger.game.sheet.absent import player_name
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.timers import told_other_play, told_timers
from ledger.record.fact import Fact

LEAVES = {
    "director": "with the director's leave",
    "emergency": "in an emergency",
    "none": "without leave",
}


def told_round_the_game(fact: Fact, sheet: Sheet) -> str:
    """A fact of this family in words; empty for any other."""
    tellings = (told_starting, told_arrivals, told_interruptions, told_timers, told_other_play)
    return next((words for tell in tellings if (words := tell(fact, sheet))), "")


def told_starting(fact: Fact, sheet: Sheet) -> str:
    """A fact of the start, in words; empty for any other."""
    match fact:
        case TimerChosen():
            return f"Timer: {fact.kind.replace('-', ' ')}"
        case EquipmentNoted():
            label = f" {fact.label}" if fact.label else ""
            owner = f", of {player_name(sheet, fact.owner)}" if fact.owner else ""
            return f"Used: {fact.what}{label}{owner}"
        case RecordingAgreed():
            agrees = "agrees" if fact.agrees else "does not agree"
            return f"{player_name(sheet, fact.player)} {agrees} to the moves being recorded"
        case ArrangementMade():
            return f"Arrangement for {player_name(sheet, fact.player)}: {fact.what}"
        case StartTilesReturned():
            shuffled = " and shuffled them" if fact.shuffled else ""
            return f"{player_name(sheet, fact.player)} returned the tiles drawn{shuffled}"
        case FirstTileDrawn():
            return "First tile seen" if fact.seen else "First tile out of the bag"
        case FirstRackDrawn():
            return f"{sheet.name(fact.seat)} drew the first rack"
    return ""


def told_arrivals(fact: Fact, sheet: Sheet) -> str:
    """A fact about lateness, in words; empty for any other."""
    match fact:
        case LateClockStarted():
            return f"Late clock started: {player_name(sheet, fact.player)}"
        case PlayerArrived():
            return f"{player_name(sheet, fact.player)} arrived"
        case LateClockRanOut():
            return f"{player_name(sheet, fact.player)} had not come when the time was up"
        case ForfeitElected():
            return f"{player_name(sheet, fact.player)} chose to forfeit"
        case GamePostponed():
            until = f" until {fact.until}" if fact.until else ""
            return f"Game postponed{until}{because(fact.reason)}"
    return ""


def told_interruptions(fact: Fact, sheet: Sheet) -> str:
    """A fact about an interruption, in words; empty for any other."""
    match fact:
        case PlayerLeft():
            leave = LEAVES.get(fact.permission, fact.permission)
            return f"{sheet.name(fact.seat)} left the table {leave}"
        case PlayerReturned():
            return f"{sheet.name(fact.seat)} is back"
        case WaitingDrawMade():
            return f"{sheet.name(fact.seat)} drew the tiles that had waited"
        case EmergencyDeclared():
            return f"Emergency, {sheet.name(fact.seat)}: {fact.what}"
        case EmergencyAssessed():
            return f"The director looked after {sheet.name(fact.seat)}{because(fact.finding)}"
        case EmergencyOver():
            fit = "can go on" if fact.fit else "can't finish the game"
            return f"{sheet.name(fact.seat)} {fit}"
        case GameAdjourned():
            return f"Game adjourned until {fact.until}{because(fact.reason)}"
        case GameResumed():
            return "Game resumed"
    return ""
