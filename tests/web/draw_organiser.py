"""Draws the pictures of the organiser's chapter: the overview, a round that was drawn.

.venv/bin/python -m tests.web.draw_organiser
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from ledger.accounts.badges import Badges
from ledger.desk.requests import from_the_desk
from ledger.record.streams import tournament_id
from ledger.tournament.facts.tournaments import PlayerEntered
from ledger.tournament.opening import OpenTournament
from ledger.tournament.particulars import Particulars
from ledger.tournament.rounds import EnterPlayers
from ledger.vocabulary import Role
from tests.web.a_server import served_on_loopback
from tests.web.conftest import CHROMIUM
from tests.web.draw_desk import NAMES, kept
from web.application import create_app
from web.command_line.data_folder import CONSOLE
from web.command_line.opened import opened
from web.site.record_site import RecordSite

SLUG, PLAYERS = "harbour-2027", 24


def draw(where: Path | None = None) -> None:
    """Draw them all, into the manual or elsewhere."""
    with (
        sync_playwright() as engine,
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder), make=True) as here,
    ):
        office = Badges(here.desk, here.cabinet)
        office.issue("O1", "Inés Moreau", Role.ORGANISER, by=CONSOLE)
        set_up(here)
        app = create_app(RecordSite(here.log, here.hall, here.desk, office.sessions), badges=office)
        browser = engine.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        with served_on_loopback(app) as on:
            context = browser.new_context(viewport={"width": 1100, "height": 800})
            token = office.sessions.begin("O1")
            context.add_cookies([{"name": "tilescribe-session", "value": token, "url": on.address}])
            page = context.new_page()
            page.goto(f"{on.address}/t/{SLUG}/organise/")
            kept(page, "organise", where=where)
        browser.close()


def set_up(here) -> None:
    """A tournament of 24 players before its first round."""
    stream, sent = tournament_id(SLUG), from_the_desk
    asked = OpenTournament(
        slug=SLUG, name="Harbour Open 2027", place="The Old Customs House", rules="wespa-5.1",
        particulars=Particulars(first_day="2027-03-13", zone="Europe/Lisbon"),
    )  # fmt: skip
    here.desk.must_write(stream, asked, sent(CONSOLE))
    players = tuple(
        PlayerEntered(number=n, name=NAMES[n - 1], rating=1900 - 31 * n)
        for n in range(1, PLAYERS + 1)
    )
    here.desk.must_write(stream, EnterPlayers(players=players), sent(CONSOLE))


if __name__ == "__main__":
    draw()
