"""Smaller things of a tablet: what a clock covers, what cards are called, words people look for."""

from __future__ import annotations

import pytest

from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser

OVERLAP = """() => [...document.querySelectorAll(".player")].some((card) => {
  const [clock, total] = [card.querySelector(".clock"), card.querySelector(".total")];
  const { fontSize, paddingBottom } = getComputedStyle(clock);
  const high = parseFloat(paddingBottom) + parseFloat(fontSize);
  const top = clock.getBoundingClientRect().bottom - high;
  return clock.textContent !== "" && total.getBoundingClientRect().bottom > top + 1;
})"""
"""Whether a clock's reading lies on a total."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    names = ("Ngozi Adeyemi", "Bartholomew Fitzgerald")
    with a_hall(tmp_path_factory.mktemp("hall"), tables=2, names=names) as hall:
        yield hall


@pytest.fixture
def tablet(browser, hall):
    tablet = Tablet(browser, hall, size=(1180, 820))
    yield tablet
    tablet.close(spent=True)


def found(page, typed):
    page.fill("#panel .find", typed)
    return page.locator("#panel .choices button:visible").all_text_contents()


@pytest.mark.found("TB-14", "TB-15")
def test_a_clock_nobody_read_is_beside_the_total_and_each_card_says_whose_it_is(tablet):
    for size in ((1180, 820), (820, 1180), (390, 844)):
        tablet.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert not tablet.page.evaluate(OVERLAP), size
    named = tablet.page.locator(".open-sheet").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert named == [
        "Score sheet, corrections: Ngozi Adeyemi",
        "Score sheet, corrections: Bartholomew Fitzgerald",
    ]


DISCARD = "#panel [role=alert]:text('Discard what you entered?')"


def test_a_sheet_is_left_at_once_and_what_was_entered_on_it_only_after_a_question(tablet):
    page = tablet.page
    closed = "!tilescribe.panel.dialog.open"
    tablet.open(2)
    tablet.start()
    leaves = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(20, 20),
        lambda: page.evaluate("tilescribe.panel.dialog.close()"),  # as a browser by itself
    )
    for leave in leaves:
        page.click("[data-do=more]")
        page.fill("#panel .find", "announced")  # what is looked for is nothing entered
        leave()
        tablet.until(closed)
        page.click("[data-do=more]")
        page.click("#panel button:has-text('Announced score differs')")
        page.wait_for_selector("#panel output")
        page.keyboard.type("24")
        leave()
        page.wait_for_selector(DISCARD)
        assert page.evaluate("document.activeElement.textContent") == "Keep it"
        leave()  # twice is no answer
        page.click("#panel button:text-is('Keep it')")
        page.wait_for_selector(DISCARD, state="detached")
        assert page.text_content("#panel output") == "24"
        leave()
        page.click("#panel button:text-is('Discard it')")
        tablet.until(closed)
    assert page.evaluate("tilescribe.play.announced") is None

    page.click("[data-do=director]")
    page.click("#panel button:has-text('Both clocks are stopped')")  # what is chosen counts, too
    page.keyboard.press("Escape")
    page.wait_for_selector(DISCARD)
    page.click("#panel .choices button >> nth=0")
    tablet.until("tilescribe.game.now.open.some(({ name }) => name === 'director-called')")
    tablet.sent()


@pytest.mark.found("TB-12")
def test_what_people_say_finds_what_is_meant(tablet):
    page = tablet.page
    page.click("[data-do=more]")
    page.wait_for_selector("#panel[open] .find")
    for typed in ("overtime", "swap", "seat", "names", "starter", "absent", "no show", "adjourn",
                  "abandon"):  # fmt: skip
        assert found(page, typed), typed
    assert "Call the director" in found(page, "late")
    assert not [one for one in found(page, "late") if one.startswith("Missed")]
    assert not [one for one in found(page, "sign") if "resign" in one]
    assert any("lock" in one for one in found(page, "time"))


@pytest.mark.found("TB-10")
def test_a_tablet_that_lost_its_storage_says_so_where_the_game_would_be_started(tablet):
    page = tablet.page
    page.evaluate("tilescribe.outbox.lost = true, tilescribe.outbox.changed()")
    page.wait_for_selector("#commit >> text=Enrol this tablet")
    assert page.text_content("#preview") == "Entries here do not reach the record"

    page.click("#commit")
    page.wait_for_selector("#panel[open] >> text=Enrol it")
    assert (
        "A browser may clear its storage when a page is not used for a week."
        in page.text_content("#panel")
    )
    page.click("#panel >> text=Start the game anyway: it is kept here")
    page.wait_for_selector("#panel[open] .starters")
