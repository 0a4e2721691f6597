"""A hold that only blocks the draw; a phone, warned, penalised, appealed against."""

from __future__ import annotations

import pytest

from ledger.incidents.facts import AppealLodged, PenaltyDecided
from tests.desks import A, B
from tests.web.disputes.afterwards import reversed_on_appeal, stands, taken_back
from tests.web.disputes.by_book import under_each_book

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("book", "whole"), under_each_book("K-12"))
def test_K_12_a_hold_only_to_block_the_draw_is_an_offence_where_the_book_names_it(dispute, book):
    at = dispute("K-12", book)
    comes = at.comes
    before = at.call("Conduct")
    assert "hold" in at.evidence().lower()
    at.open_case("conduct", seat=B, rule=at.cited)
    at.hear("He holds every time.", "I was thinking.")
    follows = {"warn_seat": "second"} if comes.warned[1] else {}
    if comes.act != "other":
        follows |= {"against": "second", "offence": comes.act, "level": str(comes.level)}
    stood = stands(at)
    at.rule("only to block the draw", at.cited, **follows)
    at.tell()
    at.settle("warned" if comes.warned[1] else "told not to")

    at.came_out()
    assert (at.file.finding.offence if at.file.finding else "other") == comes.act
    assert at.as_known_after(before) == at.as_known_after(at.sheet.version)
    paper = at.paper("warning-notice" if comes.warned[1] else "ruling-notice")
    assert at.cited in paper
    taken_back(at, stood)
    reversed_on_appeal(at, stood)


@pytest.mark.parametrize(("book", "whole"), under_each_book("R-07"))
def test_R_07_a_phone_is_warned_penalised_and_appealed_against(dispute, book):
    at = dispute("R-07", book)
    comes, director = at.comes, at.director
    director.look(f"{at.hall.address}/desk")
    director.tap(f".table-tile[data-game='{at.table.game}']")  # the table one looks at
    with director.within("warning"):
        director.tap("#peek-acts a:has-text('Warn')")
        director.tap(f"label:has([name=player]):has-text('{at.sheet.names[0]}')")
        acts = at.page.locator("label:has(input[name=offence])")
        named = acts.filter(has=at.page.locator(f"[value={comes.act}]"))
        director.tap(named if named.count() else acts.last)
        director.write("input[name=words]", "it rang")
        director.tap(f"button:has-text('Warn {at.sheet.names[0]}')")
        at.page.locator("li:has-text('it rang')").wait_for()
    assert len(at.warnings()) == 1

    before = at.call("Conduct")
    assert "called" in at.evidence()
    at.open_case("conduct", seat=A, rule=at.cited)
    at.hear("It was in my bag.", "It rang again.")
    stood = stands(at)
    at.rule("it rang again", at.cited, against="first", offence=comes.act, level=str(comes.level))
    kind, amount = comes.penalty
    typed = f"{amount // 60}:{amount % 60:02}" if kind == "lost-time" else str(amount)
    with director.within("penalty"):
        director.tap("section:has(#penalty-title) label:has([name=seat][value=first])")
        director.tap(f"section:has(#penalty-title) label:has([name=kind][value={kind}])")
        if amount:
            director.write("section:has(#penalty-title) input[name=amount]", typed)
        director.give("text=Carry out the penalty")
        at.page.locator("section:has(#penalty-title) li").first.wait_for()
    at.tell()
    at.came_out()
    [decided] = at.file.each(PenaltyDecided)
    assert (decided.kind, decided.amount) == comes.penalty
    assert at.as_known_after(before)[0] == 32
    assert at.cited in at.paper("incident-record")
    taken_back(at, stood)
    at.open_again()
    if at.rules.appeal.who.value == "director-may-refer":
        assert "No player may appeal" in director.says("section:has(#appeal-title)")
    else:
        appeals(at)
    reversed_on_appeal(at, stood)


def appeals(at):
    """The player appeals on the page of the case; a book that has it wait is told why not."""
    director, form = at.director, "details:has(summary:has-text('Record an appeal'))"
    director.tap("summary#appeal-title")
    director.tap("summary:has-text('Record an appeal')")
    director.write(f"{form} input[name=who]", at.sheet.names[0])
    director.choose(f"{form} select[name=seat]", "first")
    director.write(f"{form} textarea[name=grounds]", "It was not my phone.")
    if not at.rules.appeal.bodies.value:
        director.write(f"{form} input[name=to]", "the committee")
    director.write(f"{form} input[name=decide_by]", "2099-01-01T10:00")
    director.tap(f"{form} button:has-text('Lodge the appeal')")
    lodged = at.page.locator("section:has(#appeal-title) .stack:has(> p:has-text('appealed to'))")
    why = at.page.locator(f"{form} input[name=although]")
    lodged.or_(why).first.wait_for()
    if why.count():  # the book has it wait until the event is over, or says nothing of appeals
        director.write(f"{form} input[name=decide_by]", "2099-01-01T10:00")
        director.write(f"{form} input[name=although]", "kept until the event is over")
        director.tap(f"{form} button:has-text('Lodge the appeal')")
    lodged.wait_for()
    at.page.locator(".deadline .time-left:has-text(' left')").wait_for()
    assert (
        at.page.locator("[aria-label='Bodies that decide, first to last'] [aria-current]").count()
        == 1
    )
    assert "It was not my phone." in at.paper("appeal-form")
    assert at.file.each(AppealLodged)
