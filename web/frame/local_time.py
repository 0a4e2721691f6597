"""The hall's time on pages: every time of day that people read comes from here.

The record is UTC. Pages of a tournament (``slug`` in their address) tell the time of its hall.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from flask import g, has_request_context, request

from ledger.tournament.local_time import day, time_of_day, zone_words
from web.site.site import the_site


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


def day_here(moment: datetime | str) -> str:
    found = moment if isinstance(moment, datetime) else _moment(moment)
    return day(found, zone_name()) if found else str(moment)


def _moment(said: str) -> datetime | None:
    try:
        return datetime.fromisoformat(said)
    except ValueError:
        return None


FILTERS = {"time_here": time_here, "day_here": day_here}
GLOBALS = {"zone_here": zone_here, "zone_name": zone_name}
