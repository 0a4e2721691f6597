"""After a ruling: it was a mistake, and is taken back; a committee reverses it."""

from __future__ import annotations

import re

from ledger.game.turns.taking_back import TakeBackAct
from ledger.incidents.appeals import DecideAppeal, HearAppeal, LodgeAppeal
from ledger.incidents.facts import RulingGiven
from ledger.incidents.taking_back import TakeCaseActBack
from tests.desks import DIRECTOR, A
from tests.officials import Director
from tests.web.entry_hall import SLUG

WHY = "the wrong game"
WORDS = "Rule and carry out|Enter the ruling"
ENTERS = f"section:has(#finding-title) button:text-matches('^({WORDS})$')"


def stands(at):
    """What the players and the standings have of a game, and who was warned."""
    sheet = at.sheet
    return (
        sheet.stands, sheet.clock.times, sheet.ended, sheet.stock, sheet.board.squares,
        sheet.on_move, sheet.final, at.warnings(A), at.warnings(A.opponent),
    )  # fmt: skip


def taken_back(at, before):
    """The director takes the ruling back, by touch: all is as before it, and the act is read."""
    if not at.whole:
        return
    director, page = at.director, at.page
    after = stands(at)
    ruled = at.file.last(RulingGiven)[1].finding
    at.open_again()
    page.locator("#ruled-title").wait_for()
    with director.within("taking back"):
        director.tap(page.locator("a:has-text('Take back the ruling')").last)
        assert ruled in _takes_it_back(at)
        page.locator("#done-title").wait_for()
    assert stands(at) == before
    shown = director.says()
    assert ruled in shown
    assert WHY in shown
    for form in ("incident-record", "ruling-notice"):
        assert WHY in at.paper(form)
    _let_it_stand(at)
    assert stands(at) == after


def taken_back_at_the_table(at, before, fact, words):
    """What the director entered at the table without a ruling is taken back by its own door.

    It lies on the page of what happened, beside the line of the act, which says ``words``.
    """
    director, page = at.director, at.page
    after = stands(at)
    event = next(one for one in reversed(at.sheet.events) if isinstance(one.fact, fact))
    act = event.envelope.command_id
    director.look(f"{at.hall.address}/t/{SLUG}/r1/t{at.number}/evidence")
    with director.within("taking back"):
        director.tap(page.locator(f"a[href$='/back/{act}']").first)
        assert words in _takes_it_back(at)
        page.locator(f"text={WHY}").first.wait_for()
    assert stands(at) == before
    last = at.sheet.events[-1].envelope.command_id
    at.table.enter(TakeBackAct(act=last, reason="it was right"), by=DIRECTOR)
    assert stands(at) == after


def _takes_it_back(at):
    """On the page of an act: with a reason. What it says of the act."""
    director, page = at.director, at.page
    page.locator("#act-title").wait_for()
    shown = director.says("section:has(#act-title)")
    director.write("input[name=reason]", WHY)
    if page.locator("input[name=alone]").count():
        director.write("input[name=alone]", "nobody else is here")
    director.tap("button:has-text('Take it back')")
    return shown


def reversed_on_appeal(at, before, **gives):
    """A committee upholds an appeal: its decision waits at the desk, and reverses the ruling.

    ``gives``: lines of what follows, where more is to be given back than the ruling took.
    """
    if not at.whole:
        return
    officials, case = Director(at.hall.desk), at.file.id
    body = "the committee"
    lodged = LodgeAppeal(who=at.sheet.names[0], seat=A, to=body, although="heard at once")
    heard = HearAppeal(body=body, committee=("Wim",), declared=("Wim",), how="in person")
    decided = DecideAppeal(body=body, outcome="upheld", accepted=_accepted(at), effect="as it was")
    for request in (lodged, heard, decided)[at.file.state == "under appeal" :]:
        officials.asks(case, request, DIRECTOR)
    waiting = at.paper("ruling-notice")
    assert "Decided on appeal by the committee: upheld; as it was" in waiting
    assert "not carried out yet" in waiting
    director, page = at.director, at.page
    director.look(f"{at.hall.address}/desk")
    called = re.compile(rf"C-{at.case}(?![0-9])")
    row = page.locator(".matter:has-text('appeal')").filter(has_text=called).first
    page.locator(".matter[data-kinds~='decision']").first.wait_for()
    if not row.count():  # something else at that table is more pressing
        director.tap(".tabs > a[data-family='rulings']")
        row.wait_for()
    director.tap(row.get_by_role("link").first)
    page.locator("#finding-title").wait_for()
    director.tap("section:has(#finding-title) label:has-text('is taken back, with all')")
    director.write("section:has(#finding-title) input[name=finding]", "as the committee has it")
    if page.locator("section:has(#finding-title) input[name=alone]").count():
        director.write("section:has(#finding-title) input[name=alone]", "nobody else is here")
    at.follows(gives)
    director.give(ENTERS)
    page.locator("#ruled-title:visible").wait_for()
    page.locator("#ruled > .stack:has-text('as the committee has it')").first.wait_for()
    assert stands(at) == before
    for form in ("ruling-notice", "incident-record"):
        papers = at.paper(form)
        assert "as the committee has it" in papers
        assert "Decided on appeal by the committee: upheld; as it was" in papers
        assert "A ruling has carried it out" in papers


def _let_it_stand(at):
    """The taking back was the mistake: it is taken back itself, through the ledger."""
    officials = Director(at.hall.desk)
    last = at.file.events[-1]
    request = TakeCaseActBack(act=last.envelope.command_id, reason="it was right", alone="one")
    officials.asks(at.file.id, request, DIRECTOR)


def _accepted(at):
    rules = Director(at.hall.desk).rules_of(at.table.game)
    return "whole" if rules.appeal.outcome.value == "recommends" else ""
