"""Traps a table can meet: the decision names the gap, refusing or writing with our reading."""

from __future__ import annotations

import pytest

from ledger import rulebook
from ledger.game.blanks.requests import DisputeBlank, RedesignateBlank
from ledger.game.challenges.holds import CallHold, DrawCourteously, ReportIrregularTurn
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.drawing.overdraws import ReportOverdraw
from ledger.game.drawing.requests import ReportUnderdraw
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.loose_tiles.requests import ReportFound
from ledger.rulebook.ambiguities import ambiguities, trap
from ledger.rulebook.help.finder import situations
from ledger.vocabulary import Role, remarks
from tests.tabletop import FIVE, A, B, Tabletop

NSA, V1, V4, V51, WSC = "nsa-1998", "wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003"


def three_letters(book, **options):
    table = Tabletop(book, bag=60, **options)
    table.play(A, "1A", "EAI", 10)
    return table


def judged(book, *words):
    """The verdict on a play of which these words were challenged."""
    table = three_letters(book)
    table.enter(IssueChallenge(seat=B, words=words))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    return table


@pytest.mark.clause("nsa-1998 I.B")
@pytest.mark.parametrize(
    ("word", "named"), [("AERATION", ()), ("AERATIONS", ("TN-14",)), ("AERATIONAL", ("TN-29",))]
)
def test_L_24_where_long_words_are_looked_up_is_said_twice_in_nsa(word, named):
    assert judged(NSA, word).remarks == named
    again = judged(NSA, word)
    again.enter(AskAgain(seat=B))
    again.enter(Readjudicate(acceptable=True), role=Role.WORD_JUDGE)
    assert again.remarks == named


@pytest.mark.parametrize("book", [book for book in FIVE if book != NSA])
def test_L_24_other_books_know_one_reference(book):
    table = judged(book, "AERATIONS", "AERATIONAL")

    assert not {"TN-14", "TN-29"} & set(table.remarks)


@pytest.mark.parametrize("book", FIVE)
def test_L_03_a_stop_without_a_word_may_not_be_a_challenge(book):
    table = three_letters(book)

    table.enter(IssueChallenge(seat=B, words=("EAI",), voiced=False, neutral=True))

    assert ("TN-32" in table.remarks) is (book == NSA)


@pytest.mark.parametrize(
    ("book", "named"), [(V1, ("T1-02",)), (NSA, ("TN-15",)), (V4, ()), (V51, ()), (WSC, ())]
)
def test_D_04_a_turn_ended_by_the_draw_meets_what_the_book_says_of_it(book, named):
    table = three_letters(book)

    table.enter(ReportIrregularTurn(seat=A, how="timer-forgotten"))

    assert table.remarks == named


@pytest.mark.parametrize(("book", "named"), [(V51, ("T4-07",)), (V4, ("T4-07",))])
def test_I_05_the_number_said_and_the_tiles_put_out_contradict_each_other(book, named):
    table = Tabletop(book)

    table.enter(ExchangeTiles(seat=A, count=3, announced=4))

    assert table.remarks == (remarks.NUMBERS_DIFFER, *named)


def test_G_08_nsa_who_names_the_letter_need_not_have_played_the_blank():
    for namer, named in ((A, ()), (B, ("TN-27",))):
        table = Tabletop(NSA)
        table.play(A, "8D", "WiNDY")
        if namer is A:
            table.play(B, "7C", "GALE")
        table.enter(DisputeBlank(seat=namer.opponent, square="8E", claimed="E"))

        table.enter(RedesignateBlank(seat=namer, square="8E", letter="E", basis="own view"))

        assert table.remarks == named


def test_H_07_nsa_the_steps_of_an_overdraw_leave_open_whose_rack_and_who_sees_it():
    for mixed, named in ((False, ("TN-06",)), (True, ("TN-08",))):
        table = three_letters(NSA)

        table.enter(ReportOverdraw(seat=A, drawn=4, touched=mixed, mixed=mixed))

        assert table.remarks == named
        assert table.procedure("overdraw").traps == named


@pytest.mark.parametrize("mixed", [False, True])
def test_H_20_courtesy_tiles_racked_and_not_mixed_are_asked_about_twice(mixed):
    table = three_letters(V4)
    table.enter(CallHold(seat=B, after=10))
    table.enter(DrawCourteously(seat=A, drawn=2, after=40, racked=True, mixed=mixed))
    table.enter(IssueChallenge(seat=B, words=("EAI",)))

    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)

    assert ("T4-21" in table.remarks) is not mixed


def test_I_07_nsa_tiles_laid_aside_are_not_mentioned_where_the_exchange_is_void():
    table = Tabletop(NSA, bag=5)
    table.exchange(A, 3)
    table.enter(ChallengeExchange(seat=B, drawn=3))

    table.enter(JudgeExchange(legal=False))

    assert {"TN-18", "TN-33"} <= set(table.remarks)


def test_O_08_v1_has_two_ways_to_count_the_tiles_left_and_no_default():
    table = Tabletop(V1, bag=0)
    table.rules = rulebook.in_force(V1, (("challenge-mode", "points-per-word-5"),))
    table.play(A, "1A", "EAIONRT", 10)
    table.enter(AcceptPlayOut(seat=B))

    assert table.refused(CountUnplayed()).trap == "T1-04"


def test_H_16_v1_until_when_a_tile_found_is_counted_depends_on_which_sheet_is_meant():
    table = Tabletop(V1, bag=20)

    table.enter(ReportFound(where="outside"))

    assert "T1-06" in table.remarks


def test_H_15_v1_near_the_end_is_not_a_number():
    table = Tabletop(V1, bag=3)
    table.play(A, "1A", "EA", 0)
    table.play(B, "1N", "AT", 0)
    table.enter(ReportUnderdraw(seat=A, short=1))

    assert table.remarks == ("T1-07",)


def test_K_04_with_an_empty_bag_no_end_of_the_window_is_given():
    table = Tabletop(V4, bag=0)
    table.play(A, "1A", "AI")

    refusal = table.refused(IssueChallenge(seat=B, after=780), clocks=(300, -600))

    assert (refusal.code, refusal.trap) == ("too-late", "T4-42")


def test_what_settles_a_trap_is_said_in_a_sentence():
    for each in ambiguities().values():
        if each.settled_by:
            assert not each.settled
            assert each.settled_by.endswith(".")
            assert each.settled_by[0].isupper()
            assert each.unnamed == each.settled_by


def test_what_no_decision_names_is_listed_with_the_situation_it_belongs_to():
    listed = {use for each in situations().values() for use in each.uses}

    assert {f"trap:{id_}" for id_ in ("T4-10", "T4-45", "TN-09")} <= listed
    assert trap("TN-09").unnamed.startswith("Who shuffles")
