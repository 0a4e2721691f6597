"""Pictures of every page: ``python -m tests.web.draw_pages FOLDER [PART OF AN ADDRESS ...]``.

Each at six widths in light, and at two of them in the dark, with more contrast and with letters
twice as large, and mirrored. To look at, one by one; ``--beside FOLDER`` puts those of another
commit to the left. Pages that are not among the pictures at the end are named, and it fails.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Error, sync_playwright

from tests.web.chromium import launched
from tests.web.entry_hall import a_hall
from tests.web.every_page import PAGES, a_busy_hall, each_at_a_page, opened

WIDTHS = {320: 640, 390: 844, 820: 1180, 1180: 820, 1440: 900, 1920: 1080}
IN_LIGHT = [("light", width) for width in WIDTHS]
OTHERWISE = [(how, width) for how in ("dark", "contrast", "large", "rtl") for width in (390, 1440)]
BY_SCRIPT = {
    "large": "document.documentElement.style.fontSize = '200%'",
    "rtl": "document.documentElement.dir = 'rtl'",
}
TALLEST = 3000
"""Pixels of a page that are kept; what is below looks like what is above."""


def file_name(what, how, width):
    """Where a picture is kept: by the number of the page, what it is, and how it is looked at."""
    nth = PAGES.index(what)
    at = re.sub(r"\W+", "-", f"{what.endpoint} {what.where} {what.act or ''}").strip("-")[:70]
    return f"{nth:03}-{at}--{how}-{width}.png"


def not_drawn(folder, pages=PAGES):
    """What of ``pages`` has no picture in ``folder``, by the name that it would have."""
    expected = (file_name(what, *way) for what in pages for way in IN_LIGHT + OTHERWISE)
    return [name for name in expected if not (folder / name).exists()]


def pictures(page, hall, what, folder):
    """Open ``what`` once a way of looking at it: what is done there is done on a fresh page."""
    for how, width in IN_LIGHT + OTHERWISE:
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        page.emulate_media(
            color_scheme="dark" if how == "dark" else "light",
            contrast="more" if how == "contrast" else "no-preference",
            reduced_motion="reduce",
        )
        try:
            opened(page, hall, what)
        except (AssertionError, Error) as wrong:
            print(f"{what.endpoint} {what.where} {what.act}: {str(wrong)[:200]}", file=sys.stderr)
            return
        page.evaluate(BY_SCRIPT.get(how, ""))
        into = folder / file_name(what, how, width)
        high = page.evaluate("document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(high, TALLEST)}
        page.screenshot(path=into, full_page=True, clip=clip)


def beside(ours, others):
    """One picture of two: theirs at the left, ours at the right."""
    for path in sorted(ours.glob("*.png")):
        name = path.name.split("-", 1)[1]
        before = next(others.glob(f"*-{name}"), None)
        right = Image.open(path)
        left = Image.open(before) if before else Image.new("RGB", (right.width, 40), "grey")
        both = Image.new(
            "RGB", (left.width + right.width + 16, max(left.height, right.height)), "magenta"
        )
        both.paste(left, (0, 0))
        both.paste(right, (left.width + 16, 0))
        both.save(path)


def main(arguments):
    parser = ArgumentParser(prog="python -m tests.web.draw_pages")
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--beside", type=Path)
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as data,
        a_hall(Path(data), tables=4) as hall,
        sync_playwright() as engine,
    ):
        a_busy_hall(hall)
        browser = launched(engine.chromium)
        asked = [
            what
            for what in PAGES
            if not given.parts or any(part in what.where for part in given.parts)
        ]
        with each_at_a_page(browser, hall, has_touch=False) as pages:
            for what in asked:
                pictures(pages[what.who], hall, what, given.folder)
        browser.close()
    missing = not_drawn(given.folder, asked)
    if given.beside:
        beside(given.folder, given.beside)
    if missing:
        sys.exit("Not drawn:\n" + "\n".join(missing))


if __name__ == "__main__":
    main(sys.argv[1:])
