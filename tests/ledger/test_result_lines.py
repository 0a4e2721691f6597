"""What a result consists of: challenges, penalties and credits stand under their own names."""

from __future__ import annotations

import pytest

from ledger.game.challenges.requests import Adjudicate, IssueChallenge
from ledger.game.endings.facts import UnplayedTilesCounted
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signatures import adjustments, explained
from ledger.game.scores.requests import ApplyCredit, ApplyPenalty
from ledger.game.sheet.folding import wording
from ledger.game.sheet.line import LineKind
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
    assert explained(table.sheet)[-1].endswith("challenge failed: 5 points a word")


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
        ("time", 5, "0:05 on the clock"), ("time", 90, "1:30 on the clock"), ("turn", 1, "1 turn"),
    ],
)  # fmt: skip
def test_a_penalty_is_told_in_its_own_unit(unit, amount, words):
    table = challenged_in_vain()
    table.enter(ApplyPenalty(seat=A, unit=unit, amount=amount, reason="talking"), ruled=True)

    assert wording(table.facts[0], table.sheet) == f"Penalty of {words}, Ann: talking"


def test_a_credit_is_told_in_its_own_unit():
    table = challenged_in_vain()
    table.enter(ApplyCredit(seat=B, unit="time", amount=60, reason="a spill"), ruled=True)

    assert wording(table.facts[0], table.sheet) == "Credit of 1:00 on the clock, Bob: a spill"


@pytest.mark.found("TB8")
def test_tiles_left_are_told_in_the_words_of_a_hall_and_not_as_a_clerk_keeps_them():
    table = Tabletop("wespa-5.1", bag=84, scores=(400, 390))
    table.passes(A, B, A, B, A, B)
    table.enter(CountUnplayed(racks=("CDE", "?Q")))

    assert explained(table.sheet)[-2:] == (
        "Ann -6, own tiles left: C D E", "Bob -10, own tiles left: blank Q",
    )  # fmt: skip


@pytest.mark.found("TB8")
@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("double", ["Ann +32, twice Bob's tiles left: C D E T U blank"]),
        (
            "single",
            [
                "Ann +16, Bob's tiles left: C D E T U blank",
                "Bob -16, own tiles left: C D E T U blank",
            ],
        ),
        ("ruling", ["Ann +16, tiles left, as ruled: C D E T U blank"]),
    ],
)
def test_what_one_player_has_for_the_others_tiles_names_whose_they_were(mode, words):
    table = Tabletop("wespa-5.1", bag=0, scores=(400, 390))
    gained = 32 if mode == "double" else 16
    lost = -16 if mode == "single" else 0
    table.write(UnplayedTilesCounted(racks=("-", "CDETU?"), adjustments=(gained, lost), mode=mode))

    assert list(explained(table.sheet)) == words
