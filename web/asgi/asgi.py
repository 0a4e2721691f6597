"""The application as the server sees it: who stands at the door, bodies, scripts, few threads."""

from __future__ import annotations

import asyncio
import hashlib
import re
import signal
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

from flask import Flask

from ledger.accounts.badges import Badges
from ledger.vocabulary.refusals import Refusal
from web.access.door_log import turned_away_noted
from web.access.rate_limit import network_of
from web.access.visitors import DEVICE, SESSION, is_known, named
from web.asgi.sse import Hub, Places, Watcher
from web.asgi.workers import Full, Lane, Rank, use_all_cores
from web.asgi.wsgi_adapter import Answer, Proxies, Scope, Wsgi, answered, posted_to
from web.frame.pages import LARGEST as LARGEST_SIZES
from web.frame.pages import checks_a_pin, most_read
from web.frame.refused import refused
from web.monitoring.metrics import HEADER, a_new_number

# Who stands at the door, and refusals by the front itself: in one shape, made once, logged.


REMEMBERED = {True: 60.0, False: 10.0}
"""Seconds for which it is remembered that a cookie is one of ours, or is none."""

AT_MOST = 8192  # cookies that are remembered; the one not seen for longest goes

LOOKS = 1024
"""Cookies that are being looked up, a fifth of a second's worth. With more than that, whoever comes
is a stranger for now; a whole hall that comes back at once is not."""


@dataclass(frozen=True)
class Visitor:
    """Who sends a request; ``known``: whether a badge or an enrolled device was shown."""

    address: str
    known: bool


class Doorman:
    """Tells badges, devices and tokens of ours from strangers: for who goes first, and no more.

    What a badge opens is decided where it always is. A cookie is looked up once a minute, on one
    thread, so that a flood of cookies somebody made up is at nobody's cost but its own.

    Args:
      office: where cookies are looked up; without one all are strangers.
    """

    def __init__(self, office: Badges | None) -> None:
        self._office = office
        self._remembered: OrderedDict[bytes, tuple[bool, float]] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="doorman")
        self._looking = 0

    async def visitor(self, scope: Scope) -> Visitor:
        address = network_of((scope.get("client") or ("",))[0])
        shown = (*_cookies(scope), _bearer(scope))
        known = any(shown) and await self._is_known(shown)
        return Visitor(address, known)

    async def stranger(self, scope: Scope) -> Visitor:
        """The same where it does not matter who it is: nothing is looked up."""
        return Visitor(network_of((scope.get("client") or ("",))[0]), known=False)

    async def _is_known(self, shown: tuple[str, str, str]) -> bool:
        digest = hashlib.blake2b(" ".join(shown).encode(), digest_size=16).digest()
        known, until = self._remembered.get(digest, (False, 0.0))
        now = time.monotonic()
        if now < until:
            self._remembered.move_to_end(digest)
            return known
        if self._office is None or self._looking >= LOOKS:
            return known
        self._looking += 1
        try:
            loop = asyncio.get_running_loop()
            known = await loop.run_in_executor(self._pool, is_known, self._office, *shown)
        except Refusal:  # the record is away: as it was
            return known
        finally:
            self._looking -= 1
        self._remembered[digest] = known, now + REMEMBERED[known]
        while len(self._remembered) > AT_MOST:
            self._remembered.popitem(last=False)
        return known


def _cookies(scope: Scope) -> tuple[str, str]:
    """The session's token and the device's key that a request brings, ``""`` for none."""
    text = "; ".join(v.decode("latin-1") for name, v in scope["headers"] if name == b"cookie")
    if not text:
        return "", ""
    secure = scope["scheme"] == "https"
    return _cookie(text, named(SESSION, secure=secure)), _cookie(text, named(DEVICE, secure=secure))


def _bearer(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:].decode("latin-1").strip())
    return ""


def _cookie(header: str, name: str) -> str:
    found = re.search(rf"(?:^|;)\s*{re.escape(name)}=([^;\s]+)", header)
    return found[1] if found else ""


# Refusals by the front itself: in the same shape as every other, made once, and logged.


REFUSALS = {
    each.code: each
    for each in (
        Refusal(
            "too-slow",
            "What you sent did not arrive in time.",
            "Send it again; nothing was written.",
        ),
        Refusal(
            "too-many-unfinished",
            "Too much is on its way from your address at once.",
            "Wait a moment and send it again; nothing was written.",
        ),
        Refusal(
            "too-busy",
            "Too many people are asking for something at this moment.",
            "Wait a moment and try again; nothing was written.",
        ),
        Refusal(
            "too-many-signing-in",
            "Too many people are signing in at this moment.",
            "Wait a moment and sign in again.",
        ),
        Refusal(
            "stopping",
            "This service is being stopped.",
            "Try again when it is back; nothing was written.",
        ),
    )
}


class TurnedAway:
    """Answers whom the front does not let through."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._made: dict[tuple[str, bool], Answer] = {}

    def answer(self, code: str, scope: Scope, address: str) -> Answer:
        number = a_new_number()
        turned_away_noted(
            self._app.extensions["door_meter"],
            code, address, scope["method"], scope["path"], number,
        )  # fmt: skip
        self._app.extensions["figures"].turned_away(code)
        accept = next((value for name, value in scope["headers"] if name == b"accept"), b"")
        for_people = b"text/html" in accept
        if (code, for_people) not in self._made:
            self._made[code, for_people] = self._make(REFUSALS[code], for_people=for_people)
        made = self._made[code, for_people]
        return replace(made, headers=[*made.headers, (HEADER.lower().encode(), number.encode())])

    def _make(self, refusal: Refusal, *, for_people: bool) -> Answer:
        accept = "text/html" if for_people else "application/json"
        with self._app.test_request_context("/", headers={"Accept": accept}):
            response = self._app.process_response(refused(refusal))
            headers = [
                (name.lower().encode("latin-1"), text.encode("latin-1"))
                for name, text in response.headers
                if name != HEADER
            ]
            return Answer(response.status_code, headers, response.get_data())


# The application as the server sees it: bodies read whole, scripts kept, work on few threads.


# A request's body, read whole before it takes a thread: within a time and up to a size.


Receive = Callable[[], Awaitable[dict[str, Any]]]

SECONDS = 10.0  # for a whole body, however slowly it comes

BODYLESS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Nothing is waited for after these; what comes all the same is not read."""


class Gone(Exception):
    """The visitor left before the body was there."""


class TooSlow(Exception):
    """The body was not there in time."""


class TooManyUnfinished(Exception):
    """This visitor, or everybody, has too many bodies on their way already."""


@dataclass(frozen=True)
class Body:
    """What was read, and how long the whole is: longer than what was read if it is too large."""

    read: bytes = b""
    length: int = 0


class Bodies:
    """The bodies that are on their way.

    Args:
      seconds: for one of them.
      public: places for those of visitors without a badge, counted by address.
      files: places for what they send that is larger than a form, counted likewise.
      kept: places for badges and enrolled devices, counted likewise.
    """

    def __init__(self, seconds: float, *, public: Places, files: Places, kept: Places) -> None:
        self._seconds, self._public, self._files, self._kept = seconds, public, files, kept
        self._under_way: set[asyncio.Timeout] = set()

    @property
    def unfinished(self) -> int:
        return len(self._under_way)

    async def read(
        self, scope: Scope, receive: Receive, *, most: int, address: str, known: bool
    ) -> Body:
        """The body of a request; no more of it than ``most`` bytes."""
        declared = _declared(scope)
        if declared > most:
            return Body(length=declared)
        if scope["method"] in BODYLESS:
            return Body()
        places = self._kept if known else self._files if most > LARGEST_SIZES else self._public
        if not places.take(address):
            raise TooManyUnfinished
        try:
            return await self._read(receive, most)
        finally:
            places.give_back(address)

    def hurry(self) -> None:
        """Wait for no body any longer."""
        now = asyncio.get_running_loop().time()
        for limit in self._under_way:
            limit.reschedule(now)

    async def _read(self, receive: Receive, most: int) -> Body:
        parts: list[bytes] = []
        length = 0
        try:
            async with asyncio.timeout(self._seconds) as limit:
                self._under_way.add(limit)
                try:
                    while length <= most:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            raise Gone
                        part: bytes = message.get("body", b"")
                        parts.append(part)
                        length += len(part)
                        if not message.get("more_body"):
                            break
                finally:
                    self._under_way.discard(limit)
        except TimeoutError:
            raise TooSlow from None
        return Body(b"".join(parts), length) if length <= most else Body(length=length)


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and len(value) < 19:
            return int(value)
    return -1


# Scripts, styles and pictures, answered again without asking the application.
#
# Their addresses change when they do, so what was answered once is right for good. Only bytes are
# kept here: the application made them, headers and compression and all.


LARGEST = 24 * 1024 * 1024  # bytes kept altogether: several times all there is

ASKS_FOR_MORE = frozenset(
    {b"range", b"if-none-match", b"if-modified-since", b"if-match", b"if-unmodified-since"}
)
"""With one of these it is not the plain file that is wanted."""

Key = tuple[bytes, bool]


class KeptFiles:
    """Answers that never change, by address and by whether they may be compressed."""

    def __init__(self) -> None:
        self._kept: dict[Key, Answer] = {}
        self._size = 0

    def answer(self, scope: Scope) -> Answer | None:
        key = _key(scope)
        return self._kept.get(key) if key else None

    def keep(self, scope: Scope, answer: Answer) -> None:
        key = _key(scope)
        if (
            key is None
            or scope["method"] != "GET"
            or answer.status != 200
            or b"immutable" not in answer.header(b"cache-control")
            or answer.header(b"set-cookie")
            or (answer.header(b"content-encoding") and not key[1])
            or key in self._kept
            or self._size + len(answer.body) > LARGEST
        ):
            return
        self._size += len(answer.body)
        self._kept[key] = answer


def _key(scope: Scope) -> Key | None:
    path: bytes = scope["raw_path"]
    if scope["method"] not in ("GET", "HEAD") or not path.startswith(b"/static/"):
        return None
    packed = False
    for name, value in scope["headers"]:
        if name in ASKS_FOR_MORE:
            return None
        if name == b"accept-encoding":
            packed = b"gzip" in value and b"q=0" not in value
    return path, packed


Send = Callable[[dict[str, Any]], Awaitable[None]]

THREADS = {Rank.QUICK: 16, Rank.BACKLOG: 8, Rank.ANYONE: 2}
"""Threads for the application. The interpreter does one thing at a time, and each thread that works
for strangers makes a tablet's turn wait its slice; eight backlogs share a flush of the disk."""

MUCH = 8 * 1024
"""Bytes that are more than a turn or two signatures: entries that were kept back for a while."""

ROOM = 512  # requests of each rank that may wait for a thread

WATCHING = frozenset({"/healthz", "/readyz", "/metrics"})
"""What those ask who watch over the service: answered beside everything else, whoever is in the
way, and without looking up who asks, which takes the record."""

WATCHERS = dict.fromkeys(Rank, 2)
ROOM_TO_WATCH = 32

CHECKERS = dict.fromkeys(Rank, 2)
"""Threads that check PINs: more gain nothing (measured), and each takes 16 MB."""

ROOM_TO_SIGN_IN = 200  # sign-ins that may wait: sixteen seconds' worth of two threads

UNFINISHED = (1024, 256)
"""Bodies on their way from visitors without a badge: all, and of one address. At 64 KB each that is
64 MB at most; a quarter leaves room for a hall behind one address, and three more."""

UNFINISHED_FILES = (32, 8)
"""The same of files they may send, which are larger: 16 MB at most, beside those."""

UNFINISHED_KEPT = (512, 256)  # the same of badges, which may send half a megabyte


class Front:
    """The ASGI application around a Flask one."""

    def __init__(self, app: Flask, wsgi: Wsgi | None = None) -> None:
        self.wsgi: Wsgi = wsgi or app
        self.hub: Hub = app.extensions["hub"]
        self._doorman = Doorman(app.extensions["badges"])
        self._bodies = Bodies(
            app.config.get("BODY_SECONDS", SECONDS),
            public=Places(*UNFINISHED),
            files=Places(*UNFINISHED_FILES),
            kept=Places(*UNFINISHED_KEPT),
        )
        self._work = Lane("work", THREADS, ROOM)
        self._sign_ins = Lane("sign-in", CHECKERS, ROOM_TO_SIGN_IN, use_all_cores)
        self._watch = Lane("watch", WATCHERS, ROOM_TO_WATCH)
        self._proxies = Proxies(app.config["PROXIES"])
        self._files = KeptFiles()
        self._turned_away = TurnedAway(app)
        self._posted_to = posted_to(app)
        self._stopping = False
        app.extensions["front"] = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(self._proxies.seen(scope), receive, send)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "watching": self.hub.watchers,
            "unfinished": self._bodies.unfinished,
            "waiting": self._work.waiting,
            "signing in": self._sign_ins.waiting,
        }

    def stop(self) -> None:
        """End every stream and wait for no body: what is being answered gets its answer."""
        self._stopping = True
        self.hub.stop()
        self._bodies.hurry()

    # One request

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._files.answer(scope)
        if answer is None:
            try:
                answer = await self._asked(scope, receive)
            except Gone:
                return
            self._files.keep(scope, answer)
        if answer.watcher is None:
            await _sent(answer, scope, send)
        elif answer.status == 200:
            await self._watched(answer, answer.watcher, receive, send)
        else:  # what was missed could not be read
            self.hub.leave(answer.watcher)
            await _sent(answer, scope, send)

    async def _asked(self, scope: Scope, receive: Receive) -> Answer:
        began = perf_counter()
        watches = scope["path"] in WATCHING
        ask = self._doorman.stranger if watches else self._doorman.visitor
        visitor = await ask(scope)
        address, known = visitor.address, visitor.known
        refuse = partial(self._turned_away.answer, scope=scope, address=address)
        try:
            endpoint = self._posted_to(scope)
            most = most_read(endpoint, known=known)
            body = await self._bodies.read(scope, receive, most=most, address=address, known=known)
        except TooSlow:
            return refuse("stopping" if self._stopping else "too-slow")
        except TooManyUnfinished:
            return refuse("too-many-unfinished")
        rank = Rank.ANYONE if not known else Rank.BACKLOG if len(body.read) > MUCH else Rank.QUICK
        signs_in = checks_a_pin(endpoint)
        lane = self._watch if watches else self._sign_ins if signs_in else self._work
        work = partial(answered, self.wsgi, scope, body.read, body.length, began)
        try:
            return await lane.run(work, rank, address)
        except Full:
            return refuse("too-many-signing-in" if signs_in else "too-busy")

    async def _watched(
        self, answer: Answer, watcher: Watcher, receive: Receive, send: Send
    ) -> None:
        streaming = asyncio.current_task()
        assert streaming is not None
        # Who does not read holds `send` up: only an end from outside gets past that.
        watcher.on_overflow = streaming.cancel
        leaving = asyncio.create_task(_left(receive, watcher))
        try:
            await send(
                {"type": "http.response.start", "status": answer.status, "headers": _open(answer)}
            )
            await _part(send, answer.body)
            while chunk := await watcher.next():
                await _part(send, chunk)
            await _part(send, b"", more=False)
        except asyncio.CancelledError:
            pass  # too far behind: the connection is dropped, and the browser comes back
        finally:
            self.hub.leave(watcher)
            leaving.cancel()

    # The server's life

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        loop = asyncio.get_running_loop()
        self.hub.start(loop)
        # The server closes its door when it is told to stop, and then waits for open streams for
        # ever. They are ended on the same signal; its own handler still runs after ours.
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(ValueError):  # not on the main thread, as in a test
                before = signal.getsignal(number)
                signal.signal(number, partial(self._told_to_stop, loop, before))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    def _told_to_stop(
        self,
        loop: asyncio.AbstractEventLoop,
        before: Any,  # noqa: ANN401 (a function, or a number that stands for one)
        number: int,
        frame: object,
    ) -> None:
        loop.call_soon_threadsafe(self.stop)
        if callable(before):
            before(number, frame)


async def _left(receive: Receive, watcher: Watcher) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass  # the request itself comes first
    watcher.end()


async def _sent(answer: Answer, scope: Scope, send: Send) -> None:
    headers = answer.headers
    if answer.status >= 200 and answer.status not in (204, 304) and scope["method"] != "HEAD":
        headers = [each for each in headers if each[0] != b"content-length"]
        headers.append((b"content-length", str(len(answer.body)).encode()))
    body = b"" if scope["method"] == "HEAD" else answer.body
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await _part(send, body, more=False)


def _open(answer: Answer) -> list[tuple[bytes, bytes]]:
    """The headers of an answer that has no end yet."""
    return [each for each in answer.headers if each[0] != b"content-length"]


async def _part(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})
