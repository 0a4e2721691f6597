"""Resigning. Cases R1-R3, Y81, Y82."""

from __future__ import annotations

import pytest

from ledger.game.endings.requests import accept_improper_margin, resignation_margin
from ledger.rulebook import load
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

WESPA = ("wespa-4.0", "wespa-5.1", "wespa-1.0")


@pytest.mark.clause("wespa-4.0 5.7(c)")
@pytest.mark.clause("wespa-5.1 5.7(c)")
@pytest.mark.clause("wespa-1.0 5.7(c)(i)")
@pytest.mark.clause("wespa-1.0 5.7(c)(ii)")
@pytest.mark.parametrize("book", WESPA)
@pytest.mark.parametrize("resigner", Seat)
@pytest.mark.parametrize(("lead", "margin"), [
    pytest.param(80, 130, id="R1-Y81"),
    pytest.param(-120, 50, id="R2-behind-120"),
    pytest.param(-10, 50, id="R2-behind-10"),
    pytest.param(0, 50, id="R2-level"),
    pytest.param(1, 51, id="R2-ahead-1"),
])  # fmt: skip
def test_wc_R1_R2_Y81_the_opponent_wins_by_the_lead_and_fifty_or_by_fifty(
    lead, margin, resigner, book
):
    totals = (300, 300 + lead) if resigner is Seat.FIRST else (300 + lead, 300)

    assert resignation_margin(totals, resigner, True, load(book)) == margin


@pytest.mark.clause("wespa-4.0 5.7(d)")
@pytest.mark.parametrize("book", WESPA)
def test_wc_R3_Y82_the_director_sets_the_margin_of_an_improper_resignation(book):
    assert resignation_margin((300, 380), Seat.FIRST, False, load(book)) is None


@pytest.mark.clause("wespa-1.0 5.7(d)")
def test_wc_R3_it_is_not_less_than_that_of_a_proper_one():
    rules = load("wespa-1.0")

    with pytest.raises(Refusal) as refusal:
        accept_improper_margin(129, (300, 380), Seat.FIRST, rules)

    assert refusal.value.code == "margin-below-the-rule"
    assert "130" in str(refusal.value)
    assert accept_improper_margin(130, (300, 380), Seat.FIRST, rules) == 130


@pytest.mark.clause("wespa-4.0 5.7(d)")
@pytest.mark.clause("wespa-5.1 5.7(d)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_wc_Y82_no_least_margin_is_stated(book):
    assert accept_improper_margin(60, (300, 380), Seat.FIRST, load(book)) == 60


@pytest.mark.parametrize("proper", [True, False])
@pytest.mark.parametrize("book", ["wsc-2003", "nsa-1998"])
def test_where_the_book_has_no_resigning_the_director_is_asked(book, proper):
    with pytest.raises(Refusal) as refusal:
        resignation_margin((300, 380), Seat.FIRST, proper, load(book))

    assert refusal.value.code == "rulebook-silent"
