"""axe-core in a page of ours: what it finds against WCAG 2.2 AA, a line each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "vendor" / "axe.min.js"
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")

RUN = """async ([within, runOnly]) => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  const { violations } = await axe.run(within ?? document, {
    runOnly, resultTypes: ["violations"],
    iframes: false, preload: false,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const [{ message }] = [...any, ...all, ...none];
      return `${id}: ${target.join(" ")}: ${message}`;
    }));
}"""


@cache
def _script():
    return f"(() => {{{FILE.read_text('utf-8')}}})()"


def violations(page, within=None, rules=()):
    """What axe-core finds wrong on ``page``, or only ``within`` a selector, or only by ``rules``.

    The page's own policy forbids scripts from elsewhere; what DevTools evaluates is exempt. What
    is on its way from one colour to another, as when the theme has just changed, arrives first.
    """
    if page.evaluate("window.axe === undefined"):
        page.evaluate(_script())
    kind, values = ("rule", rules) if rules else ("tag", LEVELS)
    return page.evaluate(RUN, [within, {"type": kind, "values": list(values)}])
