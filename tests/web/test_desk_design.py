"""The desk and cases as they look: what is in sight, and what stays in its place."""

from __future__ import annotations

import pytest

from ledger.game.calls.requests import CallDirector, DirectorGoes
from tests.an_event import said
from tests.desks import DIRECTOR, A, B
from tests.officials import Director
from tests.web.a_tablet import let_in
from tests.web.axe import violations
from tests.web.draw_desk import NAMES, a_busy_hall, a_table_like
from tests.web.entry_hall import SLUG, a_hall

pytestmark = pytest.mark.browser

DISPUTED = 16  # a table at which nothing else waits


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A hall in which twelve tables wait, and a case of which both players were heard."""
    with a_hall(tmp_path_factory.mktemp("design"), tables=60, names=NAMES) as hall:
        hall.ruled = a_busy_hall(hall)
        table = a_table_like(hall, DISPUTED, begun=True)
        director = Director(hall.desk)
        case = director.open_case(
            table.game, "procedure", by=DIRECTOR, seat=A, title="was the blank declared?"
        )
        for seat, words in ((A, "I said E."), (B, "I heard nothing.")):
            director.take_statement(
                case, table.sheet.name(seat), "player", said(words), by=DIRECTOR, seat=seat
            )
        hall.case_id = case
        hall.case = director.case_file(case).opened.number
        hall.disputed = table.game
        yield hall


@pytest.fixture(scope="module")
def page(browser, hall):
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    let_in(context, hall, "D1")
    yield context.new_page()
    context.close()


@pytest.fixture
def shown(page, hall):
    def opened(path, width=1440, height=900):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{hall.address}{path}")
        if path.startswith("/desk"):
            page.locator(".matter").first.wait_for()
            page.locator(".table-tile").first.wait_for(state="attached")
        return page

    return opened


FILLED = """[...document.querySelectorAll('main .button.primary')].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest('#now, dialog:not([open])'))
  .map((one) => one.textContent)"""

AT_LEAST = """(least) =>
  [...document.querySelectorAll('main :is(a.button, button, summary, select)')]
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim().slice(0, 30),
    one.getBoundingClientRect().height]).filter(([, height]) => height < least - 0.5)"""


def test_twelve_tasks_stand_within_900_pixels_and_the_first_has_its_table_beside_it(shown):
    page = shown("/desk")

    rows = page.locator("section .matter")
    bottoms = rows.evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().bottom)")
    assert len(bottoms) >= 12
    assert bottoms[11] <= 900
    assert rows.first.get_attribute("aria-current") == "true"
    number = rows.first.locator(".task-table").inner_text()
    assert page.locator("#peek-title").inner_text() == f"Table {number} · Round 1"
    tile = page.locator(".table-tile").first.bounding_box()
    assert (round(tile["height"]), 59 <= tile["width"] <= 64) == (44, True)


def test_the_ruling_of_two_statements_begins_on_the_first_screen(shown, hall):
    page = shown(f"/t/{SLUG}/cases/{hall.case}")

    assert page.locator(".ruling-form").bounding_box()["y"] <= 450 + 24  # the card's own padding
    assert page.locator("#finding").bounding_box()["y"] <= 450
    steps = [" ".join(one.split()) for one in page.locator(".steps li").all_inner_texts()]
    assert steps == ["done: Heard 2 of 2", "Ruling", "Tell the players", "Papers", "Close the case"]
    assert page.locator(".steps [aria-current]").inner_text() == "Ruling"
    assert page.locator(".ruling-form .lines > *").count() == 0, "what follows is empty"
    assert page.locator("form.ruling-form :checked:not(option)").count() == 0


@pytest.mark.parametrize("width", [320, 390, 820, 1180, 1440, 1920])
def test_at_every_width_one_button_is_filled_one_tab_open_and_nothing_goes_sideways(
    shown, hall, width
):
    for path in (
        "/desk", f"/t/{SLUG}/cases/", f"/t/{SLUG}/cases/{hall.case}",
        f"/t/{SLUG}/cases/{hall.ruled}", f"/t/{SLUG}/r1/t{DISPUTED}/warn", f"/t/{SLUG}/conduct",
        f"/t/{SLUG}/log", f"/t/{SLUG}/r1/t{DISPUTED}/evidence",
        f"/t/{SLUG}/cases/new?game={hall.disputed}",
    ):  # fmt: skip
        page = shown(path, width, 900)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.locator(".tabs [aria-current]").count() == 1, path
        assert len(page.evaluate(FILLED)) <= 1, (path, page.evaluate(FILLED))
        assert page.locator(".task:not(.now) .primary").count() == 0, "only rows of Now"
        if not path.startswith("/desk") and width >= 600:
            at = page.locator("h1").bounding_box()
            assert (at["x"], at["y"]) == (max(0, (width - 1280) / 2) + 20, 124), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_desk_case_and_warning(shown, hall, scheme):
    for path in ("/desk", f"/t/{SLUG}/cases/{hall.case}", f"/t/{SLUG}/cases/{hall.ruled}",
                 f"/t/{SLUG}/cases/", f"/t/{SLUG}/r1/t{DISPUTED}/warn"):  # fmt: skip
        for width in (390, 1440):
            page = shown(path, width, 900)
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], (path, width)
    page.emulate_media(color_scheme="light")


def test_by_a_finger_everything_is_44_pixels_high(browser, hall):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    let_in(context, hall, "D1")
    page = context.new_page()
    for path in ("/desk", f"/t/{SLUG}/cases/{hall.case}", f"/t/{SLUG}/r1/t{DISPUTED}/warn"):
        page.goto(f"{hall.address}{path}")
        if path == "/desk":
            page.locator(".matter").first.wait_for()
        assert page.evaluate(f"({AT_LEAST})(44)") == [], path
    context.close()


def test_what_is_chosen_keeps_its_colour_and_nothing_above_it_moves_while_it_has_the_focus(
    shown, hall
):
    page = shown("/desk")
    row = page.locator("#round .matter").first
    row.focus()
    key = row.get_attribute("data-key")
    before = row.bounding_box()["y"]
    colour = row.evaluate("row => getComputedStyle(row).backgroundColor")
    calling = a_table_like(hall, 50, begun=True)

    calling.enter(CallDirector(reason="rule-question"))
    page.locator("#fresh", has_text="1 new").wait_for()

    row = page.locator(f".matter[data-key='{key}']")
    assert row.get_attribute("aria-current") == "true"
    assert row.evaluate("row => getComputedStyle(row).backgroundColor") == colour
    assert row.bounding_box()["y"] == before
    assert page.locator(f"#now .matter[data-game='{calling.game}']").count() == 0
    page.locator("#fresh").click()
    page.locator(f"#now .matter.ringing[data-game='{calling.game}']").wait_for()
    assert page.locator("#fresh").is_hidden()
    calling.enter(DirectorGoes(outcome="told"), by=DIRECTOR)
    page.locator(f"#now .matter[data-game='{calling.game}']").wait_for(state="detached")


def test_between_900_and_1199_the_list_is_alone_and_a_table_comes_from_the_right(shown):
    page = shown("/desk", 1180, 820)
    assert page.locator("#peek").is_hidden()
    assert page.locator("#wall").is_hidden()

    page.locator(".matter .more").first.click()
    at = page.locator("#peek").bounding_box()
    assert (at["width"], at["x"] + at["width"]) == (420, 1180)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Tables").click()
    assert page.locator(".tabs [aria-current]").all_inner_texts() == ["Tables"]
    assert page.locator("#wall").is_visible()
    assert page.locator("#inbox").is_hidden()


def test_a_refusal_stands_at_its_line_and_in_the_summary_that_has_the_focus(shown, hall):
    page = shown(f"/t/{SLUG}/cases/{hall.case}")
    page.locator("[name=finding]").fill("it was declared")
    page.locator("button.add[value=points]").click()
    page.locator(".follow [name=points_amount]").fill("ten")
    page.locator(".follow [name=points_seat]").select_option("first")
    page.get_by_role("button", name="Ask a second official").click()

    page.locator(".problems").wait_for()
    assert page.title().startswith("Problem: ")
    assert page.evaluate("document.activeElement.className") == "problems"
    line = page.locator(".follow", has=page.locator(".field-wrong"))
    assert line.locator("[name=points_amount]").input_value() == "ten"
    page.locator(".problems a").click()
    assert page.evaluate("document.activeElement.name") == "points_amount"


def test_a_press_is_answered_on_the_spot_and_ends_with_what_is_written(shown, hall):
    page = shown("/desk")
    calling = a_table_like(hall, 52, begun=True)
    calling.enter(CallDirector(reason="unwell"))
    row = page.locator(f"#now .matter[data-game='{calling.game}']")
    row.wait_for()
    held = []

    def hold(route):
        held.append(route)

    page.route("**/api/entries", hold)

    with page.expect_request("**/api/entries"):
        row.get_by_role("button", name="I’m on my way").click()
    assert row.locator("[aria-busy=true]").count() == 1, "before the server has answered"
    while not held:
        page.wait_for_timeout(20)  # the request is told of before the route is
    held[0].continue_()

    page.get_by_text("Recorded for table 52.").wait_for()
    row.get_by_text("You are on the way.").wait_for()
    page.unroute("**/api/entries")
    calling.enter(DirectorGoes(outcome="told"), by=DIRECTOR)
    row.wait_for(state="detached")


def test_enter_the_ruling_is_never_disabled_and_writes_only_what_was_in_sight(shown, hall):
    page = shown(f"/t/{SLUG}/cases/{hall.case}")
    enter = page.get_by_role("button", name="Enter the ruling")
    file = Director(hall.desk).case_file(hall.case_id)
    assert enter.is_enabled()

    enter.click()
    assert page.evaluate("document.activeElement.name") == "finding", "what is missing is said"
    page.locator("[name=finding]").fill("it was declared")
    enter.dblclick()  # before what it does was in sight: it comes, and nothing is written

    page.get_by_text("Nothing is written yet.", exact=False).wait_for()
    assert page.locator(".case-seen [name=previewed]").count() == 1
    assert Director(hall.desk).case_file(hall.case_id).version == file.version
    page.locator("button.add[value=warn]").click()
    assert page.locator(".case-seen [name=previewed]").count() == 0, "another ruling, not seen"
