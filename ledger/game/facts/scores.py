"""Scores put right, agreed, taken and given. Nothing is rewritten: each points at what it mends."""

from __future__ import annotations

from ledger.game.facts.blanks import BlankDesignated
from ledger.game.facts.endings import OvertimeRecorded, UnplayedTilesCounted
from ledger.game.facts.turns import PlayRecorded, TilesExchanged, TurnMissed, TurnPassed
from ledger.record.fact import Fact
from ledger.vocabulary import Points, Seat
from ledger.vocabulary.closed_lists import CreditUnit, PenaltyUnit

Replacement = (
    PlayRecorded
    | TilesExchanged
    | TurnPassed
    | TurnMissed
    | BlankDesignated
    | UnplayedTilesCounted
    | OvertimeRecorded
)


class ScoreCorrected(Fact, frozen=True, kw_only=True, tag="score-corrected"):
    """The score of a turn was put right; the tiles stay as entered.

    Attributes:
      supersedes: version of the turn's event.
      was: points that stood before.
      now: points that stand from here on.
      approved_by: who agreed: ``both players`` or a badge.
    """

    supersedes: int
    was: Points
    now: Points
    reason: str
    approved_by: str


class EntryCorrected(Fact, frozen=True, kw_only=True, tag="entry-corrected"):
    """An entry was wrong; ``replacement`` stands in its place, or nothing does if ``None``.

    Attributes:
      supersedes: version of the event that was wrong. Later turns stay as entered; what
        they no longer agree with is listed on the sheet for the director.
    """

    supersedes: int
    replacement: Replacement | None
    reason: str
    approved_by: str


class CumulativeAgreed(Fact, frozen=True, kw_only=True, tag="cumulative-agreed"):
    """Both players compared their totals and agreed on ``totals``, after turn ``turn``."""

    totals: tuple[Points, Points]
    turn: int = 0


class DiscrepancyFound(Fact, frozen=True, kw_only=True, tag="discrepancy-found"):
    """The totals written down by ``seat`` differ from the record."""

    seat: Seat
    written: tuple[Points, Points]


class PenaltyApplied(Fact, frozen=True, kw_only=True, tag="penalty-applied"):
    """A penalty was taken from ``seat``.

    Attributes:
      unit: ``points`` (off the game score), ``spread``, ``time`` (seconds) or ``turn``.
      amount: how much, as a positive number.
    """

    seat: Seat
    unit: PenaltyUnit
    amount: int
    reason: str
    clause: str = ""


class CreditApplied(Fact, frozen=True, kw_only=True, tag="credit-applied"):
    """A credit was given to ``seat``, in the units of ``PenaltyApplied``."""

    seat: Seat
    unit: CreditUnit
    amount: int
    reason: str
    clause: str = ""
