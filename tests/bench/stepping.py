"""A step through a game, as a slow tablet's processor has to do it."""

from __future__ import annotations

from playwright.sync_api import expect, sync_playwright

from tests.bench.table import Row
from tests.bench.tablet import SLOWER
from tests.web.a_server import served_on_loopback
from tests.web.chromium import launched
from tests.web.conftest import GAME
from tests.web.fake_site import a_site
from web.application import create_app

PLIES = 26
FRAMES = 32
"""Milliseconds, two frames: the board in one, the panels in the next."""

STEPS = """async (plies) => {
  const key = { key: "ArrowRight", bubbles: true };
  for (let i = 0; i < plies; i += 1) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
  }
}"""


def rows():
    with served_on_loopback(create_app(a_site())) as serving, sync_playwright() as engine:
        browser = launched(engine.chromium)
        page = browser.new_page(base_url=serving.address)
        page.goto(f"{GAME}?ply=0")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _spent(session)
        page.evaluate(STEPS, PLIES)
        expect(page.locator("#counter")).to_have_text(f"{PLIES} / {PLIES}")
        script, layout = (now - then for now, then in zip(_spent(session), before, strict=True))
        a_step = (script + layout) / PLIES * 1000 * SLOWER
        yield Row(
            f"a step in the replay, CPU x{SLOWER}",
            f"{a_step:.1f} ms",
            f"<= {FRAMES} ms",
            f"{layout / PLIES * 1000 * SLOWER:.1f} ms of it layout and style",
            a_step <= FRAMES,
        )
        browser.close()


def _spent(session):
    """Seconds of the page's thread in scripts, and in layout and style."""
    told = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return told["ScriptDuration"], told["LayoutDuration"] + told["RecalcStyleDuration"]
