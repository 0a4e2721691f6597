"""The clock: what it showed, when it was stopped and why."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Seat, Seconds


class TimeRead(Fact, frozen=True, kw_only=True, tag="time-read"):
    """Both clocks were read; what they showed is on the envelope (``Event.clocks``)."""


class ClockNeutralised(Fact, frozen=True, kw_only=True, tag="clock-neutralised"):
    """Both clocks were stopped, for ``reason``.

    Attributes:
      seat: who stopped them; ``None`` for an official, or if nobody noted it.
    """

    reason: str
    seat: Seat | None = None


class ClockRestarted(Fact, frozen=True, kw_only=True, tag="clock-restarted"):
    """The clock of ``seat`` was started again.

    Attributes:
      by: who started it; ``None`` for an official, or if nobody noted it.
      reason: why, where it was not simply the end of the stop.
    """

    seat: Seat
    by: Seat | None = None
    reason: str = ""


class TimeAdjusted(Fact, frozen=True, kw_only=True, tag="time-adjusted"):
    """Time was given to ``seat`` (positive ``seconds``) or taken from it (negative)."""

    seat: Seat
    seconds: Seconds
    reason: str
