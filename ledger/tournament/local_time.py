"""Times of day as the hall's clock shows them. The record is UTC; only what people read is not."""

from __future__ import annotations

import os
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """The time zone with this IANA name; UTC for an empty one."""
    if name in ("", "UTC"):
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not found; no name; a folder
        raise refusal("no-such-zone", zone=name[:60]) from None


def zone_meant(typed: str) -> str:
    """The zone that somebody means who types its name, or that of its city, in any case.

    What is neither comes back as it is, to be refused where it is written. A city of which two
    zones have the name is that of the first: they are one zone under two names.

    >>> zone_meant("lisbon"), zone_meant("New York"), zone_meant("europe/lisbon"), zone_meant("utc")
    ('Europe/Lisbon', 'America/New_York', 'Europe/Lisbon', 'UTC')
    >>> zone_meant("Atlantis"), zone_meant("")
    ('Atlantis', '')
    """
    try:
        zone_named(typed)
    except Refusal:
        request = typed.strip().replace(" ", "_").casefold()
        known = sorted(available_timezones())
        whole = [name for name in known if name.casefold() == request]
        city = [name for name in known if name.casefold().rpartition("/")[2] == request]
        return next(iter(whole or city), typed)
    return typed


def zone_of_this_service() -> str:
    """``TILESCRIBE_ZONE``, for tournaments that name no zone; empty where it is no zone's name."""
    name = os.environ.get("TILESCRIBE_ZONE", "")
    try:
        zone_named(name)
    except Refusal:
        return ""
    return name


def zone_words(name: str) -> str:
    """How people call the zone.

    >>> zone_words(""), zone_words("Europe/Lisbon"), zone_words("America/New_York")
    ('UTC', 'Lisbon', 'New York')
    """
    return name.rpartition("/")[2].replace("_", " ") or "UTC"


def day(moment: datetime, name: str) -> str:
    """The day by the hall's calendar: ``2026-11-21``."""
    return f"{moment.astimezone(zone_named(name)):%Y-%m-%d}"


def time_of_day(moment: datetime, name: str) -> str:
    """The time of day by the hall's clock, to the second, without the zone.

    >>> time_of_day(datetime(2026, 7, 1, 14, 32, 7, tzinfo=UTC), "Europe/Lisbon")
    '15:32:07'
    """
    return f"{moment.astimezone(zone_named(name)):%H:%M:%S}"


def minute_of_day(moment: datetime, name: str) -> str:
    """The same to the minute, as it is written nearly everywhere.

    >>> minute_of_day(datetime(2026, 7, 1, 14, 32, 7, tzinfo=UTC), "Europe/Lisbon")
    '15:32'
    """
    return f"{moment.astimezone(zone_named(name)):%H:%M}"
