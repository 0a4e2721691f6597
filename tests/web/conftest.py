"""A site made of fixtures, a client for it, and a real browser in front of a real server."""

from __future__ import annotations

import os

import pytest

from ledger.apart import reading
from ledger.interchange.importing import SHEETS
from tests.web.a_server import served_on_loopback
from tests.web.chromium import CHROMIUM, launched
from tests.web.fake_site import a_site
from tests.web.made_once import make_once
from tests.web.slow_world import PATIENCE, slow_pages, slowed
from web.application import create_app
from web.cases.photos import PHOTOS
from web.command_line import worker

make_once()


def PRINTER(form, sheet, paper):
    return f"%PDF-1.7 {form.replace('-', ' ')} {sheet} {paper}".encode()


LIMITS = (
    (worker, "PATIENCE", 4.0), (worker, "GIVEN_UP", 5.5),
    (worker, "SEARCHED_FOR", 2.0), (reading, "PATIENCE", 5.0),
    (PHOTOS, "_seconds", PHOTOS._seconds), (SHEETS, "_seconds", SHEETS._seconds),
)  # fmt: skip
"""What the service gives up by the clock: where, and after how many seconds. On a busy machine
that says nothing of what it finds; a test of a limit sets its own."""


@pytest.fixture(scope="session", autouse=True)
def time_enough():
    for module, name, _ in LIMITS:
        setattr(module, name, PATIENCE)
    yield
    for module, name, seconds in LIMITS:
        setattr(module, name, seconds)


GAME = "/t/kestrel-bay-2026/r3/t14/"
FOR_PEOPLE = {"Accept": "text/html"}


@pytest.fixture
def site():
    return a_site()


@pytest.fixture
def client(site):
    return create_app(site, printer=PRINTER, TESTING=True, HEARTBEAT_SECONDS=0.01).test_client()


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; skipped where there is none, unless this is CI."""
    playwright = pytest.importorskip("playwright.sync_api") if not os.environ.get("CI") else None
    if playwright is None:
        from playwright import sync_api as playwright
    if not CHROMIUM.exists():
        none = "no Chromium: apt-get install --no-install-recommends chromium-headless-shell"
        if os.environ.get("CI"):
            pytest.fail(none)
        pytest.skip(none)
    slow_pages()
    with playwright.sync_playwright() as engine:
        running = launched(engine.chromium)
        yield running
        running.close()


@pytest.fixture(scope="session")
def served():
    """A server on loopback, with a site of its own: ``served.site``, ``served.address``."""
    site = a_site()
    app = create_app(site, printer=PRINTER, HEARTBEAT_SECONDS=0.2)
    with served_on_loopback(slowed(app)) as serving:
        serving.site = site
        yield serving


AS_IT_COMES = {
    "color_scheme": "light", "contrast": "no-preference", "forced_colors": "none",
    "reduced_motion": "no-preference",
}  # fmt: skip


@pytest.fixture(scope="session")
def waiting_pages(browser, served):
    """Pages that no test has, for each way to be: a new one costs more than what it then shows."""
    contexts, idle = {}, {}

    def of(emulated):
        way = repr(sorted(emulated.items()))
        if way not in contexts:
            contexts[way] = browser.new_context(base_url=served.address, **emulated)
        return contexts[way], idle.setdefault(way, [])

    return of


@pytest.fixture
def open_page(waiting_pages):
    """Open an address on a page of one's own; anything said in the console fails the test."""
    taken, complaints = [], []

    def heard(said):
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    def thrown(error):
        complaints.append(str(error))

    def opened(address, width=1280, height=800, *, fresh=False, **emulated):
        """``fresh``: a page that has been nowhere, for a test of where it can go back to."""
        context, idle = waiting_pages(emulated)
        page = idle.pop() if idle and not fresh else context.new_page()
        taken.append((page, idle))
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            **{name: emulated.get(name, value) for name, value in AS_IT_COMES.items()}
        )
        page.on("console", heard)
        page.on("pageerror", thrown)
        page.goto(address)
        return page

    yield opened
    for page, idle in taken:
        page.remove_listener("console", heard)
        page.remove_listener("pageerror", thrown)
        page.mouse.move(0, 0)
        idle.append(page)
    assert complaints == []
