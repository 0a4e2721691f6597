"""Many things to choose from: likely first, found by typing; forms and slips that fit."""

from __future__ import annotations

import pytest

from ledger.game.setting_up.facts import StarterDetermined
from ledger.game.sheet.standing import standing
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall
from tests.web.waiting import on_record

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
INSIDE = """selector => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  const sheet = document.getElementById("panel").getBoundingClientRect();
  return top >= sheet.top && bottom <= sheet.bottom + 1;
}"""
LINES = """selector => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}"""


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    names = ("Ngozi Adeyemi", "Bartholomew Fitzgerald")
    with a_hall(tmp_path_factory.mktemp("hall"), names=names) as hall:
        tablet = Tablet(browser, hall, size=(1180, 820))
        tablet.start()
        tablet.play("8D", "WiNDY")
        tablet.sent()
        yield tablet
        tablet.close(spent=True)


@pytest.fixture
def sheet(tablet):
    """What opens a sheet; it is closed again."""
    yield tablet.page
    tablet.page.evaluate("tilescribe.panel.dialog.open && tilescribe.panel.close(null)")
    tablet.page.set_viewport_size({"width": 1180, "height": 820})


def shown(page, where="#panel"):
    return page.locator(f"{where} .choices button:visible").all_text_contents()


@pytest.mark.found("TB6")
def test_TB6_what_happened_is_grouped_and_what_is_likely_comes_first(sheet):
    sheet.click("[data-do=more]")
    sheet.wait_for_selector("#panel[open] h3")
    titles = sheet.locator("#panel h3").all_text_contents()
    assert titles[:3] == ["Likely now", "The score", "The clock"]
    assert {"Drawing and the bag", "A blank", "The board and the play", "People"} <= set(titles)
    assert shown(sheet)[0] == "Too many tiles drawn"  # the blank is circled: it was declared
    assert len(shown(sheet)) == len(set(shown(sheet)))


@pytest.mark.found("TB6")
def test_TB6_it_is_found_by_typing_in_the_words_people_use(sheet):
    sheet.click("[data-do=more]")
    sheet.wait_for_selector("#panel[open] h3")
    sheet.keyboard.type("toilet")
    assert shown(sheet) == ["A player leaves the table"]
    assert sheet.locator("#panel h3:visible").all_text_contents() == ["People"]
    sheet.fill("#panel .find", "no such thing")
    assert "director" in sheet.text_content("#panel [role=status]:visible")
    sheet.fill("#panel .find", "clock stop")
    sheet.click("#panel .choices button:visible")
    sheet.wait_for_selector("#panel[open] fieldset .find")
    reasons = shown(sheet, "fieldset:has(.find)")
    assert len(reasons) == 19
    assert reasons[0] == "director called"
    sheet.fill("#panel .find", "spill")
    assert shown(sheet, "fieldset:has(.find)") == ["spill"]


@pytest.mark.found("TB-4")
def test_TB4_who_started_is_found_and_put_right_with_the_timer(tablet, sheet):
    sheet.click("[data-do=more]")
    sheet.wait_for_selector("#panel[open] h3")
    for word in ("starter", "swap", "names", "seat"):
        sheet.fill("#panel .find", word)
        assert "Correct who started, and how" in shown(sheet), word
    sheet.click("#panel .choices button:has-text('Who started, and how')")
    tablet.says("#panel[open]", "is entered as the player who started")
    sheet.click("#panel button:text-is('Go on')")
    assert sheet.inner_text("#panel [role=alert]:visible") == "First tap what was different."
    sheet.click("[data-field=method] button:has-text('by the pairing')")
    sheet.click("[data-field=timer] button:has-text('clock with hands')")
    sheet.click("#panel button:text-is('Go on')")
    tablet.says("#panel[open]", "Who agreed?")
    sheet.click("#panel .choices button:has-text('Heard wrong')")
    sheet.click("#panel button:has-text('Both players')")
    tablet.until("!tilescribe.panel.dialog.open")
    on_record(lambda: tablet.sheet().clock.timer == "analogue")

    record = tablet.sheet()
    [starter] = [
        one.fact for one in standing(record.events) if isinstance(one.fact, StarterDetermined)
    ]
    assert (starter.starter, starter.method, record.clock.timer) == (1, "assigned", "analogue")


@pytest.mark.found("TB6")
def test_TB6_a_score_that_differs_is_entered_where_the_play_is_typed(tablet, sheet):
    tablet.type("D8", ".ON")
    tablet.says("[data-do=exchange]", "Score differs")
    sheet.click("[data-do=exchange]")
    tablet.says("#panel", "What score was announced?")
    sheet.keyboard.type("9")
    sheet.click("#panel .pad .go")
    tablet.says("#commit", "+9")
    sheet.keyboard.press("Escape")
    tablet.says("[data-do=exchange]", "Exchange")


@pytest.mark.found("TB10")
@pytest.mark.parametrize("size", [{"width": 1180, "height": 820}, PHONE])
def test_TB10_record_it_is_in_sight_and_the_number_drawn_is_there(tablet, sheet, size):
    sheet.click("[data-do=more]")
    sheet.click("text=Too many tiles drawn")
    sheet.wait_for_selector("#panel .record")
    sheet.set_viewport_size(size)
    assert sheet.evaluate(INSIDE, "#panel .record .go")
    assert sheet.input_value("[data-field=drawn] input") == "6"


@pytest.mark.found("TB9")
@pytest.mark.parametrize("size", [{"width": 1180, "height": 820}, PHONE])
def test_TB9_a_slip_is_confirmed_with_one_readable_line_and_has_no_dead_letters(
    tablet, sheet, size
):
    sheet.click("[data-do=blanks]")
    sheet.wait_for_selector(".panel.slip")
    assert sheet.locator(".slip .letters").count() == 1
    sheet.evaluate("tilescribe.panel.close(null)")
    sheet.click("[data-do=challenge]")
    sheet.wait_for_selector("#panel[open] .go")
    sheet.evaluate("tilescribe.panel.close(null)")
    sheet.set_viewport_size(size)
    sheet.evaluate(
        "void tilescribe.panel.ask('Challenge slip', () => { const row ="
        " document.createElement('div'); row.className = 'row'; for (const [name, words] of"
        " [['go', 'Bartholomew Fitzgerald confirms'], ['', 'Other words'],"
        " ['', 'Confirm later']]) {"
        " const one = document.createElement('button'); one.className = name;"
        " one.textContent = words; row.append(one); } return [row]; }, 'full slip')"
    )
    assert sheet.evaluate(LINES, "#panel .go") == 1
    assert sheet.evaluate("document.querySelector('#panel .go').scrollWidth <="
                          " document.querySelector('#panel .go').clientWidth")  # fmt: skip


@pytest.mark.found("TB8")
def test_TB8_lines_and_entries_are_told_in_the_words_of_the_hall(tablet, sheet):
    words = sheet.evaluate(
        """async () => {
          const here = document.querySelector("script[type=module]").src;
          const { moveWords, said } = await import(new URL("irregular/in_words.js", here));
          return [
            moveWords({ kind: "exchange", move: "exchange 3" }),
            moveWords({ kind: "exchange", move: "exchange 1" }),
            moveWords({ kind: "missed", move: "tiles to follow" }),
            said({ ask: "retract-turn", version: 4 }),
            said({ ask: "exchange-tiles", count: 3 }),
          ];
        }"""
    )
    assert words == [
        "exchanges 3 tiles", "exchanges 1 tile", "tiles later", "last turn taken back",
        "exchanges 3 tiles",
    ]  # fmt: skip
