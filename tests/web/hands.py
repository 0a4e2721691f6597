"""Somebody at a page of whichever engine: finds by sight, touches, types, waits for what comes.

Nothing here knows which browser it is (`engines.py`). What is touched must be seen, still, enabled
and on top; what a page shows is asked for again and again, so another page may come meanwhile.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time

from tests.web.engines import Torn
from tests.web.entry_hall import PIN
from tests.web.slow_world import PATIENCE

FOUND = """
  const [selector, words] = arguments;
  const said = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const all = [...document.querySelectorAll(selector)].filter((one) => said(one).includes(words));
  const one = all.find((each) => each.checkVisibility({ visibilityProperty: true }));
  if (!one) return all.length ? "not to be seen" : "not there";
"""

WHERE = f"""{FOUND}
  if (one.disabled || one.getAttribute("aria-busy") === "true") return "not enabled";
  const {{ panel }} = window.tilescribe ?? {{}};
  const now = performance.now();
  if (panel && one.closest("dialog") === panel.dialog && !panel.takes) return "too early";
  if (panel && now - (panel.pressed?.timeStamp ?? -1000) < 350) return "a double tap";
  let box = one.getBoundingClientRect();
  const within = (at, most) => at >= 0 && at <= most;
  if (!within(box.top, innerHeight - box.height) || !within(box.left, innerWidth - box.width)) {{
    one.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
    box = one.getBoundingClientRect();
  }}
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  if (!top || !(one.contains(top) || top.contains(one) && top.closest("label, a, button"))) {{
    return "under " + (top?.outerHTML ?? "nothing").slice(0, 80);
  }}
  return [Math.round(x), Math.round(y)];
"""

BOX = f"{FOUND} const {{ left, top, width, height }} = one.getBoundingClientRect();"
BOX += " return [left, top, width, height];"


class Hands:
    """What a person does at one page of an engine, in a hall at ``address``."""

    def __init__(self, engine, address):
        self.engine, self.address = engine, address

    def goes(self, path):
        """Opens a page of the hall."""
        self.engine.open(self.address + path)

    def sits(self, badge, path, size):
        """Somebody else takes the device: signs in by the form, and opens a page."""
        width, height = size
        self.goes("/healthz")
        self.engine.forget()
        self.engine.size(width, height)
        self.goes(f"/sign-in?then={path}")
        self.signs_in(badge)
        self.until(f"location.pathname + location.search === {path!r}")

    def signs_in(self, badge):
        self.types("[name=badge]", badge)
        self.types("[name=pin]", PIN)
        self.taps("main button", "Sign in")

    def asks(self, script, *args):
        """What a script returns in the page there is; None while another one comes."""
        try:
            return self.engine.ask(script, *args)
        except Torn:
            return None

    def until(self, true, *args):
        """Wait until an expression holds in the page."""
        self._until(lambda: self.asks(f"return Boolean({true})", *args) is True, true)

    def until_kept(self, path):
        """Wait until the service worker has this page for when there is no network."""
        script = """
          const done = arguments[1];
          caches.open("pages").then((pages) => pages.match(arguments[0]))
            .then((kept) => done(Boolean(kept)));
        """
        self._until(lambda: self.engine.run(script, path), f"{path} in the cache")

    def _until(self, true, told):
        deadline = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > deadline:
                body = self.asks("return location.href + ' ' + document.body.innerText")
                raise AssertionError(f"waited in vain: {told}; the page says: {body}")
            time.sleep(0.02)

    def place(self, script, selector, words):
        """Where something is, once it was there twice in the same place."""
        before, told = None, []

        def still():
            nonlocal before
            before, told[:] = (told[0] if told else None), [self.asks(script, selector, words)]
            return isinstance(told[0], list) and told[0] == before

        deadline = time.monotonic() + PATIENCE
        while not still():
            if time.monotonic() > deadline:
                body = self.asks("return location.href + ' ' + document.body.innerText")
                raise AssertionError(f"{selector} {words!r}: {told[0]}; the page says: {body}")
            time.sleep(0.01)
        return told[0]

    def sees(self, selector, words=""):
        """Wait until something that says so is to be seen."""
        seen = f"{FOUND} return [];"
        self._until(lambda: self.asks(seen, selector, words) == [], f"{selector} {words!r}")

    def taps(self, *selectors_and_words):
        """A touch in the middle of what is found by selector and words."""
        self.engine.tap(*self.place(WHERE, *(*selectors_and_words, "")[:2]))

    def types(self, selector, text):
        """A touch into a field, and a text after what stands there."""
        self.taps(selector)
        self.until("document.activeElement === document.querySelector(arguments[0])", selector)
        self.engine.keys(*text)
        self.until(
            "document.querySelector(arguments[0]).value.endsWith(arguments[1])", selector, text
        )

    def presses(self, *keys):
        """Keys wherever the focus is; digits one by one."""
        for key in keys:
            self.engine.keys(*(key if key.isdigit() else [key]))

    def draws(self, selector):
        """A few waves with a finger, as somebody signs."""
        left, top, width, height = self.place(BOX, selector, "")
        middle = top + height / 2
        self.engine.stroke(
            [
                (left + width * (0.2 + 0.03 * step), middle + height / 4 * (1 if step % 2 else -1))
                for step in range(20)
            ]
        )


class Line:
    """The network between a device and the hall, which can be cut: nobody answers then."""

    def __init__(self, port):
        self.port = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.here = self._door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.here}"
        self._held = []
        self._cut = False
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.port))
                self._held += [near, far]
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near, far):
        """Both ways, until one side ends or the line is cut."""
        with selectors.DefaultSelector() as waiting, contextlib.suppress(OSError, ValueError):
            waiting.register(near, selectors.EVENT_READ, far)
            waiting.register(far, selectors.EVENT_READ, near)
            while True:
                for one, _ in waiting.select():
                    content = one.fileobj.recv(65536)
                    if not content:
                        return self._end(near, far)
                    one.data.sendall(content)
        return self._end(near, far)

    def _end(self, *sides):
        for one in sides:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def cut(self):
        """From now on; what is under way is lost."""
        self._cut = True
        held, self._held = self._held, []
        self._end(*held)

    def mend(self):
        self._cut = False

    def stop(self):
        self.cut()
        self._door.close()
