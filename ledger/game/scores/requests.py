"""Scores: announced, disputed, agreed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ledger.game.context import GameContext, decides, must_not_be_final
from ledger.game.scores.facts import (
    Counted,
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    PenaltyApplied,
    ScoreDisputeSettled,
    ScoresWritten,
)
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import amount_saying
from ledger.game.turns.facts import ScoreCorrected
from ledger.game.turns.folds import added
from ledger.refusals.saying import refusal
from ledger.requests import DIRECTORS, STAFF, Decision, Request
from ledger.rulebook.help.finder import cited
from ledger.rulebook.limits import scores_are_closed
from ledger.vocabulary import Points, Seat, Totals
from ledger.vocabulary.closed_lists import CreditUnit, PenaltyUnit

# Scores found to be other than written: what changes, and in whose favour.


class Change(NamedTuple):
    """One turn found to be worth something else."""

    version: int
    seat: Seat
    was: Points
    now: Points

    @property
    def favours(self) -> Seat:
        return self.seat if self.now > self.was else self.seat.opponent


def counted_turns(sheet: Sheet) -> tuple[Line, ...]:
    """Every turn there is to count, oldest first; those that scored nothing included."""
    return tuple(line for line in sheet.lines if line.is_turn)


def changes_of(turns: tuple[Line, ...], scores: Counted) -> tuple[Change, ...]:
    """What changes where these turns are worth ``scores``."""
    by_version = {turn.version: turn for turn in turns}
    changes = []
    for version, now in scores:
        turn = by_version.get(version)
        if turn is None or turn.announced is None:
            raise refusal("unreadable-request/turn-counted", version=version)
        if now != turn.announced:
            changes.append(Change(version, turn.seat, turn.announced, now))
    return tuple(changes)


def must_be_correctable(sheet: Sheet, context: GameContext) -> None:
    """Refuse to touch a score past the moment from which the book lets scores stand (F-03)."""
    must_not_be_final(sheet, context)
    context.must_unless_ruled(
        not scores_are_closed(len(sheet.result.signatures), context.rules), "scores-closed"
    )


def must_not_favour(sheet: Sheet, change: Change, context: GameContext) -> None:
    if sheet.result.barred is not None and change.favours is sheet.result.barred:
        context.must_be_ruled("no-change-in-favour", player=sheet.name(sheet.result.barred))


def scores_changed(
    sheet: Sheet, changes: tuple[Change, ...], reason: str, approved_by: str
) -> tuple[tuple[ScoreCorrected, ...], Totals]:
    totals = sheet.totals
    withdrawn = {line.version for line in sheet.lines if line.withdrawn}
    for change in changes:
        if change.version not in withdrawn:  # a play that came off again leaves no points
            totals = added(totals, change.seat, change.now - change.was)
    corrections = tuple(
        ScoreCorrected(
            supersedes=change.version,
            was=change.was,
            now=change.now,
            reason=reason,
            approved_by=approved_by,
        )
        for change in changes
    )
    return corrections, totals


# Scores on both players' sheets, and a dispute about them that the director settles (F-05).


class WriteScores(Request, frozen=True, tag="write-scores", kw_only=True):
    """What ``seat`` has on the own score sheet; fields as in ``ScoresWritten``."""

    seat: Seat
    turn: int = 0
    score: Points | None = None
    totals: Totals | None = None


class SettleScores(Request, frozen=True, tag="settle-scores", kw_only=True):
    """The director settles the scores: turns that are worth something else, and why."""

    scores: Counted = ()
    reason: str


@decides(WriteScores, may=STAFF)
def write_scores(sheet: Sheet, request: WriteScores, context: GameContext) -> Decision:
    """Keep what a player wrote beside what the record says; nothing follows from it (F-01)."""
    if request.score is None and request.totals is None:
        raise context.refusal("unreadable-request/score-kept")
    if request.turn and all(turn.version != request.turn for turn in counted_turns(sheet)):
        raise context.refusal("no-such-entry/turn-disputed", version=request.turn)
    return Decision((ScoresWritten.from_request(request),))


@decides(SettleScores, may=DIRECTORS)
def settle_scores(sheet: Sheet, request: SettleScores, context: GameContext) -> Decision:
    """Settle a dispute, which takes a ruling; all the arithmetic is written with it."""
    must_be_correctable(sheet, context)
    context.must_be_ruled("needs-ruling/scores")
    turns = counted_turns(sheet)
    changes = changes_of(turns, request.scores)
    corrections, now = scores_changed(sheet, changes, request.reason, context.by)
    found = {change.version: change.now for change in changes}
    settled = ScoreDisputeSettled(
        turns=tuple((turn.version, found.get(turn.version, turn.score)) for turn in turns),
        was=sheet.totals,
        now=now,
    )
    return Decision((settled, *corrections))


class AgreeTotals(Request, frozen=True, tag="agree-totals", kw_only=True):
    """Both players agree on their totals, after turn ``turn`` (0: not noted)."""

    totals: Totals
    turn: int = 0


class ReportDiscrepancy(Request, frozen=True, tag="report-discrepancy", kw_only=True):
    seat: Seat
    written: Totals


class ApplyPenalty(Request, frozen=True, tag="apply-penalty", kw_only=True):
    """Take ``amount`` of ``unit`` from ``seat``; fields as in ``PenaltyApplied``."""

    seat: Seat
    unit: PenaltyUnit
    amount: int
    reason: str
    clause: str = ""


class ApplyCredit(Request, frozen=True, tag="apply-credit", kw_only=True):
    """Give ``amount`` of ``unit`` to ``seat``; fields as in ``CreditApplied``."""

    seat: Seat
    unit: CreditUnit
    amount: int
    reason: str
    clause: str = ""


@decides(AgreeTotals, may=STAFF)
def agree_totals(sheet: Sheet, request: AgreeTotals, context: GameContext) -> Decision:
    """Write down that both players agree on their totals (D-17)."""
    must_not_be_final(sheet, context)
    return Decision((CumulativeAgreed(totals=request.totals, turn=request.turn),))


@decides(ReportDiscrepancy, may=STAFF)
def report_discrepancy(sheet: Sheet, request: ReportDiscrepancy, context: GameContext) -> Decision:
    """Write down that a player's totals differ from the record (F-02: for staff to see)."""
    must_not_be_final(sheet, context)
    return Decision((DiscrepancyFound(seat=request.seat, written=request.written),))


@decides(ApplyPenalty, may=STAFF)
def apply_penalty(sheet: Sheet, request: ApplyPenalty, context: GameContext) -> Decision:
    """Take points, spread, time or a turn, which takes a ruling."""
    _must_be_ruled(request.unit, request.amount, "penalty", context)
    return Decision(
        (PenaltyApplied.from_request(request, clause=cited(request.clause, context.rules)),)
    )


@decides(ApplyCredit, may=STAFF)
def apply_credit(sheet: Sheet, request: ApplyCredit, context: GameContext) -> Decision:
    """Give points, spread, time or a turn, which takes a ruling."""
    _must_be_ruled(request.unit, request.amount, "credit", context)
    return Decision(
        (CreditApplied.from_request(request, clause=cited(request.clause, context.rules)),)
    )


def _must_be_ruled(
    unit: str, amount: int, what: Literal["penalty", "credit"], context: GameContext
) -> None:
    context.must(
        amount >= 1,
        {
            "penalty": "unreadable-request/penalty-amount",
            "credit": "unreadable-request/credit-amount",
        }[what],
        amount=amount_saying(amount, unit),
    )
    context.must_be_ruled(
        {"penalty": "needs-ruling/points-taken", "credit": "needs-ruling/points-given"}[what]
    )
