"""From the desk to the third opinion, and to what becomes of the turns made since."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.game.judging.facts import TurnsSinceSettled
from ledger.game.judging.requests import Readjudicate
from ledger.game.judging.turns_since import the_overtaken
from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import SLUG
from tests.web.judged_hall import FROM_HERE, a_judged_hall, client, given, that_differ
from tests.web.previewed import previewed


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_judged_hall(tmp_path_factory.mktemp("since"), tables=16) as hall:
        yield hall


@pytest.fixture
def table(hall):
    """WINDY good, not good, and by the director not good; two turns were made since."""
    table = that_differ(hall, next(hall.free))
    table.enter(Readjudicate(acceptable=False, adjudicator="D1"), "D1")
    table.address = f"/t/{SLUG}/r2/t{table.sheet.scheduled.table}/since"
    return table


def sent(visitor, table, how, number=None):
    data = {"request": number or str(uuid4()), "how": how}
    return visitor.post(table.address, data=data, headers={**FROM_HERE, **FOR_PEOPLE})


def waiting(visitor, table, kind):
    others = visitor.get("/desk/now.json").json["others"]
    return [
        one for one in others
        if one["where"]["game"] == str(table.game) and one["matter"]["kind"] == kind
    ]  # fmt: skip


def test_5_3_the_page_has_the_verdicts_the_turns_and_what_each_way_leaves(hall, table):
    page = client(hall, "D1").get(table.address, headers=FOR_PEOPLE).text

    assert page.count("acceptable</li>") == 0
    assert [page.count(mark) for mark in ("✓ acceptable", "✗ not acceptable")] == [1, 2]
    assert "7C GALE" in page
    assert "wespa-5.1 3.10.11(a)" in page
    assert page.count("We read this rule") == 1
    assert page.count('name="how" value=') == 4
    assert "We read this rule as covering a second opinion too." in page


def test_5_3_the_matter_leads_there_and_is_gone_once_it_is_decided(hall, table):
    desk = client(hall, "D1")
    [one] = waiting(desk, table, "turns-since")
    assert one["first"]["at"] == table.address

    assert sent(desk, table, "as-it-is").status_code == 303

    assert isinstance(table.sheet.events[-1].fact, TurnsSinceSettled)
    assert waiting(desk, table, "turns-since") == []
    assert (
        "There is nothing to decide here: no verdict in this game"
        in desk.get(table.address, headers=FOR_PEOPLE).text
    )


def test_S1_a_double_tap_decides_once(hall, table):
    desk, number = client(hall, "D1"), str(uuid4())

    for _ in range(2):
        assert sent(desk, table, "as-it-is", number).status_code == 303
    facts = [event.fact for event in table.sheet.events]
    assert sum(isinstance(fact, TurnsSinceSettled) for fact in facts) == 1


@pytest.mark.parametrize("how", ["stand", "come-off", "replay"])
def test_3_10_11_what_takes_a_ruling_leads_to_its_case_and_is_carried_out_with_it(hall, table, how):
    desk = client(hall, "D1")

    answer = sent(desk, table, how)
    assert answer.status_code == 303
    case = answer.headers["Location"]
    assert "/cases/new?entry=" in case
    assert the_overtaken(table.sheet) is not None, "nothing is written yet"
    assert "Enter the ruling" in desk.get(case, headers=FOR_PEOPLE).text
    entry = case.partition("entry=")[2].partition("&")[0]
    form = {
        "request": str(uuid4()), "entry": entry, "category": "other",
        "finding": "The play was not good", "citation": "wespa-5.1 3.10.11", "decides": "enter",
    }  # fmt: skip
    headers = {**FROM_HERE, **FOR_PEOPLE}
    answer = previewed(
        lambda form: desk.post(f"/t/{SLUG}/cases/", data=form, headers=headers), **form
    )
    assert answer.status_code == 303, answer.text[:3000]

    assert the_overtaken(table.sheet) is None
    assert table.sheet.lines[0].withdrawn


def test_5_3_a_scorekeeper_and_a_judge_neither_read_nor_decide_it(hall, table):
    for badge in ("K1", "J1"):
        visitor = client(hall, badge)
        assert visitor.get(table.address, headers=FOR_PEOPLE).status_code == 403
        assert sent(visitor, table, "as-it-is").status_code == 403
    organiser = client(hall, "O1")
    assert organiser.get(table.address, headers=FOR_PEOPLE).status_code == 200
    assert "Rule this way" not in organiser.get(table.address, headers=FOR_PEOPLE).text


def test_5_3_a_way_nobody_knows_is_refused_on_the_page(hall, table):
    answer = sent(client(hall, "D1"), table, "sideways")

    assert answer.status_code == 422
    assert "No way to go on was chosen." in answer.text


def test_5_3_the_directors_verdict_is_answered_with_the_way_onwards(hall):
    table = that_differ(hall, next(hall.free))

    told = given(client(hall, "D1"), table, acceptable=False).json

    assert told["onwards"].endswith(f"/r2/t{table.sheet.scheduled.table}/since")


@pytest.mark.journey("turns since")
@pytest.mark.browser
def test_5_3_from_the_desk_to_the_third_opinion_in_one_tap_and_to_the_turns_in_two_more(
    browser, hall
):
    table = that_differ(hall, next(hall.free))
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    let_in(context, hall, "D1")
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{hall.address}/desk")
    row = page.locator(f'#now .matter[data-game="{table.game}"]')

    row.get_by_role("link", name="Give the verdict").click()
    page.wait_for_selector("#screen .verdict.bad:enabled")
    number = table.sheet.scheduled.table
    assert page.locator("#slip-title").text_content() == f"Table {number}"
    assert page.url.endswith("/judge")
    page.locator(".verdict.bad").click()
    page.locator(".verdict.record:enabled").click()
    page.get_by_role("link", name="Decide what happens to these turns").click()
    page.wait_for_selector("form:has([name=how])")
    assert violations(page) == []
    page.get_by_role("button", name="By the rulebook").click()
    page.get_by_text("There is nothing to decide here: no verdict in this game").wait_for()

    assert table.sheet.on_move is not None
    assert errors == []
    context.close()


@pytest.mark.browser
def test_DE4_the_strip_on_the_tablet_says_that_verdicts_differ_and_that_play_waits(browser, hall):
    table = that_differ(hall, next(hall.free))
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    let_in(context, hall, "K1")
    page = context.new_page()
    page.goto(f"{hall.address}/t/{SLUG}/r2/t{table.sheet.scheduled.table}/enter")

    strip = page.locator("#going")
    strip.filter(has_text="The verdicts differ; the director gives the final one").wait_for()
    assert "play waits until then" in strip.text_content()
    given(client(hall, "D1"), table, acceptable=False)
    strip.filter(has_text="The verdict changed after 2 turns").wait_for()
    assert "Play waits; the director says what becomes of them" in strip.text_content()
    context.close()
