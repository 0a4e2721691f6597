"""What people think of once a made-up game is over: totals that differ, results amended."""

from __future__ import annotations

from ledger.decisions.amendments import AmendResult, AskAmendment, ReopenResult
from ledger.decisions.scores import AgreeTotals, ReportDiscrepancy
from ledger.simulating.table import Table
from ledger.vocabulary import Points, Seat


def totals_compared(table: Table) -> None:
    """The players compare their totals; as a rule they agree."""
    first, second = table.sheet.totals
    if table.chance(0.7):
        table.clerk.ask(AgreeTotals(totals=(first, second)))
        return
    table.irregular("totals differ")
    written = (Points(first + 10), second)
    table.clerk.ask(ReportDiscrepancy(seat=Seat.FIRST, written=written))


def amended(table: Table) -> None:
    """A signed result turns out wrong; both agree to amend it, or the director must."""
    first, second = table.sheet.final or table.sheet.totals
    table.clerk.ask(AskAmendment(seat=Seat.SECOND, reason="recounted at home"))
    now = (first, Points(second + table.random.choice((-5, 1, 12))))
    agreed = ("first", "second") if table.chance(0.7) else ("second",)
    asked = AmendResult(
        now=now, reason="recounted", agreed_by=agreed, last_round_over=table.chance(0.3)
    )
    table.clerk.insist(asked, "the scores are amended")


def reopened(table: Table) -> None:
    """The director sets the signatures aside."""
    table.clerk.insist(ReopenResult(reason="a turn was not scored"), "reopened")
