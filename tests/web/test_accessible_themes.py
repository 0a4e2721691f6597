"""More contrast, forced colours, less motion, the keyboard's focus, and what is said aloud."""

from __future__ import annotations

import re

import pytest

from ledger.vocabulary import Seat
from tests.tiers import one_journey
from tests.web import axe
from tests.web.a_tablet import Tablet
from tests.web.conftest import GAME
from tests.web.entry_hall import a_hall
from tests.web.every_sheet import a_table

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

STYLE = """([selector, property, part]) =>
  getComputedStyle(document.querySelector(selector), part)[property]"""
PREMIUMS = ("p2l", "p3l", "p2w", "p3w")

CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const bright = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) => {
      const part = one / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Object.fromEntries(["p2l", "p3l", "p2w", "p3w"].map((kind) => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector(`.sq.${kind}`));
    const [a, b] = [bright(color), bright(backgroundColor)];
    return [kind, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  }));
}"""

MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const { transitionDuration, animationName } = getComputedStyle(one);
  return animationName !== "none" || transitionDuration.split(",").some((time) => parseFloat(time));
}).map((one) => one.id || one.className)"""


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("themes"), tables=1) as hall:
        tablet = Tablet(browser, hall)
        table = a_table(tablet, 1)
        table.play(Seat.FIRST, "8D", "WiNDY")
        table.passes(Seat.SECOND)
        tablet.open(1)
        yield tablet
        tablet.close()


@pytest.fixture
def page(tablet):
    yield tablet.page
    tablet.page.emulate_media(
        color_scheme="light", contrast="null", forced_colors="null", reduced_motion="null"
    )


def style(page, selector, name, part=None):
    return page.evaluate(STYLE, [selector, name, part])


@pytest.mark.journey("themes")
def test_who_wants_more_contrast_gets_seven_to_one(page):
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, contrast="more")

        assert axe.violations(page, rules=("color-contrast-enhanced",)) == []
        assert min(page.evaluate(CONTRAST).values()) >= 7
        assert page.evaluate("matchMedia('(prefers-contrast: more)').matches")


def test_premium_squares_have_words_and_a_pattern_besides_their_colour(page):
    words = [style(page, f".sq.{kind}:not(.centre)", "content", "::before") for kind in PREMIUMS]
    patterns = {style(page, f".sq.{kind}", "backgroundImage") for kind in PREMIUMS}

    assert words == ['"2L"', '"3L"', '"2W"', '"3W"']
    assert len(patterns) == 4
    assert all("gradient" in pattern for pattern in patterns)
    assert style(page, "[data-at='1']", "backgroundImage") == "none"


@pytest.mark.journey("themes")
def test_in_forced_colours_squares_tiles_and_what_is_pressed_keep_their_edges(page):
    page.emulate_media(forced_colors="active")

    assert style(page, ".sq", "borderRightStyle") == "solid"
    assert style(page, ".sq", "backgroundColor") == style(page, "body", "backgroundColor")
    assert style(page, ".sq.tile", "borderTopStyle", "::before") == "solid"
    assert style(page, ".sq.blank b", "borderTopStyle") == "solid"
    page.click("[data-key=blank]")
    assert style(page, "[data-key=blank]", "outlineStyle") == "solid"
    page.click("[data-key=blank]")
    assert style(page, "[data-key=blank]", "outlineStyle") == "none"


@pytest.mark.journey("themes")
def test_where_motion_is_not_wanted_nothing_moves(page):
    assert "loupe" in page.evaluate(MOVING)

    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == []


@pytest.mark.parametrize(
    "media",
    one_journey("themes", [{"color_scheme": "light"}, {"color_scheme": "dark"},
                           {"contrast": "more"}, {"forced_colors": "active"}]),
    ids=str,
)  # fmt: skip
def test_the_keyboards_focus_is_seen_on_every_kind_of_control(page, media):
    page.emulate_media(**media)
    page.keyboard.press("Escape")

    for selector in ("[data-at='112']", ".place", "#state", ".key", "[data-do=pass]", ".clock"):
        page.focus(selector)
        page.keyboard.press("Shift")  # from now on the browser knows that keys are used
        assert style(page, selector, "outlineStyle") == "solid", selector
        assert float(style(page, selector, "outlineWidth").rstrip("px")) >= 2, selector


def test_the_board_is_a_grid_in_which_one_square_is_in_the_tab_order(tablet, page):
    grid = page.get_by_role("grid", name="Board")

    assert grid.get_by_role("gridcell").count() == 225
    assert page.locator("#board [tabindex='0']").count() == 1
    expect(grid).to_match_aria_snapshot("""
      - grid "Board":
        - row:
          - gridcell "A1, triple word"
          - gridcell "B1, empty"
    """)
    expect(page.get_by_role("gridcell", name="E8, I, 0 points, blank")).to_be_visible()
    page.focus("#board [tabindex='0']")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.at") == str(6 * 15 + 7)
    assert page.locator("#board [tabindex='0']").count() == 1


@pytest.mark.journey("said aloud")
def test_a_move_is_said_aloud_and_the_list_of_moves_is_a_list_of_buttons(tablet, page):
    page.set_viewport_size({"width": 1366, "height": 1024})
    tablet.where = {}
    expect(page.locator("#lines")).to_match_aria_snapshot("""
      - list:
        - listitem:
          - button "8D WiNDY +30 30"
        - listitem:
          - button "passes +0 0"
    """)
    tablet.type("9C", "HOT")
    expect(page.locator("#preview[role=status]")).to_have_text(re.compile("HOT 10 · "))
    tablet.commit()

    said = page.locator("#said")
    expect(said).to_have_text("Entered: 9C HOT")
    assert said.get_attribute("role") == "status"
    page.set_viewport_size({"width": 768, "height": 1024})


def test_the_replay_keeps_still_and_has_seven_to_one_where_it_is_wished(open_page):
    replay = open_page(f"{GAME}?ply=13", reduced_motion="reduce", contrast="more")

    assert replay.evaluate(MOVING) == []
    for theme in ("light", "dark"):
        replay.emulate_media(color_scheme=theme, contrast="more")
        assert axe.violations(replay, rules=("color-contrast-enhanced",)) == []
