"""How much overtime a request tells of: seconds over, seconds used, or readings of the clock."""

from __future__ import annotations

from typing import Protocol

from ledger import remarks
from ledger.decisions.entry import Entry
from ledger.refusals import Refusal
from ledger.rules.overtime import MINUTE
from ledger.rules.running_on import charged_overtime
from ledger.sheet.sheet import Sheet
from ledger.traps import call_the_director
from ledger.vocabulary import Seat, Seconds


class Told(Protocol):
    """What is known of a player's time; as ``RecordOvertime`` has it."""

    @property
    def seat(self) -> Seat:
        """Whose time."""

    @property
    def over(self) -> Seconds:
        """Seconds over."""

    @property
    def used(self) -> Seconds | None:
        """Seconds used in all."""

    @property
    def at_end(self) -> Seconds | None:
        """Time left when the clock should have been stopped."""

    @property
    def at_reveal(self) -> Seconds | None:
        """Time left when the tiles left were shown."""

    @property
    def at_last(self) -> Seconds | None:
        """Time left when it was stopped at last."""


def overtime_used(sheet: Sheet, told: Told, entry: Entry) -> Seconds:
    """Seconds over the player's own limit, which lateness may have cut (M-02, M-06, TX-13).

    Raises:
      Refusal: ``unreadable-request`` where two kinds of knowledge came at once;
        ``call-the-director`` where two rules of the book charge different minutes.
    """
    readings = (told.at_end, told.at_reveal, told.at_last)
    read = any(reading is not None for reading in readings)
    if sum((bool(told.over), told.used is not None, read)) > 1:
        raise Refusal(
            "unreadable-request",
            "The time used is told in two ways at once.",
            "Enter the seconds over, the time used, or what the clock showed.",
        )
    if told.used is not None:
        return Seconds(max(0, told.used - sheet.limits[told.seat.place]))
    if not read:
        return told.over
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
