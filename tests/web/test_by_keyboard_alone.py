"""A whole game with a hardware keyboard only: every control is reached, and no key does more."""

from __future__ import annotations

import json
import time

import pytest

from ledger.game.results.facts import ResultHandedIn
from ledger.game.turns.facts import PlayRecorded
from ledger.vocabulary import CONSOLE, Seat
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.every_sheet import a_table
from tests.web.slow_world import PATIENCE
from tests.web.waiting import until

pytestmark = pytest.mark.browser

WAY = """([selector, words]) => {
  const { dialog } = window.tilescribe?.panel ?? {};
  const able = [...(dialog?.open ? dialog : document).querySelectorAll("*")]
    .filter((one) => !one.disabled && one.checkVisibility() && !one.closest("[inert]")
      && (one.type !== "radio" || one.checked));
  const at = document.activeElement;
  const to = able.filter((one) => one.tabIndex >= 0 || one.matches(ROVING))
    .find((one) => one.matches(selector) && (one.ariaLabel ?? one.textContent).includes(words));
  if (!to) return null;
  const group = to.tabIndex < 0 ? to.closest(GROUP) : null;
  const stop = group ? group.querySelector("[tabindex='0']") : to;
  const row = able.filter((one) => group?.contains(one) && one.matches("button"));
  const arrows = group ? row.indexOf(to) - row.indexOf(stop) : 0;
  if (at === stop) return [0, arrows];
  const stops = able.filter((one) => one.tabIndex >= 0);
  const passed = stops.filter((one) => one === at ||
    at !== document.body && one.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING);
  const [from, until] = [passed.length - 1, stops.indexOf(stop)];
  return [until - from - (!stops.includes(at) && until <= from ? 1 : 0), arrows];
}""".replace("ROVING", "'[role=toolbar] button, #lines button'").replace(
    "GROUP", "'[role=toolbar], #lines'"
)
"""How many times Tab leads to a control, below nought with Shift; then how many arrows, where it
is one of a row."""

FOCUS = """() => {
  const { dialog } = tilescribe.panel;
  const at = document.activeElement;
  return dialog.open ? dialog.contains(at) : at !== document.body;
}"""
SHEET = "tilescribe.panel.dialog.open && document.getElementById('panel-title').textContent"


class Keys:
    """Somebody at a table whose hands never leave the keyboard."""

    def __init__(self, page):
        self.page = page
        self.began = False  # before the first Tab nothing has the focus, and needs none

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        if self.began:
            self.focus(f"{keys} lost the focus")

    def focus(self, why):
        """The focus is where somebody works, once what came meanwhile is drawn."""
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(FOCUS):
            assert time.monotonic() < deadline, why

    def type(self, words):
        self.page.keyboard.type(words)

    def go_to(self, selector, words=""):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:  # what comes meanwhile leads another way
            self.until(f"(window.way = ({WAY})({json.dumps([selector, words])})) !== null")
            way = self.page.evaluate("window.way")
            if way == [0, 0]:
                self.began = True
                return
            tabs, arrows = way
            hands = self.page.keyboard._impl_obj
            keys = ["Tab" if tabs > 0 else "Shift+Tab"] * abs(tabs)
            keys += ["ArrowRight" if arrows > 0 else "ArrowLeft"] * abs(arrows)

            async def presses(hands=hands, keys=keys):
                for key in keys:
                    await hands.press(key, None)

            self.page.keyboard._sync(presses())
        raise AssertionError(f"no Tab leads to {selector} {words}")

    def do(self, selector, words=""):
        """Go to a control and press it."""
        self.go_to(selector, words)
        self.press("Space")

    def answer(self):
        """Enter, once the sheet has stood for a moment."""
        self.until("performance.now() - (tilescribe.panel.shown ?? 0) > 250")
        self.press("Enter")

    def until(self, true):
        until(self.page, true)

    def sheet(self, title):
        self.until(f"{SHEET}.includes({title!r})")
        self.focus(f"the focus is not on {title}")

    def back(self):
        """On the page again, and with the focus on it."""
        self.until("!tilescribe.panel.dialog.open")
        self.focus("the sheet took the focus with it")

    def lines(self, count):
        self.until(f"tilescribe.game.now.lines.length === {count}")

    def sent(self):
        self.until("tilescribe.outbox.waiting === 0 && tilescribe.entries.fresh")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("keys"), tables=4) as hall:
        yield hall


@pytest.fixture(scope="module")
def tablet(browser, hall):
    tablet = Tablet(browser, hall, table=4)
    tablet.start()
    yield tablet
    tablet.close()


@pytest.fixture
def keys(tablet):
    tablet.page.evaluate("tilescribe.panel.done && tilescribe.panel.close(null)")
    tablet.page.keyboard.press("Escape")
    tablet.page.keyboard.press("Tab")  # fingers were here before; now it is keys
    return Keys(tablet.page)


def test_a_whole_game_from_signing_in_to_handing_in_without_a_finger_or_a_mouse(browser, hall):
    context = browser.new_context(viewport={"width": 1366, "height": 1024})
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    keys = Keys(page)
    page.goto(f"{hall.address}/enrol?code={hall.office.tablets.invite('', by=CONSOLE)}")
    keys.go_to("main button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in*")
    keys.until("document.activeElement.name === 'badge'")
    keys.type("K1")
    page.keyboard.press("Tab")
    keys.type(PIN)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{hall.address}/t/{SLUG}/r1/")  # where the tables are that play
    page.goto(f"{hall.address}/t/{SLUG}/r1/t1/enter")
    keys.until("window.tilescribe?.game.now !== undefined")

    _starts(keys)
    _plays(keys)
    _is_challenged(keys)
    _asks_for_the_rest(keys)
    _is_over(keys)

    assert errors == []
    sheet = hall.sheet(1)
    assert isinstance(sheet.events[-1].fact, ResultHandedIn)
    plays = [event.fact for event in sheet.events if isinstance(event.fact, PlayRecorded)]
    assert [play.placement.letters for play in plays] == ["WiNDY", "HOT"]
    assert sheet.clock.times == (1450, 1435)
    context.close()


def _starts(keys):
    keys.do("#commit", "Start the game")
    keys.sheet("Start the game")
    keys.go_to("[role=radio]")
    keys.press("ArrowLeft", "ArrowRight")  # to the last way and round again: nothing is chosen
    keys.type("ab")
    keys.do("[aria-label=Timer] button")
    keys.do(".starting .go", "Clock of Player 1 started")
    keys.until("tilescribe.game.state.started")
    keys.back()


def _plays(keys):
    keys.type("8dwI")  # a capital of Caps Lock, no blank
    assert keys.page.evaluate("tilescribe.play.draft.tiles.join('')") == "WI"
    keys.press("Backspace", "Shift+I")
    keys.type("ndy")
    keys.press("Enter")
    keys.sheet("Which letter is the blank?")
    keys.press("a", "i")
    assert keys.page.inner_text(".slip .go") == "Confirm I"
    keys.answer()
    keys.until("tilescribe.game.now.blanks.length === 1")
    keys.back()
    keys.do("[data-do=exchange]")
    keys.sheet("exchanges")
    keys.press("3")
    keys.lines(2)
    keys.type("9cho")
    keys.press("x", "Control+z", "t", "Enter")
    keys.lines(3)
    keys.do("[data-do=hold]")
    keys.until("tilescribe.game.now.hold !== null")
    keys.sent()


def _is_challenged(keys):
    keys.do("[data-do=challenge]")
    keys.sheet("challenges")
    keys.go_to(".choices [aria-pressed]")
    keys.press("Space", "Space")
    keys.do(".go", "Show the slip")
    keys.sheet("Challenge slip")
    keys.answer()  # an Enter too many confirms nothing for the opponent
    keys.sheet("Challenge slip")
    keys.do(".go", "confirms")
    keys.until("document.getElementById('commit').textContent === 'Enter the verdict'")
    keys.back()
    keys.do("#commit")
    keys.sheet("What is the verdict?")
    keys.answer()  # an Enter too many is no verdict
    keys.sheet("What is the verdict?")
    keys.do(".good")
    keys.lines(4)
    keys.sent()
    keys.back()


def _asks_for_the_rest(keys):
    """The announced score, the clocks, the director, a line put right, something irregular."""
    keys.do("[data-do=more]")
    keys.sheet("What do you want to enter?")
    keys.do(".choices button", "Announced score differs")
    keys.sheet("What score was announced?")
    keys.answer()  # nothing typed is no nought
    keys.sheet("What score was announced?")
    keys.type("24")
    keys.answer()
    keys.back()
    assert keys.page.evaluate("tilescribe.play.announced") == 24
    keys.press("Escape")

    keys.do("[data-do=clocks]")
    keys.sheet("Are both clocks right?")
    keys.do(".go:not([hidden])", "Read both clocks")
    keys.type("24102355")
    keys.answer()
    keys.until("tilescribe.game.now.clocks?.[1] === 1435")
    keys.back()

    keys.do("[data-do=director]")
    keys.sheet("Why is the director needed?")
    keys.do(".choices button")
    keys.until("document.querySelector('#going .go')?.textContent === 'Director is here'")
    keys.do("#going .go", "Director is here")
    keys.until("tilescribe.game.now.open.every(({ name }) => name !== 'director-called')")
    keys.sent()
    keys.focus("the strip took the focus with it")

    keys.until("tilescribe.game.now.lines.every(({ version }) => version !== null)")
    keys.do("[data-do=sheet]")
    keys.sheet("Score sheet")
    keys.do(".sheet-lines button", "9C HOT")
    keys.sheet("9C HOT")
    keys.do(".choices button", "The score")
    keys.sheet("What is the right score?")
    keys.type("21")
    keys.answer()
    keys.sheet("Why")
    keys.do(".choices button", "Heard wrong")
    keys.do(".go", "Both players")
    keys.until("tilescribe.game.now.totals[0] === 66")
    keys.back()

    keys.do("[data-do=more]")
    keys.sheet("What do you want to enter?")
    keys.do(".choices button", "Too many tiles drawn")
    keys.sheet("Too many tiles drawn")
    keys.press("Escape")
    keys.back()


def _is_over(keys):
    keys.do("[data-do=pass]", "Pass")
    keys.sheet("Pass")
    keys.answer()
    keys.lines(5)
    keys.back()
    for turn in range(5):
        keys.do("[data-do=exchange]")
        keys.sheet("exchanges")
        keys.press("7")
        keys.lines(6 + turn)
        keys.back()
    keys.until("tilescribe.entries.reload().then(() => tilescribe.game.now.ended === 'six-zeros')")
    keys.press("Enter")  # what had the focus can't be pressed any more: the board has it
    keys.sheet("Which tiles are left?")
    keys.type("egn")
    keys.do(".rack[data-seat=second]")
    keys.type("aqz")
    keys.press("Backspace")
    keys.do(".go", "Both agree")
    keys.sheet("Do both agree on this result?")
    keys.do(".go", "Both agree")
    keys.sheet("Who signs now?")
    keys.do(".signers button")
    for _ in range(2):
        keys.sheet("signs")
        keys.do("[data-way=witness]")
        keys.go_to(".how input")
        keys.type("D1")
        keys.press("Tab")
        keys.type(PIN)
        keys.press("Enter")  # in a field it hands nothing in
        signed = keys.page.evaluate("tilescribe.game.now.signed_by.length")
        keys.do(".how .go")
        keys.until(f"tilescribe.game.now.signed_by.length > {signed}")
    keys.sheet("Signed by both")
    keys.do(".go", "hands it in")
    keys.sheet("The result is in")
    keys.press("Escape")
    keys.back()
    keys.press("Control+z")
    assert not keys.page.evaluate("tilescribe.panel.dialog.open"), "what is signed was to be undone"


@pytest.mark.journey("by keyboard")
def test_a_key_held_down_or_struck_twice_answers_no_question(keys):
    keys.go_to("[data-do=pass]")
    keys.page.keyboard.press("Enter")
    keys.page.keyboard.press("Enter")  # a finger that trembles
    keys.sheet("Pass")
    keys.page.keyboard.down("Enter")
    keys.until("performance.now() - tilescribe.panel.shown > 250")
    keys.page.keyboard.down("Enter")  # Playwright tells it as a repeat
    keys.page.keyboard.up("Enter")
    turns = keys.page.evaluate("tilescribe.game.now.lines.length")
    keys.press("Escape")
    keys.type("8h")
    keys.page.keyboard.down("a")
    for _ in range(3):
        keys.page.keyboard.down("a")
    keys.page.keyboard.up("a")
    assert keys.page.evaluate("tilescribe.play.draft.tiles") == ["A"]
    assert keys.page.evaluate("tilescribe.game.now.lines.length") == turns == 0


@pytest.mark.journey("by keyboard")
def test_enter_presses_the_button_that_is_seen_to_have_the_focus_after_a_sheet(keys):
    keys.press("Tab", "w")  # whatever was gone to before is forgotten
    keys.page.click("[data-do=pass]")
    keys.press("Escape")
    keys.back()
    assert keys.page.evaluate("document.activeElement.matches('[data-do=pass]:focus-visible')")
    keys.page.keyboard.press("Enter")
    keys.sheet("Pass")
    keys.press("Escape")


def test_a_sheet_the_browser_closes_itself_is_left_and_the_next_one_is_answered(keys):
    keys.page.evaluate(
        "void tilescribe.panel.confirm('One', 'is it?', 'Yes').then(said => { window.one = said })"
    )
    keys.page.evaluate("document.getElementById('panel').close()")
    keys.until("window.one === null")
    keys.page.evaluate(
        """void tilescribe.panel.confirm("Two", "?", "Yes").then(said => { window.two = said });
        void tilescribe.panel.confirm("Three", "?", "Yes").then(said => { window.three = said })"""
    )
    keys.until("window.two === null")
    keys.sheet("Three")
    keys.answer()
    keys.until("window.three === true")


@pytest.mark.journey("by keyboard")
def test_a_square_named_letter_by_letter_is_seen_and_enter_takes_it(keys):
    page = keys.page
    keys.type("a1")
    assert page.text_content("#preview") == "A1 …"
    page.keyboard.press("Enter")
    assert page.evaluate("[tilescribe.play.draft.start, tilescribe.play.draft.chosen]") == [
        0,
        False,
    ]
    page.keyboard.press("Escape")
    keys.type("windy8d")  # the letters before it name no square
    assert page.evaluate("[tilescribe.play.draft.start, tilescribe.play.draft.tiles]") == [108, []]
    assert page.evaluate("tilescribe.game.now.lines.length") == 0


@pytest.mark.journey("by keyboard")
def test_capitals_locked_are_no_blanks_and_letters_of_no_tile_are_nothing(keys):
    page = keys.page
    keys.type("8d")
    page.evaluate(
        """for (const key of ["W", "É"]) document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, modifierCapsLock: key === "W" }))"""
    )
    assert page.evaluate("tilescribe.play.draft.tiles") == ["W"]
    page.evaluate(
        """document.body.dispatchEvent(new KeyboardEvent("keydown", {
          key: "i", shiftKey: true, bubbles: true, modifierCapsLock: true }))"""
    )
    assert page.evaluate("tilescribe.play.draft.tiles") == ["W", "i"]


@pytest.mark.journey("by keyboard")
def test_the_arrows_go_to_a_square_that_enter_and_space_take(keys):
    page = keys.page
    keys.go_to("[data-at]")
    start = int(page.evaluate("document.activeElement.dataset.at"))
    keys.press("ArrowLeft", "Enter")
    assert page.evaluate("tilescribe.play.draft.start") == start - 1
    keys.press("ArrowLeft", "Space")
    assert page.evaluate("tilescribe.play.draft.start") == start - 2
    before = page.evaluate("tilescribe.play.draft.across(tilescribe.game.now.squares)")
    keys.press("Space")
    assert page.evaluate("tilescribe.play.draft.across(tilescribe.game.now.squares)") is not before


def test_a_table_handed_over_takes_no_letters_and_two_tablets_settle_by_keys(hall, browser):
    tablet = Tablet(browser, hall, table=2)
    keys = Keys(tablet.page)
    table = a_table(tablet, 2)
    tablet.open(2)
    keys.do("[data-do=more]")
    keys.sheet("What do you want to enter?")
    keys.do(".choices button", "Hand over this table")
    keys.sheet("Hand over this table")
    keys.do(".go")
    keys.sheet("Handed over")
    keys.press("Escape")
    keys.back()
    keys.type("8hx")
    keys.press("Control+z")
    assert tablet.page.evaluate("[tilescribe.play.draft.start, tilescribe.panel.dialog.open]") == [
        None,
        False,
    ]
    keys.do("#commit", "Take over this table")
    keys.sheet("Take over this table")
    keys.do(".go")
    keys.until("!document.getElementById('desk').classList.contains('elsewhere')")
    keys.back()
    keys.sent()

    tablet.context.set_offline(True)
    keys.type("8dwindy")
    keys.press("Enter")
    keys.until("tilescribe.outbox.waiting === 1")
    table.play(Seat.FIRST, "8H", "OTHER", by="D1")
    tablet.context.set_offline(False)
    keys.until("tilescribe.outbox.flush().then(() => tilescribe.outbox.troubles.length === 1)")
    keys.do("#state")
    keys.sheet("Entries on this tablet")
    keys.do(".differ button", "Drop it")
    keys.sheet("Why drop it?")
    keys.answer()  # on the title: nothing
    keys.press("Escape")
    keys.sheet("Entries on this tablet")
    assert tablet.page.evaluate("tilescribe.outbox.troubles.length") == 1
    keys.do(".differ button", "Drop it")
    keys.sheet("Why drop it?")
    keys.do(".choices button", "by mistake")
    keys.until("tilescribe.outbox.troubles.length === 0")
    keys.sheet("Entries on this tablet")
    keys.press("Escape")
    keys.back()
    tablet.close()
