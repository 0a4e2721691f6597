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

    def choose(self, label, words, *, within="body"):
        """From a list: a tap that opens it, a tap that chooses."""
        named = re.compile(rf"^\s*{re.escape(label)}")
        field = self.page.locator(within).get_by_label(named).first
        field.select_option(field.locator("option", has_text=words).first.get_attribute("value"))
        self.clicks += 2

    def ticks(self, label, *, to=True, within="body"):
        """A box of this label."""
        there = self.page.locator(within).get_by_label(re.compile(rf"^\s*{re.escape(label)}"))
        there.set_checked(to)
        self.clicks += 1

    def gives(self, label, files):
        """Files of this device: the field, the files, and that those are they."""
        self.page.get_by_label(label).set_input_files(files)
        self.clicks += 1 + len(files)

    def from_the_menu(self, words):
        """What lies behind one's badge, in the head of each page."""
        self.page.locator("header .account summary").click()
        self.clicks += 1
        self.follow(words, within="header")

    def signs_in(self, badge, pin, own_pin):
        """By the PIN that was given, which has to be changed."""
        self.fill("Badge", badge)
        self.fill("PIN", pin)
        self.click("Sign in")
        self.fill("Current PIN", pin)
        self.fill(re.compile(r"^\s*New PIN\s*$"), own_pin)
        self.fill("New PIN again", own_pin)
        self.click("Change PIN")

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

    def times(self, done, *who, of=None):
        """Do a step, and what comes of it; ``of``: the round that it is about."""
        began, clicks, pressed = time.monotonic(), *_counted(who)
        found = done() if of is None else done(of)
        took, now = time.monotonic() - began, _counted(who)
        called = f"{done.__name__.replace('_', ' ')}{'' if of is None else f' {of}'}"
        self.rows.append((called, took, now[0] - clicks, now[1] - pressed))
        return found

    def told(self, sum_of):
        """Each step so far, and ``sum_of`` them."""
        whole = (sum_of, *(sum(row[at] for row in self.rows) for at in (1, 2, 3)))
        return "\n".join(
            f"{step:<28}{took:6.1f} s{clicks:5} clicks{pressed:6} keys"
            for step, took, clicks, pressed in (*self.rows, whole)
        )


def _counted(who):
    return sum(one.clicks for one in who), sum(one.pressed for one in who)
