"""Which controls on a page are too small for a finger, and how large the squares are."""

from __future__ import annotations

SIZES = ((1366, 1024), (1024, 768), (768, 1024), (600, 960), (390, 844))
"""The screens of ui-print: two tablets lying, two standing, and a phone."""

TABLETS = SIZES[:4]

HALVED = ((683, 512), (590, 410), (512, 384), (410, 590), (384, 512), (300, 480), (320, 640))
"""What a page has of such tablets drawn twice as large, lying and standing; and the narrowest
phone. At 200 % a finger's breadth is still 44 pixels of the page: it scrolls, nothing shrinks."""

SMALL = """() => {
  const open = document.querySelector("dialog[open]");
  const kinds = "button, a[href], summary, input, select, textarea, [role=button], [role=radio]";
  const inASentence = (one) => one.matches("a") && getComputedStyle(one).display === "inline"
    && one.parentElement.textContent.trim() !== one.textContent.trim();
  const box = (one) => {
    // A mark within its label is tapped by the label; the rest of a row by its stretched link.
    const held = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one;
    const { width, height } = held.getBoundingClientRect();
    return [width, height];
  };
  const round = (value) => Math.round(value * 10) / 10;
  return [...(open ?? document).querySelectorAll(kinds)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== "hidden")
    .filter((one) => !inASentence(one) && !one.closest(".skip"))
    .filter((one) => box(one).some((side) => side < 43.9))
    .map((one) => {
      const [width, height] = box(one).map(round);
      const name = one.id || one.name || one.className || one.tagName;
      return `${name} “${one.textContent.trim().slice(0, 24)}” ${width}×${height}`;
    });
}"""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SQUARE = "document.querySelector('[data-at]').getBoundingClientRect().width"


def too_small(page, sizes=SIZES):
    """Every control under 44 pixels at one of ``sizes``, and whether the page sticks out."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height}: {each}" for each in page.evaluate(SMALL)]
        if page.evaluate(SIDEWAYS) > 0:
            found.append(f"{width}×{height}: sticks out sideways")
    return found
