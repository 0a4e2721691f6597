"""Exchanging and passing, properly and not. Cases X1 to X11, Y44 to Y58, Y97, W1, W16."""

from __future__ import annotations

import pytest

from ledger.game.exchanges.facts import ExchangeChallenged, ExchangeNoted, ExchangeVoided
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange, PutExchangeRight
from ledger.game.exchanges.requests import (
    ExchangeTiles,
    FindUnwantedTiles,
    ReturnUnwantedTiles,
)
from ledger.game.going_on import offers
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.folding import replay
from ledger.game.sheet.line import LineKind
from ledger.game.turns.facts import TilesExchanged, TurnPassed
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Role, remarks
from tests.tabletop import FIVE, A, B, Tabletop

every_book = pytest.mark.parametrize("book", FIVE)
four_and_five = pytest.mark.parametrize("book", ["wespa-4.0", "wespa-5.1"])


def exchanged(book="wespa-4.0", bag=5, number=3, **how):
    """A has exchanged, with so many tiles in the bag."""
    table = Tabletop(book, bag=bag, **how)
    table.exchange(A, number)
    return table


def objected(table, seat=B, **how):
    """An objection to it: the procedure."""
    table.enter(ChallengeExchange(seat=seat, **how))
    return table.procedure("improper-exchange")


def judged(table, legal=False):
    return table.enter(JudgeExchange(legal=legal), role=Role.DIRECTOR)


def put_right(table, *, ruled=False, **how):
    sheet = table.enter(PutExchangeRight(**how), ruled=ruled)
    assert table.sheet.open == ()
    return sheet


def the_exchange(sheet):
    return next(x for x in reversed(sheet.lines) if x.kind in (LineKind.EXCHANGE, LineKind.PASS))


# Numbers and order


@every_book
def test_X1_seven_in_the_bag_is_legal_and_six_is_not(book):
    assert exchanged(book, bag=7).remarks == ()

    table = exchanged(book, bag=6)

    assert table.remarks == (remarks.BAG_BELOW_MINIMUM,)
    assert table.sheet.last_turn.kind is LineKind.EXCHANGE
    assert "improper-exchange" in table.offered()


@four_and_five
@pytest.mark.clause("wespa-4.0 3.2.1(d)")
def test_X2_the_tiles_on_the_table_count_whatever_was_said(book):
    table = Tabletop(book)

    sheet = table.enter(ExchangeTiles(seat=A, count=3, announced=5))

    assert table.fact(TilesExchanged).count == 3
    noted = table.fact(ExchangeNoted)
    assert (noted.announced, noted.laid) == (5, 3)
    assert remarks.NUMBERS_DIFFER in table.remarks
    assert sheet.zero_turns == 1


@four_and_five
def test_X3_with_none_put_out_it_is_a_pass(book):
    table = Tabletop(book)

    sheet = table.enter(ExchangeTiles(seat=A, count=0, announced=5))

    assert table.fact(TurnPassed).seat is A
    assert sheet.last_turn.kind is LineKind.PASS
    assert sheet.zero_turns == 1


@four_and_five
@pytest.mark.clause("wespa-4.0 3.13.2(b)")
def test_Y44_no_number_and_nothing_put_out_is_a_pass(book):
    table = Tabletop(book)

    sheet = table.enter(ExchangeTiles(seat=A, count=0))

    assert sheet.last_turn.kind is LineKind.PASS


def test_J_04_in_the_other_books_none_put_out_is_a_pass_or_cannot_be_read():
    table = Tabletop("wespa-1.0")
    assert table.enter(ExchangeTiles(seat=A, count=0)).last_turn.kind is LineKind.PASS

    for book in ("wsc-2003", "nsa-1998"):
        refusal = Tabletop(book).refused(ExchangeTiles(seat=A, count=0))
        assert refusal.code == "unreadable-request"


@pytest.mark.clause("nsa-1998 IV.H.1")
def test_X4_nsa_the_number_said_binds_and_the_other_five_go():
    table = Tabletop("nsa-1998")

    table.enter(ExchangeTiles(seat=A, count=2, announced=5))

    assert table.fact(TilesExchanged).count == 5
    assert table.fact(ExchangeNoted).laid == 2
    assert remarks.DIRECTOR_TO_CONFIRM not in table.remarks


@pytest.mark.clause("nsa-1998 IV.H.1")
def test_X5_nsa_four_said_and_five_put_out_the_opponent_may_ask_for_the_director():
    table = Tabletop("nsa-1998")

    table.enter(ExchangeTiles(seat=A, count=5, announced=4))
    assert table.fact(TilesExchanged).count == 4
    assert {"TN-17", remarks.DIRECTOR_TO_CONFIRM} <= {*table.remarks}

    table.enter(ChallengeExchange(seat=B, ground="number"))
    procedure = table.procedure("exchange-number")
    assert procedure.needs_ruling
    assert procedure.steps[0].clock == "neutral"
    assert procedure.steps[-1].asks == "apply-penalty"

    table.enter(JudgeExchange(legal=True), role=Role.DIRECTOR)
    taken = ApplyPenalty(seat=A, unit="time", amount=30, reason="choosing on the other's time")
    table.enter(taken, ruled=True)
    assert table.sheet.open == ()
    assert table.sheet.last_turn.kind is LineKind.EXCHANGE


def test_I_05_nsa_a_slip_of_the_tongue_mended_at_once_stands():
    table = Tabletop("nsa-1998")
    table.enter(ExchangeTiles(seat=A, count=4, announced=5, said_next=4))
    assert table.fact(TilesExchanged).count == 4

    table = Tabletop("nsa-1998")
    table.enter(ExchangeTiles(seat=A, count=4, announced=5, said_next=4, at_once=False))
    assert table.fact(TilesExchanged).count == 5


def test_I_05_books_that_take_the_numbers_to_agree_leave_it_to_a_ruling():
    for book in ("wespa-1.0", "wsc-2003"):
        table = Tabletop(book)
        request = ExchangeTiles(seat=A, count=3, announced=5)
        assert table.refused(request).code == "rulebook-silent"
        table.enter(request, ruled=True)
        assert table.fact(TilesExchanged).count == 3


@four_and_five
@pytest.mark.clause("wespa-4.0 3.13.2(c)")
def test_Y45_old_tiles_in_the_bag_first_is_no_fault(book):
    table = Tabletop(book, bag=30)

    sheet = table.enter(ExchangeTiles(seat=A, count=4, returned_first=True))

    assert table.remarks == (("T5-10",) if book == "wespa-5.1" else ())
    assert table.fact(ExchangeNoted).returned_first
    assert sheet.totals == (0, 0)


@pytest.mark.clause("wespa-5.1 3.2.1")
def test_W1_the_same_with_twenty_in_the_bag_no_correction_no_penalty_T5_10():
    table = Tabletop("wespa-5.1", bag=20)

    table.enter(ExchangeTiles(seat=A, count=4, returned_first=True))

    assert table.remarks == ("T5-10",)
    assert table.sheet.open == ()


def test_I_03_another_order_where_the_book_is_silent_is_remarked_on():
    for book, trap in (("wespa-1.0", ()), ("wsc-2003", ()), ("nsa-1998", ("TN-17",))):
        table = Tabletop(book)
        table.enter(ExchangeTiles(seat=A, count=4, returned_first=True))
        assert table.remarks == (remarks.RETURNED_FIRST, *trap)


@four_and_five
@pytest.mark.clause("wespa-4.0 3.13.2(d)")
def test_Y46_old_tiles_left_on_the_table_are_seen_by_both_and_go_to_the_bag(book):
    table = exchanged(book, bag=30, number=4)
    table.play(B, "1A", "CARE")

    table.enter(FindUnwantedTiles(seat=A, count=4))

    procedure = table.procedure("unwanted-tiles")
    assert not procedure.needs_ruling
    assert [step.tiles for step in procedure.steps] == [4, 4]
    assert table.refused(ReturnUnwantedTiles(shown=False)).code == "not-shown"
    sheet = table.enter(ReturnUnwantedTiles())
    assert sheet.open == ()
    assert sheet.on_move is A


# Too few tiles in the bag: the stages of wespa-4.0 3.13.2(i)


@four_and_five
def test_Y47_nothing_drawn_the_tiles_go_back_and_it_was_a_pass(book):
    table = exchanged(book)

    procedure = objected(table)
    assert procedure.clause == f"{book} 3.13.2(i)(ii)"
    assert procedure.steps[0].clock == "neutral"

    sheet = judged(table)
    assert table.fact(ExchangeVoided).becomes == "pass"
    assert the_exchange(sheet).kind is LineKind.PASS
    assert sheet.zero_turns == 1
    sheet = put_right(table)
    assert (table.bag, table.racks) == (5, (7, 7))
    assert sheet.on_move is B
    assert sheet.totals == (0, 0)


@four_and_five
def test_Y48_three_drawn_and_shown_they_go_back_as_well(book):
    table = exchanged(book)

    procedure = objected(table, drawn=3)

    assert procedure.count("shown") == 3
    assert procedure.count("back-to-the-bag") == 3
    judged(table)
    assert table.refused(PutExchangeRight(shown=2, returned=2)).code == "tiles-do-not-add-up"
    put_right(table, shown=3, returned=3)
    assert (table.bag, table.racks[0]) == (5, 7)


@four_and_five
def test_Y49_one_old_tile_in_the_bag_the_opponent_fills_the_rack_T4_34(book):
    table = exchanged(book)

    procedure = objected(table, drawn=3, returned=1)

    assert procedure.clause == f"{book} 3.13.2(i)(iii)"
    assert procedure.count("in-the-pool") == 6
    assert procedure.count("chosen") == 1
    assert procedure.count("back-to-the-bag") == 5
    assert "T4-34" in procedure.traps
    assert {step.seconds for step in procedure.steps if step.who == "opponent"} == {None, 60}
    judged(table)
    put_right(table, seconds=40)
    assert (table.bag, table.racks[0]) == (5, 7)
    assert the_exchange(table.sheet).kind is LineKind.PASS


@four_and_five
def test_Y50_new_tiles_on_the_rack_the_opponent_picks_seven_of_ten(book):
    table = exchanged(book)

    procedure = objected(table, drawn=3, racked=True)

    assert procedure.clause == f"{book} 3.13.2(i)(iv)"
    assert procedure.count("shown") == 10
    assert procedure.count("chosen") == 7
    assert procedure.count("back-to-the-bag") == 3
    judged(table)
    sheet = put_right(table, tiles="AEINRST", seconds=75)
    assert remarks.CHOSEN_LATE in table.remarks
    assert (table.bag, table.racks[0]) == (5, 7)
    assert sheet.last_turn.kind is LineKind.PASS


@four_and_five
def test_Y51_a_complete_exchange_is_still_put_right_until_the_opponent_has_moved_T4_19(book):
    table = exchanged(book)

    procedure = objected(table, drawn=3, racked=True, returned=3)

    assert "T4-19" in table.remarks
    assert procedure.clause == f"{book} 3.13.2(i)(v)"
    assert procedure.count("shown") == 12
    assert procedure.count("chosen") == 7
    assert procedure.count("back-to-the-bag") == 5
    judged(table)
    put_right(table)
    assert (table.bag, table.racks[0]) == (5, 7)
    assert the_exchange(table.sheet).kind is LineKind.PASS


@four_and_five
def test_Y52_found_after_the_opponents_accepted_move_it_costs_thirty(book):
    table = exchanged(book, scores=(250, 240))
    table.play(B, "1N", "AT", announced=0)

    objected(table, drawn=3, racked=True, returned=3)
    sheet = judged(table)

    assert table.fact(PenaltyApplied).clause == f"{book} 3.13.2(i)(i)"
    assert sheet.totals == (220, 240)
    assert sheet.open == ()
    assert not any(isinstance(fact, ExchangeVoided) for fact in table.facts)


@four_and_five
def test_Y53_an_exchange_only_announced_may_still_be_changed(book):
    table = exchanged(book)
    request = ChallengeExchange(seat=B, pressed=False)

    refusal = table.refused(request)

    assert refusal.code == "exchange-not-final"
    assert refusal.clause == f"{book} 3.4.1(c)"
    table.enter(RetractTurn(version=table.sheet.last_turn.version))
    assert table.play(A, "1N", "AT").on_move is B


@pytest.mark.clause("wespa-4.0 3.4.1(c)")
def test_Y53_with_the_timer_forgotten_and_tiles_drawn_it_is_final_T4_43():
    table = exchanged("wespa-4.0")

    procedure = objected(table, drawn=3, pressed=False)

    assert "T4-43" in table.remarks
    assert any("pressed first" in step.does for step in procedure.steps)


@four_and_five
def test_Y54_from_eight_tiles_with_nothing_drawn_the_turn_is_lost_T4_26(book):
    table = exchanged(book, bag=30)

    procedure = objected(table, ground="rack", rack=8)

    assert procedure.clause == f"{book} 3.13.3(a)"
    assert procedure.count("in-the-pool") == 8
    assert procedure.count("shown") == 3
    assert procedure.count("back-to-the-bag") == 1
    assert {"T4-26", "T4-14"} <= {*procedure.traps}
    sheet = judged(table)
    assert table.fact(ExchangeVoided).becomes == "lost-turn"
    assert not table.fact(ExchangeVoided).counted
    assert sheet.zero_turns == 0
    put_right(table)
    assert (table.bag, table.racks[0]) == (30, 7)


@four_and_five
def test_Y55_three_drawn_and_none_returned_the_pool_is_eleven_T4_26(book):
    table = exchanged(book, bag=30)

    procedure = objected(table, ground="rack", rack=8, drawn=3)

    assert procedure.clause == f"{book} 3.13.3(b)"
    assert procedure.count("in-the-pool") == 11
    assert procedure.count("shown") == 6
    assert procedure.count("back-to-the-bag") == 4
    assert procedure.count("on-the-rack-afterwards") == 7
    judged(table)
    assert table.sheet.last_turn.kind is LineKind.EXCHANGE


@four_and_five
@pytest.mark.parametrize(("returned", "pool", "over", "shown"), [(1, 10, 3, 5), (3, 8, 1, 3)])
def test_Y56_some_returned_they_are_no_longer_in_the_pool_T4_25(book, returned, pool, over, shown):
    table = exchanged(book, bag=30)

    procedure = objected(table, ground="rack", rack=8, drawn=3, returned=returned)

    assert procedure.clause == f"{book} 3.13.3(c)"
    assert procedure.count("in-the-pool") == pool
    assert procedure.count("back-to-the-bag") == over
    assert procedure.count("shown") == shown
    assert ("T4-25" in procedure.traps) is (book == "wespa-4.0")
    judged(table)
    put_right(table)
    assert (table.bag, table.racks[0]) == (30, 7)


@pytest.mark.clause("wespa-5.1 3.13.3(c)")
def test_W16_the_same_under_the_newer_wording():
    table = exchanged("wespa-5.1", bag=30)

    procedure = objected(table, ground="rack", rack=8, drawn=3, returned=1)

    assert procedure.count("in-the-pool") == 10
    assert procedure.count("back-to-the-bag") == 3


@four_and_five
@pytest.mark.parametrize(("rack", "bag", "legal"), [(6, 8, True), (6, 7, False)])
def test_Y57_from_six_tiles_the_bag_counts_once_the_rack_is_filled_T4_40(book, rack, bag, legal):
    table = exchanged(book, bag=30)

    objected(table, ground="rack", rack=rack, bag=bag)
    sheet = judged(table, legal=legal)

    assert remarks.COUNT_SAYS_OTHERWISE not in table.remarks
    assert (the_exchange(sheet).kind is LineKind.EXCHANGE) is legal
    assert sheet.totals == (0, 0)
    assert ("T4-40" in table.remarks) is not legal


@four_and_five
@pytest.mark.parametrize(("bag", "legal"), [(10, True), (9, False)])
def test_Y58_from_four_tiles_likewise_T4_40(book, bag, legal):
    table = exchanged(book, bag=30)

    procedure = objected(table, ground="rack", rack=4, bag=bag)

    assert bool(procedure.traps) is not legal
    judged(table, legal=not legal)
    assert remarks.COUNT_SAYS_OTHERWISE in table.remarks


def test_Y58_after_choosing_the_rack_is_seven_and_the_bag_pays_for_it_T4_40():
    table = exchanged(bag=30)

    procedure = objected(table, ground="rack", rack=4, bag=9, drawn=3, racked=True)

    assert procedure.count("on-the-rack-afterwards") == 7
    assert procedure.count("in-the-bag-afterwards") == 6


@four_and_five
def test_Y97_a_void_exchange_is_the_sixth_scoreless_turn(book):
    table = Tabletop(book, bag=5, scores=(100, 90))
    table.passes(A, B, A, B, A)

    sheet = table.exchange(B, 3)
    assert sheet.ended == "six-zeros"
    objected(table, seat=A)
    sheet = judged(table)

    assert sheet.last_turn.kind is LineKind.PASS
    assert sheet.zero_turns == 6
    assert sheet.ended == "six-zeros"
    assert put_right(table).ended == "six-zeros"


@four_and_five
def test_Y52_the_thirty_points_are_taken_once(book):
    table = exchanged(book, scores=(250, 240))
    table.play(B, "1N", "AT", announced=0)
    objected(table, drawn=3, racked=True, returned=3)
    judged(table)

    again = table.refused(ChallengeExchange(seat=B, drawn=3, racked=True, returned=3))

    assert again.code == "judged-already"
    assert table.totals == (220, 240)


@four_and_five
def test_I_09_what_the_director_finds_is_followed_even_against_the_count(book):
    table = exchanged(book, bag=30)
    objected(table, drawn=3)

    judged(table)

    assert remarks.COUNT_SAYS_OTHERWISE in table.remarks
    assert table.procedure("improper-exchange").next_step.asks == "put-exchange-right"
    put_right(table)
    assert (table.bag, table.racks) == (30, (7, 7))


@every_book
def test_I_08_a_bag_counted_otherwise_than_recorded_is_remarked_on(book):
    table = exchanged(book, bag=30)

    table.enter(ChallengeExchange(seat=B, bag=5))

    assert remarks.BAG_DIFFERS in table.remarks


def test_I_08_not_even_a_ruling_puts_more_tiles_into_the_bag_than_there_are():
    table = exchanged(bag=5)
    objected(table, drawn=3)
    judged(table)

    for returned in (30, -30):
        refusal = table.refused(PutExchangeRight(returned=returned), ruled=True)
        assert refusal.code == "unreadable-request"


@pytest.mark.parametrize(
    ("book", "how", "trap"),
    [("nsa-1998", {}, "TN-12"), ("wespa-4.0", {"ground": "rack", "rack": 8}, "T4-14")],
)
def test_I_07_I_10_a_turn_no_book_names_as_the_sixth_asks_for_a_ruling(book, how, trap):
    table = Tabletop(book, bag=5 if not how else 30, scores=(100, 90))
    table.passes(A, B, A, B, A)
    table.exchange(B, 3)

    objected(table, seat=A, **how)
    judged(table)

    assert table.sheet.ended == ""
    assert {remarks.ZERO_NOT_NAMED, remarks.ZEROS_NEED_RULING, trap} <= {*table.remarks}


# nsa-1998


def test_X6_TN_12_nsa_noticed_before_drawing_the_turn_is_lost_and_nothing_else():
    for seat in (A, B):  # either player may notice
        table = exchanged("nsa-1998", scores=(250, 240))

        objected(table, seat=seat)
        sheet = table.enter(JudgeExchange(legal=False))

        assert table.fact(ExchangeVoided).becomes == "lost-turn"
        assert "TN-12" in table.remarks
        assert sheet.zero_turns == 0
        assert put_right(table).totals == (250, 240)
        assert (table.bag, table.racks[0]) == (5, 7)
        assert table.sheet.on_move is B


def test_X6_TN_12_nsa_it_does_not_end_the_game_by_itself():
    table = Tabletop("nsa-1998", bag=5, scores=(100, 90))
    table.passes(A, B, A, B, A)
    table.exchange(B, 3)
    assert table.sheet.ended == "six-zeros"

    objected(table, seat=A)
    sheet = table.enter(JudgeExchange(legal=False))

    assert sheet.ended == ""
    assert sheet.zero_turns == 5
    assert sheet.on_move is A


@pytest.mark.clause("nsa-1998 IV.H.3")
def test_X7_nsa_the_opponent_picks_seven_from_pool_and_rack():
    table = exchanged("nsa-1998")

    procedure = objected(table, drawn=3, racked=True, returned=3)

    assert procedure.count("shown") == 12
    assert procedure.count("chosen") == 7
    assert procedure.count("back-to-the-bag") == 5
    assert "TN-18" in procedure.traps
    assert "TN-33" not in procedure.traps
    choosing = [step for step in procedure.steps if step.seconds]
    assert {step.seconds for step in choosing} == {60}
    assert procedure.steps[-1].clock == "opponent"
    table.enter(JudgeExchange(legal=False))
    assert table.sheet.last_turn.kind is LineKind.EXCHANGE
    put_right(table, tiles="AEINRST", seconds=55)
    assert (table.bag, table.racks[0]) == (5, 7)
    assert table.sheet.on_move is B


def test_X7_TN_33_nsa_tiles_set_aside_are_shown_too():
    table = exchanged("nsa-1998")

    procedure = objected(table, drawn=3)

    assert procedure.count("shown") == 12
    assert "TN-33" in procedure.traps


def test_X8_nsa_after_the_opponents_turn_nothing_is_done():
    table = exchanged("nsa-1998", scores=(250, 240))
    table.play(B, "1N", "AT", announced=0)

    objected(table, drawn=3, racked=True, returned=3)
    sheet = table.enter(JudgeExchange(legal=False))

    assert sheet.totals == (250, 240)
    assert sheet.open == ()
    assert len(table.facts) == 1


# wespa-1.0 and wsc-2003


@pytest.mark.clause("wespa-1.0 3.10.16(e)")
def test_X9_v1_until_a_tile_is_returned_the_director_judges_T1_13():
    table = exchanged("wespa-1.0", scores=(250, 240))

    procedure = objected(table, drawn=3, racked=True)
    assert procedure.needs_ruling
    assert procedure.traps == ("T1-13",)
    assert "costs nothing" in procedure.steps[1].if_wrong
    request = JudgeExchange(legal=True)
    assert table.refused(request, role=Role.SCOREKEEPER).code == "director-judges"

    sheet = judged(table, legal=True)  # had B been wrong
    assert sheet.totals == (250, 240)
    assert sheet.last_turn.kind is LineKind.EXCHANGE
    assert sheet.open == ()

    objected(table, drawn=3, racked=True)
    sheet = judged(table)
    assert table.fact(ExchangeVoided).becomes == "challenged-off"
    assert sheet.on_move is B
    assert table.refused(PutExchangeRight()).trap == "T1-13"  # what becomes of the tiles drawn
    assert put_right(table, shown=3, returned=3, ruled=True).totals == (250, 240)
    assert (table.bag, table.racks) == (5, (7, 7))


@pytest.mark.clause("wespa-1.0 3.10.16(e)")
def test_X10_v1_with_one_unwanted_tile_back_the_right_is_gone():
    table = exchanged("wespa-1.0")

    refusal = table.refused(ChallengeExchange(seat=B, drawn=3, returned=1))

    assert refusal.code == "right-gone"
    assert refusal.trap == "TX-21"
    assert refusal.clause == "wespa-1.0 3.10.16(e)"


@pytest.mark.clause("wespa-1.0 3.10.16(e)")
def test_X9_v1_the_right_lasts_until_a_tile_is_returned_and_no_turn_ends_it_T1_13():
    table = exchanged("wespa-1.0")
    table.passes(B)

    procedure = objected(table, drawn=3, racked=True)

    assert procedure.needs_ruling
    assert procedure.traps == ("T1-13",)


def test_I_09_wsc_has_no_steps_so_the_director_rules():
    table = exchanged("wsc-2003")

    procedure = objected(table, drawn=3)

    assert procedure.needs_ruling
    request = JudgeExchange(legal=False)
    assert table.refused(request, role=Role.DIRECTOR).code == "rulebook-silent"
    assert table.enter(request, ruled=True).open == ()


@every_book
def test_I_09_a_wrong_objection_costs_nothing(book):
    table = exchanged(book, bag=30, scores=(20, 10))

    objected(table)
    sheet = judged(table, legal=True)

    assert sheet.totals == (20, 10)
    assert sheet.on_move is B
    assert (remarks.DIRECTOR_TO_CONFIRM in table.remarks) is (book in ("wsc-2003", "nsa-1998"))


@pytest.mark.parametrize("book", ["wespa-1.0", "wsc-2003", "nsa-1998"])
def test_I_10_elsewhere_a_rack_of_eight_takes_a_ruling(book):
    table = exchanged(book, bag=30)

    procedure = objected(table, ground="rack", rack=8)

    assert procedure.needs_ruling
    refusal = table.refused(JudgeExchange(legal=False), role=Role.DIRECTOR)
    assert refusal.code == "rulebook-silent"


@every_book
def test_L_22_no_turn_is_made_while_an_exchange_is_looked_into(book):
    table = exchanged(book)

    objected(table)

    with pytest.raises(Exception, match="adjudicated"):
        table.passes(B)
    assert table.refused(ChallengeExchange(seat=B)).code == "challenge-pending"


@every_book
def test_L_22_the_questions_follow_the_book(book):
    table = exchanged(book, bag=30)
    assert table.fact(TilesExchanged).count == 3

    request = {
        one.field
        for offer in offers(table.sheet, table.rules)
        if offer.name == "improper-exchange"
        for one in offer.questions
    }

    assert {"bag", "rack", "drawn", "racked", "returned"} <= request


@every_book
def test_I_08_the_objection_keeps_what_was_counted(book):
    table = exchanged(book)

    table.enter(ChallengeExchange(seat=B, drawn=2))

    fact = table.fact(ExchangeChallenged)
    assert (fact.bag, fact.rack, fact.laid, fact.drawn) == (5, 7, 3, 2)
    assert replay(table.sheet.events) == table.sheet
    made_up = ChallengeExchange(seat=B, drawn=99)
    table.enter(JudgeExchange(legal=True), role=Role.DIRECTOR)
    assert table.refused(made_up).code == "unreadable-request"


@every_book
def test_X11_four_passes_do_not_end_the_game(book):
    table = Tabletop(book, bag=80, scores=(10, 12))

    sheet = table.passes(A, B, A, B)

    assert sheet.ended == ""
    assert sheet.on_move is A
    assert table.passes(A, B).ended == "six-zeros"
