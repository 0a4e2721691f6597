"""Kept pictures of the components: ``python -m tests.web.draw_components`` draws them anew.

Small enough to lie beside the tests, and the same on another Chromium: letters are those of our
papers. Of each look are kept the page as means of cells, the upper left corner of each part without
its letters, and how large each part is.
"""

from __future__ import annotations

import io
import json
import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

from tests.web.chromium import launched
from tests.web.entry_hall import a_hall

KEPT = Path(__file__).with_name("fixtures")
FONTS = Path(__file__).parents[2] / "printing" / "fonts"
COMMAND = "python -m tests.web.draw_components"

LOOKS = ("light", "dark", "large")
"""``large``: letters twice as large."""

WIDTH = 1180
CELL, FINE = 20, 4  # pixels of the page in one of a kept picture: of the whole, of a corner
CORNER, OUTSIDE, A_ROW = 40, 4, 20  # pixels from a corner on, of them outside; corners in a row

AS_LARGE, WHOLE, FLAT = 1.5, 14, 10
"""What may differ: pixels of a side; of 255, a cell that has letters in it, and one without."""

PARTS = (
    ".button", ".download", ".field", "input", "select", "textarea", ".choice", ".submit-bar",
    ".table-frame", "th", "td", ".row", ".task", ".figures", ".meanings", ".chip", ".card",
    ".leaving", ".toast", ".notice", ".empty", "progress", ".rounds li > *", ".segments",
    ".segments > *", ".fold > summary", ".lines > li", ".in-line",
)  # fmt: skip

FOUND = """(parts) => [...document.querySelectorAll("main section[id]")].map((section) => {
  const seen = new Set();
  const box = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
  };
  const inner = [...section.querySelectorAll(parts)].filter((one) => one.checkVisibility());
  const named = inner.map((one) => {
    const states = ["aria-busy", "aria-current", "aria-invalid", "disabled", "type", "open"];
    const has = states.filter((name) => one.hasAttribute(name)).map((name) => `[${name}]`);
    const within = one.parentElement.closest("[class]").className.split(" ")[0];
    const classes = [...one.classList].map((each) => `.${each}`).join("");
    const name = `${within} > ${one.localName}${classes}${has.join("")}`;
    return [name, ...box(one)];
  }).filter(([name]) => !seen.has(name) && seen.add(name));
  return [section.id, box(section), named];
})"""

LETTERS = """
  @font-face {{ font-family: Kept; font-weight: 400; src: url(data:font/ttf;base64,{plain}) }}
  @font-face {{ font-family: Kept; font-weight: 700; src: url(data:font/ttf;base64,{bold}) }}
  :root {{ --font: Kept }}
  ::-webkit-calendar-picker-indicator {{ visibility: hidden }}
"""
LETTERS_HERE = """Promise.all(["400 16px Kept", "700 16px Kept"]
  .map((one) => document.fonts.load(one))).then((all) => all.length)"""
NO_LETTERS = "main * { -webkit-text-fill-color: transparent !important } svg { opacity: 0 }"


class Drawn(NamedTuple):
    """One look: its pictures, and by section the parts with their sizes."""

    whole: Image.Image
    corners: Image.Image
    sections: dict[str, dict]


def _picture(page):
    return Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")


def _cells(picture, box, cell):
    x, y, width, height = box
    size = (max(1, round(width / cell)), max(1, round(height / cell)))
    return picture.resize(size, Image.Resampling.BOX, (x, y, x + width, y + height))


def drawn(page, address, look, change=""):
    """Draw a look; ``change`` is CSS that is added, as a test does to see it noticed."""
    page.set_viewport_size({"width": WIDTH, "height": 900})
    page.emulate_media(color_scheme="dark" if look == "dark" else "light", reduced_motion="reduce")
    page.goto(f"{address}/manual/components")
    plain, bold = (
        b64encode((FONTS / f"NotoSans-{name}.ttf").read_bytes()).decode()
        for name in ("Regular", "Bold")
    )
    page.add_style_tag(content=LETTERS.format(plain=plain, bold=bold) + change)
    if look == "large":
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("document.activeElement.blur()")
    page.evaluate(LETTERS_HERE)
    found = page.evaluate(FOUND, ", ".join(PARTS))
    written = _picture(page)
    page.add_style_tag(content=NO_LETTERS)
    flat = _picture(page)
    return _put_together(found, written, flat)


def _put_together(found, written, flat):
    sections, tops, corners = {}, [], []
    high = 0
    for name, box, parts in found:
        cells = _cells(written, box, CELL)
        sections[name] = {"top": high, "size": cells.size, "parts": {}}
        tops.append((cells, high))
        high += cells.height
        for part, x, y, width, height in parts:
            sections[name]["parts"][part] = [len(corners), round(width, 1), round(height, 1)]
            at = (x - OUTSIDE, y - OUTSIDE, CORNER, CORNER)
            corners.append(_cells(flat, at, FINE))
    whole = Image.new("RGB", (max(cells.width for cells, _ in tops), high))
    for cells, top in tops:
        whole.paste(cells, (0, top))
    side = CORNER // FINE
    sheet = Image.new("RGB", (side * A_ROW, side * -(-len(corners) // A_ROW)))
    for nth, corner in enumerate(corners):
        sheet.paste(corner, (nth % A_ROW * side, nth // A_ROW * side))
    return Drawn(whole, sheet, sections)


def _places(look):
    return KEPT / f"components-{look}.png", KEPT / f"components-{look}-corners.png"


def keep(look, now):
    """Write a look as the one that is kept."""
    whole, corners = _places(look)
    told = PngInfo()
    told.add_text("sections", json.dumps(now.sections, separators=(",", ":")), zip=True)
    now.whole.save(whole, optimize=True, pnginfo=told)
    now.corners.save(corners, optimize=True)


def kept(look):
    whole, corners = _places(look)
    picture = Image.open(whole)
    sections = json.loads(picture.text["sections"])
    return Drawn(picture.convert("RGB"), Image.open(corners).convert("RGB"), sections)


def _furthest(one, other, box):
    """How far two pictures are apart in the cell where they are furthest apart, of 255."""
    pairs = zip(
        one.crop(box).get_flattened_data(), other.crop(box).get_flattened_data(), strict=True
    )
    return max(abs(a - b) for ours, theirs in pairs for a, b in zip(ours, theirs, strict=True))


def differences(before, now):
    """What a look has otherwise than the kept one, a line each; empty where it is the same."""
    told = []
    for name, section in before.sections.items():
        there = now.sections.get(name)
        if there is None or set(there["parts"]) != set(section["parts"]):
            parts = set(there["parts"] if there else ()) ^ set(section["parts"])
            told.append(f"#{name} has other parts: {', '.join(sorted(parts)) or 'none'}")
            continue
        told += _parts_apart(before, now, name)
        (width, height), top = section["size"], section["top"]
        if list(there["size"]) != [width, height]:
            told.append(f"#{name} is {there['size']} cells of {CELL} px, was {section['size']}")
            continue
        ours = before.whole.crop((0, top, width, top + height))
        theirs = now.whole.crop((0, there["top"], width, there["top"] + height))
        far = _furthest(ours, theirs, (0, 0, width, height))
        if far > WHOLE:
            told.append(f"#{name} looks otherwise: a cell by {far} of 255")
    told += [f"#{name} is new" for name in now.sections if name not in before.sections]
    return told


def _parts_apart(before, now, name):
    side = CORNER // FINE
    for part, (nth, *size) in before.sections[name]["parts"].items():
        there, *size_now = now.sections[name]["parts"][part]
        if any(abs(a - b) > AS_LARGE for a, b in zip(size, size_now, strict=True)):
            yield f"#{name} {part} is {size_now} px large, was {size}"
        ours, theirs = (
            drawing.corners.crop(
                (at % A_ROW * side, at // A_ROW * side, at % A_ROW * side + side,
                 at // A_ROW * side + side)
            )
            for drawing, at in ((before, nth), (now, there))
        )  # fmt: skip
        far = _furthest(ours, theirs, (0, 0, side, side))
        if far > FLAT:
            yield f"#{name} {part} has another corner or colour: by {far} of 255"


def main():
    with (
        TemporaryDirectory() as data,
        a_hall(Path(data), tables=1) as hall,
        sync_playwright() as engine,
    ):
        browser = launched(engine.chromium)
        page = browser.new_context(bypass_csp=True, locale="en-GB").new_page()
        for look in LOOKS:
            keep(look, drawn(page, hall.address, look))
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
