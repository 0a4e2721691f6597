"""Late and absent players, emergencies, games put off: what may be asked, and by which rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from msgspec import Struct

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
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.context import (
    GameContext,
    decides,
    must_be_at_the_table,
    must_be_under_way,
    must_not_be_final,
)
from ledger.game.setting_up.facts import TimeAssigned
from ledger.game.setting_up.starting import PLAYERS, must_be_player
from ledger.game.sheet.sheet import Sheet, find
from ledger.game.sheet.still_open import (
    absence_of,
    all_draws_waiting,
    arrivals,
    away,
    late_players,
    not_here_yet,
    out_of_time,
    player_name,
    seat_of,
)
from ledger.messages import say
from ledger.record.fact import Fact
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.vocabulary import Seat, Seconds, remarks
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import Consent, LateClockBy, Permission
from ledger.vocabulary.refusals import Refusal, Telling
from ledger.vocabulary.remarks import LATE_CLOCK_OUTSIDE_WINDOW

# Late and absent players: what a book allows, and the entries that record it.


# Players who come late: the time they are left with, and when that loses the game.


class TimeLeft(Struct, frozen=True, kw_only=True):
    """The time both players start with.

    Attributes:
      first_to_come: seconds of the player who came first (or was there).
      second_to_come: seconds of the player who came second.
      needs_ruling: what a director has to settle or confirm; empty if nothing.
    """

    first_to_come: Seconds
    second_to_come: Seconds
    clause: str
    needs_ruling: str = ""


def time_left_when_late(
    both: bool, e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook
) -> TimeLeft:
    """What is left of ``limit`` when one player, or both, came late.

    >>> from ledger.rulebook import load
    >>> left = time_left_when_late(True, 360, 540, 1500, load("wespa-4.0"))
    >>> left.first_to_come, left.second_to_come
    (1140, 960)
    >>> left = time_left_when_late(True, 360, 540, 1500, load("wsc-2003"))
    >>> left.first_to_come, left.second_to_come
    (1320, 1140)

    Args:
      both: whether both were late; if not, only ``e2`` counts.
      e1: seconds from the start of the late clock until the first player came.
      e2: seconds from the same moment until the second, or the only late, player came.
    """
    if not both:
        clause = rules.lateness.one_late
        clause.known()
        return TimeLeft(first_to_come=limit, second_to_come=Seconds(limit - e2), clause=str(clause))
    if e2 < e1:
        raise ValueError("the second player came before the first")
    return BOTH_LATE[rules.lateness.both_late.known()](e1, e2, limit, rules)


def _from_the_start(e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook) -> TimeLeft:
    return TimeLeft(
        first_to_come=Seconds(limit - e1),
        second_to_come=Seconds(limit - e2),
        clause=str(rules.lateness.both_late),
    )


def _halves(e1: Seconds, e2: Seconds, limit: Seconds, rules: Rulebook) -> TimeLeft:
    """Half of ``e1`` off both; an odd second is left to the players and to a ruling."""
    after_half = Seconds(limit - e1 // 2)
    return TimeLeft(
        first_to_come=after_half,
        second_to_come=Seconds(after_half - (e2 - e1)),
        clause=str(rules.lateness.both_late),
        needs_ruling=say("game_absences.which-reading-half-left-over")
        if e1 % 2
        else say("game_absences.which-reading"),
    )


BOTH_LATE: dict[str, Callable[[Seconds, Seconds, Seconds, Rulebook], TimeLeft]] = {
    "from-the-start": _from_the_start,
    "halves": _halves,
}


def may_elect_to_forfeit(assigned: Seconds, rules: Rulebook) -> bool:
    """Whether a late player left with ``assigned`` seconds may choose to forfeit.

    Never where the book gives no such choice.

    >>> from ledger.rulebook import load
    >>> [may_elect_to_forfeit(Seconds(left), load("wespa-1.0")) for left in (900, 899)]
    [False, True]
    """
    below = rules.lateness.elect_below.value
    return below is not None and assigned < below


def forfeits_by_lateness(assigned: Seconds, rules: Rulebook) -> bool:
    """Whether a player who is still away, with ``assigned`` seconds left, has lost the game.

    >>> from ledger.rulebook import load
    >>> [forfeits_by_lateness(Seconds(left), load("wespa-4.0")) for left in (1, 0)]
    [False, True]
    >>> forfeits_by_lateness(Seconds(0), load("nsa-1998"))
    False
    """
    return rules.lateness.compulsory.value == "time-expired" and assigned <= 0


def late_clock_remark(started: Seconds, announced: bool, rules: Rulebook) -> str | None:
    """The remark on a late clock started ``started`` seconds into the round, if any.

    >>> from ledger.rulebook import load
    >>> [late_clock_remark(Seconds(at), False, load("nsa-1998")) for at in (150, 180, 301)]
    ['late-clock-outside-window', None, 'late-clock-outside-window']

    Args:
      started: seconds from the actual start of the round.
      announced: whether a shortage of time was announced, which allows an earlier start.
    """
    window = rules.lateness.clock_start_window.value
    if window is None or window[0] <= started <= window[1]:
        return None
    return None if announced and started < window[0] else LATE_CLOCK_OUTSIDE_WINDOW


# The late clock: whose was started, and the time an arrival leaves the player.


BOTH = 0


class StartLateClock(Request, frozen=True, tag="start-late-clock", kw_only=True):
    """The clock of player 1 or 2 (0: both are absent) was started; as ``LateClockStarted``."""

    player: int
    by: LateClockBy
    after: Seconds
    announced: bool = False
    shortage_announced: bool = False


class ReportArrival(Request, frozen=True, tag="report-arrival", kw_only=True):
    """Player 1 or 2 is seated and ready, ``after`` seconds on the late clock, if one runs."""

    player: int
    after: Seconds | None = None


@decides(StartLateClock, may=STAFF)
def start_late_clock(sheet: Sheet, request: StartLateClock, context: GameContext) -> Decision:
    """Write down whose late clock was started, by whom, when (C-02)."""
    must_not_be_final(sheet, context)
    if request.player != BOTH:
        must_be_player(request.player)
    context.must(request.after >= 0, "unreadable-request/late-clock")
    context.must_unless_ruled(not sheet.started, "already-started/late")
    context.must_unless_ruled(find(sheet.open, LateClockStarted) is None, "late-clock-runs")
    fact = LateClockStarted.from_request(request)
    by_kind = STARTED_BY.get(context.rules.lateness.clock_started.value or "director", _by_director)
    noticed = [*by_kind(request)]
    outside = late_clock_remark(request.after, request.shortage_announced, context.rules)
    return Decision((fact,), (*noticed, *([outside] if outside else [])))


def _by_director(request: StartLateClock) -> tuple[str, ...]:
    return (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,) if request.by == "opponent" else ()


def _after_announcement(request: StartLateClock) -> tuple[str, ...]:
    """The opponent may, once it is announced; with both absent only the director can."""
    may = request.by == "director" or (request.announced and request.player != BOTH)
    return () if may else (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,)


STARTED_BY = {
    "director": _by_director,
    "window": _by_director,
    "announcement": _after_announcement,
}


@decides(ReportArrival, may=STAFF)
def report_arrival(sheet: Sheet, request: ReportArrival, context: GameContext) -> Decision:
    """Write an arrival down, and the time it leaves the player (C-01, C-03, C-04)."""
    must_not_be_final(sheet, context)
    must_be_player(request.player)
    late = find(sheet.open, LateClockStarted)
    if late is None:
        return Decision((PlayerArrived(player=request.player),))
    context.must_unless_ruled(
        request.player in not_here_yet(sheet),
        "already-here",
        player=player_name(sheet, request.player),
    )
    earlier = [arrival.after or Seconds(0) for arrival in arrivals(late)]
    after = request.after
    if after is None or after < max(earlier, default=0):
        raise context.refusal("unreadable-request/time-late")
    both = len(late_players(late)) == len(PLAYERS)
    return _arrived(sheet, request.player, after, both, earlier, context)


def _arrived(
    sheet: Sheet,
    player: int,
    after: Seconds,
    both: bool,
    earlier: list[Seconds],
    context: GameContext,
) -> Decision:
    arrived = PlayerArrived(player=player, after=after)
    seat = seat_of(sheet, player)
    limit = sheet.clock.limits[seat.place]
    try:
        left = time_left_when_late(
            both, earlier[0] if earlier else after, after, limit, context.rules
        )
    except Refusal:
        # The player has come all the same; how much time is left is for the director.
        return Decision((arrived,), (remarks.NO_RULE_FOR_TIME_LEFT,))
    seconds = left.second_to_come if earlier or not both else left.first_to_come
    if forfeits_by_lateness(seconds, context.rules):
        ran_out = LateClockRanOut(player=player, after=after)
        return Decision((arrived, ran_out), (remarks.LATE_TIME_EXPIRED,))
    assigned = TimeAssigned(seat=seat, seconds=seconds, reason="late")
    past = (remarks.DIRECTOR_TO_CONFIRM,) if seconds <= 0 else ()
    return Decision((arrived, assigned), (*_open_points(left, both, context), *past))


def _open_points(left: TimeLeft, both: bool, context: GameContext) -> tuple[str, ...]:
    """What the director confirms about the time left: the trap the rule has, if any."""
    trap = context.rules.lateness.both_late.trap if both else ""
    if not left.needs_ruling:
        return ()
    return (trap,) if trap else (remarks.DIRECTOR_TO_CONFIRM,)


class ReportNotCome(Request, frozen=True, tag="report-not-come", kw_only=True):
    """Player 1 or 2 (0: both) has not come ``after`` seconds on the late clock."""

    player: int
    after: Seconds = Seconds(0)


class ElectForfeit(Request, frozen=True, tag="elect-forfeit", kw_only=True):
    player: int


@decides(ReportNotCome, may=STAFF)
def report_not_come(sheet: Sheet, request: ReportNotCome, context: GameContext) -> Decision:
    """Propose a forfeit: a player has not come (C-05, C-09). The director confirms it."""
    must_not_be_final(sheet, context)
    if request.player != BOTH:
        must_be_player(request.player)
    missing = not_here_yet(sheet)
    named = PLAYERS if request.player == BOTH else (request.player,)
    context.must_unless_ruled(
        all(player in missing for player in named),
        "not-missing",
        player=Telling(lambda: player_name(sheet, request.player)),
    )
    compulsory = context.rules.lateness.compulsory
    left = min(sheet.clock.limits[seat_of(sheet, player).place] - request.after for player in named)
    if compulsory.value == "time-expired" and left > 0:
        context.must_be_ruled("late-clock-running/time-left", left=left)
    fact = LateClockRanOut(player=request.player, after=request.after)
    if request.player == BOTH:
        return Decision((fact,), ("TX-15",))
    to_confirm = compulsory.value == "director-may"
    return Decision((fact,), (remarks.DIRECTOR_TO_CONFIRM,) if to_confirm else ())


@decides(ElectForfeit, may=STAFF)
def elect_forfeit(sheet: Sheet, request: ElectForfeit, context: GameContext) -> Decision:
    """Write down that a late player chose to forfeit, where the time left allows it (C-07)."""
    must_not_be_final(sheet, context)
    must_be_player(request.player)
    _must_be_late_enough(sheet, request.player, context)
    return Decision((ForfeitElected(player=request.player),))


def _must_be_late_enough(sheet: Sheet, player: int, context: GameContext) -> None:
    """Refuse a choice to forfeit to a player who was not late, or not so late."""
    late = find(sheet.open, LateClockStarted)
    came = late is not None and player in {arrival.player for arrival in arrivals(late)}
    left = sheet.clock.limits[seat_of(sheet, player).place]
    if came and may_elect_to_forfeit(left, context.rules):
        return
    below = context.rules.lateness.elect_below
    if below.value is None:
        context.must_be_ruled("may-not-forfeit/no-time")
    else:
        context.must_be_ruled("may-not-forfeit/below", below=minutes(below.value))


def must_be_forfeited(sheet: Sheet, player: int, context: GameContext) -> None:
    """Refuse a forfeit by lateness that no rule makes, of this player, at this moment.

    Before a late clock is started, a player who does not come is the director's to declare.
    """
    context.must_unless_ruled(not sheet.started, "already-started/lost-by-lateness")
    late = find(sheet.open, LateClockStarted)
    if late is None or player in out_of_time(sheet):
        return
    compulsory = context.rules.lateness.compulsory
    if player not in not_here_yet(sheet):
        _must_be_late_enough(sheet, player, context)
    elif compulsory.value == "time-expired":
        context.must_be_ruled("late-clock-running/not-known", player=player_name(sheet, player))


def must_not_be_both(context: GameContext) -> None:
    """Refuse to make up what a game is worth to which neither player came (TX-15)."""
    context.unless_ruled(call_the_director("TX-15", context.rules))


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
    fact = PlayerLeft.from_request(request)
    return Decision((fact,), tuple(noticed))


@decides(ReturnToTable, may=STAFF)
def return_to_table(sheet: Sheet, request: ReturnToTable, context: GameContext) -> Decision:
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
    context.must_unless_ruled(find(sheet.open, GameAdjourned) is not None, "not-adjourned")
    return Decision((GameResumed(),))
