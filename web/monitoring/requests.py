"""Every request, watched from its arrival to its answer, and told in a line of the log."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from time import perf_counter
from typing import Any, cast

from flask import Request, Response, current_app, g, has_request_context, request

from ledger.record.failures import away_for, remedy_of
from web.asgi.wsgi_adapter import BEGAN
from web.monitoring.metrics import the_figures

# What a line of the log calls the address that was asked for: never with a secret in it.


LONGEST = 120

SECRET = re.compile(r"(/tell/[^/]+/)[^/]+")
"""The last part of the address of a player's QR: who has it tells that player's result."""


def holds_a_secret(path: str) -> bool:
    """Whether the address itself is a secret.

    >>> holds_a_secret("/t/cup/tell/0f3a/Zq81"), holds_a_secret("/t/cup/r1/t3/")
    (True, False)
    """
    return SECRET.search(path) is not None


def door_wording(method: str, path: str) -> str:
    """Method and path, short, without the secret of a player's QR.

    >>> door_wording("GET", "/t/cup/tell/0f3a/Zq81")
    'GET /t/cup/tell/0f3a/…'
    """
    text = SECRET.sub(r"\1…", path)
    return f"{method} {text}"[:LONGEST]


# Lines of the log: what happened, one line each, for people or for programs.
#
#     2026-11-22T18:40:07Z info wrote door="POST /api/entries" status=200 event=1204 badge=K1
#
# Time (UTC) and level come first, then what happened and what belongs to it. ``log.format =
# "json"``
# has the same names as the keys of one object a line. Bodies, cookies, PINs, codes and what stands
# behind the ``?`` of an address are never written.


OURS = ("tilescribe", "web", "ledger", "printing")
"""How our loggers are called, or begin."""

A_MINUTE, AT_MOST = 5, 1000
"""Lines a minute of the same words, and of different ones, that are no line of a request."""

_PLAIN = re.compile(r"[\w.:/@+,\[\]-]+", re.ASCII)


def write(logger: logging.Logger, level: int, what: str, fields: Mapping[str, object]) -> None:
    """Write one line: ``what`` happened, and what belongs to it; what is empty is left out."""
    if logger.isEnabledFor(level):
        kept = {name: value for name, value in fields.items() if value not in ("", None)}
        pairs = [f"{name}={_written(value)}" for name, value in kept.items()]
        # As `logger.log` does, but for walking the stack to find out who called: half the cost.
        words = " ".join([what, *pairs])
        record = logger.makeRecord(
            logger.name, level, "", 0, words, (), None, extra={"told": {"what": what, **kept}}
        )
        logger.handle(record)


def to_stderr(form: str, level: str) -> None:
    """Write all lines where the service writes what it has to say, in place of any way before.

    Args:
      form: ``lines`` or ``json``.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(InJson() if form == "json" else InLines())
    handler.addFilter(NotAgain())
    # What no line has need not be looked up for each.
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    root = logging.getLogger()
    for each in (root, *map(logging.getLogger, OURS)):
        each.handlers = [handler]
        each.propagate = False
    root.setLevel(logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(level.upper())


class InLines(logging.Formatter):
    """For people, and for ``grep``: a line stays a line, whatever is in it."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{_time(record)} {record.levelname.lower()} {record.getMessage()}"
        line = line.replace("\n", " ").replace("\r", " ")
        behind = _what_is_behind(self, record)
        return " ".join([line, *(f"{name}={_written(text)}" for name, text in behind.items())])


class InJson(logging.Formatter):
    """For programs: one object a line, with the same names."""

    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, "told", None) or {"what": record.getMessage()}
        head = {"time": _time(record), "level": record.levelname.lower(), "logger": record.name}
        behind = _what_is_behind(self, record)
        return json.dumps({**head, **fields, **behind}, default=str)


def _time(record: logging.LogRecord) -> str:
    return _second(int(record.created))


@lru_cache(maxsize=4)
def _second(since: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(since))


class NotAgain(logging.Filter):
    """Lets the same words through a few times a minute, and says how often they were left out.

    While a database is away, every request would say so. What is made by ``write`` is counted
    where it is written, if it has to be.
    """

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._said: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written; the first of a minute tells of those left out before."""
        if hasattr(record, "told"):
            return True
        words, minute = record.getMessage(), int(record.created // 60)
        if minute != self._minute:
            left_out = sum(count - A_MINUTE for count in self._said.values() if count > A_MINUTE)
            self._minute, self._said = minute, Counter()
            if left_out:
                record.msg, record.args = "%s left-out=%d", (words, left_out)
        self._said[words] += 1
        return self._said[words] <= A_MINUTE and len(self._said) < AT_MOST


def _what_is_behind(form: logging.Formatter, record: logging.LogRecord) -> dict[str, str]:
    """What a line says of the error behind it: why, and of a fault of ours the whole trace.

    A disk that is full is no fault of ours: a page of our innards, five times a minute, would hide
    the one line that whoever runs the service needs. Who looks for more, asks for ``debug``.
    """
    if not record.exc_info or record.exc_info[1] is None:
        return {}
    away = away_for(record.exc_info[1])
    fields = {} if away is None else {"code": away.code, "why": away.what, "do": remedy_of(away)}
    if away is None or logging.getLogger(record.name).isEnabledFor(logging.DEBUG):
        fields["trace"] = form.formatException(record.exc_info)
    return fields


def _written(value: object) -> str:
    text = str(value)
    if text.isalnum() and text.isascii():  # most are, and it is quicker to see
        return text
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


logger = logging.getLogger("tilescribe.requests")

HEADER = "X-Request-Id"
_PROCESS = secrets.token_hex(3)
_COUNT = count(1)


def a_new_number() -> str:
    return f"{_PROCESS}-{next(_COUNT):x}"


def the_number() -> str:
    if "number" not in g:
        g.number = a_new_number()
    return str(g.number)


def arrived() -> None:
    """Look at the clock, where the front has not."""
    request.environ.setdefault(BEGAN, perf_counter())


def wrote(upto: int, events: int) -> None:
    """Keep in mind what the request that is being answered wrote, for its line."""
    if has_request_context():
        g.event, g.events = upto, g.get("events", 0) + events


def answered(response: Response) -> Response:
    """Count the request, number its answer, and write a line where it wrote something."""
    desk_request: Request = cast(
        "Any", request
    )._get_current_object()  # found once, asked ten times
    environ, status = desk_request.environ, response.status_code
    now = perf_counter()
    took = now - environ.get(BEGAN, now)
    the_figures().request(desk_request.endpoint, status, took)
    if desk_request.endpoint == "assets.file" and status < 400:
        return response  # kept by the front, and the same for all
    number = the_number()
    response.headers[HEADER] = number
    known = g._get_current_object()
    event = known.get("event")
    if event is None and not current_app.config["LOG_ACCESS"]:
        return response
    session = known.get("session")
    fields = {
        "door": door_wording(desk_request.method, desk_request.path),
        "status": status,
        "event": event,
        "events": known.get("events"),
        "badge": session.badge if session is not None else "",
        "from": environ.get("REMOTE_ADDR") or "-",
        "tablet": known.get("device", ""),
        "ms": round(took * 1000, 1),
        "request": number,
    }
    write(logger, logging.INFO, "answered" if event is None else "wrote", fields)
    return response
