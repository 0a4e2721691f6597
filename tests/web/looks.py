"""What no page may look like (`ui-spec.md`), whoever reads it: asked in one go of an open page."""

from __future__ import annotations

from pathlib import Path

from tests.web import boxes

ASKED = Path(__file__).with_suffix(".js").read_text("utf-8").strip()

CONTAINER, SIDE, BELOW = 1280, 20, 124
"""The container with its sides; where a heading begins: from its edge, and from the top."""

STEPS = (12, 13, 15, 16, 17, 22, 24, 28, 40)  # px, sizes of type
OWN_SIZES = {
    "screens.page", "screens.turning", "stream_screens.page", "stream_screens.on_air",
    "entering.page",
}  # fmt: skip
"""Whose type goes by the height of the screen of hall or stream, or by the squares of a board."""

GALLERY = "manual.components"
"""It shows each component in each state, also those that a page has once or never."""


def _asked(page, what, given):
    return page.evaluate(f"(given) => ({ASKED}).{what}(given)", given)


def look(page, endpoint=""):
    """What ``page`` does wrong at a window as wide as a desk, by check."""
    steps = [] if endpoint in OWN_SIZES else list(STEPS)
    return _asked(page, "look", [steps, endpoint == GALLERY]) | heading_off(page)


def heading_off(page):
    """Where the heading stands, if that is not where all do."""
    found = _asked(page, "heading", [])
    if found is None:
        return {}
    x, y, width, full = found
    left = 24 if full else max(0, (width - CONTAINER) / 2) + SIDE
    return {} if abs(x - left) <= 1 and abs(y - BELOW) <= 1 else {"heading": [f"at {x}, {y}"]}


def by_finger(page, sizes, endpoint=""):
    """What is too near to something else, too small to type in, or cut without a word.

    Keys of a tablet stand near one another (`test_boxes.py`), and what is shown in each state.
    """
    found, close = {}, endpoint in OWN_SIZES | {GALLERY}
    for width, height in sizes:
        boxes.resized(page, width, height)
        for check, told in _asked(page, "byFinger", [width < 600, close]).items():
            found.setdefault(check, []).extend(f"{width}: {each}" for each in told)
    return found
