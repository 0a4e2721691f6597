"""What is offered can be taken: a step that came too late says so, and asks for nothing."""

from __future__ import annotations

import pytest

from ledger.game.absences.requests import (
    AdjournGame,
    LeaveTable,
    MakeWaitingDraw,
    PostponeGame,
    ReportArrival,
    ReturnToTable,
    StartLateClock,
)
from ledger.game.blanks.requests import DesignateBlank, ReportUndeclaredBlank
from ledger.game.challenges.facts import ChallengeIssued
from ledger.game.challenges.holds import (
    CallHold,
    DrawCourteously,
    MixCourtesyTiles,
    ReleaseHold,
    ReportFlashDraw,
)
from ledger.game.challenges.requests import Adjudicate, IssueChallenge, VoidChallenge
from ledger.game.clock.requests import CallSandTime, EndAfterLastPlays, ReportSandOut
from ledger.game.drawing.facts import DrawingSettled
from ledger.game.drawing.requests import MendUnderdraw, ReportUnderdraw
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import AcceptPlayOut, CountUnplayed
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange, PutExchangeRight
from ledger.game.exchanges.requests import FindUnwantedTiles
from ledger.game.judging.requests import AskAgain, Readjudicate
from ledger.game.placement.requests import (
    CorrectOrientation,
    ReportMisplacedTiles,
    SetOrientation,
)
from ledger.game.scores.recounts import AskRecount, FinishRecount
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.setting_up.starting import ReportFirstTile
from ledger.vocabulary import Role
from tests.desks import signature
from tests.tabletop import FIVE, A, B, Tabletop

NSA, V1, V4, V51, WSC = "nsa-1998", "wespa-1.0", "wespa-4.0", "wespa-5.1", "wsc-2003"
CHALLENGE = IssueChallenge(seat=B, words=("EAI",))


def flashed(book=V4):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(ReportFlashDraw(seat=A, ground="drew-before-recording", drawn=3))
    return table


def step_for(table, procedure, asks):
    return [step for step in table.procedure(procedure).steps if step.asks == asks]


def offered(table):
    return {offer.name for offer in table.offers()}


def test_a_flash_draw_offers_the_challenge_as_long_as_it_would_be_written_down():
    table = flashed()
    assert step_for(table, "flash-draw", "issue-challenge")
    assert {"hold", "challenge"} <= offered(table)

    table.enter(CHALLENGE)

    assert table.procedure("flash-draw").steps[0].done
    assert not {"hold", "challenge"} & offered(table)


def test_a_flash_draw_whose_play_was_accepted_says_that_the_right_is_gone():
    table = flashed()
    table.enter(CallHold(seat=B))
    table.enter(ReleaseHold(seat=B))

    steps = table.procedure("flash-draw").steps

    assert table.refused(CHALLENGE).code == "right-given-up"
    assert steps[0].asks == ""
    assert steps[0].does == "Bob called hold on this play and then accepted it."
    assert steps[0].clause == "wespa-4.0 3.10.5(b)"
    assert not {"hold", "challenge"} & offered(table)


def two_blanks(*numbers):
    """Ann's blank is written down under these numbers; then Bob's was not declared."""
    table = Tabletop(V4)
    table.play(A, "8D", "WiNDY")
    for number in numbers:
        table.enter(DesignateBlank(seat=A, blank=number, letter="I", square="8E"))
    table.play(B, "7C", "GaLE")
    table.enter(ReportUndeclaredBlank(seat=B, square="7D"))
    [step] = step_for(table, "undeclared-blank", "designate-blank")
    return table, step


@pytest.mark.parametrize(("numbers", "free"), [((), 1), ((1,), 2), ((2,), 1)])
def test_an_undeclared_blank_is_offered_under_the_number_that_is_free(numbers, free):
    table, step = two_blanks(*numbers)

    assert (step.who, dict(step.answers)["blank"]) == ("player", free)
    table.enter(DesignateBlank(letter="A", how="announced", **as_asked(step)))
    assert not table.sheet.open


def as_asked(step):
    return dict(step.answers) | {"seat": B}


def test_an_undeclared_blank_of_which_both_numbers_are_taken_is_for_the_director():
    table, step = two_blanks(1, 2)
    request = DesignateBlank(letter="A", how="announced", **as_asked(step))

    assert step.who == "director"
    assert table.refused(request).code == "blank-designated"
    table.enter(request, ruled=True)
    assert not table.sheet.open


@pytest.mark.parametrize("book", FIVE)
def test_nothing_of_the_play_is_challenged_once_the_tiles_left_are_counted(book):
    table = Tabletop(book, bag=0)
    table.play(A, "1A", "EAIONRT", 10)
    assert {"challenge", "placement-challenge"} <= offered(table)
    table.enter(AcceptPlayOut(seat=B))
    table.enter(CountUnplayed())

    assert not {"hold", "challenge", "placement-challenge"} & offered(table)


@pytest.mark.parametrize(
    ("book", "drawing"), [(V51, False), (V4, False), (V1, False), (WSC, True), (NSA, True)]
)
def test_a_draw_is_offered_during_a_challenge_only_where_one_may_happen(book, drawing):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    assert "draw-noted" in offered(table)
    table.enter(CHALLENGE)

    assert ("draw-noted" in offered(table)) is drawing
    assert {"sand-out", "placement-challenge"} & offered(table) == set()


@pytest.mark.parametrize("book", FIVE)
def test_a_wrong_verdict_is_offered_where_it_can_be_put_right_as_such(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(CHALLENGE)
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)

    assert ("misadjudication" in offered(table)) is (book not in (WSC, NSA))
    assert "readjudication" in offered(table)


@pytest.mark.parametrize("book", FIVE)
def test_another_opinion_waits_for_the_challenge_that_is_pending(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(CHALLENGE)
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    table.enter(AskAgain(seat=B))
    assert step_for(table, "readjudication", "readjudicate")

    # As where the verdict was taken back after another opinion had been asked for.
    table.write(ChallengeIssued(seat=B, words=("EAI",)))

    steps = table.procedure("readjudication").steps
    assert steps[0].does == "The challenge that waits is judged first."
    assert [step.asks for step in steps] == ["", "", ""]
    again = table.refused(Readjudicate(acceptable=False), role=Role.DIRECTOR)
    assert again.code == "challenge-pending"


def test_while_one_exchange_is_being_put_right_no_other_is_objected_to():
    table = Tabletop(V4, bag=20)
    table.exchange(A, 3)
    assert "improper-exchange" in offered(table)
    objection = ChallengeExchange(seat=B, drawn=3, racked=True, returned=3)
    table.enter(objection)
    table.enter(JudgeExchange(legal=False), ruled=True)
    assert step_for(table, "improper-exchange", "put-exchange-right")

    table.exchange(table.sheet.on_move, 2, ruled=True)

    assert table.refused(objection).code == "challenge-pending"
    assert "improper-exchange" not in offered(table)


def test_the_round_is_not_ended_for_a_game_that_is_played_out():
    table = Tabletop(WSC, bag=0)
    assert "end-of-round" in offered(table)

    table.play(A, "1A", "EAIONRT", 10)

    assert table.sheet.out is A
    assert "end-of-round" not in offered(table)


def test_an_exchange_found_illegal_is_not_objected_to_again():
    table = Tabletop(V4, bag=5)
    table.exchange(A, 3)
    table.play(B, "1N", "AT", 0)
    assert "improper-exchange" in offered(table)
    table.enter(ChallengeExchange(seat=B, drawn=3, racked=True, returned=3))
    table.enter(JudgeExchange(legal=False), ruled=True)

    assert "improper-exchange" not in offered(table)
    assert "unwanted-tiles" in offered(table)


@pytest.mark.parametrize("book", FIVE)
def test_sand_runs_out_for_nobody_who_has_played_out(book):
    table = Tabletop(book, bag=0)
    assert ("one-more-play" in offered(table)) is (book == NSA)
    table.play(A, "1A", "EAIONRT", 10)

    assert not {"one-more-play", "sand-out", "sand-warning"} & offered(table)


@pytest.mark.found("TO1")
def test_sand_runs_out_for_nobody_who_is_away():
    table = Tabletop(NSA, bag=40)
    assert {"sand-out", "sand-warning"} <= offered(table)

    table.enter(LeaveTable(seat=A, permission="none", before_drawing=True))

    assert not {"sand-out", "sand-warning"} & offered(table)


def test_before_both_are_here_the_start_says_so_and_asks_for_nothing():
    table = Tabletop(V4, started=False)
    table.enter(DetermineStarter(starter=1, method="assigned"))
    assert table.procedure("start").next_step.asks == "report-first-tile"
    table.enter(StartLateClock(player=1, by="director", after=60), role=Role.DIRECTOR)

    steps = table.procedure("start").steps

    assert table.refused(ReportFirstTile(seen=False)).code == "player-not-here"
    assert steps[0].does == "Ann has not come; no tiles are drawn before that."
    assert {step.asks for step in steps} == {""}


@pytest.mark.found("TO1")
def test_an_exchange_of_more_tiles_than_the_record_has_on_the_rack_is_for_the_director():
    table = Tabletop(V4, bag=30)
    table.exchange(A, 3)
    assert "improper-exchange" in offered(table)
    table.passes(B)
    table.write(DrawingSettled(what="overdraw", racks=(0, 7), finding="so ruled"))
    table.exchange(A, 1, ruled=True)

    assert "improper-exchange" not in offered(table)


def test_where_no_tile_was_left_to_draw_none_was_drawn_too_soon_or_put_back():
    table = Tabletop(V4, bag=2)
    table.play(A, "1A", "EAI", 10)
    assert {"draw-order", "dropped-back"} <= offered(table)
    table.play(B, "1N", "AT", 0)
    assert {"draw-order", "dropped-back"} <= offered(table)
    table.passes(A)

    assert not {"draw-order", "dropped-back", "overdraw"} & offered(table)
    assert "underdraw" in offered(table)


def test_the_end_of_the_round_is_not_offered_while_the_game_is_broken_off():
    table = Tabletop(WSC, bag=20)
    assert "end-of-round" in offered(table)

    table.enter(AdjournGame(reason="fire drill", until="13:00"), ruled=True)

    assert "end-of-round" not in offered(table)


@pytest.mark.parametrize("book", FIVE)
def test_who_came_by_one_of_two_late_clocks_is_awaited_by_neither(book):
    """A ruling may start a second one; nobody comes to the table twice."""
    table = Tabletop(book, started=False)
    for _ in range(2):
        table.enter(StartLateClock(player=1, by="director", after=0), ruled=True)
    table.enter(ReportArrival(player=1, after=60), ruled=True)

    steps = [step for each in table.procedures() for step in each.steps]

    assert all(step.done for step in steps if step.asks == "report-arrival")


def test_an_exchange_no_book_says_how_to_put_right_is_put_right_as_ruled_though_not_judged():
    table = Tabletop(WSC, bag=5)
    table.exchange(A, 3)
    table.enter(ChallengeExchange(seat=B, ground="rack", rack=9, bag=5, drawn=5))

    assert table.refused(PutExchangeRight(shown=2, returned=2)).code == "not-judged"
    table.enter(PutExchangeRight(shown=2, returned=2), ruled=True)

    assert "improper-exchange" not in {one.name for one in table.procedures()}


def test_once_both_have_made_the_one_more_play_nobodys_sand_runs_out():
    table = Tabletop(NSA, bag=40)
    table.enter(CallSandTime(after=3600))
    assert "one-more-play" not in offered(table)
    table.passes(A)
    assert {"sand-out", "sand-warning"} <= offered(table)
    table.passes(B)

    assert table.refused(ReportSandOut(seat=A, warned=True, after=90)).code == "time-called"
    assert not {"sand-out", "sand-warning", "one-more-play"} & offered(table)


def orientation_is_asked(table):
    return "orientation" in {one.name for one in table.procedures()}


def test_a_turn_lost_is_a_second_move_which_fixes_the_way_plays_run():
    by_sand, by_challenge = Tabletop(V51), Tabletop(V51, challenge_mode="lose-turn")
    for table in (by_sand, by_challenge):
        table.play(A, "8D", "WINDY")
        table.enter(SetOrientation(degrees=90))
        assert orientation_is_asked(table)

    by_sand.enter(ReportSandOut(seat=B, warned=False, after=4), ruled=True)
    by_challenge.enter(IssueChallenge(seat=B, words=("WINDY",)))
    by_challenge.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)

    for table in (by_sand, by_challenge):
        turned = CorrectOrientation(seat=B)
        assert table.refused(turned).code == "orientation-fixed"
        assert not orientation_is_asked(table)


def test_after_a_turn_lost_the_second_move_fixes_it_as_well():
    table = Tabletop(V51)
    table.enter(SetOrientation(degrees=90))
    table.enter(ReportSandOut(seat=A, warned=False, after=4), ruled=True)
    assert orientation_is_asked(table)

    table.passes(B)

    assert table.refused(CorrectOrientation(seat=B)).code == "orientation-fixed"
    assert not orientation_is_asked(table)


def test_a_draw_that_waited_goes_on_waiting_while_the_other_is_away():
    table = Tabletop(NSA, bag=40)
    table.play(A, "1A", "EAI", 10)
    table.enter(LeaveTable(seat=A, permission="none", before_drawing=True))
    table.enter(LeaveTable(seat=B, permission="none", before_drawing=True))
    table.enter(ReturnToTable(seat=A))

    draw = MakeWaitingDraw(seat=A)
    assert table.refused(draw).code == "opponent-away"
    says = {step.does: step.asks for one in table.procedures() for step in one.steps}
    assert says["Ann draws the tiles that waited, once Bob is back."] == ""

    table.enter(ReturnToTable(seat=B))
    assert step_for(table, "away", "make-waiting-draw")


@pytest.mark.parametrize(("book", "may"), [(V51, False), ("wsc-2003", True)])
def test_H19_a_hold_called_while_the_play_is_judged_lets_nobody_draw_unless_the_book_does(
    book, may
):
    table = Tabletop(book)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(CallHold(seat=B), ruled=True)

    draw = DrawCourteously(seat=A, drawn=2, after=90)

    assert ("courtesy-draw" in offered(table)) is may
    if may:
        table.enter(draw)
    else:
        assert table.refused(draw).code == "no-drawing-now"


def test_a_game_forfeited_before_its_start_is_put_off_without_a_start_to_enter():
    table = Tabletop(V51, started=False)
    table.enter(Forfeit(loser=B, cause="no-show"), ruled=True)
    table.enter(PostponeGame(reason="Bob was at the wrong hall"), ruled=True)

    assert table.refused(StartGame()).code == "game-over"
    assert not step_for(table, "postponed", "start-game")


def test_of_two_draws_during_one_hold_the_later_is_what_can_be_mixed():
    table = Tabletop(V51)
    table.play(A, "8D", "WINDY")
    table.enter(CallHold(seat=B))
    table.enter(DrawCourteously(seat=A, drawn=5, after=40))
    assert step_for(table, "courtesy-draw", "mix-courtesy-tiles")

    table.enter(DrawCourteously(seat=B, drawn=1, after=50), ruled=True)

    assert table.refused(MixCourtesyTiles(seat=A, mixed=True)).code == "no-courtesy-draw"
    table.enter(MixCourtesyTiles(seat=B, mixed=True))
    offering = [
        one.seat
        for one in table.procedures()
        for step in one.steps
        if step.asks == "mix-courtesy-tiles"
    ]
    assert offering == [B]


def test_who_has_made_no_turn_yet_is_not_asked_after_which_of_them_too_few_were_drawn():
    table = Tabletop(V51)
    table.play(A, "8D", "WINDY")
    (offer,) = (one for one in table.offers() if one.name == "underdraw")
    assert "after" not in {question.field for question in offer.questions}

    table.enter(ReportUnderdraw(seat=B, short=1))
    table.enter(MendUnderdraw(count=1), ruled=True)
    table.passes(B)

    (offer,) = (one for one in table.offers() if one.name == "underdraw")
    assert "after" in {question.field for question in offer.questions}


def test_L17_another_verdict_answers_everybody_who_asked_for_one():
    table = Tabletop(V51)
    table.play(A, "8D", "WINDY")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=False), role=Role.WORD_JUDGE)
    table.enter(AskAgain(seat=B))
    table.enter(AskAgain(seat=A), ruled=True)

    table.enter(Readjudicate(acceptable=False), role=Role.WORD_JUDGE)

    assert "readjudication" not in {one.name for one in table.procedures()}


def test_F07_nsa_once_a_card_is_signed_a_count_that_goes_on_is_the_directors():
    table = Tabletop(NSA, bag=40)
    table.enter(Forfeit(loser=A, cause="left"))
    table.enter(AskRecount(seat=B))
    assert not table.procedure("recount").needs_ruling

    table.enter(signature(table.sheet, B))

    counted = FinishRecount(scores=())
    assert table.refused(counted).code == "scores-closed"
    assert table.procedure("recount").needs_ruling
    table.enter(counted, ruled=True)


def test_the_end_after_time_was_called_waits_while_the_game_is_broken_off():
    table = Tabletop(NSA, bag=40)
    table.enter(CallSandTime(after=3600))
    table.passes(A)
    table.passes(B)
    assert step_for(table, "one-more-play", "end-after-last-plays")

    table.enter(AdjournGame(reason="lunch", until="2 pm", racks_sealed=True))

    assert table.refused(EndAfterLastPlays()).code == "adjourned"
    assert not step_for(table, "one-more-play", "end-after-last-plays")


def test_with_no_tile_on_either_rack_nobody_has_drawn_too_few():
    table = Tabletop(V51)
    table.enter(ReportUnderdraw(seat=A, short=7))
    assert "underdraw" in offered(table)

    table.enter(ReportUnderdraw(seat=B, short=7))

    assert table.sheet.stock.racks == (0, 0)
    assert table.refused(ReportUnderdraw(seat=B, short=1)).code == "unreadable-request"
    assert "underdraw" not in offered(table)


def test_a_ruling_that_voids_no_challenge_leaves_a_hold_as_it_was():
    table = Tabletop("wsc-2003")
    table.play(A, "8D", "WINDY")
    table.enter(CallHold(seat=B))

    table.enter(VoidChallenge(reason="ruling"), ruled=True)

    assert step_for(table, "hold", "release-hold")
    table.enter(ReleaseHold(seat=B))


@pytest.mark.found("RL-5")
@pytest.mark.parametrize("book", FIVE)
def test_RL_5_whose_tiles_they_are_is_compared_with_what_was_played_and_exchanged(book):
    table = Tabletop(book, bag=86)
    table.play(A, "8D", "WINDY")
    assert table.refused(ReportMisplacedTiles(seat=B, how="sideways")).code == "no-such-entry"
    table.exchange(B, 3)

    nobody = table.refused(FindUnwantedTiles(seat=A, count=2))
    assert (nobody.code, nobody.what) == (
        "no-such-entry",
        "Ann has exchanged nothing in this game.",
    )
    too_many = table.refused(FindUnwantedTiles(seat=B, count=4))
    assert too_many.what == "Bob never exchanged more than 3 at once."
    table.enter(FindUnwantedTiles(seat=B, count=3))


@pytest.mark.found("TB-11")
@pytest.mark.parametrize("book", FIVE)
def test_once_the_game_is_over_no_challenge_was_too_early(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    assert "early-challenge" in offered(table)

    table.enter(Forfeit(loser=A, cause="misconduct"), ruled=True)

    assert "early-challenge" not in offered(table)
