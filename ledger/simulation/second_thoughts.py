"""What people think of once a made-up game is over: totals that differ, results amended."""

from __future__ import annotations

from ledger.game.play.results.amendments import AmendResult, AskAmendment, ReopenResult
from ledger.game.play.scores.agreeing import AgreeTotals, ReportDiscrepancy
from ledger.simulation.signing import agreement
from ledger.simulation.table import Table
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
    """A signed result turns out wrong; both sign for what it should be, or the director rules."""
    first, second = table.sheet.stands
    now = (first, Points(second + table.random.choice((-5, 1, 12))))
    if not table.clerk.ask(AskAmendment(seat=Seat.SECOND, reason="recounted at home", now=now)):
        return
    for seat in Seat:
        if table.sheet.result.amending is not None and table.chance(0.8):
            table.clerk.ask(agreement(table.sheet, seat, "stroke"))
    if table.sheet.result.amending is not None:
        over = table.chance(0.3)
        asked = AmendResult(now=now, reason="recounted", last_round_over=over)
        table.clerk.insist(asked, "the scores are amended")


def reopened(table: Table) -> None:
    """The director sets the signatures aside."""
    table.clerk.insist(ReopenResult(reason="a turn was not scored"), "reopened")
