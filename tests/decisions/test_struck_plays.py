"""A play struck after it was challenged in vain takes the price of the challenge with it."""

from __future__ import annotations

import pytest

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.sheet.folding import replay
from ledger.game.turns.facts import PlayRecorded
from ledger.game.turns.requests import CorrectEntry
from ledger.game.turns.taking_back import RetractTurn
from ledger.vocabulary import Placement, Role, remarks
from tests.recount.compared import compared
from tests.tabletop import A, B, Tabletop

GOES = (remarks.CHALLENGE_STRUCK, remarks.DIRECTOR_TO_CONFIRM)


def challenged(acceptable=True, **options):
    """Ann's play of 10, challenged and judged; the version of the play."""
    table = Tabletop("wespa-4.0", bag=60, **options)
    table.play(A, "1A", "EAI", 10)
    version = table.sheet.last_turn.version
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    table.enter(Adjudicate(acceptable=acceptable), role=Role.WORD_JUDGE)
    return table, version


def strike(table, version):
    request = CorrectEntry(
        version=version, replacement=None, reason="never made", approved_by="both"
    )
    return table.enter(request, ruled=True)


def retract(table, version):
    return table.enter(RetractTurn(version=version), ruled=True)


@pytest.mark.found("AE-10")
@pytest.mark.parametrize("struck", [strike, retract])
@pytest.mark.parametrize("points", ["credit-challenged", "debit-challenger"])
def test_the_points_of_the_challenge_go_with_the_play(struck, points):
    table, version = challenged(challenge_points=points)
    assert table.sheet.totals in ((15, 0), (10, -5))

    sheet = struck(table, version)

    assert sheet.totals == (0, 0)
    assert sheet.challenges.pending is None
    assert sheet.open == ()
    assert sheet.challenges.failed == (0, 0)
    assert sheet.on_move is A
    assert table.remarks == GOES
    assert replay(sheet.events) == sheet
    assert compared(sheet)[1] == []


def test_the_turn_lost_goes_with_the_play():
    table, version = challenged(challenge_mode="lose-turn")
    assert table.sheet.on_move is A

    sheet = strike(table, version)

    assert [line.kind.value for line in sheet.lines if line.note == "lose-turn"] == []
    assert sheet.totals == (0, 0)


def test_a_play_put_right_keeps_its_challenge():
    table, version = challenged()
    right = PlayRecorded(seat=A, placement=Placement("1A", "EAE"), announced=12)

    table.enter(
        CorrectEntry(version=version, replacement=right, reason="copied wrong", approved_by="both"),
        ruled=True,
    )

    assert table.sheet.totals == (17, 0)
    assert table.remarks == ()


def test_a_play_that_came_off_is_struck_without_more_ado():
    table, version = challenged(acceptable=False)

    assert strike(table, version).totals == (0, 0)
    assert table.remarks == ()


def test_the_challenge_of_a_later_play_stays():
    table, first = challenged()
    table.play(B, "1N", "AT", 7)
    table.enter(IssueChallenge(seat=A, words=("AT",)))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    assert table.sheet.totals == (15, 12)

    assert strike(table, first).totals == (0, 12)


def test_a_challenge_that_waits_for_its_verdict_is_left_to_the_director():
    table = Tabletop("wespa-4.0", bag=60)
    table.play(A, "1A", "EAI", 10)
    version = table.sheet.last_turn.version
    table.enter(IssueChallenge(seat=B, words=("EAI",)))

    sheet = strike(table, version)

    assert sheet.challenges.pending is not None
    assert table.remarks == ()
    request = Adjudicate(acceptable=True)
    assert table.refused(request).code == "challenged-play-gone"


def judged_once_a_turn_was_taken_back():
    """Bob's turn is taken back, and then he challenges Ann's play of 10 in vain."""
    table = Tabletop("wespa-4.0", bag=60)
    table.play(A, "1A", "EAI", 10)
    first = table.sheet.last_turn.version
    table.play(B, "1N", "AT", 7)
    retract(table, table.sheet.last_turn.version)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    return table, first


@pytest.mark.found("AE-10")
def test_what_a_challenge_brought_stays_though_a_turn_had_been_taken_back_before_it():
    table, _ = judged_once_a_turn_was_taken_back()

    assert table.sheet.totals == (15, 0)
    assert compared(table.sheet)[1] == []


@pytest.mark.found("AE-10")
def test_it_goes_with_its_own_play_though_a_turn_was_taken_back_between():
    table, first = judged_once_a_turn_was_taken_back()

    sheet = strike(table, first)

    assert sheet.totals == (0, 0)
    assert table.remarks == GOES
    assert compared(sheet)[1] == []


@pytest.mark.found("AE-10")
def test_a_play_struck_and_put_back_has_its_challenge_again():
    table, version = challenged()
    strike(table, version)
    right = PlayRecorded(seat=A, placement=Placement("1A", "EAE"), announced=12)
    table.enter(
        CorrectEntry(version=version, replacement=right, reason="made after all", approved_by="D1"),
        ruled=True,
    )

    assert table.sheet.totals == (17, 0)
    assert compared(table.sheet)[1] == []
