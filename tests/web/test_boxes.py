"""Squares a finger hits, the glass over a finger, and the page in one piece on every screen."""

from __future__ import annotations

import time

import pytest

from ledger.decisions.calls import CallDirector
from ledger.vocabulary import Seat
from tests.web import boxes
from tests.web.a_tablet import Tablet
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
@pytest.mark.parametrize("table", [1, 2], ids=["at rest", "with the strip above the board"])
def test_squares_are_large_enough_and_stay_so_when_something_goes_on(tablet, table):
    tablet.open(table)
    page = tablet.page
    assert page.is_visible("#going") == (table == 2)

    for size, at_least in AT_LEAST.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(boxes.SQUARE) >= at_least, size
        assert page.evaluate(OVER) <= 0, size
    assert boxes.too_small(page) == []


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

    tablet.until(f"tilescribe.draft.start === {SQUARES['8H']}")
    assert glass.is_hidden()
    assert page.locator(".under").count() == 0


SQUARES = {"8G": 7 * 15 + 6, "8H": 7 * 15 + 7}
