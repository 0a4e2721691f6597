"""What a result consists of: challenges, penalties and credits stand under their own names."""

from __future__ import annotations

import pytest

from ledger.decisions.challenges import Adjudicate, IssueChallenge
from ledger.decisions.scores import ApplyCredit, ApplyPenalty
from ledger.result_lines import adjustments
from ledger.sheet.line import LineKind
from ledger.sheet.telling import told
from ledger.shown_result import explained
from ledger.vocabulary import Role
from tests.tabletop import A, B, Tabletop


def challenged_in_vain(**options):
    table = Tabletop("wespa-4.0", bag=60, **options)
    table.play(A, "1A", "EAI", 10)
    table.enter(IssueChallenge(seat=B, words=("EAI",)))
    table.enter(Adjudicate(acceptable=True), role=Role.WORD_JUDGE)
    return table


def labelled(table):
    return {label: (one, two) for label, one, two in adjustments(table.sheet)}


@pytest.mark.parametrize(
    ("points", "kind", "row"),
    [
        ("credit-challenged", LineKind.BONUS, ("+5", "+0")),
        ("debit-challenger", LineKind.COST, ("+0", "-5")),
    ],
)
def test_what_a_failed_challenge_brings_or_costs_is_under_challenges(points, kind, row):
    table = challenged_in_vain(challenge_points=points)

    assert table.sheet.lines[-1].kind is kind
    assert labelled(table)["Challenges"] == row
    assert "Penalties" not in labelled(table)
    assert explained(table.sheet)[-1].endswith("challenge failed: points-per-word-5")


def test_what_the_director_gives_or_takes_is_no_challenge():
    table = challenged_in_vain(challenge_points="debit-challenger")
    table.enter(ApplyCredit(seat=B, unit="points", amount=7, reason="a spoilt turn"), ruled=True)
    table.enter(ApplyPenalty(seat=A, unit="points", amount=9, reason="talking"), ruled=True)

    assert labelled(table) == {
        "Turns": (labelled(table)["Turns"]),
        "Challenges": ("+0", "-5"),
        "Penalties": ("-9", "+0"),
        "Credits": ("+0", "+7"),
        "Total": tuple(str(points) for points in table.sheet.totals),
    }
    assert explained(table.sheet)[-2:] == (
        "Bob +7, credit: a spoilt turn", "Ann -9, penalty: talking",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "amount", "words"),
    [
        ("points", 5, "5 points"), ("points", 1, "1 point"), ("spread", 50, "50 points of spread"),
        ("time", 5, "0:05 of time"), ("time", 90, "1:30 of time"), ("turn", 1, "1 turn"),
    ],
)  # fmt: skip
def test_a_penalty_is_told_in_its_own_unit(unit, amount, words):
    table = challenged_in_vain()
    table.enter(ApplyPenalty(seat=A, unit=unit, amount=amount, reason="talking"), ruled=True)

    assert told(table.facts[0], table.sheet) == f"Penalty of {words}, Ann: talking"


def test_a_credit_is_told_in_its_own_unit():
    table = challenged_in_vain()
    table.enter(ApplyCredit(seat=B, unit="time", amount=60, reason="a spill"), ruled=True)

    assert told(table.facts[0], table.sheet) == "Credit of 1:00 of time, Bob: a spill"
