"""Pictures of every page: ``python -m tests.web.draw_pages FOLDER [PART OF AN ADDRESS ...]``.

Each at six widths in light, and at two of them in the dark, with more contrast and with letters
twice as large, and mirrored. To look at, one by one; ``--beside FOLDER`` puts those of another
commit to the left, ``--language fr`` draws them in a language and ``--at 390 1180`` at these
widths in light alone. Pages that are not among the pictures at the end are named, and it fails.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Error, sync_playwright

from ledger.messages import LANGUAGES
from tests.web.chromium import launched
from tests.web.entry_hall import a_hall
from tests.web.every_page import PAGES, a_busy_hall, each_at_a_page, opened
from web.frame.languages import CHOSEN

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


def not_drawn(folder, pages=PAGES, ways=(*IN_LIGHT, *OTHERWISE)):
    """What of ``pages`` has no picture in ``folder``, by the name that it would have."""
    expected = (file_name(what, *way) for what in pages for way in ways)
    return [name for name in expected if not (folder / name).exists()]


def pictures(page, hall, what, folder, ways=(*IN_LIGHT, *OTHERWISE)):
    """Open ``what`` once a way of looking at it: what is done there is done on a fresh page."""
    for how, width in ways:
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
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--at", type=int, nargs="*", choices=WIDTHS)
    given = parser.parse_args(arguments)
    ways = [("light", width) for width in given.at] if given.at else IN_LIGHT + OTHERWISE
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
            for page in pages.values() if given.language else ():
                cookie = {"name": CHOSEN, "value": given.language, "url": hall.address}
                page.context.add_cookies([cookie])
            for what in asked:
                pictures(pages[what.who], hall, what, given.folder, ways)
        browser.close()
    missing = not_drawn(given.folder, asked, ways)
    if given.beside:
        beside(given.folder, given.beside)
    if missing:
        sys.exit("Not drawn:\n" + "\n".join(missing))


if __name__ == "__main__":
    main(sys.argv[1:])
