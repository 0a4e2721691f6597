"""What is done to the text of a page: times of the hall, names from right to left, true minuses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from flask import Response, g, has_request_context, request

from ledger.tournament.local_time import day, minute_of_day, time_of_day, zone_words
from ledger.vocabulary.signs import as_read
from web.site import the_site

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
    found = moment if isinstance(moment, datetime) else _moment(moment)
    return day(found, zone_name()) if found else str(moment)


def _moment(said: str) -> datetime | None:
    try:
        return datetime.fromisoformat(said)
    except ValueError:
        return None


FILTERS = {"time_here": time_here, "minute_here": minute_here, "day_here": day_here}
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
    if PROBLEMS in body and not body.startswith(b"Problem: ", body.find(TITLE) + len(TITLE)):
        body = body.replace(TITLE, TITLE + b"Problem: ", 1)
        response.set_data(body)
    if SOME.search(body):
        response.set_data(page_as_read(body.decode("utf-8")))
    return response
