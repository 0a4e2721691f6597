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
    PlayersNamed,
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


@tells(
    GameScheduled,
    "scheduled {players}; {tournament}[; division {division}]; round {round_number}"
    "; table {table}[; replay {replay}][; numbers {numbers}]; rulebook {rulebook}"
    "[; edition {rulebook_digest}][; options {options}][; words {lexicon}][; time {time_limits}]"
    "[; tiles {tile_set}][; board {board}][; from {source}]",
)
def _game_scheduled(fact: GameScheduled, _sheet: Sheet) -> str:
    return f"Paired: {fact.players[0]} and {fact.players[1]}"


@tells(PlayersNamed, "players named {players}")
def _players_named(fact: PlayersNamed, _sheet: Sheet) -> str:
    return f"Names corrected: {fact.players[0]} and {fact.players[1]}"


@tells(SetChecked, "set checked: {complete|complete|wrong}[ by {counted_by}][; {note}]")
def _set_checked(fact: SetChecked, _sheet: Sheet) -> str:
    checked = "Set counted and complete" if fact.complete else "Set found wrong"
    return f"{checked}: {fact.note}" if fact.note else checked


@tells(
    StarterDetermined,
    "starter {starter} ({method})[; drew {draws}][; firsts {firsts}][; seconds {seconds}]"
    "[; unplayed {unplayed}]",
)
def _starter_determined(fact: StarterDetermined, sheet: Sheet) -> str:
    if fact.method == "not-known":
        return "Nobody wrote down who started"
    return f"{sheet.names[0]} starts ({fact.method.replace('-', ' ')})"


@tells(GameStarted, "started[ ({cause})][; timer {timer}]")
def _game_started(_fact: GameStarted, _sheet: Sheet) -> str:
    return "Game started"


@tells(TimeAssigned, "time of {seat} set to {seconds}: {reason}")
def _time_assigned(fact: TimeAssigned, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} has {minutes(fact.seconds)}{because(fact.reason)}"


@tells(
    GameForfeited,
    "forfeited by {loser:both} ({cause})[; scores {scores}][; margin {margin}]"
    "[; loser's spread {loser_spread}]"
    "[; {rated|rated|not rated}]",
)
def _game_forfeited(fact: GameForfeited, sheet: Sheet) -> str:
    loser = "Both players" if fact.loser is None else sheet.name(fact.loser)
    return f"{loser} forfeited{because(fact.cause.replace('-', ' '))}"


@tells(TimerChosen, "timer {kind}[; called {label}][; of player {owner}][; set {settings}]")
def _timer_chosen(fact: TimerChosen, _sheet: Sheet) -> str:
    return f"Timer: {fact.kind.replace('-', ' ')}"


@tells(EquipmentNoted, "used {what}[; called {label}][; of player {owner}]")
def _equipment_noted(fact: EquipmentNoted, sheet: Sheet) -> str:
    label = f" {fact.label}" if fact.label else ""
    owner = f", of {player_name(sheet, fact.owner)}" if fact.owner else ""
    return f"Used: {fact.what}{label}{owner}"


@tells(RecordingAgreed, "recording {agrees|agreed|declined} by player {player}")
def _recording_agreed(fact: RecordingAgreed, sheet: Sheet) -> str:
    agrees = "agrees" if fact.agrees else "does not agree"
    return f"{player_name(sheet, fact.player)} {agrees} to the moves being recorded"


@tells(ArrangementMade, "arrangement for player {player}: {what}")
def _arrangement_made(fact: ArrangementMade, sheet: Sheet) -> str:
    return f"Arrangement for {player_name(sheet, fact.player)}: {fact.what}"


@tells(
    StartTilesReturned,
    "tiles of the draw returned by player {player}[; {shuffled|shuffled|not shuffled}]",
)
def _start_tiles_returned(fact: StartTilesReturned, sheet: Sheet) -> str:
    shuffled = " and shuffled them" if fact.shuffled else ""
    return f"{player_name(sheet, fact.player)} returned the tiles drawn{shuffled}"


@tells(FirstTileDrawn, "first tile {seen|seen|out}")
def _first_tile_drawn(fact: FirstTileDrawn, _sheet: Sheet) -> str:
    return "First tile seen" if fact.seen else "First tile out of the bag"


@tells(FirstRackDrawn, "first rack {seat}")
def _first_rack_drawn(fact: FirstRackDrawn, sheet: Sheet) -> str:
    return f"{sheet.name(fact.seat)} drew the first rack"
