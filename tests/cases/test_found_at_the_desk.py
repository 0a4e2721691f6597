"""What was found wrong of what a director needs, held shut: by id."""

from __future__ import annotations

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.judging.facts import ReadjudicationAsked
from ledger.game.judging.requests import AskAgain
from ledger.game.results.amending import AskAmendment
from ledger.game.scores.facts import PenaltyApplied
from ledger.game.sheet.folding import wording
from ledger.vocabulary import Role
from tests.tabletop import FIVE, A, B, a_play


@pytest.mark.found("DE2")
def test_DE2_a_petition_with_nobody_chosen_is_refused_in_words(tmp_path):
    table = a_play("wespa-5.1")

    refusal = table.refused(AskAmendment(reason="HOT was added wrong", now=(30, 20)))

    assert refusal.code == "not-signed"


@pytest.mark.found("DE7")
def test_DE7_a_penalty_has_its_reason_and_its_rule():
    table = a_play("wespa-4.0")
    fact = PenaltyApplied(
        seat=A, unit="points", amount=10, reason="phone", clause="wespa-4.0 6.3.3"
    )

    assert wording(fact, table.sheet) == "Penalty of 10 points, Ann: phone (wespa-4.0 6.3.3)"


@pytest.mark.found("DE9")
def test_DE9_another_opinion_with_nobody_chosen_is_not_the_directors():
    table = a_play("wespa-5.1")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)

    assert table.refused(AskAgain(), role=Role.SCOREKEEPER).code == "unreadable-request"
    table.enter(AskAgain(), role=Role.DIRECTOR)
    assert table.fact(ReadjudicationAsked).seat is None


@pytest.mark.found("DE16")
@pytest.mark.parametrize("book", FIVE)
def test_DE16_a_call_about_conduct_stands_under_the_rule_of_hearings(book):
    table = a_play(book)
    table.enter(CallDirector(reason="conduct"))

    called = table.procedure("director-called")

    rules = table.rules
    assert called.clause == str(
        rules.hearing.standard if rules.hearing.standard.is_known else rules.fallback.decides
    )
    assert (book, "Preamble" in called.clause) in {
        *((each, False) for each in FIVE), ("wespa-1.0", True),  # where its standard stands too
    }  # fmt: skip
