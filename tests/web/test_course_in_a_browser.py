"""A player's page and a projector in a browser: fresh by themselves, page after page."""

from __future__ import annotations

import pytest

from tests.web.fake_site import PLAYERS

pytestmark = pytest.mark.browser

T = "/t/kestrel-bay-2026"
VISIBLE = "[...document.querySelectorAll('[data-lines] > li')].filter((line) => !line.hidden)"


@pytest.fixture
def own_game(served):
    """A game in play, and the number of its first player."""
    row = next(row for row in served.site.rows.values() if row.state == "playing")
    return row, PLAYERS.index(row.names[0]) + 1


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_phone_shows_its_result_without_a_reload(open_page, served, own_game, size):
    row, number = own_game
    page = open_page(f"{T}/p/{number}", *size)
    page.wait_for_selector('[data-look="live"]')
    page.evaluate("window.here = 1")

    served.site.happen(
        row.id, topic="result-signed", state="final", totals=(431, 398), on_move=None
    )

    page.wait_for_selector("text=431–398")
    assert page.evaluate("window.here") == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    served.site.happen(row.id, state="playing", totals=(0, 0))


def test_what_somebody_types_stays_when_somebody_else_is_given_another_table(
    open_page, served, own_game
):
    row, _ = own_game
    page = open_page(f"{T}/r{row.round_number}/?by=name", 390, 844)
    page.wait_for_selector('[data-look="live"]')
    page.get_by_label("Find a name in this round").press_sequentially("An")

    over = {"state": "final", "totals": (431, 398), "on_move": None}
    served.site.happen(row.id, topic="result-signed", table=77, **over)
    page.wait_for_selector(".seated td.name:has-text('77')")
    page.keyboard.type("n")

    assert page.get_by_label("Find a name in this round").input_value() == "Ann"
    served.site.happen(row.id, table=row.table, state="playing", totals=(0, 0))


def test_a_turn_makes_no_phone_ask_for_anything(open_page, served, own_game):
    row, number = own_game
    page = open_page(f"{T}/p/{number}", 390, 844)
    page.wait_for_selector('[data-look="live"]')
    desk_request = []
    page.on("request", lambda request: desk_request.append(request.url))

    served.site.happen(row.id, totals=(40, 12), last_line="Ann 8D WINDY +32")
    page.wait_for_timeout(1800)

    assert desk_request == []


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_projector_goes_from_page_to_page_and_every_line_is_seen_once(open_page, size):
    page = open_page(f"{T}/screen/names", *size)
    page.wait_for_selector("[data-paged]")
    pages = int(page.inner_text("[data-page]").rpartition(" ")[2] or 1)
    seen = []
    for _ in range(pages):
        seen += page.evaluate(f"{VISIBLE}.map((line) => line.textContent)")
        inside = f"{VISIBLE}.every((line) => line.getBoundingClientRect().bottom <= innerHeight)"
        assert page.evaluate(inside)
        page.evaluate("document.dispatchEvent(new CustomEvent('next-page'))")

    every = page.evaluate("document.querySelectorAll('[data-lines] > li').length")
    assert len(seen) == len(set(seen)) == every


@pytest.mark.browser
def test_the_space_bar_holds_a_page(open_page):
    page = open_page(f"{T}/screen/names", 800, 400)
    page.wait_for_selector("[data-paged]")

    page.keyboard.press("Space")

    assert page.inner_text("[data-page]").endswith("held")
