"""How an answer leaves: times as the hall reads them, headers, packed, kept for visitors."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cache, wraps
from typing import NamedTuple, ParamSpec

from flask import Response, current_app, g, has_request_context, make_response, request
from flask.typing import ResponseReturnValue

from ledger.incidents.wording import finding_wording, title_wording
from ledger.messages import language, say
from ledger.messages.written import by_name, day_written, grouped, reason_given
from ledger.tournament.local_time import day, minute_of_day, time_of_day, zone_named, zone_words
from ledger.vocabulary.signs import as_read
from web.access.visitors import chosen_player, is_own_page, the_hall, the_session
from web.frame.addresses import tournament_at
from web.frame.pages import Page, page_here
from web.monitoring.metrics import holds_a_secret
from web.site import the_site

# What is done to the text of a page: times of the hall, names from right to left, true minuses.


# The hall's time on pages: every time of day that people read comes from here.
#
# The record is UTC. Pages of a tournament (``slug`` in their address) tell the time of its hall.


def zone_name() -> str:
    """The IANA name of the zone that times on this page are told in; empty for UTC."""
    if not has_request_context():
        return ""
    known: str | None = g.get("zone_name")
    if known is None:
        slug = (request.view_args or {}).get("slug", "")
        known = g.zone_name = the_site().time_zone(slug) if slug else ""
    return known


def tell_times_of(slugs: Sequence[str], chosen: str = "") -> None:
    """On a page of several tournaments: tell times in the zone that they share, else in UTC."""
    zones = {the_site().time_zone(slug) for slug in ([chosen] if chosen else slugs)}
    g.zone_name = zones.pop() if len(zones) == 1 else ""


def zone_here() -> str:
    """What is written behind a time of day on this page: ``UTC``, or the hall's ``Lisbon``."""
    return zone_words(zone_name())


def time_here(moment: datetime | str) -> str:
    found = moment if isinstance(moment, datetime) else _moment(moment)
    return time_of_day(found, zone_name()) if found else str(moment)


def minute_here(moment: datetime | str) -> str:
    """``20:21``; the zone stands once on a page."""
    found = moment if isinstance(moment, datetime) else _moment(moment)
    return minute_of_day(found, zone_name()) if found else str(moment)


def day_here(moment: datetime | str) -> str:
    """The day by the hall's calendar, as the reader's language writes it."""
    found = moment if isinstance(moment, datetime) else _moment(moment)
    return day_written(found.astimezone(zone_named(zone_name()))) if found else str(moment)


def iso_day_here(moment: datetime) -> str:
    """The same as an address has it: ``2026-11-21``."""
    return day(moment, zone_name())


def _moment(said: str) -> datetime | None:
    try:
        return datetime.fromisoformat(said)
    except ValueError:
        return None


FILTERS = {
    "time_here": time_here,
    "minute_here": minute_here,
    "day_here": day_here,
    "reason_given": reason_given,
    "finding_wording": finding_wording,
    "title_wording": title_wording,
    "day_written": lambda day: day_written(date.fromisoformat(day)),
    "grouped": grouped,
    "by_name": by_name,
}
GLOBALS = {"zone_here": zone_here, "zone_name": zone_name}


ISOLATE, POP = "\u2068", "\u2069"

LETTERS = "\u0590-\u08ff"
"""Hebrew, Arabic, Syriac, Thaana, N'Ko: the scripts of names that run from right to left."""

BETWEEN = r"\s.'’\"\-"
"""What may stand within a name between two such letters; a comma or a dash ends it."""

STRETCH = re.compile(f"{ISOLATE}[^{POP}]*{POP}|[{LETTERS}](?:[{LETTERS}{BETWEEN}]*[{LETTERS}])?")

SOME = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|[\s(\[|:>\x93\xa0]-\d")
"""Whether there may be such letters, or such a hyphen, among the bytes of a page."""

PARTS = re.compile(
    r"(<(script|style|textarea|option|code|pre)\b.*?</\2\s*>|<!--.*?-->|<[^>]*>)",
    re.DOTALL | re.IGNORECASE,
)
"""What of a page is no text that is read, or is sent back: it keeps its letters as they are."""


def isolated(text: str) -> str:
    """A text in which each stretch from right to left keeps to itself; done once, however often.

    >>> isolated("רחל: 8D") == "\u2068רחל\u2069: 8D", isolated("Ann: 8D")
    (True, 'Ann: 8D')
    """
    return STRETCH.sub(_kept_together, text)


def _kept_together(found: re.Match[str]) -> str:
    stretch = found[0]
    return stretch if stretch.startswith(ISOLATE) else f"{ISOLATE}{stretch}{POP}"


def page_as_read(page: str) -> str:
    """A page of HTML with what is read of it isolated, and its minuses true ones."""
    parts = PARTS.split(page)
    parts[0::3] = [isolated(as_read(part)) for part in parts[0::3]]
    del parts[2::3]  # the names of elements, which the pattern looks for again
    return "".join(parts)


PROBLEMS, TITLE = b'<section class="problems"', b"<title>"
"""A page that begins with what is wrong (``components/problem.html``) says so in its title."""


def as_it_reads(response: Response) -> Response:
    if response.mimetype != "text/html" or response.is_streamed or response.direct_passthrough:
        return response
    body = response.get_data()
    begins = say("frame.problem-before-title").encode()
    if PROBLEMS in body and not body.startswith(begins, body.find(TITLE) + len(TITLE)):
        body = body.replace(TITLE, TITLE + begins, 1)
        response.set_data(body)
    if SOME.search(body):
        response.set_data(page_as_read(body.decode("utf-8")))
    return response


# Headers that every response carries, how it is packed, pages kept for a crowd.


# Text is packed on its way to whoever can unpack it.


SMALLEST = 1000  # bytes under which packing gains nothing: all of it fits into one packet

EFFORT = 5
"""Of nine. More costs twice the time for two in a hundred of the size (games.json, our scripts)."""

EFFORT_FOR_SCRIPTS = 7
"""Of nine. A tablet asks for them once a release, and waits for them before it can be used."""

SCRIPTS = frozenset({"application/javascript", "text/javascript"})

PACKED = frozenset(
    {
        "application/json", "application/manifest+json",
        "application/javascript", "application/vnd.oai.openapi+json", "image/svg+xml",
    }
)  # fmt: skip
"""Beside all text; PDFs, pictures and fonts are packed already."""


def is_small(response: Response) -> bool:
    return (response.content_length or SMALLEST) < SMALLEST


def packed(response: Response) -> Response:
    """The same response, packed with gzip where that helps.

    A stream of events is left alone: it must not wait for a block to fill.
    """
    if request.method == "POST" and (response.content_length or SMALLEST) < SMALLEST:
        return response  # a tablet's turn, many times a second
    kind = response.mimetype or ""
    if kind == "text/event-stream" or not (kind.startswith("text/") or kind in PACKED):
        return response
    response.vary.add("Accept-Encoding")
    if (
        response.status_code in (204, 206, 304)
        or "Content-Encoding" in response.headers
        or not request.accept_encodings["gzip"]
        or is_small(response)
    ):
        return response
    response.direct_passthrough = False  # a file is sent from memory then
    whole = response.get_data()
    if len(whole) < SMALLEST:
        return response
    effort = EFFORT_FOR_SCRIPTS if kind in SCRIPTS else EFFORT
    response.set_data(gzip.compress(whole, effort, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag and not weak:
        response.set_etag(tag, weak=True)  # the same page, in other bytes
    return response


POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "tilescribe-worker",
}

FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

NOBODY = "'none'"

KEPT_AND_ASKED_AGAIN = "no-cache"
"""A browser may keep the page, and asks each time whether it is still the latest."""


def with_headers(response: Response) -> Response:
    """The same response with the headers of the house, and an ETag where a page can be kept."""
    response.headers.extend(of_the_house(_who_may_frame()))
    page = page_here()
    if page is not None and page.camera and response.status_code == 200:
        own = FIXED["Permissions-Policy"].replace("camera=()", "camera=(self)")
        response.headers["Permissions-Policy"] = own
    if holds_a_secret(request.path):  # no page gone to from there is told it
        response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Cache-Control", _caching(page, response))
    if response.headers["Cache-Control"] == "no-store" and is_small(response):
        return response  # Nobody keeps it, and there is nothing to pack: an entry's answer.
    if not (page and page.alike):
        response.vary.add("Cookie")
    elif response.mimetype == "text/html":  # the same for all who chose the same language
        response.vary.update(("Cookie", "Accept-Language"))
    if _can_be_kept(response):
        response.add_etag(weak=True)
        response.make_conditional(request)
    return packed(response)


def _caching(page: Page | None, response: Response) -> str:
    """Who may keep an answer: a cache between us and everybody, this browser, or nobody.

    What is shown depends on who is signed in: no cache between us may give it to another. What was
    made for somebody who is signed in stays on no disk either, for whoever comes after.
    """
    if page is not None and page.alike:
        return KEPT_AND_ASKED_AGAIN
    if g.get("session") is None or response.mimetype == "application/json":
        return f"private, {KEPT_AND_ASKED_AGAIN}"
    return "no-store"


def _can_be_kept(response: Response) -> bool:
    return (
        response.status_code == 200
        and request.method in ("GET", "HEAD")
        and not response.is_streamed
        and response.cache_control.no_store is not True
    )


@cache
def of_the_house(frames: str) -> dict[str, str]:
    """Headers that no view sets itself, for pages that ``frames`` may show inside their own."""
    policy = {**POLICY, "frame-ancestors": frames}
    written = "; ".join(f"{directive} {sources}" for directive, sources in policy.items())
    framing = {"X-Frame-Options": "DENY"} if frames == NOBODY else {}
    return {"Content-Security-Policy": written, **framing, **FIXED}


def _who_may_frame() -> str:
    if b"embed" not in request.query_string or request.args.get("embed") != "1":
        return NOBODY
    return " ".join(current_app.config["EMBED_ORIGINS"]) or NOBODY


# Pages that a crowd reads, made once for everybody: kept until something counts that they tell.
#
# In the minute after pairings are up two hundred phones ask for them. Of what depends on the
# course of a tournament alone (``Hall.stamp``), and on the names of all, the page is made once;
# whoever has it already is told so (304) without its being made, and a turn at a table makes
# nothing anew.


Asked = ParamSpec("Asked")

KEPT = 400  # pages at hand: those of all players of a large event, and what else they look at
LARGEST = 400_000  # bytes of a page that is kept


class KeptPage(NamedTuple):
    """A page as it was made for everybody, and what it was made from."""

    stamp: object
    body: bytes
    etag: str


View = Callable[Asked, ResponseReturnValue]


def alike_for_visitors(
    also: Callable[[], object] = lambda: None,
) -> Callable[[View[Asked]], View[Asked]]:
    """A view of a tournament (``slug``) whose page is the same for all who show no badge.

    There are three of each: whoever has chosen a name has My page as the first tab, and on that
    player's own page it is the one that is open. A cache between us keeps none (``_caching``).

    Args:
      also: tells what else the page follows from; cheap, for it is asked each time.
    """

    def kept(view: View[Asked]) -> View[Asked]:
        @wraps(view)
        def answered(*args: Asked.args, **query: Asked.kwargs) -> ResponseReturnValue:
            slug = tournament_at(str(query["slug"])).slug
            if the_session() is not None:
                return view(*args, **query)
            stamp = (the_hall().stamp(slug), the_site().hall.tournament_names(), also())
            return _kept_page(stamp, lambda: make_response(view(*args, **query)))

        return answered

    return kept


def _kept_page(stamp: object, make: Callable[[], Response]) -> Response:
    pages: OrderedDict[str, KeptPage] = current_app.extensions.setdefault("kept", OrderedDict())
    whose = "own" if is_own_page() else "chosen" if chosen_player() else ""
    address = f"{request.host_url}{request.full_path} {whose} {language()}"
    page = pages.get(address)
    if page is None or page.stamp != stamp:
        response = make()
        if response.status_code != 200 or (response.content_length or 0) > LARGEST:
            return response
        body = response.get_data()
        page = KeptPage(stamp, body, hashlib.sha256(body).hexdigest()[:20])
        pages[address] = page
        while len(pages) > KEPT:
            pages.popitem(last=False)
    response = Response(mimetype="text/html")
    response.set_etag(page.etag, weak=True)
    if request.if_none_match.contains_weak(page.etag):
        response.status_code = 304
    else:
        response.set_data(page.body)
    return response
