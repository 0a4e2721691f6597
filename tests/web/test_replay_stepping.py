"""Every way to step through a game in a real browser, and how the address keeps it."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import GAME

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect


def at_ply(page, ply, last=26):
    expect(page.locator("#counter")).to_have_text(f"{ply} / {last}")


def square(page, name):
    """The square that begins with this name: ``8D``."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}, "))


@pytest.mark.journey("replay")
def test_keys_step_back_and_forward_to_the_ends_and_to_incidents(open_page):
    page = open_page(GAME)

    for key, ply in [
        ("ArrowLeft", 25), ("ArrowUp", 0), ("ArrowRight", 1), ("ArrowDown", 26), ("Home", 0),
        ("i", 7), ("i", 8), ("i", 13), ("Shift+I", 8), ("End", 26), ("ArrowRight", 26),
    ]:  # fmt: skip
        page.keyboard.press(key)
        at_ply(page, ply)


def test_buttons_step_and_are_marked_where_they_lead_nowhere(open_page):
    page = open_page(f"{GAME}?ply=2")

    page.get_by_role("button", name="Forward one turn").click()
    at_ply(page, 3)
    page.get_by_role("button", name="Back one turn").click()
    at_ply(page, 2)
    page.get_by_role("button", name="First, the empty board").click()
    at_ply(page, 0)
    expect(page.get_by_role("button", name="Back one turn")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("button", name="Next incident").click()
    at_ply(page, 7)
    page.get_by_role("button", name="Last, the latest turn").click()
    at_ply(page, 26)


def test_a_held_button_goes_on_stepping(open_page):
    page = open_page(f"{GAME}?ply=0")

    page.get_by_role("button", name="Forward one turn").hover()
    page.mouse.down()
    expect(page.locator("#counter")).to_have_text(re.compile("^([3-9]|1[0-9]) /"))
    page.mouse.up()
    stopped = page.locator("#counter").inner_text()
    page.wait_for_timeout(400)

    assert page.locator("#counter").inner_text() == stopped


@pytest.mark.journey("replay")
def test_the_scrubber_steps_and_says_where_it_is(open_page):
    page = open_page(GAME)
    scrubber = page.get_by_role("slider", name="Turn")

    scrubber.fill("7")
    at_ply(page, 7)
    scrubber.press("ArrowRight")

    at_ply(page, 8)
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile("comes off"))


def test_space_plays_and_a_key_stops_it(open_page):
    page = open_page(f"{GAME}?ply=0")

    page.keyboard.press("Space")
    at_ply(page, 1)
    at_ply(page, 2)
    page.keyboard.press("Space")

    expect(page.get_by_role("button", name="Play the game through")).to_have_attribute(
        "aria-pressed", "false"
    )


def test_a_swipe_across_the_board_steps(open_page):
    page = open_page(f"{GAME}?ply=5", 390, 844, has_touch=True, is_mobile=True)

    page.locator("#board").evaluate("""board => {
        const at = (kind, x) => board.dispatchEvent(new PointerEvent(kind,
            {pointerType: "touch", clientX: x, clientY: 300, bubbles: true}));
        at("pointerdown", 300); at("pointerup", 150);
    }""")

    at_ply(page, 6)


def test_a_click_on_a_tile_or_enter_goes_to_the_play_that_put_it_there(open_page):
    page = open_page(GAME)

    square(page, "8D").click()
    at_ply(page, 1)
    page.keyboard.press("End")  # within the board: to the end of the row
    at_ply(page, 1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("*:focus")).to_have_attribute("aria-label", "8N, empty")


def test_a_click_on_a_move_goes_there_and_marks_it(open_page):
    page = open_page(GAME)

    page.get_by_role("link", name="8D JUNCO").click()

    at_ply(page, 1)
    expect(page.locator('[aria-current="step"]')).to_have_text("8D JUNCO")
    expect(square(page, "8D")).to_have_accessible_name("8D, J, 8 points, just played")


def test_the_address_follows_and_leads_back(open_page):
    page = open_page(GAME, fresh=True)

    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?ply=1$"))
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?ply=2$"))
    page.reload()

    at_ply(page, 2)
    assert page.evaluate("history.length") == 2  # a step is no place to go back to


def test_help_opens_with_a_question_mark_and_closes_with_escape(open_page):
    page = open_page(GAME, 320, 640)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert page.get_by_role("dialog").evaluate("(one) => one.scrollTop") == 0
    close = page.get_by_role("button", name="Close").bounding_box()
    assert close["y"] + close["height"] <= 640, "in sight, without a finger on the list"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    at_ply(page, 26)


def test_the_link_to_copy_leads_to_this_position(open_page, served):
    page = open_page(f"{GAME}?ply=7", permissions=["clipboard-read", "clipboard-write"])

    page.keyboard.press("c")
    expect(page.locator(".toasts .toast")).to_have_text("Link copied")

    assert page.evaluate("navigator.clipboard.readText()") == f"{served.address}{GAME}?ply=7"


def test_keys_in_the_list_of_moments_choose_a_moment_and_do_not_step(open_page):
    page = open_page(f"{GAME}?ply=5")

    page.get_by_label("As known").focus()
    page.keyboard.press("i")
    page.keyboard.press("ArrowUp")

    at_ply(page, 5)
