"""Somebody who never saw the product: clicks on what a page shows, types into what has a label.

Nothing else is done: no address is opened but those that the product told, nothing is asked of the
desk behind the pages. Clicks and keys are counted, pages that answer with an error complain.
"""

from __future__ import annotations

import re
import time

from tests.web.waiting import until

EXPECTED = {403}
"""What a page is answered that nobody may see yet: the door, which asks to sign in."""


class Newcomer:
    """A browser of one's own, by words alone. ``errors``: what no user should meet."""

    def __init__(self, browser, **how):
        self.context = browser.new_context(service_workers="block", **how)
        self.page = self.context.new_page()
        self.clicks = self.pressed = 0
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("response", self._answered)

    def _answered(self, response):
        if response.status >= 400 and response.status not in EXPECTED:
            self.errors.append(f"{response.status} {response.request.method} {response.url}")

    def types_address(self, address):
        """Into the bar above the page."""
        self.pressed += len(address)
        self.page.goto(address)

    def click(self, words, *, role="button", within="body", nth=0):
        """What is called like this; ``role``: as a screen reader has it."""
        named = re.compile(rf"^\s*{re.escape(words)}") if isinstance(words, str) else words
        self.page.locator(within).get_by_role(role, name=named).nth(nth).click()
        self.clicks += 1

    def follow(self, words, **where):
        """A link, and wait for the page it leads to."""
        self.click(words, role="link", **where)

    def fill(self, label, text, *, within="body"):
        """A tap into the field of this label, and its text."""
        named = re.compile(rf"^\s*{re.escape(label)}") if isinstance(label, str) else label
        self.page.locator(within).get_by_label(named).first.fill(text)
        self.clicks += 1
        self.pressed += len(text)

    def choose(self, label, value, *, within="body"):
        """From a list: a tap that opens it, a tap that chooses."""
        self.page.locator(within).get_by_label(re.compile(rf"^\s*{re.escape(label)}")).first.select_option(value)
        self.clicks += 2

    def presses(self, *keys):
        """Keys, one after the other; digits are pressed one by one."""
        for key in keys:
            for one in key if key.isdigit() else [key]:
                self.page.keyboard.press(one)
                self.pressed += 1

    def takes(self, words, folder, **where):
        """A file that a link gives, in ``folder``."""
        with self.page.expect_download() as given:
            self.follow(words, **where)
        path = folder / given.value.suggested_filename
        given.value.save_as(path)
        return path

    def sees(self, words):
        """Wait until the page says so."""
        self.page.get_by_text(words).first.wait_for()

    def reads(self, selector="main"):
        """The words of a part of the page."""
        return " ".join(self.page.locator(selector).first.inner_text().split())

    def until(self, true):
        """Wait until it is."""
        until(self.page, true)

    def fits(self):
        """Whether nothing lies beside the screen."""
        return self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def goes(self):
        """Put the browser away; it met nothing wrong."""
        self.context.close()
        assert self.errors == []


class StopWatch:
    """What each step of a day took: seconds, clicks and keys of whoever did it."""

    def __init__(self):
        self.rows = []

    def time(self, step, *who):
        """As a context: the step in words, and who is at work."""
        return _Step(self, step, who)

    def __str__(self):
        width = max(len(step) for step, *_ in self.rows)
        lines = [f"{step:<{width}} {took:6.1f} s {clicks:4} clicks {keys:5} keys" for step, took, clicks, keys in self.rows]
        whole = [sum(row[at] for row in self.rows) for at in (1, 2, 3)]
        return "\n".join([*lines, f"{'in all':<{width}} {whole[0]:6.1f} s {whole[1]:4} clicks {whole[2]:5} keys"])


class _Step:
    def __init__(self, watch, step, who):
        self.watch, self.step, self.who = watch, step, who

    def __enter__(self):
        self.began = time.monotonic(), *self._counted()

    def __exit__(self, *_):
        began, clicks, keys = self.began
        now = self._counted()
        self.watch.rows.append((self.step, time.monotonic() - began, now[0] - clicks, now[1] - keys))

    def _counted(self):
        return sum(one.clicks for one in self.who), sum(one.pressed for one in self.who)
