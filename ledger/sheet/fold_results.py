"""What the life of the result slip does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.facts.results import (
    AmendmentAsked,
    ResultAmended,
    ResultHandedIn,
    ResultProposed,
    ResultReopened,
    ResultSigned,
)
from ledger.sheet.effective import Standing
from ledger.sheet.fold import Folds
from ledger.sheet.sheet import Sheet
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


FOLDS: Folds = {
    ResultProposed: _proposed,
    ResultSigned: _signed,
    ResultHandedIn: _handed_in,
    AmendmentAsked: _asked,
    ResultAmended: _amended,
    ResultReopened: _reopened,
}
