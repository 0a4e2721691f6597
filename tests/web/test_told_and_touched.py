"""What is said aloud, once and when it matters; and what fingers do that mean nothing by it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.requests import IssueChallenge
from ledger.vocabulary import CONSOLE, Role
from tests.desks import A, B
from tests.web.a_tablet import MIDDLES, Tablet, let_in
from tests.web.entry_hall import PIN, a_hall
from tests.web.every_sheet import a_table
from tests.web.waiting import until

pytestmark = pytest.mark.browser

LISTEN = """() => {
  window.heard = [];
  const live = "[aria-live], [role=status], [role=alert], output";
  for (const region of document.querySelectorAll(live)) {
    if (region.ariaLive === "off") continue;
    new MutationObserver(() => window.heard.push([region.id, region.textContent]))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
}"""
HELD = """(selectors) => selectors.map((selector) => {
  const { userSelect, touchAction } = getComputedStyle(document.querySelector(selector));
  return [userSelect, touchAction];
})"""
TICKS = ":is([aria-live], [role=status], [role=alert]) .waited"
"""What changes with every second, where it would be said with every second."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("told"), tables=4) as hall:
        hall.office.issue("J1", "Jo", Role.WORD_JUDGE, by=CONSOLE)
        hall.office.pins.set("J1", PIN)
        hall.app.config["HEARTBEAT_SECONDS"] = 0.1
        yield hall


@pytest.fixture(scope="module")
def tablet(browser, hall):
    tablet = Tablet(browser, hall)
    tablet.start()
    tablet.sent()
    tablet.page.evaluate(LISTEN)
    yield tablet
    tablet.close()


@pytest.fixture
def wire(tablet):
    wire = tablet.context.new_cdp_session(tablet.page)
    yield lambda kind, *points: wire.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, x, y in points]},
    )
    wire.detach()


@pytest.fixture
def watching(browser, hall):
    """A page of somebody with this badge, what is said on it listened to."""
    contexts = []

    def page_of(badge, address):
        contexts.append(browser.new_context())
        let_in(contexts[-1], hall, badge)
        page = contexts[-1].new_page()
        page.goto(f"{hall.address}{address}")
        page.wait_for_selector("[data-look=live]")
        page.evaluate(LISTEN)
        return page

    yield page_of
    for context in contexts:
        context.close()


def test_a_play_is_said_once_when_it_is_typed_once_when_it_is_entered_and_then_whose_turn_it_is(
    tablet,
):
    page = tablet.page
    page.evaluate("heard.length = 0")
    tablet.type("8D", "WINDY")
    tablet.until("heard.length > 0")
    assert page.evaluate("heard") == [["told", "WINDY 32 · 32 in all"]]
    tablet.commit()
    tablet.sent()
    tablet.until("heard.length > 2")
    assert page.evaluate("heard.slice(1)") == [
        ["said", "Entered: 8D WINDY"],
        ["told", "Player 2 to move · 81 in the bag"],
    ]


def test_what_goes_wrong_and_what_goes_on_is_said_and_a_hold_is_not_said_to_be_a_play(tablet):
    page = tablet.page
    page.evaluate("heard.length = 0")
    page.click("[data-do=hold]")
    tablet.until("heard.some(([, words]) => words === 'Entered: hold')")
    tablet.sent()
    tablet.context.set_offline(True)
    page.evaluate("heard.length = 0")
    page.click("[data-do=hold]")
    tablet.until("heard.some(([, words]) => words.includes('Saved here, offline'))")
    tablet.context.set_offline(False)
    page.evaluate("void tilescribe.outbox.flush()")
    tablet.until("heard.some(([, words]) => /^Sent|[.] Sent/.test(words))")
    sent = Sent(by="D1", command_id=uuid4())
    tablet.hall.desk.record(tablet.hall.games[0], CallDirector(reason="dispute"), sent)
    page.evaluate("void tilescribe.entries.reload()")
    tablet.until("heard.some(([, words]) => words.includes('director has been called'))")
    assert page.get_attribute("[data-do=director]", "aria-label") == "Director: called"


def test_what_is_said_behind_a_sheet_waits_until_it_can_be_heard(tablet):
    page = tablet.page
    page.evaluate("heard.length = 0")
    page.click("[data-do=exchange]")
    page.evaluate("tilescribe.aloud.voice('Something')")
    page.evaluate("tilescribe.aloud.tell()")
    assert page.evaluate("heard") == []
    page.keyboard.press("Escape")
    assert page.evaluate("heard") == [["said", "Something"]]


@pytest.mark.journey("phone")
def test_a_tap_that_misses_a_button_or_a_pen_that_leaves_its_field_closes_no_sheet(tablet):
    page = tablet.page
    page.click("[data-do=exchange]")
    box = page.locator("#panel").bounding_box()
    page.mouse.click(box["x"] + 4, box["y"] + 4)  # the sheet's own edge
    x, y = page.evaluate(MIDDLES, ["#panel h2"])[0]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, box["y"] - 9)
    page.mouse.up()
    assert page.evaluate("tilescribe.panel.dialog.open")
    page.mouse.click(box["x"] + 9, box["y"] - 9)  # beside it
    assert not page.evaluate("tilescribe.panel.dialog.open")


@pytest.mark.journey("phone")
def test_two_fingers_on_the_board_mean_no_square_and_a_finger_that_rests_calls_no_menu(
    tablet, wire
):
    page = tablet.page
    page.keyboard.press("Escape")
    (x, y), (to_x, to_y), (key_x, key_y) = page.evaluate(
        MIDDLES, ["[data-at='20']", "[data-at='160']", ".key[data-tile='E']"]
    )
    wire("touchStart", (1, x, y))
    wire("touchStart", (1, x, y), (2, to_x, to_y))
    wire("touchEnd", (2, to_x, to_y))
    wire("touchEnd")
    page.evaluate("new Promise(requestAnimationFrame).then(() => 0)")
    assert page.evaluate("tilescribe.play.draft.start") is None

    page.evaluate("""() => addEventListener("contextmenu", (event) => {
      window.menus = [...(window.menus ?? []), event.defaultPrevented];
    })""")
    page.mouse.click(key_x, key_y, button="right")  # as a long press tells it
    page.mouse.click(x, y, button="right")
    assert page.evaluate("window.menus") == [True, True]
    page.keyboard.press("Escape")


def test_nothing_that_is_pressed_is_selected_zoomed_or_swiped_away_and_words_can_be_copied(
    tablet, watching
):
    page = tablet.page
    page.click("[data-do=exchange]")
    held = page.evaluate(HELD, [".key", "#board", "#commit", ".panel button", ".panel", "#preview"])
    assert [select for select, _ in held] == ["none"] * 4 + ["text", "auto"]
    assert held[4][1] == "manipulation"
    assert page.evaluate("getComputedStyle(panel).overscrollBehaviorY") == "contain"
    page.keyboard.press("Escape")
    for badge, address in (("J1", "/judge"), ("D1", "/desk")):
        other = watching(badge, address)
        assert other.evaluate("getComputedStyle(document.documentElement).overscrollBehaviorX") == (
            "none"
        )
        assert other.evaluate(HELD, ["html", "h1"])[0] == ["auto", "manipulation"]


def test_the_judge_hears_of_each_slip_once_and_keeps_the_place_in_the_list(tablet, hall, watching):
    table = a_table(tablet, 2)
    table.play(A, "8D", "WINDY")
    judge = watching("J1", "/judge")
    table.enter(IssueChallenge(seat=B, words=("WINDY",)))
    until(judge, "heard.length > 0")
    judge.wait_for_selector(".slip-card")
    judge.focus(".slip-card")
    other = a_table(tablet, 3)
    other.play(A, "8D", "HOT")
    other.enter(IssueChallenge(seat=B, words=("HOT",)))
    judge.wait_for_selector(".slip-card >> nth=1")
    until(judge, "heard.length > 1")
    assert judge.locator(TICKS).count() == 0
    assert judge.evaluate("heard") == [
        ["said", "Table 2: a slip is waiting."], ["said", "Table 3: a slip is waiting."],
    ]  # fmt: skip
    assert "Table 2" in judge.evaluate("document.activeElement.textContent")

    judge.keyboard.press("Enter")
    judge.wait_for_selector("#slip-title:has-text('Table 2')")
    judge.evaluate("document.activeElement.blur()")
    judge.keyboard.press("Escape")
    judge.wait_for_selector("#screen[hidden]", state="attached")
    assert "Table 2" in judge.evaluate("document.activeElement.textContent")


def test_the_desk_hears_of_each_call_once_and_keeps_its_place_and_a_held_enter_settles_nothing(
    tablet, hall, watching
):
    desk = watching("D1", "/desk")
    table = a_table(tablet, 4)
    table.enter(CallDirector(reason="rule-question"))
    row = f".matter[data-game='{table.game}'][data-kinds~='call']"
    desk.wait_for_selector(row)
    until(desk, "heard.length > 0")
    assert desk.locator(TICKS).count() == 0
    said = [words for _, words in desk.evaluate("heard") if "Table 4" in words]
    assert said == ["Table 4 calls: A question of rules."]

    desk.click(f"{row} .more")
    desk.focus("#peek button:has-text('Settled')")
    desk.keyboard.down("Enter")
    desk.wait_for_selector("#settle[open]")
    desk.keyboard.down("Enter")  # held a little long
    desk.keyboard.up("Enter")
    desk.keyboard.press("Escape")
    desk.wait_for_selector("#settle", state="hidden")
    assert desk.evaluate("document.activeElement.textContent") == "Settled…"

    desk.focus("#peek button:has-text('at the table')")
    desk.keyboard.press("Enter")
    desk.wait_for_selector(f"{row} .chip:has-text('You are at the table')")
    until(desk, "document.getElementById('peek').contains(document.activeElement)")
