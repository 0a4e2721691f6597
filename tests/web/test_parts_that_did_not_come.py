"""Scripts and styles that did not come over the hall's network: loaded again, or said."""

from __future__ import annotations

import re

import pytest

from tests.web.a_tablet import let_in
from tests.web.entry_hall import SLUG, a_hall, taken_in

SCREEN = f"/t/{SLUG}/screen/names"
WALL = re.compile(r"/js/live/on_the_wall\.js")
STYLE = re.compile(r"/css/pages\.css")
DESK = re.compile(r"/js/desk/matters\.js")  # what the desk's own script imports


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("parts"), tables=2) as hall:
        yield hall


@pytest.fixture
def page(browser, hall):
    context = browser.new_context()
    context.add_cookies(
        [{"name": "tilescribe-device", "value": the_key(hall), "url": hall.address}]
    )
    let_in(context, hall, "D1")
    page = context.new_page()
    page.clock.install()
    yield page
    context.close()


def the_key(hall):
    return taken_in(hall.office, f"{SLUG}/screen").key


PARTS = {"script", "stylesheet"}


def lost(page, part, times=1, kinds=PARTS):
    """The next times that a page asks for this part, nothing comes; gives what was lost."""
    gone = []

    def answer(route):
        if len(gone) >= times or route.request.resource_type not in kinds:
            return route.continue_()
        gone.append(route.request.url)
        return route.abort()

    page.route(part, answer)
    return gone


def notice(page):
    return page.locator(".not-whole")


@pytest.mark.browser
def test_a_screen_whose_script_did_not_come_is_loaded_again_until_it_does(hall, page):
    gone = lost(page, WALL, times=7)  # more often than a page that somebody reads tries it
    page.goto(f"{hall.address}{SCREEN}")

    for _ in range(7):
        notice(page).wait_for()
        with page.expect_navigation():
            page.clock.fast_forward(60_000)

    page.wait_for_selector('[data-look="live"]', state="attached")
    assert len(gone) == 7
    assert notice(page).is_hidden()


@pytest.mark.browser
def test_a_screen_is_not_given_up_for_the_browsers_own_page_while_the_network_is_gone(hall, page):
    gone = lost(page, WALL, times=8, kinds=PARTS | {"fetch"})
    page.goto(f"{hall.address}{SCREEN}")
    notice(page).wait_for()
    page.evaluate("window.same = true")

    for nth in range(2, 9):
        with page.expect_event("requestfailed", lambda one: bool(WALL.search(one.url))):
            page.clock.fast_forward(60_000)
        assert len(gone) == nth
        assert page.evaluate("window.same")
    with page.expect_navigation():
        page.clock.fast_forward(60_000)

    page.wait_for_selector('[data-look="live"]', state="attached")


@pytest.mark.browser
def test_what_an_extension_puts_into_a_page_is_none_of_its_parts(hall, page):
    page.goto(f"{hall.address}/desk")
    page.locator(".table-tile").first.wait_for()
    page.evaluate(
        """() => new Promise((done) => {
            const style = document.createElement("link");
            Object.assign(style, { rel: "stylesheet", href: "http://elsewhere.example/x.css" });
            style.addEventListener("error", done);
            document.head.append(style);
        })"""
    )

    assert notice(page).is_hidden()


@pytest.mark.browser
def test_a_page_without_its_style_does_not_say_that_the_browser_is_too_old(hall, page):
    lost(page, STYLE, times=100)
    page.goto(f"{hall.address}/desk")
    notice(page).wait_for()

    assert page.locator(".too-old").is_hidden()


@pytest.mark.browser
def test_a_screen_whose_script_hangs_on_its_way_is_loaded_again(hall, page):
    held = []
    page.route(WALL, lambda route: route.continue_() if held else held.append(route))
    page.goto(f"{hall.address}{SCREEN}", wait_until="commit")
    page.wait_for_selector(".screen")

    with page.expect_navigation():
        page.clock.fast_forward(61_000)
        page.clock.fast_forward(2_000)

    page.wait_for_selector('[data-look="live"]', state="attached")


@pytest.mark.browser
def test_a_desk_that_lost_what_its_script_imports_works_after_two_seconds(hall, page):
    gone = lost(page, DESK)
    page.goto(f"{hall.address}/desk")
    notice(page).wait_for()

    with page.expect_navigation():
        page.clock.fast_forward(2_000)

    page.locator(".table-tile").first.wait_for()
    assert len(gone) == 1
    assert notice(page).is_hidden()


@pytest.mark.browser
def test_a_page_that_somebody_touched_says_what_is_so_and_is_left_as_it_is(hall, page):
    lost(page, DESK)
    page.goto(f"{hall.address}/desk")
    page.keyboard.press("Tab")
    page.evaluate("window.same = true")

    page.clock.fast_forward(60_000)

    notice(page).wait_for()
    assert page.evaluate("window.same")
    with page.expect_navigation():
        notice(page).get_by_role("button", name="Reload the page").click()
    page.locator(".table-tile").first.wait_for()


@pytest.mark.browser
def test_a_page_that_is_read_is_not_loaded_again_for_ever(hall, page):
    gone = lost(page, DESK, times=100)
    page.goto(f"{hall.address}/desk")
    for _ in range(5):
        notice(page).wait_for()
        with page.expect_navigation():
            page.clock.fast_forward(60_000)
    notice(page).wait_for()
    page.evaluate("window.same = true")

    page.clock.fast_forward(600_000)

    assert page.evaluate("window.same")
    assert len(gone) == 6


def test_what_was_sent_is_never_sent_again_by_itself(hall):
    client = hall.app.test_client()
    asked = client.get("/sign-in", headers={"Accept": "text/html"}).text
    refused = client.post(
        "/sign-in", data={"badge": "D1", "pin": "wrong"},
        headers={"Sec-Fetch-Site": "same-origin", "Accept": "text/html"},
    ).text  # fmt: skip

    notices = [re.search(r'<p class="not-whole".*?</p>', text)[0] for text in (asked, refused)]
    assert ["<button" in one for one in notices] == [True, False], "its address may be no page"


def test_every_page_begins_with_the_script_that_hears_of_the_others(hall):
    for address in (f"/t/{SLUG}/", "/sign-in", SCREEN, f"/t/{SLUG}/stream"):
        page = hall.app.test_client().get(address, headers={"Accept": "text/html"}).text
        scripts = re.findall(r"<script\b[^>]*\bsrc=[^>]*>", page)
        assert "js/frame/arrived.js" in scripts[0], address
        assert page.index(scripts[0]) < page.index('rel="stylesheet"'), address
        assert not re.search(r"\b(type|async|defer)\b", scripts[0]), address
