"""Made-up players sign for what they are shown: a tablet would send its digest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ledger.asking.asked import Asked
from ledger.game.play.results.amendments import SignAmendment
from ledger.game.play.results.signing import SignResult
from ledger.game.sheet import Sheet
from ledger.game.sheet.shown_result import digest, digest_shown, shown_amendment
from ledger.record.kept_words import KeptWords
from ledger.simulation.drawn import drawn_by
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import SignedHow

if TYPE_CHECKING:
    from ledger.simulation.table import Table


def signature(sheet: Sheet, seat: Seat, how: SignedHow) -> SignResult:
    """The signature of ``seat`` for the result as it stands."""
    words = drawn_by(sheet.id, seat, sheet.version).digest if how == "stroke" else ""
    shown = digest_shown(sheet, seat)
    return SignResult(seat=seat, totals=sheet.stands, how=how, shown=shown, words=words)


def agreement(sheet: Sheet, seat: Seat, how: SignedHow) -> SignAmendment:
    """The signature of ``seat`` for the amendment asked for.

    Raises:
      ValueError: none is asked for that says what the scores should be.
    """
    petition = sheet.result.amending
    if petition is None or petition.now is None:
        raise ValueError("no amendment is asked for")
    text = shown_amendment(sheet, seat, petition.now, petition.reason)
    words = drawn_by(sheet.id, seat, sheet.version).digest
    return SignAmendment(seat=seat, totals=petition.now, how=how, shown=digest(text), words=words)


def kept_with(asked: Asked, sheet: Sheet) -> tuple[KeptWords, ...]:
    """What is kept beside a request: of a signature by hand, what the hand drew."""
    if not isinstance(asked, SignResult | SignAmendment) or not asked.words:
        return ()
    # It was drawn before, where something else had to be written first.
    for version in range(sheet.version, 0, -1):
        kept = drawn_by(sheet.id, asked.seat, version)
        if kept.digest == asked.words:
            return (kept,)
    return ()


def seen_by_signer(
    asked: type[Asked], answers: Mapping[str, Any], table: Table
) -> dict[str, object]:
    """What a request for a signature holds that nobody is asked for."""
    if asked not in (SignResult, SignAmendment):
        return {}
    seat, sheet = Seat(answers["seat"]), table.sheet
    if asked is SignResult:
        signed: Asked = signature(sheet, seat, "stroke")
    elif sheet.result.amending is None or sheet.result.amending.now is None:
        nothing = drawn_by(sheet.id, seat, sheet.version).digest
        return {"shown": nothing, "words": nothing}
    else:
        signed = agreement(sheet, seat, "stroke")
    names = [name for name in ("totals", "shown", "words") if hasattr(signed, name)]
    return {name: getattr(signed, name) for name in names}
