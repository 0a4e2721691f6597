"""A signature of the wrong person is taken back before the slip is in; nothing is rewritten."""

from __future__ import annotations

import pytest

from ledger.game.endings.facts import GameEnded, UnplayedTilesCounted
from ledger.game.results.amending import AskAmendment
from ledger.game.results.facts import ResultSigned
from ledger.game.results.signatures import signatures_view
from ledger.game.results.signing import HandIn, ProposeResult, TakeBackSignature
from ledger.game.sheet.folding import replay
from ledger.vocabulary import Role, Seat
from tests.desks import agreement, signature
from tests.tabletop import FIVE, A, B, Tabletop

pytestmark = pytest.mark.found("TB-5")
AGREED = {"reason": "that was not Bob", "approved_by": "both players"}


@pytest.fixture(params=FIVE)
def table(request):
    """A game that is over and proposed; ``B``'s place was signed by somebody else."""
    table = Tabletop(request.param)
    table.play(A, "8D", "WINDY")
    counted = UnplayedTilesCounted(racks=("-", "-"), adjustments=(0, 0), mode="own")
    table.write(GameEnded(cause="round-ended"), counted)
    table.enter(ProposeResult())
    table.enter(signature(table.sheet, B))
    return table


def test_it_counts_no_more_and_its_player_signs(table):
    signed = len(table.sheet.events)
    table.enter(TakeBackSignature(seat=B, **AGREED))

    assert table.sheet.signed_by == ()
    assert signatures_view(table.sheet) == ()
    assert isinstance(table.sheet.events[signed - 1].fact, ResultSigned)  # it stays on record
    assert table.sheet.events[-1].fact.reason == "that was not Bob"
    assert replay(table.sheet.events) == table.sheet
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    assert table.sheet.is_signed


def test_the_other_player_s_stays(table):
    table.enter(signature(table.sheet, A))
    table.enter(TakeBackSignature(seat=B, **AGREED), role=Role.DIRECTOR)

    assert table.sheet.signed_by == (A,)
    assert not table.sheet.is_final
    table.enter(signature(table.sheet, B))
    assert table.sheet.is_final


@pytest.mark.parametrize("seat", [A, B, None])
def test_once_both_signed_only_the_director_takes_one_or_both_back(table, seat):
    table.enter(signature(table.sheet, A))
    request = TakeBackSignature(seat=seat, **AGREED)

    assert table.refused(request).code == "signed-by-both"
    table.enter(request, role=Role.DIRECTOR)
    assert table.sheet.signed_by == {A: (B,), B: (A,), None: ()}[seat]


def test_once_the_slip_is_in_none_is_taken_back_without_a_ruling(table):
    table.enter(signature(table.sheet, A))
    table.enter(HandIn(seat=A))
    request = TakeBackSignature(seat=B, **AGREED)

    refused = table.refused(request)
    assert refused.code == "signature-handed-in"
    assert table.refused(request, role=Role.DIRECTOR).code == "signature-handed-in"


def test_a_signature_that_is_not_there_is_not_taken_back(table):
    refused = table.refused(TakeBackSignature(seat=A, **AGREED))
    assert (refused.code, refused.what) == ("no-signature", "Ann has not signed for this result.")
    assert table.refused(TakeBackSignature(seat=B, reason=" ", approved_by="D1")).code == (
        "unreadable-request"
    )


def test_one_for_an_amendment_is_taken_back_and_what_was_signed_before_stands():
    table = Tabletop("wespa-5.1")
    counted = UnplayedTilesCounted(racks=("-", "-"), adjustments=(0, 0), mode="own")
    table.write(GameEnded(cause="round-ended"), counted)
    table.enter(ProposeResult())
    for seat in Seat:
        table.enter(signature(table.sheet, seat))
    table.enter(AskAmendment(seat=A, reason="added up wrong", now=(5, 0)))
    table.enter(agreement(table.sheet, B))
    assert len(table.sheet.result.amending.signatures) == 1

    table.enter(TakeBackSignature(seat=B, **AGREED))

    assert table.sheet.result.amending.signatures == ()
    assert table.sheet.is_signed
