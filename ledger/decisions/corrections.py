"""Putting right what was entered wrong, and scores agreed, taken and given."""

from __future__ import annotations

from ledger.decisions.entry import Asked, Decide, Decision, Entry, must_not_be_final
from ledger.facts.scores import (
    CreditApplied,
    CumulativeAgreed,
    DiscrepancyFound,
    EntryCorrected,
    PenaltyApplied,
    Replacement,
    ScoreCorrected,
)
from ledger.facts.turns import PlayRecorded, TurnMissed
from ledger.refusals import Refusal
from ledger.sheet.effective import standing
from ledger.sheet.rescoring import rescored
from ledger.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat, Totals

UNITS = ("points", "spread", "time", "turn")


class CorrectScore(Asked, frozen=True, tag="correct-score", kw_only=True):
    """The score of the turn at ``version`` is ``now`` points; who approved it, and why."""

    version: int
    now: Points
    reason: str
    approved_by: str


class CorrectEntry(Asked, frozen=True, tag="correct-entry", kw_only=True):
    """``replacement`` stands in the place of the entry at ``version``; ``None`` strikes it."""

    version: int
    replacement: Replacement | None
    reason: str
    approved_by: str


class AgreeTotals(Asked, frozen=True, tag="agree-totals", kw_only=True):
    """Both players agree on their totals."""

    totals: Totals


class ReportDiscrepancy(Asked, frozen=True, tag="report-discrepancy", kw_only=True):
    """``seat`` has other totals written down than the record."""

    seat: Seat
    written: Totals


class ApplyPenalty(Asked, frozen=True, tag="apply-penalty", kw_only=True):
    """Take ``amount`` of ``unit`` from ``seat``; fields as in ``PenaltyApplied``."""

    seat: Seat
    unit: str
    amount: int
    reason: str
    clause: str = ""


class ApplyCredit(Asked, frozen=True, tag="apply-credit", kw_only=True):
    """Give ``amount`` of ``unit`` to ``seat``; fields as in ``CreditApplied``."""

    seat: Seat
    unit: str
    amount: int
    reason: str
    clause: str = ""


def correct_score(sheet: Sheet, asked: CorrectScore, entry: Entry) -> Decision:
    """Put the score of a turn right; the tiles stay (F-03).

    Raises:
      Refusal: ``result-final``, ``no-such-entry`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    _must_have_reason(asked.reason)
    stands = {item.event.originator_version: item.fact for item in standing(sheet.events)}
    fact = stands.get(asked.version)
    if not isinstance(fact, PlayRecorded | TurnMissed):
        raise _no_such_entry(asked.version, "a turn with a score")
    return Decision(
        (
            ScoreCorrected(
                supersedes=asked.version,
                was=fact.announced,
                now=asked.now,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        )
    )


def correct_entry(sheet: Sheet, asked: CorrectEntry, entry: Entry) -> Decision:
    """Put another entry in the place of a wrong one; later turns stay as entered.

    Raises:
      Refusal: ``result-final``, ``no-such-entry`` or ``unreadable-request``.
    """
    must_not_be_final(sheet, entry)
    _must_have_reason(asked.reason)
    correctable = {item.event.originator_version for item in standing(sheet.events)[1:]}
    if asked.version not in correctable:
        raise _no_such_entry(asked.version, "an entry that can be corrected")
    replacement = asked.replacement
    if isinstance(replacement, PlayRecorded):
        replacement = rescored(sheet, asked.version, replacement)
    return Decision(
        (
            EntryCorrected(
                supersedes=asked.version,
                replacement=replacement,
                reason=asked.reason,
                approved_by=asked.approved_by,
            ),
        )
    )


def agree_totals(sheet: Sheet, asked: AgreeTotals, entry: Entry) -> Decision:
    """Write down that both players agree on their totals (D-17)."""
    must_not_be_final(sheet, entry)
    return Decision((CumulativeAgreed(totals=asked.totals),))


def report_discrepancy(sheet: Sheet, asked: ReportDiscrepancy, entry: Entry) -> Decision:
    """Write down that a player's totals differ from the record (F-02: for staff to see)."""
    must_not_be_final(sheet, entry)
    return Decision((DiscrepancyFound(seat=asked.seat, written=asked.written),))


def apply_penalty(sheet: Sheet, asked: ApplyPenalty, entry: Entry) -> Decision:
    """Take points, spread, time or a turn, which takes a ruling.

    Raises:
      Refusal: ``needs-ruling`` or ``unreadable-request``.
    """
    _must_be_ruled(asked.unit, asked.amount, "penalty", entry)
    return Decision(
        (
            PenaltyApplied(
                seat=asked.seat,
                unit=asked.unit,
                amount=asked.amount,
                reason=asked.reason,
                clause=asked.clause,
            ),
        )
    )


def apply_credit(sheet: Sheet, asked: ApplyCredit, entry: Entry) -> Decision:
    """Give points, spread, time or a turn, which takes a ruling.

    Raises:
      Refusal: ``needs-ruling`` or ``unreadable-request``.
    """
    _must_be_ruled(asked.unit, asked.amount, "credit", entry)
    return Decision(
        (
            CreditApplied(
                seat=asked.seat,
                unit=asked.unit,
                amount=asked.amount,
                reason=asked.reason,
                clause=asked.clause,
            ),
        )
    )


def _must_be_ruled(unit: str, amount: int, what: str, entry: Entry) -> None:
    if unit not in UNITS or amount < 1:
        raise Refusal(
            "unreadable-request",
            f"A {what} of {amount} {unit} makes no sense.",
            f"Enter a whole number above zero of {', '.join(UNITS)}.",
        )
    entry.unless_ruled(
        Refusal(
            "needs-ruling",
            f"A {what} takes a director's ruling.",
            "Open a case, rule with a citation, and enter it under that case.",
        )
    )


def _must_have_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal(
            "unreadable-request",
            "A correction needs a reason.",
            "Write in a few words what was wrong.",
        )


def _no_such_entry(version: int, wanted: str) -> Refusal:
    return Refusal(
        "no-such-entry",
        f"Entry {version} of this game is not {wanted}.",
        "Choose the line on the sheet and correct that.",
    )


DECISIONS: dict[type[Asked], Decide] = {
    CorrectScore: correct_score,
    CorrectEntry: correct_entry,
    AgreeTotals: agree_totals,
    ReportDiscrepancy: report_discrepancy,
    ApplyPenalty: apply_penalty,
    ApplyCredit: apply_credit,
}
