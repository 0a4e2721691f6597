"""How the replay page is seen and heard in a real browser: sizes, colours, names of squares."""

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


SIZES = [(1280, 800), (1024, 768), (390, 844)]


def test_the_board_and_the_list_as_a_screen_reader_meets_them(open_page):
    page = open_page(f"{GAME}?ply=8")

    expect(page.get_by_role("grid", name="Board after turn 8")).to_be_visible()
    assert page.get_by_role("gridcell").count() == 225
    expect(page.get_by_role("grid")).to_match_aria_snapshot("""
      - grid "Board after turn 8":
        - row:
          - gridcell "1A, empty, triple word"
          - gridcell "1B, empty"
    """)
    expect(page.get_by_role("table", name="Moves")).to_match_aria_snapshot("""
      - table "Moves":
        - rowgroup:
          - row "No. Player Move Score Total Clock Unseen"
        - rowgroup:
          - row /^1 OB Ottilie Brandt 8D JUNCO \\+44 44 23:59 88$/
    """)
    expect(
        page.get_by_role("row", name=re.compile("7 OB .*12K AFTIN withdrawn phoney"))
    ).to_be_visible()


def test_each_step_is_announced_once_the_hand_rests(open_page):
    page = open_page(f"{GAME}?ply=0")

    for _ in range(3):
        page.keyboard.press("ArrowRight")

    expect(page.locator("#status")).to_have_text(re.compile(r"^Turn 3\. Ottilie Brandt: E7 Q\.EYN"))
    assert page.locator("#status").get_attribute("role") == "status"


def test_one_square_is_in_the_tab_order_and_arrows_move_it(open_page):
    page = open_page(GAME)

    assert page.locator('#board [tabindex="0"]').count() == 1
    square(page, "8H").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("*:focus")).to_have_attribute("data-at", str(8 * 15 + 7))
    assert page.locator('#board [tabindex="0"]').count() == 1
    at_ply(page, 26)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_sticks_out_sideways_at_any_ply(open_page, width, height):
    page = open_page(GAME, width, height)

    for ply in (26, 24, 13, 8, 7, 0):
        page.get_by_role("slider").fill(str(ply))
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_with_letters_twice_as_large_a_result_stands_in_full(open_page, width, height):
    page = open_page(GAME, width, height)
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    result = page.locator("#result .slip-of")
    expect(result).to_be_visible()
    assert result.evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    numbers = page.locator(".row-no").evaluate_all(
        "all => all.map(each => each.scrollWidth - each.clientWidth)"
    )
    assert len(numbers) == 15
    assert max(numbers) <= 0


def test_controls_are_at_least_44_pixels_on_every_screen(open_page):
    """The page's own; by a mouse those of the frame are lower, as everywhere."""
    page = open_page(GAME)

    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(TOO_SMALL) == [], (width, height)


TOO_SMALL = """() => [...document.querySelectorAll(
        "button, select, summary, .step, .button, .bar a, input[type=range]")]
    .filter(each => each.checkVisibility() && !each.closest(".frame"))
    .map(each => [each.id || each.className, each.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


CONTRAST = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const bright = ([r, g, b]) =>
        0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    const behind = node => {
        for (let at = node; at; at = at.parentElement) {
            const colour = rgba(getComputedStyle(at).backgroundColor);
            if (colour[3] > 250) return colour;
        }
        return [255, 255, 255, 255];
    };
    const drawn = "svg, .said, .sq.tile, .sq.gone, .mini, .mark, [aria-disabled=true]";
    const found = new Set();
    for (const node of document.querySelectorAll("main *, header *")) {
        const words = [...node.childNodes].filter(each => each.nodeType === 3);
        const text = words.map(each => each.textContent).join("").trim();
        if (!text || !node.checkVisibility() || node.closest(drawn)) continue;
        const [a, b] = [bright(rgba(getComputedStyle(node).color)), bright(behind(node))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found.add(`${node.className} ${text.slice(0, 20)} ${ratio.toFixed(2)}`);
    }
    return [...found];
}"""


@pytest.mark.parametrize(
    "address", [f"{GAME}?ply=13", GAME, "/t/kestrel-bay-2026/", "/t/kestrel-bay-2026/r3/"]
)
def test_words_stand_out_from_what_is_behind_them_in_light_and_dark(open_page, address):
    page = open_page(address, reduced_motion="reduce")

    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(CONTRAST) == [], scheme


def test_premium_squares_carry_text_that_can_be_read(open_page):
    page = open_page(f"{GAME}?ply=0")

    shown = page.evaluate("""() => ["p2l", "p3l", "p2w", "p3w"]
        .map(kind => document.querySelector(`.sq.${kind}:not(.centre)`))
        .map(square => getComputedStyle(square, "::before").content)""")

    assert shown == ['"2L"', '"3L"', '"2W"', '"3W"']


def test_dark_is_dark_and_light_is_light(open_page):
    page = open_page(GAME)
    paper = "getComputedStyle(document.body).backgroundColor"

    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == "rgb(19, 22, 27)"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(paper) == "rgb(245, 243, 238)"


def test_a_blank_is_told_apart_without_colour(open_page):
    page = open_page(GAME)
    blank, plain = page.locator('[data-at="81"] b'), page.locator('[data-at="82"] b')

    expect(blank).to_have_text("r")
    expect(blank).to_have_css("font-style", "italic")
    expect(blank).to_have_css("border-radius", "50%")
    expect(plain).to_have_text("E")
    expect(plain).to_have_css("font-style", "normal")


def test_the_page_in_forced_colours_still_marks_last_and_taken_off(open_page):
    page = open_page(f"{GAME}?ply=8", forced_colors="active")

    style = page.evaluate(
        "getComputedStyle(document.querySelector('.sq.gone'), '::before').borderTopStyle"
    )
    assert style == "dashed"
