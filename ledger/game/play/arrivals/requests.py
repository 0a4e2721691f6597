"""Late and absent players: what a book allows, and the entries that record it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ledger.game.facts.arrivals import (
    ForfeitElected,
    LateClockRanOut,
    LateClockStarted,
    PlayerArrived,
)
from ledger.game.facts.setting_up import TimeAssigned
from ledger.game.play.entry import GameContext, decides, must_not_be_final
from ledger.game.play.setting_up.starting import PLAYERS, must_be_player
from ledger.game.sheet.absent import (
    arrivals,
    late_players,
    not_here_yet,
    out_of_time,
    player_name,
    seat_of,
)
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.requests.request import STAFF, Decision, Request
from ledger.rulebook import Rulebook
from ledger.rulebook.ambiguities import call_the_director
from ledger.vocabulary import Seconds, remarks
from ledger.vocabulary.bounds import minutes
from ledger.vocabulary.closed_lists import LateClockBy
from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.remarks import LATE_CLOCK_OUTSIDE_WINDOW

# Players who come late: the time they are left with, and when that loses the game.


class TimeLeft(Struct, frozen=True, kw_only=True):
    """The time both players start with.

    Attributes:
      first_to_come: seconds of the player who came first (or was there).
      second_to_come: seconds of the player who came second.
      clause: the rule.
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
      limit: seconds each would have had.
      rules: the rulebook in force.

    Raises:
      ValueError: the second player came before the first.
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
    odd = " Half a second is left over." if e1 % 2 else ""
    return TimeLeft(
        first_to_come=after_half,
        second_to_come=Seconds(after_half - (e2 - e1)),
        clause=str(rules.lateness.both_late),
        needs_ruling=f"From which reading the second clock runs is not said.{odd}",
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
      rules: the rulebook in force.
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
    fact = LateClockStarted(
        player=request.player,
        by=request.by,
        after=request.after,
        announced=request.announced,
        shortage_announced=request.shortage_announced,
    )
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
    """The late player chooses to forfeit."""

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
        player=player_name(sheet, request.player),
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
    words = "" if below.value is None else f" with less than {minutes(below.value)} left"
    context.must_be_ruled("may-not-forfeit", when=words or " where the rules say so")


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
