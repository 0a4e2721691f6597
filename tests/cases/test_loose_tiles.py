"""Tiles spilled, found late, missing, too many: the worked cases (H-15 to H-18, A-04, A-05)."""

from __future__ import annotations

import pytest

from ledger.game.drawing.facts import Overdrawn
from ledger.game.drawing.overdraws import CorrectOverdraw, ExposeOverdraw
from ledger.game.drawing.requests import SettleDrawing
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.loose_tiles.facts import (
    EntitledPlayer,
    GameReopened,
    SpillSettled,
    TileMissing,
    TilesFound,
    TilesSpilled,
    UnplayedTakenBack,
)
from ledger.game.loose_tiles.requests import (
    CheckFoundTile,
    NameEntitled,
    ReportExtra,
    ReportFound,
    ReportMissing,
    ReportSpill,
    RestoreRacks,
    SettleSpill,
)
from ledger.game.results.signing import ProposeResult
from ledger.rulebook.help.finder import clause_help
from ledger.vocabulary import Role, remarks
from tests.cases.test_drawing import NSA, V1, V4, V51, WESPA_4, WSC, Table
from tests.desks import signature
from tests.tabletop import A, B

WESPA = (V51, V4, V1)


def played_out(book, *, counted=True, **options):
    """A is out; B shows Q and E, while the record has a third tile on B's rack."""
    table = Table(book, bag=0, scores=(200, 200), **options)
    table.passes(A)
    table.put(B, 4, 0)
    table.put(A, 7, 0)
    table.enter(AcceptPlayOut(seat=B))
    assert (table.racks, table.bag) == ((0, 3), 0)
    if counted:
        table.enter(CountUnplayed(racks=("-", "QE")))
    return table


def found_and_restored(table, racks, where="outside", tiles="V"):
    table.enter(ReportFound(where=where, count=len(tiles), tiles=tiles, by="Ann"))
    if table.rules.tiles_found.off_the_board.value and where == "outside":
        assert table.procedure("found-tiles").next_step.asks == "check-found-tile"
        assert table.refused(RestoreRacks(racks=racks)).code == "not-checked"
        table.enter(CheckFoundTile(from_board=False))
    assert table.procedure("found-tiles").next_step.asks == "restore-racks"
    return table.enter(RestoreRacks(racks=racks))


@pytest.mark.parametrize(
    ("book", "mode", "before", "after"),
    [
        (V51, "double", (222, 200), (230, 200)),
        (V51, "single", (211, 189), (215, 185)),
        (V4, "double", (222, 200), (230, 200)),
        (V4, "single", (211, 189), (215, 185)),
        (V1, "double", (222, 200), (230, 200)),
        (V1, "single", (211, 189), (215, 185)),
    ],
)
def test_T1_found_after_the_play_out_the_tile_is_added_and_the_result_counted_anew(
    book, mode, before, after
):
    table = played_out(book, unplayed_tiles=mode)
    assert table.totals == before

    found_and_restored(table, (0, 2))
    assert table.bag == 1
    table.enter(NameEntitled(seat=B))

    assert table.fact(EntitledPlayer).basis == "agreement"
    assert table.fact(UnplayedTakenBack)
    assert table.fact(UnplayedTilesCounted).racks == ("-", "QEV")
    assert table.totals == after
    assert (table.racks, table.bag, table.sheet.ended) == ((0, 3), 0, "played-out")
    assert [line.score for line in table.sheet.lines if line.kind.value == "unplayed"] == [
        score - 200 for score in after if score != 200
    ]


@pytest.mark.parametrize("book", WESPA)
def test_T1_before_the_count_the_tile_is_counted_with_the_rest(book):
    table = played_out(book, counted=False)
    found_and_restored(table, (0, 2))
    table.enter(NameEntitled(seat=B))
    table.enter(CountUnplayed(racks=("-", "QEV")))
    assert table.totals == (230, 200)


@pytest.mark.clause("nsa-1998 G4")
def test_T1_in_nsa_the_tile_is_not_added_once_the_game_is_over():
    table = played_out(NSA)

    table.enter(ReportFound(where="outside", tiles="V"))

    assert table.fact(TilesFound).remedy == "not-added"
    assert table.remarks == (remarks.FOUND_TOO_LATE,)
    assert (table.totals, table.racks, table.sheet.open) == ((222, 200), (0, 2), ())
    assert table.sheet.irregular.missing_tiles == "V"
    assert table.sheet.set_irregular
    table.enter(ProposeResult())
    assert table.remarks == (remarks.SET_IRREGULAR,)


@pytest.mark.parametrize("book", WESPA)
def test_T2_where_the_player_who_is_out_should_have_drawn_it_the_game_goes_on(book):
    table = played_out(book)
    turns = table.sheet.turn_count
    found_and_restored(table, (0, 2))

    sheet = table.enter(NameEntitled(seat=A))

    assert table.fact(GameReopened).on_move is B
    assert (sheet.ended, sheet.out, sheet.on_move, sheet.ending.unplayed_counted) == (
        "",
        None,
        B,
        False,
    )
    assert (table.racks, table.totals, sheet.turn_count) == ((1, 2), (200, 200), turns)
    table.put(B, 2, 5)
    assert table.sheet.out is B


@pytest.mark.parametrize("book", WESPA)
def test_T3_with_seven_on_both_racks_it_goes_into_the_bag_and_play_goes_on(book):
    table = Table(book, bag=20)

    found_and_restored(table, (7, 7))

    assert table.sheet.open == ()
    assert (table.racks, table.bag) == ((7, 7), 20)


@pytest.mark.parametrize("book", WESPA)
def test_T4_with_seven_on_one_rack_the_other_player_draws(book):
    table = Table(book, bag=20)

    found_and_restored(table, (7, 6))

    drawn = table.fact(EntitledPlayer)
    assert (drawn.seat, drawn.count, drawn.basis) == (B, 1, "other-rack-full")
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 20, ())


@pytest.mark.clause("nsa-1998 G4")
def test_T5_where_nobody_can_tell_whose_it_is_the_game_goes_on_without():
    table = Table(NSA, bag=0)
    found_and_restored(table, (7, 6))

    table.enter(NameEntitled(seat=None))

    assert (table.racks, table.bag, table.sheet.irregular.missing) == ((7, 6), 0, 1)
    assert remarks.SET_IRREGULAR in table.remarks
    assert table.sheet.open == ()


def test_T5_elsewhere_that_is_for_the_director():
    table = Table(V4, bag=0)
    found_and_restored(table, (6, 6), where="bag", tiles="VA")

    assert table.refused(NameEntitled(seat=None)).code == "rulebook-silent"


@pytest.mark.parametrize(("book", "rule"), [(V51, "4.6"), (V4, "4.6"), (V1, "4.4")])
def test_H_16_a_tile_in_a_bag_thought_empty_goes_to_whoever_should_have_drawn_it(book, rule):
    table = played_out(book)
    table.enter(ReportFound(where="bag", tiles="V"))
    assert table.procedure("found-tiles").clause == f"{book} {rule}"
    assert table.procedure("found-tiles").next_step.asks == "restore-racks"
    table.enter(RestoreRacks(racks=(0, 2)))

    table.enter(NameEntitled(seat=B))

    assert table.totals == (230, 200)


@pytest.mark.parametrize(("book", "where"), [(WSC, "outside"), (WSC, "bag"), (NSA, "bag")])
def test_H_15_H_16_where_the_book_says_nothing_the_director_decides(book, where):
    table = Table(book, bag=20)

    table.enter(ReportFound(where=where))

    assert table.procedure("found-tiles").needs_ruling
    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    assert table.refused(RestoreRacks(racks=(7, 7))).code == "needs-ruling"
    table.enter(SettleDrawing(what="found-tiles", finding="into the bag"), ruled=True)
    assert table.sheet.open == ()


def test_H_15_after_both_have_signed_nothing_is_added():
    table = played_out(V4)
    table.enter(ProposeResult())
    assert remarks.SET_IRREGULAR not in table.remarks
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))

    assert table.refused(ReportFound(where="outside", tiles="V")).code == "result-final"


@pytest.mark.clause("nsa-1998 G17")
def test_T6_in_nsa_tiles_that_both_saw_fall_go_back_without_a_penalty():
    table = Table(NSA, bag=20)

    table.enter(ReportSpill(seat=A, count=1, phase="drawing"))

    assert table.fact(TilesSpilled).remedy == "none"
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 20, ())


def test_T6_TN_19_otherwise_the_director_is_called():
    table = Table(NSA, bag=20)

    table.enter(ReportSpill(seat=A, count=1, phase="drawing", agreed=False))

    assert "TN-19" in table.remarks
    assert table.procedure("spill").needs_ruling


@pytest.mark.parametrize("book", WESPA_4)
def test_Y59_T4_27_a_spill_before_the_refill_is_finished_is_an_overdraw(book):
    table = Table(book, bag=20)
    table.put(A, 3)

    table.enter(ReportSpill(seat=A, count=2, phase="drawing"))

    assert table.fact(TilesSpilled).bag == 20
    assert table.procedure("overdraw").clause == f"{book} 3.9.5(a)(iii)"
    assert "T4-27" in table.remarks
    over = table.fact(Overdrawn)
    assert (over.cause, over.over, over.group) == ("spill", 2, "new")
    assert table.procedure().count("turned-up") == 4
    table.enter(ExposeOverdraw(revealed=4))
    table.enter(CorrectOverdraw(returned=2))
    assert (table.racks, table.bag) == ((7, 7), 17)


def test_H_17_T4_27_just_after_the_refill_the_other_player_may_decline_and_the_director_agrees():
    table = Table(V4, bag=20)
    table.put(A, 3)
    request = ReportSpill(seat=A, count=2, phase="after-refill")

    declined = ReportSpill(seat=A, count=2, phase="after-refill", declined=True)
    assert table.refused(declined).code == "needs-ruling"
    table.enter(declined, ruled=True)
    assert table.sheet.open == ()
    table.enter(request)

    assert (table.fact(Overdrawn).size, table.fact(Overdrawn).revealed) == (9, 4)


@pytest.mark.parametrize("book", WESPA_4)
def test_Y60_T4_41_knocked_over_with_many_in_the_bag_there_is_no_penalty(book):
    table = Table(book, bag=12)

    table.enter(ReportSpill(seat=A, count=5, phase="not-drawing"))

    assert table.fact(TilesSpilled).remedy == "none"
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 12, ())


@pytest.mark.parametrize("book", WESPA_4)
def test_Y60_Y61_T4_41_between_the_two_counts_the_director_rules(book):
    table = Table(book, bag=8)
    request = ReportSpill(seat=A, count=3, phase="not-drawing")

    assert table.refused(request).trap == "T4-41"
    table.enter(request, ruled=True)
    assert table.fact(TilesSpilled).remedy == "none"


@pytest.mark.parametrize("book", WESPA_4)
def test_Y61_Z_12_with_few_in_the_bag_the_other_player_gives_two_of_those_face_up(book):
    table = Table(book, bag=5)

    table.enter(ReportSpill(seat=A, count=3, phase="not-drawing"))

    procedure = table.procedure("spill")
    assert procedure.clause == f"{book} 4.4(d)"
    assert procedure.count("face-up") == 5
    assert [step.tiles for step in procedure.steps[1:]] == [3, 2, 2]
    assert table.refused(SettleSpill(given=3, returned=2)).code == "tiles-do-not-add-up"
    table.enter(SettleSpill(given=2, returned=3))
    assert table.fact(SpillSettled).returned == 3
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 5, ())


def test_H_17_in_v1_spilled_tiles_are_tiles_found_outside_the_bag():
    table = Table(V1, bag=20)
    table.enter(ReportSpill(seat=A, count=2, phase="drawing"))
    assert table.procedure("found-tiles").clause == "wespa-1.0 4.3"
    table.enter(RestoreRacks(racks=(7, 7)))
    assert table.sheet.open == ()


def test_H_17_wsc_says_nothing_about_spills():
    table = Table(WSC, bag=20)
    table.enter(ReportSpill(seat=A, count=2, phase="drawing"))
    assert table.procedure("spill").needs_ruling


@pytest.mark.parametrize("book", WESPA_4)
def test_Y66_A_04_H_18_a_tile_the_search_does_not_find_was_never_there(book):
    table = Table(book, bag=20)
    unsearched = ReportMissing(count=1)
    searched = ReportMissing(count=1, searched=True, tiles="V")

    assert table.refused(unsearched).code == "not-searched"
    assert table.refused(unsearched).clause == f"{book} 4.7"
    assert table.refused(searched, role=Role.SCOREKEEPER).code == "needs-ruling"
    table.enter(searched, role=Role.DIRECTOR)

    assert table.fact(TileMissing).count == 1
    assert table.remarks == (remarks.SET_IRREGULAR,)
    assert (table.racks, table.bag) == ((7, 7), 19)
    assert (table.sheet.set_irregular, table.sheet.irregular.missing_tiles) == (True, "V")


@pytest.mark.parametrize("book", [V1, WSC, NSA])
def test_Y66_H_18_elsewhere_play_goes_on_as_the_set_is(book):
    table = Table(book, bag=20)
    table.enter(ReportMissing(count=1))
    assert (table.bag, table.sheet.irregular.missing) == (19, 1)


def test_H_18_a_missing_tile_that_turns_up_joins_the_game_again():
    table = Table(V1, bag=20)
    table.enter(ReportMissing(count=1, tiles="V"))
    found_and_restored(table, (7, 7))
    assert (table.bag, table.sheet.irregular.missing, table.sheet.irregular.missing_tiles) == (
        20,
        0,
        "",
    )
    assert not table.sheet.set_irregular


def test_A_04_a_tile_out_of_the_game_is_not_counted_among_the_unplayed_ones():
    left = {}
    for missing in (0, 1):
        table = Table(NSA, bag=2, scores=(200, 200))
        if missing:
            table.enter(ReportMissing(count=1, tiles="Y"))
        for seat, tiles in ((A, 1), (B, 4), (A, 7)):
            table.put(seat, tiles, 0)
        table.enter(AcceptPlayOut(seat=B))
        table.enter(CountUnplayed())
        left[missing] = table.fact(UnplayedTilesCounted).racks[1]

    assert left[0].replace("Y", "", 1) == left[1]


@pytest.mark.parametrize("book", [V51, V4, V1, WSC])
def test_A_05_an_extra_tile_makes_the_pool_larger(book):
    table = Table(book, bag=20)

    table.enter(ReportExtra(count=1))

    assert (table.bag, table.sheet.irregular.extra, table.sheet.set_irregular) == (21, 1, True)
    assert table.remarks == (remarks.SET_IRREGULAR,)


def test_A_05_TN_20_in_nsa_the_director_rules():
    table = Table(NSA, bag=20)

    assert table.refused(ReportExtra(count=1)).trap == "TN-20"
    table.enter(ReportExtra(count=1), ruled=True)
    assert table.bag == 21


@pytest.mark.clause("wespa-4.0 4.3(b)")
@pytest.mark.parametrize("book", WESPA_4)
def test_Y67_once_both_agreed_that_it_was_not_from_the_board_the_board_stays(book):
    table = Table(book, bag=20)
    found_and_restored(table, (7, 7))
    squares = table.sheet.board.squares

    refusal = table.refused(CheckFoundTile(from_board=True, square="8D"))

    assert (refusal.code, refusal.clause) == ("board-agreed", f"{book} 4.3(b)")
    assert table.sheet.board.squares == squares


def test_Y67_a_tile_that_came_off_the_board_goes_back_there_and_nobody_draws():
    table = Table(V4, bag=20)
    table.enter(ReportFound(where="outside", tiles="E"))
    table.enter(CheckFoundTile(from_board=True, square="8D"))
    assert (table.sheet.open, table.racks, table.bag) == ((), (7, 7), 20)


@pytest.mark.found("RL-6")
@pytest.mark.parametrize("where", ["outside", "bag"])
@pytest.mark.parametrize("book", [V51, V4, V1, NSA, WSC])
def test_RL_6_each_book_says_of_found_tiles_what_it_says(book, where):
    table = Table(book, bag=0)
    table.enter(ReportFound(where=where, count=1, tiles="V", by="Ann"))
    procedure = table.procedure("found-tiles")
    said = " ".join(step.does for step in procedure.steps)

    ruled = book == WSC or (book == NSA and where == "bag")
    assert procedure.needs_ruling is ruled
    by_sevens = book in WESPA and where == "outside"
    assert ("With seven" in said) is by_sevens
    assert ("only one player then has tiles" in said) is (book in WESPA)
    without = book == NSA and where == "outside"
    assert ("goes on without it" in said) is without
    if not ruled:
        [named] = [step for step in procedure.steps if step.asks == "name-entitled"]
        assert ("Nobody" in named.questions[0].words) is without


@pytest.mark.found("RL-6")
def test_RL_6_the_help_of_a_book_has_no_situation_its_rule_is_silent_on():
    titles = {one.title for one in clause_help(NSA, "G4").situations}

    assert "A tile found outside the bag" in titles
    assert "A tile found in a bag thought empty" not in titles
