"""Results that players tell on their own phones, where the organiser lets them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ledger.asking.asked import Asked, Decision
from ledger.asking.permission import AT_THE_RESULTS
from ledger.game.facts.results import RecordsDiffer, ResultReported
from ledger.game.play.entry import Entry, decides
from ledger.game.play.results.slips import LEAST, MOST, Score
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
    """

    player: Annotated[int, Meta(ge=1, le=2)]
    scores: tuple[Score, Score]


@decides(ReportResult, may=AT_THE_RESULTS)
def report_result(sheet: Sheet, asked: ReportResult, entry: Entry) -> Decision:
    """Write down what a player told. Where the other told something else, the papers differ.

    Raises:
      Refusal: ``impossible-scores``, ``result-is-in``, ``round-is-closed`` or ``told-often``.
    """
    one, two = asked.scores
    possible = LEAST <= one <= MOST and LEAST <= two <= MOST
    entry.must(possible, "impossible-scores", scores=f"{one} – {two}")
    entry.must(ends_on_paper(sheet) and not sheet.turn_count, "result-is-in")
    entry.must(not entry.round_closed(), "round-is-closed")
    first = sheet.starter == 0
    seat = Seat.FIRST if (asked.player == 1) is first else Seat.SECOND
    totals = (Points(one), Points(two)) if first else (Points(two), Points(one))
    told = [e.fact for e in sheet.events if isinstance(e.fact, ResultReported)]
    entry.must(sum(fact.seat is seat for fact in told) < MOST_REPORTS, "told-often")
    report = ResultReported(seat=seat, totals=totals)
    others = [fact.totals for fact in sheet.result.reported if fact.seat is not seat]
    if others and others[0] != totals:
        of = (totals, others[0]) if seat is Seat.FIRST else (others[0], totals)
        return Decision((report, RecordsDiffer(of_first=of[0], of_second=of[1])))
    return Decision((report,))
