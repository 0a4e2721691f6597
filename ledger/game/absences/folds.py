"""What lateness, absences, emergencies and adjournments do to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.absences.facts import (
    EmergencyAssessed,
    EmergencyDeclared,
    EmergencyOver,
    ForfeitElected,
    GameAdjourned,
    GamePostponed,
    GameResumed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
    PlayerLeft,
    PlayerReturned,
    WaitingDrawMade,
)
from ledger.game.sheet.sheet import Opened, Sheet, with_opened, with_step, without
from ledger.game.sheet.standing import Standing, folds, tells, with_reason
from ledger.game.sheet.still_open import absence_of, is_over, player_name, with_draw
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.vocabulary import Seat

# What lateness does to the sheet. And its words.


@folds(LateClockStarted)
def _late_clock(sheet: Sheet, fact: LateClockStarted, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


@folds(PlayerArrived, LateClockRanOut, ForfeitElected)
def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, LateClockStarted, fact))


@folds(GamePostponed)
def _postponed(sheet: Sheet, fact: GamePostponed, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    waiting = without(sheet.open, LateClockStarted)
    return replace(sheet, open=with_opened(waiting, version, fact))


# Arrivals, told in a few words.


@tells(
    LateClockStarted,
    "late clock of player {player} started by {by} after {after}"
    "[; {announced|announced|not announced}]"
    "[; {shortage_announced|short of time|not short of time}]",
)
def _late_clock_started(fact: LateClockStarted, sheet: Sheet) -> str:
    return say("game_absences.late-clock-started", player=player_name(sheet, fact.player))


@tells(PlayerArrived, "arrived player {player}[ after {after}]")
def _player_arrived(fact: PlayerArrived, sheet: Sheet) -> str:
    return say("game_absences.player-arrived", player=player_name(sheet, fact.player))


@tells(LateClockRanOut, "late clock ran out player {player} after {after}")
def _late_clock_ran_out(fact: LateClockRanOut, sheet: Sheet) -> str:
    return say("game_absences.late-clock-ran-out", player=player_name(sheet, fact.player))


@tells(ForfeitElected, "forfeit chosen by player {player}")
def _forfeit_elected(fact: ForfeitElected, sheet: Sheet) -> str:
    return say("game_absences.forfeit-elected", player=player_name(sheet, fact.player))


@tells(GamePostponed, "postponed: {reason}[; until {until}][; agreed by {consents}]")
def _game_postponed(fact: GamePostponed, _sheet: Sheet) -> str:
    if fact.until:
        return with_reason(say("game_absences.game-postponed-until", until=fact.until), fact.reason)
    return with_reason(say("game_absences.game-postponed"), fact.reason)


@folds(PlayerLeft, EmergencyDeclared)
def _opened(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


@folds(PlayerReturned)
def _returned(sheet: Sheet, fact: PlayerReturned, entry: Standing) -> Sheet:
    return _with_step_of(sheet, fact.seat, fact)


@folds(WaitingDrawMade)
def _drawn(sheet: Sheet, fact: WaitingDrawMade, entry: Standing) -> Sheet:
    """The absence is over when the last draw that waited for its end is made."""
    return replace(sheet, open=with_draw(sheet, fact.seat, fact))


def _with_step_of(sheet: Sheet, seat: Seat, step: Fact) -> Sheet:
    """The sheet with a step of the absence of ``seat``, which may end it."""
    absence = absence_of(sheet, seat)
    if absence is None:
        return sheet
    now = Opened(absence.version, absence.fact, (*absence.done, step))
    still = tuple(now if one is absence else one for one in sheet.open)
    if not is_over(sheet, now):
        return replace(sheet, open=still)
    return replace(sheet, open=tuple(one for one in sheet.open if one is not absence))


@folds(EmergencyAssessed)
def _assessed(sheet: Sheet, fact: EmergencyAssessed, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, EmergencyDeclared, fact))


@folds(EmergencyOver)
def _over(sheet: Sheet, fact: EmergencyOver, entry: Standing) -> Sheet:
    if fact.fit:
        return replace(sheet, open=without(sheet.open, EmergencyDeclared))
    return replace(sheet, open=with_step(sheet.open, EmergencyDeclared, fact))


@folds(GameResumed)
def _resumed(sheet: Sheet, fact: GameResumed, entry: Standing) -> Sheet:
    clock = replace(sheet.clock.read(entry.event.envelope.clocks), neutral="")
    return replace(sheet, open=without(sheet.open, GameAdjourned), clock=clock)


@folds(GameAdjourned)
def _adjourned(sheet: Sheet, fact: GameAdjourned, entry: Standing) -> Sheet:
    clock = replace(sheet.clock.read(entry.event.envelope.clocks), neutral="adjourned")
    return replace(_opened(sheet, fact, entry), clock=clock)


# Leaving the table, told in a few words.


@tells(
    PlayerLeft,
    "left the table {seat} ({permission})"
    "[; {before_drawing|before drawing|after drawing}][; seen to by {supervisor}]",
)
def _player_left(fact: PlayerLeft, sheet: Sheet) -> str:
    return say(f"game_absences.left-{fact.permission}", player=sheet.name(fact.seat))


@tells(PlayerReturned, "back at the table {seat}")
def _player_returned(fact: PlayerReturned, sheet: Sheet) -> str:
    return say("game_absences.player-returned", player=sheet.name(fact.seat))


@tells(WaitingDrawMade, "waiting draw {seat}[ after {after}]")
def _waiting_draw_made(fact: WaitingDrawMade, sheet: Sheet) -> str:
    return say("game_absences.waiting-draw-made", player=sheet.name(fact.seat))


@tells(EmergencyDeclared, "emergency {seat}: {what}")
def _emergency_declared(fact: EmergencyDeclared, sheet: Sheet) -> str:
    return say("game_absences.emergency-declared", player=sheet.name(fact.seat), what=fact.what)


@tells(EmergencyAssessed, "emergency assessed {seat}: {finding}")
def _emergency_assessed(fact: EmergencyAssessed, sheet: Sheet) -> str:
    return with_reason(
        say("game_absences.emergency-assessed", player=sheet.name(fact.seat)), fact.finding
    )


@tells(EmergencyOver, "emergency over {seat} ({fit|fit|not fit})")
def _emergency_over(fact: EmergencyOver, sheet: Sheet) -> str:
    if fact.fit:
        return say("game_absences.can-go-on", player=sheet.name(fact.seat))
    return say("game_absences.cant-finish-game", player=sheet.name(fact.seat))


@tells(GameAdjourned, "adjourned until {until}: {reason}; {racks_sealed|racks sealed|racks open}")
def _game_adjourned(fact: GameAdjourned, _sheet: Sheet) -> str:
    return with_reason(say("game_absences.game-adjourned", until=fact.until), fact.reason)


@tells(GameResumed, "resumed")
def _game_resumed(_fact: GameResumed, _sheet: Sheet) -> str:
    return say("game_absences.game-resumed")
