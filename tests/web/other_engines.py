"""Firefox and WebKit, where Debian's are installed: a page opened, scripts run in it, files chosen.

Both speak WebDriver: WebKit by `WebKitWebDriver` over HTTP, on a screen that nobody sees (`xvfb`);
Firefox by Marionette, the same commands as JSON behind their length: it needs no geckodriver.
"""

from __future__ import annotations

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
from urllib.request import Request, urlopen

import pytest

from tests.web.slow_world import PATIENCE

MINI_BROWSER = Path("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")
FIREFOX = Path("/usr/bin/firefox-esr")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name under which WebDriver hands elements on."""


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


class WebKit:
    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
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
        return self.tell("POST", "/execute/async", {"script": script, "args": args})

    def choose(self, selector, path):
        found = self.tell("POST", "/element", {"using": "css selector", "value": selector})
        self.tell("POST", f"/element/{found[ELEMENT]}/value", {"text": str(path)})

    def close(self):
        with suppress(OSError):
            self.tell("DELETE", "")


class Firefox:
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
        return self.tell("WebDriver:ExecuteAsyncScript", {"script": script, "args": args})["value"]

    def choose(self, selector, path):
        asked = {"using": "css selector", "value": selector}
        found = self.tell("WebDriver:FindElement", asked)["value"]
        self.tell("WebDriver:ElementSendKeys", {"id": found[ELEMENT], "text": str(path)})

    def close(self):
        with suppress(OSError, AssertionError, EOFError):
            self.tell("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.wire.close()


def needed(*programs):
    for program in programs:
        if not shutil.which(str(program)):
            pytest.skip(
                f"no {Path(program).name}: apt-get install webkit2gtk-driver xvfb firefox-esr"
            )


@contextmanager
def webkit():
    needed("WebKitWebDriver", "xvfb-run", MINI_BROWSER)
    port = free_port()
    with started("xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"):
        one = WebKit(port)
        try:
            yield one
        finally:
            one.close()


@contextmanager
def firefox():
    needed(FIREFOX)
    with tempfile.TemporaryDirectory() as profile:
        port = free_port()
        (Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        with started(FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile):
            one = Firefox(port)
            try:
                yield one
            finally:
                one.close()


@contextmanager
def started(*words):
    """A program, and whatever it starts, ended with it."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [str(word) for word in words], stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


ENGINES = {"firefox": firefox, "webkit": webkit}
