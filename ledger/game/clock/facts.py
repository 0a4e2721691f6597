"""The clock: read, stopped, adjusted, overtime; timers that fail, and sand."""

from __future__ import annotations

from ledger.record.fact import BOARD, HANDS, TALK, Fact
from ledger.vocabulary import Clocks, Points, Seat, Seconds
from ledger.vocabulary.closed_lists import Petition, TimerFault


class TimeRead(Fact, frozen=True, kw_only=True, tag="time-read"):
    """Both clocks were read; what they showed is on the envelope (``Event.clocks``)."""

    visibility = BOARD


class ClockNeutralised(Fact, frozen=True, kw_only=True, tag="clock-neutralised"):
    """Both clocks were stopped, for ``reason``.

    Attributes:
      seat: who stopped them; ``None`` for an official, or if nobody noted it.
    """

    visibility = BOARD.less("reason", "seat")

    reason: str
    seat: Seat | None = None


class ClockRestarted(Fact, frozen=True, kw_only=True, tag="clock-restarted"):
    """The clock of ``seat`` was started again.

    Attributes:
      by: who started it; ``None`` for an official, or if nobody noted it.
      reason: why, where it was not simply the end of the stop.
    """

    visibility = BOARD.less("reason", "by")

    seat: Seat
    by: Seat | None = None
    reason: str = ""


class TimeAdjusted(Fact, frozen=True, kw_only=True, tag="time-adjusted"):
    """Time was given to ``seat`` (positive ``seconds``) or taken from it (negative)."""

    visibility = BOARD.less("reason")

    seat: Seat
    seconds: Seconds
    reason: str


class TimerFailed(Fact, frozen=True, kw_only=True, tag="timer-failed"):
    """The timer does not work: ``cannot-stop``, ``display-dead``, ``power`` or ``other``."""

    visibility = BOARD.less("timer")

    fault: TimerFault
    timer: str = ""


class RecollectionsWritten(Fact, frozen=True, kw_only=True, tag="recollections-written"):
    """``seat`` wrote down what it remembers both clocks to have shown."""

    visibility = TALK

    seat: Seat
    remembered: Clocks


class TimesSet(Fact, frozen=True, kw_only=True, tag="times-set"):
    """The director fixed both times.

    Attributes:
      timer: ``reused`` (recharged) or ``withdrawn``; empty if the timer was not at fault.
    """

    visibility = BOARD.less("timer", "replaced_by", "owner_told")

    times: Clocks
    timer: str = ""
    replaced_by: str = ""
    owner_told: bool = False


class DirectorPetitioned(Fact, frozen=True, kw_only=True, tag="director-petitioned"):
    """``seat`` asked the director for ``what``: ``extra-time`` or ``press-nullified``."""

    visibility = TALK

    seat: Seat
    what: Petition
    reason: str


class PetitionDeclined(Fact, frozen=True, kw_only=True, tag="petition-declined"):
    """The director granted nothing, for ``reason``."""

    visibility = TALK

    reason: str


class PressNullified(Fact, frozen=True, kw_only=True, tag="press-nullified"):
    """A press of the timer by accident counts for nothing; it is no pass."""

    visibility = TALK

    seat: Seat
    reason: str


class OvertimeWaived(Fact, frozen=True, kw_only=True, tag="time-penalty-waived"):
    """The director took a time penalty of ``points`` back from the score of ``seat``."""

    visibility = BOARD.less("reason")

    seat: Seat
    points: Points
    reason: str


class ScoreCheckAsked(Fact, frozen=True, kw_only=True, tag="score-check-asked"):
    """``seat`` asked to compare the scores."""

    visibility = BOARD

    seat: Seat


class BagCounted(Fact, frozen=True, kw_only=True, tag="bag-counted"):
    """An official counted the bag, and both players were told (3.7.2; nsa-1998 IV.M).

    Attributes:
      objected: who objected to the opponent's counting it; ``None`` if nobody noted it.
    """

    visibility = HANDS

    count: int
    objected: Seat | None = None


class SandWarned(Fact, frozen=True, kw_only=True, tag="sand-warned"):
    """The opponent of ``seat`` tapped the timer and warned that the sand was running out."""

    visibility = BOARD

    seat: Seat


class SandTurnLost(Fact, frozen=True, kw_only=True, tag="sand-turn-lost"):
    """The sand was out and ``seat`` had not announced a score; the turn is lost.

    Attributes:
      after: seconds since the warning, or since being told that the sand was out.
    """

    visibility = BOARD

    seat: Seat
    warned: bool
    after: Seconds


class SandTimeCalled(Fact, frozen=True, kw_only=True, tag="sand-time-called"):
    """The time of the game, ``after`` seconds of play, is up; each player has one more play."""

    visibility = BOARD

    after: Seconds


class OvertimeRecorded(Fact, frozen=True, kw_only=True, tag="overtime-recorded"):
    """A player used too much time.

    Attributes:
      over: seconds beyond the allowance; ``None`` if not known.
      at_end: what the clock of ``seat`` showed when it should have been stopped, as time
        left; ``None`` if not read.
      at_reveal: the same when the tiles left were shown.
      at_last: the same when it was stopped at last.
    """

    visibility = BOARD

    seat: Seat
    over: Seconds | None
    penalty: Points
    at_end: Seconds | None = None
    at_reveal: Seconds | None = None
    at_last: Seconds | None = None
