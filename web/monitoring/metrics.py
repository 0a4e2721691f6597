"""Every request told in a line of the log, and ``/metrics``: figures looked up when asked."""

from __future__ import annotations

import hmac
import json
import logging
import re
import secrets
import sys
import time
from collections import Counter as Counted
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from ipaddress import ip_address, ip_network
from itertools import count
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, cast

from flask import Flask, Request, Response, current_app, g, has_request_context, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from ledger.messages import ENGLISH, speaking
from ledger.record.failures import away_for, remedy_of
from ledger.record.log import BOUNDS, Appends
from ledger.vocabulary.refusals import Refusal
from web.access.permissions import EVERYBODY
from web.asgi.sse import Hub
from web.asgi.wsgi_adapter import BEGAN
from web.frame.pages import PLAIN, Pages
from web.monitoring.checks import Check, of_the_clock, of_the_screens, of_the_sending, unmade
from web.site import Site

if TYPE_CHECKING:
    from web.asgi.asgi import Front


# Who asks from this computer itself, and so may see how the service is.


PASSED_ON = ("X-Forwarded-For", "X-Real-IP", "Forwarded")
"""What a proxy adds. Where it is there still, nobody has said that the proxy can be trusted."""


def is_from_here() -> bool:
    """Whether the request comes from this computer, and not through a proxy on it."""
    if any(name in request.headers for name in PASSED_ON):
        return False
    return _is_in(request.remote_addr, ("127.0.0.0/8", "::1/128", "::ffff:127.0.0.0/104"))


def may_read_figures() -> bool:
    """Whether who asks may read ``/metrics``: from here, by a token, or from where it is open."""
    token = str(current_app.config["METRICS_TOKEN"])
    shown = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if token and hmac.compare_digest(shown, f"Bearer {token}".encode()):
        return True
    return is_from_here() or _is_in(request.remote_addr, current_app.config["METRICS_FROM"])


def _is_in(address: str | None, networks: tuple[str, ...]) -> bool:
    try:
        asking = ip_address(address or "")
    except ValueError:
        return False
    return any(asking in ip_network(each) for each in networks)


# Figures of the service, as Prometheus reads them: counted as it happens, looked up when asked.
#
# Labels have values from lists of ours (a route, a status, a kind of answer), so that nobody who
# asks for made-up addresses makes the figures grow.


LENGTHS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds at most of each class of requests."""

NOWHERE = "none"
"""The route of an address that leads nowhere."""

# When each counter began is as many lines again, and nobody asks for them.
disable_created_metrics()  # type: ignore[no-untyped-call]

STATES = ("ok", "warning", "trouble")

MEASURED = {
    "record": ("tilescribe_log_position", "Position of the newest event."),
    "hall": ("tilescribe_hall_lag_events", "Events that the lists lack of the record."),
    "disk": ("tilescribe_disk_free_megabytes", "Megabytes free for the data folder."),
    "backup": ("tilescribe_backup_age_seconds", "Age of the newest backup."),
    "clock": ("tilescribe_clock_apart_seconds", "Farthest that another clock is ahead of ours."),
}
"""By check, the figure that its value is told as."""


class Figures:
    """What one process counts, and what it looks up when it is asked."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self._requests = Counter(
            "tilescribe_requests", "Requests answered.", ("route", "status"), registry=registry
        )
        self._seconds = Histogram(
            "tilescribe_request_seconds", "From a request's arrival to its answer.", ("route",),
            buckets=LENGTHS, registry=registry,
        )  # fmt: skip
        self._entries = Counter(
            "tilescribe_entries", "Entries handed in, by what they were answered.", ("answer",),
            registry=registry,
        )  # fmt: skip
        self._turned_away = Counter(
            "tilescribe_turned_away", "Requests that got no thread.", ("code",), registry=registry
        )
        for answer in ("written", "refused", "stale", "gap", "again"):
            self._entries.labels(answer)
        self._of_route: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def request(self, route: str | None, status: int, seconds: float) -> None:
        key = (route or NOWHERE, status)
        found = self._of_route.get(key)
        if found is None:
            found = self._of_route[key] = (
                self._requests.labels(key[0], str(status)),
                self._seconds.labels(key[0]),
            )
        found[0].inc()
        found[1].observe(seconds)

    def entry(self, kind: str, *, again: bool) -> None:
        self._entries.labels("again" if again else kind).inc()

    def turned_away(self, code: str) -> None:
        """A request was refused before it had a thread; ``code`` is one of the front's own."""
        self._turned_away.labels(code).inc()

    def look_up(self, name: str, what: str, value: Callable[[], float]) -> None:
        self.registry.register(_Looked(lambda: [GaugeMetricFamily(name, what, value=value())]))

    def look_at(self, checks: Callable[[], Iterable[Check]]) -> None:
        self.registry.register(_Looked(lambda: _checked(checks())))

    def follow(self, appends: Appends) -> None:
        self.registry.register(_Looked(lambda: _appended(appends)))


class _Looked(Collector):
    def __init__(self, look: Callable[[], Iterable[Metric]]) -> None:
        self._look = look

    def collect(self) -> Iterable[Metric]:
        return self._look()

    def describe(self) -> Iterable[Metric]:
        """Nothing: to be registered, nothing need be looked at."""
        return ()


def _checked(checks: Iterable[Check]) -> Iterable[Metric]:
    state = GaugeMetricFamily(
        "tilescribe_check", "0: well; 1: to be seen to; 2: in the way.", labels=("check",)
    )
    for check in checks:
        state.add_metric((check.name,), STATES.index(check.state))
        if check.name in MEASURED and check.value is not None:
            yield GaugeMetricFamily(*MEASURED[check.name], value=check.value)
    yield state


def _appended(appends: Appends) -> Iterable[Metric]:
    yield CounterMetricFamily(
        "tilescribe_events_appended", "Events written by this process.", value=appends.events
    )
    counted, so_far = 0, []
    for bound, number in zip((*map(str, BOUNDS), "+Inf"), appends.classes, strict=True):
        counted += number
        so_far.append((bound, float(counted)))
    yield HistogramMetricFamily(
        "tilescribe_append_seconds", "How long it took to append.", so_far, appends.seconds
    )


# Whose clock is wrong: ours, or a tablet's. Asked of what tablets said when they sent.


ENOUGH = 3  # tablets that must agree; one alone may be wrong itself

LATELY = timedelta(minutes=30)
AT_MOST = 500


class Skews:
    """How far each tablet's clock was from ours when it last sent something."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[datetime, float]] = {}

    def note(self, device: str, sent_at: datetime, now: datetime) -> None:
        """A tablet sent something at ``sent_at`` by its own clock, and it is here ``now``."""
        self._of.pop(device, None)
        self._of[device] = now, (sent_at - now).total_seconds()
        while len(self._of) > AT_MOST:
            self._of.pop(next(iter(self._of)))

    def of_most(self, now: datetime) -> float | None:
        """Seconds most tablets' clocks are ahead of ours; ``None`` where too few were heard of."""
        lately = [apart for at, apart in self._of.copy().values() if abs(now - at) < LATELY]
        return median(lately) if len(lately) >= ENOUGH else None


# What the figures of an application are looked up from, when somebody reads them.


def looked_up(figures: Figures, app: Flask) -> None:
    hub: Hub = app.extensions["hub"]

    def of_front(name: str) -> Callable[[], float]:
        def count() -> float:
            front: Front | None = app.extensions.get("front")
            return front.counts[name] if front is not None else 0

        return count

    figures.look_up("tilescribe_live_streams", "Streams that are open.", lambda: hub.watchers)
    figures.look_up(
        "tilescribe_tablets_online",
        "Tablets and badges with a stream open.",
        lambda: hub.kept.holders,
    )
    for name, counted, what in (
        ("tilescribe_requests_waiting", "waiting", "Requests that wait for a thread."),
        ("tilescribe_sign_ins_waiting", "signing in", "Sign-ins that wait for their turn."),
        ("tilescribe_bodies_unfinished", "unfinished", "Requests that are still arriving."),
    ):
        figures.look_up(name, what, of_front(counted))
    figures.look_at(lambda: all_checks(app))
    appends: Appends | None = getattr(app.extensions["site"], "appends", None)
    if appends is not None:
        figures.follow(appends)


class MakesBackups(Protocol):
    """What makes backups while the service runs."""

    @property
    def trouble(self) -> str:
        """Why none is made now, in words; empty: nothing is in the way."""


def backup_trouble(app: Flask) -> str:
    backups: MakesBackups | None = app.config.get("BACKUPS")
    return backups.trouble if backups is not None else ""


class Standing(Protocol):
    """How it stands with somebody who is sent checkpoints, as ``web.proofs.sending`` has it."""

    @property
    def trouble(self) -> str:
        """Why something lacks, in words; empty: nothing does."""


class SendsCheckpoints(Protocol):
    """What sends checkpoints to witnesses and subscribers while the service runs."""

    @property
    def standing(self) -> Sequence[Standing]: ...


def _of_the_sending(app: Flask) -> Check | None:
    """Whether all is sent, from memory alone: the record may be stuck. ``None``: nobody is."""
    sending: SendsCheckpoints | None = app.config.get("SENDING")
    if sending is None:
        return None
    return of_the_sending([each.trouble for each in sending.standing if each.trouble])


def all_checks(app: Flask) -> tuple[Check, ...]:
    """Every check: of the record, and of what this process does beside it."""
    site: Site = app.extensions["site"]
    hub: Hub = app.extensions["hub"]
    skews: Skews = app.extensions["skews"]
    checks = [*site.checks(), of_the_screens(hub.still_for, hub.watchers)]
    if trouble := backup_trouble(app):
        checks = [unmade(trouble, c.value) if c.name == "backup" else c for c in checks]
    if (sent := _of_the_sending(app)) and all(c.name != sent.name for c in checks):
        checks.append(sent)
    tablets = skews.of_most(datetime.now(UTC))
    if tablets is None:
        return tuple(checks)
    by_tablets = of_the_clock({"that of most tablets": tablets})
    return tuple(by_tablets if c.name == "clock" and c.state == "ok" else c for c in checks)


pages = Pages("metrics", manual=None)


@pages.get("/metrics", who=EVERYBODY, answers=PLAIN)
def scrape() -> Response:
    if not may_read_figures():
        raise Refusal(
            "not-allowed",
            "The figures of this service are not open to you.",
            "Ask from its own computer, with the token of metrics.token, or from metrics.from.",
        )
    response = Response(generate_latest(the_figures().registry), content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def the_figures() -> Figures:
    return cast("Figures", current_app.extensions["figures"])


# Every request, watched from its arrival to its answer, and told in a line of the log.


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
# Time (UTC) and level come first, then what happened and what belongs to it.
# ``log.format = "json"`` has the same names as the keys of one object a line. Bodies,
# cookies, PINs, codes and what stands behind the ``?`` of an address are never written.


OURS = ("tilescribe", "web", "ledger", "printing")
"""How our loggers are called, or begin."""

A_MINUTE, LETTERS_AT_MOST = 5, 1000
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
        self._said: Counted[str] = Counted()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written; the first of a minute tells of those left out before."""
        if hasattr(record, "told"):
            return True
        words, minute = record.getMessage(), int(record.created // 60)
        if minute != self._minute:
            left_out = sum(count - A_MINUTE for count in self._said.values() if count > A_MINUTE)
            self._minute, self._said = minute, Counted()
            if left_out:
                record.msg, record.args = "%s left-out=%d", (words, left_out)
        self._said[words] += 1
        return self._said[words] <= A_MINUTE and len(self._said) < LETTERS_AT_MOST


def _what_is_behind(form: logging.Formatter, record: logging.LogRecord) -> dict[str, str]:
    """What a line says of the error behind it: why, and of a fault of ours the whole trace.

    A disk that is full is no fault of ours: a page of our innards, five times a minute, would hide
    the one line that whoever runs the service needs. Who looks for more, asks for ``debug``.
    """
    if not record.exc_info or record.exc_info[1] is None:
        return {}
    away = away_for(record.exc_info[1])
    with speaking(ENGLISH):
        fields = (
            {} if away is None else {"code": away.code, "why": away.what, "do": remedy_of(away)}
        )
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
