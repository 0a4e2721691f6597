"""The replay page on paper, on a laptop, and at addresses that nobody made by hand."""

from __future__ import annotations

import itertools

import pytest

from tests.web.conftest import FOR_PEOPLE, GAME
from tests.web.waiting import until

ROUND = GAME.rsplit("/", 2)[0] + "/"
EVENT = ROUND.rsplit("/", 2)[0] + "/"

ASKED = {"-4": 0, "0": 0, "+3": 3, "7.9": 7, "27": 26, "99999999999999": 26, "last": 26, "": 26}
"""What an address says, and the ply that is shown."""


@pytest.mark.found("RE6")
@pytest.mark.parametrize(("said", "shown"), ASKED.items())
def test_RE6_the_nearest_ply_there_is_is_shown_before_any_script(client, said, shown):
    page = client.get(GAME, query_string={"ply": said}, headers=FOR_PEOPLE).text

    assert f'for="scrubber">{shown} / 26<' in page


@pytest.mark.browser
@pytest.mark.found("RE6")
@pytest.mark.parametrize("said", ["-4", "7.9", "99999999999999", "last"])
def test_RE6_and_the_same_with_scripts(open_page, said):
    page = open_page(f"{GAME}?ply={said}")

    assert page.text_content("#counter") == f"{ASKED[said]} / 26"


@pytest.mark.browser
@pytest.mark.found("RE4")
def test_RE4_the_first_choice_is_the_record_as_it_is_now(open_page):
    now = open_page(GAME)
    choice = now.text_content("#asof option >> nth=0")
    early = now.get_attribute("#asof option >> nth=-2", "value")

    page = open_page(f"{GAME}?asof={early}")

    assert page.text_content("#asof option >> nth=0") == choice == "now, version 37"


@pytest.mark.browser
@pytest.mark.found("RE3")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_RE3_on_paper_the_row_numbers_are_at_their_rows_and_the_game_is_named(open_page, scheme):
    page = open_page(GAME, color_scheme=scheme)
    page.emulate_media(media="print")

    gap, width, square = page.evaluate("""() => {
        const [no, first] = document.querySelectorAll(".row-no, .row-no + .sq");
        const box = no.getBoundingClientRect(), beside = first.getBoundingClientRect();
        return [beside.left - box.right, box.width, beside.width];
    }""")
    assert abs(gap) < 1
    assert width < 1.6 * square
    printed = page.inner_text(".for-print")
    for said in ("Kestrel Bay Open 2026", "Round 3, table 14", "Ottilie Brandt", "final"):
        assert said in printed
    assert "as known at 2026-11-14 14:35:40 UTC, version 37" in printed
    page.emulate_media(media="screen")


@pytest.mark.browser
@pytest.mark.found("RE7")
def test_RE7_on_a_laptop_every_play_is_told_whole(open_page):
    page = open_page(GAME, 1280, 800)

    hidden = {}
    for ply in range(27):
        page.get_by_role("slider").fill(str(ply))
        until(page, f"({TOLD})({ply})")
        hidden[ply] = page.evaluate(
            "() => { const [it] = document.querySelectorAll('.panel');"
            " return it.scrollHeight - it.clientHeight; }"
        )

    assert {ply: pixels for ply, pixels in hidden.items() if pixels > 0} == {}


TOLD = """ply => document.querySelector("#this-play .sentence").textContent
    === (ply ? JSON.parse(document.querySelector("#data").textContent).plies[ply - 1].text
             : document.querySelector("#this-play .sentence").textContent)"""


BAR = """() => [...document.querySelectorAll(".bar > *")]
  .map((one) => [one.textContent.trim().replace(/\\s+/g, " "), one.getBoundingClientRect(),
    one.scrollWidth > one.clientWidth])
  .filter(([, { width }]) => width > 0)
  .map(([text, { left, right }, cut]) => [text, left, right, cut])"""
"""What stands in the bar, from left to right: its words, where it lies, whether words are cut."""


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("address", [GAME, ROUND, EVENT], ids=["game", "round", "tournament"])
def test_on_a_phone_nothing_in_the_bar_lies_over_anything_and_says_where_one_is(
    open_page, address, width
):
    page = open_page(address, width=width, height=844)

    bar = page.evaluate(BAR)

    for (name, _, right, _), (after, left, _, _) in itertools.pairwise(bar):
        assert right <= left + 0.5, (name, after)
    assert bar[-1][2] <= width
    assert [name for name, *_, cut in bar if cut and name.startswith(("Round", "Table"))] == []
    if address == GAME:
        table = page.locator(".back [aria-current]")
        assert table.is_visible()
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.browser
@pytest.mark.parametrize("size", [(1200, 800), (1366, 768), (1440, 900)])
def test_above_a_result_every_letter_off_the_board_is_in_sight(open_page, size):
    page = open_page(f"{GAME}?ply=last", *size)

    cut = page.evaluate("""() => {
        const panel = document.querySelector("#tracking").parentElement.getBoundingClientRect();
        return [...document.querySelectorAll("#tracking li")]
          .filter((tile) => tile.getBoundingClientRect().bottom > panel.bottom)
          .map((tile) => tile.textContent);
    }""")
    assert page.is_visible("#result")
    assert page.locator("#result").evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    assert page.locator("#result tfoot td").all_text_contents() != []
    assert cut == []
