"""The late clock: whose was started, and the time an arrival leaves the player."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.arrivals import LateClockRanOut, LateClockStarted, PlayerArrived
from ledger.game.facts.setting_up import TimeAssigned
from ledger.game.play.arrivals.lateness_rule import (
    TimeLeft,
    forfeits_by_lateness,
    late_clock_remark,
    time_left_when_late,
)
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.setting_up.first_acts import PLAYERS, must_be_player
from ledger.game.sheet.absent import arrivals, late_players, not_here_yet, player_name, seat_of
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seconds, remarks
from ledger.vocabulary.closed_lists import LateClockBy
from ledger.vocabulary.refusals import Refusal

BOTH = 0


class StartLateClock(Asked, frozen=True, tag="start-late-clock", kw_only=True):
    """The clock of player 1 or 2 (0: both are absent) was started; as ``LateClockStarted``."""

    player: int
    by: LateClockBy
    after: Seconds
    announced: bool = False
    shortage_announced: bool = False


class ReportArrival(Asked, frozen=True, tag="report-arrival", kw_only=True):
    """Player 1 or 2 is seated and ready, ``after`` seconds on the late clock, if one runs."""

    player: int
    after: Seconds | None = None


@decides(StartLateClock, may=STAFF)
def start_late_clock(sheet: Sheet, asked: StartLateClock, entry: Entry) -> Decision:
    """Write down whose late clock was started, by whom, when (C-02)."""
    must_not_be_final(sheet, entry)
    if asked.player != BOTH:
        must_be_player(asked.player)
    entry.must(asked.after >= 0, "unreadable-request/late-clock")
    entry.must_unless_ruled(not sheet.started, "already-started/late")
    entry.must_unless_ruled(find(sheet.open, LateClockStarted) is None, "late-clock-runs")
    fact = LateClockStarted(
        player=asked.player,
        by=asked.by,
        after=asked.after,
        announced=asked.announced,
        shortage_announced=asked.shortage_announced,
    )
    by_kind = STARTED_BY.get(entry.rules.lateness.clock_started.value or "director", _by_director)
    noticed = [*by_kind(asked)]
    outside = late_clock_remark(asked.after, asked.shortage_announced, entry.rules)
    return Decision((fact,), (*noticed, *([outside] if outside else [])))


def _by_director(asked: StartLateClock) -> tuple[str, ...]:
    return (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,) if asked.by == "opponent" else ()


def _after_announcement(asked: StartLateClock) -> tuple[str, ...]:
    """The opponent may, once it is announced; with both absent only the director can."""
    may = asked.by == "director" or (asked.announced and asked.player != BOTH)
    return () if may else (remarks.LATE_CLOCK_NOT_FOR_OPPONENT,)


STARTED_BY = {
    "director": _by_director,
    "window": _by_director,
    "announcement": _after_announcement,
}


@decides(ReportArrival, may=STAFF)
def report_arrival(sheet: Sheet, asked: ReportArrival, entry: Entry) -> Decision:
    """Write an arrival down, and the time it leaves the player (C-01, C-03, C-04)."""
    must_not_be_final(sheet, entry)
    must_be_player(asked.player)
    late = find(sheet.open, LateClockStarted)
    if late is None:
        return Decision((PlayerArrived(player=asked.player),))
    entry.must_unless_ruled(
        asked.player in not_here_yet(sheet), "already-here", player=player_name(sheet, asked.player)
    )
    earlier = [arrival.after or Seconds(0) for arrival in arrivals(late)]
    after = asked.after
    if after is None or after < max(earlier, default=0):
        raise entry.refusal("unreadable-request/time-late")
    both = len(late_players(late)) == len(PLAYERS)
    return _arrived(sheet, asked.player, after, both, earlier, entry)


def _arrived(
    sheet: Sheet,
    player: int,
    after: Seconds,
    both: bool,
    earlier: list[Seconds],
    entry: Entry,
) -> Decision:
    arrived = PlayerArrived(player=player, after=after)
    seat = seat_of(sheet, player)
    limit = sheet.clock.limits[seat.place]
    try:
        left = time_left_when_late(
            both, earlier[0] if earlier else after, after, limit, entry.rules
        )
    except Refusal:
        # The player has come all the same; how much time is left is for the director.
        return Decision((arrived,), (remarks.NO_RULE_FOR_TIME_LEFT,))
    seconds = left.second_to_come if earlier or not both else left.first_to_come
    if forfeits_by_lateness(seconds, entry.rules):
        ran_out = LateClockRanOut(player=player, after=after)
        return Decision((arrived, ran_out), (remarks.LATE_TIME_EXPIRED,))
    assigned = TimeAssigned(seat=seat, seconds=seconds, reason="late")
    past = (remarks.DIRECTOR_TO_CONFIRM,) if seconds <= 0 else ()
    return Decision((arrived, assigned), (*_open_points(left, both, entry), *past))


def _open_points(left: TimeLeft, both: bool, entry: Entry) -> tuple[str, ...]:
    """What the director confirms about the time left: the trap the rule has, if any."""
    trap = entry.rules.lateness.both_late.trap if both else ""
    if not left.needs_ruling:
        return ()
    return (trap,) if trap else (remarks.DIRECTOR_TO_CONFIRM,)
