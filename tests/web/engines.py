"""Chromium, Firefox and WebKit, where Debian's are installed: one driver interface for all three.

Firefox and WebKit speak WebDriver: WebKit by `WebKitWebDriver` over HTTP, on a screen that nobody
sees (`xvfb`); Firefox by Marionette, the same commands as JSON behind their length: it needs no
geckodriver. Chromium is driven by Playwright, as everywhere else; its chromedriver would bring a
second Chromium. WebKit's driver makes a mouse of a finger; the others touch.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.web.chromium import CHROMIUM, launched
from tests.web.slow_world import PATIENCE

MINI_BROWSER = Path("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")
FIREFOX = Path("/usr/bin/firefox-esr")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver hands elements on."""

NAMED_KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003"}
"""By their name in pages, keys as WebDriver spells them."""

AT_ONCE = "arguments[arguments.length - 1]((() => { %s })());"


class Torn(Exception):
    """The page that was asked is gone: another one has come, or comes."""


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def awaited(true):
    """What it answers, once it does without an error of the network."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return true()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


class Engine:
    """A browser with one page. Each kind adds ``open``, ``run``, ``perform``, ``choose``,
    ``forget`` (all cookies of the page's host), ``picture`` (PNG), ``resize`` and ``close``."""

    wrong = staticmethod(str)
    """What the browser told of errors in pages so far, line by line."""

    def ask(self, script, *args):
        """What a script returns; it holds nothing up, and may be asked again and again."""
        return self.run(AT_ONCE % script, *args)

    def size(self, width, height):
        """The page's own size, without bars and frames of the browser."""
        for _ in range(3):
            self.resize(width, height, *self.ask("return [innerWidth, innerHeight]"))
            if self.ask("return [innerWidth, innerHeight]") == [width, height]:
                return

    def tap(self, x, y):
        self.stroke([(x, y)])

    def stroke(self, points):
        """A finger that comes down on the first point, goes along all and leaves the last."""
        first, *others = points
        self.perform(
            {
                "type": "pointer",
                "id": "finger",
                "parameters": {"pointerType": "touch"},
                "actions": [
                    _to(first),
                    {"type": "pointerDown", "button": 0},
                    *map(_to, others),
                    {"type": "pointerUp", "button": 0},
                ],
            }
        )

    def keys(self, *keys):
        """Presses of keys, each down and up; one character, or a name."""
        acts = [
            {"type": kind, "value": NAMED_KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        self.perform({"type": "key", "id": "keys", "actions": acts})


def _to(point):
    x, y = map(round, point)
    return {"type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"}


class WebKit(Engine):
    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"
        words = ["--automation", "--enable-write-console-messages-to-stdout=true"]
        options = {"binary": str(MINI_BROWSER), "args": words}
        asked = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        made = awaited(lambda: self.tell("POST", "/session", {"capabilities": asked}))
        self.base += f"/session/{made['sessionId']}"
        self.tell("POST", "/timeouts", {"script": 1000 * PATIENCE})

    def tell(self, how, where, body=None):
        content = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.base + where, content, method=how), timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self.tell("POST", "/url", {"url": address})

    def run(self, script, *args):
        try:
            return self.tell("POST", "/execute/async", {"script": script, "args": args})
        except HTTPError as refused:
            raise Torn(refused.read().decode()) from refused

    def perform(self, act):
        self.tell("POST", "/actions", {"actions": [act]})

    def choose(self, selector, path):
        found = self.tell("POST", "/element", {"using": "css selector", "value": selector})
        self.tell("POST", f"/element/{found[ELEMENT]}/value", {"text": str(path)})

    def forget(self):
        self.tell("DELETE", "/cookie")

    def picture(self):
        return base64.b64decode(self.tell("GET", "/screenshot"))

    def resize(self, width, height, inner, high):
        now = self.tell("GET", "/window/rect")
        wanted = {"width": width + now["width"] - inner, "height": height + now["height"] - high}
        self.tell("POST", "/window/rect", {"x": 0, "y": 0} | wanted)

    def close(self):
        with suppress(OSError):
            self.tell("DELETE", "")


class Firefox(Engine):
    def __init__(self, port):
        self.wire = awaited(lambda: socket.create_connection(("127.0.0.1", port), PATIENCE))
        self.number = 0
        self.read()  # who it is
        self.tell("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self.tell("WebDriver:SetTimeouts", {"script": 1000 * PATIENCE})

    def read(self):
        size = b""
        while (one := self.wire.recv(1)) != b":":
            size += one
            if not one:
                raise EOFError("Firefox went away")
        content = b""
        while len(content) < int(size):
            content += self.wire.recv(int(size) - len(content))
        return json.loads(content)

    def tell(self, what, body):
        self.number += 1
        asked = json.dumps([0, self.number, what, body]).encode()
        self.wire.sendall(b"%d:%s" % (len(asked), asked))
        _, _, error, answer = self.read()
        assert error is None, error
        return answer

    def open(self, address):
        self.tell("WebDriver:Navigate", {"url": address})

    def run(self, script, *args):
        try:
            asked = {"script": script, "args": args}
            return self.tell("WebDriver:ExecuteAsyncScript", asked)["value"]
        except AssertionError as refused:
            raise Torn(str(refused)) from refused

    def perform(self, act):
        self.tell("WebDriver:PerformActions", {"actions": [act]})

    def choose(self, selector, path):
        asked = {"using": "css selector", "value": selector}
        found = self.tell("WebDriver:FindElement", asked)["value"]
        self.tell("WebDriver:ElementSendKeys", {"id": found[ELEMENT], "text": str(path)})

    def forget(self):
        self.tell("WebDriver:DeleteAllCookies", {})

    def picture(self):
        asked = {"full": False, "hash": False}
        return base64.b64decode(self.tell("WebDriver:TakeScreenshot", asked)["value"])

    def resize(self, width, height, inner, high):
        now = self.tell("WebDriver:GetWindowRect", {})
        wanted = {"width": width + now["width"] - inner, "height": height + now["height"] - high}
        self.tell("WebDriver:SetWindowRect", {"x": 0, "y": 0} | wanted)

    def close(self):
        with suppress(OSError, AssertionError, EOFError):
            self.tell("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.wire.close()


class Chromium(Engine):
    def __init__(self, browser, failed):
        self.context = browser.new_context(has_touch=True, service_workers="allow")
        self.page, self.failed, self.errors = self.context.new_page(), failed, []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.wrong = lambda: "\n".join(self.errors)
        self.wire = self.context.new_cdp_session(self.page)

    def open(self, address):
        self.page.goto(address)

    def run(self, script, *args):
        work = f"(told) => new Promise((done) => (function () {{ {script} }})(...told, done))"
        try:
            return self.page.evaluate(work, list(args))
        except self.failed as refused:
            raise Torn(refused.message) from refused

    def perform(self, act):
        if act["type"] == "key":
            for one in act["actions"][::2]:
                names = {value: name for name, value in NAMED_KEYS.items()}
                self.page.keyboard.press(names.get(one["value"], one["value"]))
            return
        at = [{"x": one["x"], "y": one["y"]} for one in act["actions"] if "x" in one]
        if len(at) == 1:  # down and up in one: a page that is left between them answers neither
            self.page.touchscreen.tap(at[0]["x"], at[0]["y"])
            return
        self._touch("Start", at[:1])
        for point in at[1:]:
            self._touch("Move", [point])
        time.sleep(0.1)  # it comes to rest: one that flies on is a fling, which eats the next tap
        self._touch("End", [])

    def _touch(self, kind, points):
        told = {"type": f"touch{kind}", "touchPoints": points}
        self.wire.send("Input.dispatchTouchEvent", told)

    def choose(self, selector, path):
        self.page.set_input_files(selector, path)

    def forget(self):
        self.context.clear_cookies()

    def picture(self):
        return self.page.screenshot()

    def resize(self, width, height, _inner, _high):
        self.page.set_viewport_size({"width": width, "height": height})

    def close(self):
        self.context.close()


def needed(*programs):
    for program in programs:
        if not shutil.which(str(program)):
            pytest.skip(
                f"no {Path(program).name}: apt-get install webkit2gtk-driver xvfb firefox-esr"
            )


@contextmanager
def chromium():
    if not CHROMIUM.exists():
        pytest.skip("no Chromium: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        one = Chromium(browser, api.Error)
        try:
            yield one
        finally:
            one.close()
            browser.close()


@contextmanager
def webkit():
    needed("WebKitWebDriver", "xvfb-run", MINI_BROWSER)
    port = free_port()
    screen = "-screen 0 2000x2400x24"
    with started("xvfb-run", "-a", "-s", screen, "WebKitWebDriver", f"--port={port}") as said:
        one = WebKit(port)
        one.wrong = lambda: _lines(said, "CONSOLE JS ERROR")
        try:
            yield one
        finally:
            one.close()


@contextmanager
def firefox():
    needed(FIREFOX)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        port = free_port()
        (Path(profile) / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("browser.dom.window.dump.enabled", true);\n'
        )
        words = FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile
        with started(*words) as said:
            one = Firefox(port)
            one.wrong = lambda: _lines(said, "JavaScript error: http")
            try:
                yield one
            finally:
                one.close()


def _lines(said, begin):
    return "\n".join(line for line in said.read_text("utf-8").splitlines() if begin in line)


@contextmanager
def started(*words):
    """A program, and whatever it starts, ended with it; the file of what they print."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        with said.open("wb") as printed:
            process = subprocess.Popen(
                [str(word) for word in words],
                stdout=printed,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            yield said
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE)


OTHERS = {"firefox": firefox, "webkit": webkit}
ENGINES = {"chromium": chromium} | OTHERS
