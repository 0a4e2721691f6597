"""Waiting for what comes at its own time: in a page, and on the record."""

from __future__ import annotations

import time

import pytest

from tests.web.slow_world import PATIENCE

Error = pytest.importorskip("playwright.sync_api").Error

TRUE = """async () => {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    if (await (WHAT)) return true;
    if (performance.now() > deadline) return false;
    await new Promise((soon) => setTimeout(soon, 4));
  }
}"""


def until(page, true):
    """Wait for it. The page's own policy forbids what Playwright would evaluate for us."""
    deadline = time.monotonic() + PATIENCE
    request = TRUE.replace("WHAT", true).replace("PATIENCE", str(1000 * PATIENCE))
    came = False
    while not came and time.monotonic() < deadline:
        try:
            came = page.evaluate(request)
        except Error as left:
            if "context was destroyed" not in left.message:  # another page has come
                raise
    assert came, f"waited in vain: {true}"


def on_record(true):
    """Wait until it is: the server writes at its own time."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "waited in vain for the record"
        time.sleep(0.01)
