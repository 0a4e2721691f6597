"""What a field of a form holds: text, a number, two of them, a seat, a moment."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import request

from ledger.tournament.local_time import zone_named
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.frame.local_time import zone_name

LONGEST = 7
"""Digits of the longest number that anything here can mean."""


def pair(name: str) -> tuple[int, int] | None:
    """Two numbers, one for each player; ``None`` where both fields are empty.

    Clocks may be written as minutes and seconds.
    """
    said = [text(f"{name}_{seat.value}") for seat in Seat]
    if not any(said):
        return None
    return whole_number(said[0]), whole_number(said[1])


def whole_number(said: str) -> int:
    """A number as people write it, or minutes and seconds; 0 for nothing.

    >>> whole_number("-10"), whole_number("18:50"), whole_number("")
    (-10, 1130, 0)

    Raises:
      Refusal: ``unreadable-request``.
    """
    minus, said = said.startswith(("-", "−")), said.lstrip("-−")
    if not said:
        return 0
    parts = said.split(":")
    if len(parts) > 2 or not all(_is_a_number(part) for part in parts):
        raise Refusal(
            "unreadable-request",
            f"“{said[:20]}” is no number.",
            "Write a whole number, or minutes and seconds as 18:50.",
        )
    value = int(parts[0]) * 60 + int(parts[1]) if len(parts) == 2 else int(parts[0])
    return -value if minus else value


def _is_a_number(said: str) -> bool:
    return said.isascii() and said.isdigit() and len(said) <= LONGEST


def text(name: str) -> str:
    """The text of a field; empty where it is not there."""
    return request.form.get(name, "").strip()


def number(name: str) -> int:
    """The number in a field; 0 where it is empty.

    Raises:
      Refusal: ``unreadable-request``.
    """
    return whole_number(text(name))


def seat_of(name: str) -> Seat | None:
    """The seat chosen; ``None`` for nobody."""
    said = text(name)
    return Seat(said) if said in set(Seat) else None


def in_the_zone(said: str) -> datetime:
    """A date and time of the hall, in UTC."""
    return datetime.fromisoformat(said).replace(tzinfo=zone_named(zone_name())).astimezone(UTC)


def moment(name: str) -> datetime | None:
    """A date and time as a browser's field sends it, by the hall's clock; told in UTC.

    Raises:
      Refusal: ``unreadable-request``.
    """
    said = text(name)
    try:
        return in_the_zone(said) if said else None
    except ValueError:
        raise Refusal(
            "unreadable-request",
            "The date can't be read.",
            "Write it as 2026-11-21T14:30, or leave it out.",
        ) from None
