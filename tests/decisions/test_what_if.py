"""What would have become of a game: nothing is written, and what came later stands as it was."""

from __future__ import annotations

import pytest

from ledger import rulebook
from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.turns.requests import CorrectScore
from ledger.replay.what_if import what_if
from ledger.vocabulary.refusals import Refusal
from tests.tabletop import A, B, Tabletop


def a_game():
    """WINDY (32) is played, challenged off nobody; two more turns follow."""
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WINDY", 32)
    version = table.sheet.version
    table.exchange(B, 3)
    table.play(A, "9H", "AB", 10)
    return table, version


def test_w_a_play_that_had_been_challenged_off_and_the_rest_as_it_came():
    table, version = a_game()
    before = table.sheet

    found = what_if(
        table.sheet, table.rules, at=version,
        request=(IssueChallenge(seat=B, words=("WINDY",)), Adjudicate(acceptable=False)),
    )  # fmt: skip

    assert (found.was.totals, found.would_be.totals) == ((32, 0), (0, 0))
    assert (found.end.totals, found.would_end.totals) == ((42, 0), (10, 0))
    assert table.sheet == before


def test_w_a_phoney_that_had_been_judged_good():
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WINDY", 32)
    played = table.sheet.version
    table.challenge(B, False, "WINDY")
    verdict = tuple(range(played + 1, table.sheet.version + 1))
    assert table.totals == (0, 0)

    found = what_if(table.sheet, table.rules, at=table.sheet.version, without=verdict)

    assert found.would_end.totals == (32, 0)
    assert found.would_end.plays[0].move == "8D WINDY"


def test_w_a_score_that_had_been_another():
    table, version = a_game()
    request = CorrectScore(version=version, now=36, reason="asked", approved_by="")
    found = what_if(table.sheet, table.rules, at=version, request=(request,))
    assert found.would_end.totals == (46, 0)


@pytest.mark.parametrize(("book", "totals"), [("wespa-5.1", (32, 0)), ("nsa-1998", (32, 0))])
def test_w_the_same_verdict_under_another_book_costs_the_challenger_something_else(book, totals):
    table = Tabletop("wespa-5.1")
    table.play(A, "8D", "WINDY", 32)
    request = (IssueChallenge(seat=B, words=("WINDY",)), Adjudicate(acceptable=True))

    found = what_if(
        table.sheet, rulebook.in_force(book, {"challenge-mode": "points-per-word-5"}.items())
        if book != "nsa-1998" else rulebook.in_force(book, ()),
        at=table.sheet.version, request=request,
    )  # fmt: skip

    lost_a_turn = found.would_be.on_move is A
    assert lost_a_turn == (book == "nsa-1998")
    assert (found.would_be.totals == totals) == (book == "nsa-1998")


def test_w_what_can_not_be_entered_there_is_refused_in_words():
    table, version = a_game()
    nowhere = CorrectScore(version=99, now=1, reason="asked", approved_by="")
    with pytest.raises(Refusal) as refusal:
        what_if(table.sheet, table.rules, at=version, request=(nowhere,))
    assert refusal.value.code
    with pytest.raises(Refusal) as refusal:
        what_if(table.sheet, table.rules, at=99)
    assert refusal.value.code == "no-such-moment"
