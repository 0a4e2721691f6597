"""Overtime: how much a request tells of, and the points it costs, or the game."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.endings import OvertimeRecorded
from ledger.game.play.clock.overtime_rule import MINUTE, over_limit, overtime_penalty
from ledger.game.play.clock.running_on_rule import charged_overtime
from ledger.game.play.endings.forfeits import forfeited_by_overtime
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Role, Seat, Seconds, remarks


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
