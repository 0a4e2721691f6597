"""Squares a finger hits, the glass over a finger, and the page in one piece on every screen."""

from __future__ import annotations

import time

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.vocabulary import Seat
from tests.tiers import one_journey
from tests.web import boxes
from tests.web.a_tablet import MIDDLES, Tablet
from tests.web.entry_hall import a_hall
from tests.web.every_sheet import a_table

pytestmark = pytest.mark.browser

AT_LEAST = dict.fromkeys(boxes.TABLETS, 40) | {boxes.SIZES[-1]: 25}
"""Pixels of a square; a phone has 390 for fifteen of them and the numbers beside."""

OVER = "document.documentElement.scrollHeight - innerHeight"


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("boxes"), tables=2) as hall:
        called = a_table(tablet := Tablet(browser, hall), 2)
        called.play(Seat.FIRST, "8D", "WINDY")
        called.enter(CallDirector(reason="dispute"))
        yield tablet
        tablet.close()


@pytest.mark.found("TA8")
@pytest.mark.parametrize(
    "table", one_journey("sizes", [1, 2]), ids=["at rest", "with the strip above the board"]
)
def test_squares_are_large_enough_and_stay_so_when_something_goes_on(tablet, table):
    tablet.open(table)
    page = tablet.page
    assert page.is_visible("#going") == (table == 2)

    for size, at_least in AT_LEAST.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(boxes.SQUARE) >= at_least, size
        assert page.evaluate(OVER) <= 0, size
    assert boxes.too_small(page) == []


MEASURES = """() => {
  const at = (selector) => document.querySelector(selector);
  const size = (selector) => parseFloat(getComputedStyle(at(selector)).fontSize);
  const high = (selector) => at(selector).getBoundingClientRect().height;
  return {
    strip: size("#going .about"), least: size("#going .words") >= 13,
    lines: Math.round(high("#going .words") / (1.3 * size("#going .words"))),
    acts: size("[data-do=pass]"), score: size(".player .total"), clock: size(".player .clock"),
    key: high(".key") >= 56,
  };
}"""


def test_the_letters_of_a_tablet_are_large_enough_and_the_strip_has_two_lines(tablet):
    tablet.open(2)
    page = tablet.page

    for width, height in ((1180, 820), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))")
        told = page.evaluate(MEASURES)
        assert told.pop("lines") <= 2
        assert told.pop("acts") >= 14.9
        assert told == {"strip": 16, "least": True, "score": 24, "clock": 16, "key": True}
    assert page.get_attribute("#going .about", "title").startswith("The director has been called")


def test_the_finger_sees_which_square_it_is_on_and_slides_to_the_one_it_meant(tablet):
    tablet.open(1)
    tablet.start()
    page = tablet.page
    page.set_viewport_size({"width": 390, "height": 844})
    glass = page.locator("#loupe")
    where = {name: page.locator(f"[data-at='{at}']").bounding_box() for name, at in SQUARES.items()}
    middle = {
        name: {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for name, box in where.items()
    }
    touch = page.context.new_cdp_session(page)

    def finger(kind, *names):
        points = [middle[name] for name in names]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", "8G")
    down = time.monotonic()
    tablet.until("document.getElementById('loupe').textContent === '8G'")
    assert glass.bounding_box()["y"] < where["8G"]["y"] - 20
    page.wait_for_timeout(max(0, 400 - 1000 * (time.monotonic() - down)))  # quicker, it is a swipe
    finger("touchMove", "8H")
    tablet.until("document.getElementById('loupe').textContent === '8H'")
    assert page.locator(".under").get_attribute("data-at") == str(SQUARES["8H"])
    finger("touchEnd")

    tablet.until(f"tilescribe.play.draft.start === {SQUARES['8H']}")
    assert glass.is_hidden()
    assert page.locator(".under").count() == 0


def finger_of(page):
    touch = page.context.new_cdp_session(page)

    def finger(kind, *points):
        told = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": told})

    return finger


@pytest.mark.found("TA2")
@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_a_tile_that_is_slid_is_seen_beside_the_finger_and_on_the_square_it_will_land_on(
    tablet, size
):
    tablet.open(2)
    page, finger = tablet.page, finger_of(tablet.page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    glass = page.locator("#loupe")
    selectors = [".key[data-tile='H']", tablet.at("1H"), tablet.at("9C"), "#preview"]
    key, top, low, beside = page.evaluate(MIDDLES, selectors)

    finger("Start", key)
    finger("Move", beside)
    tablet.until("document.getElementById('loupe').innerText === 'H'")
    assert page.evaluate(IN_SIGHT, "#loupe")
    finger("Move", low)
    tablet.until("document.querySelector('.under')?.dataset.brings === 'H'")
    assert page.evaluate("document.querySelector('.under').dataset.at") == tablet.at("9C")[10:-2]
    assert glass.text_content() == "9CH"
    finger("Move", top)
    tablet.until("document.getElementById('loupe').textContent === '1HH'")
    assert page.evaluate(IN_SIGHT, "#loupe"), "at the edge of the screen too"
    covered = page.evaluate(OVERLAP, ["#loupe", ".under"])
    assert not covered, "what is said does not hide the square"
    finger("Move", key)
    tablet.until("document.getElementById('loupe').hidden")
    assert page.locator(".under, [data-brings]").count() == 0
    finger("End")
    assert page.evaluate("tilescribe.play.draft.empty"), "back on its key, it was given up"

    page.touchscreen.tap(*page.evaluate(MIDDLES, ["[data-key=blank]"])[0])
    finger("Start", key)
    finger("Move", low)
    tablet.until("document.querySelector('#loupe b').className === 'blank'")
    finger("End")
    tablet.until("tilescribe.play.draft.tiles.join('') === 'h'")
    page.keyboard.press("Escape")

    finger("Start", key)
    finger("Move", beside)
    finger("End")
    assert page.evaluate("tilescribe.play.draft.empty"), "beside the board nothing is laid"
    assert glass.is_hidden()


@pytest.mark.found("TA2")
def test_a_tile_slid_right_after_a_sheet_is_no_double_tap_and_its_arrow_turns(tablet):
    tablet.open(2)
    page, finger = tablet.page, finger_of(tablet.page)
    page.set_viewport_size({"width": 768, "height": 1024})
    key, square = page.evaluate(MIDDLES, [".key[data-tile='H']", tablet.at("11K")])
    page.evaluate(JUST_PRESSED, key)
    finger("Start", key)
    finger("Move", square)
    finger("End")
    tablet.until("tilescribe.play.draft.tiles.length === 1")
    before = page.evaluate("tilescribe.play.draft.across(tilescribe.game.now.squares)")

    page.touchscreen.tap(*square)

    assert page.evaluate("tilescribe.play.draft.across(tilescribe.game.now.squares)") is not before
    page.keyboard.press("Escape")


IN_SIGHT = """(selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
OVERLAP = """(selectors) => {
  const [a, b] = selectors.map((one) => document.querySelector(one).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
JUST_PRESSED = """([x, y]) => {
  tilescribe.panel.pressed = { clientX: x, clientY: y, timeStamp: Infinity };
}"""
"""A finger pressed a sheet here, this very moment."""

SQUARES = {"8G": 7 * 15 + 6, "8H": 7 * 15 + 7}


HELD = "overflow: hidden; white-space: nowrap; width: 2em"
CUT_IN_EACH_WAY = {
    "across": f'<p class="across" style="{HELD}">the director decides</p>',
    "down": '<p class="down" style="overflow: hidden; height: .6em">decides</p>',
    "beyond": '<p class="beyond" style="margin-left: calc(100vw - 2em)">thedirectordecides</p>',
    "nowhere": '<p class="crumbs" style="display: flex"><a class="nowhere" aria-current="page"'
    f' style="{HELD}; text-overflow: ellipsis">the director decides</a></p>',
}
WHOLE = {
    "said": f'<p style="{HELD}; text-overflow: ellipsis">the director decides</p>',
    "scrolled": f'<div style="{HELD}; overflow: auto"><p>the director decides</p></div>',
    "whole": "<p>the director decides</p>",
    "for ears": f'<p style="{HELD}; clip-path: inset(50%)">the director decides</p>',
}


def test_a_word_that_is_cut_is_found_in_whichever_way_and_none_that_is_whole(browser):
    page = browser.new_page()
    page.set_content("".join(WHOLE.values()))
    assert boxes.cut(page) == []

    for way, element in CUT_IN_EACH_WAY.items():
        page.set_content(element + WHOLE["whole"])
        found = boxes.cut(page)
        assert [one.split()[1] for one in found] == [way] * len(boxes.SIZES), way
        assert all("“the" in one or "decides”" in one for one in found)

    page.set_content('<button class="tiny" style="width: 20px">x</button><p><a href="/">x</a></p>')
    assert {one.split()[1] for one in boxes.too_small(page)} == {"tiny", "A"}
    page.set_content('<p style="width: 2000px">the director decides</p>')
    assert [one.split(": ")[1] for one in boxes.too_small(page)] == ["sticks out sideways"] * 5
    page.close()
