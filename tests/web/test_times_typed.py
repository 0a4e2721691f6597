"""Times typed at the table: minutes and seconds by our own keys, and a question about odd ones."""

from __future__ import annotations

import json

import pytest

from ledger.game.sheet.line import LineKind
from tests.tabletop import FIVE
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.turns_asked import a_pass
from web.entry.form_catalogue import catalogue_of
from web.frame.modules import release

pytestmark = pytest.mark.browser

TYPED = {
    "130": ["1:30", 90], "1:30": ["1:30", 90], "9": ["0:09", 9], "0": ["0:00", 0],
    "2410": ["24:10", 1450], "−112": ["−1:12", -72], "0:59": ["0:59", 59],
    "90": ["0:90", None], "99:99": ["99:99", None], "160": ["1:60", None],
    "": ["", None], "one": ["", None], "12345": ["12:34", 754],
}  # fmt: skip
"""What the field then shows, and the seconds that are told."""

READ = """async ([folder, typed]) => {
  const { readTime } = await import(`${folder}keys/time_field.js`);
  return typed.map((words) => {
    const { text, seconds } = readTime(words);
    return [text, seconds ?? null];
  });
}"""

FIELDS = """async ([folder, told]) => {
  const { field } = await import(`${folder}irregular/fields.js`);
  const players = ["first", "second"].map((seat) => ({ seat, name: seat }));
  const now = { limits: [1500, 1500], lines: [], rules: { overtime_forfeit: 600 } };
  const tries = (spec, ask, words) => {
    let told;
    const about = { state: { players }, now, ask, set: (value) => { told = value; } };
    const element = field(spec, about);
    const inputs = [...element.querySelectorAll("input")];
    for (const input of inputs) {
      input.value = words;
      input.dispatchEvent(new Event("input"));
    }
    const ours = inputs.map((input) =>
      input.inputMode === "none" && Boolean(input.parentElement.querySelector(".pad")));
    return [told ?? null, ours.every(Boolean), inputs.length];
  };
  return JSON.parse(told).map(
    ([ask, spec]) => ["130", "99", "3000"].map((words) => tries(spec, ask, words)));
}"""


FOLDER = f"/static/{release()}/js/entry/"


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("hall")) as hall:
        tablet = Tablet(browser, hall)
        yield tablet
        tablet.close()


@pytest.mark.journey("clock")
@pytest.mark.found("TB-3")
def test_digits_come_in_from_the_right_and_no_time_has_sixty_seconds(tablet):
    assert tablet.page.evaluate(READ, [FOLDER, list(TYPED)]) == list(TYPED.values())


def asked_for_times():
    """Every field of every form of every book that asks for a time."""
    found = {}
    for book in FIVE:
        for ask, forms in json.loads(catalogue_of(book, ()).body)["forms"].items():
            for spec in (spec for form in forms for spec in form["fields"]):
                if spec["kind"] in ("seconds", "pair-seconds"):
                    found[ask, spec["name"]] = [ask, spec]
    return found


@pytest.mark.journey("clock")
@pytest.mark.found("TB-3")
def test_every_time_in_a_form_is_typed_so_and_an_odd_one_is_asked_about(tablet):
    fields = asked_for_times()

    told = json.dumps(list(fields.values()))
    for name, tried in zip(fields, tablet.page.evaluate(FIELDS, [FOLDER, told]), strict=True):
        right, wrong, odd = tried
        both = fields[name][1]["kind"] == "pair-seconds"
        assert right == [[90, 90] if both else 90, True, 2 if both else 1], name
        assert wrong[0] is None, name
        assert odd[0] is None, name  # 30:00 where a player has 25:00, until somebody says so
    assert len(fields) > 20


@pytest.mark.found("TB-3")
def test_overtime_is_typed_by_our_keys_and_more_than_the_book_knows_is_asked_about(tablet):
    page = tablet.page
    tablet.start()
    for turn in [a_pass(seat) for seat in ("first", "second") * 3]:
        page.evaluate("turn => tilescribe.entries.enter(turn).then(() => 0)", turn)
    tablet.sent()
    page.evaluate("tilescribe.entries.reload().then(() => 0)")
    page.click("#commit:text('Enter the tiles left')")
    page.click(".panel .go")
    page.click("button:has-text('Overtime of') >> nth=0")
    assert page.get_attribute(".panel .time", "inputmode") == "none"
    keys, record = (
        ".panel .pad button:text-is('{}')",
        ".panel button:text-is('Record the overtime')",
    )
    page.click(record)
    assert page.inner_text(".panel .row [role=alert]") == "Type the overtime first."

    for digit in "130":
        page.click(keys.format(digit))
    assert page.input_value(".panel .time") == "1:30"
    assert page.text_content(".panel .says") == "−20 points"

    page.fill(".panel .time", "99:99")
    assert "Seconds run from 00 to 59." in page.text_content(".panel")
    page.click(record)
    assert page.is_visible(".panel .row [role=alert]")

    place = page.locator(record).bounding_box()
    page.fill(".panel .time", "12:30")
    assert "12:30 is more than 10:00, with which the game is lost" in page.text_content(".panel")
    page.click(record)
    assert page.inner_text(".panel .row [role=alert]") == "First say whether the timer shows that."
    assert page.locator(record).bounding_box()["y"] == pytest.approx(place["y"], abs=30)
    page.click("button:text-is('Yes, 12:30')")
    assert page.is_hidden(".panel .row [role=alert]")

    page.fill(".panel .time", "1:30")
    page.click(record)
    tablet.until("tilescribe.game.now.overtime[0] !== null")
    tablet.sent()
    [line] = [line for line in tablet.hall.sheet().lines if line.kind is LineKind.OVERTIME]
    assert (line.score, line.note) == (-20, "1:30 over")
