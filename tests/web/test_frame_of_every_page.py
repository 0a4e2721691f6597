"""The frame of every page as a browser draws it: where its heading stands, and what no page may."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.web import boxes
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import SLUG, a_hall
from tests.web.every_page import (
    DIRECTOR,
    NOBODY,
    PAGES,
    SCOREKEEPER,
    a_busy_hall,
    opened,
    signed_in,
)  # fmt: skip

pytestmark = pytest.mark.browser

WIDE, PHONE, SMALLEST = (1440, 900), (390, 844), (320, 640)
CONTAINER, SIDE, BELOW = 1280, 20, 124
"""The container with its sides; where a heading begins: from its edge, and from the top."""

HEADING = """() => {
  const [h1] = [...document.querySelectorAll("main h1")].filter((one) => one.checkVisibility());
  if (!h1 || h1.matches(".unseen-title") || !document.querySelector(".frame")) return null;
  if (document.querySelector(".problems")) return null; // which stands before anything else
  const { x, y } = h1.getBoundingClientRect();
  return [x, y, document.documentElement.clientWidth, Boolean(h1.closest(".full"))];
}"""
FILLED = """() => [...document.querySelectorAll(".button.primary")].filter((one) => {
  const { top, bottom, width } = one.getBoundingClientRect();
  return width && one.checkVisibility() && bottom > 0 && top < innerHeight;
}).map((one) => one.textContent.trim())"""
TABS = """() => [...document.querySelectorAll("nav.tabs [aria-current]")].length"""
SMALL = """() => [...document.querySelectorAll("body *")].filter((one) =>
  [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  && one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg, .mark, .board")
  && parseFloat(getComputedStyle(one).fontSize) < 12)
  .map((one) => `${one.className} “${one.textContent.trim().slice(0, 20)}”`)"""
OF_THE_FRAME = """() => [...document.querySelectorAll(
    ".bar a, .bar summary, .bar button, .tabs a, .areas a, .areas summary, .back a, .foot a")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return height < 43.9 || (width < 43.9 && !one.closest(".foot"));
  }).map((one) => [one.textContent.trim(), one.offsetWidth, one.offsetHeight].join(" "))"""

STILL = {
    "heading": set(),
    "filled": {"desk.page", "manual.components", "players.page"},
    "small": {"games.page"},
    "sideways": {"evidence.page", "screens.page"},
}
"""By check, the pages that do not keep it yet. Nothing is added; whose page it is takes it off."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("framed"), tables=4) as hall:
        a_busy_hall(hall)
        yield hall


@pytest.fixture
def visitors(browser, hall):
    """A page for each kind of visitor, in a browser of a finger."""
    tablet = Tablet(browser, hall, 4)
    plain, officials = (browser.new_context(has_touch=True) for _ in range(2))
    yield {
        NOBODY: plain.new_page(),
        SCOREKEEPER: tablet.page,
        DIRECTOR: signed_in(officials, hall, DIRECTOR),
    }
    tablet.close()
    plain.close()
    officials.close()


def sized(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


def heading_off(page):
    """Where the heading stands, if that is not where all do."""
    found = page.evaluate(HEADING)
    if found is None:
        return ""
    x, y, width, full = found
    left = 24 if full else max(0, (width - CONTAINER) / 2) + SIDE
    return "" if abs(x - left) <= 1 and abs(y - BELOW) <= 1 else f"at {x}, {y}"


def looked_at(page, hall, what):
    """What a page does wrong, by check."""
    sized(page, WIDE)
    opened(page, hall, what)
    page.evaluate("scrollTo(0, 0)")
    wrong = {"heading": heading_off(page), "small": page.evaluate(SMALL)}
    filled = page.evaluate(FILLED)
    wrong["filled"] = filled if len(filled) > 1 else []
    if page.evaluate("Boolean(document.querySelector('nav.tabs'))"):
        assert page.evaluate(TABS) == 1, what.endpoint
    sized(page, PHONE)
    assert page.evaluate(OF_THE_FRAME) == [], what.endpoint
    sized(page, SMALLEST)
    sideways = page.evaluate(boxes.SIDEWAYS)
    wrong["sideways"] = f"{sideways} px" if sideways > 0 else ""
    return {check: told for check, told in wrong.items() if told}


def test_on_every_page_the_heading_keeps_its_place_and_nothing_is_too_small_or_too_wide(
    hall, visitors
):
    found = {check: {} for check in STILL}
    for what in PAGES:
        if what.endpoint != "entering.page":
            for check, told in looked_at(visitors[what.who], hall, what).items():
                found[check][what.endpoint] = (what.where, told)

    new = {
        check: {name: told for name, told in pages.items() if name not in STILL[check]}
        for check, pages in found.items()
    }
    assert new == {check: {} for check in STILL}


def test_the_way_past_the_frame_is_the_first_stop_and_leads_to_the_page(hall, visitors):
    page = visitors[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/organise/")
    page.keyboard.press("Tab")

    skip = page.get_by_role("link", name="Skip to the page")
    assert skip.evaluate("(one) => document.activeElement === one")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_on_paper_nothing_of_the_frame_is_left(hall, visitors):
    page = visitors[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/standings")
    page.emulate_media(media="print")

    assert not page.locator(".bar").is_visible()
    assert not page.locator(".foot").is_visible()
    assert page.locator("h1").is_visible()
    page.emulate_media(media="screen")


def test_keys_lead_to_areas_list_themselves_and_find(hall, visitors):
    page = visitors[DIRECTOR]
    page.goto(f"{hall.address}/t/{SLUG}/organise/")
    page.keyboard.press("g")
    page.keyboard.press("c")
    page.wait_for_url(f"**/t/{SLUG}/cases/")

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    assert "Desk" in keys.inner_text()
    page.keyboard.press("Escape")
    keys.wait_for(state="detached")

    page.keyboard.press("/")
    page.get_by_role("dialog", name="Find").get_by_label("Name or number").fill("2")
    page.get_by_role("link", name="Table 2").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/t/{SLUG}/r*/t2/")


def test_on_a_phone_officials_have_their_areas_at_the_bottom_and_the_open_tab_is_in_sight(
    hall, visitors
):
    page = visitors[DIRECTOR]
    sized(page, PHONE)
    page.goto(f"{hall.address}/t/{SLUG}/organise/prizes")

    areas = page.get_by_role("navigation", name="Areas")
    box = areas.bounding_box()
    assert (box["y"] + box["height"], box["height"]) == (PHONE[1], 60)
    assert areas.locator(":scope > a:visible, :scope > details:visible").count() <= 5
    tab = page.locator(".tabs [aria-current]").bounding_box()
    assert tab["x"] >= 0
    assert tab["x"] + tab["width"] <= PHONE[0]
    areas.get_by_label("More areas").click()
    areas.get_by_role("link", name="Judge").click()
    page.wait_for_url("**/judge**")


def test_at_200_percent_and_with_names_from_right_to_left_the_bar_holds(hall, visitors):
    page = visitors[DIRECTOR]
    for size in (WIDE, (820, 1180), PHONE, SMALLEST):
        sized(page, size)
        page.goto(f"{hall.address}/t/{SLUG}/organise/")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator(".switcher .one-line").first.evaluate(
            "(one) => { one.textContent = 'טורניר שבץ נא הפתוח של חיפה והצפון'; }"
        )
        assert page.evaluate(boxes.SIDEWAYS) == 0, size
        bar = page.evaluate(
            "() => [...document.querySelectorAll('.bar > *')].filter((one) => one.checkVisibility()"
            " && getComputedStyle(one).position !== 'fixed').map((one) => {"
            " const { left, right, top, bottom } = one.getBoundingClientRect();"
            " return [right, bottom, left, top]; }).filter(([right, , left]) => right > left)"
        )
        for (right, bottom, *_), (*_, left, top) in pairwise(bar):
            assert right <= left + 0.5 or bottom <= top + 0.5, size
