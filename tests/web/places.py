"""Where every control of a tablet's page is, watched from the first tap of a game to the last.

Nothing may move under a finger between two taps. So each control that has been seen keeps its place
for as long as it is there, whatever comes, goes or is answered meanwhile; nothing comes to lie over
one; and what a finger comes down on was there when it came up the last time, or lies on a sheet.
"""

from __future__ import annotations

WATCH = """() => {
  const KINDS = "button, a[href], input, select, textarea, [role=gridcell], [role=radio]";
  // The lines of the score sheet scroll in their own window; the table's name leads away from the
  // page, and what is going on may be laid over it.
  const LOOSE = ".sheet *, .place, .skip";
  const places = new WeakMap();
  let there = new Set(); // when a finger came up the last time
  window.strays = [];
  const stray = (words) => window.strays.push(words);
  const nameOf = ({ id, dataset: { at, tile, do: act }, className, textContent }) =>
    id || at || tile || act || className || textContent;
  const shown = () => {
    const sheet = document.querySelector("dialog[open]");
    return [...(sheet ?? document).querySelectorAll(KINDS)]
      .filter((one) => !one.matches(LOOSE) && one.checkVisibility());
  };
  const look = () => {
    const all = shown();
    const scrolled = document.querySelector("dialog[open]")?.scrollTop ?? 0;
    for (const one of all) {
      const { x, y, width, height } = one.getBoundingClientRect();
      const place = [x, y + scrolled, width, height].map((n) => Math.round(n * 10) / 10).join(" ");
      const had = places.get(one);
      if (had !== undefined && had !== place) stray(`${nameOf(one)}: ${had} → ${place}`);
      places.set(one, place);
    }
    return all;
  };
  const uncovered = (all) => {
    if (document.querySelector("dialog[open]")) return;
    for (const one of all) {
      if (one.closest("[inert]") || one.matches(".open-sheet")) continue;
      if (one.dataset.at % 16) continue; // a diagonal of the board will do
      const { x, y, width, height } = one.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (!top || one.contains(top) || top.contains(one)) continue;
      stray(`${nameOf(one)} is under ${nameOf(top)}`);
    }
  };
  addEventListener("pointerdown", ({ target }) => {
    uncovered(look());
    const control = target.closest?.(KINDS);
    if (control && !control.closest("dialog") && !there.has(control)) {
      stray(`${nameOf(control)} came under the finger`);
    }
  }, true);
  const now = () =>
    new Set([...document.querySelectorAll(KINDS)].filter((one) => one.checkVisibility()));
  addEventListener("pointerup", () => {
    there = now();
  }, true);
  look();
  there = now();
}"""


def watch(tablet):
    """From now on, until the page is left."""
    tablet.page.evaluate(WATCH)


def strays(tablet):
    """What moved or came under a finger, in words."""
    return tablet.page.evaluate("window.strays")
