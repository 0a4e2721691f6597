"""The clock: stopped, started, read, adjusted by ruling."""

from __future__ import annotations

from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.clock import ClockNeutralised, ClockRestarted, TimeAdjusted, TimeRead
from ledger.refusals import Refusal
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Seat, Seconds


class NeutraliseClock(Asked, frozen=True, tag="neutralise-clock", kw_only=True):
    """Both clocks were stopped, for ``reason``."""

    reason: str


class RestartClock(Asked, frozen=True, tag="restart-clock", kw_only=True):
    """The clock of ``seat`` runs again."""

    seat: Seat


class ReadClocks(Asked, frozen=True, tag="read-clocks", kw_only=True):
    """Both clocks were read; what they showed travels with the request."""


class AdjustTime(Asked, frozen=True, tag="adjust-time", kw_only=True):
    """The director gives ``seat`` time (positive ``seconds``) or takes it (negative)."""

    seat: Seat
    seconds: Seconds
    reason: str


def neutralise_clock(sheet: Sheet, asked: NeutraliseClock, entry: Entry) -> Decision:
    """Write down that the clocks were stopped, and why (M-08)."""
    must_not_be_final(sheet, entry)
    return Decision((ClockNeutralised(reason=asked.reason),))


def restart_clock(sheet: Sheet, asked: RestartClock, entry: Entry) -> Decision:
    """Write down whose clock runs again (M-10)."""
    must_not_be_final(sheet, entry)
    return Decision((ClockRestarted(seat=asked.seat),))


def read_clocks(sheet: Sheet, asked: ReadClocks, entry: Entry) -> Decision:
    """Write a reading of both clocks down.

    Raises:
      Refusal: ``unreadable-request``: the readings are missing.
    """
    if entry.clocks is None:
        raise Refusal(
            "unreadable-request",
            "No clock readings came with the request.",
            "Enter what both clocks show.",
        )
    return Decision((TimeRead(),))


def adjust_time(sheet: Sheet, asked: AdjustTime, entry: Entry) -> Decision:
    """Write an adjustment of a clock down, which takes a director's ruling (M-13).

    Raises:
      Refusal: ``needs-ruling`` or ``result-final``.
    """
    must_not_be_final(sheet, entry)
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            "Time is given or taken only by a director's ruling.",
            "Call the director.",
        )
    )
    return Decision((TimeAdjusted(seat=asked.seat, seconds=asked.seconds, reason=asked.reason),))


DECISIONS: dict[type[Asked], Decide] = {
    NeutraliseClock: neutralise_clock,
    RestartClock: restart_clock,
    ReadClocks: read_clocks,
    AdjustTime: adjust_time,
}
