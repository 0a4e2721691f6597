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
from ledger.rulebook.gaps import call_the_director
from ledger.vocabulary import Role, Seat, Seconds, remarks
from ledger.vocabulary.refusals import Refusal


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
    """Take the points for overtime, or declare the game forfeited past the book's limit (M-05).

    Raises:
      Refusal: ``overtime-recorded``, ``needs-ruling``, ``unreadable-request``,
        ``call-the-director`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    must_be_overtime(asked.over)
    over = overtime_used(sheet, asked, entry)
    if sheet.overtime[asked.seat.place] is not None:
        entry.unless_ruled(
            Refusal(
                "overtime-recorded",
                f"The overtime of {sheet.name(asked.seat)} has been recorded.",
                "Correct that entry if it is wrong.",
            )
        )
    if over_limit(over, entry.rules):
        if entry.role is not Role.DIRECTOR:
            entry.unless_ruled(
                Refusal(
                    "needs-ruling",
                    "So much overtime forfeits the game, which the director declares.",
                    "Call the director.",
                    clause=str(entry.rules.overtime.forfeit_after),
                )
            )
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
    """Refuse overtime below zero.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if over < 0:
        raise Refusal(
            "unreadable-request",
            "Overtime can't be below zero.",
            "Enter the seconds used beyond the allowance.",
        )


def overtime_used(sheet: Sheet, asked: RecordOvertime, entry: Entry) -> Seconds:
    """Seconds over the player's own limit, which lateness may have cut (M-02, M-06, TX-13).

    Raises:
      Refusal: ``unreadable-request`` where two kinds of knowledge came at once;
        ``call-the-director`` where two rules of the book charge different minutes.
    """
    readings = (asked.at_end, asked.at_reveal, asked.at_last)
    read = any(reading is not None for reading in readings)
    if sum((bool(asked.over), asked.used is not None, read)) > 1:
        raise Refusal(
            "unreadable-request",
            "The time used is told in two ways at once.",
            "Enter the seconds over, the time used, or what the clock showed.",
        )
    if asked.used is not None:
        return Seconds(max(0, asked.used - sheet.limits[asked.seat.place]))
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
    if sheet.limits[seat.place] < entry.rules.time.limit.known():
        noticed.append(overtime.first_second.trap)
    if over % MINUTE:
        noticed.append(overtime.points_per_started_minute.trap)
    if sheet.timer == "analogue" and not overtime.analogue.is_known:
        noticed.append(remarks.DIRECTOR_TO_CONFIRM)
    return tuple(filter(None, noticed))
