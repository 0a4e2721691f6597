"""What was written last, what goes on and how to begin are read whole, on a phone and in large
letters: set smaller, over two lines, or with long names in brief; and nothing moves for it."""

from __future__ import annotations

import pytest

from ledger.game.calls.requests import CallDirector
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.vocabulary import Seat
from tests.web import boxes
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.every_sheet import a_table
from tests.web.held_still import hold
from tests.web.places import strays, watch
from tests.web.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.found("TB1", "TB2")]

NAMES = ("Bartholomew Fitzgerald-Montgomery", "Wilhelmina Oyelaran-Castellanos") * 4
PHONE, LOW = (390, 844), (844, 390)
SIZES = (PHONE, LOW, (1024, 768), (768, 1024), (600, 960), (512, 384))

CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && one.textContent)
  .filter((one) => getComputedStyle(one).clipPath === "none" && one.clientWidth)
  .filter((one) => {
    const inside = one.getBoundingClientRect();
    const held = one.closest("#going, .player, #commit, #preview").getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(one);
    const spills = getComputedStyle(one).whiteSpace === "nowrap"
      && words.getBoundingClientRect().width > inside.width + .1;
    const inIt = inside.bottom <= held.bottom + 1 && inside.right <= held.right + 1
      && inside.top >= held.top - 1;
    const sees = one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1;
    return spills || !sees || !inIt;
  })
  .map((one) => one.textContent)"""
SAID = ".player :is(.last, .wrote), #preview, #commit"
NAMED = ".player .name"
UNDER_THE_CLOCK = """() => [...document.querySelectorAll(".player .clock")]
  .filter((one) => one.checkVisibility() && one.textContent)
  .flatMap((clock) => {
    const words = document.createRange();
    words.selectNodeContents(clock);
    const a = words.getBoundingClientRect();
    return [...clock.parentElement.querySelectorAll(".turn, .wrote, .gained")].flatMap((one) => {
      words.selectNodeContents(one);
      return [...words.getClientRects()]
        .filter((b) => b.left < a.right - 1 && b.right > a.left + 1)
        .filter((b) => b.top < a.bottom - 4 && b.bottom > a.top + 4)
        .map(() => one.textContent);
    });
  })"""
DRAWN = "new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))"
LONGEST = """({ lines }) => {
  const words = [{ word: "SUBDERMATOGLYPH", score: 1302 }];
  const longest = { ...lines.at(-1), move: "15A SUBDERMATOGLYPH", words, score: 1302 };
  return { lines: lines.with(-1, longest) };
}"""
HINT = "getComputedStyle(document.getElementById('commit'), '::after').content"


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("words"), tables=4, names=NAMES) as hall:
        tablet = Tablet(browser, hall, size=PHONE)
        yield tablet
        tablet.close()


@pytest.fixture
def page(tablet):
    yield tablet.page
    tablet.page.evaluate("document.documentElement.style.fontSize = ''")
    at(tablet.page, PHONE)


def at(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    until(page, f"innerWidth === {size[0]} && innerHeight === {size[1]}")
    page.evaluate(DRAWN)


def cut_anywhere(page, selector, sizes=SIZES):
    found = {}
    for size in sizes:
        at(page, size)
        if cut := page.evaluate(CUT, selector):
            found[size] = cut
    return found


@pytest.mark.found("AE-12")
def test_what_was_written_last_is_whole_beside_the_clock_at_every_size(tablet, page):
    table = a_table(tablet, 1)
    table.play(Seat.FIRST, "8D", "WINDY")
    table.play(Seat.SECOND, "H1", "QUIxOTR.")
    tablet.open(1)
    assert cut_anywhere(page, SAID) == {}
    assert cut_anywhere(page, NAMED, SIZES[:-1]) == {}
    for size in SIZES:
        at(page, size)
        assert page.evaluate(UNDER_THE_CLOCK) == [], size

    hold(page, LONGEST)
    page.evaluate("tilescribe.entries.reload()")  # as for whatever is written in the hall
    assert cut_anywhere(page, SAID, SIZES[:-1]) == {}
    for size in SIZES:
        at(page, size)
        assert page.evaluate(UNDER_THE_CLOCK) == [], size
    at(page, PHONE)
    assert page.inner_text(".player.second .wrote") == "15A SUBDERMATOGLYPH"

    table.enter(ExchangeTiles(seat=Seat.FIRST, count=7))
    at(page, PHONE)
    tablet.open(1)
    at(page, PHONE)
    assert page.inner_text(".player.first .wrote") == "exchanges 7 tiles"
    assert cut_anywhere(page, SAID) == {}


def test_what_goes_on_is_named_whole_on_the_strip_and_nothing_moves_for_it(tablet, page):
    table = a_table(tablet, 2)
    table.play(Seat.FIRST, "8D", "WINDY")
    table.play(Seat.SECOND, "E5", "PRO.E")
    tablet.open(2)
    watch(tablet)
    page.click(".player.first .open-sheet")
    page.click("#panel li button >> nth=0")
    page.click("#panel button:has-text('missing before')")
    page.click("#panel .choices button >> nth=0")
    tablet.says("#going", "Missed before")
    assert strays(tablet) == []
    assert page.inner_text("#preview") == "Enter the play as it was"
    assert cut_anywhere(page, "#going :is(b, span)") == {}
    assert cut_anywhere(page, SAID) == {}
    at(page, PHONE)
    page.click("#going button:has-text('Leave it')")
    table.enter(CallDirector(reason="dispute"))
    tablet.open(2)
    tablet.says("#going", "has been called")
    assert cut_anywhere(page, "#going b") == {}
    title = page.get_attribute("#going .about", "title")
    assert title.startswith("The director has been called. Come to the table: dispute")


def test_who_challenges_is_read_whole_and_both_of_one_family_are_told_apart(tablet, page):
    table = a_table(tablet, 3)
    table.play(Seat.FIRST, "8D", "WINDY")
    tablet.open(3)
    tablet.tap("[data-do=challenge]")
    tablet.press(".panel.wide:not(.slip) .go")
    tablet.press(".panel.slip .go")
    tablet.says("#commit", "Enter the verdict")
    assert cut_anywhere(page, "#going b") == {}
    assert cut_anywhere(page, SAID) == {}


def test_how_to_begin_is_said_where_one_looks_and_is_never_cut(tablet, page):
    table = a_table(tablet, 4)
    table.play(Seat.FIRST, "8D", "WINDY")
    tablet.open(4)
    assert "slide a tile to it" in page.evaluate(HINT)
    assert 'button "Tap the first square" [disabled]' in page.locator("#commit").aria_snapshot()
    assert cut_anywhere(page, SAID) == {}
    for large in ("130%", "200%"):
        page.evaluate("(large) => document.documentElement.style.fontSize = large", large)
        assert cut_anywhere(page, "#commit, #preview", (PHONE, (768, 1024))) == {}, large
        assert page.evaluate(boxes.SIDEWAYS) == 0
    page.evaluate("document.documentElement.style.fontSize = ''")
    at(page, PHONE)
    tablet.where = {}
    tablet.square("9C")
    assert page.evaluate(HINT) == "none"
    page.keyboard.press("Escape")
    tablet.until("tilescribe.play.draft.empty")
    assert "slide a tile to it" in page.evaluate(HINT)
