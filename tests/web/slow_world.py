"""A slow world, on purpose: ``TILESCRIBE_SLOW=1`` finds tests that look before what they look for
has come.

    TILESCRIBE_SLOW=1 .venv/bin/python -m pytest -q tests/web -m browser

Every response of a test's server waits up to a quarter of a second, never the same, and every
page runs at a quarter of its speed. A test that waits for the state it means passes as before, only
later; one that reads at once fails here, and not one day on somebody's slow machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import time

SLOW = bool(os.environ.get("TILESCRIBE_SLOW"))
DELAY = 0.25
"""Seconds at most, before the application is asked."""

SLOWER = 4
"""Times, as DevTools slow a page's thread down."""

PATIENCE = 60
"""Seconds a test waits for something at most, however busy the machine is. What comes in time costs
nothing."""

LONGEST_CALL = 2 * PATIENCE
"""Seconds after which a call of the browser that nobody answers is an error. Playwright waits for
ever for some of them (a script in a page, a touch), and Chromium, asked while a page goes, now and
then answers none: the test failed after four minutes with its whole process, and named no line."""


def slowed(app):
    """Let ``app`` answer late, where the world is slow."""
    if SLOW:
        answer = app.wsgi_app

        def late(*request):
            time.sleep(random.uniform(0, DELAY))
            return answer(*request)

        app.wsgi_app = late
    return app


def slow_pages():
    """Every page opened from now on is slow, where the world is; all are patient, not endlessly."""
    from playwright import sync_api
    from playwright._impl._sync_base import SyncBase

    if not hasattr(SyncBase._sync, "limited"):
        SyncBase._sync = _limited(SyncBase._sync)
    sync_api.expect.set_options(timeout=1000 * PATIENCE)
    for kind in (sync_api.BrowserContext, sync_api.Browser):
        if not hasattr(kind.new_page, "patient"):
            kind.new_page = _patient(kind.new_page)


def _limited(sync):
    async def in_time(call):
        try:
            async with asyncio.timeout(LONGEST_CALL):
                return await call
        except TimeoutError:
            raise AssertionError(f"the browser gave no answer in {LONGEST_CALL} s") from None

    def called(base, call):
        return sync(base, in_time(call))

    called.limited = True
    return called


def _patient(new_page):
    def opened(of, *how, **more):
        page = new_page(of, *how, **more)
        page.set_default_timeout(1000 * PATIENCE)
        if SLOW:
            line = page.context.new_cdp_session(page)
            line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        return page

    opened.patient = True
    return opened
