"""Overdraws, underdraws, draws out of order, tiles dropped back: the worked cases (H)."""

from __future__ import annotations

import pytest

from ledger.equipment.tile_set import load_tile_set
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.clock.facts import ClockNeutralised, ClockRestarted
from ledger.game.drawing.dropped_back import MendDrop, ReportDroppedBack
from ledger.game.drawing.facts import (
    DrawnOutOfOrder,
    OverdrawCorrected,
    OverdrawCorrectionBotched,
    Overdrawn,
    TileDroppedBack,
    TilesDrawn,
    UnderdrawMended,
    Underdrawn,
)
from ledger.game.drawing.overdraws import CorrectOverdraw, ExposeOverdraw, ReportOverdraw
from ledger.game.drawing.requests import (
    CompleteDraws,
    MendUnderdraw,
    RecordDraw,
    ReportManner,
    ReportOutOfOrder,
    ReportUnderdraw,
    SettleDrawing,
)
from ledger.game.scores.requests import ApplyPenalty
from ledger.rulebook import load
from ledger.vocabulary import Role, remarks
from tests.tabletop import FILLER, A, B, Tabletop
from tests.tiers import all_at_once

V51, V4, V1, WSC, NSA = "wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998"
WESPA_4 = (V4, V51)


class Table(Tabletop):
    """A table where every tile of the pool is on the board, on a rack or in the bag."""

    def enter(self, request, **how):
        sheet = super().enter(request, **how)
        on_board = sum(bool(square) for square in sheet.board.squares)
        pool = (
            load_tile_set(sheet.scheduled.tile_set).size
            + sheet.irregular.extra
            - sheet.irregular.missing
        )
        assert on_board + sum(sheet.stock.racks) + sheet.stock.bag == pool
        assert min(*sheet.stock.racks, sheet.stock.bag) >= 0
        return sheet

    def put(self, seat, tiles, announced=10):
        """A play of so many tiles, wherever there is room in a row."""
        for row in range(15):
            for column in range(15 - tiles + 1):
                at = row * 15 + column
                if not any(self.sheet.board.squares[at : at + tiles]):
                    letters = FILLER[:tiles]
                    return self.play(seat, f"{row + 1}{chr(65 + column)}", letters, announced)
        raise AssertionError("the board is full")


def overdrawn(book, held, drawn, *, touched=False, noticed_by="player", bag=60, **more):
    """A held so many tiles, drew too many, and it was reported."""
    table = Table(book, bag=bag)
    table.put(A, 7 - held)
    table.enter(
        ReportOverdraw(
            seat=A, drawn=drawn, touched=touched, mixed=touched, noticed_by=noticed_by, **more
        )
    )
    return table


def corrected(table, revealed, returned, **more):
    if revealed:
        table.enter(ExposeOverdraw(revealed=revealed))
    return table.enter(CorrectOverdraw(returned=returned, **more))


# Book, held, drawn, touched, noticed by; tiles it is about, turned up, back, seen by.
CORRECTIONS = [
    ("O1", V51, 4, 5, False, "player", 5, 4, 2, "both"),
    ("O1", V4, 4, 5, False, "player", 5, 4, 2, "both"),
    ("O1", WSC, 4, 5, False, "player", 5, 0, 2, "nobody"),
    ("O1", V1, 4, 5, False, "player", 5, 3, 2, "both"),
    ("O1", NSA, 4, 5, False, "player", 5, 4, 2, "both"),
    ("O2", V51, 4, 5, True, "player", 9, 4, 2, "both"),
    ("O2", V4, 4, 5, True, "player", 9, 4, 2, "both"),
    ("O2", WSC, 4, 5, True, "player", 9, 3, 2, "returned-by-both"),
    ("O2", V1, 4, 5, True, "player", 9, 3, 2, "both"),
    ("O2", NSA, 4, 5, True, "player", 9, 4, 2, "opponent"),
    ("O3", V51, 4, 5, False, "opponent", 5, 4, 2, "both"),
    ("O3", V4, 4, 5, False, "opponent", 5, 4, 2, "both"),
    ("O3", WSC, 4, 5, False, "opponent", 5, 3, 2, "returned-by-both"),
    ("O3", V1, 4, 5, False, "opponent", 9, 9, 2, "both"),
    ("O3", NSA, 4, 5, False, "opponent", 5, 4, 2, "both"),
    ("O4", V51, 4, 5, True, "opponent", 9, 4, 2, "both"),
    ("O4", V4, 4, 5, True, "opponent", 9, 4, 2, "both"),
    ("O4", WSC, 4, 5, True, "opponent", 9, 9, 2, "returned-by-both"),
    ("O4", V1, 4, 5, True, "opponent", 9, 9, 2, "both"),
    ("O4", NSA, 4, 5, True, "opponent", 9, 4, 2, "opponent"),
    ("O5", V51, 6, 2, False, "player", 2, 2, 1, "both"),
    ("O5", V4, 6, 2, False, "player", 2, 2, 1, "both"),
    ("O5", WSC, 6, 2, False, "player", 2, 0, 1, "nobody"),
    ("O5", V1, 6, 2, False, "player", 2, 2, 1, "both"),
    ("O5", NSA, 6, 2, False, "player", 2, 2, 1, "both"),
    ("O6", V51, 6, 4, False, "player", 4, 4, 3, "both"),
    ("O6", V4, 6, 4, False, "player", 4, 4, 3, "both"),
    ("O6", WSC, 6, 4, False, "player", 4, 0, 3, "nobody"),
    ("O6", V1, 6, 4, False, "player", 4, 4, 3, "both"),
    ("O6", NSA, 6, 4, False, "player", 4, 4, 3, "both"),
    ("O7", V51, 5, 3, False, "player", 3, 3, 1, "both"),
    ("O7", V4, 5, 3, False, "player", 3, 3, 1, "both"),
    ("O7", V1, 5, 3, False, "player", 3, 2, 1, "both"),
    ("O7", NSA, 5, 3, False, "player", 3, 3, 1, "both"),
    ("O8", NSA, 5, 3, True, "player", 8, 3, 1, "opponent"),
    ("Y1", V4, 6, 3, False, "player", 3, 3, 2, "both"),
    ("Y2", V4, 5, 3, False, "player", 3, 3, 1, "both"),
    ("Y3", V4, 3, 6, False, "player", 6, 4, 2, "both"),
    ("Y4", V4, 0, 8, False, "player", 8, 3, 1, "both"),
    ("Y5", V4, 6, 2, True, "player", 8, 3, 1, "both"),
    ("Y6", V4, 4, 5, True, "player", 9, 4, 2, "both"),
    ("Y11", V4, 3, 6, False, "opponent", 6, 4, 2, "both"),
]


BY_THE_RULE = {
    "O1": {V51: "3.9.5(a)(iii)", V4: "3.9.5(a)(iii)", WSC: "7.1", V1: "3.9.5(d)", NSA: "III.C.1"},
    "O2": {V51: "3.9.5(b)", V4: "3.9.5(b)", WSC: "7.2", V1: "3.9.5(c)", NSA: "III.C.2"},
    "O3": {V51: "3.9.5(a)(iii)", V4: "3.9.5(a)(iii)", WSC: "7.3", V1: "3.9.6", NSA: "III.C.1"},
    "O4": {V51: "3.9.5(b)", V4: "3.9.5(b)", WSC: "7.4", V1: "3.9.6", NSA: "III.C.2"},
    "O5": {V51: "3.9.5(a)(ii)", V4: "3.9.5(a)(ii)", WSC: "7.1", V1: "3.9.5(d)", NSA: "III.C.1"},
    "O6": {V51: "3.9.5(a)(ii)", V4: "3.9.5(a)(ii)", WSC: "7.1", V1: "3.9.5(d)", NSA: "III.C.1"},
    "O7": {V51: "3.9.5(a)(iii)", V4: "3.9.5(a)(iii)", V1: "3.9.5(d)", NSA: "III.C.1"},
    "O8": {NSA: "III.C.2"},
    "Y1": {V4: "3.9.5(a)(ii)"},
    "Y2": {V4: "3.9.5(a)(iii)"},
    "Y3": {V4: "3.9.5(a)(iii)"},
    "Y4": {V4: "3.9.5(a)(iii)"},
    "Y5": {V4: "3.9.5(b)"},
    "Y6": {V4: "3.9.5(b)"},
    "Y11": {V4: "3.9.5(a)(iii)"},
}


@all_at_once
@pytest.mark.parametrize(
    ("case", "book", "held", "drawn", "touched", "by", "group", "shown", "back", "seen"),
    CORRECTIONS,
    ids=[f"{case[0]} {case[1]}" for case in CORRECTIONS],
)
def test_O1_O2_O3_O4_O5_O6_O7_O8_Y1_Y2_Y3_Y4_Y5_Y6_Y11_TX_02_what_is_turned_up_and_what_goes_back(
    case, book, held, drawn, touched, by, group, shown, back, seen
):
    table = overdrawn(book, held, drawn, touched=touched, noticed_by=by)

    procedure = table.procedure("overdraw")
    assert procedure.clause == f"{book} {BY_THE_RULE[case][book]}"
    assert table.fact(Overdrawn).over == drawn - (7 - held) == back
    assert procedure.count("face-down") == group
    assert procedure.count("turned-up") == shown
    assert procedure.count("back-to-the-bag") == back
    assert procedure.count("on-the-rack-afterwards") == 7
    assert table.racks == (held + drawn, 7)

    if shown:
        assert procedure.next_step.asks == "expose-overdraw"
        assert procedure.next_step.tiles == shown
        table.enter(ExposeOverdraw(revealed=shown))
        assert table.facts[0].seen_by == seen
    assert table.procedure("overdraw").next_step.asks == "correct-overdraw"
    sheet = table.enter(CorrectOverdraw(returned=back, rack=7))

    assert sheet.open == ()
    assert table.racks == (7, 7)
    assert table.bag == 60 - (7 - held)


@pytest.mark.parametrize(("held", "drawn", "unseen"), [(4, 5, 1), (3, 6, 2), (6, 2, 0)])
def test_O1_Y3_tiles_that_nobody_turned_up_stay_with_the_player_unseen(held, drawn, unseen):
    assert overdrawn(V4, held, drawn).procedure().count("kept-unseen") == unseen


@pytest.mark.clause("nsa-1998 III.C.2")
def test_O2_O4_under_nsa_a_tile_on_the_rack_that_is_not_mixed_is_untouched():
    table = Table(NSA, bag=60)
    table.put(A, 3)

    table.enter(ReportOverdraw(seat=A, drawn=5, touched=True, mixed=False))
    assert table.fact(Overdrawn).group == "new"

    table = Table(V4, bag=60)
    table.put(A, 3)
    table.enter(ReportOverdraw(seat=A, drawn=5, touched=True, mixed=False))
    assert table.fact(Overdrawn).group == "new-and-old"


@pytest.mark.parametrize(
    ("book", "code"), [(WSC, "call-the-director"), (NSA, "call-the-director"), (V4, "")]
)
def test_O2_TW_02_TN_37_new_tiles_that_still_lie_apart_are_a_question_for_the_director(book, code):
    table = Table(book, bag=60)
    table.put(A, 3)
    request = ReportOverdraw(seat=A, drawn=5, touched=True, mixed=True, apart=2)

    if code:
        refusal = table.refused(request)
        assert (refusal.code, refusal.trap) == (code, {WSC: "TW-02", NSA: "TN-37"}[book])
        table.enter(request, ruled=True)
    else:
        table.enter(request)
    assert table.fact(Overdrawn).size == 9


def test_Y7_Y8_too_many_turned_up_all_face_down_again_and_those_turned_up_next_go_back():
    for held, drawn, touched, botched, group in ((3, 6, False, 5, 6), (4, 5, True, 6, 9)):
        table = overdrawn(V4, held, drawn, touched=touched)

        table.enter(ExposeOverdraw(revealed=botched))

        assert table.fact(OverdrawCorrectionBotched).again == 2
        assert remarks.TOO_MANY_TURNED_UP in table.remarks
        procedure = table.procedure()
        assert procedure.count("turned-up") == 2
        assert procedure.next_step.tiles == 2
        assert procedure.next_step.clause == "wespa-4.0 3.9.6"
        assert f"All {group} go face down again" in procedure.next_step.does
        assert "without a choice" in procedure.steps[-2].does
        assert table.refused(CorrectOverdraw(returned=2)).code == "not-turned-up"
        corrected(table, 2, 2)
        assert table.racks == (7, 7)


@pytest.mark.parametrize(("book", "by"), [(V1, "player"), (WSC, "opponent"), (NSA, "player")])
def test_Y7_elsewhere_too_many_turned_up_is_for_the_director(book, by):
    table = overdrawn(book, 4, 5, noticed_by=by)
    most = table.procedure().count("turned-up")

    assert table.refused(ExposeOverdraw(revealed=most + 1)).code == "rulebook-silent"


def test_Y9_fifteen_seconds_are_free_and_the_rest_runs_on_the_opponents_clock():
    table = Table(V4, bag=60)
    table.play(A, "1A", "EAI", 10, clocks=(1200, 1300))
    table.enter(ReportOverdraw(seat=A, drawn=5, touched=False))

    assert table.fact(ClockNeutralised).reason == "overdraw"
    choose = table.procedure().steps[-2]
    assert (choose.clock, choose.seconds) == ("opponent", 15)
    sheet = corrected(table, 4, 2, used=40)

    assert table.fact(OverdrawCorrected).charged == 25
    assert table.fact(ClockRestarted).seat is B
    assert sheet.clock.times == (1200, 1275)
    assert sheet.clock.neutral == ""


@pytest.mark.parametrize(("book", "charged"), [(V51, 25), (WSC, 0), (V1, 0), (NSA, 0)])
def test_Y9_only_where_the_book_says_so_is_the_choice_charged(book, charged):
    table = overdrawn(book, 4, 5, touched=True)
    corrected(table, table.procedure().count("turned-up"), 2, used=40)
    assert table.fact(OverdrawCorrected).charged == charged


@pytest.mark.clause("wespa-1.0 3.9.7")
def test_O9_in_v1_a_concealed_overdraw_shows_the_whole_rack_and_is_unethical():
    table = overdrawn(V1, 4, 4, noticed_by="player", concealed=True)

    assert table.fact(Overdrawn).group == "open-rack"
    assert table.procedure().count("turned-up") == 8
    assert table.procedure().clause == "wespa-1.0 3.9.6"
    assert remarks.OVERDRAW_CONCEALED in table.remarks
    corrected(table, 8, 1)
    assert table.racks == (7, 7)


def test_Y10_W3_in_v4_and_v51_the_correction_is_the_same_and_only_v4_calls_it_unethical():
    said = {}
    for book in WESPA_4:
        table = overdrawn(book, 6, 2, touched=True, noticed_by="opponent", concealed=True)
        said[book] = table.remarks
        assert table.procedure().count("turned-up") == 3
        corrected(table, 3, 1)
        assert table.racks == (7, 7)

    assert said[V4] == (remarks.OVERDRAW_CONCEALED,)
    assert said[V51] == (remarks.OVERDRAW_MAY_BE_CONCEALED, "T5-07")


def test_O9_under_nsa_hiding_it_is_cheating_and_under_wsc_nothing_is_said():
    assert remarks.OVERDRAW_HIDDEN in overdrawn(NSA, 4, 4, concealed=True).remarks
    assert overdrawn(WSC, 4, 4, noticed_by="opponent", concealed=True).remarks == ()


@pytest.mark.clause("wsc-2003 7.5")
def test_O10_TW_03_in_wsc_play_goes_on_with_the_tiles_held():
    table = Table(WSC, bag=60)
    table.put(A, 3)
    table.put(B, 2)

    table.enter(
        ReportOverdraw(seat=A, drawn=4, touched=True, noticed_by="opponent", after_next_play=True)
    )

    assert table.sheet.open == ()
    assert table.fact(Overdrawn).put_right is False
    assert table.fact(Overdrawn).revealed == 0
    assert "TW-03" in table.remarks
    assert table.racks == (8, 7)
    table.put(A, 3)
    assert table.racks == (7, 7), "the next draw fills the rack to seven, not beyond"


@pytest.mark.parametrize("book", [V51, V4, V1, NSA])
@pytest.mark.found("RU7")
@pytest.mark.clause("wespa-1.0 3.9.6")
@pytest.mark.clause("nsa-1998 III.C")
def test_O10_RU7_elsewhere_no_limit_is_set_and_a_late_found_overdraw_is_put_right(book):
    table = Table(book, bag=60)
    table.put(A, 3)
    table.put(B, 2)

    table.enter(
        ReportOverdraw(
            seat=A, drawn=4, touched=True, mixed=True, noticed_by="opponent", after_next_play=True
        )
    )

    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    assert table.fact(Overdrawn).over == 1
    assert table.procedure().count("turned-up") == {V1: 8}.get(book, 3)
    assert load(book).drawing.overdraw_found_after_next_play.inferred


@pytest.mark.clause("nsa-1998 III.B")
def test_O11_in_nsa_a_tile_dropped_back_brings_the_overdraw_procedure():
    table = Table(NSA, bag=60)
    table.put(A, 3)

    table.enter(ReportDroppedBack(seat=A, count=1, rack=7, touched=True, mixed=True))

    assert table.fact(TileDroppedBack).remedy == "overdraw"
    assert remarks.PUT_BACK_AGAINST_THE_RULES in table.remarks
    assert (table.fact(Overdrawn).drawn, table.fact(Overdrawn).over) == (4, 1)
    assert table.procedure().count("turned-up") == 3
    corrected(table, 3, 1)
    assert (table.racks, table.bag) == ((7, 7), 57)


@pytest.mark.parametrize(("book", "clause"), [(NSA, "nsa-1998 III.E"), (V51, "wespa-5.1 3.9.12")])
def test_O12_W9_while_the_hand_is_in_the_bag_nothing_is_drawn(book, clause):
    table = Table(book, bag=60)
    table.put(A, 3)

    refusal = table.refused(ReportDroppedBack(seat=A, count=1, rack=7, hand_out=False))

    assert (refusal.code, refusal.clause) == ("not-drawn-yet", clause)


def short(book, *, own_turns=0, opponents_turns=1):
    """Bag 4; A plays 3 and draws 2; B plays 2 and draws 2; then further turns."""
    table = Table(book, bag=4)
    table.put(A, 3)
    table.put(B, 2)
    for _ in range(own_turns):
        table.put(A, 1)
        if opponents_turns > 1:
            table.put(B, 1)
    return table


@pytest.mark.parametrize("book", [V51, V4, V1, NSA])
def test_U1_W5_in_time_the_opponent_gives_the_missing_tile(book):
    table = short(book)

    table.enter(ReportUnderdraw(seat=A, short=1))

    assert table.fact(Underdrawn).remedy == "opponent"
    assert (table.racks, table.bag) == ((6, 7), 0)
    rule = {V51: "3.9.9", V4: "3.9.8", V1: "3.9.8", NSA: "G13"}[book]
    assert table.procedure("underdraw").clause == f"{book} {rule}"
    step = table.procedure("underdraw").next_step
    assert (step.who, step.tiles, step.seconds) == ("opponent", 1, 60 if book == NSA else None)
    table.enter(MendUnderdraw(count=1, used=61))
    assert (remarks.CHOSE_TOO_SLOWLY in table.remarks) is (book == NSA)
    assert table.fact(UnderdrawMended).source == "opponent"
    assert (table.racks, table.bag, table.sheet.open) == ((7, 6), 0, ())


@pytest.mark.parametrize(
    ("book", "remedy"), [(V51, "none"), (V4, "none"), (V1, "none"), (NSA, "opponent")]
)
def test_U2_W5_after_the_next_turn_of_the_player_only_nsa_mends(book, remedy):
    table = short(book, own_turns=1)
    after = [line.version for line in table.sheet.lines if line.seat is A][-2]

    table.enter(ReportUnderdraw(seat=A, short=1, after=after))

    assert table.fact(Underdrawn).remedy == remedy
    assert (table.racks, table.bag) == ((5, 7), 0)
    assert (remarks.TOO_LATE_TO_MEND in table.remarks) is (remedy == "none")
    assert bool(table.sheet.open) is (remedy != "none")
    if remedy == "opponent":
        table.enter(MendUnderdraw(count=1))
        assert (table.racks, table.bag, table.sheet.open) == ((6, 6), 0, ())


@pytest.mark.parametrize("book", [V51, V4, V1, NSA])
def test_U3_after_the_opponents_next_play_nobody_mends(book):
    table = short(book, own_turns=1, opponents_turns=2)
    after = [line.version for line in table.sheet.lines if line.seat is A][-2]

    table.enter(ReportUnderdraw(seat=A, short=1, after=after))

    assert table.fact(Underdrawn).remedy == "none"
    assert table.sheet.open == ()


def test_U4_in_wsc_the_missing_tile_is_drawn_now_though_the_opponent_has_drawn():
    table = Table(WSC, bag=26)
    table.put(A, 3)
    table.put(B, 3)

    table.enter(ReportUnderdraw(seat=A, short=1))
    assert (table.racks, table.bag) == ((6, 7), 21)
    assert table.procedure().next_step.who == "player"
    assert table.refused(MendUnderdraw(count=2)).code == "wrong-number-given"
    table.enter(MendUnderdraw(count=1))

    assert (table.racks, table.bag) == ((7, 7), 20)


@pytest.mark.parametrize("book", [V51, V4, V1, NSA])
def test_Y12_W4_T5_08_with_tiles_in_the_bag_no_remedy_is_stated_and_the_director_rules(book):
    table = Table(book, bag=26)
    table.put(A, 3)
    table.put(B, 3)

    table.enter(ReportUnderdraw(seat=A, short=1, concealed=True))

    procedure = table.procedure("underdraw")
    assert procedure.needs_ruling
    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    assert ("T5-08" in table.remarks) is (book == V51)
    assert (remarks.UNDERDRAW_CONCEALED in table.remarks) is (book != NSA)
    settle = SettleDrawing(what="underdraw", finding="drawn now", racks=(7, 7))
    assert table.refused(settle, role=Role.DIRECTOR).code == "needs-ruling"
    table.enter(settle, ruled=True)
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 20, ())


def out_of_order(book, bag, played_by_b, played_by_a, drawn, **more):
    """B plays and has not drawn; A plays and draws first."""
    table = Table(book, bag=bag)
    table.passes(A)
    table.put(B, played_by_b)
    table.put(A, played_by_a)
    table.enter(ReportOutOfOrder(seat=A, drawn=drawn, **more))
    return table


@pytest.mark.clause("wespa-1.0 3.9.9(a)")
def test_D1_in_v1_with_enough_left_there_is_no_penalty():
    table = out_of_order(V1, 20, 3, 4, 4, touched=True)

    assert table.fact(DrawnOutOfOrder).remedy == "none"
    assert table.fact(DrawnOutOfOrder).bag == 20
    assert table.sheet.open == ()
    assert (table.racks, table.bag) == ((7, 7), 13)


@pytest.mark.clause("wespa-1.0 3.9.9(b)")
def test_D2_T1_08_in_v1_all_new_tiles_go_back_chosen_from_the_whole_rack():
    table = out_of_order(V1, 5, 4, 3, 3, touched=True)

    assert table.fact(DrawnOutOfOrder).remedy == "overdraw"
    assert (table.racks, table.bag) == ((7, 3), 2)
    assert "T1-08" in table.remarks
    overdraw = table.procedure("overdraw")
    assert (overdraw.count("turned-up"), overdraw.count("back-to-the-bag")) == (7, 3)
    assert table.refused(CompleteDraws()).code == "overdraw-not-corrected"
    corrected(table, 7, 3)
    assert (table.racks, table.bag) == ((4, 3), 5)
    draws = table.procedure("draw-order").steps[-2:]
    assert [step.tiles for step in draws] == [4, 1]
    table.enter(CompleteDraws())
    assert (table.racks, table.bag, table.sheet.open) == ((5, 7), 0, ())


@pytest.mark.clause("nsa-1998 G7")
def test_D3_TN_01_TN_05_in_nsa_the_director_may_impose_fifty_points_of_spread():
    table = out_of_order(NSA, 5, 4, 3, 3, touched=True, mixed=True)

    assert table.fact(DrawnOutOfOrder).bag == 5
    assert {"TN-01", "TN-05", remarks.MAY_BE_PENALISED} <= set(table.remarks)
    assert table.procedure("draw-order").needs_ruling
    assert (table.racks, table.bag) == ((7, 5), 0), "nothing is put right of itself"
    penalty = ApplyPenalty(seat=A, unit="spread", amount=50, reason="G7")
    assert table.refused(penalty).code == "needs-ruling"
    table.enter(penalty, ruled=True)
    table.enter(SettleDrawing(what="draw-order", finding="50 spread"), ruled=True)
    assert table.sheet.open == ()
    assert table.sheet.result.spread_changes == (-50, 0)


def test_D3_in_nsa_most_of_the_game_there_is_no_penalty_and_wsc_leaves_it_to_the_director():
    assert out_of_order(NSA, 20, 3, 4, 4, touched=True).sheet.open == ()
    assert out_of_order(WSC, 20, 3, 4, 4, touched=True).procedure().needs_ruling


@pytest.mark.parametrize("book", WESPA_4)
def test_Y13_shown_to_both_put_back_and_drawn_in_the_right_order(book):
    table = out_of_order(book, 20, 3, 4, 4, touched=False, noticed_by="opponent")

    rule = {V4: "3.9.9(b)(ii)", V51: "3.9.10(b)(ii)"}[book]
    assert table.fact(DrawnOutOfOrder).remedy == "redraw"
    assert table.sheet.clock.neutral
    procedure = table.procedure("draw-order")
    assert procedure.clause == f"{book} {rule}"
    assert [step.tiles for step in procedure.steps] == [4, 3, 4]
    table.enter(CompleteDraws(racks=(7, 7)))
    assert (table.racks, table.bag, table.sheet.clock.neutral) == ((7, 7), 13, "")


@pytest.mark.parametrize(("book", "trap"), [(V4, "T4-37"), (V51, "T5-16")])
def test_Y14_T4_37_T5_16_once_a_tile_is_racked_there_is_no_penalty(book, trap):
    table = out_of_order(book, 20, 3, 4, 4, touched=True)

    assert table.fact(DrawnOutOfOrder).remedy == "none"
    assert table.remarks == (trap,)
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 13, ())


@pytest.mark.parametrize(("book", "rule"), [(V4, "3.9.9(a)"), (V51, "3.9.10(a)")])
@pytest.mark.parametrize(("touched", "group", "shown"), [(True, 7, 5), (False, 3, 3)])
def test_Y15_Y16_W6_T4_20_near_the_end_all_new_tiles_are_tiles_too_many(
    book, rule, touched, group, shown
):
    table = out_of_order(book, 5, 4, 3, 3, touched=touched)

    assert ("T4-20" in table.remarks) is (not touched)
    overdraw = table.procedure("overdraw")
    assert overdraw.count("face-down") == group
    assert overdraw.count("turned-up") == shown
    assert overdraw.count("back-to-the-bag") == 3
    assert overdraw.count("on-the-rack-afterwards") == 4
    assert table.procedure("draw-order").clause == f"{book} {rule}"
    corrected(table, shown, 3)
    assert table.bag == 5
    table.enter(CompleteDraws())
    assert (table.racks, table.bag) == ((5, 7), 0)


def test_Y17_whoever_had_time_to_draw_gets_what_is_left():
    table = out_of_order(V4, 5, 4, 3, 3, touched=True, had_chance=True)

    assert table.fact(DrawnOutOfOrder).remedy == "none"
    assert (table.racks, table.bag, table.sheet.open) == ((7, 5), 0, ())


@pytest.mark.clause("wespa-5.1 3.9.12")
@pytest.mark.parametrize(
    ("bag", "from_bag", "given", "back", "after"), [(30, 5, 5, 3, 28), (3, 3, 5, 1, 1)]
)
def test_W7_W8_T5_03_T5_04_tiles_dropped_back_are_made_good_from_bag_and_rack(
    bag, from_bag, given, back, after
):
    table = Table(V51, bag=bag + 1)
    table.put(A, 3)

    table.enter(ReportDroppedBack(seat=A, count=2, rack=5, bag=bag))

    fact = table.fact(TileDroppedBack)
    assert (fact.from_bag, fact.from_rack, fact.bag) == (from_bag, 3, bag)
    assert (table.racks, table.bag) == ((5, 7), bag)
    assert {"T5-03", "T5-04"} <= set(table.remarks)
    procedure = table.procedure("dropped-back")
    assert procedure.count("face-up") == from_bag + 3
    assert procedure.next_step.seconds == 15
    wrong = MendDrop(exposed=from_bag + 3, given=given - 1, returned=back + 1)
    assert table.refused(wrong).code == "tiles-do-not-add-up"
    sheet = table.enter(MendDrop(exposed=from_bag + 3, given=given, returned=back, used=20))
    assert (table.racks, table.bag, sheet.open) == ((7, 7), after, ())
    assert table.facts[0].charged == 5


@pytest.mark.parametrize("book", [V4, V1, WSC])
def test_W7_elsewhere_the_director_says_what_follows(book):
    table = Table(book, bag=31)
    table.put(A, 3)
    table.enter(ReportDroppedBack(seat=A, count=2, rack=5, bag=29))

    assert remarks.BAG_DIFFERS in table.remarks
    assert table.procedure("dropped-back").needs_ruling
    assert table.refused(MendDrop(exposed=0, given=0, returned=0)).code == "needs-ruling"


def test_H_07_a_closing_request_that_does_not_add_up_is_refused():
    table = overdrawn(V4, 3, 6)

    assert table.refused(CorrectOverdraw(returned=2)).code == "not-turned-up"
    assert table.refused(ExposeOverdraw(revealed=7)).code == "more-shown-than-there"
    table.enter(ExposeOverdraw(revealed=3))
    assert table.remarks == (remarks.TOO_FEW_TURNED_UP,)
    assert table.refused(CorrectOverdraw(returned=3)).code == "wrong-number-back"
    assert table.refused(CorrectOverdraw(returned=2, rack=8)).code == "rack-does-not-add-up"
    assert table.refused(ReportOverdraw(seat=B, drawn=9, touched=True)).code == "correction-open"
    table.enter(CorrectOverdraw(returned=2, rack=7))
    assert table.racks == (7, 7)


@pytest.mark.parametrize(
    ("book", "trap"), [(V4, "T4-03"), (V51, "T4-03"), (V1, "T1-15"), (WSC, "TW-11")]
)
def test_H_07_T4_03_T1_15_TW_11_a_tile_drawn_when_none_was_due_is_for_the_director(book, trap):
    table = Table(book, bag=60)
    table.passes(A)
    by = "opponent" if book == WSC else "player"
    request = ReportOverdraw(seat=A, drawn=1, touched=False, noticed_by=by)

    assert table.refused(request).trap == trap
    table.enter(request, ruled=True)
    assert (table.procedure().count("turned-up"), table.racks) == (1, (8, 7))


@pytest.mark.clause("nsa-1998 III.C")
def test_H_07_TN_07_in_nsa_all_new_tiles_are_shown_when_none_was_due():
    table = Table(NSA, bag=60)
    table.passes(A)

    table.enter(ReportOverdraw(seat=A, drawn=1, touched=False))

    assert "TN-07" in table.remarks
    assert table.procedure().count("turned-up") == 1


@pytest.mark.parametrize(("book", "refused"), [(WSC, True), (V4, False), (V1, False), (NSA, False)])
def test_H_10_seen_by_a_third_party(book, refused):
    table = Table(book, bag=60)
    table.put(A, 3)
    request = ReportOverdraw(
        seat=A, drawn=5, touched=True, mixed=True, noticed_by="third-party", observer="Kim Vale"
    )

    if refused:
        assert table.refused(request).code == "rulebook-silent"
    table.enter(request, ruled=refused)

    assert table.fact(Overdrawn).observer == "Kim Vale"
    assert remarks.SEEN_BY_A_THIRD_PARTY in table.remarks
    if book == V1:
        assert table.procedure().count("turned-up") == 9, "as if the opponent had noticed"


@pytest.mark.parametrize(
    ("book", "outcome"), [(V51, "refused"), (V4, "refused"), (V1, "refused"), (WSC, "kept apart")]
)
def test_H_19_drawing_while_a_challenge_is_judged(book, outcome):
    table = Table(book, bag=60)
    table.put(A, 3)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    request = RecordDraw(seat=A, moment="hand-in")

    if outcome == "refused":
        assert table.refused(request).code == "draw-during-challenge"
    else:
        table.enter(request)
        assert table.remarks == (remarks.KEEP_APART,)


def test_H_04_T5_09_the_moments_of_a_draw_are_noted_apart():
    table = Table(V51, bag=60)
    table.put(A, 3)
    for moment in ("hand-in", "first-tile-out", "hand-out", "first-tile-racked"):
        table.enter(RecordDraw(seat=A, moment=moment))
        assert table.fact(TilesDrawn).moment == moment
    assert table.racks == (7, 7)


def test_H_01_H_03_an_improper_draw_is_noted_and_counted():
    table = Table(NSA, bag=60)
    table.enter(ReportManner(seat=A, manner="palm-not-shown"))
    assert table.remarks == ()
    table.enter(ReportManner(seat=B, manner="palm-not-shown"))
    table.enter(ReportManner(seat=A, manner="palm-not-shown"))
    assert table.facts[0].times == 2
    assert table.remarks == (remarks.DRAWN_IMPROPERLY_AGAIN,)


def test_what_can_be_reported_is_asked_in_the_words_of_the_book():
    from ledger.game.going_on import offers

    def fields(book):
        table = Tabletop(book)
        [offer] = [o for o in offers(table.sheet, table.rules) if o.name == "overdraw"]
        return {question.field for question in offer.questions}

    assert "touched" in fields(V4)
    assert "mixed" in fields(NSA)
    assert "touched" not in fields(NSA)


def test_a_draw_of_more_tiles_than_there_are_is_refused():
    table = Table(V4, bag=3)
    table.put(A, 3)

    request = ReportOverdraw(seat=A, drawn=5, touched=False)

    assert table.refused(request).code == "more-than-there-are"


@pytest.mark.found("RL-8")
def test_RL_8_v1_the_clocks_are_stopped_by_the_rule_of_the_procedure_and_once():
    for noticed_by, clause in (("player", "3.9.5(a)"), ("opponent", "3.9.6(a)")):
        table = Table(V1)
        table.put(A, 3, 4)
        over = ReportOverdraw(seat=A, drawn=4, touched=True, mixed=False, noticed_by=noticed_by)
        table.enter(over)
        steps = table.procedure("overdraw").steps
        assert steps[0].clause == f"wespa-1.0 {clause}"
        assert not any("stopped again" in step.does for step in steps)
