"""Totals agreed, disputed, counted again; penalties and credits. Each points at what it mends."""

from __future__ import annotations

from ledger.record.fact import BOARD, PAPERS, TALK, Fact
from ledger.vocabulary import Points, Seat, Totals
from ledger.vocabulary.closed_lists import CreditUnit, PenaltyUnit, RecountBy, SheetReader


class CumulativeAgreed(Fact, frozen=True, kw_only=True, tag="cumulative-agreed"):
    """Both players compared their totals and agreed on ``totals``, after turn ``turn``."""

    visibility = BOARD

    totals: tuple[Points, Points]
    turn: int = 0


class DiscrepancyFound(Fact, frozen=True, kw_only=True, tag="discrepancy-found"):
    """The totals written down by ``seat`` differ from the record."""

    visibility = PAPERS

    seat: Seat
    written: tuple[Points, Points]


class PenaltyApplied(Fact, frozen=True, kw_only=True, tag="penalty-applied"):
    """A penalty was taken from ``seat``.

    Attributes:
      unit: ``points`` (off the game score), ``spread``, ``time`` (seconds) or ``turn``.
    """

    visibility = BOARD.less("reason", "clause")

    seat: Seat
    unit: PenaltyUnit
    amount: int
    reason: str
    clause: str = ""


class CreditApplied(Fact, frozen=True, kw_only=True, tag="credit-applied"):
    """A credit was given to ``seat``, in the units of ``PenaltyApplied``."""

    visibility = BOARD.less("reason", "clause")

    seat: Seat
    unit: CreditUnit
    amount: int
    reason: str
    clause: str = ""


Counted = tuple[tuple[int, Points], ...]
"""Turns as they were counted again: version of the turn's event, and its points."""


class ScoresWritten(Fact, frozen=True, kw_only=True, tag="scores-written"):
    """What ``seat`` has on the own score sheet, right or wrong; nothing follows from it.

    Attributes:
      turn: version of the event of the turn it is about; 0 for the totals alone.
    """

    visibility = PAPERS

    seat: Seat
    turn: int = 0
    score: Points | None = None
    totals: Totals | None = None


class ScoreDisputeSettled(Fact, frozen=True, kw_only=True, tag="score-dispute-settled"):
    """The players could not agree on the scores and the director settled them.

    Attributes:
      turns: the arithmetic: every turn with the points it stands at from here on.
    """

    visibility = BOARD

    turns: Counted
    was: Totals
    now: Totals


class RecountAsked(Fact, frozen=True, kw_only=True, tag="recount-asked"):
    """``seat`` asked for the game to be counted again, and is entitled to it.

    Attributes:
      last_turns: a partial recount, of so many turns from the end; 0 for the whole game.
      margin_of_play: the same before unplayed tiles and overtime.
      right: the kind of right the rulebook gives, as in ``recount.right``.
      consents: seats that consent to a partial recount.
    """

    visibility = BOARD.less("margin", "margin_of_play", "right", "agreed_by", "consents")

    seat: Seat
    last_turns: int = 0
    margin: Points
    margin_of_play: Points
    right: str
    agreed_by: str = ""
    consents: tuple[Seat, ...] = ()


class ScoreSheetSeen(Fact, frozen=True, kw_only=True, tag="score-sheet-seen"):
    """A score sheet was looked at by somebody else; ``objected``: whether its owner objected."""

    visibility = TALK

    of: Seat
    by: SheetReader
    objected: bool = False
    on_request: bool = True


class RecountFavourBarred(Fact, frozen=True, kw_only=True, tag="recount-favour-barred"):
    """The director ruled out changes in favour of ``seat``, who abuses the recount."""

    visibility = TALK

    seat: Seat
    reason: str


class RecountDone(Fact, frozen=True, kw_only=True, tag="recount-done"):
    """The game, or the part asked for, was counted again."""

    visibility = BOARD.less("by")

    turns: Counted
    was: Totals
    now: Totals
    by: RecountBy = "both"


class RecountStopped(Fact, frozen=True, kw_only=True, tag="recount-stopped"):
    """The director stopped a recount; the scores stay.

    Attributes:
      no_change_in_favour_of: who gains nothing from what was found so far, if anybody.
    """

    visibility = BOARD.less("reason", "no_change_in_favour_of")

    reason: str
    no_change_in_favour_of: Seat | None = None
