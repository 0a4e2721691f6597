"""The judge's queues by tournament, the runner's list, and the judge who judged it before."""

from __future__ import annotations

import re

import pytest

from ledger.game.challenges.requests import Adjudicate
from ledger.game.judging.requests import AskAgain, ConfirmRestart
from tests.desks import B
from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import SLUG
from tests.web.judged_hall import OTHER, a_judged_hall, client, given, with_a_slip
from tests.web.waiting import until


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_judged_hall(tmp_path_factory.mktemp("queues"), tables=16) as hall:
        yield hall


def at(listed, table):
    return next((one for one in listed if one["game"] == str(table.game)), None)


def carried(visitor, slug=""):
    which = f"?tournament={slug}" if slug else ""
    return visitor.get(f"/judge/runner.json{which}").json


def test_5_4_the_runners_list_goes_along_the_tables(hall):
    later, earlier = (with_a_slip(hall, hall.second[n], method="runner") for n in (9, 3))
    fetch = carried(client(hall))["fetch"]

    tables = [one["table"] for one in fetch]
    assert tables == sorted(tables)
    assert tables.index(4) < tables.index(10)
    assert at(fetch, earlier)["ready"] is False
    for table in (later, earlier):
        given(client(hall), table, acceptable=True)


def test_5_4_a_verdict_goes_back_to_its_table_until_the_clock_is_started(hall):
    table = with_a_slip(hall, hall.second[0], handed_over=True, method="runner")
    runner = client(hall, "K1")
    assert at(carried(runner)["fetch"], table)["handed_over"]
    given(client(hall), table, acceptable=False)

    told = carried(runner)
    assert at(told["fetch"], table) is None
    assert at(told["back"], table)["acceptable"] is False
    table.enter(ConfirmRestart(seat=table.sheet.on_move, seated=True, told=True, tiles_back=True))
    assert at(carried(runner)["back"], table) is None


@pytest.mark.parametrize(
    ("nth", "method"), [(1, "smart-device"), (11, "external-device"), (12, "self-adjudicated")]
)
def test_5_4_what_both_players_look_up_is_carried_by_nobody(hall, nth, method):
    table = with_a_slip(hall, hall.second[nth], method=method)

    assert at(carried(client(hall))["fetch"], table) is None
    given(client(hall), table, acceptable=True)
    assert at(carried(client(hall))["back"], table) is None


def test_PR2_no_word_of_a_slip_is_on_the_runners_list(hall):
    table = with_a_slip(hall, hall.second[2], words=("WINDY", "VELDY"), method="runner")
    visitor = client(hall, "K1")

    for address in ("/judge/runner", "/judge/runner.json"):
        text = visitor.get(address, headers=FOR_PEOPLE).text
        assert "VELDY" not in text
        assert "WINDY" not in text
    given(client(hall), table, acceptable=True)


def test_5_4_each_tournament_has_a_queue_and_the_list_can_be_of_one(hall):
    mine = with_a_slip(hall, hall.second[4], method="runner")
    theirs = with_a_slip(hall, hall.others[0])
    judge = client(hall)

    page = judge.get("/judge", headers=FOR_PEOPLE).text
    assert page.count('class="queue"') == 3
    assert at(carried(judge, OTHER)["fetch"], mine) is None
    assert at(carried(judge, OTHER)["fetch"], theirs)
    assert at(carried(judge)["fetch"], mine)
    for table in (mine, theirs):
        given(judge, table, acceptable=True)


def test_S1_a_visitor_without_a_badge_gets_no_list(hall):
    nobody = hall.app.test_client()

    for address in ("/judge/runner", "/judge/runner.json"):
        assert nobody.get(address, headers=FOR_PEOPLE).status_code == 403


def second_opinion(hall, game):
    table = with_a_slip(hall, game)
    table.enter(Adjudicate(acceptable=True, adjudicator="J1"), "J1")
    table.enter(AskAgain(seat=B))
    return table


def test_3_10_9_who_judged_it_is_refused_in_words_and_another_judge_is_not(hall):
    table = second_opinion(hall, hall.second[5])
    assert at(carried(client(hall))["fetch"], table)["opinion"] == 2
    refused = given(client(hall), table, acceptable=False)
    assert (refused.status_code, refused.json["refused"]) == (422, "same-judge")
    assert (
        refused.json["what"] == "J1 judged this play before. The rulebook requires another person."
    )
    assert refused.json["clause"] == "wespa-5.1 3.10.9"
    assert given(client(hall, "J2"), table, acceptable=True).json["kind"] == "written"


def test_G11_g_under_nsa_too(hall):
    table = second_opinion(hall, hall.others[1])

    assert given(client(hall), table, acceptable=False).json["refused"] == "same-judge"
    assert given(client(hall, "J2"), table, acceptable=True).json["kind"] == "written"


def a_page(browser, hall, badge, where, size=(1280, 800)):
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    let_in(context, hall, badge)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(f"{hall.address}{where}")
    page.wait_for_selector("[data-look=live]", state="attached")
    return page


@pytest.mark.browser
def test_5_4_the_judge_chooses_a_queue_and_nothing_moves_but_the_counts(browser, hall):
    mine, theirs = with_a_slip(hall, hall.second[6]), with_a_slip(hall, hall.others[2])
    page = a_page(browser, hall, "J1", "/judge")
    page.wait_for_selector(".slip-card")
    cards = page.locator(".slip-card")
    page.set_viewport_size({"width": 390, "height": 844})
    assert cards.first.bounding_box()["height"] < 160, "words run across a phone"
    page.set_viewport_size({"width": 1024, "height": 768})
    assert cards.count() == 2
    queue = page.locator(f'.queue[data-queue="{OTHER}"]')
    assert queue.locator(".queue-count").text_content().startswith("1")
    before = queue.bounding_box()

    queue.click()
    assert cards.count() == 1
    assert cards.get_attribute("data-game") == str(theirs.game)
    assert page.url.endswith(f"/judge?tournament={OTHER}")
    another = with_a_slip(hall, hall.second[7])
    until(page, "document.querySelector('.queue .queue-count').textContent.startsWith('3')")
    assert page.locator("[data-area=judge] .count").first.text_content() == "3", (
        "the bar says so too"
    )
    assert cards.count() == 1
    assert queue.bounding_box() == before
    page.reload()
    page.wait_for_selector(".slip-card")
    assert cards.count() == 1
    page.locator('.queue[data-queue=""]').click()
    assert cards.count() == 3
    assert violations(page) == []
    assert page.errors == []
    page.context.close()
    for table in (mine, theirs, another):
        given(client(hall), table, acceptable=True)


@pytest.mark.browser
def test_5_4_not_you_is_greyed_with_the_reason_and_its_buttons_are_off(browser, hall):
    table = second_opinion(hall, hall.second[8])
    page = a_page(browser, hall, "J1", "/judge")
    card = page.locator(f'.slip-card[data-game="{table.game}"]')
    card.wait_for()
    assert "not-you" in card.get_attribute("class")
    assert "You can't judge this: badge J1 judged this play before" in card.text_content()
    card.click()
    page.wait_for_selector("#screen .notice.warn")
    assert page.locator(".verdict:enabled").count() == 0
    assert violations(page) == []
    page.context.close()

    other = a_page(browser, hall, "J2", f"/judge?slip={table.game}")
    other.wait_for_selector("#screen .verdict.good:enabled")
    other.context.close()
    given(client(hall, "J2"), table, acceptable=True)


@pytest.mark.browser
def test_5_4_the_runners_list_follows_by_itself_on_a_phone(browser, hall):
    page = a_page(browser, hall, "K1", f"/judge/runner?tournament={SLUG}", (390, 844))
    table = with_a_slip(hall, hall.second[10], handed_over=True, method="runner")
    row = page.locator("#fetch li", has_text="11").first
    row.wait_for()
    assert violations(page) == []
    given(client(hall, "J2"), table, acceptable=False)
    page.locator("#back li", has_text="not acceptable").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.enter(ConfirmRestart(seat=table.sheet.on_move, seated=True, told=True, tiles_back=True))
    until(
        page,
        "![...document.querySelectorAll('#back .row-table')].some((b) => b.textContent === '11')",
    )
    page.emulate_media(media="print")
    assert page.locator("#print").is_hidden()
    assert re.fullmatch(r"By table, as of \d\d:\d\d UTC\.", page.locator("#as-of").inner_text())
    assert page.errors == []
    page.context.close()
