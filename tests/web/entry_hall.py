"""A hall with a real record, a server in front of it, and a tablet at one of its tables."""

from __future__ import annotations

import logging
import threading
import time
from contextlib import contextmanager

from werkzeug.serving import make_server

from ledger.badges import Badges
from ledger.board import read_square
from ledger.facts.tournaments import Pairing, PlayerEntered
from ledger.keys.pins import Cost
from ledger.vocabulary import Role
from web import create_app
from web.command_line.opened import CONSOLE, opened
from web.record_site import RecordSite

SLUG, PIN = "spring-open", "a good pin"
OPTIONS = (("challenge-mode", "points-per-word-5"),)

AS_MEANT = """() => {
  const { draft, now } = window.tilescribe;
  const lie = (told) => told.problem ?? told.placed.map(({ at }) => at).join();
  return lie(draft.counted(now.squares)) === lie(draft.counted(now.squares, ACROSS));
}"""
"""Whether the tiles lie where they should; a single tile may be written either way."""


class Hall:
    """One tournament, as many tables as are asked for, served on loopback."""

    def __init__(self, here, tables, book="wespa-5.1", options=OPTIONS):
        self.here = here
        self.desk = here.desk
        self.office = Badges(here.desk, here.cabinet, Cost(2, 1, 1))
        self.office.issue("K1", "Kim", Role.SCOREKEEPER, by=CONSOLE)
        self.office.issue("D1", "Dora", Role.DIRECTOR, by=CONSOLE)
        for badge in ("K1", "D1"):
            self.office.pins.set(badge, PIN)
        organiser = here.organiser
        organiser.open_tournament(SLUG, "Spring Open", book, by=CONSOLE, options=options)
        numbers = range(1, 2 * tables + 1)
        organiser.enter_players(
            SLUG, [PlayerEntered(number=n, name=f"Player {n}") for n in numbers], by=CONSOLE
        )
        pairings = [Pairing(n, 2 * n - 1, 2 * n) for n in range(1, tables + 1)]
        self.games = organiser.pair_round(SLUG, 1, pairings, by=CONSOLE)
        self.app = create_app(RecordSite(here.log, here.hall, here.desk), badges=self.office)
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.server.daemon_threads = True
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def sheet(self, table=1):
        return self.desk.sheet(self.games[table - 1])


@contextmanager
def a_hall(folder, tables=1, **how):
    with opened(folder, make=True) as here:
        hall = Hall(here, tables, **how)
        try:
            yield hall
        finally:
            hall.server.shutdown()


class Tablet:
    """A scorekeeper's tablet in a real browser, touched and never scripted."""

    def __init__(self, browser, hall, table=1, *, size=(768, 1024), enrolled="", **context):
        self.hall, self.table = hall, table
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, **context
        )
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        code = hall.office.invite(enrolled, by=CONSOLE)
        self.page.goto(f"{hall.address}/enrol?code={code}")
        self.page.click("text=Take it in")
        self.page.fill("[name=badge]", "K1")
        self.page.fill("[name=pin]", PIN)
        self.page.click("button:has-text('Sign in')")
        self.page.wait_for_url(f"{hall.address}/")
        self.open(table)

    def open(self, table):
        self.table = table
        self.page.goto(f"{self.hall.address}/t/{SLUG}/r1/t{table}/enter")
        self.until("window.tilescribe?.now !== undefined")
        self.where = {}
        self.taps = 0

    def tap(self, selector):
        """A touch in the middle of what ``selector`` names; where it lies is looked up once."""
        if selector not in self.where:
            box = self.page.locator(selector).bounding_box()
            self.where[selector] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.touchscreen.tap(*self.where[selector])
        self.taps += 1

    def start(self, starter=1):
        self.page.click("[data-do=pass]")
        self.page.click(f".choices button >> nth={starter - 1}")
        self.until("window.tilescribe.state.started")

    def square(self, name, size=15):
        start = read_square(name)
        self.tap(f"[data-at='{start.row * size + start.column}']")

    def tile(self, tile):
        if tile != tile.upper():
            self.tap("[data-key=blank]")
        self.tap(f".key[data-tile='{tile.upper()}']")

    def type(self, square, letters):
        """As a scorekeeper enters it: the first square, the new tiles, the arrow if need be."""
        self.square(square)
        for tile in letters.replace(".", ""):
            self.tile(tile)
        across = str(square[0].isdigit()).lower()
        if not self.page.evaluate(AS_MEANT.replace("ACROSS", across)):
            self.square(square)

    def play(self, square, letters):
        turns = self.turns()
        self.type(square, letters)
        self.commit(turns)

    def commit(self, turns=None):
        turns = self.turns() if turns is None else turns
        self.tap("#commit")
        self.until(f"window.tilescribe.now.lines.length > {turns}")
        self.circle_blanks()

    def circle_blanks(self):
        """The slip comes by itself after a play with a blank: the letter on it is confirmed."""
        letters = self.page.evaluate("window.tilescribe.now.lines.at(-1).move.split(' ')[1] ?? ''")
        for _ in range(sum(letter.islower() for letter in letters)):
            self.until("document.querySelector('.panel.slip[open] .go:not([hidden])') !== null")
            before = self.page.evaluate("window.tilescribe.now.blanks.length")
            self.page.click(".panel.slip .go")
            self.until(f"window.tilescribe.now.blanks.length > {before}")

    def until(self, true):
        """Wait for it. The page's own policy forbids what Playwright would evaluate for us."""
        deadline = time.monotonic() + 10
        while not self.page.evaluate(true):
            assert time.monotonic() < deadline, f"waited in vain: {true}"
            self.page.wait_for_timeout(5)

    def turns(self):
        return self.page.evaluate("window.tilescribe.now.lines.length")

    def exchange(self, number):
        turns = self.turns()
        self.page.click("[data-do=exchange]")
        self.page.click(f".numbers button >> nth={number - 1}")
        self.until(f"window.tilescribe.now.lines.length > {turns}")

    def passes(self):
        turns = self.turns()
        self.page.click("[data-do=pass]")
        self.page.click(".panel .go")
        self.until(f"window.tilescribe.now.lines.length > {turns}")

    def sent(self):
        self.until("document.getElementById('state').textContent === 'Sent'")

    def sheet(self):
        """The game at this table, as the record has it."""
        return self.hall.sheet(self.table)

    def close(self):
        assert self.errors == []
        self.context.close()
