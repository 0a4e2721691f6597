"""Time overstepped: what it costs by clock and by sand timer."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ledger.asking.asked import STAFF, Asked, Decision
from ledger.game.facts.clock import SandTimeCalled, SandTurnLost, SandWarned
from ledger.game.facts.endings import GameEnded, OvertimeRecorded
from ledger.game.play.clock.overtime_rule import MINUTE, over_limit, overtime_penalty
from ledger.game.play.endings.forfeits import forfeited_by_overtime
from ledger.game.play.endings.requests import with_the_end
from ledger.game.play.entry import (
    Entry,
    awaits_verdict,
    decides,
    must_be_on_move,
    must_be_playing,
    must_not_be_final,
)
from ledger.game.sheet.one_more_play import yet_to_play
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Role, Seat, Seconds, remarks

# A clock that was left running at the end of the game: how much of it is charged.


class Charged(Struct, frozen=True):
    """Overtime to charge.

    Attributes:
      over: seconds.
      clause: the rule that stops it from counting.
      trap: id of the trap where two rules of the book charge different minutes, or empty.
    """

    over: Seconds
    clause: str
    trap: str = ""


def charged_overtime(
    at_end: Seconds | None, at_reveal: Seconds | None, at_last: Seconds | None, rules: Rulebook
) -> Charged:
    """Overtime up to the moment the book stops counting. Readings are time left.

    The moment the clock should have been stopped comes first; where it was not read, the
    showing of the tiles left, with the book's grace, ends the count.

    >>> from ledger.rulebook import load
    >>> nsa = load("nsa-1998")
    >>> charged_overtime(Seconds(-10), None, Seconds(-89), nsa).over
    10
    >>> charged_overtime(None, Seconds(-50), Seconds(-100), nsa).over
    55

    Raises:
      ValueError: there is no reading at all.
    """
    shown = [_over(reading) for reading in (at_end, at_reveal, at_last) if reading is not None]
    if not shown:
        raise ValueError("no reading of the clock")
    stops = rules.overtime.stops_counting
    revealed = None
    if at_reveal is not None:
        by_then = _over(at_reveal) + (rules.overtime.grace_after_reveal.value or 0)
        revealed = Seconds(by_then if at_last is None else min(by_then, _over(at_last)))
    if at_end is None:
        over = revealed if revealed is not None and stops.is_known else max(shown)
        return Charged(Seconds(over), str(stops))
    over = _over(at_end)
    differ = revealed is not None and overtime_penalty(over, rules) != overtime_penalty(
        revealed, rules
    )
    return Charged(over, str(stops), stops.trap if differ else "")


def _over(reading: Seconds) -> Seconds:
    return Seconds(max(0, -reading))


class RecordOvertime(Asked, frozen=True, tag="record-overtime", kw_only=True):
    """``seat`` used more time than it had.

    Attributes:
      over: seconds beyond its allowance, where they are known.
      used: seconds used in all, as a clock that counts up shows them; against the
        player's own allowance.
      at_end: what the clock showed, as time left, when it should have been stopped.
      at_reveal: the same when the opponent showed the tiles left.
      at_last: the same when a clock left running was stopped at last.
    """

    seat: Seat
    over: Seconds = Seconds(0)
    used: Seconds | None = None
    at_end: Seconds | None = None
    at_reveal: Seconds | None = None
    at_last: Seconds | None = None


@decides(RecordOvertime, may=STAFF)
def record_overtime(sheet: Sheet, asked: RecordOvertime, entry: Entry) -> Decision:
    """Take the points for overtime, or declare the game forfeited past the book's limit (M-05)."""
    must_not_be_final(sheet, entry)
    must_be_overtime(asked.over)
    over = overtime_used(sheet, asked, entry)
    entry.must_unless_ruled(
        sheet.clock.overtime[asked.seat.place] is None,
        "overtime-recorded",
        player=sheet.name(asked.seat),
    )
    if over_limit(over, entry.rules):
        entry.must_unless_ruled(entry.role is Role.DIRECTOR, "needs-ruling/overtime-forfeits")
        return forfeited_by_overtime(sheet, asked.seat, over, entry)
    fact = OvertimeRecorded(
        seat=asked.seat,
        over=over,
        penalty=overtime_penalty(over, entry.rules),
        at_end=asked.at_end,
        at_reveal=asked.at_reveal,
        at_last=asked.at_last,
    )
    return Decision((fact,), overtime_remarks(sheet, asked.seat, over, entry))


def must_be_overtime(over: Seconds) -> None:
    """Refuse overtime below zero."""
    if over < 0:
        raise refusal("unreadable-request/overtime")


def overtime_used(sheet: Sheet, asked: RecordOvertime, entry: Entry) -> Seconds:
    """Seconds over the player's own limit, which lateness may have cut (M-02, M-06, TX-13)."""
    readings = (asked.at_end, asked.at_reveal, asked.at_last)
    read = any(reading is not None for reading in readings)
    if sum((bool(asked.over), asked.used is not None, read)) > 1:
        raise entry.refusal("unreadable-request/overtime-told-twice")
    if asked.used is not None:
        return Seconds(max(0, asked.used - sheet.clock.limits[asked.seat.place]))
    if not read:
        return asked.over
    charged = charged_overtime(*readings, entry.rules)
    if charged.trap:
        entry.unless_ruled(call_the_director(charged.trap, entry.rules))
    return charged.over


def overtime_remarks(sheet: Sheet, seat: Seat, over: Seconds, entry: Entry) -> tuple[str, ...]:
    """What the director may have to confirm about a time penalty."""
    overtime, noticed = entry.rules.overtime, []
    if not over:
        return ()
    if sheet.clock.limits[seat.place] < entry.rules.time.limit.known():
        noticed.append(overtime.first_second.trap)
    if over % MINUTE:
        noticed.append(overtime.points_per_started_minute.trap)
    if sheet.clock.timer == "analogue" and not overtime.analogue.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    return tuple(filter(None, noticed))


# Sand timers: when a turn is lost, and when time is called.


def turn_after_sand(after: Seconds, rules: Rulebook) -> Literal["kept", "ruling", "lost"]:
    """What becomes of a turn whose score was announced, or not, so long after the notice.

    >>> from ledger.rulebook import load
    >>> [turn_after_sand(Seconds(after), load("nsa-1998")) for after in (5, 6, 10, 11)]
    ['kept', 'ruling', 'ruling', 'lost']

    Args:
      after: seconds since the warning, or since being told that the sand was out.
      rules: the rulebook in force.
    """
    kept, lost = rules.sand.lost_after.known()
    if after <= kept:
        return "kept"
    return "lost" if after > lost else "ruling"


# Games on a sand timer: warnings, turns lost, and time called.


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
