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

CUT = """() => {
  const name = (one) => `${one.className || one.tagName} “${one.textContent.trim().slice(0, 40)}”`;
  const read = (one) => !one.closest(".skip") && one.textContent.trim() && one.clientWidth > 4
    && one.checkVisibility({ visibilityProperty: true }) && !(one instanceof SVGElement);
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX)
    || scrolls(one.parentElement));
  return [...(document.querySelector("dialog[open]") ?? document.body).querySelectorAll("*")]
    .filter(read).flatMap((one) => {
      const { overflowX, overflowY, textOverflow, clipPath, webkitLineClamp: clamped } =
        getComputedStyle(one);
      if (clipPath !== "none") return [];
      const off = (how) => /hidden|clip/.test(how);
      const across = off(overflowX) && textOverflow !== "ellipsis"
        && one.scrollWidth > one.clientWidth + 1;
      const titled = clamped !== "none" && one.closest("[title]");
      const down = !titled && off(overflowY) && one.scrollHeight > one.clientHeight + 2;
      const here = one.matches("[aria-current=page]") && one.closest(".crumbs");
      const nowhere = here && one.scrollWidth > one.clientWidth && one.clientWidth < 100;
      const words = document.createRange();
      const beyond = [...one.childNodes].some((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.data.trim() || off(overflowX)) return false;
        words.selectNodeContents(node);
        return words.getBoundingClientRect().right > innerWidth && !scrolls(one);
      });
      return across || down || nowhere || beyond ? [name(one)] : [];
    });
}"""
"""What is cut without a word: higher or wider than what holds it, beyond the edge of the window,
or so little of the name of the page that nobody can tell where one is."""

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SQUARE = "document.querySelector('[data-at]').getBoundingClientRect().width"


NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def resized(page, width, height):
    """Make the window so large, and wait until what follows its size has been laid out."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(NEXT_FRAME)


def too_small(page, sizes=SIZES):
    """Every control under 44 pixels at one of ``sizes``, and whether the page sticks out."""
    found = []
    for width, height in sizes:
        resized(page, width, height)
        found += [f"{width}×{height}: {each}" for each in page.evaluate(SMALL)]
        if page.evaluate(SIDEWAYS) > 0:
            found.append(f"{width}×{height}: sticks out sideways")
    return found


def cut(page, sizes=SIZES):
    """Every word that is cut at one of ``sizes`` with nothing to say so."""
    found = []
    for width, height in sizes:
        resized(page, width, height)
        found += [f"{width}×{height}: {each}" for each in page.evaluate(CUT)]
    return found
