"""Games on a sand timer: warnings, turns lost, and time called."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.clock import SandTimeCalled, SandTurnLost, SandWarned
from ledger.game.facts.endings import GameEnded
from ledger.game.play.clock.sand_rule import turn_after_sand
from ledger.game.play.endings.zero_turns import with_the_end
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_be_on_move,
    must_be_playing,
)
from ledger.game.sheet.one_more_play import yet_to_play
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Seat, Seconds

NOT_AMONG_THE_ZEROS = "TN-12"


class WarnOfSand(Asked, frozen=True, tag="warn-of-sand", kw_only=True):
    """``seat`` was warned that the sand runs out."""

    seat: Seat


class ReportSandOut(Asked, frozen=True, tag="report-sand-out", kw_only=True):
    """The sand is out and ``seat`` announced no score within ``after`` seconds of the notice."""

    seat: Seat
    warned: bool
    after: Seconds


class CallSandTime(Asked, frozen=True, tag="call-sand-time", kw_only=True):
    """The time of the game is up after so many seconds of play."""

    after: Seconds


class EndAfterLastPlays(Asked, frozen=True, tag="end-after-last-plays", kw_only=True):
    """Both players have made their last play after time was called; the game is over."""


@decides(WarnOfSand, may=STAFF)
def warn_of_sand(sheet: Sheet, asked: WarnOfSand, entry: Entry) -> Decision:
    """Write a warning down (M-18)."""
    _must_have_sand(entry)
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "warning", entry)
    return Decision((SandWarned(seat=asked.seat),))


@decides(ReportSandOut, may=STAFF)
def report_sand_out(sheet: Sheet, asked: ReportSandOut, entry: Entry) -> Decision:
    """Take the turn of a player whose sand ran out, where the rule does (M-19).

    Whether it counts towards the scoreless end the book does not say; it is counted.
    """
    _must_have_sand(entry)
    must_be_playing(sheet, entry)
    must_be_on_move(sheet, asked.seat, "turn", entry)
    rule = entry.rules.sand.lost_after
    outcome = turn_after_sand(asked.after, entry.rules) if rule.is_known else "ruling"
    if outcome == "kept":
        entry.must_be_ruled("turn-kept", player=sheet.name(asked.seat))
    elif outcome == "ruling" and rule.trap:
        entry.unless_ruled(call_the_director(rule.trap, entry.rules))
    fact = SandTurnLost(seat=asked.seat, warned=asked.warned, after=asked.after)
    return with_the_end(sheet, fact, entry, (NOT_AMONG_THE_ZEROS,))


@decides(CallSandTime, may=STAFF)
def call_sand_time(sheet: Sheet, asked: CallSandTime, entry: Entry) -> Decision:
    """Write down that time was called: each player has one more play (M-17)."""
    _must_have_sand(entry)
    must_be_playing(sheet, entry)
    up = entry.rules.sand.stopped_after
    entry.must_unless_ruled(
        asked.after >= (up.value or 0), "time-not-up", minutes=(up.value or 0) // 60
    )
    entry.must_unless_ruled(find(sheet.open, SandTimeCalled) is None, "time-called/called-already")
    return Decision((SandTimeCalled(after=asked.after),))


@decides(EndAfterLastPlays, may=STAFF)
def end_after_last_plays(sheet: Sheet, asked: EndAfterLastPlays, entry: Entry) -> Decision:
    """End a game in which time was called and both have made their last play."""
    must_be_playing(sheet, entry)
    still = yet_to_play(sheet)
    entry.must_unless_ruled(still is not None and not still, "last-plays-to-come")
    entry.must_unless_ruled(not awaits_verdict(sheet, entry.rules), "challenge-pending/game-ends")
    return Decision((GameEnded(cause="time-called"),))


def _must_have_sand(entry: Entry) -> None:
    """Refuse sand where the book knows none, unless a ruling brings it in (M-16)."""
    if not entry.rules.sand.per_move.is_known:
        entry.unless_ruled(entry.rules.sand.per_move.refusal())
