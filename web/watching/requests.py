"""Every request, watched from its arrival to its answer: a number, how long, what it wrote."""

from __future__ import annotations

import logging
import secrets
from itertools import count
from time import perf_counter
from typing import Any, cast

from flask import Request, Response, current_app, g, has_request_context, request

from web.front.bridge import BEGAN
from web.watching.door_told import door_told
from web.watching.lines import write
from web.watching.metrics import the_figures

logger = logging.getLogger("tilescribe.requests")

HEADER = "X-Request-Id"
_PROCESS = secrets.token_hex(3)
_COUNT = count(1)


def a_new_number() -> str:
    """A request's number: whose process, and which of its requests."""
    return f"{_PROCESS}-{next(_COUNT):x}"


def the_number() -> str:
    """The number of the request that is being answered."""
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
    asked: Request = cast("Any", request)._get_current_object()  # found once, asked ten times
    environ, status = asked.environ, response.status_code
    now = perf_counter()
    took = now - environ.get(BEGAN, now)
    the_figures().request(asked.endpoint, status, took)
    if asked.endpoint == "assets.file" and status < 400:
        return response  # kept by the front, and the same for all
    number = the_number()
    response.headers[HEADER] = number
    known = g._get_current_object()
    event = known.get("event")
    if event is None and not current_app.config["LOG_ACCESS"]:
        return response
    session = known.get("session")
    told = {
        "door": door_told(asked.method, asked.path),
        "status": status,
        "event": event,
        "events": known.get("events"),
        "badge": session.badge if session is not None else "",
        "from": environ.get("REMOTE_ADDR") or "-",
        "tablet": known.get("device", ""),
        "ms": round(took * 1000, 1),
        "request": number,
    }
    write(logger, logging.INFO, "answered" if event is None else "wrote", told)
    return response
