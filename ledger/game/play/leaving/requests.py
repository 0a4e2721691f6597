"""Leaving the table, emergencies, and games put off."""

from __future__ import annotations

from typing import get_args

from ledger.asking.asked import DIRECTORS, STAFF, Asked, Decision
from ledger.game.facts.arrivals import GamePostponed
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted
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
from ledger.game.play.entry import (
    Entry,
    decides,
    must_be_at_the_table,
    must_be_under_way,
    must_not_be_final,
)
from ledger.game.sheet.absent import absence_of, away
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.waiting_draws import all_draws_waiting
from ledger.record.fact import Fact
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import Consent, Permission

# Players who leave the table and come back.


class LeaveTable(Asked, frozen=True, tag="leave-table", kw_only=True):
    """``seat`` leaves the playing area; fields as in ``PlayerLeft``."""

    seat: Seat
    permission: Permission = "director"
    before_drawing: bool = True
    supervisor: str = ""


class ReturnToTable(Asked, frozen=True, tag="return-to-table", kw_only=True):
    """``seat`` is back."""

    seat: Seat


class MakeWaitingDraw(Asked, frozen=True, tag="make-waiting-draw", kw_only=True):
    """``seat`` makes the draw that waited; ``after`` seconds since the other was back."""

    seat: Seat
    after: Seconds | None = None


@decides(LeaveTable, may=STAFF)
def leave_table(sheet: Sheet, asked: LeaveTable, entry: Entry) -> Decision:
    """Write down that a player left; what was not as it should be is remarked on (N-01, N-02)."""
    must_be_under_way(sheet, entry)
    entry.must_unless_ruled(
        asked.seat not in away(sheet), "already-away", player=sheet.name(asked.seat)
    )
    absence, noticed = entry.rules.absence, []
    if asked.permission == "none" and absence.permission.is_known:
        noticed.append(remarks.LEFT_WITHOUT_LEAVE)
    if asked.permission != "emergency" and absence.when.is_known:
        if sheet.on_move is asked.seat:
            noticed.append(remarks.LEFT_ON_OWN_TURN)
        if not asked.before_drawing:
            noticed.append(remarks.LEFT_AFTER_DRAWING)
    fact = PlayerLeft(
        seat=asked.seat,
        permission=asked.permission,
        before_drawing=asked.before_drawing,
        supervisor=asked.supervisor,
    )
    return Decision((fact,), tuple(noticed))


@decides(ReturnToTable, may=STAFF)
def return_to_table(sheet: Sheet, asked: ReturnToTable, entry: Entry) -> Decision:
    """Write down that a player is back."""
    entry.must_unless_ruled(asked.seat in away(sheet), "not-away", player=sheet.name(asked.seat))
    return Decision((PlayerReturned(seat=asked.seat),))


def must_be_free_to_draw(sheet: Sheet, seat: Seat, entry: Entry) -> None:
    """Refuse a draw of a player who is away, or while the opponent is (N-02, N-04)."""
    must_be_at_the_table(sheet, seat, entry)
    gone = away(sheet)
    meanwhile = entry.rules.absence.opponent_may
    if seat.opponent in gone and meanwhile.is_known:
        entry.must_be_ruled(
            "opponent-away", player=sheet.name(seat), opponent=sheet.name(seat.opponent)
        )


@decides(MakeWaitingDraw, may=STAFF)
def make_waiting_draw(sheet: Sheet, asked: MakeWaitingDraw, entry: Entry) -> Decision:
    """Write down a draw that waited for a player's return, in the order of the turns."""
    must_be_free_to_draw(sheet, asked.seat, entry)
    waiting = all_draws_waiting(sheet)
    entry.must_unless_ruled(asked.seat in waiting, "no-draw-waits", player=sheet.name(asked.seat))
    if waiting and waiting[0] is not asked.seat:
        entry.must_be_ruled("draw-in-turn-order", player=sheet.name(waiting[0]))
    hold = entry.rules.windows.returning_player_seconds
    back = absence_of(sheet, asked.seat.opponent)
    if back is not None and asked.after is not None and asked.after < (hold.value or 0):
        entry.must_be_ruled(
            "hold-still-possible", opponent=sheet.name(asked.seat.opponent), seconds=hold.value
        )
    return Decision((WaitingDrawMade(seat=asked.seat, after=asked.after),))


# Emergencies on a player's own turn.


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


class PostponeGame(Asked, frozen=True, tag="postpone-game", kw_only=True):
    """The game is put off; ``consents``: who agreed, ``opponent`` and ``director``."""

    reason: str
    until: str = ""
    consents: tuple[Consent, ...] = ()


class AdjournGame(Asked, frozen=True, tag="adjourn-game", kw_only=True):
    """The game is broken off to be finished ``until``; the clock readings travel along."""

    reason: str
    until: str
    racks_sealed: bool = True


class ResumeGame(Asked, frozen=True, tag="resume-game", kw_only=True):
    """An adjourned game goes on."""


@decides(PostponeGame, may=DIRECTORS)
def postpone_game(sheet: Sheet, asked: PostponeGame, entry: Entry) -> Decision:
    """Put a game off instead of forfeiting it; a favour that two must grant (C-13)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.started, "already-started/postponed")
    rule = entry.rules.lateness.postponing
    if not rule.is_known:
        entry.unless_ruled(rule.refusal())
    elif set(get_args(Consent)) - set(asked.consents):
        entry.must_be_ruled("needs-consent")
    fact: Fact = GamePostponed(reason=asked.reason, until=asked.until, consents=asked.consents)
    return Decision((fact,))


@decides(AdjournGame, may=DIRECTORS)
def adjourn_game(sheet: Sheet, asked: AdjournGame, entry: Entry) -> Decision:
    """Break a game off to be finished later, where the book knows that (C-15)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(not sheet.ended and sheet.started, "not-under-way/broken-off")
    entry.must_unless_ruled(find(sheet.open, GameAdjourned) is None, "adjourned/already")
    if not entry.rules.absence.adjourned.is_known:
        entry.unless_ruled(entry.rules.absence.adjourned.refusal())
    noticed = [] if entry.clocks else [remarks.CLOCKS_NOT_READ]
    noticed += [] if asked.racks_sealed else [remarks.RACKS_NOT_SEALED]
    fact = GameAdjourned(reason=asked.reason, until=asked.until, racks_sealed=asked.racks_sealed)
    return Decision((fact,), tuple(noticed))


@decides(ResumeGame, may=DIRECTORS)
def resume_game(sheet: Sheet, asked: ResumeGame, entry: Entry) -> Decision:
    """Go on with an adjourned game."""
    entry.must_unless_ruled(find(sheet.open, GameAdjourned) is not None, "not-adjourned")
    return Decision((GameResumed(),))
