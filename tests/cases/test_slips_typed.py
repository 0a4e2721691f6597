"""Result slips filled in by hand: typed, compared with what is there, amended by the book."""

from __future__ import annotations

import pytest

from ledger.game.facts.results import RecordsDiffer, ResultHandedIn, ResultSigned, SlipTyped
from ledger.game.play.results.amendments import AmendResult
from ledger.game.play.results.papers import SettlePapers
from ledger.game.play.results.slips import TypeSlip
from ledger.game.play.setting_up.set_up import DetermineStarter
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.result_lines import adjustments
from ledger.matters.in_game import matters_in
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, A, Table, a_desk, a_table, a_tournament


@pytest.fixture
def table(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        [game] = a_tournament(desk)
        yield Table(desk, game)


def typed(table, one, two, **more):
    table.enter(TypeSlip(scores=(one, two), **more))
    return table.sheet


def every(table, kind):
    return [event.fact for event in table.sheet.events if isinstance(event.fact, kind)]


def test_a_slip_signed_by_both_is_the_final_result_of_a_game_nobody_recorded(table):
    sheet = typed(table, 412, 388)

    assert (sheet.state, sheet.stands, sheet.ended) == ("final", (412, 388), "on-paper")
    assert [one.fact.how for one in sheet.result.signatures] == ["paper", "paper"]
    assert outcome_of(sheet).spread == 24
    assert every(table, ResultHandedIn)[-1].seat is Seat.FIRST
    assert adjustments(sheet) == [("As on the slip", "+412", "+388"), ("Total", "412", "388")]


def test_the_scores_go_with_the_players_as_paired_whoever_started(table):
    sheet = typed(table, 388, 412, starter=2)

    assert sheet.names == ("Player 2", "Player 1")
    assert sheet.stands == (412, 388)


def test_a_start_that_was_written_down_holds_where_the_slip_says_none(table):
    table.enter(DetermineStarter(starter=2, method="assigned"))

    assert typed(table, 300, 400).stands == (400, 300)


def test_who_has_not_signed_the_paper_is_waited_for(table):
    sheet = typed(table, 412, 388, unsigned=(2,))

    assert sheet.state == "signed by one"
    assert "signature" in str(matters_in(sheet))
    assert typed(table, 412, 388, whose=2).state == "final"


def test_the_other_slip_says_the_same_and_nothing_changes(table):
    typed(table, 412, 388, whose=1, unsigned=(2,))
    sheet = typed(table, 412, 388, whose=2)

    assert (sheet.stands, sheet.state) == ((412, 388), "final")
    assert [fact.whose for fact in every(table, SlipTyped)] == [Seat.FIRST, Seat.SECOND]
    assert len(every(table, ResultSigned)) == 2
    with pytest.raises(Refusal) as refused:
        typed(table, 412, 388, whose=2)
    assert refused.value.code == "slip-known"


def test_the_other_slip_says_something_else_and_the_director_finds_what_holds(table):
    typed(table, 412, 388, whose=1)
    sheet = typed(table, 402, 388, whose=2)

    assert every(table, RecordsDiffer)[-1].of_second == (402, 388)
    assert sheet.stands == (412, 388)
    assert [one.named.kind for one in matters_in(sheet).matters] == ["papers-differ"]
    table.enter(SettlePapers(basis="ruling", totals=(402, 388)), by=DIRECTOR, case=table.ruled())
    assert (table.sheet.stands, table.sheet.result.records_differ) == ((402, 388), None)
    assert not matters_in(table.sheet).matters


def test_after_hand_in_it_is_amended_as_any_other(table):
    typed(table, 412, 388)

    with pytest.raises(Refusal):
        table.enter(AmendResult(now=(411, 388), reason="Added wrongly."))
    table.enter(
        AmendResult(now=(411, 388), reason="Added wrongly."), by=DIRECTOR, case=table.ruled()
    )
    assert table.sheet.stands == (411, 388)


@pytest.mark.parametrize("scores", [(412, 41), (41, 412), (812, 300), (400, 400), (790, 110)])
def test_a_result_that_hardly_happens_has_to_be_meant(table, scores):
    with pytest.raises(Refusal) as refused:
        typed(table, *scores)
    assert refused.value.code == "unlikely-scores"
    assert table.sheet.state == "scheduled"

    assert typed(table, *scores, sure=True).stands == scores


def test_a_result_that_can_t_be_is_refused_sure_or_not(table):
    with pytest.raises(Refusal):
        typed(table, 41200, 388, sure=True)


def test_the_record_stopped_early_and_the_slip_goes_on_from_there(tmp_path):
    with a_desk(tmp_path / "more") as desk:
        table = a_table(desk)
        table.play(A, "8D", "WINDY", 32)
        sheet = typed(table, 412, 388)

        assert sheet.stands == (412, 388)
        assert adjustments(sheet)[-2:] == [("As on the slip", "+380", "+388"),
                                           ("Total", "412", "388")]  # fmt: skip
        assert any("turns-are-missing" in event.envelope.remarks for event in sheet.events)


def test_a_game_that_was_recorded_to_its_end_is_compared_not_overwritten(table):
    typed(table, 412, 388)
    before = table.sheet.version

    with pytest.raises(Refusal):
        typed(table, 412, 388)
    assert table.sheet.version == before
