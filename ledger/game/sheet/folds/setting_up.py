"""What set-up facts and the first acts at a table do to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.arrivals import LateClockStarted
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
from ledger.game.sheet.because import if_shown
from ledger.game.sheet.closing import open_after_giving_up, open_after_the_start
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.opened import with_opened, with_step, without, without_any
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.record.fact import Fact
from ledger.vocabulary import Points, Seat, Seconds

NO_KIND = ("", "none", "unknown")
"""What a start says of the timer where it names no kind."""


def _scheduled(sheet: Sheet, fact: GameScheduled, entry: Standing) -> Sheet:
    return replace(sheet, scheduled=fact)


def _named(sheet: Sheet, fact: PlayersNamed, entry: Standing) -> Sheet:
    return replace(sheet, scheduled=replace(sheet.scheduled, players=fact.players))


def _set_checked(sheet: Sheet, fact: SetChecked, entry: Standing) -> Sheet:
    """A set that is wrong waits until it is counted again, or the game begins with it."""
    waiting = without_any(sheet.open, (SetChecked,))
    if not (fact.complete or sheet.started or sheet.ended):
        waiting = with_opened(waiting, entry.event.originator_version, fact)
    return replace(sheet, open=waiting)


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


def _time_assigned(sheet: Sheet, fact: TimeAssigned, entry: Standing) -> Sheet:
    limits = list(sheet.clock.limits)
    limits[fact.seat.place] = Seconds(fact.seconds)
    late = with_step(sheet.open, LateClockStarted, fact)
    return replace(sheet, clock=replace(sheet.clock, limits=(limits[0], limits[1])), open=late)


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


def _forfeited(sheet: Sheet, fact: GameForfeited, entry: Standing) -> Sheet:
    """A forfeit ends the game; the scores at the table stay visible above it."""
    lines = sheet.lines
    if fact.loser is not None:
        lines = (
            *lines,
            Line(
                version=entry.event.originator_version,
                kind=LineKind.FORFEITED,
                seat=fact.loser,
                score=Points(0),
                totals=sheet.totals,
                note=if_shown(fact.cause),
                corrections=entry.corrections,
            ),
        )
    return replace(
        sheet,
        ending=replace(sheet.ending, forfeit=fact, margin=fact.margin),
        lines=lines,
        ended="forfeited",
        on_move=None,
        open=open_after_giving_up(sheet.open),
    )


def _timer(sheet: Sheet, fact: TimerChosen, entry: Standing) -> Sheet:
    return replace(sheet, clock=replace(sheet.clock, timer=fact.kind))


def _recording(sheet: Sheet, fact: RecordingAgreed, entry: Standing) -> Sheet:
    others = tuple(player for player in sheet.table.not_recorded if player != fact.player)
    return replace(
        sheet,
        table=replace(sheet.table, not_recorded=others if fact.agrees else (*others, fact.player)),
    )


def _noted(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return sheet


def _step(sheet: Sheet, fact: Fact, entry: Standing) -> Sheet:
    return replace(sheet, open=with_step(sheet.open, StarterDetermined, fact))


FOLDS: Folds = {
    GameScheduled: _scheduled,
    PlayersNamed: _named,
    SetChecked: _set_checked,
    StarterDetermined: _starter,
    TimeAssigned: _time_assigned,
    GameStarted: _started,
    GameForfeited: _forfeited,
    TimerChosen: _timer,
    EquipmentNoted: _noted,
    RecordingAgreed: _recording,
    ArrangementMade: _noted,
    StartTilesReturned: _step,
    FirstTileDrawn: _step,
    FirstRackDrawn: _step,
}
