"""The scorekeeper's tablet: from key to ink on a slow one, and what it loads at first."""

from __future__ import annotations

import itertools
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.table import Row
from tests.web.a_tablet import MIDDLES, Tablet
from tests.web.chromium import launched
from tests.web.entry_hall import SLUG, a_hall
from tests.web.test_taps import PlayRecorded, real_games
from tests.web.waiting import until
from tests.web.wire import Wire

SLOWER = 4
"""Times: a cheap tablet against this machine."""

KEYS = 120
SQUARES = ("1A", "A15", "15A", "O1", "1I", "A9", "15I", "O9")
DRAFT = 5
"""Tiles in each draft: no more than are free between the square and the edge of the board."""

RESTS = 70
"""Milliseconds that a finger stays on a key, and at least until it comes down on the next."""

INK = """() => {
  window.inks = [];
  const after = (event) => {
    const { timeStamp } = event;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.inks.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  };
  for (const kind of ["touchend", "keydown"]) addEventListener(kind, after, true);
}"""
"""From a finger leaving its key, or a key going down, until the frame that answers it is made."""


UNSEEN = """() => [...document.querySelectorAll(".key[data-tile]")].flatMap((key) =>
  Array(Number(key.querySelector("small").textContent)).fill(key.dataset.tile))"""


FAR, LOADS = {"bits": 1_500_000, "latency": 40}, 5

USABLE = """(() => {
  const look = () => {
    const commit = document.getElementById("commit");
    if (commit && !commit.disabled) window.usable = performance.now();
    else setTimeout(look, 4);
  };
  look();
})()"""
"""When the game can be started."""


def rows():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        browser = launched(engine.chromium)
        with a_hall(Path(folder), tables=2) as hall:
            tablet = Tablet(browser, hall)
            _fill(tablet)
            yield from _inks(tablet)
            tablet.close()
            yield from _loaded(browser, hall)
        browser.close()


def _fill(tablet):
    """A real game towards its end, with tiles enough unseen for a draft to be typed."""
    _, starter, turns = next(real_games())
    tablet.start(starter)
    for turn in [turn for turn in turns if isinstance(turn, PlayRecorded)][:-5]:
        tablet.play(turn.placement.square, turn.placement.letters)
    tablet.sent()


def _inks(tablet):
    page = tablet.page
    slow = tablet.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(INK)
    finger = _finger(tablet, slow)
    bare = _times(page, KEYS // 4, lambda: finger("#preview"))
    by_touch, by_key = _typed(tablet, finger), _typed(tablet, None)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    floor = f"p95 {_p95(bare):.0f} ms for a touch that nothing answers"
    for how, times in (("touch", by_touch), ("keyboard", by_key)):
        half = statistics.median(times)
        yield Row(
            f"key to ink on a full board by {how}, CPU x{SLOWER}, {len(times)} keys",
            f"p50 {half:.0f}, p95 {_p95(times):.0f} ms",
            "<= 50 ms",
            floor,
            _p95(times) <= 50,
        )


def _finger(tablet, wire):
    """A touch as fingers make it: it rests on the key before it leaves it."""
    touch, where = "Input.dispatchTouchEvent", {}

    def touches(selector):
        if selector not in where:
            [where[selector]] = tablet.page.evaluate(MIDDLES, [selector])
        x, y = where[selector]
        wire.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        tablet.page.wait_for_timeout(RESTS)
        wire.send(touch, {"type": "touchEnd", "touchPoints": []})

    return touches


def _typed(tablet, finger):
    """The squares and keys of many drafts, by touch or from a keyboard; each one's time."""
    page, times = tablet.page, []
    letters = page.evaluate(UNSEEN)
    for square in itertools.cycle(SQUARES):
        if len(times) >= KEYS:
            return times
        tablet.tap(tablet.at(square))
        page.wait_for_timeout(RESTS)
        for letter in letters[:DRAFT]:
            if finger:
                times += _times(page, 1, lambda key=letter: finger(*tablet.keys(key)))
            else:
                times += _times(page, 1, lambda key=letter: page.keyboard.press(key.lower()))
        typed = page.evaluate("window.tilescribe.play.draft.tiles")
        assert typed == letters[:DRAFT], f"{typed} was typed at {square}, not {letters[:DRAFT]}"
        page.keyboard.press("Escape")
    return None


def _times(page, number, act):
    """Act, and wait for the frame, so often; milliseconds each."""
    page.evaluate("() => { window.inks = []; }")
    for done in range(1, number + 1):
        act()
        while page.evaluate("window.inks.length") < done:
            page.wait_for_timeout(5)
    return page.evaluate("window.inks")[:number]


def _p95(times):
    return statistics.quantiles(times, n=20)[18]


def _loaded(browser, hall):
    """What a tablet that has nothing yet fetches for the page, and how soon it can be used."""
    tablet = Tablet(browser, hall)
    near, _ = _opened(browser, hall, tablet)
    times = [_opened(browser, hall, tablet, FAR)[1] for _ in range(LOADS)]
    tablet.close()
    here = f"{hall.address}/"
    elsewhere = [url for url in near.urls.values() if not url.startswith(here)]
    floor = f"{len(near.sizes)} answers, {len(elsewhere)} of third parties"
    whole, scripts = near.bytes(), near.bytes(".js")
    met = whole <= 90 * 1024 and not elsewhere
    loaded = f"{whole / 1024:.0f} KB"
    yield Row("first load of the tablet's page, on the wire", loaded, "<= 90 KB", floor, met)
    told = f"{scripts / 1024:.1f} KB"
    yield Row("its scripts at the start, on the wire", told, "<= 45 KB", "", scripts <= 45 * 1024)
    half = statistics.median(times)
    floor = f"{8000 * whole / FAR['bits']:.0f} ms for its bytes alone"
    soon = f"p50 {half:.0f} ms"
    yield Row("usable at 1.5 Mbit/s, 40 ms", soon, "<= 1200 ms", floor, half <= 1200)


def _opened(browser, hall, tablet, far=None):
    """What travelled, and after how many milliseconds the big button could be pressed."""
    fresh = browser.new_context(service_workers="block")  # the same tablet, nothing kept
    fresh.add_cookies(tablet.context.cookies())
    page = fresh.new_page()
    wire = Wire(fresh, page)
    if far:
        wire.far(**far)
    page.add_init_script(USABLE)
    page.goto(f"{hall.address}/t/{SLUG}/r1/t2/enter")
    until(page, "window.usable > 0")
    page.wait_for_load_state("networkidle")
    after = page.evaluate("window.usable")
    fresh.close()
    return wire, after
