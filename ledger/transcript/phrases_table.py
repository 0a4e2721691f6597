"""The wording of what happens round a game: its start, lateness, timers, absences."""

from __future__ import annotations

from ledger.game.facts import arrivals, clock, keeping, leaving, setting_up, virtual_play
from ledger.record.fact import Fact

AROUND_THE_GAME: dict[type[Fact], str] = {
    setting_up.TimerChosen: "timer {kind}[; called {label}][; of player {owner}][; set {settings}]",
    setting_up.EquipmentNoted: "used {what}[; called {label}][; of player {owner}]",
    setting_up.RecordingAgreed: "recording {agrees|agreed|declined} by player {player}",
    setting_up.ArrangementMade: "arrangement for player {player}: {what}",
    setting_up.StartTilesReturned: (
        "tiles of the draw returned by player {player}[; {shuffled|shuffled|not shuffled}]"
    ),
    setting_up.FirstTileDrawn: "first tile {seen|seen|out}",
    setting_up.FirstRackDrawn: "first rack {seat}",
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
    clock.TimerFailed: "timer failed: {fault}[; called {timer}]",
    clock.RecollectionsWritten: "remembered by {seat}: {remembered}",
    clock.TimesSet: (
        "times set {times}[; timer {timer}][; replaced by {replaced_by}]"
        "[; {owner_told|owner told|owner not told}]"
    ),
    clock.DirectorPetitioned: "petition {seat} ({what}): {reason}",
    clock.PetitionDeclined: "petition declined: {reason}",
    clock.PressNullified: "press of {seat} nullified: {reason}",
    clock.OvertimeWaived: "overtime waived {seat} {points}: {reason}",
    clock.ScoreCheckAsked: "score check asked by {seat}",
    clock.BagCounted: "bag counted {count}[; objection of {objected}]",
    clock.SandWarned: "sand warning {seat}",
    clock.SandTurnLost: "sand out {seat} ({warned|warned|not warned}) after {after}",
    clock.SandTimeCalled: "sand time called after {after}",
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
