"""Games on a sand timer."""

from __future__ import annotations

from ledger.record.fact import Fact
from ledger.vocabulary import Seat, Seconds


class SandWarned(Fact, frozen=True, kw_only=True, tag="sand-warned"):
    """The opponent of ``seat`` tapped the timer and warned that the sand was running out."""

    seat: Seat


class SandTurnLost(Fact, frozen=True, kw_only=True, tag="sand-turn-lost"):
    """The sand was out and ``seat`` had not announced a score; the turn is lost.

    Attributes:
      warned: whether the opponent had warned.
      after: seconds since the warning, or since being told that the sand was out.
    """

    seat: Seat
    warned: bool
    after: Seconds


class SandTimeCalled(Fact, frozen=True, kw_only=True, tag="sand-time-called"):
    """The time of the game, ``after`` seconds of play, is up; each player has one more play."""

    after: Seconds
