"""Timers that fail, presses that don't count, time asked for, checks and counts at the table."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Clocks, Points, Seat
from ledger.vocabulary.closed_lists import Petition, TimerFault


class TimerFailed(Fact, frozen=True, kw_only=True, tag="timer-failed"):
    """The timer does not work: ``cannot-stop``, ``display-dead``, ``power`` or ``other``."""

    fault: TimerFault
    timer: str = ""


class RecollectionsWritten(Fact, frozen=True, kw_only=True, tag="recollections-written"):
    """``seat`` wrote down what it remembers both clocks to have shown."""

    seat: Seat
    remembered: Clocks


class TimesSet(Fact, frozen=True, kw_only=True, tag="times-set"):
    """The director fixed both times.

    Attributes:
      times: time left, first seat then second.
      timer: ``reused`` (recharged) or ``withdrawn``; empty if the timer was not at fault.
      replaced_by: the timer used from here on.
      owner_told: whether the owner of a withdrawn timer knows.
    """

    times: Clocks
    timer: str = ""
    replaced_by: str = ""
    owner_told: bool = False


class DirectorPetitioned(Fact, frozen=True, kw_only=True, tag="director-petitioned"):
    """``seat`` asked the director for ``what``: ``extra-time`` or ``press-nullified``."""

    seat: Seat
    what: Petition
    reason: str


class PetitionDeclined(Fact, frozen=True, kw_only=True, tag="petition-declined"):
    """The director granted nothing, for ``reason``."""

    reason: str


class PressNullified(Fact, frozen=True, kw_only=True, tag="press-nullified"):
    """A press of the timer by accident counts for nothing; it is no pass."""

    seat: Seat
    reason: str


class OvertimeWaived(Fact, frozen=True, kw_only=True, tag="time-penalty-waived"):
    """The director took a time penalty of ``points`` back from the score of ``seat``."""

    seat: Seat
    points: Points
    reason: str


class ScoreCheckAsked(Fact, frozen=True, kw_only=True, tag="score-check-asked"):
    """``seat`` asked to compare the scores."""

    seat: Seat


class BagCounted(Fact, frozen=True, kw_only=True, tag="bag-counted"):
    """An official counted the bag, and both players were told (3.7.2; nsa-1998 IV.M).

    Attributes:
      count: tiles in the bag.
      objected: who objected to the opponent's counting it; ``None`` if nobody noted it.
    """

    count: int
    objected: Seat | None = None
