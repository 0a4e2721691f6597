"""Leaving the table, emergencies, and games put off."""

from __future__ import annotations

from typing import get_args

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
    GameContext,
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
from ledger.requests.request import DIRECTORS, STAFF, Decision, Request
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.closed_lists import Consent, Permission

# Players who leave the table and come back.


class LeaveTable(Request, frozen=True, tag="leave-table", kw_only=True):
    """``seat`` leaves the playing area; fields as in ``PlayerLeft``."""

    seat: Seat
    permission: Permission = "director"
    before_drawing: bool = True
    supervisor: str = ""


class ReturnToTable(Request, frozen=True, tag="return-to-table", kw_only=True):
    """``seat`` is back."""

    seat: Seat


class MakeWaitingDraw(Request, frozen=True, tag="make-waiting-draw", kw_only=True):
    """``seat`` makes the draw that waited; ``after`` seconds since the other was back."""

    seat: Seat
    after: Seconds | None = None


@decides(LeaveTable, may=STAFF)
def leave_table(sheet: Sheet, request: LeaveTable, context: GameContext) -> Decision:
    """Write down that a player left; what was not as it should be is remarked on (N-01, N-02)."""
    must_be_under_way(sheet, context)
    context.must_unless_ruled(
        request.seat not in away(sheet), "already-away", player=sheet.name(request.seat)
    )
    absence, noticed = context.rules.absence, []
    if request.permission == "none" and absence.permission.is_known:
        noticed.append(remarks.LEFT_WITHOUT_LEAVE)
    if request.permission != "emergency" and absence.when.is_known:
        if sheet.on_move is request.seat:
            noticed.append(remarks.LEFT_ON_OWN_TURN)
        if not request.before_drawing:
            noticed.append(remarks.LEFT_AFTER_DRAWING)
    fact = PlayerLeft(
        seat=request.seat,
        permission=request.permission,
        before_drawing=request.before_drawing,
        supervisor=request.supervisor,
    )
    return Decision((fact,), tuple(noticed))


@decides(ReturnToTable, may=STAFF)
def return_to_table(sheet: Sheet, request: ReturnToTable, context: GameContext) -> Decision:
    """Write down that a player is back."""
    context.must_unless_ruled(
        request.seat in away(sheet), "not-away", player=sheet.name(request.seat)
    )
    return Decision((PlayerReturned(seat=request.seat),))


def must_be_free_to_draw(sheet: Sheet, seat: Seat, context: GameContext) -> None:
    """Refuse a draw of a player who is away, or while the opponent is (N-02, N-04)."""
    must_be_at_the_table(sheet, seat, context)
    gone = away(sheet)
    meanwhile = context.rules.absence.opponent_may
    if seat.opponent in gone and meanwhile.is_known:
        context.must_be_ruled(
            "opponent-away", player=sheet.name(seat), opponent=sheet.name(seat.opponent)
        )


@decides(MakeWaitingDraw, may=STAFF)
def make_waiting_draw(sheet: Sheet, request: MakeWaitingDraw, context: GameContext) -> Decision:
    """Write down a draw that waited for a player's return, in the order of the turns."""
    must_be_free_to_draw(sheet, request.seat, context)
    waiting = all_draws_waiting(sheet)
    context.must_unless_ruled(
        request.seat in waiting, "no-draw-waits", player=sheet.name(request.seat)
    )
    if waiting and waiting[0] is not request.seat:
        context.must_be_ruled("draw-in-turn-order", player=sheet.name(waiting[0]))
    hold = context.rules.windows.returning_player_seconds
    back = absence_of(sheet, request.seat.opponent)
    if back is not None and request.after is not None and request.after < (hold.value or 0):
        context.must_be_ruled(
            "hold-still-possible", opponent=sheet.name(request.seat.opponent), seconds=hold.value
        )
    return Decision((WaitingDrawMade(seat=request.seat, after=request.after),))


# Emergencies on a player's own turn.


class DeclareEmergency(Request, frozen=True, tag="declare-emergency", kw_only=True):
    """Something happened to ``seat`` that can't wait."""

    seat: Seat
    what: str


class AssessEmergency(Request, frozen=True, tag="assess-emergency", kw_only=True):
    """The director looked after ``seat`` and has the clock started again."""

    finding: str


class EndEmergency(Request, frozen=True, tag="end-emergency", kw_only=True):
    """The player is ``fit`` to go on, or can't finish the game."""

    fit: bool


@decides(DeclareEmergency, may=STAFF)
def declare_emergency(sheet: Sheet, request: DeclareEmergency, context: GameContext) -> Decision:
    """Write an emergency down, and the stop of the clock where the book wants it (N-06)."""
    must_be_under_way(sheet, context)
    facts: list[Fact] = [EmergencyDeclared(seat=request.seat, what=request.what)]
    if context.rules.absence.emergency.value == "stop-assess-restart":
        facts.append(ClockNeutralised(reason="emergency"))
    return Decision(tuple(facts))


@decides(AssessEmergency, may=DIRECTORS)
def assess_emergency(sheet: Sheet, request: AssessEmergency, context: GameContext) -> Decision:
    """Write down that the director looked, and that the clock runs again."""
    seat = _whose_emergency(sheet, context)
    facts: list[Fact] = [EmergencyAssessed(seat=seat, finding=request.finding)]
    if sheet.clock.neutral:
        facts.append(ClockRestarted(seat=seat, reason="emergency"))
    return Decision(tuple(facts))


@decides(EndEmergency, may=DIRECTORS)
def end_emergency(sheet: Sheet, request: EndEmergency, context: GameContext) -> Decision:
    """Write down how it ended; who goes on does so within the time of the own clock."""
    seat = _whose_emergency(sheet, context)
    clocks = context.clocks or sheet.clock.times
    emergency = context.rules.absence.emergency
    gone = clocks is not None and clocks[seat.place] <= 0
    if request.fit and gone and emergency.value == "stop-assess-restart":
        context.must_be_ruled("own-time-gone", player=sheet.name(seat))
    return Decision((EmergencyOver(seat=seat, fit=request.fit),))


def _whose_emergency(sheet: Sheet, context: GameContext) -> Seat:
    opened = find(sheet.open, EmergencyDeclared)
    if opened is None or not isinstance(opened.fact, EmergencyDeclared):
        raise context.refusal("no-such-entry/emergency")
    return opened.fact.seat


class PostponeGame(Request, frozen=True, tag="postpone-game", kw_only=True):
    """The game is put off; ``consents``: who agreed, ``opponent`` and ``director``."""

    reason: str
    until: str = ""
    consents: tuple[Consent, ...] = ()


class AdjournGame(Request, frozen=True, tag="adjourn-game", kw_only=True):
    """The game is broken off to be finished ``until``; the clock readings travel along."""

    reason: str
    until: str
    racks_sealed: bool = True


class ResumeGame(Request, frozen=True, tag="resume-game", kw_only=True):
    """An adjourned game goes on."""


@decides(PostponeGame, may=DIRECTORS)
def postpone_game(sheet: Sheet, request: PostponeGame, context: GameContext) -> Decision:
    """Put a game off instead of forfeiting it; a favour that two must grant (C-13)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.started, "already-started/postponed")
    rule = context.rules.lateness.postponing
    if not rule.is_known:
        context.unless_ruled(rule.refusal())
    elif set(get_args(Consent)) - set(request.consents):
        context.must_be_ruled("needs-consent")
    fact: Fact = GamePostponed(
        reason=request.reason, until=request.until, consents=request.consents
    )
    return Decision((fact,))


@decides(AdjournGame, may=DIRECTORS)
def adjourn_game(sheet: Sheet, request: AdjournGame, context: GameContext) -> Decision:
    """Break a game off to be finished later, where the book knows that (C-15)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(not sheet.ended and sheet.started, "not-under-way/broken-off")
    context.must_unless_ruled(find(sheet.open, GameAdjourned) is None, "adjourned/already")
    if not context.rules.absence.adjourned.is_known:
        context.unless_ruled(context.rules.absence.adjourned.refusal())
    noticed = [] if context.clocks else [remarks.CLOCKS_NOT_READ]
    noticed += [] if request.racks_sealed else [remarks.RACKS_NOT_SEALED]
    fact = GameAdjourned(
        reason=request.reason, until=request.until, racks_sealed=request.racks_sealed
    )
    return Decision((fact,), tuple(noticed))


@decides(ResumeGame, may=DIRECTORS)
def resume_game(sheet: Sheet, request: ResumeGame, context: GameContext) -> Decision:
    """Go on with an adjourned game."""
    context.must_unless_ruled(find(sheet.open, GameAdjourned) is not None, "not-adjourned")
    return Decision((GameResumed(),))
