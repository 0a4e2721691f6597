"""Games lost by lateness: a player has not come, chooses to forfeit, or must."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.arrivals import ForfeitElected, LateClockRanOut, LateClockStarted
from ledger.game.play.arrivals.arriving import BOTH
from ledger.game.play.arrivals.lateness_rule import may_elect_to_forfeit
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.setting_up.first_acts import PLAYERS, must_be_player
from ledger.game.sheet.absent import arrivals, not_here_yet, out_of_time, player_name, seat_of
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Seconds, remarks
from ledger.vocabulary.clock_time import minutes


class ReportNotCome(Asked, frozen=True, tag="report-not-come", kw_only=True):
    """Player 1 or 2 (0: both) has not come ``after`` seconds on the late clock."""

    player: int
    after: Seconds = Seconds(0)


class ElectForfeit(Asked, frozen=True, tag="elect-forfeit", kw_only=True):
    """The late player chooses to forfeit."""

    player: int


@decides(ReportNotCome, may=STAFF)
def report_not_come(sheet: Sheet, asked: ReportNotCome, entry: Entry) -> Decision:
    """Propose a forfeit: a player has not come (C-05, C-09). The director confirms it."""
    must_not_be_final(sheet, entry)
    if asked.player != BOTH:
        must_be_player(asked.player)
    missing = not_here_yet(sheet)
    named = PLAYERS if asked.player == BOTH else (asked.player,)
    entry.must_unless_ruled(
        all(player in missing for player in named),
        "not-missing",
        player=player_name(sheet, asked.player),
    )
    compulsory = entry.rules.lateness.compulsory
    left = min(sheet.clock.limits[seat_of(sheet, player).place] - asked.after for player in named)
    if compulsory.value == "time-expired" and left > 0:
        entry.must_be_ruled("late-clock-running/time-left", left=left)
    fact = LateClockRanOut(player=asked.player, after=asked.after)
    if asked.player == BOTH:
        return Decision((fact,), ("TX-15",))
    to_confirm = compulsory.value == "director-may"
    return Decision((fact,), (remarks.DIRECTOR_TO_CONFIRM,) if to_confirm else ())


@decides(ElectForfeit, may=STAFF)
def elect_forfeit(sheet: Sheet, asked: ElectForfeit, entry: Entry) -> Decision:
    """Write down that a late player chose to forfeit, where the time left allows it (C-07)."""
    must_not_be_final(sheet, entry)
    must_be_player(asked.player)
    _must_be_late_enough(sheet, asked.player, entry)
    return Decision((ForfeitElected(player=asked.player),))


def _must_be_late_enough(sheet: Sheet, player: int, entry: Entry) -> None:
    """Refuse a choice to forfeit to a player who was not late, or not so late."""
    late = find(sheet.open, LateClockStarted)
    came = late is not None and player in {arrival.player for arrival in arrivals(late)}
    left = sheet.clock.limits[seat_of(sheet, player).place]
    if came and may_elect_to_forfeit(left, entry.rules):
        return
    below = entry.rules.lateness.elect_below
    words = "" if below.value is None else f" with less than {minutes(below.value)} left"
    entry.must_be_ruled("may-not-forfeit", when=words or " where the rules say so")


def must_be_forfeited(sheet: Sheet, player: int, entry: Entry) -> None:
    """Refuse a forfeit by lateness that no rule makes, of this player, at this moment.

    Before a late clock is started, a player who does not come is the director's to declare.
    """
    entry.must_unless_ruled(not sheet.started, "already-started/lost-by-lateness")
    late = find(sheet.open, LateClockStarted)
    if late is None or player in out_of_time(sheet):
        return
    compulsory = entry.rules.lateness.compulsory
    if player not in not_here_yet(sheet):
        _must_be_late_enough(sheet, player, entry)
    elif compulsory.value == "time-expired":
        entry.must_be_ruled("late-clock-running/not-known", player=player_name(sheet, player))


def must_not_be_both(entry: Entry) -> None:
    """Refuse to make up what a game is worth to which neither player came (TX-15)."""
    entry.unless_ruled(call_the_director("TX-15", entry.rules))
