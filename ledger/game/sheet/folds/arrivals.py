"""What lateness does to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.arrivals import (
    ForfeitElected,
    GamePostponed,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
)
from ledger.game.sheet.absent import player_name
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.opened import with_opened, with_step, without
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, because
from ledger.game.sheet.wording.tells import tells
from ledger.record.fact import Fact


def _late_clock(sheet: Sheet, fact: LateClockStarted, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    return replace(sheet, open=with_opened(sheet.open, version, fact))


def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, LateClockStarted, fact))


def _postponed(sheet: Sheet, fact: GamePostponed, entry: Standing) -> Sheet:
    version = entry.event.originator_version
    waiting = without(sheet.open, LateClockStarted)
    return replace(sheet, open=with_opened(waiting, version, fact))


FOLDS: Folds = {
    LateClockStarted: _late_clock,
    PlayerArrived: _step,
    LateClockRanOut: _step,
    ForfeitElected: _step,
    GamePostponed: _postponed,
}


# Arrivals, told in a few words.


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
