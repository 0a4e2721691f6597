"""Scores agreed or disputed by the players, and what a director takes and gives."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import STAFF
from ledger.game.facts.scores import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    PenaltyApplied,
)
from ledger.game.play.entry import (
    Entry,
    decides,
    must_not_be_final,
)
from ledger.game.sheet.sheet import Sheet
from ledger.rulebook.help.citation import cited
from ledger.vocabulary import Seat, Totals
from ledger.vocabulary.closed_lists import CreditUnit, PenaltyUnit


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
