"""Draws the pictures of the organiser's chapter: the overview, results from slips, a draw and why.

.venv/bin/python -m tests.web.draw_organiser
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from ledger.accounts.badges import Badges
from ledger.desk.requests import from_the_desk
from ledger.record.events import tournament_id
from ledger.tournament.facts import PlayerEntered
from ledger.tournament.opening import OpenTournament, Particulars
from ledger.tournament.players import EnterPlayers
from ledger.vocabulary import CONSOLE, Role
from tests.web.a_server import served_on_loopback
from tests.web.chromium import launched
from tests.web.draw_desk import NAMES, kept, saved, taken
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

SLUG, PLAYERS = "harbour-2027", 24
PICTURES = "organise", "results", "round"
BETWEEN = "#d9d5cb"
"""Behind two pictures that are shown as one."""


def draw(where: Path | None = None) -> None:
    """Draw them all, into the manual or elsewhere."""
    with (
        sync_playwright() as engine,
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder), make=True) as here,
    ):
        office = Badges(here.desk, here.local_store)
        office.issue("O1", "Inés Moreau", Role.ORGANISER, by=CONSOLE)
        set_up(here)
        app = create_app(RecordSite(here.log, here.hall, here.desk, office.sessions), badges=office)
        browser = launched(engine.chromium)
        with served_on_loopback(app) as on:
            context = browser.new_context(viewport={"width": 1100, "height": 800})
            token = office.sessions.begin("O1")
            context.add_cookies([{"name": "tilescribe-session", "value": token, "url": on.address}])
            page = context.new_page()
            page.goto(f"{on.address}/t/{SLUG}/organise/")
            kept(page, "organise", where=where)
            pair(page)
            page.click("button:text-is('Pair round 1')")
            page.wait_for_selector("text=Saved in the record.")
            results(page, where)
            a_draw_explained(page, where)
            context.close()
        browser.close()


def pair(page) -> None:
    """To the draw of the next round, of a seed that is the same each time."""
    page.goto(f"{page.url.partition('/t/')[0]}/t/{SLUG}/organise/rounds")
    page.click("text=More choices")
    page.fill("[name=seed]", "2027")
    page.click("button:has-text('Preview round')")


def results(page, where: Path | None) -> None:
    """Slips typed, one of them again and otherwise; the rest is in once the picture is taken."""
    page.click(".areas [data-area=results]")
    page.wait_for_selector("#typed:visible")
    tables = range(1, PLAYERS // 2 + 1)
    slips = [f"{431 - 9 * n}{388 - 31 * n % 74}" for n in tables]
    for table, slip in zip(tables, slips[:4], strict=False):
        keys(page, str(table), "Enter", slip)
    page.locator("#written li:has-text('written')").nth(3).wait_for()
    keys(page, "2", "Enter", "412377")
    page.wait_for_selector("#question:visible")
    keys(page, "y", "Enter")
    page.wait_for_selector(".slip-table.differs")
    keys(page, "5", "Enter", slips[4][:4])
    kept(page, "results", where, full_page=True)
    keys(page, "Escape", "Control+z", "Enter")  # the other slip was wrong
    page.wait_for_selector(".slip-table.differs", state="detached")
    page.keyboard.press("Escape")
    for table in tables[4:]:
        keys(page, str(table), "Enter", slips[table - 1])
    page.wait_for_selector("text=all 12 are in")


def keys(page, *typed: str) -> None:
    for each in typed:
        if each.isdigit():
            page.keyboard.type(each)
        else:
            page.keyboard.press(each)


def a_draw_explained(page, where: Path | None) -> None:
    """Round 2 as it would be, and below it why the first of its tables is as it is."""
    pair(page)
    page.set_viewport_size({"width": 1100, "height": 860})
    rows = page.locator(".pairings").bounding_box()
    height = rows["y"] + rows["height"] + 16
    draw_seen = taken(page, clip={"x": 0, "y": 0, "width": 1100, "height": height})
    page.click(".pairings a:text-is('Why?') >> nth=0")
    page.wait_for_selector("#why")
    reasons = page.locator("#why")
    reasons.scroll_into_view_if_needed()
    why = taken(page, clip=reasons.bounding_box())
    whole = Image.new("RGB", (draw_seen.width, draw_seen.height + why.height + 40), BETWEEN)
    whole.paste(draw_seen, (0, 0))
    whole.paste(why, ((whole.width - why.width) // 2, draw_seen.height + 20))
    saved(whole, "round", where)


def set_up(here) -> None:
    """A tournament of 24 players before its first round."""
    stream, sent = tournament_id(SLUG), from_the_desk
    request = OpenTournament(
        slug=SLUG, name="Harbour Open 2027", place="The Old Customs House", rules="wespa-5.1",
        particulars=Particulars(first_day="2027-03-13", zone="Europe/Lisbon"),
    )  # fmt: skip
    here.desk.must_write(stream, request, sent(CONSOLE))
    players = tuple(
        PlayerEntered(number=n, name=NAMES[n - 1], rating=1900 - 31 * n)
        for n in range(1, PLAYERS + 1)
    )
    here.desk.must_write(stream, EnterPlayers(players=players), sent(CONSOLE))


if __name__ == "__main__":
    draw()
