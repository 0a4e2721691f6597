"""What each act of an official costs in taps, under every book, from wherever it is done."""

from __future__ import annotations

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.game.clock.requests import SetTimes
from ledger.game.judging.facts import TurnsSinceSettled
from ledger.incidents.facts import PenaltyDecided
from ledger.vocabulary import Seat
from tests.desks import DIRECTOR, B
from tests.officials import Director
from tests.web.disputes.by_book import rang, signed
from tests.web.entry_hall import SLUG

pytestmark = [pytest.mark.browser, pytest.mark.found("DI-2")]

BOOKS = (
    "wespa-5.1",
    pytest.param("wespa-4.0", marks=pytest.mark.torture),
    pytest.param("wespa-1.0", marks=pytest.mark.torture),
    "wsc-2003",
    "nsa-1998",
)


@pytest.mark.parametrize("book", BOOKS)
def test_each_act_keeps_to_its_taps_from_desk_and_case_page(dispute, book):
    at = dispute("R-07", book, arises=rang)
    at.table.enter(CallDirector(reason="conduct", seat=B))
    at.evidence()  # one tap from the row of the call
    warns_at_the_table(at)
    refused(at)
    at.rule_on_it()  # three from the row, and one to tell both
    takes_back(at)
    penalises_and_warns_in_a_case(at)


@pytest.mark.parametrize("book", BOOKS)
def test_an_amendment_and_turns_since_a_verdict_keep_to_their_taps(dispute, book):
    amends(dispute("Q-04", book, arises=lambda at: signed(at, both=False)))
    decides_the_turns_since(dispute("L-17", book))


def warns_at_the_table(at):
    director, [name, _] = at.director, at.sheet.names
    director.look(f"{at.hall.address}/desk")
    with director.within("warning"):
        director.tap(at.beside("call").get_by_role("link", name="Warn a player"))
        act = at.page.locator("[name=offence]:not([value=other])").first.get_attribute("value")
        director.tap(f"label:has([name=offence][value={act}])")
        assert f"{name} This would be warning 1 in this tournament" in director.says("#at-player")
        assert at.warnings() == ()
        director.tap(f"label:has([name=player]):has-text('{name}')")
        director.tap(f"button:has-text('Warn {name}')")
        at.page.locator("li:has-text('Official warning')").first.wait_for()
    assert [one.offence for one in at.warnings()] == [act]


def refused(at):
    answer = at.table.ask(SetTimes(times=(1000, 1100)), by=DIRECTOR)
    assert answer.ruling


def takes_back(at):
    director, page = at.director, at.page
    assert at.sheet.clock.times == (1000, 1100)
    with director.within("taking back"):
        director.tap(page.locator("a:has-text('Take back the ruling')").last)
        page.locator("#act-title").wait_for()
        director.write("input[name=reason]", "the wrong table")
        director.tap("button:has-text('Take it back')")
        page.locator("#done-title").wait_for()
    assert at.sheet.clock.times != (1000, 1100)


def penalises_and_warns_in_a_case(at):
    """A ruling that found nothing on conduct, so that nothing is filled in."""
    director, page, officials = at.director, at.page, Director(at.hall.desk)
    rules = officials.rules_of(at.table.game)
    case = officials.open_case(at.table.game, "procedure", by=DIRECTOR)
    for seat in Seat:
        officials.take_statement(case, seat.value, "player", None, by=DIRECTOR, seat=seat)
    cited = str(rules.fallback.decides)
    officials.rule(case, at.table.game, "she drew early", cited, by=DIRECTOR, alone="nobody")
    file = officials.case_file(case)
    address = f"{at.hall.address}/t/{SLUG}/cases/{file.opened.number}"
    acts = {"official-warning": "", "reduced-margin": "10", "forfeit": ""}
    given = {kind: amount for kind, amount in acts.items() if kind in rules.penalties}
    before = len(at.warnings(B))
    director.look(address)
    with director.within("evidence"):
        director.tap("section:has(#facts-title) >> text=Evidence")
        page.locator("text=Incidents").first.wait_for()
    director.look(address)
    with director.within("warning"):
        director.tap("section:has(#facts-title) >> text=Warn a player")
        director.tap(f"label:has([name=player]):has-text('{at.sheet.names[0]}')")
        director.tap("label:has([name=offence][value=other])")
        director.write("[name=words]", "from the page of a case")
        director.tap(f"button:has-text('Warn {at.sheet.names[0]}')")
        page.locator("li:has-text('from the page of a case')").first.wait_for()
    for kind, amount in given.items():
        director.look(address)
        form = "section:has(#penalty-title)"
        if not page.locator(f"{form} form:visible").count():  # a second one in the same case
            director.tap(f"{form} summary:has-text('Another penalty')")
        with director.within("warning" if kind == "official-warning" else "penalty"):
            assert not page.locator(f"{form} :checked").count()
            director.tap(f"{form} label:has([name=seat][value=second])")
            director.tap(f"{form} label:has([name=kind][value={kind}])")
            if amount:
                director.write(f"{form} [name=amount]", amount)
            page.locator(f"{form} [name=previewed]").wait_for(state="attached")
            assert "All or nothing is written:" in director.says(f"{form} .case-seen")
            director.tap(f"{form} >> text=Carry out the penalty")
            page.wait_for_load_state()
            page.locator("#penalty-title").wait_for()
    decided = officials.case_file(case).each(PenaltyDecided)
    assert given
    assert [one.kind for one in decided] == list(given)
    assert len(at.warnings(B)) == before + ("official-warning" in given)


def amends(at):
    stood, director = at.sheet.stands, at.director
    amended = (stood[0], stood[1] - 10)
    director.look(f"{at.hall.address}/desk")
    row = at.matter("amendment")
    with director.within("amendment"):
        director.tap(row.get_by_role("link", name="Amend or refuse"))
        assert f"{amended[0]}" in director.says()
        director.tap("button:has-text('Amend the result')")
        at.page.locator("#decision, li:has-text('Amended')").first.wait_for()
        if at.page.locator("#decision").count():  # what the book leaves to a ruling
            assert not at.page.locator("#decision :checked").count()
            director.tap("#decision label:has([value^=enter]) >> nth=-1")
            director.write("input[name=alone]", "nobody else is here")
            at.page.locator("[name=previewed]").wait_for(state="attached")
            assert at.sheet.stands == stood
            director.tap("text=Enter the ruling")
            at.page.locator("#ruled-title").wait_for()
    assert at.sheet.stands == amended


def decides_the_turns_since(at):
    director = at.director
    director.look(f"{at.hall.address}/desk")
    with director.within("turns since"):
        director.tap(at.matter("turns-since").get_by_role("link", name="Decide the turns"))
        director.tap("form:has(input[value=stand]) button >> nth=0")  # one for each reading
        at.page.locator("#decision").wait_for()
        assert at.page.locator("#decision :checked").get_attribute("value").startswith("enter")
        at.page.locator("[name=previewed]").wait_for(state="attached")
        settled = [one.fact for one in at.sheet.events if isinstance(one.fact, TurnsSinceSettled)]
        assert settled == []
        director.tap("text=Enter the ruling")
        at.page.locator("#ruled-title").wait_for()
    [settled] = [one.fact for one in at.sheet.events if isinstance(one.fact, TurnsSinceSettled)]
    assert settled.how == "stand"
