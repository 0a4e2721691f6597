"""The clock: stopped, started, read, adjusted by ruling."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.challenges import ChallengeFailed, PhoneyWithdrawn
from ledger.game.facts.clock import ClockNeutralised, ClockRestarted, TimeAdjusted, TimeRead
from ledger.game.play.clock.stop_reasons import reason_id, rule_for_stopping, stop_remarks
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.play.judging.adjudication_rule import method_of, restart_conditions
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.gaps.touched import touching
from ledger.vocabulary import Seat, Seconds, remarks

TOUCHED = {"scores-with-empty-bag": ("T4-08",), "official-count": ("TN-25",)}
"""Traps that a stop for this reason meets, in the books that have them."""


class NeutraliseClock(Asked, frozen=True, tag="neutralise-clock", kw_only=True):
    """Both clocks were stopped, for ``reason``; by ``seat``, or an official if ``None``."""

    reason: str
    seat: Seat | None = None


class RestartClock(Asked, frozen=True, tag="restart-clock", kw_only=True):
    """The clock of ``seat`` runs again; fields as in ``ClockRestarted``."""

    seat: Seat
    by: Seat | None = None
    reason: str = ""


class ReadClocks(Asked, frozen=True, tag="read-clocks", kw_only=True):
    """Both clocks were read; what they showed travels with the request."""


class AdjustTime(Asked, frozen=True, tag="adjust-time", kw_only=True):
    """The director gives ``seat`` time (positive ``seconds``) or takes it (negative)."""

    seat: Seat
    seconds: Seconds
    reason: str


@decides(NeutraliseClock, may=STAFF)
def neutralise_clock(sheet: Sheet, asked: NeutraliseClock, entry: Entry) -> Decision:
    """Write down that the clocks were stopped, and why; M-08 lists the reasons by book.

    A stop that gives no reason of the book's may have been meant as a challenge (TN-32).
    """
    must_not_be_final(sheet, entry)
    on_turn = None if asked.seat is None else sheet.on_move in (None, asked.seat)
    fact = ClockNeutralised(reason=asked.reason, seat=asked.seat)
    touched = TOUCHED.get(reason_id(asked.reason), ())
    if not rule_for_stopping(asked.reason, entry.rules):
        touched = ("TN-32",)
    noticed = stop_remarks(asked.reason, on_turn, entry.rules)
    return Decision((fact,), (*noticed, *touching(entry.rules, *touched)))


@decides(RestartClock, may=STAFF)
def restart_clock(sheet: Sheet, asked: RestartClock, entry: Entry) -> Decision:
    """Write down whose clock runs again, who started it and why (M-10, M-11).

    Round a challenge it waits for conditions of the book's; that they were met is confirmed
    by a request of its own, and a start without it is remarked on (L-15).
    """
    must_not_be_final(sheet, entry)
    started = ClockRestarted(seat=asked.seat, by=asked.by, reason=asked.reason)
    return Decision((started,), (remarks.RESTART_NOT_CONFIRMED,) if _waits(sheet, entry) else ())


def _waits(sheet: Sheet, entry: Entry) -> bool:
    """Whether a challenge holds the clocks up: it has no verdict, or there is more to do after."""
    if sheet.challenges.pending is not None:
        return True
    off = find(sheet.open, PhoneyWithdrawn) is not None
    judged = off or find(sheet.open, ChallengeFailed) is not None
    method = (
        method_of(sheet.challenges.judged.challenge, entry.rules)
        if sheet.challenges.judged
        else None
    )
    return judged and bool(restart_conditions(off, method, entry.rules))


@decides(ReadClocks, may=STAFF)
def read_clocks(sheet: Sheet, asked: ReadClocks, entry: Entry) -> Decision:
    """Write a reading of both clocks down."""
    if entry.clocks is None:
        raise entry.refusal("unreadable-request/no-clocks")
    return Decision((TimeRead(),))


@decides(AdjustTime, may=STAFF)
def adjust_time(sheet: Sheet, asked: AdjustTime, entry: Entry) -> Decision:
    """Write an adjustment of a clock down, which takes a director's ruling (M-13)."""
    must_not_be_final(sheet, entry)
    entry.must_be_ruled("needs-ruling/time")
    return Decision((TimeAdjusted(seat=asked.seat, seconds=asked.seconds, reason=asked.reason),))
