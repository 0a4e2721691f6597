"""What is told of scores compared, papers of a result, equipment and arrangements is offered.

Each of these requests was made by the interface alone until somebody looked (AE-3).
"""

from __future__ import annotations

import pytest

from ledger.game.clock.requests import AskScoreCheck, NeutraliseClock, RecordOvertime, WaiveOvertime
from ledger.game.endings.facts import GameVoided
from ledger.game.endings.requests import VoidGame
from ledger.game.results.signing import ReportPapersDiffer, SignTallySheet
from ledger.game.scores.facts import ScoreDisputeSettled
from ledger.game.scores.requests import (
    AgreeTotals,
    ReportDiscrepancy,
    SettleScores,
    WriteScores,
)
from ledger.game.setting_up.starting import (
    AgreeToRecording,
    MakeArrangement,
    NoteEquipment,
)
from tests.tabletop import FIVE, A, B, Tabletop

pytestmark = pytest.mark.found("AE-3")

COMPARED = {"totals-agreed", "totals-differ", "own-score", "scores-settled"}


def under_way(book):
    table = Tabletop(book, bag=60)
    table.play(A, "1A", "EAI", 10)
    return table


def over(book):
    table = Tabletop(book, bag=84, scores=(300, 290))
    table.passes(A, B, A, B, A, B)
    return table


@pytest.mark.parametrize("book", FIVE)
def test_totals_are_compared_once_somebody_asks_for_it_and_a_dispute_is_settled(book):
    table = under_way(book)
    assert not table.offered() & COMPARED

    table.enter(AskScoreCheck(seat=table.sheet.on_move))
    assert table.offered() & COMPARED == COMPARED
    table.enter(AgreeTotals(totals=table.sheet.totals))
    assert not table.offered() & COMPARED

    table.enter(AskScoreCheck(seat=table.sheet.on_move))
    table.enter(ReportDiscrepancy(seat=B, written=(20, 0)))
    assert table.offered() >= COMPARED
    turn = table.sheet.lines[-1].version
    [own] = [one for one in table.offers() if one.name == "own-score"]
    assert str(turn) in dict(own.questions[1].choices)
    table.enter(WriteScores(seat=B, turn=turn, score=20))
    settle = SettleScores(scores=((turn, 20),), reason="both sheets say so")
    assert table.refused(settle).code == "needs-ruling"
    sheet = table.enter(settle, ruled=True)
    assert sheet.totals == (20, 0)
    assert any(isinstance(one.fact, ScoreDisputeSettled) for one in sheet.events)
    assert not table.offered() & COMPARED


def test_clocks_that_are_stopped_for_the_scores_let_them_be_compared():
    table = under_way("wespa-5.1")
    table.enter(NeutraliseClock(reason="score-discrepancy"))
    assert table.offered() >= COMPARED


@pytest.mark.parametrize("book", FIVE)
def test_papers_that_differ_and_a_tally_sheet_are_told_where_the_book_knows_of_them(book):
    table = over(book)
    knows = table.rules.signing.records_differ
    offered = table.offered()
    assert ("papers-differ" in offered) is knows.is_known
    assert ("tally-sheet" in offered) is (knows.value == "director-then-tally-sheet")
    for seat in (A, B) if "tally-sheet" in offered else ():
        table.enter(SignTallySheet(seat=seat, totals=table.sheet.stands))
    assert "tally-sheet" not in table.offered()
    if knows.is_known:
        sheet = table.enter(ReportPapersDiffer(of_first=(300, 290), of_second=(300, 280)))
        assert sheet.result.records_differ is not None
        assert "papers-differ" not in table.offered()


@pytest.mark.parametrize("book", FIVE)
def test_a_game_is_made_void_by_a_ruling_that_whoever_enters_it_is_led_to(book):
    table = over(book)
    assert "game-void" in table.offered()
    assert table.refused(VoidGame(reason="two games were mixed up")).code == "needs-ruling"
    sheet = table.enter(VoidGame(reason="two games were mixed up"), ruled=True)
    assert isinstance(sheet.events[-1].fact, GameVoided)
    assert "game-void" not in table.offered()


def test_a_time_penalty_is_taken_back_once_it_stands():
    table = over("wespa-5.1")
    assert "overtime-back" not in table.offered()
    table.enter(RecordOvertime(seat=A, over=61))
    [offer] = [one for one in table.offers() if one.name == "overtime-back"]
    assert table.sheet.name(A) in offer.questions[1].words
    taken = int(offer.questions[1].words.split("(")[1].split()[0])
    table.enter(WaiveOvertime(seat=A, points=taken, reason="the timer ran fast"), ruled=True)
    assert "overtime-back" not in table.offered()


@pytest.mark.parametrize("book", FIVE)
def test_equipment_an_arrangement_and_who_may_record_are_told_before_the_start(book):
    table = Tabletop(book, started=False)
    assert {"equipment", "arrangement", "recording"} <= table.offered()
    table.enter(NoteEquipment(what="board", owner=1, label="round"))
    table.enter(MakeArrangement(player=2, what="may stand"))
    table.enter(AgreeToRecording(player=1, agrees=False))
    assert not {"equipment", "arrangement", "recording"} & under_way(book).offered()
