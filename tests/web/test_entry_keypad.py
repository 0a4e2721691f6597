"""A finger on the keypad: one touch, one tile, taken as the finger leaves the key."""

from __future__ import annotations

from uuid import uuid4

import msgspec
import pytest

from ledger.desk.requests import Sent
from ledger.game.calls.requests import CallDirector
from ledger.game.challenges.holds import CallHold
from ledger.vocabulary import Seat
from tests.tabletop import a_play
from tests.web.a_tablet import MIDDLES, Tablet
from tests.web.entry_hall import a_hall
from web.frame.modules import release

pytestmark = pytest.mark.browser

MICE = """() => {
  window.mice = [];
  for (const kind of ["mousedown", "click"])
    addEventListener(kind, ({ target }) => window.mice.push(target.closest("button")), true);
}"""


@pytest.fixture(scope="module")
def tablet(browser, tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("keypad")) as hall:
        tablet = Tablet(browser, hall)
        tablet.start()
        yield tablet
        tablet.close()


@pytest.fixture
def fingers(tablet):
    """Down and up again where two selectors lie, as the browser's own input."""
    wire = tablet.context.new_cdp_session(tablet.page)
    tablet.page.keyboard.press("Escape")
    tablet.square("8D")

    def slide(start, end):
        (x, y), (to_x, to_y) = tablet.page.evaluate(MIDDLES, [start, end])
        touch = "Input.dispatchTouchEvent"
        wire.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        if start != end:
            wire.send(touch, {"type": "touchMove", "touchPoints": [{"x": to_x, "y": to_y}]})
        wire.send(touch, {"type": "touchEnd", "touchPoints": []})

    yield slide
    wire.detach()


def typed(tablet):
    return tablet.page.evaluate("window.tilescribe.play.draft.tiles")


def key(tile):
    return f".key[data-tile='{tile}']"


@pytest.mark.journey("play")
def test_a_touch_is_one_tile_and_no_mouse_follows_it(tablet, fingers):
    tablet.page.evaluate(MICE)
    for tile in "WINDY":
        fingers(key(tile), key(tile))
    tablet.until("window.tilescribe.play.draft.tiles.length >= 5")
    assert typed(tablet) == list("WINDY")
    after = tablet.page.evaluate("window.mice.filter((one) => one?.matches('.key')).length")
    assert after == 0, "the mouse made of a touch costs a slow tablet more than the answer"


@pytest.mark.journey("play")
def test_a_finger_that_slides_off_its_key_types_nothing_and_leaves_no_page(tablet, fingers):
    fingers(key("A"), key("G"))
    fingers(key("B"), "#commit")
    fingers(f"{key('C')} b", f"{key('C')} small")  # it slips, and stays on its key
    tablet.until("window.tilescribe.play.draft.tiles.length >= 1")
    assert typed(tablet) == ["C"]


@pytest.mark.journey("play")
def test_a_mouse_and_a_screen_reader_press_keys_too(tablet, fingers):
    tablet.page.click(key("W"))  # a mouse
    tablet.page.evaluate(f'document.querySelector("{key("I")}").click()')  # as TalkBack does
    assert typed(tablet) == ["W", "I"]


@pytest.mark.journey("play")
def test_arrows_lead_to_a_button_that_enter_and_space_press_and_after_a_tile_enter_is_the_clock(
    tablet, fingers
):
    page = tablet.page
    page.keyboard.type("wi")
    page.focus(key("M"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert typed(tablet) == ["W", "I", "N", "N"], "not the arrow, nor the clock"
    page.focus("[data-do=undo]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    tablet.until("document.getElementById('panel').open")
    assert page.text_content("#panel h2") == "What do you want to enter?"
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    before = tablet.turns()
    page.keyboard.press("Enter")
    tablet.until(f"window.tilescribe.game.now.lines.length === {before + 1}")


@pytest.mark.journey("blank")
def test_one_blank_too_many_is_asked_for_once_and_the_question_is_not_answered_by_the_touch(
    tablet, fingers
):
    for _ in range(3):
        fingers("[data-key=blank]", "[data-key=blank]")
        fingers(key("Z"), key("Z"))
    tablet.until("document.getElementById('panel').open")
    assert typed(tablet) == ["z", "z"]
    assert "Another blank?" in tablet.page.text_content("#panel")
    tablet.page.keyboard.press("Escape")


@pytest.mark.found("OG-3")
def test_no_question_is_answered_by_a_second_tap_or_by_the_enter_of_who_types_on(tablet):
    page = tablet.page
    enter = "performance.now() - tilescribe.panel.shown > 250"
    request = """() => void tilescribe.panel.confirm("Sure?", "It is odd.", "Yes")"""
    is_open = "tilescribe.panel.dialog.open"

    assert page.evaluate(
        """() => {
          const { panel } = tilescribe;
          const at = { bubbles: true, pointerType: "touch", clientX: 300, clientY: 300 };
          const tap = (on) => ["pointerdown", "pointerup", "click"].forEach((kind) =>
            on.dispatchEvent(new PointerEvent(kind, at)));
          const asks = () => void panel.confirm("Sure?", "It is odd.", "Yes");
          document.body.addEventListener("click", asks, { once: true });
          tap(document.body);
          tap(panel.dialog.querySelector(".go"));
          return panel.dialog.open;
        }"""
    ), "the double tap that asked was the answer"
    page.keyboard.press("Escape")

    page.evaluate(request)
    page.keyboard.type("a")
    tablet.until(enter)
    page.keyboard.press("Enter")
    assert page.evaluate(is_open)
    page.keyboard.press("Escape")

    page.keyboard.press("Escape")  # what is typed goes
    page.keyboard.type("8h")
    for _ in range(3):
        page.keyboard.press("Shift+Z")
    tablet.until(f"{is_open} && {enter}")
    page.keyboard.press("Enter")
    assert page.evaluate(is_open)
    assert "Another blank?" in page.text_content("#panel")
    page.click("#panel .go")
    assert typed(tablet) == ["z", "z", "z"]
    page.keyboard.press("Escape")


def test_what_goes_on_elsewhere_moves_no_board_while_a_play_is_typed(tablet, fingers):
    page = tablet.page
    tablet.sent()
    for tile in "OX":
        fingers(key(tile), key(tile))
    before = page.evaluate(MIDDLES, ["#board"])
    sent = Sent(by="D1", command_id=uuid4())
    tablet.hall.desk.record(tablet.hall.games[0], CallDirector(reason="dispute"), sent)
    page.evaluate("window.tilescribe.entries.reload().then(() => 0)")
    tablet.until("window.tilescribe.game.now.open.length > 0")
    page.wait_for_selector("#going >> text=The director has been called")
    assert page.evaluate(MIDDLES, ["#board"]) == before


@pytest.mark.found("TA2")
def test_the_big_button_pressed_at_once_after_a_tile_was_slid_is_pressed(tablet, fingers):
    """A browser that coasts on after the finger takes the next touch for the one that stops it."""
    tablet.page.keyboard.press("Escape")
    squares = [tablet.at(f"8{column}") for column in "HIJKL"]
    tablet.where |= zip(
        ["#commit", *squares], tablet.page.evaluate(MIDDLES, ["#commit", *squares]), strict=True
    )
    before = tablet.turns()
    for written, (tile, square) in enumerate(zip("AREAS", squares, strict=True), before + 1):
        tablet.slide(key(tile), square)
        tablet.tap("#commit")
        tablet.until(f"window.tilescribe.game.now.lines.length === {written}")


@pytest.mark.found("PB-16")
def test_capitals_of_caps_lock_are_tiles_and_shift_alone_makes_a_blank(tablet):
    keyboard = tablet.page.keyboard
    keyboard.press("Escape")
    keyboard.type("8D")
    keyboard.type("WIN")  # capitals without Shift, as Caps Lock makes them
    assert typed(tablet) == ["W", "I", "N"]
    keyboard.press("Shift+D")
    assert typed(tablet) == ["W", "I", "N", "d"]
    keyboard.press("Escape")


SAID = """async ([at, told, names]) => {
  const { doing, next } = await import(`/static/${at}/js/entry/irregular/going.js`);
  const procedure = JSON.parse(told);
  const game = { now: {}, playerOf: (seat) => names[seat] };
  return `${procedure.title}: ${doing(game, procedure, next(procedure))}`;
}"""


@pytest.mark.found("PB-16")
def test_what_is_said_of_a_held_play_names_each_player_once(tablet):
    table = a_play("wespa-5.1")
    table.enter(CallHold(seat=Seat.SECOND))
    held = msgspec.json.encode(table.procedure("hold")).decode()

    said = tablet.page.evaluate(SAID, [release(), held, {"first": "Ann", "second": "Bob"}])

    assert said == "Bob holds the play: The play is accepted or challenged · their clock runs"
