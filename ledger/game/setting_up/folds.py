"""What set-up, first acts and play on a platform do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.absences.facts import LateClockStarted
from ledger.game.setting_up.facts import (
    ArrangementMade,
    ConnectionLost,
    EquipmentNoted,
    FirstRackDrawn,
    FirstTileDrawn,
    GameScheduled,
    GameStarted,
    MonitorNamed,
    PlayersNamed,
    RecordingAgreed,
    SetChecked,
    StarterDetermined,
    StartTilesReturned,
    TimeAssigned,
    TimerChosen,
)
from ledger.game.sheet.sheet import Sheet, with_opened, with_step, without, without_any
from ledger.game.sheet.standing import Standing, coded, folds, leaves_unchanged, tells, with_reason
from ledger.game.sheet.still_open import open_after_the_start, player_name
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.vocabulary import Seat, Seconds
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import Equipment, choices

# What set-up facts and the first acts at a table do to the sheet. And its words.


NO_KIND = ("", "none", "unknown")
"""What a start says of the timer where it names no kind."""


@folds(GameScheduled)
def _scheduled(sheet: Sheet, fact: GameScheduled, entry: Standing) -> Sheet:
    return replace(sheet, scheduled=fact)


@folds(PlayersNamed)
def _named(sheet: Sheet, fact: PlayersNamed, entry: Standing) -> Sheet:
    return replace(sheet, scheduled=replace(sheet.scheduled, players=fact.players))


@folds(SetChecked)
def _set_checked(sheet: Sheet, fact: SetChecked, entry: Standing) -> Sheet:
    """A set that is wrong waits until it is counted again, or the game begins with it."""
    waiting = without_any(sheet.open, (SetChecked,))
    if not (fact.complete or sheet.started or sheet.ended):
        waiting = with_opened(waiting, entry.event.originator_version, fact)
    return replace(sheet, open=waiting)


@folds(StarterDetermined)
def _starter(sheet: Sheet, fact: StarterDetermined, entry: Standing) -> Sheet:
    starter = fact.starter - 1
    # Time assigned before goes with the player to the seat it turns out to be.
    one, two = sheet.clock.limits
    limits = (one, two) if starter == sheet.starter else (two, one)
    waiting = without(sheet.open, StarterDetermined)
    if not (sheet.started or sheet.ended):
        waiting = with_opened(waiting, entry.event.originator_version, fact)
    result = sheet.result if starter == sheet.starter else sheet.result.with_seats_changed()
    clock = replace(sheet.clock, limits=limits)
    return replace(sheet, starter=starter, clock=clock, open=waiting, result=result)


@folds(TimeAssigned)
def _time_assigned(sheet: Sheet, fact: TimeAssigned, entry: Standing) -> Sheet:
    limits = list(sheet.clock.limits)
    limits[fact.seat.place] = Seconds(fact.seconds)
    late = with_step(sheet.open, LateClockStarted, fact)
    return replace(sheet, clock=replace(sheet.clock, limits=(limits[0], limits[1])), open=late)


@folds(GameStarted)
def _started(sheet: Sheet, fact: GameStarted, entry: Standing) -> Sheet:
    on_move = None if sheet.ended else sheet.on_move or Seat.FIRST
    named = "" if fact.timer in NO_KIND else fact.timer
    return replace(
        sheet,
        started=True,
        clock=replace(sheet.clock, timer=named or sheet.clock.timer),
        on_move=on_move,
        open=open_after_the_start(sheet.open),
    )


@folds(TimerChosen)
def _timer(sheet: Sheet, fact: TimerChosen, entry: Standing) -> Sheet:
    return replace(sheet, clock=replace(sheet.clock, timer=fact.kind))


@folds(RecordingAgreed)
def _recording(sheet: Sheet, fact: RecordingAgreed, entry: Standing) -> Sheet:
    others = tuple(player for player in sheet.table.not_recorded if player != fact.player)
    return replace(
        sheet,
        table=replace(sheet.table, not_recorded=others if fact.agrees else (*others, fact.player)),
    )


leaves_unchanged(EquipmentNoted, ArrangementMade)


@folds(StartTilesReturned, FirstTileDrawn, FirstRackDrawn)
def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, StarterDetermined, fact))


# Before the first tile, told in a few words.


@tells(
    GameScheduled,
    "scheduled {players}; {tournament}[; division {division}]; round {round_number}"
    "; table {table}[; replay {replay}][; numbers {numbers}]; rulebook {rulebook}"
    "[; edition {rulebook_digest}][; options {options}][; words {lexicon}][; time {time_limits}]"
    "[; tiles {tile_set}][; board {board}][; from {source}]",
)
def _game_scheduled(fact: GameScheduled, _sheet: Sheet) -> str:
    return say("game_setting_up.game-scheduled", first=fact.players[0], second=fact.players[1])


@tells(PlayersNamed, "players named {players}")
def _players_named(fact: PlayersNamed, _sheet: Sheet) -> str:
    return say("game_setting_up.players-named", first=fact.players[0], second=fact.players[1])


@tells(SetChecked, "set checked: {complete|complete|wrong}[ by {counted_by}][; {note}]")
def _set_checked_setting_up_wording(fact: SetChecked, _sheet: Sheet) -> str:
    checked = (
        say("game_setting_up.set-counted-and-complete")
        if fact.complete
        else say("game_setting_up.set-found-wrong")
    )
    return with_reason(checked, fact.note)


@tells(
    StarterDetermined,
    "starter {starter} ({method})[; drew {draws}][; firsts {firsts}][; seconds {seconds}]"
    "[; unplayed {unplayed}]",
)
def _starter_determined(fact: StarterDetermined, sheet: Sheet) -> str:
    if fact.method == "not-known":
        return say("game_setting_up.nobody-wrote-down-who-started")
    return say(
        "game_setting_up.starts",
        first=sheet.names[0],
        method=coded("start-method", fact.method),
    )


@tells(GameStarted, "started[ ({cause})][; timer {timer}]")
def _game_started(_fact: GameStarted, _sheet: Sheet) -> str:
    return say("game_setting_up.game-started")


@tells(TimeAssigned, "time of {seat} set to {seconds}: {reason}")
def _time_assigned_setting_up_wording(fact: TimeAssigned, sheet: Sheet) -> str:
    return with_reason(
        say(
            "game_setting_up.time-assigned",
            player=sheet.name(fact.seat),
            time=minutes(fact.seconds),
        ),
        fact.reason,
    )


@tells(TimerChosen, "timer {kind}[; called {label}][; of player {owner}][; set {settings}]")
def _timer_chosen(fact: TimerChosen, _sheet: Sheet) -> str:
    return say("game_setting_up.timer-chosen", kind=coded("timer-kind", fact.kind))


@tells(EquipmentNoted, "used {what}[; called {label}][; of player {owner}]")
def _equipment_noted(fact: EquipmentNoted, sheet: Sheet) -> str:
    what = dict(choices(Equipment)).get(fact.what, fact.what)
    if fact.label:
        what = f"{what} {fact.label}"
    if fact.owner:
        return say(
            "game_setting_up.used-of-player", what=what, player=player_name(sheet, fact.owner)
        )
    return say("game_setting_up.used", what=what)


@tells(RecordingAgreed, "recording {agrees|agreed|declined} by player {player}")
def _recording_agreed(fact: RecordingAgreed, sheet: Sheet) -> str:
    who = player_name(sheet, fact.player)
    if fact.agrees:
        return say("game_setting_up.agrees-moves-being-recorded", player=who)
    return say("game_setting_up.does-not-agree-moves-being", player=who)


@tells(ArrangementMade, "arrangement for player {player}: {what}")
def _arrangement_made(fact: ArrangementMade, sheet: Sheet) -> str:
    return say(
        "game_setting_up.arrangement-made", player=player_name(sheet, fact.player), what=fact.what
    )


@tells(
    StartTilesReturned,
    "tiles of the draw returned by player {player}[; {shuffled|shuffled|not shuffled}]",
)
def _start_tiles_returned(fact: StartTilesReturned, sheet: Sheet) -> str:
    who = player_name(sheet, fact.player)
    if fact.shuffled:
        return say("game_setting_up.returned-tiles-drawn-and-shuffled", player=who)
    return say("game_setting_up.returned-tiles-drawn", player=who)


@tells(FirstTileDrawn, "first tile {seen|seen|out}")
def _first_tile_drawn(fact: FirstTileDrawn, _sheet: Sheet) -> str:
    return (
        say("game_setting_up.first-tile-seen")
        if fact.seen
        else say("game_setting_up.first-tile-out-bag")
    )


@tells(FirstRackDrawn, "first rack {seat}")
def _first_rack_drawn(fact: FirstRackDrawn, sheet: Sheet) -> str:
    return say("game_setting_up.first-rack-drawn", player=sheet.name(fact.seat))


@folds(MonitorNamed)
def _monitor(sheet: Sheet, fact: MonitorNamed, entry: Standing) -> Sheet:
    return replace(sheet, table=replace(sheet.table, monitor=fact.monitor))


@folds(ConnectionLost)
def _connection(sheet: Sheet, fact: ConnectionLost, entry: Standing) -> Sheet:
    outages = list(sheet.clock.outages)
    outages[fact.seat.place] += 1
    return replace(sheet, clock=replace(sheet.clock, outages=(outages[0], outages[1])))


# Games on a platform, told in a few words.


@tells(
    MonitorNamed,
    "monitor {monitor}; {screens_shared|screens shared|screens not shared}; cameras {cameras}",
)
def _monitor_named(fact: MonitorNamed, _sheet: Sheet) -> str:
    return say("game_setting_up.monitor-named", monitor=fact.monitor)


@tells(ConnectionLost, "connection lost {seat}[ for {seconds}][; {note}]")
def _connection_lost(fact: ConnectionLost, sheet: Sheet) -> str:
    return with_reason(
        say("game_setting_up.connection-lost", player=sheet.name(fact.seat)), fact.note
    )
