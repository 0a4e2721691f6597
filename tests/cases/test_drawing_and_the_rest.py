"""Irregular draws that meet something else: a challenge, another procedure, an earlier turn."""

from __future__ import annotations

import pytest

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.drawing.dropped_back import ReportDroppedBack
from ledger.game.drawing.facts import Overdrawn, Underdrawn
from ledger.game.drawing.overdraws import CorrectOverdraw, ExposeOverdraw, ReportOverdraw
from ledger.game.drawing.requests import (
    CompleteDraws,
    MendUnderdraw,
    RecordDraw,
    ReportUnderdraw,
    SettleDrawing,
)
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import Resign
from ledger.game.loose_tiles.facts import TilesSpilled
from ledger.game.loose_tiles.requests import (
    NameEntitled,
    ReportFound,
    ReportSpill,
    RestoreRacks,
)
from ledger.vocabulary import Role, remarks
from tests.cases.test_drawing import (
    NSA,
    V1,
    V4,
    V51,
    WESPA_4,
    WSC,
    Table,
    corrected,
    out_of_order,
    overdrawn,
    short,
)
from tests.tabletop import FIVE, A, B


def question(table, offer, field):
    [found] = [o for o in table.offers() if o.name == offer]
    return next((q for q in found.questions if q.field == field), None)


# The clocks


@pytest.mark.parametrize("book", WESPA_4)
def test_Y9_the_clocks_stay_stopped_while_a_challenge_is_judged(book):
    table = overdrawn(book, 4, 4)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    assert "clock is started" not in table.procedure("overdraw").steps[-1].does

    corrected(table, 3, 1)

    assert table.sheet.clock.neutral
    assert table.procedure("challenge")


@pytest.mark.parametrize("book", [*WESPA_4, V1])
def test_D2_Y15_the_clocks_stay_stopped_until_both_have_drawn(book):
    table = out_of_order(book, 5, 4, 3, 3, touched=True)
    overdraw, order = table.procedure("overdraw"), table.procedure("draw-order")
    assert "clock is started" not in overdraw.steps[-1].does
    assert "clock of the player on turn is started" in order.steps[-1].does

    corrected(table, overdraw.count("turned-up"), 3)
    assert table.sheet.clock.neutral
    table.enter(CompleteDraws(racks=(5, 7)))

    assert table.sheet.clock.neutral == ""


# The first draw


@pytest.mark.parametrize("book", FIVE)
def test_Y4_eight_tiles_drawn_for_the_first_rack_are_one_too_many(book):
    table = Table(book)

    table.enter(ReportOverdraw(seat=A, drawn=8, noticed_by="opponent"))

    over = table.fact(Overdrawn)
    assert (over.held, over.due, over.over, over.size) == (0, 7, 1, 8)
    shown = {V51: 3, V4: 3, V1: 8, WSC: 2, NSA: 3}[book]
    assert over.revealed == shown
    corrected(table, shown, 1)
    assert (table.racks, table.bag) == ((7, 7), 86)


# A play that comes off


@pytest.mark.parametrize("book", [*WESPA_4, NSA])
def test_H_22_with_the_play_the_overdraw_comes_off_and_all_new_tiles_go_back(book):
    table = overdrawn(book, 4, 4)
    assert (table.racks, table.bag) == ((8, 7), 56)
    table.enter(IssueChallenge(seat=B, words=("EAI",)), ruled=book == NSA)

    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    assert "overdraw" not in {one.name for one in table.procedures()}
    assert dict(table.procedure("drawn-then-challenged-off").counts)["drawn"] == 4
    assert (table.racks, table.bag) == ((7, 7), 60)
    assert table.refused(ExposeOverdraw(revealed=3)).code == "nothing-to-put-right"


@pytest.mark.parametrize("book", WESPA_4)
def test_H_22_after_a_play_came_off_only_the_opponent_draws(book):
    table = out_of_order(book, 5, 4, 3, 3, touched=False)
    table.challenge(B, False, "EAI")
    assert [step.tiles for step in table.procedure("draw-order").steps[-2:]] == [4, 0]

    table.enter(CompleteDraws(racks=(7, 7)))

    assert (table.racks, table.bag) == ((7, 7), 1)


@pytest.mark.parametrize("book", WESPA_4)
def test_H_22_a_challenge_that_fails_leaves_the_overdraw_to_be_put_right(book):
    table = overdrawn(book, 4, 4)
    table.challenge(B, True, "EAI")

    corrected(table, 3, 1)

    assert (table.racks, table.bag) == ((7, 7), 57)


@pytest.mark.parametrize("book", FIVE)
def test_H_22_with_the_play_an_underdraw_is_settled_too(book):
    table = Table(book, bag=26)
    table.put(A, 3)
    table.enter(ReportUnderdraw(seat=A, short=1))
    assert table.procedure("underdraw")

    table.challenge(B, False, "EAI")

    assert "underdraw" not in {procedure.name for procedure in table.procedures()}
    assert (table.racks, table.bag) == ((7, 7), 26)


def test_U1_an_opponent_with_fewer_tiles_gives_what_there_is():
    table = Table(V4, bag=0)
    table.put(A, 3)
    table.put(B, 5)

    table.enter(ReportUnderdraw(seat=A, short=3, racks=(4, 2)))

    assert table.procedure("underdraw").next_step.tiles == 2
    table.enter(MendUnderdraw(count=2))
    assert (table.racks, table.bag, table.sheet.open) == ((6, 0), 0, ())


# What a form asks


@pytest.mark.parametrize(
    ("book", "remedy"), [(V51, "none"), (V4, "none"), (V1, "none"), (NSA, "opponent")]
)
def test_U2_the_turn_that_was_meant_is_asked_for_and_decides(book, remedy):
    table = short(book, own_turns=1)
    request = question(table, "underdraw", "after")

    assert [words.split(":")[0] for _, words in request.choices[:3]] == ["Ann", "Bob", "Ann"]
    table.enter(ReportUnderdraw(seat=A, short=1, after=int(request.choices[2][0])))

    assert table.fact(Underdrawn).remedy == remedy


def test_H_04_each_moment_of_a_draw_can_be_noted():
    table = Table(V51, bag=60)
    for moment, _ in question(table, "draw-noted", "moment").choices:
        table.enter(RecordDraw(seat=A, moment=moment))


@pytest.mark.parametrize("book", FIVE)
def test_H_17_only_what_the_book_goes_by_is_asked_about_a_spill(book):
    table = Table(book, bag=20)
    request = {f for f in ("agreed", "touched", "declined") if question(table, "spill", f)}

    assert request == ({"agreed"} if book == NSA else {"touched", "declined"}) - (
        {"touched", "declined"} if book in (V1, WSC) else set()
    )


# Spills


@pytest.mark.parametrize("book", WESPA_4)
def test_Y60_the_other_player_may_petition_and_is_told_so(book):
    table = Table(book, bag=12)
    table.enter(ReportSpill(seat=A, count=5, phase="not-drawing"))
    assert table.remarks == (remarks.SPILL_MAY_BE_PETITIONED,)


def test_T6_in_nsa_the_clocks_run_on_over_a_spill():
    table = Table(NSA, bag=20)
    table.enter(ReportSpill(seat=A, count=1, phase="drawing"))
    assert table.sheet.clock.neutral == ""


@pytest.mark.parametrize("book", WESPA_4)
def test_Y59_T4_27_no_more_outside_than_were_due_is_for_the_director(book):
    table = Table(book, bag=20)
    table.put(A, 3)
    request = ReportSpill(seat=A, count=1, phase="drawing", drawn=1)

    assert table.refused(request).trap == "T4-27"
    table.enter(request, ruled=True)

    assert table.fact(TilesSpilled).remedy == "none"
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 17, ())


# Tiles dropped back


@pytest.mark.clause("nsa-1998 III.B")
def test_O11_dropping_tiles_back_without_an_overdraw_is_for_the_director():
    table = Table(NSA, bag=31)
    table.put(A, 3)

    table.enter(ReportDroppedBack(seat=A, count=2, rack=5))

    assert table.procedure("dropped-back").needs_ruling
    assert remarks.DIRECTOR_TO_CONFIRM in table.remarks
    table.enter(SettleDrawing(what="dropped-back", finding="draws two", racks=(7, 7)), ruled=True)
    assert (table.racks, table.bag, table.sheet.open) == ((7, 7), 28, ())


def test_T5_a_rack_is_never_filled_beyond_seven_by_a_tile_that_was_found():
    table = Table(NSA, bag=20)
    table.enter(ReportFound(where="outside", count=2))
    table.enter(RestoreRacks(racks=(6, 7)))
    table.enter(NameEntitled(seat=A))
    assert (table.racks, table.bag) == ((7, 7), 20)


# The end


@pytest.mark.parametrize("book", FIVE)
def test_H_07_nothing_is_put_right_once_the_game_is_forfeited_or_resigned(book):
    for request in (Forfeit(loser=A, cause="misconduct"), Resign(seat=A, margin=50)):
        table = overdrawn(book, 4, 4)
        table.enter(request, ruled=True)
        assert table.sheet.open == ()


# Words


@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("by", ["player", "opponent"])
def test_H_07_the_steps_name_numbers_that_can_be_done(book, by):
    for held, drawn, touched in ((4, 5, False), (4, 5, True), (6, 2, False)):
        steps = overdrawn(book, held, drawn, touched=touched, noticed_by=by).procedure().steps
        words = " ".join(step.does for step in steps)
        assert "other 0" not in words
        all_shown = any(step.asks == "expose-overdraw" and not step.if_wrong for step in steps)
        size = overdrawn(book, held, drawn, touched=touched, noticed_by=by).fact(Overdrawn)
        assert all_shown == (size.revealed == size.size)
        if size.group == "open-rack":
            assert "turns up" not in words


def test_O1_a_correction_is_closed_once():
    table = overdrawn(V4, 4, 5)
    corrected(table, 4, 2)
    assert table.refused(CorrectOverdraw(returned=2)).code == "nothing-to-put-right"
    table.enter(ReportOverdraw(seat=A, drawn=5, touched=True), ruled=True)
