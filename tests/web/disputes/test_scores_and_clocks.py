"""A score found wrong after signing, and two recollections of a clock that went dark."""

from __future__ import annotations

import pytest

from ledger.game.clock.facts import TimesSet
from ledger.game.results.facts import ResultAmended
from tests.web.disputes.afterwards import (
    reversed_on_appeal,
    stands,
    taken_back,
)
from tests.web.disputes.by_book import under_each_book
from tests.web.entry_hall import SLUG

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("book", "whole"), under_each_book("Q-04"))
def test_Q_04_a_score_found_wrong_once_the_slip_is_handed_in_is_amended(dispute, book):
    at = dispute("Q-04", book)
    signed, was, before = at.sheet.stands, stands(at), at.sheet.version
    director, by_the_book = at.director, not at.comes.alone
    director.look(f"{at.hall.address}/desk")
    row = at.matter("amendment")
    with director.within("amendment"):
        director.tap(row.get_by_role("link", name="Amend or refuse"))
        assert "HOT was added wrong" in director.says()
        assert at.cited in director.says()
        director.tap("button:has-text('Amend the result')")
        if by_the_book:
            at.page.locator("li:has-text('Amended')").wait_for()
        else:
            at.decide("enter")  # the finding too
            director.write("input[name=alone]", "nobody else is here")
            director.give("text=Enter the ruling")
            at.page.locator("#ruled-title").wait_for()
            at.case = int(at.page.url.rsplit("/cases/", 1)[1].split("/")[0])

    at.came_out()
    assert at.as_known_after(before) == signed
    assert at.as_known_after(at.sheet.version) == at.comes.totals
    if by_the_book:
        was = stands(at)
        what_both_signed_for_takes_a_ruling(at, signed)
    at.open_again()
    at.tell()
    assert at.cited in at.paper("ruling-notice")
    taken_back(at, was)
    reversed_on_appeal(at, was)


def what_both_signed_for_takes_a_ruling(at, signed):
    """The amendment by the book is not simply taken back: a ruling has the slip as it was."""
    amended = next(one for one in reversed(at.sheet.events) if isinstance(one.fact, ResultAmended))
    act = amended.envelope.command_id
    at.director.look(f"{at.hall.address}/t/{SLUG}/r1/t{at.number}/evidence")
    at.director.tap(at.page.locator(f"a[href$='/back/{act}']").first)
    assert "both players have signed the result that includes it." in at.director.says()
    at.call("A dispute")
    at.evidence()
    at.open_case("correction", seat=None, rule=at.cited)
    at.hear("It was ten too many.", "It was not.")
    first, second = map(str, signed)
    one = "nobody else is here"
    at.rule("the slip was right", at.cited, result_first=first, result_second=second, alone=one)
    assert at.sheet.stands == signed


@pytest.mark.parametrize(("book", "whole"), under_each_book("M-12"))
def test_M_12_two_recollections_of_the_clock_are_settled_half_way(dispute, book):
    at = dispute("M-12", book)
    before = at.call("Equipment")
    assert "19:00" in at.evidence()
    at.at_the_table()
    at.is_offered()
    at.open_case("time", seat=None, rule=at.cited)
    at.hear("Nineteen.", "Eighteen forty.")
    director = at.director
    director.write("section:has(#finding-title) input[name=finding]", "half way between them")
    stood = stands(at)
    with director.within("gap"):
        director.tap("#finding .table-frame tr:has-text('Mean') button")
        director.give("section:has(#finding-title) >> text=Enter the ruling")
        at.page.locator("#ruled-title").wait_for()
        at.tell()

    at.came_out()
    assert [e.fact.times for e in at.sheet.events if isinstance(e.fact, TimesSet)] == [
        at.comes.clocks
    ]
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    record = at.paper("incident-record")
    assert "half way between them" in record
    assert at.cited in record
    taken_back(at, stood)
    reversed_on_appeal(at, stood)
