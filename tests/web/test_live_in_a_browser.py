"""Pages that follow what happens, in a real browser."""

from __future__ import annotations

import re

import pytest

from tests.web.conftest import GAME
from tests.web.fake_site import a_game_being_played, whole_game

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

TOURNAMENT = "/t/kestrel-bay-2026/"


def is_live(page):
    expect(page.locator(".live-words")).to_have_text("Live")


@pytest.mark.journey("watching")
def test_a_row_changes_as_the_game_does(open_page, served):
    game = next(row.id for row in served.site.rows.values() if row.state == "challenge")
    page = open_page(f"{TOURNAMENT}r3/")
    is_live(page)
    row = page.locator(f'[data-game="{game}"]')

    served.site.happen(
        game, totals=(444, 333), state="on hold", on_move="first", last_line="<b>Ann</b>"
    )

    expect(row.locator('[data-field="total-0"]')).to_have_text("444")
    expect(row.locator('[data-field="state"]')).to_have_text("on hold")
    expect(row.locator('[data-field="state"]')).to_have_class("chip attention")
    expect(row.locator('[data-field="total-0"]')).to_have_class("number changed")
    expect(row.locator(".on-move")).to_have_count(1)


def test_of_many_live_pages_five_hold_a_stream_so_that_all_can_ask_and_more_are_loaded(
    browser, served
):
    """With six each said that it was live, none could send anything, and a seventh never came."""
    context = browser.new_context()
    try:
        pages = [context.new_page() for _ in range(7)]
        for page in pages:
            page.goto(f"{served.address}{TOURNAMENT}")
        signs = [page.locator(".live-words") for page in pages]
        for sign in signs[:5]:
            expect(sign).to_have_text("Live")
        for sign in signs[5:]:
            expect(sign).to_have_text("Reload for news")
        for page in pages:
            assert page.evaluate("fetch('/healthz').then((answer) => answer.status)") == 200

        pages.pop(0).close()
        pages[-1].evaluate("dispatchEvent(new Event('online'))")  # or within twenty seconds

        expect(signs[-1]).to_have_text("Live")
        for sign in signs[1:5]:
            expect(sign).to_have_text("Live")
    finally:
        context.close()


def test_a_result_brings_new_standings(open_page, served):
    from msgspec.structs import replace

    game = next(row.id for row in served.site.rows.values() if row.state == "signed by one")
    page = open_page(TOURNAMENT)
    is_live(page)

    served.site.standing_rows[0] = replace(served.site.standing_rows[0], wins=4, spread=400)
    served.site.happen(game, state="final")

    expect(page.locator("[data-standings] tbody tr").first).to_have_text("1Ottilie Brandt4–0+400")


def test_who_is_at_the_end_stays_at_the_end_and_who_is_not_is_told(open_page, served):
    game = a_game_being_played(served.site)
    at_the_end, looking_back = (
        open_page(f"{TOURNAMENT}r3/t11/"),
        open_page(f"{TOURNAMENT}r3/t11/?ply=2"),
    )
    is_live(at_the_end)
    is_live(looking_back)
    expect(at_the_end.locator("#counter")).to_have_text("9 / 9")

    told = served.site.replays[game]
    told["plies"] = whole_game()["plies"][:10]
    told["game"]["version"] = served.site.rows[game].version + 1
    served.site.happen(game, last_line="12K AFTER +42")

    expect(at_the_end.locator("#counter")).to_have_text("10 / 10")
    expect(at_the_end.locator("#status")).to_have_text(re.compile(r"^Turn 10\."))
    expect(looking_back.locator("#counter")).to_have_text("2 / 10")
    looking_back.get_by_role("button", name="1 new turn").click()
    expect(looking_back.locator("#counter")).to_have_text("10 / 10")
    expect(looking_back.locator("#newer")).to_be_hidden()


@pytest.mark.journey("watching")
def test_a_finished_game_holds_no_stream_open(open_page):
    page = open_page(GAME)

    assert page.locator("#replay").get_attribute("data-live") is None


@pytest.mark.parametrize(
    "address", ["/tournaments", TOURNAMENT, f"{TOURNAMENT}r3/", f"{TOURNAMENT}?q=brandt"]
)
def test_no_page_sticks_out_sideways(open_page, address):
    page = open_page(address)

    for width in (1280, 1024, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
