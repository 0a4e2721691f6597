"""What the replay page says of the record in a real browser: phoneys, corrections, moments."""

from __future__ import annotations

import re

import msgspec
import pytest

from ledger.replay.replayed import Replayed
from tests.web.conftest import GAME
from tests.web.fake_site import whole_game
from web.replay import shown_position

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect


def at_ply(page, ply, last=26):
    expect(page.locator("#counter")).to_have_text(f"{ply} / {last}")


def square(page, name):
    """The square that begins with this name: ``8D``."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}, "))


def test_a_phoney_is_seen_to_come_off(open_page):
    page = open_page(f"{GAME}?ply=7")
    tile = page.locator('[data-at="175"]')

    expect(tile).to_have_class("sq tile last phoney")
    page.keyboard.press("ArrowRight")
    expect(tile).to_have_class("sq p2l gone" if "p2l" in tile.get_attribute("class") else "sq gone")
    expect(page.locator("#this-play")).to_contain_text("comes off")
    page.keyboard.press("ArrowRight")

    expect(tile).not_to_have_class(re.compile("tile|gone"))
    expect(page.locator(".kind-phoney s").first).to_have_css("text-decoration-line", "line-through")


def test_a_correction_leads_to_the_record_as_first_entered_and_back(open_page):
    page = open_page(f"{GAME}?ply=13")
    put_right = page.locator(".put-right")

    expect(put_right).to_contain_text("14M DAK +30 14M DAK +32")
    expect(page.locator('[data-ply="13"] .total')).to_have_text("195")
    put_right.get_by_role("link", name="As first entered").click()

    expect(page.locator("#asof-note")).to_contain_text("as it was known at")
    expect(page.locator('[data-ply="13"] .total')).to_have_text("193")
    page.wait_for_url(re.compile(r"asof=2026-11-14T"))
    page.get_by_role("link", name="Back to now").click()
    expect(page.locator('[data-ply="13"] .total')).to_have_text("195")
    expect(page.locator("#asof-note")).to_be_hidden()


def test_the_record_time_is_chosen_from_the_moments_and_kept_in_the_address(open_page):
    page = open_page(GAME)

    page.get_by_label("As known").select_option(index=20)
    expect(page.locator("#asof-note")).to_be_visible()
    page.wait_for_url(re.compile("asof="))
    shown = page.locator("#counter").inner_text()
    page.reload()

    expect(page.locator("#counter")).to_have_text(shown)
    expect(page.locator("#asof-note")).to_be_visible()


def test_the_list_made_on_the_client_reads_as_the_one_the_server_sent(open_page):
    page = open_page(f"{GAME}?ply=13")
    sent = page.locator("#moves").inner_text()

    page.get_by_role("link", name="As first entered").click()
    expect(page.locator("#asof-note")).to_be_visible()
    page.get_by_role("link", name="Back to now").click()
    expect(page.locator("#asof-note")).to_be_hidden()

    expect(page.locator("#moves")).to_have_text(sent, use_inner_text=True)


def test_server_and_client_say_the_same_of_every_square_at_every_ply(open_page, served):
    page = open_page(f"{GAME}?ply=0")

    differing = page.evaluate(COMPARED)

    assert differing == []


COMPARED = """async () => {
    const { src } = document.querySelector("script[src*='replay/page']");
    const beside = src.replace("page.js", "game.js");
    const { Game } = await import(beside);
    const game = new Game(JSON.parse(document.getElementById("data").textContent));
    const square = new RegExp('<div class="([^"]*)"[^>]*data-at="([0-9]+)"[^>]*' +
        'aria-label="([^"]*)"><b>([^<]*)</b> <i>([^<]*)</i>', "g");
    const sorted = look => look.split(" ").sort().join(" ");
    const found = [];
    for (let ply = 0; ply <= game.last; ply += 1) {
        const answer = await fetch(`?ply=${ply}`, {headers: {accept: "text/html"}});
        const squares = [...(await answer.text()).matchAll(square)];
        if (squares.length !== 225) found.push([ply, squares.length]);
        for (const [, look, at, says, letter, points] of squares) {
            const mine = game.square(ply, Number(at));
            const same = mine.says === says && mine.letter === letter &&
                mine.points === points && sorted(mine.look) === sorted(look);
            if (!same) found.push([ply, at, look, says, mine]);
        }
    }
    return found;
}"""


def test_what_a_step_shows_is_what_a_page_opened_there_shows(open_page):
    stepped = open_page(f"{GAME}?ply=0")
    for _ in range(8):
        stepped.keyboard.press("ArrowRight")
    opened = open_page(f"{GAME}?ply=8")

    for part in ("#board", "#tracking", "#this-play", ".players"):
        expect(stepped.locator(part)).to_have_text(
            opened.locator(part).inner_text(), use_inner_text=True
        )


def test_the_downloads_menu_opens_closes_and_leads_to_files(open_page):
    page = open_page(GAME)

    page.locator("#downloads summary").click()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Result slip PDF, A4").click()
    assert taken.value.suggested_filename == "kestrel-bay-2026-r3-t14-result-slip.pdf"
    page.keyboard.press("Escape")

    expect(page.get_by_role("link", name="Result slip PDF, A4")).to_be_hidden()


def test_without_scripts_the_page_is_read_and_stepped_by_links(open_page):
    page = open_page(f"{GAME}?ply=7", java_script_enabled=False)

    page.get_by_role("link", name="Forward one turn").click()

    expect(page).to_have_url(re.compile(r"\?ply=8$"))
    expect(page.locator("#this-play")).to_contain_text("comes off")
    expect(page.get_by_role("slider")).to_be_hidden()
    expect(page.get_by_role("button", name="Show")).to_be_visible()


def test_a_step_asks_the_server_nothing_and_nobody_else_is_ever_asked(open_page, served):
    page = open_page(f"{GAME}?ply=0")
    desk_request = []
    page.wait_for_load_state("networkidle")
    page.on("request", lambda request: desk_request.append(request.url))

    page.keyboard.press("End")
    page.keyboard.press("Home")
    at_ply(page, 0)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")

    # The browser fetches the tab's icon when it pleases.
    assert [each for each in desk_request if not each.endswith("/icon.svg")] == []
    assert [each for each in loaded if not each.startswith(served.address)] == []


def test_after_the_last_ply_the_amended_result_stands_on_server_and_client(open_page):
    amended = whole_game()
    last, amended["result"]["totals"] = amended["plies"][-1]["totals"], [401, 399]
    read = msgspec.convert(amended, Replayed)
    count = len(amended["plies"])

    made = open_page(GAME).evaluate(COUNTED, amended)

    assert last != [401, 399]
    assert shown_position(read, count).totals == (401, 399)
    assert shown_position(read, count - 1).totals == tuple(amended["plies"][-2]["totals"])
    assert made == [[401, 399], amended["plies"][-2]["totals"], [0, 0]]


COUNTED = """async (replay) => {
    const { src } = document.querySelector("script[src*='replay/page']");
    const beside = src.replace("page.js", "game.js");
    const { Game } = await import(beside);
    const game = new Game(replay);
    return [game.totals(game.last), game.totals(game.last - 1), game.totals(0)];
}"""
