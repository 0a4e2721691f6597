"""What can't happen any more, or not yet, is not offered: found by games in which anything may."""

from __future__ import annotations

import pytest

from ledger.game.absences.requests import AdjournGame, LeaveTable, StartLateClock
from ledger.game.challenges.holds import CallHold, DrawCourteously
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import CountUnplayed, VoidGame
from ledger.game.exchanges.objections import ChallengeExchange, JudgeExchange
from ledger.game.exchanges.requests import FindUnwantedTiles, ReturnUnwantedTiles
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Role
from tests.desks import signature
from tests.tabletop import FIVE, WESPA, A, B, Tabletop

ONCE_FINAL = {
    "director-called", "tile-check", "amendment", "papers-differ", "tally-sheet", "game-void",
}  # fmt: skip


def signed(book, *, before=None):
    table = Tabletop(book, bag=84, scores=(400, 390))
    if before is not None:
        table.exchange(A, 1)
        table.passes(B)
        table.enter(before, ruled=True)
    while not table.sheet.ended:
        table.passes(table.sheet.on_move)
    table.enter(CountUnplayed(racks=("?", "?")))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(table.sheet, seat))
    return table


@pytest.mark.parametrize("book", FIVE)
def test_nothing_of_the_game_is_offered_once_both_signed_even_if_it_is_put_back_into_play(book):
    table = signed(book)
    assert table.offered() <= ONCE_FINAL

    table.enter(RetractTurn(version=table.sheet.last_turn.version), ruled=True)

    assert table.sheet.is_signed
    assert not table.sheet.ended
    assert table.offered() <= ONCE_FINAL


def test_no_step_is_asked_for_once_both_signed():
    table = signed("wespa-5.1", before=FindUnwantedTiles(seat=A, count=1))

    steps = table.procedure("unwanted-tiles").steps

    assert {step.asks for step in steps} == {""}
    assert "have signed" in steps[0].does
    assert table.refused(ReturnUnwantedTiles(shown=True)).code == "result-final"


def test_a_game_broken_off_has_no_sand_running_and_is_not_broken_off_again():
    table = Tabletop("nsa-1998", bag=60)
    assert {"sand-out", "sand-warning", "adjourned"} <= table.offered()

    request = AdjournGame(reason="a storm", until="tomorrow", racks_sealed=True)
    table.enter(request, role=Role.DIRECTOR)

    assert not {"sand-out", "sand-warning", "one-more-play", "adjourned"} & table.offered()


def test_no_turn_is_lost_to_the_sand_while_an_exchange_is_put_right():
    table = Tabletop("nsa-1998", bag=5)
    table.exchange(A, 3, ruled=True)
    table.enter(ChallengeExchange(seat=B, drawn=3, racked=True, returned=3))
    table.enter(JudgeExchange(legal=False), ruled=True)
    assert table.procedure("improper-exchange").next_step.asks == "put-exchange-right"

    assert not {"sand-out", "sand-warning"} & table.offered()


@pytest.mark.parametrize("book", WESPA)
def test_no_draw_is_noted_while_a_player_is_away_where_the_other_waits_for_that(book):
    table = Tabletop(book, bag=60)
    assert "draw-noted" in table.offered()

    table.enter(LeaveTable(seat=A, permission="director"), ruled=True)

    waits = table.rules.absence.opponent_may.is_known
    assert ("draw-noted" in table.offered()) is not waits


def test_no_draw_is_noted_before_both_are_here_nor_made_on_hold_during_a_challenge():
    table = Tabletop("wespa-5.1", bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    assert table.refused(DrawCourteously(seat=A, drawn=3)).code == "no-drawing-now"
    table.enter(CallHold(seat=B), ruled=True)
    assert "draw-courteously" not in {step.asks for step in table.procedure("hold").steps}

    table = Tabletop("wespa-5.1", bag=60)
    assert "draw-noted" in table.offered()
    table.enter(StartLateClock(player=1, by="director", after=60), ruled=True)
    assert "draw-noted" not in table.offered()


@pytest.mark.parametrize("book", FIVE)
def test_a_play_on_hold_is_not_held_again_and_a_void_game_holds_none(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    table.enter(CallHold(seat=B), ruled=True)
    assert "hold" not in table.offered()

    table.enter(VoidGame(reason="wrong pairing"), ruled=True)

    assert "hold" not in {going.name for going in table.procedures()}


@pytest.mark.parametrize("book", FIVE)
def test_a_game_that_is_over_before_it_began_is_not_started_though_its_starter_is_ruled(book):
    table = Tabletop(book, started=False)
    table.enter(Forfeit(loser=B, cause="no-show"), ruled=True)
    assert table.sheet.ended

    table.enter(DetermineStarter(starter=1, method="draw"), ruled=True)

    assert "start" not in {one.name for one in table.procedures()}
