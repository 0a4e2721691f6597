"""A turn taken back takes with it what was said of it alone: its blanks, a hold on it."""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.holds import CallHold
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.sheet.folding import replay
from ledger.game.turns.taking_back import RetractTurn, goes_with_it, why_not
from tests.tabletop import A, B, Tabletop

pytestmark = pytest.mark.found("TA3")


@pytest.fixture
def table():
    table = Tabletop()
    table.play(A, "8D", "WiNDY")
    return table


def circled(table, letter="I"):
    table.enter(DesignateBlank(seat=A, blank=1, letter=letter, square="8E", before_timer=True))


def taken_back(table):
    return table.enter(RetractTurn(version=table.sheet.last_turn.version))


def test_TA3_a_play_whose_blank_was_circled_is_taken_back_with_the_circle(table):
    circled(table)
    assert goes_with_it(table.sheet, table.sheet.last_turn) == ("blank",)

    sheet = taken_back(table)

    assert (sheet.lines, sheet.board.blanks, sheet.totals) == ((), (), (0, 0))
    assert not any(sheet.board.squares)
    assert sheet.on_move is A
    assert replay(sheet.events) == sheet
    table.play(A, "8D", "WINDs")
    table.enter(DesignateBlank(seat=A, blank=1, letter="S", square="8H"))


def test_TA3_a_second_turn_is_taken_back_after_the_first(table):
    circled(table)
    table.play(B, "D8", ".ON")

    taken_back(table)
    sheet = taken_back(table)

    assert sheet.lines == ()
    assert sheet.on_move is A


def test_TA3_a_hold_goes_with_the_play_it_was_called_on(table):
    table.enter(CallHold(seat=B))
    assert goes_with_it(table.sheet, table.sheet.last_turn) == ("hold",)

    sheet = taken_back(table)

    assert sheet.challenges.hold is None
    assert sheet.open == ()


def test_TA3_what_stands_beside_the_turn_is_not_in_its_way(table):
    table.enter(CallDirector(reason="rule-question"))

    assert taken_back(table).lines == ()


def test_TA3_a_challenged_play_is_not_taken_back_and_it_is_said_why(table):
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))

    refusal = table.refused(RetractTurn(version=table.sheet.last_turn.version))

    assert refusal == why_not(table.sheet, table.sheet.last_turn)
    assert "challenge" in refusal.what


def test_TA3_a_blank_of_an_earlier_play_stays(table):
    circled(table)
    table.play(B, "D8", ".ON")

    sheet = taken_back(table)

    assert [blank.letter for blank in sheet.board.blanks] == ["I"]
