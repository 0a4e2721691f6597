"""The papers of a result: tally sheets, cards that differ, the set left for counting."""

from __future__ import annotations

from ledger.asking.asked import (
    Asked,
    Decision,
)
from ledger.asking.permission import DIRECTORS, STAFF
from ledger.game.facts.results import (
    AmendmentRefused,
    RecordsDiffer,
    RecordsSettled,
    SetGathered,
    TallySheetSigned,
)
from ledger.game.play.entry import (
    Entry,
    decides,
)
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat, Totals, remarks
from ledger.vocabulary.closed_lists import Layout, PapersBasis, TallyHow


class SignTallySheet(Asked, frozen=True, tag="sign-tally-sheet", kw_only=True):
    """``seat`` signed or initialled the tally sheet; fields as in ``TallySheetSigned``."""

    seat: Seat
    totals: Totals
    how: TallyHow = "signature"


class ReportPapersDiffer(Asked, frozen=True, tag="report-papers-differ", kw_only=True):
    """The players' papers tell the result differently; fields as in ``RecordsDiffer``."""

    of_first: Totals
    of_second: Totals


class SettlePapers(Asked, frozen=True, tag="settle-papers", kw_only=True):
    """The director found what holds.

    Attributes:
      basis: ``tally-sheet``, ``evidence`` or ``ruling``.
      totals: the scores that hold; left out for the tally sheet, which says them.
    """

    basis: PapersBasis
    totals: Totals | None = None
    note: str = ""


class GatherSet(Asked, frozen=True, tag="gather-set", kw_only=True):
    """The tiles were left for counting; fields as in ``SetGathered``."""

    complete: bool
    layout: Layout = ""
    tiles: int | None = None
    note: str = ""


class RefuseAmendment(Asked, frozen=True, tag="refuse-amendment", kw_only=True):
    """The director does not grant the petition for an amendment."""

    reason: str


@decides(SignTallySheet, may=STAFF)
def sign_tally_sheet(sheet: Sheet, asked: SignTallySheet, entry: Entry) -> Decision:
    """Write a signature on the tally sheet down, whatever scores it was given for (Q-06)."""
    entry.must(
        asked.how in ("signature", "initials"), "unreadable-request/tally-sheet", how=asked.how
    )
    entry.must_unless_ruled(sheet.ended, "not-over/tally-sheet")
    noticed = () if asked.totals == sheet.stands else (remarks.TALLY_DIFFERS,)
    return Decision(
        (TallySheetSigned(seat=asked.seat, totals=asked.totals, how=asked.how),), noticed
    )


@decides(ReportPapersDiffer, may=STAFF)
def report_papers_differ(sheet: Sheet, asked: ReportPapersDiffer, entry: Entry) -> Decision:
    """Write down that two papers of one result differ."""
    entry.must(asked.of_first != asked.of_second, "unreadable-request/papers-agree")
    return Decision((RecordsDiffer(of_first=asked.of_first, of_second=asked.of_second),))


@decides(SettlePapers, may=DIRECTORS)
def settle_papers(sheet: Sheet, asked: SettlePapers, entry: Entry) -> Decision:
    """Write down what holds. Where the director found too little, a tally sheet may decide."""
    entry.must_unless_ruled(sheet.result.records_differ is not None, "papers-agree")
    signed = (
        {one.totals for one in sheet.result.tally}
        if len(sheet.result.tally) == len(Seat)
        else set()
    )
    by_tally = asked.basis == "tally-sheet"
    totals = next(iter(signed)) if by_tally and len(signed) == 1 else asked.totals
    if totals is None:
        raise entry.refusal("unreadable-request/what-holds")
    differ = entry.rules.signing.records_differ
    entry.must_unless_ruled(
        by_tally and signed == {totals} and differ.value == "director-then-tally-sheet",
        "needs-ruling/papers-differ",
    )
    return Decision((RecordsSettled(totals=totals, basis=asked.basis, note=asked.note),))


@decides(GatherSet, may=STAFF)
def gather_set(sheet: Sheet, asked: GatherSet, entry: Entry) -> Decision:
    """Write down that the tiles were left for counting, or that some are missing (Q-08)."""
    noticed = () if asked.complete else (remarks.SET_INCOMPLETE,)
    return Decision(
        (
            SetGathered(
                complete=asked.complete, layout=asked.layout, tiles=asked.tiles, note=asked.note
            ),
        ),
        noticed,
    )


@decides(RefuseAmendment, may=DIRECTORS)
def refuse_amendment(sheet: Sheet, asked: RefuseAmendment, entry: Entry) -> Decision:
    """Write down that a petition was not granted, and why; both players are to know (Q-04)."""
    entry.must_unless_ruled(sheet.amendment_asked, "nothing-petitioned")
    return Decision((AmendmentRefused(reason=asked.reason),), (remarks.TELL_BOTH_PLAYERS,))
