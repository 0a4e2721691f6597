"""The wording of what happens round a game: its start, lateness, timers, absences."""

from __future__ import annotations

from ledger.game.facts import arrivals, keeping, leaving, sand, starting, timers, virtual_play
from ledger.record.fact import Fact

AROUND_THE_GAME: dict[type[Fact], str] = {
    starting.TimerChosen: "timer {kind}[; called {label}][; of player {owner}][; set {settings}]",
    starting.EquipmentNoted: "used {what}[; called {label}][; of player {owner}]",
    starting.RecordingAgreed: "recording {agrees|agreed|declined} by player {player}",
    starting.ArrangementMade: "arrangement for player {player}: {what}",
    starting.StartTilesReturned: (
        "tiles of the draw returned by player {player}[; {shuffled|shuffled|not shuffled}]"
    ),
    starting.FirstTileDrawn: "first tile {seen|seen|out}",
    starting.FirstRackDrawn: "first rack {seat}",
    arrivals.LateClockStarted: (
        "late clock of player {player} started by {by} after {after}"
        "[; {announced|announced|not announced}]"
        "[; {shortage_announced|short of time|not short of time}]"
    ),
    arrivals.PlayerArrived: "arrived player {player}[ after {after}]",
    arrivals.LateClockRanOut: "late clock ran out player {player} after {after}",
    arrivals.ForfeitElected: "forfeit chosen by player {player}",
    arrivals.GamePostponed: "postponed: {reason}[; until {until}][; agreed by {consents}]",
    leaving.PlayerLeft: (
        "left the table {seat} ({permission})"
        "[; {before_drawing|before drawing|after drawing}][; seen to by {supervisor}]"
    ),
    leaving.PlayerReturned: "back at the table {seat}",
    leaving.WaitingDrawMade: "waiting draw {seat}[ after {after}]",
    leaving.EmergencyDeclared: "emergency {seat}: {what}",
    leaving.EmergencyAssessed: "emergency assessed {seat}: {finding}",
    leaving.EmergencyOver: "emergency over {seat} ({fit|fit|not fit})",
    leaving.GameAdjourned: (
        "adjourned until {until}: {reason}; {racks_sealed|racks sealed|racks open}"
    ),
    leaving.GameResumed: "resumed",
    timers.TimerFailed: "timer failed: {fault}[; called {timer}]",
    timers.RecollectionsWritten: "remembered by {seat}: {remembered}",
    timers.TimesSet: (
        "times set {times}[; timer {timer}][; replaced by {replaced_by}]"
        "[; {owner_told|owner told|owner not told}]"
    ),
    timers.DirectorPetitioned: "petition {seat} ({what}): {reason}",
    timers.PetitionDeclined: "petition declined: {reason}",
    timers.PressNullified: "press of {seat} nullified: {reason}",
    timers.OvertimeWaived: "overtime waived {seat} {points}: {reason}",
    timers.ScoreCheckAsked: "score check asked by {seat}",
    timers.BagCounted: "bag counted {count}[; objection of {objected}]",
    sand.SandWarned: "sand warning {seat}",
    sand.SandTurnLost: "sand out {seat} ({warned|warned|not warned}) after {after}",
    sand.SandTimeCalled: "sand time called after {after}",
    virtual_play.MonitorNamed: (
        "monitor {monitor}; {screens_shared|screens shared|screens not shared}; cameras {cameras}"
    ),
    keeping.TableHandedOver: (
        "table handed over[; to {badge}][; on {device}][; by {former_badge}]"
        "[; left {former_device}][; because {reason}]"
    ),
    keeping.TurnsVerified: "verified events {versions}",
    virtual_play.ConnectionLost: "connection lost {seat}[ for {seconds}][; {note}]",
}
