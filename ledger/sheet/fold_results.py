"""What the life of the result slip does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.facts.results import (
    AmendmentAsked,
    AmendmentRefused,
    RecordsDiffer,
    RecordsSettled,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultSigned,
    SetGathered,
    TallySheetSigned,
)
from ledger.sheet.fold import Folds
from ledger.sheet.sheet import Sheet
from ledger.sheet.standing import Standing
from ledger.vocabulary import Totals


def _proposed(sheet: Sheet, fact: ResultProposed, entry: Standing) -> Sheet:
    return replace(sheet, proposed=fact.totals, signatures=_for(sheet, fact.totals))


def _for(sheet: Sheet, totals: Totals) -> tuple[ResultSigned, ...]:
    """The signatures given for ``totals``: one for other scores does not make these final."""
    return tuple(signature for signature in sheet.signatures if signature.totals == totals)


def _signed(sheet: Sheet, fact: ResultSigned, entry: Standing) -> Sheet:
    others = (other for other in _for(sheet, fact.totals) if other.seat is not fact.seat)
    return replace(sheet, signatures=(*others, fact), proposed=fact.totals)


def _handed_in(sheet: Sheet, fact: ResultHandedIn, entry: Standing) -> Sheet:
    return replace(sheet, handed_in=fact.seat)


def _asked(sheet: Sheet, fact: AmendmentAsked, entry: Standing) -> Sheet:
    return replace(sheet, amendment_asked=fact.reason)


def _amended(sheet: Sheet, fact: ResultAmended, entry: Standing) -> Sheet:
    return replace(sheet, amended=fact.now, amendment_asked="")


def _reopened(sheet: Sheet, fact: ResultReopened, entry: Standing) -> Sheet:
    return replace(
        sheet, signatures=(), proposed=None, amended=None, handed_in=None, amendment_asked=""
    )


def _amendment_refused(sheet: Sheet, fact: AmendmentRefused, entry: Standing) -> Sheet:
    return replace(sheet, amendment_asked="")


def _tally_signed(sheet: Sheet, fact: TallySheetSigned, entry: Standing) -> Sheet:
    others = tuple(one for one in sheet.tally if one.seat is not fact.seat)
    return replace(sheet, tally=(*others, fact))


def _papers_differ(sheet: Sheet, fact: RecordsDiffer, entry: Standing) -> Sheet:
    return replace(sheet, records_differ=fact)


def _papers_settled(sheet: Sheet, fact: RecordsSettled, entry: Standing) -> Sheet:
    """What was found holds where it is not what the record adds up to."""
    recorded = sheet.final or sheet.totals
    amended = sheet.amended if fact.totals == recorded else fact.totals
    return replace(sheet, records_differ=None, amended=amended)


def _gathered(sheet: Sheet, fact: SetGathered, entry: Standing) -> Sheet:
    return replace(sheet, gathered=fact)


FOLDS: Folds = {
    AmendmentRefused: _amendment_refused,
    TallySheetSigned: _tally_signed,
    RecordsDiffer: _papers_differ,
    RecordsSettled: _papers_settled,
    SetGathered: _gathered,
    ResultProposed: _proposed,
    ResultSigned: _signed,
    ResultHandedIn: _handed_in,
    AmendmentAsked: _asked,
    ResultAmended: _amended,
    ResultReopened: _reopened,
}
