"""Scores: announced, disputed, agreed."""

from __future__ import annotations

from typing import NamedTuple

from ledger.asking.asked import DIRECTORS, STAFF, Asked, Decision
from ledger.game.facts.scores import (
    Counted,
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    PenaltyApplied,
    ScoreCorrected,
    ScoreDisputeSettled,
    ScoresWritten,
)
from ledger.game.play.entry import Entry, decides, must_not_be_final
from ledger.game.play.results.signing_rule import scores_are_closed
from ledger.game.sheet.folds.turns import added
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.rulebook.help.citation import cited
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
        """Whose margin it improves."""
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


def must_be_correctable(sheet: Sheet, entry: Entry) -> None:
    """Refuse to touch a score past the moment from which the book lets scores stand (F-03)."""
    must_not_be_final(sheet, entry)
    entry.must_unless_ruled(
        not scores_are_closed(len(sheet.result.signatures), entry.rules), "scores-closed"
    )


def must_not_favour(sheet: Sheet, change: Change, entry: Entry) -> None:
    """Refuse a change in favour of who was ruled to gain nothing from the recount."""
    if sheet.result.barred is not None and change.favours is sheet.result.barred:
        entry.must_be_ruled("no-change-in-favour", player=sheet.name(sheet.result.barred))


def scores_changed(
    sheet: Sheet, changes: tuple[Change, ...], reason: str, approved_by: str
) -> tuple[tuple[ScoreCorrected, ...], Totals]:
    """The corrections these changes make, and the totals after them."""
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


class WriteScores(Asked, frozen=True, tag="write-scores", kw_only=True):
    """What ``seat`` has on the own score sheet; fields as in ``ScoresWritten``."""

    seat: Seat
    turn: int = 0
    score: Points | None = None
    totals: Totals | None = None


class SettleScores(Asked, frozen=True, tag="settle-scores", kw_only=True):
    """The director settles the scores: turns that are worth something else, and why."""

    scores: Counted = ()
    reason: str


@decides(WriteScores, may=STAFF)
def write_scores(sheet: Sheet, asked: WriteScores, entry: Entry) -> Decision:
    """Keep what a player wrote beside what the record says; nothing follows from it (F-01)."""
    if asked.score is None and asked.totals is None:
        raise entry.refusal("unreadable-request/score-kept")
    if asked.turn and all(turn.version != asked.turn for turn in counted_turns(sheet)):
        raise entry.refusal("no-such-entry/turn-disputed", version=asked.turn)
    return Decision(
        (ScoresWritten(seat=asked.seat, turn=asked.turn, score=asked.score, totals=asked.totals),)
    )


@decides(SettleScores, may=DIRECTORS)
def settle_scores(sheet: Sheet, asked: SettleScores, entry: Entry) -> Decision:
    """Settle a dispute, which takes a ruling; all the arithmetic is written with it."""
    must_be_correctable(sheet, entry)
    entry.must_be_ruled("needs-ruling/scores")
    turns = counted_turns(sheet)
    changes = changes_of(turns, asked.scores)
    corrections, now = scores_changed(sheet, changes, asked.reason, entry.by)
    found = {change.version: change.now for change in changes}
    settled = ScoreDisputeSettled(
        turns=tuple((turn.version, found.get(turn.version, turn.score)) for turn in turns),
        was=sheet.totals,
        now=now,
    )
    return Decision((settled, *corrections))


class AgreeTotals(Asked, frozen=True, tag="agree-totals", kw_only=True):
    """Both players agree on their totals, after turn ``turn`` (0: not noted)."""

    totals: Totals
    turn: int = 0


class ReportDiscrepancy(Asked, frozen=True, tag="report-discrepancy", kw_only=True):
    """``seat`` has other totals written down than the record."""

    seat: Seat
    written: Totals


class ApplyPenalty(Asked, frozen=True, tag="apply-penalty", kw_only=True):
    """Take ``amount`` of ``unit`` from ``seat``; fields as in ``PenaltyApplied``."""

    seat: Seat
    unit: PenaltyUnit
    amount: int
    reason: str
    clause: str = ""


class ApplyCredit(Asked, frozen=True, tag="apply-credit", kw_only=True):
    """Give ``amount`` of ``unit`` to ``seat``; fields as in ``CreditApplied``."""

    seat: Seat
    unit: CreditUnit
    amount: int
    reason: str
    clause: str = ""


@decides(AgreeTotals, may=STAFF)
def agree_totals(sheet: Sheet, asked: AgreeTotals, entry: Entry) -> Decision:
    """Write down that both players agree on their totals (D-17)."""
    must_not_be_final(sheet, entry)
    return Decision((CumulativeAgreed(totals=asked.totals, turn=asked.turn),))


@decides(ReportDiscrepancy, may=STAFF)
def report_discrepancy(sheet: Sheet, asked: ReportDiscrepancy, entry: Entry) -> Decision:
    """Write down that a player's totals differ from the record (F-02: for staff to see)."""
    must_not_be_final(sheet, entry)
    return Decision((DiscrepancyFound(seat=asked.seat, written=asked.written),))


@decides(ApplyPenalty, may=STAFF)
def apply_penalty(sheet: Sheet, asked: ApplyPenalty, entry: Entry) -> Decision:
    """Take points, spread, time or a turn, which takes a ruling."""
    _must_be_ruled(asked.unit, asked.amount, "penalty", entry)
    return Decision(
        (
            PenaltyApplied(
                seat=asked.seat,
                unit=asked.unit,
                amount=asked.amount,
                reason=asked.reason,
                clause=cited(asked.clause, entry.rules),
            ),
        )
    )


@decides(ApplyCredit, may=STAFF)
def apply_credit(sheet: Sheet, asked: ApplyCredit, entry: Entry) -> Decision:
    """Give points, spread, time or a turn, which takes a ruling."""
    _must_be_ruled(asked.unit, asked.amount, "credit", entry)
    return Decision(
        (
            CreditApplied(
                seat=asked.seat,
                unit=asked.unit,
                amount=asked.amount,
                reason=asked.reason,
                clause=cited(asked.clause, entry.rules),
            ),
        )
    )


def _must_be_ruled(unit: str, amount: int, what: str, entry: Entry) -> None:
    entry.must(amount >= 1, "unreadable-request/amount", what=what, amount=amount, unit=unit)
    entry.must_be_ruled("needs-ruling/by-ruling", what=what)
