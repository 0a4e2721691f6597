"""Who wins, by how much, and what outlives a badge or a correction."""

from __future__ import annotations

import pytest

from ledger.game.blanks.requests import DesignateBlank, RedesignateBlank
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.endings.forfeits import Forfeit
from ledger.game.endings.requests import EndGame
from ledger.game.exchanges.requests import PassTurn
from ledger.game.results.signing import HandIn, ProposeResult
from ledger.game.sheet.outcome import outcome_of
from ledger.game.sheet.rescoring import findings
from ledger.game.turns.facts import TurnPassed
from ledger.game.turns.requests import CorrectEntry
from ledger.vocabulary.refusals import Refusal
from tests.desks import DIRECTOR, ORGANISER, A, B, a_table, signature
from tests.officials import Organiser


def codes(sheet):
    return {finding.code for finding in findings(sheet)}


def test_a_ruling_outlives_the_badge_it_was_given_under(desk, table):
    case = table.ruled()
    Organiser(desk).revoke_badge(DIRECTOR, "gone home", by=ORGANISER)

    assert table.enter(PassTurn(seat=B), case=case).turn_count == 1


@pytest.mark.clause("nsa-1998 VII.I.3")
def test_L16_L17_who_leaves_is_charged_and_the_others_gain_waits_for_a_ruling(desk):
    table = a_table(desk, "nsa-1998")
    table.play(A, "8D", "WINDY", announced=173)
    table.play(B, "7C", "GALE", announced=246)

    outcome = outcome_of(table.enter(Forfeit(loser=A, cause="left"), by=DIRECTOR))

    assert outcome.winner is B
    assert outcome.spreads == (-123, 0)


def test_a_double_forfeit_is_won_by_nobody(table):
    sheet = table.enter(Forfeit(loser=None, cause="late"), by=DIRECTOR, case=table.ruled())

    assert outcome_of(sheet).winner is None
    assert outcome_of(sheet).half_wins == (0, 0)


def test_a_slip_handed_in_by_the_loser_is_remarked_on_even_if_the_loser_has_more_points(table):
    table.play(A, "8D", "WINDY", announced=300)
    table.play(B, "7C", "GALE", announced=100)
    case = table.ruled()
    table.enter(EndGame(cause="round-ended"), case=case)
    table.enter(Forfeit(loser=A, cause="misconduct", margin=100), by=DIRECTOR, case=case)
    table.enter(ProposeResult(), case=case)
    for seat in (A, B):
        table.enter(signature(table.sheet, seat), case=case)

    sheet = table.enter(HandIn(seat=A))

    assert sheet.events[-1].envelope.remarks == ("not-handed-in-by-winner",)


def test_a_play_that_stood_can_not_be_challenged_twice(table):
    table.play(A, "8D", "WINDY")
    table.challenge(B, True, "WINDY")

    with pytest.raises(Refusal) as refusal:
        table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    assert refusal.value.code == "challenged-already"

    table.play(B, "7C", "GALE")
    table.enter(IssueChallenge(seat=A, words=("GALE",)))
    assert table.enter(Adjudicate(acceptable=True)).totals == (37, 21)


def test_after_a_blank_was_given_another_letter_later_plays_are_counted_with_it(table):
    table.play(A, "8D", "WiNDY")
    table.enter(DesignateBlank(seat=A, blank=1, letter="I", square="8E"))
    table.enter(
        RedesignateBlank(seat=B, square="8E", letter="A", basis="misread"), case=table.ruled()
    )

    sheet = table.play(B, "E7", "FaR")

    assert codes(sheet) == set()


def test_scoreless_turns_that_appear_through_a_correction_are_listed(table):
    sheet = table.play(A, "8D", "WINDY")
    for seat in (B, A, B, A, B):
        table.passes(seat)

    sheet = table.enter(
        CorrectEntry(
            version=sheet.version, replacement=TurnPassed(seat=A), reason="x", approved_by="D1"
        )
    )

    assert "not-ended" in codes(sheet)


def test_points_for_a_challenge_whose_play_became_a_pass_are_listed(table):
    played = table.play(A, "8D", "WINDY").version
    table.challenge(B, True, "WINDY")

    passed = TurnPassed(seat=A)
    sheet = table.enter(
        CorrectEntry(version=played, replacement=passed, reason="other table", approved_by="D1"),
        by=DIRECTOR,
    )

    assert "challenge-without-play" in codes(sheet)


def test_points_for_a_challenge_go_with_the_play_that_is_struck(table):
    played = table.play(A, "8D", "WINDY").version
    table.challenge(B, True, "WINDY")

    sheet = table.enter(
        CorrectEntry(version=played, replacement=None, reason="other table", approved_by="D1"),
        by=DIRECTOR,
    )

    assert sheet.totals == (0, 0)
    assert "challenge-without-play" not in codes(sheet)
