"""Both clocks on the tablet: a mirror of readings that says it is one, and is corrected there."""

from __future__ import annotations

import pytest

from ledger.game.clock.facts import ClockNeutralised, ClockRestarted, TimeRead
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser

MIRRORED = """async () => {
  const { followed, shown, overWords } = await import(document.querySelector(
    "script[type=module]").src.replace("first.js", "clock/clocks.js"));
  const rules = { overtime_from: 1, overtime_points: 10 };
  const now = { started: true, on_move: "first", limits: [1500, 1500], rules,
    clocks: null, clocks_at: null };
  const both = (kept, at) => [0, 1].map((place) => shown(kept, place, at));
  const told = {};
  let kept = followed(null, now, 0);
  told.counting = both(kept, 65000);
  kept = followed(kept, { ...now, on_move: "second" }, 65000);
  told.pressed = both(kept, 75000);
  kept = followed(kept, { ...now, on_move: "second", neutral: "director" }, 75000);
  told.stopped = both(kept, 500000);
  const read = { ...now, on_move: "second", clocks: [1400, -30],
    clocks_at: new Date(500000).toISOString() };
  kept = followed(kept, read, 510000);
  told.read = both(kept, 512000);
  told.back = both(followed(kept, read, 400000), 400000);
  told.over = [-1, -60, -61, 0].map((seconds) => overWords(now, seconds));
  return told;
}"""


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("clocks")) as hall:
        tablet = Tablet(browser, hall, reduced_motion="reduce")
        tablet.start()
        yield tablet
        tablet.close()


def digits(tablet, typed):
    for digit in typed:
        tablet.page.click(f".clocks .pad button:text-is('{digit}')")


def times(tablet):
    return tablet.page.locator(".big-clock b").all_text_contents()


def type_readings(tablet):
    """24:10 and −1:13, of which the last digit is put right."""
    page = tablet.page
    page.click("text=Read both clocks")
    digits(tablet, "2410")
    digits(tablet, "112")
    digits(tablet, "−")
    assert times(tablet) == ["24:10", "−1:12"]
    page.keyboard.press("Backspace")
    page.keyboard.press("3")
    page.click(".clocks .go:visible")
    tablet.until("window.tilescribe.game.now.clocks?.[1] === -73")
    tablet.sent()


@pytest.fixture
def read(tablet):
    """The tablet, once both clocks were read: by a test before, or now."""
    if not any(isinstance(event.fact, TimeRead) for event in tablet.sheet().events):
        tablet.page.click(".player.first .clock")
        type_readings(tablet)
        tablet.page.keyboard.press("Escape")
    return tablet


def test_the_mirror_counts_on_for_who_is_on_the_move_and_from_each_new_reading(tablet):
    told = tablet.page.evaluate(f"({MIRRORED})()")

    assert told["counting"] == [1435, 1500]
    assert told["pressed"] == [1435, 1490]
    assert told["stopped"] == [1435, 1490]
    assert told["read"] == [1400, -42]  # from the moment of the reading, not of its arrival
    assert told["back"] == [1400, -30]  # a clock set back shows no more time than was read
    assert told["over"] == [
        "0:01 over: 10 points as it stands", "1:00 over: 10 points as it stands",
        "1:01 over: 20 points as it stands", "",
    ]  # fmt: skip


@pytest.mark.journey("clock")
def test_readings_are_typed_and_recorded_clocks_stopped_and_started_in_the_same_view(tablet):
    page = tablet.page
    page.click(".player.first .clock")

    assert "not the timer" in page.text_content(".not-the-timer")
    assert times(tablet) == ["–:––", "–:––"]
    assert page.get_attribute(".switch", "aria-checked") == "false"  # nobody asked for it
    assert page.locator(".big-clock b").first.get_attribute("aria-live") == "off"
    type_readings(tablet)
    assert isinstance(tablet.sheet().events[-1].fact, TimeRead)
    assert tablet.sheet().clock.times == (1450, -73)

    page.click(".player.second .clock")
    page.click("text=Stop both clocks")
    page.click(".panel .choices button >> nth=0")
    tablet.until("document.querySelector('.clocks .whose')?.textContent === 'stopped'")
    page.click("text=Restart the clock")
    page.click(".panel .choices button >> nth=0")
    tablet.until("document.querySelector('.clocks .whose')?.textContent === 'on the move'")
    tablet.sent()
    facts = [event.fact for event in tablet.sheet().events[-2:]]
    assert [type(fact) for fact in facts] == [ClockNeutralised, ClockRestarted]
    page.keyboard.press("Escape")


def test_it_counts_only_where_it_is_wanted_moves_nothing_and_writes_nothing(read, tablet):
    page, version = tablet.page, tablet.sheet().version
    page.click(".player.first .clock")
    before = page.locator(".big-clock").first.bounding_box()
    page.click(".switch")
    first = times(tablet)[0]
    tablet.until(f"document.querySelector('.big-clock b').textContent !== '{first}'")
    assert page.locator(".big-clock").first.bounding_box() == before
    assert "Counted on since for" in page.text_content(".age")
    page.keyboard.press("Escape")

    tablet.open(1)
    tablet.until("window.tilescribe.clocks.mirror !== undefined")  # this tablet remembers
    shown = page.text_content(".player.first .clock")
    tablet.until(f"document.querySelector('.player.first .clock').textContent !== '{shown}'")
    assert "last read" in page.get_attribute(".player.first .clock", "aria-label")
    assert page.text_content(".player.second .clock") == "−1:13"
    assert tablet.sheet().version == version

    page.click(".player.first .clock")
    page.click(".switch")
    page.keyboard.press("Escape")
    tablet.until("document.querySelector('.player.first .clock').textContent === '24:10'")


def test_readings_typed_while_a_play_is_entered_go_with_its_press(read, tablet):
    page = tablet.page
    tablet.type("8D", "WINDY")
    page.click(".player.first .clock")
    page.click(".big-clock >> nth=0")
    digits(tablet, "2355")
    page.click(".clocks .go:visible")
    tablet.commit()
    tablet.sent()

    [line] = tablet.sheet().lines
    assert line.clocks == (1435, -73)
