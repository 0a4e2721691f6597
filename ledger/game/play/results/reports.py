"""Results that players tell on their own phones, where the organiser lets them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import AT_THE_RESULTS
from ledger.game.facts.results import ResultReported
from ledger.game.play.entry import Entry, decides
from ledger.game.play.results.comparing import as_paired, reports_differ, scores_in_words
from ledger.game.play.results.slips import LEAST, MOST, Score, are_usual
from ledger.game.sheet.on_paper import ends_on_paper
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat

MOST_REPORTS = 5
"""So often one player may tell a result: people mistype, and nobody should fill a record."""


class ReportResult(Asked, frozen=True, tag="report-result", kw_only=True):
    """A player tells the result, under the badge of who lets players do so.

    Attributes:
      player: 1 or 2, in the order of the pairing.
      scores: of both, in that order.
      sure: scores that hardly ever happen are meant.
    """

    player: Annotated[int, Meta(ge=1, le=2)]
    scores: tuple[Score, Score]
    sure: bool = False


@decides(ReportResult, may=AT_THE_RESULTS)
def report_result(sheet: Sheet, asked: ReportResult, entry: Entry) -> Decision:
    """Write down what a player told. Where the other told something else, the papers differ.

    Raises:
      Refusal: ``impossible-scores``, ``unlikely-slip``, ``result-is-in``, ``round-is-closed`` or
        ``told-often``.
    """
    one, two = asked.scores
    possible = LEAST <= one <= MOST and LEAST <= two <= MOST
    says = scores_in_words(asked.scores)
    entry.must(possible, "impossible-scores", scores=says)
    entry.must(ends_on_paper(sheet) and not sheet.turn_count, "result-is-in")
    entry.must(not entry.round_closed(), "round-is-closed")
    likely = one != two and are_usual(asked.scores)  # one score twice: a field typed wrong
    entry.must(asked.sure or likely, "unlikely-slip/scores", scores=says)
    seat = Seat.FIRST if (asked.player == 1) == (sheet.starter == 0) else Seat.SECOND
    told = [e.fact for e in sheet.events if isinstance(e.fact, ResultReported)]
    entry.must(sum(fact.seat is seat for fact in told) < MOST_REPORTS, "told-often")
    report = ResultReported(seat=seat, totals=as_paired(sheet, (Points(one), Points(two))))
    return Decision((report, *reports_differ(sheet, report)))
