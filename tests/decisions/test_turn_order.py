"""A turn that was missed is put in, and turns go to the other player; nothing is rewritten."""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.sheet.folding import replay
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.facts import PlayRecorded, TilesExchanged, TurnPassed
from ledger.game.turns.requests import CorrectEntry, CorrectScore, ExchangeSeats, InsertTurn
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Placement
from tests.tabletop import A, B, Tabletop

pytestmark = pytest.mark.found("TB3")
AGREED = {"reason": "a turn was missed", "approved_by": "both players"}


@pytest.fixture
def table():
    """Ann, then a turn of Bob's that nobody entered: what follows went to the wrong player."""
    table = Tabletop()
    table.play(A, "8D", "WINDY")
    table.play(B, "H8", ".OD")  # it was Ann's
    table.play(A, "10F", "TO.")  # it was Bob's
    return table


def missed(turn=None, **how):
    turn = turn or PlayRecorded(seat=B, placement=Placement("D8", ".ON"), announced=6)
    return InsertTurn(before=5, turn=turn, **AGREED, **how)


def told(sheet):
    return [(line.seat, line.move, line.score) for line in sheet.lines]


def test_TB3_a_missed_turn_is_put_in_and_the_later_ones_change_hands(table):
    yod, tod = (line.score for line in table.sheet.lines[1:])

    sheet = table.enter(missed())

    assert told(sheet) == [
        (A, "8D WINDY", 32), (B, "D8 .ON", 6), (A, "H8 .OD", yod), (B, "10F TO.", tod),
    ]  # fmt: skip
    assert sheet.totals == (32 + yod, 6 + tod)
    assert sheet.on_move is A
    assert sheet.corrected
    assert [bool(line.corrections) for line in sheet.lines] == [False, True, True, True]
    assert sheet.lines[1].computed == 6
    assert replay(sheet.events) == sheet
    table.play(A, "1A", "EAT", 10)


def test_TB3_what_no_longer_agrees_is_listed_and_stays_as_entered(table):
    sheet = table.enter(missed(PlayRecorded(seat=B, placement=Placement("G7", "O.O"), announced=4)))

    assert {finding.code for finding in findings(sheet)} >= {"computed-differs"}
    assert len(sheet.lines) == 4


def test_TB3_a_turn_missing_between_two_of_one_player_changes_nobody_elses(table):
    table.enter(
        CorrectEntry(version=5, replacement=None, reason="it was no play", approved_by="both")
    )
    assert [line.seat for line in table.sheet.lines] == [A, A]

    sheet = table.enter(InsertTurn(before=6, turn=TurnPassed(seat=B), others=False, **AGREED))

    assert [line.seat for line in sheet.lines] == [A, B, A]
    assert [finding.code for finding in findings(sheet)] == ["does-not-fit"]  # as before


@pytest.mark.parametrize(("onwards", "seats"), [(True, [A, A, B]), (False, [A, A, A])])
def test_TB3_a_turn_was_the_other_players(table, onwards, seats):
    sheet = table.enter(ExchangeSeats(version=5, onwards=onwards, **AGREED))

    assert [line.seat for line in sheet.lines] == seats
    assert "turn-out-of-order" in {finding.code for finding in findings(sheet)}
    assert sheet.totals[0] == sum(line.score for line in sheet.lines if line.seat is A)


def test_TB3_what_was_said_of_a_turn_goes_with_it_and_the_rest_is_listed(table):
    table.play(B, "1A", "EAt")
    table.enter(DesignateBlank(seat=B, blank=1, letter="T", square="1C"))
    table.enter(ApplyPenalty(seat=B, unit="points", amount=10, reason="noise"), ruled=True)

    sheet = table.enter(missed())

    assert sheet.lines[-2].seat is A
    assert sheet.lines[-1].seat is B  # the penalty, as it was given
    assert [f.code for f in findings(sheet)] == ["seat-in-doubt"]
    assert replay(sheet.events) == sheet


def test_TB3_a_turn_put_in_can_be_put_right_and_struck_like_any_other(table):
    version = table.enter(missed()).lines[1].version

    sheet = table.enter(CorrectScore(version=version, now=8, **AGREED))
    assert (sheet.lines[1].score, sheet.totals[1]) == (8, 8 + sheet.lines[3].score)
    sheet = table.enter(
        CorrectEntry(version=version, replacement=TilesExchanged(seat=B, count=3), **AGREED)
    )
    assert sheet.lines[1].move == "exchange 3"
    sheet = table.enter(CorrectEntry(version=version, replacement=None, **AGREED))
    assert [line.move for line in sheet.lines] == ["8D WINDY", "H8 .OD", "10F TO."]


def test_TB3_what_cannot_have_happened_is_refused(table):
    there = PlayRecorded(seat=B, placement=Placement("8D", "WON"), announced=6)
    assert table.refused(missed(there)).code == "square-taken"
    assert table.refused(InsertTurn(before=2, turn=TurnPassed(seat=B), **AGREED)).code == (
        "no-such-entry"
    )
    assert table.refused(ExchangeSeats(version=99, **AGREED)).code == "no-such-entry"


def test_TB3_the_last_turn_is_not_taken_back_past_what_was_put_in(table):
    table.enter(missed())

    refusal = table.refused(RetractTurn(version=table.sheet.last_turn.version))

    assert refusal.code == "retraction-too-late"
