"""Made-up players sign for what they are shown: a tablet would send its digest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.asking.asked import Asked
from ledger.game.play.results.amendments import SignAmendment
from ledger.game.play.results.signing import SignResult
from ledger.game.sheet import Sheet
from ledger.game.sheet.shown_result import digest, digest_shown, shown_amendment
from ledger.simulation.table import Table
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import SignedHow

STROKES = "5" * 64
"""Digest of a hand that never was."""


def signature(sheet: Sheet, seat: Seat, how: SignedHow) -> SignResult:
    """The signature of ``seat`` for the result as it stands."""
    return SignResult(seat=seat, totals=sheet.stands, how=how, shown=digest_shown(sheet, seat))


def agreement(sheet: Sheet, seat: Seat, how: SignedHow) -> SignAmendment:
    """The signature of ``seat`` for the amendment asked for.

    Raises:
      ValueError: none is asked for that says what the scores should be.
    """
    petition = sheet.result.amending
    if petition is None or petition.now is None:
        raise ValueError("no amendment is asked for")
    text = shown_amendment(sheet, seat, petition.now, petition.reason)
    return SignAmendment(seat=seat, totals=petition.now, how=how, shown=digest(text), words=STROKES)


def seen_by_signer(
    asked: type[Asked], answers: Mapping[str, Any], table: Table
) -> dict[str, object]:
    """What a request for a signature holds that nobody is asked for."""
    if asked not in (SignResult, SignAmendment):
        return {}
    seat, sheet = Seat(answers["seat"]), table.sheet
    if asked is SignResult:
        signed: Asked = signature(sheet, seat, "pin")
    elif sheet.result.amending is None or sheet.result.amending.now is None:
        return {"shown": STROKES, "words": STROKES}
    else:
        signed = agreement(sheet, seat, "pin")
    names = [name for name in ("totals", "shown", "words") if hasattr(signed, name)]
    return {name: getattr(signed, name) for name in names}
