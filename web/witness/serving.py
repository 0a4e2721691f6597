"""The witness as a service: what it signs over the network, and what it shows.

On granian, as the record's own service is: its bounds on connections that say nothing were
measured, and TLS is there where no proxy is. Behind it stands no Flask, no session and no record:
a handful of addresses, each answered by the store or by a page made from it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.messages import say
from ledger.messages.written import grouped, moment_written
from ledger.proof.note import in_fours
from ledger.proof.witness_store import Reply, StoreAway, WitnessStore
from ledger.proof.witnessing import MOST_ASKED, found_wording, verdict_wording
from web.access.rate_limit import RateLimit, network_of
from web.asgi.server import end_with_parent
from web.asgi.workers import Full, Lane, Rank
from web.witness.comparing import HEADS, Comparing

GIVEN = "_TILESCRIBE_WITNESS"
"""Where the worker is told what the command was given. It is no setting."""

SECONDS = 10.0  # for a whole body, however slowly it comes
UNFINISHED = 256  # bodies on their way at once: 16 MB
ROOM = 64  # requests that may wait to be answered, of each kind
A_MINUTE = 300
"""Requests of one address within a minute: halls behind one proxy that tells nothing share it."""

HTML, JSON = "text/html; charset=utf-8", "application/json"
POLICY = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
]

STYLES = ("tokens", "base", "templates", "components", "rest")
_CSS = Path(__file__).parents[1] / "static" / "css"
_HEAD = re.compile(r"/heads/([0-9a-f]{64})(?:/([0-9]{1,18})|\.json)?")

logger = logging.getLogger("tilescribe.witness")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Given(NamedTuple):
    """What the command was given: the folder, other witnesses, minutes between comparisons."""

    folder: str
    others: tuple[str, ...] = ()
    minutes: float = 10.0


def hand_over(given: Given) -> None:
    """Leave it where the worker, a process of its own, finds it."""
    os.environ[GIVEN] = json.dumps(given)


def application() -> WitnessService:
    """The witness that the command was given, comparing itself with others from now on."""
    end_with_parent()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    folder, others, minutes = json.loads(os.environ[GIVEN])
    store = WitnessStore(Path(folder))
    comparing = Comparing(store, others, minutes)
    comparing.start()
    return WitnessService(store, comparing)


class Left(Exception):
    """Whoever asked left before the body was there."""


class WitnessService:
    """The ASGI application of a witness."""

    def __init__(
        self,
        store: WitnessStore,
        comparing: Comparing | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        limit: RateLimit | None = None,
    ) -> None:
        self._store, self._comparing, self._now = store, comparing, now
        # Signing waits for no page, however many look at one.
        self._signing = Lane("sign", dict.fromkeys(Rank, 1), ROOM)
        self._looking = Lane("look", dict.fromkeys(Rank, 1), ROOM)
        self._limit = limit or RateLimit(A_MINUTE, 60.0)
        self._unfinished = 0
        self._styles = {f"/{name}.css": (_CSS / f"{name}.css").read_text() for name in STYLES}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            self.stop()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "http":
            try:
                reply = await self._reply(scope, receive)
            except Left:
                return
            await _sent(reply, scope, send)

    def stop(self) -> None:
        if self._comparing is not None:
            self._comparing.stop()

    async def _reply(self, scope: dict[str, Any], receive: Receive) -> Reply:
        method, path = scope["method"], scope["path"]
        address = _address(scope)
        if not self._limit.may(address):
            return Reply(429, "That was too often. Ask again in a minute.\n")
        signs = path == "/add-checkpoint"
        if method != "POST" if signs else method not in ("GET", "HEAD"):
            return Reply(405, f"Ask with {'POST' if signs else 'GET'}.\n")
        if style := self._styles.get(path):
            return Reply(200, style, "text/css; charset=utf-8")
        body = await self._body(scope, receive) if signs else b""
        if isinstance(body, Reply):
            return body
        lane = self._signing if signs else self._looking
        try:
            return await lane.run(lambda: self._work(path, body, signs=signs), Rank.ANYONE, address)
        except Full:
            return Reply(503, "Too many ask at this moment. Ask again in a minute.\n")

    async def _body(self, scope: dict[str, Any], receive: Receive) -> bytes | Reply:
        """The whole body, within a time and up to a size; or why it is not read."""
        too_large = Reply(413, f"A request has {MOST_ASKED} bytes at most.\n")
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if length.isdigit() and (len(length) > 9 or int(length) > MOST_ASKED):
            return too_large
        if self._unfinished >= UNFINISHED:
            return Reply(503, "Too much is on its way. Ask again in a minute.\n")
        self._unfinished += 1
        read = bytearray()
        try:
            async with asyncio.timeout(SECONDS):
                while len(read) <= MOST_ASKED:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Left
                    read += message.get("body", b"")
                    if not message.get("more_body"):
                        return bytes(read) if len(read) <= MOST_ASKED else too_large
        except TimeoutError:
            return Reply(408, "It did not arrive in time.\n")
        finally:
            self._unfinished -= 1
        return too_large

    def _work(self, path: str, body: bytes, *, signs: bool) -> Reply:
        """What takes the store; on a thread."""
        try:
            return self._store.sign(body, self._now()) if signs else self._shown(path)
        except StoreAway:  # no room on the disk, or somebody else holds it
            logger.exception("the store could not be used")
            return Reply(503, "The store can't be used now. Ask again in a minute.\n")

    def _shown(self, path: str) -> Reply:
        if path == "/":
            return Reply(200, self._page(), HTML)
        if path == "/healthz":
            self._store.address_of("")
            return Reply(200, "ok\n")
        if path == f"/{HEADS}":
            return _as_json(self._store.sees(self._now()))
        found = _HEAD.fullmatch(path)
        seen = self._store.seen_by_id(found[1]) if found else None
        if found is None or seen is None:
            return Reply(404, "Nothing is here. Ask for / or for /heads.json.\n")
        if path.endswith(".json"):
            return _as_json(seen)
        note = self._store.note_at(seen.log, int(found[2])) if found[2] else seen.note
        return Reply(200, note) if note else Reply(404, "That was never signed here.\n")

    def _page(self) -> str:
        return _TEMPLATES.get_template("seen.html").render(
            sees=self._store.sees(self._now()),
            name=self._store.name,
            away=self._comparing.away if self._comparing else {},
            found_told=found_wording,
            verdict_told=verdict_wording,
        )


def _as_json(what: msgspec.Struct) -> Reply:
    return Reply(200, msgspec.json.encode(what).decode(), JSON)


def _address(scope: dict[str, Any]) -> str:
    """Who asks; a proxy on this computer is believed when it says for whom."""
    peer = (scope.get("client") or ("",))[0]
    try:
        near = ip_address(peer).is_loopback
    except ValueError:
        near = True  # a socket file has no address
    told = [value for name, value in scope["headers"] if name == b"x-forwarded-for"] if near else []
    return network_of(told[-1].decode("latin-1").rpartition(",")[2].strip() if told else peer)


async def _sent(reply: Reply, scope: dict[str, Any], send: Send) -> None:
    body = reply.says.encode()
    headers = [
        (b"content-type", reply.kind.encode()),
        (b"content-length", str(len(body)).encode()),
        *HEADERS,
    ]
    if reply.status in (429, 503):
        headers.append((b"retry-after", b"60"))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else body
    await send({"type": "http.response.body", "body": body})


def _moment(at: datetime) -> str:
    return f"{moment_written(at.astimezone(UTC))} UTC"


_TEMPLATES = Environment(
    loader=PackageLoader("web", "templates/witness"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters |= {"moment": _moment, "fours": in_fours, "grouped": grouped}
_TEMPLATES.globals["say"] = say
