"""Changing a signed result, and who signs. Cases R4-R8, Y83-Y85."""

from __future__ import annotations

import pytest

from ledger.game.results.amending import may_amend
from ledger.rulebook import load
from ledger.rulebook.limits import signing

WAS = (400, 390)
RIGHT = (410, 390)
SWAPPED = (390, 400)
EVEN = (400, 400)


def permission(book, now=RIGHT, handed_in=False, agreed=False, director=False, over=False):
    return may_amend(now, WAS, handed_in, agreed, director, over, load(book))


@pytest.mark.clause("wespa-1.0 5.4.1(b)")
@pytest.mark.clause("wespa-4.0 5.4.1(a)")
@pytest.mark.clause("wespa-5.1 5.4.1(a)")
@pytest.mark.parametrize("book", ["wespa-1.0", "wespa-4.0", "wespa-5.1"])
def test_wc_R4_Y83_before_it_is_handed_in_both_players_may_change_it(book):
    answer = permission(book, agreed=True)

    assert (answer.allowed, answer.kind) == (True, "agreed-before-hand-in")
    assert not permission(book, agreed=False).allowed
    assert not permission(book, agreed=False, director=True).allowed


@pytest.mark.clause("wespa-1.0 5.4.1(c)")
def test_wc_R5_once_handed_in_both_petition_and_the_director_permits():
    allowed = permission("wespa-1.0", handed_in=True, agreed=True, director=True)

    assert (allowed.allowed, allowed.kind) == (True, "agreed-with-director")
    assert allowed.clause == "wespa-1.0 5.4.1(c)"
    assert not permission("wespa-1.0", handed_in=True, agreed=True).allowed
    assert not permission("wespa-1.0", handed_in=True).allowed


@pytest.mark.clause("wespa-1.0 5.4.1(d)")
def test_wc_R6_the_director_may_override_an_unfair_refusal():
    answer = permission("wespa-1.0", handed_in=True, agreed=False, director=True)

    assert (answer.allowed, answer.kind, answer.clause) == (True, "ruling", "wespa-1.0 5.4.1(d)")


@pytest.mark.clause("nsa-1998 VII.H*")
@pytest.mark.parametrize("handed_in", [False, True])
@pytest.mark.parametrize(("agreed", "director", "over", "allowed"), [
    pytest.param(True, True, False, True, id="R7"),
    pytest.param(True, True, True, False, id="R8"),
    pytest.param(True, True, None, False, id="last-round-not-known"),
    pytest.param(True, False, False, False, id="no-director"),
    pytest.param(False, True, False, False, id="one-player-disagrees"),
])  # fmt: skip
def test_wc_R7_R8_the_director_may_with_both_until_the_last_round_is_over(
    agreed, director, over, allowed, handed_in
):
    answer = permission(
        "nsa-1998", handed_in=handed_in, agreed=agreed, director=director, over=over
    )

    assert answer.allowed is allowed
    assert not allowed or answer.kind == "agreed-with-director"


@pytest.mark.clause("wespa-4.0 5.4.1(b)")
@pytest.mark.clause("wespa-5.1 5.4.1(b)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_wc_Y84_once_handed_in_a_forgotten_penalty_stays_forgotten(book):
    answer = permission(book, handed_in=True, agreed=True, director=True)

    assert (answer.allowed, answer.kind) == (False, "ruling")


@pytest.mark.clause("wespa-4.0 5.4.1(b)")
@pytest.mark.clause("wespa-5.1 5.4.1(b)")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
@pytest.mark.parametrize("agreed", [False, True])
def test_wc_Y85_scores_the_wrong_way_round_are_swapped_by_the_director(agreed, book):
    answer = permission(book, SWAPPED, handed_in=True, agreed=agreed, director=True)

    assert (answer.allowed, answer.kind, answer.clause) == (True, "swapped", f"{book} 5.4.1(b)")
    assert not permission(book, SWAPPED, handed_in=True, agreed=agreed).allowed


@pytest.mark.parametrize("handed_in", [False, True])
def test_where_the_book_is_silent_only_a_ruling_changes_it(handed_in):
    answer = permission("wsc-2003", handed_in=handed_in, agreed=True, director=True)

    assert (answer.allowed, answer.kind, answer.clause) == (False, "ruling", "wsc-2003 14.7")


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998"])
def test_a_change_that_changes_nothing_is_none(book):
    assert not permission(book, WAS, agreed=True, director=True).allowed


@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])
def test_an_even_score_is_not_a_swap(book):
    assert not permission(book, EVEN, handed_in=True, director=True).allowed


@pytest.mark.clause("wespa-4.0 5.4.1")
@pytest.mark.clause("wespa-5.1 5.4.1")
@pytest.mark.clause("wespa-1.0 5.4.1(a)")
@pytest.mark.clause("wsc-2003 3.2")
@pytest.mark.clause("nsa-1998 VII.F")
@pytest.mark.parametrize(("book", "who"), [
    ("wespa-4.0", "both-on-one-slip"),
    ("wespa-5.1", "both-on-one-slip"),
    ("wespa-1.0", "both-on-one-slip"),
    ("wsc-2003", "both-on-one-slip"),
    ("nsa-1998", "each-on-the-others-card"),
])  # fmt: skip
def test_who_signs_what(book, who):
    told = signing(load(book))

    assert told.who == who
    assert told.words.endswith(".")
    assert told.clause.startswith(book)


@pytest.mark.clause("wespa-4.0 3.5(d)")
@pytest.mark.clause("wespa-1.0 3.5(d)")
@pytest.mark.clause("wsc-2003 3.2")
@pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003"])
def test_wc_R10_until_both_have_signed_an_error_may_be_corrected(book):
    assert load(book).signing.scores_correctable_until.known() == "both-signed"
