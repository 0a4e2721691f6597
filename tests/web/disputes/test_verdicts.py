"""A play judged good, two turns, and another judge who finds otherwise."""

from __future__ import annotations

import pytest

from ledger.game.judging.facts import Readjudicated, TurnsSinceSettled
from tests.web.disputes.afterwards import (
    reversed_on_appeal,
    stands,
    taken_back,
    taken_back_at_the_table,
)
from tests.web.disputes.by_book import EVERYDAY, V4, judged_bad, judged_good, under_each_book

pytestmark = pytest.mark.browser

#       A B C D E F G H I J K L M N O
LIES = ". . . W I N D Y . . . . . . ."
BARE = ". . . . . . . . . . . . . . ."


def another_judge_says_no(at):
    """The second player asks another judge, once the director was called."""
    before, stood = at.call("A dispute"), at.sheet.totals
    judged_bad(at)
    assert "another opinion" in at.evidence().lower()
    at.open_case("challenge", rule=at.cited)
    at.hear("The first judge found it.", "The second did not.")
    at.director.look(f"{at.hall.address}/desk")
    return before, stood


def final(at, verdict):
    """The director's own, where the book leaves the last one to the director."""
    director = at.director
    with director.within("gap"):
        director.tap(at.beside("verdicts-differ").get_by_role("link", name="Give the verdict"))
        director.tap(f".verdict.{verdict}")
        director.tap(".verdict.record")
        at.page.locator("text=The verdict is recorded").wait_for()
    director.look(f"{at.hall.address}/desk")


@pytest.mark.parametrize(("book", "whole"), under_each_book("L-17"))
def test_L_17_a_play_that_is_bad_after_all_two_turns_later(dispute, book):
    at = dispute("L-17", book, arises=judged_good)
    director, comes = at.director, at.comes
    before, stood = another_judge_says_no(at)
    if book.startswith("wespa"):
        final(at, "bad")
    waited = stands(at)
    with director.within("turns since" if comes.alone else "gap"):
        director.tap(at.beside("turns-since").get_by_role("link", name="Decide the turns"))
        way = "stand" if comes.alone else "as-it-is"
        # One button for each reading of the rule: that either condition is enough is the last.
        director.tap(at.page.locator(f"form:has(input[value={way}]) button").last)
        if comes.alone:
            at.page.locator("#decision :checked").wait_for()
            director.write("input[name=finding]", "the play comes off, the turns since stand")
            director.give("text=Enter the ruling")
            at.page.locator("#ruled-title").wait_for()
    if comes.alone:
        at.case = int(at.page.url.rsplit("/cases/", 1)[1].split("/")[0])
    else:
        at.page.locator("form:has([name=how])").first.wait_for(state="detached")
        taken_back_at_the_table(at, waited, TurnsSinceSettled, "")
        at.open_again()
        at.rule("the play stays, as the book has it", at.cited)
    at.tell()
    at.settle("play goes on")

    at.came_out()
    assert at.row(8) == (BARE if comes.alone else LIES)
    assert at.sheet.lines[0].withdrawn == bool(comes.alone)
    assert at.as_known_after(before) == stood
    assert at.as_known_after(at.sheet.version) == at.sheet.totals
    assert at.cited in at.paper("ruling-notice")
    assert "WINDY" in at.paper_of_the_game("challenge-slip").replace(" ", "")
    waited = waited if comes.alone else stands(at)
    taken_back(at, waited)
    reversed_on_appeal(at, waited)


@pytest.mark.parametrize(
    "book", [pytest.param(V4, marks=() if EVERYDAY["L-17"] == V4 else pytest.mark.torture)]
)
def test_L_17_the_directors_verdict_is_the_last_and_may_be_the_first_one(dispute, book):
    at = dispute("L-17", book, arises=judged_good)
    before, stood = another_judge_says_no(at)
    final(at, "good")
    opinions = [e.fact for e in at.sheet.events if isinstance(e.fact, Readjudicated)]
    assert [one.acceptable for one in opinions] == [False, True]
    at.open_again()
    at.rule("the last verdict holds", f"{book} 3.10.9")
    at.tell()
    at.settle("play goes on")

    assert at.row(8) == LIES
    assert at.sheet.totals == stood == at.as_known_after(before)
    assert at.as_known_after(at.sheet.version) == stood
    assert f"{book} 3.10.9" in at.paper("ruling-notice")
    slip = at.paper_of_the_game("challenge-slip")
    assert "WINDY" in slip.replace(" ", "")
    assert "Judge D1 Dora" in slip
    taken_back(at, stands(at))
    reversed_on_appeal(at, stands(at))
