"""A scorekeeper's tablet at a table of a hall, in a real browser."""

from __future__ import annotations

import asyncio
import re

from ledger.equipment.board import read_square, write_square
from ledger.vocabulary import CONSOLE
from tests.web.conftest import AS_IT_COMES
from tests.web.entry_hall import PIN, SLUG
from tests.web.put_away import put_away, waiting
from tests.web.waiting import until
from web.access.visitors import DEVICE, SESSION

MIDDLES = """(selectors) => selectors.map((selector) => {
  const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""

SINGLE = """!tilescribe.panel.between(tilescribe.panel.down, {
  clientX: %s, clientY: %s, timeStamp: performance.now() })"""
"""A finger there would not come down twice where it was a moment ago, as a sheet came."""

DOUBLE_TAP = 300
"""Milliseconds in which a second tap on the same place is the rest of the first."""

AS_MEANT = """(across) => {
  const { play: { draft }, game: { now } } = window.tilescribe;
  const lie = (told) => told.problem ?? told.placed.map(({ at }) => at).join();
  const lies = lie(draft.counted(now.squares)) === lie(draft.counted(now.squares, across));
  const typed = `${draft.start} ${draft.tiles.join("")}`;
  return [lies, document.getElementById("commit").textContent, now.lines.length, typed];
}"""
"""Whether the tiles lie where they should (a single tile may be written either way), and what the
big button says of them."""


BLANKS = (
    "window.tilescribe.game.now.blanks.map(({ square, letter }) => square + letter).sort().join()"
)
"""What is circled by now; how, the server may say otherwise than the tablet did."""


def tiles_of(letters):
    """Letters as new tiles; one of several letters stands in brackets."""
    return [several or one for several, one in re.findall(r"\[([^\]]+)\]|([^.])", letters)]


def first_new(square, letters):
    """A play without the tiles on the board that it begins with: where the first new one lies."""
    start = read_square(square)
    through = len(letters) - len(letters.lstrip("."))
    column = start.column + (through if start.across else 0)
    row = start.row + (0 if start.across else through)
    return write_square(row, column, across=start.across), letters[through:]


def let_in(context, hall, badge, device="", key=""):
    """Give a browser the session of ``badge``, and the key of its device if it is a tablet."""
    cookies = {SESSION: hall.office.sessions.begin(badge, device), DEVICE: key}
    context.add_cookies(
        [
            {"name": name, "value": value, "url": hall.address, "httpOnly": True, "sameSite": "Lax"}
            for name, value in cookies.items()
            if value
        ]
    )


def question(page, field):
    """Go on to the question of this name, of a form that asks one a screen; how to find it."""
    asked = f".panel [data-field={field}]"
    page.wait_for_selector(asked, state="attached")
    closed = f"details:not([open]) [data-field={field}]"
    while page.locator(asked).is_hidden() and not page.locator(closed).count():
        page.click(".panel .go:text-is('Next')")
    return asked


def record_it(page):
    """Past the questions that need no answer, and press it."""
    while page.inner_text(".panel .record .go") == "Next":
        page.click(".panel .record .go")
    page.click(".panel .record .go:text-is('Record it')")


class Tablet:
    """A scorekeeper's tablet in a real browser, touched and never scripted."""

    def __init__(
        self, browser, hall, table=1, *, size=(768, 1024), enrolled="", badge="K1",
        by_hand=False, service_workers="block", **context,
    ):  # fmt: skip
        """Take a tablet in, sign in and go to a table.

        Args:
          by_hand: by the forms, as somebody does; else the cookies are put into the browser.
          service_workers: ``"allow"`` for who reloads without a network; it fetches them all.
        """
        self.hall, self.table = hall, table
        width, height = size
        context |= {"has_touch": True, "service_workers": service_workers}
        self.kind = browser, repr(sorted(context.items()))
        self.emulated = {name: context.get(name, value) for name, value in AS_IT_COMES.items()}
        self.page, self.been = (not by_hand and waiting(self.kind, hall)) or (None, set())
        if self.page is None:
            self.page = browser.new_context(**context).new_page()
        self.been.add(hall.address)
        self.context = self.page.context
        self.page.set_viewport_size({"width": width, "height": height})
        self.errors, self.wire = [], None
        self.page.on("pageerror", self.wrong)
        code = hall.office.tablets.invite(enrolled, by=CONSOLE)
        if by_hand:
            self.page.goto(f"{hall.address}/enrol?code={code}")
            self.page.click("text=Enrol it")
            self.page.fill("[name=badge]", badge)
            self.page.fill("[name=pin]", PIN)
            self.page.click("button:has-text('Sign in')")
            self.page.wait_for_url(lambda url: "/sign-in" not in url)
        else:
            taken = hall.office.tablets.enrol(code)
            let_in(self.context, hall, badge, taken.device, taken.key)
        self.open(table)

    def open(self, table):
        self.table = table
        self.page.goto(f"{self.hall.address}/t/{SLUG}/r1/t{table}/enter")
        self.until("window.tilescribe?.game.now !== undefined")
        self.where = {}
        self.taps = 0

    def tap(self, *selectors):
        """A touch in the middle of what each selector names; where it lies is looked up once.

        Fingers don't wait for a frame between two keys. Playwright's own ``tap`` does, and a
        frame takes a machine without a graphics card three times as long as the tap.
        """
        new = [one for one in dict.fromkeys(selectors) if one not in self.where]
        if new:
            self.where |= zip(new, self.page.evaluate(MIDDLES, new), strict=True)
        touch = self.page.touchscreen._impl_obj

        async def touches():
            await asyncio.gather(*(touch.tap(*self.where[one]) for one in selectors))

        self.page.touchscreen._sync(touches())
        self.taps += len(selectors)

    def press(self, selector):
        """A touch on what a sheet has, once the sheet takes one; a tap like any other."""
        self.page.wait_for_selector(selector)
        self.until("tilescribe.panel.takes")
        [(x, y)] = self.page.evaluate(MIDDLES, [selector])
        self.until(SINGLE % (x, y))
        self.page.touchscreen.tap(x, y)
        self.taps += 1

    def later(self):
        """A moment after a press on a sheet: at once, on the same place, it is a double tap."""
        self.until(f"performance.now() - (tilescribe.panel.pressed?.timeStamp ?? 0) > {DOUBLE_TAP}")

    def start(self, starter=1):
        self.page.click("#commit:text('Start')")
        self.page.click(f".starters button >> nth={starter - 1}")
        self.page.click("[aria-label='Timer'] button >> nth=0")
        self.page.click(".starting .go")
        self.until("window.tilescribe.game.state.started")

    def square(self, name, size=15):
        self.tap(self.at(name, size))

    def at(self, name, size=15):
        start = read_square(name)
        return f"[data-at='{start.row * size + start.column}']"

    def tile(self, tile):
        self.tap(*self.keys(tile))

    def keys(self, tiles):
        """The keys of these new tiles, one after the other."""
        for tile in tiles:
            if tile != tile.upper():
                yield "[data-key=blank]"
            yield f".key[data-tile='{tile.upper()}']"

    def type(self, square, letters):
        """As a scorekeeper enters it: the first square, the new tiles, the arrow if need be.

        Returns what the big button says of the play.
        """
        arrow, says, _ = self._typed(square, letters)
        if arrow:
            self.tap(*arrow)
            says = self.page.evaluate(AS_MEANT, square[0].isdigit())[1]
        return says

    def _typed(self, square, letters, *, sliding=False):
        """The square to tap again if the arrow must turn; what the button says; turns so far."""
        tiles = tiles_of(letters)
        if sliding:
            *blank, key = self.keys(tiles[0])
            self.tap(*blank)
            self.slide(key, self.at(square))
            self.tap(*self.keys(tiles[1:]))
        else:
            self.tap(self.at(square), *self.keys(tiles))
        right, says, turns, typed = self.page.evaluate(AS_MEANT, square[0].isdigit())
        assert typed == f"{self.at(square)[10:-2]} {''.join(tiles)}", (
            f"a finger missed at {square} {letters}"
        )
        return [] if right else [self.at(square)], says, turns

    def slide(self, start, end):
        """One touch that comes down on ``start`` and leaves ``end``."""
        for _ in self.sliding(start, end):
            pass

    def sliding(self, start, end):
        """The same; stops while the finger is on ``end``, for somebody who looks."""
        new = [one for one in (start, end) if one not in self.where]
        if new:
            self.where |= zip(new, self.page.evaluate(MIDDLES, new), strict=True)
        self.wire = self.wire or self.context.new_cdp_session(self.page)
        down, on = ([dict(zip("xy", self.where[one], strict=True))] for one in (start, end))
        self._touch("Start", down)
        self._touch("Move", on)
        yield
        self._touch("End", [])
        self.taps += 1

    def _touch(self, kind, points):
        told = {"type": f"touch{kind}", "touchPoints": points}
        self.wire.send("Input.dispatchTouchEvent", told)

    def play(self, square, letters, *, sliding=False):
        """Enter a play; with ``sliding`` the first tile is slid to its square."""
        if sliding:
            square, letters = first_new(square, letters)
        arrow, _, turns = self._typed(square, letters, sliding=sliding)
        blanks = sum(tile.islower() for tile in tiles_of(letters))
        self.commit(turns, blanks=blanks, arrow=arrow)

    def commit(self, turns=None, blanks=None, arrow=()):
        turns = self.turns() if turns is None else turns
        self.tap(*arrow, "#commit")
        self.until(f"window.tilescribe.game.now.lines.length > {turns}")
        self.circle_blanks(blanks)

    def circle_blanks(self, blanks=None):
        """The slip comes by itself after a play with a blank: the letter on it is confirmed."""
        if blanks is None:
            letters = "window.tilescribe.game.now.lines.at(-1).move.split(' ')[1] ?? ''"
            blanks = sum(letter.islower() for letter in self.page.evaluate(letters))
        for _ in range(blanks):
            self.page.wait_for_selector(".panel.slip[open] .go:not([hidden])")
            before = self.page.evaluate(BLANKS)
            self.press(".panel.slip .go")
            # One that came off the board with its phoney is circled anew, under its number.
            self.until(f"{BLANKS} !== {before!r}")

    def until(self, true):
        until(self.page, true)

    def turns(self):
        return self.page.evaluate("window.tilescribe.game.now.lines.length")

    def exchange(self, number):
        turns = self.turns()
        self.tap("[data-do=exchange]")
        self.press(f".numbers button:nth-child({number})")
        self.until(f"window.tilescribe.game.now.lines.length > {turns}")

    def passes(self):
        turns = self.turns()
        self.tap("[data-do=pass]")
        self.press(".panel .go")
        self.until(f"window.tilescribe.game.now.lines.length > {turns}")

    def challenged(self, *, stands):
        """The play just made is challenged over the slip: it ``stands``, or comes off."""
        turns = self.turns()
        self.tap("[data-do=challenge]")
        self.press(".panel.wide:not(.slip) .go")
        self.press(".panel.slip .go")
        self.says("#commit", "Enter the verdict")
        self.later()
        self.tap("#commit")
        self.press(".verdicts .good" if stands else ".verdicts .bad")
        self.until(f"window.tilescribe.game.now.lines.length > {turns}")
        self.until("!document.getElementById('commit').textContent.includes('verdict')")

    def says(self, selector, words):
        self.until(f"document.querySelector('{selector}')?.textContent.includes({words!r})")

    def sent(self):
        """Nothing waits on the tablet any more, and the page says so."""
        self.until(
            "tilescribe.outbox.waiting === 0"
            " && document.getElementById('state').textContent === 'Sent'"
        )

    def kept_for_offline(self):
        """The worker has this page and all its files."""
        path = f"/t/{SLUG}/r1/t{self.table}/enter"
        self.until(f"caches.open('pages').then(pages => pages.match('{path}')).then(Boolean)")

    def sheet(self):
        """The game at this table, as the record has it once it has what waits on the tablet."""
        self.until("tilescribe.outbox.waiting === 0 || tilescribe.outbox.online === false")
        return self.hall.sheet(self.table)

    def wrong(self, error):
        self.errors.append(str(error))

    def close(self, *, spent=False):
        """Put the tablet away, for the next hall unless it is ``spent``."""
        assert self.errors == [], self.errors
        if spent or self.page.is_closed():
            self.context.close()
            return
        self.context.set_offline(False)
        self.context.unroute_all()
        self.page.remove_listener("pageerror", self.wrong)
        self.page.emulate_media(**self.emulated)
        self.page.goto(f"{self.hall.address}/healthz")
        put_away(self.kind, self.page, self.been)
