"""The frame of the scorekeeper's page: what it says and where, at every size and by every hand."""

from __future__ import annotations

import pytest

from ledger.vocabulary import Seat
from tests.web import boxes
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.every_sheet import a_table

pytestmark = pytest.mark.browser

NAMES = ("Inés Ibáñez Quiñones", "Tomas Velde-Oppenheim") * 4
AT_200_PERCENT = ((512, 384), (590, 410), (683, 512))
"""Tablets of 1024×768, 1180×820 and 1366×1024 pixels, lying, with the page drawn twice as large."""

SIZES = ((1180, 820), (1024, 768), (820, 1180), (390, 844), (512, 384))

IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].every((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5;
})"""
SMALLEST = """(selector) => Math.min(...[...document.querySelectorAll(selector)].flatMap((one) => {
  const { width, height } = one.getBoundingClientRect();
  return [width, height];
}))"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.textContent)"""
STOPS = """() => [...document.querySelectorAll("a, button, input, [tabindex]")]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility()
    && !one.closest("[inert]"))
  .map((one) => one.id || one.className || one.textContent)"""
LAST = "[...document.querySelectorAll('.sq.last')].map(({ ariaLabel }) => ariaLabel)"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("frame"), tables=4, names=NAMES) as hall:
        yield hall


@pytest.fixture(scope="module")
def begun(browser, hall):
    """A tablet at table 1, where a play and a pass are on the sheet; table 4 has not begun."""
    tablet = Tablet(browser, hall)
    for number in (1, 2, 3):
        table = a_table(tablet, number)
        table.play(Seat.FIRST, "8D", "WiNDY")
    yield tablet
    tablet.close()


@pytest.fixture
def tablet(begun):
    begun.open(1)
    yield begun
    begun.page.set_viewport_size({"width": 768, "height": 1024})
    begun.page.emulate_media(forced_colors="none")


def at(tablet, size):
    tablet.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))


FINGER = 43.9


@pytest.mark.found("TA4", "TB-15")
@pytest.mark.parametrize("size", AT_200_PERCENT)
def test_at_200_percent_lying_board_and_commit_stay_and_the_rest_scrolls_to_them(tablet, size):
    at(tablet, size)
    page = tablet.page
    page.evaluate("scrollTo(0, 0)")

    assert page.evaluate(SMALLEST, "[data-at]") >= 24
    assert page.evaluate(SMALLEST, ".key, #commit, .acts button, .player, #state") >= FINGER
    for part in ("#commit", "#preview", ".player"):
        assert page.evaluate(IN_SIGHT, part), part
    assert page.evaluate(IN_SIGHT, ".key") == (size != (512, 384)), "all at once where they fit"
    assert page.evaluate(boxes.SIDEWAYS) == 0
    page.evaluate("scrollTo(0, 9999)")
    assert page.evaluate(IN_SIGHT, ".acts button, #state"), "what is below can be scrolled to"
    assert page.evaluate(IN_SIGHT, "[data-at], #commit, #preview"), "beside the board, which stays"


@pytest.mark.found("TB-15")
@pytest.mark.parametrize("size", [(410, 590), (300, 480), (320, 640)])
def test_at_200_percent_standing_keys_and_acts_are_as_large_as_a_finger(tablet, size):
    at(tablet, size)
    page = tablet.page
    assert page.evaluate(SMALLEST, ".key, #commit, .acts button, .player, #state") >= FINGER
    page.evaluate("scrollTo(0, 9999)")
    assert page.evaluate(IN_SIGHT, ".key, #commit, .acts button")
    assert page.evaluate(boxes.SIDEWAYS) == 0


@pytest.mark.found("TA4", "TA8")
def test_nothing_sticks_out_at_400_percent_and_with_letters_twice_as_large(tablet):
    page = tablet.page
    for size in ((320, 256), (320, 640), (410, 590)):
        at(tablet, size)
        assert page.evaluate(boxes.SIDEWAYS) == 0, size
    at(tablet, (768, 1024))
    before = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.acts button')).fontSize)"
    )
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    try:
        for part in ("#commit", ".key b", ".player .name", ".player .total", "#preview", "#state"):
            grown = page.evaluate(
                "(part) => parseFloat(getComputedStyle(document.querySelector(part)).fontSize)",
                part,
            )
            assert grown >= 24, part
        assert before < 16
        assert page.evaluate(boxes.SIDEWAYS) == 0
    finally:
        page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.found("TB1")
@pytest.mark.parametrize("size", SIZES)
def test_what_was_written_last_is_marked_on_the_board_and_said_at_every_size(tablet, size):
    at(tablet, size)
    page = tablet.page

    assert page.evaluate(LAST)[1] == "E8, I, 0 points, blank, last play"
    assert len(page.evaluate(LAST)) == 5
    assert page.inner_text(".player.first .wrote") == "8D WiNDY"
    assert page.inner_text(".player.first .gained") == "+30"
    assert page.evaluate(IN_SIGHT, ".player.first .gained, .player.first .wrote")


@pytest.mark.found("TB1", "TB-11")
def test_the_mark_goes_on_to_the_next_play_and_off_with_a_pass(tablet):
    tablet.open(2)
    tablet.play("E5", "PRO.E")
    assert len(tablet.page.evaluate(LAST)) == 4
    assert tablet.page.inner_text(".player.second .wrote") == "E5 PRO(i)E"
    tablet.passes()
    assert tablet.page.evaluate(LAST) == []
    assert "pass" in tablet.page.inner_text(".player.first .wrote").lower()
    tablet.sent()


@pytest.mark.found("TB2")
def test_names_are_whole_wherever_there_is_room(tablet):
    for size in SIZES[:4]:
        at(tablet, size)
        assert tablet.page.evaluate(CUT, ".player .name") == [], size


@pytest.mark.found("TA8")
def test_the_big_button_is_called_what_it_reads_and_has_an_edge_in_forced_colours(tablet):
    page = tablet.page
    tablet.type("E5", "PRO.E")
    snapshot = page.locator("#commit").aria_snapshot()
    assert 'button "E5 PRO(i)E +' in snapshot
    page.emulate_media(forced_colors="active")
    edge = page.evaluate(
        "(({ borderTopStyle: s, borderTopWidth: w }) => [s, w])(getComputedStyle(commit))"
    )
    assert edge == ["solid", "2px"]
    page.keyboard.press("Escape")


@pytest.mark.found("TA8")
def test_no_act_is_cut_on_a_phone(tablet):
    at(tablet, (390, 844))
    assert tablet.page.evaluate(CUT, ".acts button") == []
    assert tablet.page.evaluate(IN_SIGHT, ".acts button")


@pytest.mark.found("TB4")
def test_while_a_verdict_is_waited_for_one_button_does_it_and_the_state_is_no_button(tablet):
    tablet.open(3)
    page = tablet.page
    tablet.tap("[data-do=challenge]")
    tablet.press(".panel.wide:not(.slip) .go")
    tablet.press(".panel.slip .go")
    tablet.says("#commit", "Enter the verdict")
    tablet.sent()

    assert page.inner_text("#preview") == "Waiting for the verdict"
    assert page.is_disabled("[data-do=challenge]")
    assert page.inner_text("[data-do=challenge]") == "Challenge"
    assert page.locator("#going button:has-text('verdict')").count() <= 1, "its words, no button"
    assert page.evaluate("keys.inert")
    tablet.later()
    tablet.tap("#commit")
    tablet.press(".verdicts .good")
    tablet.until("tilescribe.game.now.lines.length === 2")
    assert not page.evaluate("keys.inert")
    tablet.sent()


@pytest.mark.found("TB5", "TB12")
def test_before_the_start_the_big_button_starts_and_it_is_few_tabs_away(tablet):
    tablet.open(4)
    page = tablet.page

    assert page.inner_text("#commit") == "Start the game"
    assert page.is_disabled("[data-do=pass]")
    stops = page.evaluate(STOPS)
    assert stops.index("commit") <= 9, stops
    tablet.tap("#commit")
    page.wait_for_selector(".panel.starting")
    page.keyboard.press("Escape")


@pytest.mark.found("TB12")
def test_keys_and_acts_are_one_stop_each_and_arrows_lead_through_them(tablet):
    page = tablet.page
    stops = page.evaluate(STOPS)
    assert len([stop for stop in stops if "key" in stop]) == 1
    assert len(stops) <= 12, stops
    focused = "document.activeElement.dataset.do ?? document.activeElement.dataset.tile"
    page.focus(".key[data-tile=A]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "B"
    page.keyboard.press("Tab")  # the big button can't be pressed now
    assert page.evaluate(focused) == "exchange"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "pass"
    page.keyboard.press("End")
    assert page.evaluate(focused) == "more"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "exchange"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "B", "the row is come back to where it was left"
    page.keyboard.press("ArrowDown")
    below = page.evaluate(focused)
    page.keyboard.press("ArrowUp")
    assert (below > "K", page.evaluate(focused)) == (True, "B")


@pytest.mark.found("TA2")
def test_the_rest_of_a_double_tap_on_a_sheet_moves_nothing_and_no_tap_has_to_be_made_twice(tablet):
    page = tablet.page
    tablet.tap("[data-do=pass]")
    tablet.press(".panel .row button:last-child")  # Cancel, over the acts
    x, y = page.evaluate("[tilescribe.panel.pressed.clientX, tilescribe.panel.pressed.clientY]")
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[data-do]').dataset.do"
    assert page.evaluate(under, [x, y]) == "director"
    page.touchscreen.tap(x, y)
    assert page.locator(".panel:visible").count() == 0
    page.touchscreen.tap(x, y)
    page.locator(".panel:visible").wait_for()
    page.keyboard.press("Escape")
