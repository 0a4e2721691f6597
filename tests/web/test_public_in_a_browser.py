"""Public pages and the screen of the hall in a browser: how much fits, what stays, what is kept."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from msgspec.structs import replace

from ledger.desk.requests import Sent
from ledger.tournament.facts import Pairing
from ledger.vocabulary import CONSOLE
from tests.officials import Organiser
from tests.web import boxes
from tests.web.axe import violations
from tests.web.entry_hall import SLUG, a_hall
from tests.web.every_page import DIRECTOR, signed_in
from tests.web.fake_site import a_game_being_played
from tests.web.looks import look
from tests.web.test_long_names_fit import STARTED
from tests.web.test_public_pages import slip

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

T = "/t/kestrel-bay-2026"
FAMILIES = "Abendroth Berg Castellanos-Montgomery Denholm Eze Fásanyà Greenaway Hale Ibrahim Jensen"
GIVEN = "Ada Ben Cara Dara Elin Finn Gita Hollis Iris Jonas Kwabena Leocadia Marisol Noor Ottilie"
NAMES = [f"{given} {family}" for family in FAMILIES.split() for given in GIVEN.split()]
LOWEST = "document.querySelector('.dashboard').getBoundingClientRect().bottom + scrollY"
CUT = """() => [...document.querySelectorAll('main *')].filter((one) => {
  const { overflowX, textOverflow } = getComputedStyle(one);
  return textOverflow === 'ellipsis' && overflowX !== 'visible'
    && one.offsetParent && one.scrollWidth > one.clientWidth && !one.title;
}).map((one) => one.textContent)"""


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """200 players at 100 tables of the first round, a dozen games begun, some slips in."""
    with a_hall(tmp_path_factory.mktemp("full"), tables=100, names=NAMES) as hall:
        for game in hall.games[:10]:
            slip(hall, game)
        for game in hall.games[10:22]:
            for request in STARTED:
                hall.desk.record(game, request, Sent(by="D1", command_id=uuid4()))
        yield hall


@pytest.fixture
def at(browser, full):
    contexts = []

    def opened(path="", width=1440, height=900, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{full.address}/t/{SLUG}/{path}")
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.journey("a page")
def test_the_overview_of_200_players_stands_on_one_screen(at):
    page = at()

    assert page.get_by_role("region", name="On the boards").get_by_role("listitem").count() == 8
    assert page.locator("[data-standings] tbody tr").count() == 10
    assert page.evaluate(LOWEST) <= 900


def test_public_pages_fit_every_width_and_what_is_cut_says_all_of_it(at):
    for path in (
        "",
        "?find=ada",
        "r1/",
        "r1/?by=name",
        "missing",
        "standings",
        "wall-chart",
        "p/3",
    ):
        page = at(path)
        for width in (320, 390, 820, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(boxes.SIDEWAYS) <= 0, (path, width)
            assert page.evaluate(CUT) == [], (path, width)
        page.context.close()


@pytest.mark.parametrize("path", ["r1/", "r1/?by=name", "missing", "standings"])
def test_the_heads_of_a_table_of_many_rows_stay_in_sight_below_the_bar(at, path):
    page = at(path)

    assert page.locator("table tbody tr").count() >= 90
    assert "heads" not in look(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_public_pages_pass_axe(at, scheme):
    for path in ("?find=ada", "r1/?by=name", "wall-chart?player=2", "screen", "me"):
        page = at(path, 390, 844, color_scheme=scheme, reduced_motion="reduce")
        assert violations(page) == [], path
        page.context.close()


@pytest.mark.journey("without scripts")
def test_find_my_table_answers_in_place_with_scripts_and_without(at):
    for scripts in (True, False):
        page = at("", java_script_enabled=scripts)
        page.get_by_label("Your name").fill("iris ibra")
        page.get_by_role("button", name="Find my table").click()
        answer = page.get_by_role("status").filter(has_text="Iris Ibrahim")
        expect(answer).to_contain_text("Iris Ibrahim: table 65, against")
        assert page.url.endswith("/") is scripts


@pytest.mark.journey("phone")
def test_a_name_that_is_kept_has_the_first_tab_and_a_row_to_go_to(at):
    page = at("?find=iris+ibra", 390, 844)
    page.get_by_role("button", name="Keep on this phone").click()
    page.wait_for_url("**/p/129")
    tabs = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(tabs.first).to_have_text("My page")
    expect(tabs.first).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("button", name="Keep on this phone")).to_be_hidden()

    page.goto(page.url.replace("p/129", "standings"))
    page.get_by_role("link", name="Go to my row").first.click()

    expect(page.locator("tr.mine")).to_be_in_viewport()
    expect(tabs.first).to_have_text("My page")


def box(one):
    return one.bounding_box()


def test_what_has_no_column_opens_in_its_row_by_a_tap_and_by_key(at):
    page = at("standings", 390, 844, has_touch=True)
    row = page.get_by_role("row").filter(has_text="Ada Abendroth").first
    more = row.get_by_text("Starts:")

    expect(more).to_be_hidden()
    row.locator("summary").tap()
    expect(more).to_be_visible()
    assert page.url.endswith("/standings")
    row.get_by_role("link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(more).to_be_hidden()
    row.get_by_role("link").tap()
    page.wait_for_url("**/p/*")


def test_what_was_opened_stays_open_when_news_come(open_page, served):
    page = open_page(f"{T}/standings")
    expect(page.locator(".live-words")).to_have_text("Live")
    page.locator(".opens summary").first.click()
    page.evaluate(
        """() => new Promise((done) => {
          const [kept] = document.querySelectorAll("[data-fresh]");
          kept.querySelector(".quiet.prose").textContent = "as it was";
          document.addEventListener("fresh", done, { once: true });
          document.dispatchEvent(new Event("visibilitychange"));
        })"""
    )

    expect(page.locator("p.prose")).not_to_have_text("as it was")
    expect(page.locator(".opens p").first).to_be_visible()


@pytest.mark.journey("a page")
def test_public_pages_have_the_sizes_and_the_order_that_were_promised(at):
    page = at("standings")
    assert box(page.get_by_role("table"))["width"] <= 760
    page.goto(f"{page.url.removesuffix('standings')}r1/?by=table")
    rows = page.get_by_role("row")
    assert box(rows.nth(16))["y"] + box(rows.nth(16))["height"] - box(rows.nth(1))["y"] <= 656
    page.goto(page.url.replace("r1/?by=table", "p/31"))
    table = page.get_by_text("Table 16", exact=True).first
    assert table.evaluate("(one) => getComputedStyle(one).fontSize") == "40px"

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(page.url.replace("p/31", ""))
    parts = (
        page.get_by_role("heading", level=1),
        page.get_by_label("Your name"),
        page.get_by_role("navigation", name="Rounds", exact=True),
        page.get_by_role("heading", name="On the boards"),
        page.get_by_role("heading", name="Standings"),
    )
    tops = [box(part)["y"] for part in parts]
    assert tops == sorted(tops)


def lines(page):
    return page.locator("[data-lines] > li:visible")


@pytest.mark.journey("screen")
def test_the_screen_of_the_hall_has_twenty_names_a_page_that_are_read_from_afar(at):
    page = at("screen/names", 1920, 1080)
    page.wait_for_selector("[data-paged]")
    sizes = page.evaluate(
        "[...document.querySelectorAll('.screen *')].filter((one) => one.offsetParent"
        " && one.childElementCount === 0 && one.textContent.trim())"
        ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )

    assert lines(page).count() == 20
    assert min(sizes) >= 0.028 * 1080 - 0.1
    assert page.locator("[data-letters]").inner_text() == "A to B"
    assert page.evaluate(CUT) == []
    heights = page.evaluate(
        "[...document.querySelectorAll('[data-lines] > li:not([hidden])')]"
        ".map((one) => Math.round(one.getBoundingClientRect().height))"
    )
    assert set(heights) == {80}


def test_a_name_too_long_for_the_screen_loses_its_opponent_then_its_given_names(browser, tmp_path):
    long = ["Maximiliana Bartholomew Castellanos-Montgomery-Featherstonehaugh", "Bo Li"]
    with a_hall(tmp_path, tables=6, names=long) as hall:  # too many for one column
        page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
        page.goto(f"{hall.address}/t/{SLUG}/screen/names")
        page.wait_for_selector("[data-paged]")
        name = page.locator(".name[title]")

        expect(name).to_have_text("M. B. Castellanos-Montgomery-Featherstonehaugh")
        expect(name).to_have_attribute("title", long[0])
        of_the_name = lines(page).filter(has=name).locator(".other")
        expect(of_the_name).to_be_hidden()
        expect(lines(page).filter(has_text="Player 3").first.locator(".other")).to_be_visible()
        page.context.close()


def test_the_panel_of_the_screen_comes_with_the_pointer_and_goes_and_old_news_is_said(at):
    page = at("screen/names", 1280, 800)
    page.clock.install()
    page.reload()
    page.wait_for_selector("[data-paged]")
    panel = page.get_by_role("form", name="This screen")
    seen = "one => getComputedStyle(one).opacity"

    assert panel.evaluate(seen) == "0"
    page.mouse.move(200, 200)
    assert panel.evaluate(seen) == "1"
    panel.get_by_label("Show").select_option("standings")
    page.clock.fast_forward(100)
    page.wait_for_url("**/screen/standings")
    page.get_by_label("Show").blur()
    page.clock.fast_forward(4100)
    assert panel.evaluate(seen) == "0"

    assert page.locator("[data-last-news]").inner_text() == ""
    page.context.set_offline(True)
    page.clock.fast_forward(62_000)
    expect(page.locator("[data-last-news]")).to_contain_text("Last news")


def test_standings_wait_while_somebody_is_at_a_row_of_them(open_page, served):
    game = a_game_being_played(served.site)
    page = open_page(f"{T}/")
    expect(page.locator(".live-words")).to_have_text("Live")
    first = page.locator("[data-standings] tbody tr").first.get_by_role("link")
    name = first.inner_text()
    page.keyboard.press("Tab")
    first.focus()
    before, kept = served.site.standing_rows[:], served.site.rows[game]
    served.site.standing_rows.reverse()
    with page.expect_response("**/standings.json*"):
        served.site.happen(game, state="final")
    assert first.inner_text() == name

    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    expect(page.locator("[data-standings] tbody tr").first).not_to_contain_text(name)
    served.site.standing_rows[:] = before
    served.site.rows[game] = replace(kept)


def test_the_rounds_of_an_event_scroll_to_the_one_that_is_shown(browser, tmp_path):
    with a_hall(tmp_path, tables=1) as hall:
        for number in range(2, 16):
            [game] = Organiser(hall.desk).pair_round(SLUG, number, [Pairing(1, 1, 2)], by=CONSOLE)
            if number < 14:
                slip(hall, game)
        slip(hall, hall.games[0])
        context = browser.new_context(viewport={"width": 390, "height": 844})
        page = signed_in(context, hall, DIRECTOR)
        for path, shown in (
            ("r13/", "13"),
            ("", "14"),
            ("standings", "13"),
            ("standings?after=12", "12"),
            ("wall-chart?after=12", "12"),
            ("organise/", "14"),
            ("organise/results?round=13", "13"),
        ):
            page.goto(f"{hall.address}/t/{SLUG}/{path}")
            strip = page.get_by_role("navigation", name=re.compile("^(Rounds|After which round)$"))
            expect(strip.get_by_role("link", name=f"Round {shown}")).to_be_in_viewport(ratio=0.9)
            assert page.evaluate(boxes.SIDEWAYS) <= 0, path
        context.close()
