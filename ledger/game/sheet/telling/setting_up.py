"""Before the first tile, told in a few words."""

from __future__ import annotations

from ledger.game.facts.setting_up import (
    ArrangementMade,
    EquipmentNoted,
    FirstRackDrawn,
    FirstTileDrawn,
    GameForfeited,
    GameScheduled,
    GameStarted,
    RecordingAgreed,
    SetChecked,
    StarterDetermined,
    StartTilesReturned,
    TimeAssigned,
    TimerChosen,
)
from ledger.game.sheet.absent import player_name
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells
from ledger.vocabulary.clock_time import minutes


@tells(GameScheduled)
def _game_scheduled(fact: GameScheduled, _sheet: Sheet) -> str:
    return f"Paired: {fact.players[0]} and {fact.players[1]}"


@tells(SetChecked)
def _set_checked(fact: SetChecked, _sheet: Sheet) -> str:
    checked = "Set counted and complete" if fact.complete else "Set found wrong"
    return f"{checked}: {fact.note}" if fact.note else checked


@tells(StarterDetermined)
def _starter_determined(fact: StarterDetermined, sheet: Sheet) -> str:
    return f"{sheet.names[0]} starts ({fact.method.replace('-', ' ')})"


@tells(GameStarted)
def _game_started(_fact: GameStarted, _sheet: Sheet) -> str:
    return "Game started"


@tells(TimeAssigned)
def _time_assigned(fact: TimeAssigned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} has {minutes(fact.seconds)}{because(fact.reason)}"


@tells(GameForfeited)
def _game_forfeited(fact: GameForfeited, sheet: Sheet) -> str:
    loser = "Both players" if fact.loser is None else sheet.name(fact.loser)
    return f"{loser} forfeited{because(fact.cause.replace('-', ' '))}"


@tells(TimerChosen)
def _timer_chosen(fact: TimerChosen, _sheet: Sheet) -> str:
    return f"Timer: {fact.kind.replace('-', ' ')}"


@tells(EquipmentNoted)
def _equipment_noted(fact: EquipmentNoted, sheet: Sheet) -> str:
    label = f" {fact.label}" if fact.label else ""
    owner = f", of {player_name(sheet, fact.owner)}" if fact.owner else ""
    return f"Used: {fact.what}{label}{owner}"


@tells(RecordingAgreed)
def _recording_agreed(fact: RecordingAgreed, sheet: Sheet) -> str:
    agrees = "agrees" if fact.agrees else "does not agree"
    return f"{player_name(sheet, fact.player)} {agrees} to the moves being recorded"


@tells(ArrangementMade)
def _arrangement_made(fact: ArrangementMade, sheet: Sheet) -> str:
    return f"Arrangement for {player_name(sheet, fact.player)}: {fact.what}"


@tells(StartTilesReturned)
def _start_tiles_returned(fact: StartTilesReturned, sheet: Sheet) -> str:
    shuffled = " and shuffled them" if fact.shuffled else ""
    return f"{player_name(sheet, fact.player)} returned the tiles drawn{shuffled}"


@tells(FirstTileDrawn)
def _first_tile_drawn(fact: FirstTileDrawn, _sheet: Sheet) -> str:
    return "First tile seen" if fact.seen else "First tile out of the bag"


@tells(FirstRackDrawn)
def _first_rack_drawn(fact: FirstRackDrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} drew the first rack"
