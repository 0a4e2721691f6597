"""Games lost by overtime, lateness and leaving. Cases C8, C9, C20, L11-L17, Y76-Y80."""

from __future__ import annotations

import pytest

from ledger.game.endings.forfeits import late_forfeit, left_game, overtime_forfeit
from ledger.rulebook import in_force, load
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal

V4 = ("wespa-4.0", "wespa-5.1")


@pytest.mark.clause("wespa-4.0 5.3.3")
@pytest.mark.clause("wespa-5.1 5.3.3")
@pytest.mark.parametrize("book", V4)
@pytest.mark.parametrize("loser", Seat)
@pytest.mark.parametrize(("before", "recorded"), [
    pytest.param((380, 300), (200, 300), id="Y76"),
    pytest.param((300, 380), (200, 380), id="Y77"),
    pytest.param((200, 200), (100, 200), id="Y78"),
    pytest.param((50, 60), (50, 160), id="Y79"),
    pytest.param((120, 80), (80, 180), id="Y80"),
    pytest.param((200, 199), (99, 199), id="lead-of-99"),
    pytest.param((100, 300), (0, 300), id="nought-is-not-negative"),
    pytest.param((99, 300), (99, 400), id="one-below-nought"),
])  # fmt: skip
def test_wc_Y76_Y80_the_scores_to_record_are_at_least_a_hundred_apart(
    before, recorded, loser, book
):
    turn = slice(None) if loser is Seat.FIRST else slice(None, None, -1)

    outcome = overtime_forfeit(before[turn], loser, 601, load(book))

    assert outcome.scores == recorded[turn]
    assert outcome.margin == recorded[1] - recorded[0]
    assert outcome.rated is None
    assert outcome.clause == f"{book} 5.3.3"
    assert outcome.needs_ruling == ""


@pytest.mark.clause("wespa-1.0 5.3.3(b)")
@pytest.mark.parametrize(("before", "margin"), [
    pytest.param((380, 300), 100, id="C8"),
    pytest.param((300, 380), 180, id="C9"),
    pytest.param((600, 300), 100, id="C20"),
    pytest.param((300, 300), 100, id="penalty-makes-it-a-hundred"),
    pytest.param((300, 301), 101, id="penalty-makes-it-more"),
])  # fmt: skip
def test_wc_C8_C9_C20_the_margin_is_the_lead_with_penalties_or_a_hundred(before, margin):
    outcome = overtime_forfeit(before, Seat.FIRST, 601, load("wespa-1.0"))

    assert outcome.margin == margin
    assert outcome.scores is None
    assert outcome.clause == "wespa-1.0 5.3.3(b)"


@pytest.mark.clause("wespa-1.0 5.3.3(b)")
def test_wc_C20_a_loser_who_is_ahead_even_so_is_for_the_director():
    rules = load("wespa-1.0")

    assert "ahead" in overtime_forfeit((600, 300), Seat.FIRST, 601, rules).needs_ruling
    assert overtime_forfeit((400, 300), Seat.FIRST, 601, rules).needs_ruling == ""
    assert overtime_forfeit((300, 380), Seat.FIRST, 601, rules).needs_ruling == ""


@pytest.mark.parametrize("book", [*V4, "wespa-1.0"])
def test_trap_T1_09_T4_12_exactly_ten_minutes_is_proposed_and_the_director_confirms(book):
    assert "10:00" in overtime_forfeit((300, 380), Seat.FIRST, 600, load(book)).needs_ruling


def test_a_game_is_not_lost_by_overtime_before_the_limit():
    with pytest.raises(Refusal) as refusal:
        overtime_forfeit((300, 380), Seat.FIRST, 599, load("wespa-4.0"))

    assert refusal.value.code == "not-over-the-limit"


@pytest.mark.parametrize("rules", [
    pytest.param(load("wsc-2003"), id="wsc-2003"),
    pytest.param(load("nsa-1998"), id="nsa-1998"),
    pytest.param(in_force("wespa-5.1", [("play", "virtual")]), id="T5-14"),
])  # fmt: skip
def test_where_no_rule_says_what_overtime_loses_the_director_is_asked(rules):
    with pytest.raises(Refusal) as refusal:
        overtime_forfeit((300, 380), Seat.FIRST, 601, rules)

    assert refusal.value.code == "rulebook-silent"


@pytest.mark.clause("wespa-4.0 2.3.6(a)")
@pytest.mark.clause("wespa-4.0 2.3.6(b)")
@pytest.mark.clause("wespa-5.1 2.3.6(a)")
@pytest.mark.clause("wespa-5.1 2.3.6(b)")
@pytest.mark.clause("wespa-1.0 2.3.6(a)")
@pytest.mark.clause("wespa-1.0 2.3.6(b)")
@pytest.mark.clause("nsa-1998 VII.I.2")
@pytest.mark.parametrize(("book", "margin"), [
    pytest.param("wespa-4.0", 100, id="L11-L12-wespa-4.0"),
    pytest.param("wespa-5.1", 100, id="L11-L12-wespa-5.1"),
    pytest.param("wespa-1.0", 150, id="L11-L12-wespa-1.0"),
    pytest.param("nsa-1998", 50, id="L14"),
])  # fmt: skip
def test_wc_L11_L12_L14_a_game_lost_by_lateness_has_a_margin_no_scores_and_no_rating(book, margin):
    outcome = late_forfeit(Seat.SECOND, load(book))

    assert (outcome.margin, outcome.scores, outcome.rated) == (margin, None, False)


@pytest.mark.clause("wespa-4.0 2.3.6(a)")
def test_wc_L13_the_director_may_raise_the_margin_where_lateness_looks_like_strategy():
    assert late_forfeit(Seat.FIRST, load("wespa-4.0"), raised_to=250).margin == 250


@pytest.mark.parametrize(("book", "raised_to", "code"), [
    ("wespa-4.0", 99, "margin-below-the-rule"),
    ("wespa-1.0", 200, "margin-not-raisable"),
    ("nsa-1998", 100, "margin-not-raisable"),
    ("wsc-2003", None, "rulebook-silent"),
])  # fmt: skip
def test_no_other_margin_of_lateness_is_foreseen(book, raised_to, code):
    with pytest.raises(Refusal) as refusal:
        late_forfeit(Seat.FIRST, load(book), raised_to=raised_to)

    assert refusal.value.code == code


@pytest.mark.clause("nsa-1998 VII.I.3")
@pytest.mark.parametrize(("totals", "loss"), [
    pytest.param((210, 173), 50, id="L15"),
    pytest.param((173, 246), 123, id="L16"),
    pytest.param((200, 200), 50, id="TN-13-level"),
])  # fmt: skip
def test_wc_L15_L17_a_leaver_loses_spread_and_what_the_opponent_gains_is_for_the_director(
    totals, loss
):
    outcome = left_game(totals, Seat.FIRST, load("nsa-1998"))

    assert (outcome.loser_spread, outcome.margin, outcome.scores) == (loss, None, None)
    assert "opponent gains" in outcome.needs_ruling
    assert ("level" in outcome.needs_ruling) == (totals[0] == totals[1])
    assert outcome.rated is False


@pytest.mark.clause("wespa-4.0 4.10")
@pytest.mark.parametrize("book", V4)
def test_a_leaver_resigns_where_the_book_treats_it_so(book):
    assert left_game((173, 246), Seat.FIRST, load(book)).margin == 123


@pytest.mark.found("RU6")
@pytest.mark.parametrize(("book", "clause"), [("wsc-2003", "14.6"), ("wespa-1.0", "5.7(d)")])
def test_where_the_book_does_not_speak_of_leaving_the_director_is_asked(book, clause):
    with pytest.raises(Refusal) as refusal:
        left_game((210, 173), Seat.FIRST, load(book))

    assert refusal.value.clause == f"{book} {clause}"
