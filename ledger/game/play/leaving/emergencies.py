"""Emergencies on a player's own turn."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted
from ledger.game.facts.leaving import EmergencyAssessed, EmergencyDeclared, EmergencyOver
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_under_way,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact
from ledger.vocabulary import Seat


class DeclareEmergency(Asked, frozen=True, tag="declare-emergency", kw_only=True):
    """Something happened to ``seat`` that can't wait."""

    seat: Seat
    what: str


class AssessEmergency(Asked, frozen=True, tag="assess-emergency", kw_only=True):
    """The director looked after ``seat`` and has the clock started again."""

    finding: str


class EndEmergency(Asked, frozen=True, tag="end-emergency", kw_only=True):
    """The player is ``fit`` to go on, or can't finish the game."""

    fit: bool


@decides(DeclareEmergency, may=STAFF)
def declare_emergency(sheet: Sheet, asked: DeclareEmergency, entry: Entry) -> Decision:
    """Write an emergency down, and the stop of the clock where the book wants it (N-06)."""
    must_be_under_way(sheet, entry)
    facts: list[Fact] = [EmergencyDeclared(seat=asked.seat, what=asked.what)]
    if entry.rules.absence.emergency.value == "stop-assess-restart":
        facts.append(ClockNeutralised(reason="emergency"))
    return Decision(tuple(facts))


@decides(AssessEmergency, may=DIRECTORS)
def assess_emergency(sheet: Sheet, asked: AssessEmergency, entry: Entry) -> Decision:
    """Write down that the director looked, and that the clock runs again."""
    seat = _whose_emergency(sheet, entry)
    facts: list[Fact] = [EmergencyAssessed(seat=seat, finding=asked.finding)]
    if sheet.clock.neutral:
        facts.append(ClockRestarted(seat=seat, reason="emergency"))
    return Decision(tuple(facts))


@decides(EndEmergency, may=DIRECTORS)
def end_emergency(sheet: Sheet, asked: EndEmergency, entry: Entry) -> Decision:
    """Write down how it ended; who goes on does so within the time of the own clock."""
    seat = _whose_emergency(sheet, entry)
    clocks = entry.clocks or sheet.clock.times
    emergency = entry.rules.absence.emergency
    gone = clocks is not None and clocks[seat.place] <= 0
    if asked.fit and gone and emergency.value == "stop-assess-restart":
        entry.must_be_ruled("own-time-gone", player=sheet.name(seat))
    return Decision((EmergencyOver(seat=seat, fit=asked.fit),))


def _whose_emergency(sheet: Sheet, entry: Entry) -> Seat:
    opened = find(sheet.open, EmergencyDeclared)
    if opened is None or not isinstance(opened.fact, EmergencyDeclared):
        raise entry.refusal("no-such-entry/emergency")
    return opened.fact.seat
