"""From the server's words to the application's and back, through proxies."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask
from werkzeug.exceptions import HTTPException

from web.asgi.sse import Watcher

Scope = dict[str, Any]
Headers = list[tuple[bytes, bytes]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

BEGAN = "tilescribe.began"
"""Where it is found when a request arrived, by ``time.perf_counter``."""

HOLDING = "tilescribe.holding"
"""Where a view finds that streams are held here."""

NOT_PASSED_ON = frozenset({b"transfer-encoding", b"content-length", b"connection", b"expect"})
"""What was between the network and the front, and was dealt with there."""


@dataclass
class Holding:
    """What a view leaves for the front to go on with, once its answer is on its way."""

    watcher: Watcher | None = None


@dataclass(frozen=True)
class Answer:
    """A whole response, and the stream that goes on where it ends, if any."""

    status: int
    headers: Headers
    body: bytes
    watcher: Watcher | None = None

    def header(self, name: bytes) -> bytes:
        return next((value for key, value in self.headers if key == name), b"")


def answered(
    application: Wsgi, scope: Scope, body: bytes, length: int, began: float = 0.0
) -> Answer:
    """What the application answers.

    Args:
      length: bytes the body has, or says it has; more than ``body`` where it is too large to be
        read, which the application then says.
      began: when it arrived, by ``time.perf_counter``; 0 where nobody looked.
    """
    holding = Holding()
    environ = _environ(scope, body, length)
    environ[HOLDING] = holding
    if began:
        environ[BEGAN] = began
    chunks: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], _exc: object = None) -> None:
        chunks[:] = (
            int(status[:3]),
            [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers],
        )

    parts = application(environ, start_response)
    try:
        whole = b"".join(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    return Answer(chunks[0], chunks[1], whole, holding.watcher)


def _environ(scope: Scope, body: bytes, length: int) -> dict[str, Any]:
    server, port = scope.get("server") or ("localhost", None)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        # As the bytes were sent: ASGI's own path has lost what was no UTF-8.
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if length:
        environ["CONTENT_LENGTH"] = str(length)
    for name, value in scope["headers"]:
        # An underscore would make one name of two: `x_a` could pass for `x-a`.
        if name in NOT_PASSED_ON or b"_" in name or name.startswith(b":"):
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        if key != "CONTENT_TYPE":
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


# Who asks, where a proxy stands in front: its word is taken only where it was named as one.
#
# Whoever reaches the service itself could write any address into ``X-Forwarded-For``; so it is
# believed of a named proxy, read from its right end, and only as far as named proxies go.


PASSED_ON = frozenset({b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-real-ip"})


class Proxies:
    """The proxies whose word is taken."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = tuple(ip_network(each) for each in networks)

    def seen(self, scope: Scope) -> Scope:
        """The request as its sender made it: from which address, and whether over HTTPS."""
        if not self._networks or not self._is_one(_read((scope.get("client") or ("",))[0])):
            return scope
        told: dict[bytes, list[str]] = {name: [] for name in PASSED_ON}
        headers = []
        for name, value in scope["headers"]:
            if name in PASSED_ON:
                told[name] += value.decode("latin-1").split(",")
            else:
                headers.append((name, value))
        client = scope["client"]
        for text in reversed(told[b"x-forwarded-for"]):
            address = _read(text)
            if address is None:
                break
            client = (str(address), 0)
            if not self._is_one(address):
                break
        scheme = told[b"x-forwarded-proto"][-1:]
        over = scheme[0].strip() if scheme and scheme[0].strip() in ("http", "https") else None
        return {**scope, "client": client, "scheme": over or scope["scheme"], "headers": headers}

    def _is_one(self, address: IPv4Address | IPv6Address | None) -> bool:
        return address is not None and any(address in each for each in self._networks)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


# Where a request goes, told before it is read: how much of it is read hangs on that.


def posted_to(app: Flask) -> Callable[[Scope], str]:
    """Tells of a request at which endpoint of ``app`` something is posted; empty: at none."""
    doors = app.url_map.bind("localhost")
    plain: dict[str, str] = {
        rule.rule: rule.endpoint
        for rule in app.url_map.iter_rules()
        if not rule.arguments and "POST" in (rule.methods or ())
    }

    def endpoint(scope: Scope) -> str:
        if scope["method"].upper() != "POST":  # the application takes a `post` for one, too
            return ""
        path = scope["path"]
        if path in plain:
            return plain[path]
        try:
            return str(doors.match(path, "POST")[0])
        except HTTPException:
            return ""

    return endpoint
