"""Holds, the time a play may be answered in, and tiles drawn meanwhile: the worked cases (K)."""

from __future__ import annotations

import pytest

from ledger import rulebook
from ledger.game.calls.facts import ClaimMade
from ledger.game.calls.requests import WriteClaim
from ledger.game.challenges.facts import (
    ChallengeIssued,
    CourtesyDraw,
    FlashDraw,
    HoldCalled,
    TurnEndedIrregularly,
    WindowReopened,
)
from ledger.game.challenges.holds import (
    CallHold,
    CloseWindow,
    DrawCourteously,
    MixCourtesyTiles,
    ReleaseHold,
    ReopenWindow,
    ReportFlashDraw,
    ReportIrregularTurn,
)
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.clock.facts import OvertimeRecorded
from ledger.game.clock.requests import RecordOvertime, RestartClock
from ledger.game.drawing.drawn_off import ReportDrawnOff, ReturnNewTiles
from ledger.game.drawing.facts import DrawnThenChallengedOff
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.drawing.requests import RecordDraw
from ledger.game.endings.facts import GameEnded, PlayedOut
from ledger.game.endings.requests import AcceptPlayOut
from ledger.game.sheet.folding import wording
from ledger.vocabulary import Role
from tests.tabletop import FIVE, WESPA, A, B, Tabletop, a_play, a_play_out

V51, V4, V1, WSC, NSA = "wespa-5.1", "wespa-4.0", "wespa-1.0", "wsc-2003", "nsa-1998"


def challenge(seat=B, **how):
    return IssueChallenge(seat=seat, words=("WINDY",), **how)


def held(book, after=10, **options):
    table = a_play(book, **options)
    table.enter(CallHold(seat=B, after=after))
    return table


def taken_off(table):
    table.enter(challenge())
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)
    return table


# In time, or too late


def drew(book, what):
    """A made a play and drew for it, as somebody noted."""
    table = a_play(book)
    if what.startswith("overdraw"):
        mixed = what == "overdraw, mixed"
        over = ReportOverdraw(
            seat=A, drawn=6, touched=not mixed, mixed=mixed or book == NSA, noticed_by="opponent"
        )
        table.enter(over)
    else:
        table.enter(RecordDraw(seat=A, moment=what, count=5))
    return table


FIRST_OUT, ON_RACK = (V1, NSA), (V51, V4, V1, NSA)
"""Books in which a tile out of the bag, or only one on the rack, ends the time to answer."""


@pytest.mark.found("RL-2")
@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize(
    ("what", "closed"),
    [
        ("hand-in", ()),
        ("first-tile-out", FIRST_OUT),
        ("hand-out", FIRST_OUT),
        ("first-tile-racked", ON_RACK),
        ("overdraw", ON_RACK),
        ("overdraw, mixed", ON_RACK),
    ],
)
def test_RL_2_a_draw_on_record_closes_the_time_to_answer_as_the_book_has_it(book, what, closed):
    if book in closed:
        window = rulebook.load(book).windows
        refused = drew(book, what).refused(challenge())
        assert (refused.code, refused.clause) == ("too-late", str(window.closes))
        refused = drew(book, what).refused(CallHold(seat=B))
        assert (refused.code, refused.clause) == ("too-late", str(window.hold_closes))
        assert "challenge" not in drew(book, what).offered()
    else:
        drew(book, what).enter(challenge())
        drew(book, what).enter(CallHold(seat=B))


@pytest.mark.found("RL-2")
@pytest.mark.parametrize("book", FIVE)
@pytest.mark.parametrize("what", ["overdraw", "first-tile-racked"])
def test_RL_2_after_a_late_challenge_the_steps_say_which_tiles_go_back(book, what):
    table = drew(book, what)
    table.enter(challenge(), ruled=True)

    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    procedure = table.procedure("drawn-then-challenged-off")
    assert dict(procedure.counts)["drawn"] == (6 if what == "overdraw" else 5)
    assert any(step.asks == "return-new-tiles" for step in procedure.steps)


@pytest.mark.found("RL-2")
def test_RL_2_a_hold_before_the_draw_keeps_the_right_and_the_next_turn_starts_afresh():
    table = a_play(V1)
    table.enter(CallHold(seat=B))
    table.enter(RecordDraw(seat=A, moment="first-tile-out"))
    table.enter(challenge())

    table = drew(V1, "first-tile-out")
    table.play(B, "7C", "GALE")
    table.enter(IssueChallenge(seat=A, words=("GALE",)))


@pytest.mark.found("RL-5")
@pytest.mark.parametrize("book", [V51, V4])
def test_RL_5_a_draw_on_record_is_not_asked_about_again(book):
    def asked(table):
        [offer] = [one for one in table.offers() if one.name == "challenge"]
        return {question.field for question in offer.questions}

    assert {"hand_in_bag", "tile_out", "tile_racked"} <= asked(a_play(book))
    assert not {"hand_in_bag", "tile_out"} & asked(drew(book, "first-tile-out"))


@pytest.mark.clause("wsc-2003 12.1")
def test_H5_wsc_fifteen_seconds_and_no_more():
    a_play(WSC).enter(challenge(after=15))

    table = a_play(WSC)
    refusal = table.refused(challenge(after=16))
    assert (refusal.code, refusal.clause) == ("too-late", "wsc-2003 12.1")
    table.enter(challenge(after=16), ruled=True)


@pytest.mark.found("DE15")
@pytest.mark.parametrize("book", FIVE)
def test_DE15_a_challenge_that_is_too_late_stands_in_the_record_as_a_claim(book):
    table = a_play(book)
    before = table.sheet
    table.enter(WriteClaim(seat=B, of="challenge", turn=1, words="said it at once"))

    after = table.sheet
    assert (after.totals, after.on_move, after.challenges) == (
        before.totals, before.on_move, before.challenges,
    )  # fmt: skip
    claimed = wording(table.fact(ClaimMade), after)
    assert claimed == f"{after.names[1]} claims to have challenged turn 1: said it at once"
    assert table.refused(WriteClaim(seat=B, of="hold", turn=99)).code == "unreadable-request"
    table.enter(challenge())  # what the book allows is not touched by it
    assert table.sheet.challenges.pending is not None


@pytest.mark.clause("wsc-2003 12.2")
def test_H6_wsc_a_hold_in_time_is_valid_though_tiles_were_drawn():
    table = a_play(WSC)

    table.enter(CallHold(seat=B, after=12, tile_out=True, tile_racked=True))

    assert table.sheet.challenges.hold is B
    assert table.fact(HoldCalled).tile_racked is True


@pytest.mark.clause("wespa-1.0 3.1.2(b)")
@pytest.mark.clause("wespa-1.0 3.1.2(d)")
def test_H7_v1_with_a_tile_out_it_is_too_late_unless_the_director_upholds_the_petition():
    table = a_play(V1)
    refusal = table.refused(challenge(after=12, tile_out=True))
    assert (refusal.code, refusal.clause) == ("too-late", "wespa-1.0 3.1.2(b)")

    table.enter(ReportFlashDraw(seat=A, ground="drew-too-quickly", drawn=5))
    assert table.procedure("flash-draw").needs_ruling
    assert table.refused(challenge(tile_out=True)).code == "too-late"
    request = ReopenWindow(seat=B, reason="drew before the score was written")
    assert table.refused(request, role=Role.DIRECTOR).clause == "wespa-1.0 3.1.2(d)"
    table.enter(request, ruled=True)
    assert table.fact(WindowReopened).seat is B
    assert table.procedure("flash-draw").steps[0].done

    table.enter(challenge(after=12, tile_out=True))

    assert table.sheet.challenges.pending.seat is B


@pytest.mark.clause("nsa-1998 X.B")
def test_H8_nsa_with_a_tile_drawn_in_order_it_is_too_late():
    refusal = a_play(NSA).refused(CallHold(seat=B, after=12, tile_out=True))

    assert (refusal.code, refusal.clause) == ("too-late", "nsa-1998 X.B")


def test_H9_nsa_twenty_seconds_while_nothing_is_drawn():
    a_play(NSA).enter(CallHold(seat=B, after=20))
    assert a_play(NSA).refused(CallHold(seat=B, after=21)).code == "too-late"


@pytest.mark.clause("nsa-1998 VI.B")
@pytest.mark.clause("nsa-1998 VI.D*")
def test_H10_TN_04_nsa_a_draw_out_of_order_leaves_twenty_seconds_contested_from_fifteen():
    for after, remarks in ((14, ()), (15, ()), (18, ("TN-04",)), (20, ("TN-04",))):
        table = a_play(NSA)
        table.enter(ReportIrregularTurn(seat=A, how="timer-forgotten"))
        table.enter(CallHold(seat=B, after=after, tile_out=True, tile_racked=True))
        assert table.remarks == remarks

    table = a_play(NSA)
    late = CallHold(seat=B, after=21, tile_out=True, out_of_order="timer-forgotten")
    assert table.refused(late).clause == "nsa-1998 VI.B"


def test_trap_TN_11_nsa_a_draw_before_the_cumulative_was_written_is_remarked_on():
    table = a_play(NSA)

    table.enter(CallHold(seat=B, after=12, tile_out=True, out_of_order="drew-before-recording"))

    assert table.remarks == ("TN-11",)


@pytest.mark.clause("wespa-1.0 3.1.2(c)(i)")
def test_H11_v1_writing_the_score_in_full_gives_the_right_up():
    table = a_play(V1)

    refusal = table.refused(CallHold(seat=B, score_written=True))

    assert (refusal.code, refusal.clause) == ("right-given-up", "wespa-1.0 3.1.2(c)(i)")
    assert "inspects the score sheet" in refusal.next_step
    assert "score_written" in {
        question.field for offer in table.offers() if offer.name == "hold"
        for question in offer.questions
    }  # fmt: skip
    table.enter(CallHold(seat=B, score_written=True), ruled=True)


def test_H12_v1_the_cumulative_alone_gives_up_nothing():
    table = a_play(V1)

    table.enter(CallHold(seat=B, score_written=False))

    assert table.sheet.challenges.hold is B


@pytest.mark.clause("wespa-1.0 3.1.2(e)")
def test_H13_v1_nor_does_writing_when_the_bag_was_empty_before_the_turn():
    table = Tabletop(V1, bag=0)
    table.play(A, "1A", "AI")

    table.enter(challenge(score_written=True))

    assert table.sheet.challenges.pending is not None


def test_H14_v1_nor_does_writing_after_hold_was_called():
    table = held(V1)

    table.enter(challenge(score_written=True))

    assert table.fact(ChallengeIssued).score_written is True


@pytest.mark.clause("wespa-1.0 3.1.2(f)")
def test_H15_v1_saying_fine_changes_nothing_before_a_tile_is_drawn():
    table = a_play(V1)

    table.enter(challenge(accepted_aloud=True, tile_out=False))

    assert table.sheet.challenges.pending is not None
    assert table.remarks == ()


def test_trap_TX_08_v4_accepting_by_word_alone_is_recorded_and_left_to_the_director():
    table = a_play(V4)

    table.enter(challenge(accepted_aloud=True))

    assert table.remarks == ("TX-08",)


@pytest.mark.clause("wsc-2003 12.2")
def test_H16_wsc_accepted_after_a_hold_is_for_good():
    table = held(WSC)
    table.enter(ReleaseHold(seat=B))

    refusal = table.refused(challenge(after=12))

    assert (refusal.code, refusal.clause) == ("right-given-up", "wsc-2003 12.2")
    table.enter(challenge(after=12), ruled=True)


@pytest.mark.parametrize("book", [V4, V51])
def test_Y29_TX_08_v4_a_hold_released_lets_the_play_stand(book):
    table = held(book)
    table.enter(ReleaseHold(seat=B))

    refusal = table.refused(challenge())

    assert (refusal.code, refusal.clause) == ("right-given-up", f"{book} 3.10.5(b)")
    assert refusal.trap == "TX-08"


@pytest.mark.parametrize("book", [V1, NSA])
def test_K_11_a_hold_given_up_may_still_become_a_challenge_elsewhere(book):
    table = held(book)
    table.enter(ReleaseHold(seat=B))

    assert table.enter(challenge(after=15)).challenges.pending is not None


@pytest.mark.clause("wespa-4.0 3.10.1(b)")
@pytest.mark.parametrize("book", [V4, V51])
def test_Y19_v4_a_tile_in_the_hand_does_not_close_it(book):
    table = a_play(book)

    table.enter(CallHold(seat=B, hand_in_bag=True, tile_out=True, tile_racked=False))

    hold = table.fact(HoldCalled)
    assert (hold.hand_in_bag, hold.tile_out, hold.tile_racked) == (True, True, False)


@pytest.mark.parametrize("book", [V4, V51])
def test_Y20_v4_a_tile_on_the_rack_does(book):
    refusal = a_play(book).refused(CallHold(seat=B, tile_out=True, tile_racked=True))

    assert (refusal.code, refusal.clause) == ("too-late", f"{book} 3.10.1(b)")


@pytest.mark.clause("wespa-4.0 3.10.4")
@pytest.mark.parametrize("book", [V4, V51, V1])
def test_Y24_a_forgotten_timer_ends_the_turn_with_the_hand_in_the_bag(book):
    table = a_play(book)
    assert "irregular-turn" in table.offered()
    table.enter(ReportIrregularTurn(seat=A, how="timer-forgotten", pressed_after=4))
    assert table.fact(TurnEndedIrregularly).pressed_after == 4

    table.enter(challenge(hand_in_bag=True))

    assert table.sheet.challenges.pending is not None


@pytest.mark.parametrize(("book", "trap"), [(V4, "T4-39"), (V51, "T4-39")])
def test_trap_T4_39_after_a_forgotten_timer_a_racked_tile_is_for_the_director(book, trap):
    table = a_play(book)
    table.enter(ReportIrregularTurn(seat=A, how="timer-forgotten"))

    refusal = table.refused(challenge(tile_racked=True))

    assert (refusal.code, refusal.trap) == ("call-the-director", trap)


def test_trap_T1_22_v1_a_tile_drawn_before_the_press_does_not_lose_the_right_by_itself():
    table = a_play(V1)

    table.enter(challenge(tile_out=True, out_of_order="timer-forgotten"))

    assert table.remarks == ("T1-22",)


@pytest.mark.clause("wespa-4.0 3.10.1(d)")
def test_Y28_v4_writing_the_score_has_no_effect():
    table = a_play(V4)

    table.enter(CallHold(seat=B, score_written=True, tile_racked=False))

    assert table.sheet.challenges.hold is B


@pytest.mark.clause("wespa-4.0 3.10.1(b)(i)")
def test_Y30_v4_with_an_empty_bag_only_the_overtime_forfeit_ends_it():
    table = Tabletop(V4, bag=0)
    table.play(A, "1A", "AI")

    table.enter(challenge(after=420), clocks=(300, -240))
    assert table.sheet.challenges.pending is not None
    table.enter(RecordOvertime(seat=B, over=240))
    assert table.fact(OvertimeRecorded).penalty == 40

    other = Tabletop(V4, bag=0)
    other.play(A, "1A", "AI")
    assert other.refused(challenge(after=780), clocks=(300, -600)).code == "too-late"


def test_K_10_v4_a_hold_lasts_until_the_clock_is_ten_minutes_over():
    table = held(V4)

    assert table.refused(challenge(), clocks=(900, -600)).clause == "wespa-4.0 3.10.5(a)"
    table.enter(challenge(), clocks=(900, -599))
    assert table.sheet.challenges.pending is not None


@pytest.mark.clause("nsa-1998 IV.K")
def test_K_14_nsa_a_player_who_was_away_has_five_seconds_from_the_return():
    a_play(NSA).enter(CallHold(seat=B, after=5, away=True, tile_out=True))

    refusal = a_play(NSA).refused(CallHold(seat=B, after=6, away=True))
    assert refusal.clause == "nsa-1998 IV.K"


@pytest.mark.parametrize("book", FIVE)
def test_K_02_what_is_not_known_is_not_held_against_anybody(book):
    assert a_play(book).enter(challenge()).challenges.pending is not None


def test_trap_TW_04_wsc_an_announced_change_and_the_press_are_two_moments():
    table = Tabletop(WSC)
    table.exchange(A)

    table.enter(ReportIrregularTurn(seat=A, how="change-announced", pressed_after=9))

    assert table.remarks == ("TW-04",)
    assert table.fact(TurnEndedIrregularly).pressed_after == 9


@pytest.mark.parametrize("book", FIVE)
def test_K_13_once_b_has_moved_the_earlier_play_can_not_be_challenged(book):
    table = a_play(book)
    table.play(B, "14A", "AT")

    assert table.refused(challenge()).code == "too-late"


# A platform


def virtual(**more):
    return Tabletop(V51, play="virtual", **more)


@pytest.mark.clause("wespa-5.1 App3-1.4(a)")
def test_W20_on_a_platform_the_own_next_move_closes_it():
    table = virtual()
    table.play(A, "8D", "WINDY")
    table.enter(challenge(after=300, tile_racked=True))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)
    table.passes(B)
    table.play(A, "8D", "WINDS")
    table.play(B, "14A", "AT")

    refusal = table.refused(challenge())

    assert (refusal.code, refusal.clause) == ("too-late", "wespa-5.1 App3-1.4(a)")


def test_W21_on_a_platform_the_accepted_end_closes_it():
    table = virtual(bag=0)
    table.write(PlayedOut(seat=B))
    table.enter(AcceptPlayOut(seat=A))

    refusal = table.refused(challenge(seat=A))

    assert (refusal.code, refusal.clause) == ("too-late", "wespa-5.1 App3-1.4(a)")


def test_T5_15_on_a_platform_there_are_no_holds():
    table = virtual()
    table.play(A, "8D", "WINDY")

    assert table.refused(CallHold(seat=B)).code == "rulebook-silent"
    assert "hold" not in table.offered()
    assert "challenge" in table.offered()


# Courtesy draws


@pytest.mark.clause("wespa-1.0 3.10.9(b)")
def test_H26_v1_the_tiles_go_back_unseen_by_the_opponent_and_are_no_overdraw():
    table = held(V1)
    assert table.refused(DrawCourteously(seat=A, drawn=5, after=59)).code == "too-early-to-draw"
    bag = table.bag
    table.enter(DrawCourteously(seat=A, drawn=5, after=60, looked=True))

    taken_off(table)

    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.count("back-to-the-bag") == 5
    assert "does not see them" in procedure.steps[0].does
    assert "courtesy-draw" not in {one.name for one in table.procedures()}
    table.enter(ReturnNewTiles(seat=A, returned=5, seen=False))
    assert table.bag == bag + 5
    assert "drawn-then-challenged-off" not in {one.name for one in table.procedures()}


@pytest.mark.clause("nsa-1998 X.C")
def test_H27_nsa_the_minute_counts_from_the_hold_and_the_opponent_sees_the_tiles():
    table = held(NSA, after=10)
    assert table.refused(DrawCourteously(seat=A, drawn=5, after=69)).clause == "nsa-1998 X.C"

    table.enter(DrawCourteously(seat=A, drawn=5, after=70))
    taken_off(table)

    assert "shown to Bob" in table.procedure("drawn-then-challenged-off").steps[0].does


@pytest.mark.clause("wsc-2003 12.3")
@pytest.mark.parametrize(("looked", "words"), [(True, "shown to Bob"), (False, "not see them")])
def test_H28_wsc_both_may_look_if_the_drawer_has(looked, words):
    table = held(WSC)
    assert table.refused(DrawCourteously(seat=A, drawn=5, after=59)).clause == "wsc-2003 12.3"

    table.enter(DrawCourteously(seat=A, drawn=5, after=60, looked=looked))
    taken_off(table)

    assert words in table.procedure("drawn-then-challenged-off").steps[0].does


def test_H29_v1_courtesy_tiles_mixed_with_the_rack_are_an_overdraw_the_opponent_noticed():
    table = held(V1)
    table.enter(DrawCourteously(seat=A, drawn=2, after=60))
    table.enter(MixCourtesyTiles(seat=A, mixed=True))
    assert table.remarks == ("courtesy-tiles-mixed",)

    taken_off(table)

    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.clause == "wespa-1.0 3.10.9(b)"
    assert (procedure.count("too-many"), procedure.count("back-to-the-bag")) == (2, 2)
    assert procedure.count("turned-up") == procedure.count("face-down") == 9
    assert procedure.count("on-the-rack-afterwards") == 7
    assert procedure.steps[-1].clause == "wespa-1.0 6.2.2(p)"


@pytest.mark.clause("wespa-4.0 3.10.6(a)")
def test_Y25_v4_thirty_seconds_after_the_press():
    table = held(V4)
    refusal = table.refused(DrawCourteously(seat=A, drawn=3, after=29))
    assert (refusal.code, refusal.clause) == ("too-early-to-draw", "wespa-4.0 3.10.6(a)")
    assert table.procedure("hold").steps[-1].seconds == 30

    table.enter(DrawCourteously(seat=A, drawn=3, after=30))

    assert table.fact(CourtesyDraw).drawn == 3
    assert "apart" in table.procedure("courtesy-draw").steps[0].does


@pytest.mark.clause("wespa-4.0 3.10.6(b)")
@pytest.mark.parametrize("book", [V4, V51])
def test_Y26_v4_kept_apart_they_are_shown_and_go_back_and_are_no_overdraw(book):
    table = held(book)
    table.enter(DrawCourteously(seat=A, drawn=3, after=40))

    taken_off(table)

    procedure = table.procedure("drawn-then-challenged-off")
    assert "shown to Bob" in procedure.steps[0].does
    assert procedure.count("back-to-the-bag") == 3
    assert len(procedure.steps) == 1
    assert not procedure.needs_ruling


@pytest.mark.clause("wespa-4.0 3.10.6(c)")
@pytest.mark.parametrize("book", [V4, V51])
def test_Y27_v4_mixed_in_they_are_an_overdraw_of_as_many(book):
    table = a_play(book, "OX")
    table.enter(CallHold(seat=B))
    table.enter(DrawCourteously(seat=A, drawn=2, after=40, racked=True, mixed=True))

    taken_off(table)

    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.count("too-many") == 2
    assert procedure.count("face-down") == 9
    assert procedure.count("turned-up") == 4
    assert procedure.count("back-to-the-bag") == 2
    assert procedure.count("on-the-rack-afterwards") == 7
    assert procedure.steps[-1].clause == f"{book} 6.3.1(m)"
    assert not procedure.needs_ruling


def test_trap_T4_21_v4_on_the_rack_but_not_mixed_is_for_the_director():
    table = held(V4)
    table.enter(DrawCourteously(seat=A, drawn=2, after=40, racked=True, mixed=False))

    taken_off(table)

    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.needs_ruling
    assert procedure.traps == ("T4-21",)


@pytest.mark.parametrize("book", FIVE)
def test_H_21_a_courtesy_draw_needs_a_hold_and_joins_the_rack_when_the_hold_is_given_up(book):
    table = a_play(book)
    assert table.refused(DrawCourteously(seat=A, drawn=5, after=90)).code == "no-hold"
    table.enter(CallHold(seat=B, after=10))
    table.enter(DrawCourteously(seat=A, drawn=5, after=90))

    table.enter(ReleaseHold(seat=B))

    assert table.sheet.answering.courtesy is None
    assert table.sheet.open == ()


@pytest.mark.clause("wespa-4.0 3.9.10")
@pytest.mark.parametrize(("book", "clause"), [(V4, "3.9.10"), (V1, "3.9.10")])
def test_Y18_no_tiles_are_drawn_while_a_challenge_is_judged(book, clause):
    table = a_play(book)
    table.enter(challenge())

    refusal = table.refused(DrawCourteously(seat=A, drawn=5, after=90))

    assert (refusal.code, refusal.clause) == ("no-drawing-now", f"{book} {clause}")


@pytest.mark.clause("wespa-5.1 3.9.11")
def test_W25_under_5_1_the_same_by_its_new_number():
    table = a_play(V51)
    table.enter(challenge())

    refusal = table.refused(DrawCourteously(seat=A, drawn=5, after=90))

    assert refusal.clause == "wespa-5.1 3.9.11"


def test_H_19_wsc_allows_it_from_one_minute_kept_apart():
    table = a_play(WSC)
    table.enter(challenge())

    assert table.refused(DrawCourteously(seat=A, drawn=5, after=59)).code == "too-early-to-draw"
    table.enter(DrawCourteously(seat=A, drawn=5, after=60))

    assert table.fact(CourtesyDraw).after == 60


# Flash draws, and tiles drawn for a play that came off


def flashed(book=V4, racked=True, ground="drew-before-recording"):
    table = a_play(book, "OXO")
    table.enter(ReportFlashDraw(seat=A, ground=ground, drawn=3, racked=racked, mixed=racked))
    return table


@pytest.mark.clause("wespa-4.0 3.10.2(a)")
@pytest.mark.clause("wespa-4.0 3.10.2(c)(ii)")
@pytest.mark.parametrize("book", [V4, V51])
def test_Y21_v4_a_flash_draw_keeps_the_play_open_and_racked_tiles_are_an_overdraw(book):
    table = flashed(book)

    table.enter(challenge(tile_out=True, tile_racked=True))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    drawn = table.fact(DrawnThenChallengedOff)
    assert (drawn.how, drawn.drawn, drawn.held) == ("flash", 3, 7)
    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.count("face-down") == 10
    assert procedure.count("turned-up") == 5
    assert procedure.count("back-to-the-bag") == 3
    assert procedure.count("on-the-rack-afterwards") == 7
    assert procedure.steps[-1].clause == f"{book} 6.3.1(f)"
    assert "if deliberate" in procedure.steps[-1].does


@pytest.mark.clause("wespa-4.0 3.10.2(c)(i)")
def test_Y22_v4_none_racked_they_are_shown_and_returned():
    table = taken_off(flashed(racked=False))

    procedure = table.procedure("drawn-then-challenged-off")

    assert procedure.clause == "wespa-4.0 3.10.2(c)(i)"
    assert "shown to Bob" in procedure.steps[0].does
    assert procedure.count("back-to-the-bag") == 3
    assert "too-many" not in dict(procedure.counts)


def test_Y23_v4_a_score_written_before_the_play_is_a_flash_draw_too():
    table = a_play(V4)
    table.enter(ReportFlashDraw(seat=A, ground="wrote-before-playing", drawn=1, racked=True))
    assert table.fact(FlashDraw).ground == "wrote-before-playing"

    table.enter(challenge(tile_out=True, tile_racked=True))
    assert table.sheet.challenges.pending is not None

    said_with_it = a_play(V4)
    said_with_it.enter(challenge(tile_racked=True, out_of_order="wrote-before-playing"))
    assert said_with_it.sheet.challenges.pending is not None


@pytest.mark.parametrize("book", [WSC, NSA])
def test_K_07_where_a_book_knows_no_flash_draws_it_is_said(book):
    table = a_play(book)

    refusal = table.refused(ReportFlashDraw(seat=A, ground="drew-too-quickly", drawn=3))

    assert refusal.code == "rulebook-silent"
    assert "flash-draw" not in table.offered()


@pytest.mark.clause("wsc-2003 12.5")
def test_H_22_wsc_all_new_tiles_go_back_and_mixed_ones_are_for_the_director():
    table = a_play(WSC)
    table.enter(challenge(after=12, tile_out=True))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)
    assert table.remarks == ("new-tiles-drawn",)
    assert "drawn-then-challenged-off" in table.offered()

    refusal = table.refused(ReportDrawnOff(seat=A, drawn=4, mixed=True))
    assert (refusal.code, refusal.trap) == ("call-the-director", "TW-05")
    table.enter(ReportDrawnOff(seat=A, drawn=4))

    assert table.procedure("drawn-then-challenged-off").clause == "wsc-2003 12.5"


@pytest.mark.clause("nsa-1998 VI.D*")
def test_H_22_nsa_tiles_drawn_out_of_order_go_back_by_the_overdraw_rules():
    table = a_play(NSA, "OXO")
    table.enter(ReportIrregularTurn(seat=A, how="drew-before-recording"))
    table.enter(challenge(after=12, tile_out=True))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    table.enter(ReportDrawnOff(seat=A, drawn=3, racked=True, mixed=True))

    procedure = table.procedure("drawn-then-challenged-off")
    assert procedure.clause == "nsa-1998 VI.D*"
    assert procedure.traps == ("TN-07",)
    assert procedure.count("turned-up") == 5
    assert table.remarks == ("TN-07",)


# Play-outs


@pytest.mark.clause("wespa-1.0 5.1.3(a)")
@pytest.mark.clause("wespa-4.0 5.1.3")
@pytest.mark.parametrize("book", WESPA)
def test_E10_Y72_after_five_silent_seconds_the_player_may_start_the_opponents_clock(book):
    table = a_play_out(book)
    procedure = table.procedure("play-out")
    [restart] = [step for step in procedure.steps if step.asks == "restart-clock"]
    assert (restart.who, restart.seconds, restart.clock) == ("player", 5, "opponent")
    assert "stops it on deciding" in restart.does
    assert table.refused(CloseWindow(seat=A, after=60)).code == "window-open"

    table.enter(RestartClock(seat=A))

    assert table.sheet.out is B
    assert table.enter(challenge(seat=A, after=200)).challenges.pending is not None


@pytest.mark.clause("nsa-1998 VII.B")
def test_E11_nsa_after_five_seconds_the_playing_part_is_over():
    table = a_play_out(NSA)
    assert table.refused(CloseWindow(seat=A, after=5)).clause == "nsa-1998 VII.B"
    assert table.refused(challenge(seat=A, after=6)).clause == "nsa-1998 VII.B"
    assert [s.seconds for s in table.procedure("play-out").steps if s.asks == "close-window"] == [5]

    table.enter(CloseWindow(seat=A, after=6))

    assert table.fact(GameEnded).cause == "played-out"
    assert table.sheet.ended == "played-out"
    assert table.sheet.open == ()
    assert table.refused(challenge(seat=A)).code == "too-late"


def test_E12_nsa_a_hold_in_time_starts_the_opponents_clock_until_it_is_settled():
    table = a_play_out(NSA)

    table.enter(CallHold(seat=A, after=4))

    [start, decide] = table.procedure("hold").steps[:2]
    assert (start.asks, start.clock, start.clause) == (
        "restart-clock", "opponent", "nsa-1998 VII.B",
    )  # fmt: skip
    assert decide.asks == "release-hold"
    table.enter(challenge(seat=A, after=90))
    assert table.sheet.challenges.pending is not None


@pytest.mark.parametrize(("book", "trap"), [(V4, "T4-13"), (V1, "T1-23"), (WSC, "TW-12")])
def test_traps_T4_13_T1_23_TW_12_a_hold_on_a_play_out_is_recorded_with_what_is_unclear(book, trap):
    table = a_play_out(book)

    table.enter(CallHold(seat=A, after=3))

    assert table.remarks == (trap,)
    assert trap in table.procedure("hold").traps


def test_trap_TW_12_wsc_a_play_out_waits_fifteen_seconds_and_a_challenge_undoes_it():
    table = a_play_out(WSC)
    late = table.refused(challenge(seat=A, after=16))
    assert (late.code, late.trap) == ("call-the-director", "TW-12")
    assert table.sheet.state == "played out"

    table.enter(challenge(seat=A, after=15))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    assert table.sheet.out is None
    assert table.sheet.ended == ""
    assert "play-out" not in {one.name for one in table.procedures()}
