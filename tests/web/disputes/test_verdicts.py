"""A play judged good, two turns, and another judge who finds otherwise."""

from __future__ import annotations

import pytest

from ledger.game.facts.judging import Readjudicated
from ledger.game.play.challenges.challenging import Adjudicate, IssueChallenge
from ledger.game.play.judging.other_opinions import AskAgain, Readjudicate
from tests.desks import A, B
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back

pytestmark = pytest.mark.browser

#       A B C D E F G H I J K L M N O
LIES = ". . . W I N D Y . . . . . . ."
BARE = ". . . . . . . . . . . . . . ."


def two_turns_later(at):
    """WINDY was judged good; two plays later the second player asks another judge, who says no."""
    at.table.play(A, "8D", "WINDY")
    at.table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    at.table.enter(Adjudicate(acceptable=True, adjudicator="J1"))
    for square, word in (("9C", "HOT"), ("10B", "AT")):
        at.table.play(at.sheet.on_move, square, word)
    before = at.call("A dispute")
    stood = at.sheet.totals
    at.table.enter(AskAgain(seat=B))
    at.table.enter(Readjudicate(acceptable=False, adjudicator="J2"))
    return before, stood


@pytest.mark.parametrize(
    ("book", "by_director", "rule"),
    [
        ("wespa-4.0", True, "wespa-4.0 3.10.9"),
        pytest.param("wsc-2003", False, "wsc-2003 12.4", marks=pytest.mark.torture),
    ],
)
def test_L_17_verdicts_that_differ_two_turns_later_are_the_directors_or_the_second_holds(
    dispute, book, by_director, rule
):
    at = dispute(book)
    before, stood = two_turns_later(at)
    director = at.director
    assert "another opinion" in at.evidence().lower()
    at.open_case("challenge", seat=A, rule=rule)
    at.hear("The first judge found it.", "The second did not.")

    waited = stands(at)
    director.look(f"{at.hall.address}/desk")
    with director.at_most(3):
        if by_director:
            at.matter("verdicts-differ").focus()  # beside the list is what else waits there
            director.tap(at.page.locator("#peek").get_by_role("link", name="Give the final"))
            director.tap(".verdict.good")
            director.tap(".verdict.record")
            at.page.locator("text=It is recorded").wait_for()
        else:
            at.matter("turns-since").focus()
            decide = at.page.locator("#peek").get_by_role("link", name="Decide these")
            director.tap(decide)
            director.tap("form.way:has(input[value=stand]) button")
            assert at.page.locator("[name=decides][value=enter]").is_checked()
            director.write("input[name=finding]", "the play comes off, the turns since stand")
            director.tap("text=Enter the ruling")
            at.page.locator("#ruled-title").wait_for()
    opinions = [e.fact for e in at.sheet.events if isinstance(e.fact, Readjudicated)]
    assert [one.acceptable for one in opinions] == [False] + by_director * [True]

    if by_director:
        at.open_again()
        at.rule("the last verdict holds", rule)
    else:
        at.case = int(at.page.url.rsplit("/cases/", 1)[1].split("/")[0])
    at.tell()
    at.settle("play goes on")

    assert at.row(8) == (LIES if by_director else BARE)
    assert at.sheet.lines[0].withdrawn == (not by_director)
    assert (at.sheet.totals == stood) == by_director
    assert at.as_known_after(before) == stood
    assert at.as_known_after(at.sheet.version) == at.sheet.totals
    assert (rule if by_director else book) in at.paper("ruling-notice")
    slip = at.paper_of_the_game("challenge-slip")
    assert "WINDY" in slip.replace(" ", "")
    assert "Judge D1 Dora" in slip if by_director else "Dora" not in slip
    waited = stands(at) if by_director else waited
    taken_back(at, waited)
    reversed_on_appeal(at, waited)
