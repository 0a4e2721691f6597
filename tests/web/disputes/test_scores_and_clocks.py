"""A score found wrong after signing, and two recollections of a clock that went dark."""

from __future__ import annotations

import pytest

from ledger.game.facts.clock import TimesSet
from ledger.game.play.clock.timers import ReportTimerFault, WriteRecollection
from ledger.game.play.endings.play_out import CountUnplayed
from ledger.game.play.results.amendments import AskAmendment
from ledger.game.play.results.signing import ProposeResult
from tests.desks import A, B, agreement, signature
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back

pytestmark = pytest.mark.browser


CHANGES = "the director changes it when both agree or the proof is plain"
"""One of two readings of a book that says nothing; the other has the signed result stand."""


def signed(at):
    """Both signed, and then the second play turns out to be announced ten too many."""
    table = at.table
    table.play(A, "8D", "WINDY", announced=32)
    table.play(B, "9C", "HOT", announced=27)
    for seat in (A, B, A, B, A, B):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    table.enter(ProposeResult())
    for seat in (A, B):
        table.enter(signature(at.sheet, seat))
    first, second = at.sheet.stands
    table.enter(AskAmendment(seat=A, reason="HOT was added wrong", now=(first, second - 10)))
    return at.sheet.stands


@pytest.mark.parametrize(
    ("book", "by_the_book", "rule"),
    [("nsa-1998", True, "nsa-1998 VII.H"), ("wsc-2003", False, "wsc-2003 14.7")],
)
def test_Q_04_a_score_found_wrong_after_signing_is_amended_where_the_book_says_how(
    dispute, book, by_the_book, rule
):
    at = dispute(book)
    stood = signed(at)
    if by_the_book:
        for seat in (A, B):
            at.table.enter(agreement(at.sheet, seat))
    assert at.sheet.stands == stood  # neither book has the players do it alone
    before, was = at.sheet.version, stands(at)
    director = at.director
    director.look(f"{at.hall.address}/desk")
    row = at.matter("amendment")
    with director.at_most(2 if by_the_book else 4):
        director.tap(row.get_by_role("link", name="Amend or refuse"))
        assert "HOT was added wrong" in director.says()
        assert rule in director.says()
        director.tap("button:has-text('Amend the result')")
        if by_the_book:
            at.page.locator("li:has-text('Amended')").wait_for()
        else:
            director.tap(f".decision:first-of-type label:has-text('{CHANGES}')")  # the finding too
            director.write("input[name=alone]", "nobody else is here")
            director.tap("text=Enter the ruling")
            at.page.locator("#ruled-title").wait_for()
    if not by_the_book:
        at.case = int(at.page.url.rsplit("/cases/", 1)[1].split("/")[0])
        at.tell()
        assert CHANGES[1:] in at.paper("ruling-notice")  # the finding begins with a capital
        assert at.file.ruling.reading == CHANGES

    amended = (stood[0], stood[1] - 10)
    assert at.sheet.stands == amended
    assert at.as_known_after(before) == stood
    assert at.as_known_after(at.sheet.version) == amended
    assert bool(at.case) != by_the_book
    if not by_the_book:
        taken_back(at, was)
        reversed_on_appeal(at, was)


@pytest.mark.parametrize(
    ("book", "which", "times", "rule"),
    [
        ("wespa-4.0", "Mean", (1130, 1170), "wespa-4.0 1.4.6"),
        pytest.param("nsa-1998", "lower", (1120, 1165), "nsa-1998 XII", marks=pytest.mark.torture),
    ],
)
def test_M_12_two_recollections_of_the_clock_are_settled_in_three_taps(
    dispute, book, which, times, rule
):
    at = dispute(book)
    at.table.play(A, "8D", "WINDY")
    at.table.enter(ReportTimerFault(fault="display-dead"))
    at.table.enter(WriteRecollection(seat=A, remembered=(1140, 1165)))
    at.table.enter(WriteRecollection(seat=B, remembered=(1120, 1175)))
    before = at.call("Equipment")
    assert "19:00" in at.evidence()
    at.open_case("time", seat=None, rule=rule)
    at.hear("Nineteen.", "Eighteen forty.")
    director = at.director
    director.write("section:has(#finding-title) input[name=finding]", f"the {which.lower()}")
    stood = stands(at)
    with director.at_most(3):
        director.tap(f".times-known tr:has-text('{which}') button")
        director.tap("section:has(#finding-title) >> text=Enter the ruling")
        at.page.locator("#ruled-title").wait_for()
        at.tell()

    assert [e.fact.times for e in at.sheet.events if isinstance(e.fact, TimesSet)] == [times]
    assert at.sheet.clock.times == times
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    assert f"the {which.lower()}" in at.paper("incident-record")
    taken_back(at, stood)
    reversed_on_appeal(at, stood)
