"""The tiles left. Cases E1-E3, E4, E6, E9, Y73, Y96, Y98."""

from __future__ import annotations

import pytest

from ledger.game.endings.requests import unplayed_tiles
from ledger.rulebook import in_force, load
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

ALL = ("wespa-4.0", "wespa-5.1", "wespa-1.0", "wsc-2003", "nsa-1998")
SINGLE, DOUBLE = [("unplayed-tiles", "single")], [("unplayed-tiles", "double")]


@pytest.mark.clause("wespa-4.0 5.1.4(a)(i)")
@pytest.mark.clause("wespa-4.0 5.1.4(a)(ii)")
@pytest.mark.clause("wespa-5.1 5.1.4(a)(i)")
@pytest.mark.clause("wespa-5.1 5.1.4(a)(ii)")
@pytest.mark.clause("wespa-1.0 5.1.4(a)")
@pytest.mark.clause("wespa-1.0 5.1.4(b)")
@pytest.mark.clause("wsc-2003 13.2")
@pytest.mark.clause("nsa-1998 VII.C")
@pytest.mark.parametrize(("book", "options", "left", "adjustments", "clause"), [
    pytest.param("wespa-1.0", SINGLE, 11, (11, -11), "5.1.4(a)", id="E1-wespa-1.0-a"),
    pytest.param("wespa-1.0", DOUBLE, 11, (22, 0), "5.1.4(b)", id="E1-wespa-1.0-b"),
    pytest.param("wsc-2003", [], 11, (22, 0), "13.2", id="E1-wsc"),
    pytest.param("nsa-1998", [], 11, (22, 0), "VII.C", id="E1-nsa"),
    pytest.param("wespa-4.0", [], 11, (22, 0), "5.1.4(a)(i)", id="E1-Y73-wespa-4.0-i"),
    pytest.param("wespa-5.1", [], 11, (22, 0), "5.1.4(a)(i)", id="E1-Y73-wespa-5.1-i"),
    pytest.param("wespa-4.0", SINGLE, 11, (11, -11), "5.1.4(a)(ii)", id="E1-Y73-wespa-4.0-ii"),
    pytest.param("wespa-1.0", SINGLE, 9, (9, -9), "5.1.4(a)", id="E2-wespa-1.0"),
    pytest.param("wespa-4.0", SINGLE, 9, (9, -9), "5.1.4(a)(ii)", id="E2-wespa-4.0"),
    pytest.param("wsc-2003", [], 0, (0, 0), "13.2", id="E3-wsc"),
    pytest.param("wespa-1.0", SINGLE, 0, (0, 0), "5.1.4(a)", id="E3-wespa-1.0"),
])  # fmt: skip
@pytest.mark.parametrize("out", Seat)
def test_wc_E1_E3_Y73_the_player_who_is_out_gains(book, options, left, adjustments, clause, out):
    turn = slice(None) if out is Seat.FIRST else slice(None, None, -1)

    outcome = unplayed_tiles((None, left)[turn], out, in_force(book, options))

    assert outcome.adjustments == adjustments[turn]
    assert outcome.clause == f"{book} {clause}"


@pytest.mark.clause("wespa-1.0 5.1.4")
def test_trap_T1_04_until_the_organiser_chooses_nobody_can_say():
    with pytest.raises(Refusal) as refusal:
        unplayed_tiles((0, 11), Seat.FIRST, load("wespa-1.0"))

    assert refusal.value.code == "option-not-chosen"
    assert refusal.value.clause == "wespa-1.0 5.1.4"


@pytest.mark.clause("wespa-4.0 5.2")
@pytest.mark.clause("wespa-5.1 5.2")
@pytest.mark.clause("wespa-1.0 5.2.2")
@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(("scores", "left", "final"), [
    pytest.param((0, 0), (8, 12), (-8, -12), id="E4-Y98"),
    pytest.param((310, 295), (5, 9), (305, 286), id="E6"),
    pytest.param((200, 190), (10, 3), (190, 187), id="Y96"),
    pytest.param((300, 300), (14, 6), (286, 294), id="E9"),
])  # fmt: skip
def test_wc_E4_E6_E9_Y96_Y98_where_both_hold_tiles_each_loses_the_own(scores, left, final, book):
    outcome = unplayed_tiles(left, None, load(book))

    assert outcome.mode == "own"
    assert tuple(map(sum, zip(scores, outcome.adjustments, strict=True))) == final


@pytest.mark.parametrize(("values", "out"), [((None, None), Seat.FIRST), ((None, 3), None)])
def test_tiles_nobody_entered_are_asked_for(values, out):
    with pytest.raises(Refusal) as refusal:
        unplayed_tiles(values, out, load("wespa-4.0"))

    assert refusal.value.code == "tiles-left-not-known"
