"""Draws what others see: the replay, the install page, slips, phones, an overlay, readiness.

.venv/bin/python -m tests.web.draw_visitors
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from PIL import Image
from playwright.sync_api import sync_playwright

from ledger.accounts.badges import Badges
from ledger.desk.requests import Sent
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.judging.slips import ConfirmSlip
from ledger.record.events import tournament_id
from ledger.tournament.facts import Division, PlayerEntered
from ledger.tournament.opening import AnnounceStart, Particulars, SetUp
from ledger.tournament.players import AddPlayers, LetPhonesCheckIn
from tests.desks import A, B
from tests.web.a_server import served_on_loopback
from tests.web.a_tablet import let_in
from tests.web.conftest import CHROMIUM
from tests.web.draw_desk import saved, taken
from tests.web.draw_organiser import BETWEEN
from tests.web.entry_hall import OPTIONS, SLUG, a_hall
from tests.web.judged_hall import a_judged_hall, begun
from tests.web.test_public_pages import NAMES, slip
from web.application import create_app
from web.command_line.opened import opened
from web.demonstration import building
from web.hall_certificate import InstallServer, hall_certificate, handouts, install_pages
from web.help import FOLDER
from web.monitoring.checks import Place
from web.site import RecordSite

PICTURES = (
    "hall", "judge", "overlay", "phases", "phone", "ready", "replay", "screen", "stream",
)  # fmt: skip
WITHDRAWN = f"/t/{building.SLUG}/r2/t4/?ply=15"
"""A phoney that was challenged off just now."""

WALL = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
LAPTOP = IPv4Address("192.168.1.20")
CAMERA = "linear-gradient(160deg, #6b7a5c, #2f4238 60%, #1d2a2a)"
"""What a camera might see, behind the overlay."""

MANY = 160
"""Colours of a picture: with fewer, those of the board fade."""

SLIPS = (
    ("D8", ".OLFED", "WOLFED", True),
    ("F8", ".OVELLY", "NOVELLY", True),
    ("G8", ".RYLY", "DRYLY", False),
    ("H8", ".APOK", "YAPOK", True),
)
"""What was played through WINDY and is challenged, and whether both say that it is written so."""


def draw(where: Path | None = None) -> None:
    """Draw them all, into the manual or elsewhere."""
    with sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=str(CHROMIUM),
            args=[
                "--no-sandbox",
                "--disable-dev-shm-usage",
                f"--host-resolver-rules=MAP {LAPTOP} 127.0.0.1",
            ],
        )
        with tempfile.TemporaryDirectory() as folder:
            of_the_demonstration(browser, Path(folder), where)
        with tempfile.TemporaryDirectory() as folder:
            slips(browser, Path(folder), where)
        with tempfile.TemporaryDirectory() as folder:
            install_page(browser, Path(folder), where)
        with tempfile.TemporaryDirectory() as folder:
            phases(browser, Path(folder), where)
        browser.close()


def of_the_demonstration(browser, folder: Path, where: Path | None) -> None:
    """The replay of a game, a player's phone, and the overlay at the game in progress."""
    with opened(folder, make=True) as here:
        building.build(here.desk, folder)
        office = Badges(here.desk, here.local_store)
        site = RecordSite(here.log, here.hall, here.desk, office, Place(folder, 200, 5.0))
        app = create_app(site, CORS_ORIGINS=("null",))
        with served_on_loopback(app) as on:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"{on.address}{WITHDRAWN}")
            saved(taken(page), "replay", where, MANY)
            page.set_viewport_size(PHONE)
            seen = []
            for path in ("p/3", "standings", "r7/"):
                page.goto(f"{on.address}/t/{building.SLUG}/{path}")
                seen.append(taken(page))
            saved(beside_one_another(seen), "phone", where, MANY)
            overlay(browser, on.address, where)
            screens(browser, f"{on.address}/t/{building.SLUG}", where)
            page.set_viewport_size({"width": 900, "height": 126})
            page.goto(f"{on.address}/readyz")
            saved(taken(page), "ready", where)


def overlay(browser, hall: str, where: Path | None) -> None:
    """Over a picture of ours, which stands for the camera's."""
    page = browser.new_page(viewport={"width": 960, "height": 180})
    request = {"hall": hall, "tournament": building.SLUG, "table": 4}
    page.goto(f"{(FOLDER / 'overlay.html').as_uri()}?{urlencode(request)}")
    page.locator("#name0:not(:empty)").wait_for()
    page.evaluate(
        f"document.documentElement.style.cssText = 'min-height: 100%; background: {CAMERA}'"
    )
    saved(taken(page), "overlay", where, MANY)


def screens(browser, at: str, where: Path | None) -> None:
    """Two screens of the hall, and four of a stream over what a camera might see."""
    page = browser.new_page(viewport=WALL, device_scale_factor=0.5)
    seen = []
    for path in ("names", "standings"):
        page.goto(f"{at}/screen/{path}")
        page.wait_for_selector("[data-paged]")
        page.evaluate("document.body.dataset.away = ''")  # nobody is near, so there is no panel
        seen.append(taken(page))
    saved(beside_one_another(seen), "screen", where, MANY)
    seen = []
    for path in ("score?table=4", "board?table=4", "standings", "leaders"):
        page.goto(f"{at}/stream/{path}")
        page.wait_for_selector(".plate")
        page.evaluate(f"document.documentElement.style.background = '{CAMERA}'")
        seen.append(taken(page, animations="disabled"))
    rows = [beside_one_another(seen[nth : nth + 2]) for nth in (0, 2)]
    whole = Image.new("RGB", (rows[0].width, sum(one.height for one in rows)), BETWEEN)
    for nth, each in enumerate(rows):
        whole.paste(each, (0, nth * each.height))
    saved(whole, "stream", where, MANY)


def slips(browser, folder: Path, where: Path | None) -> None:
    """The judge's terminal: slips that wait in two tournaments, and one of them opened."""
    with a_judged_hall(folder) as hall:
        clock = hall.desk.now
        for nth, (square, letters, word, confirmed) in enumerate(SLIPS):
            hall.desk.now = lambda ago=timedelta(seconds=200 - 45 * nth): clock() - ago
            table = begun(hall, (*hall.second[:3], hall.others[0])[nth])
            table.play(B, square, letters)
            table.enter(IssueChallenge(seat=A, words=(word,), method="runner"))
            if confirmed:
                table.enter(ConfirmSlip(seat=B))
        hall.desk.now = clock
        context = browser.new_context(viewport={"width": 1024, "height": 700})
        let_in(context, hall, "J1")
        page = context.new_page()
        page.goto(f"{hall.address}/judge")
        page.locator("#slips li").first.wait_for()
        saved(taken(page), "judge", where, MANY)


def install_page(browser, folder: Path, where: Path | None) -> None:
    """How a device is made ready, as a laptop at an address of a hall shows it."""
    certificate = hall_certificate(folder, None, [LAPTOP], datetime.now(UTC))
    pages = install_pages(certificate, [LAPTOP], 8421, 8480)
    server = InstallServer("127.0.0.1", 0, handouts(certificate), pages)
    server.start()
    try:
        page = browser.new_page(viewport={"width": 1000, "height": 820})
        page.goto(f"http://{LAPTOP}:{server.server_port}/")
        saved(taken(page), "hall", where, MANY)
    finally:
        server.shutdown()
        server.server_close()


def phases(browser, folder: Path, where: Path | None) -> None:
    """A player's page from the check-in to the final place."""
    with a_hall(folder, tables=4, names=(*NAMES, "Dora Bo", "Eve Fox")) as hall:
        page = browser.new_page(viewport={"width": 340, "height": 600})
        seen = []

        def shown(number: int) -> None:
            page.goto(f"{hall.address}/t/{SLUG}/p/{number}")
            seen.append(taken(page))

        def written(request) -> None:
            hall.here.organise(SLUG, request)

        last = Particulars(divisions=(Division(rounds=1),))
        written(SetUp(name="Spring Open", rules="wespa-5.1", options=OPTIONS, particulars=last))
        written(AddPlayers(players=(PlayerEntered(number=0, name="Hal Ito"),)))
        hall.here.desk.must_write(
            tournament_id(SLUG),
            LetPhonesCheckIn(by="D1", key="a key that lies nowhere"),
            Sent(by="D1", command_id=uuid4()),
        )
        shown(9)
        written(AnnounceStart(starts_at=datetime.now(UTC) + timedelta(minutes=6)))
        shown(1)
        for game in hall.games[1:]:
            slip(hall, game)
        shown(1)
        shown(3)
        slip(hall, hall.games[0])
        shown(3)
        saved(beside_one_another(seen), "phases", where, MANY)


def beside_one_another(pictures: list[Image.Image]) -> Image.Image:
    """Phones in a row."""
    gap = 24
    width, height = pictures[0].size
    whole = Image.new("RGB", ((width + gap) * len(pictures) + gap, height + 2 * gap), BETWEEN)
    for nth, each in enumerate(pictures):
        whole.paste(each, (gap + nth * (width + gap), gap))
    return whole


if __name__ == "__main__":
    draw()
