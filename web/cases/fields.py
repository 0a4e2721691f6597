"""What a field of a form holds: text, a number, two of them, a seat, a moment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from flask import request

from ledger.tournament.local_time import zone_named
from ledger.vocabulary import Seat
from ledger.vocabulary.refusals import Refusal
from web.frame.local_time import zone_name

LONGEST = 7
"""Digits of the longest number that anything here can mean."""


def pair(name: str, read: Callable[[str], int]) -> tuple[int, int] | None:
    """Two numbers, one for each player; ``None`` where both fields are empty.

    Args:
      name: of the fields, before the seat.
      read: reads one of them.

    Raises:
      Refusal: ``unreadable-request``, at its field: only one is filled in, or one can't be read.
    """
    fields = [f"{name}_{seat.value}" for seat in Seat]
    said = [text(field) for field in fields]
    if not any(said):
        return None
    for field, one in zip(fields, said, strict=True):
        if not one:
            raise Refusal(
                "unreadable-request",
                "Only one of the two players has a number here.",
                "Write both, also the one that stays as it is, or take the line away.",
                field=field,
            )
    first, second = (at_field(field, read) for field in fields)
    return first, second


def at_field(name: str, read: Callable[[str], int]) -> int:
    """The number in a field.

    Raises:
      Refusal: ``unreadable-request``, at the field.
    """
    try:
        return read(text(name))
    except Refusal as refused:
        raise Refusal(refused.code, refused.what, refused.next_step, field=name) from None


def whole_number(said: str) -> int:
    """A whole number as people write it; 0 for nothing.

    >>> whole_number("-10"), whole_number("+5"), whole_number("")
    (-10, 5, 0)

    Raises:
      Refusal: ``unreadable-request``.
    """
    sign, digits = _signed(said)
    if not digits and not said:
        return 0
    if not _is_a_number(digits):
        raise _no_number(said, "Write a whole number, as 10 or −10.")
    return sign * int(digits)


def seconds_in(said: str) -> int:
    """A time as people write it: minutes and seconds, or seconds alone; 0 for nothing.

    >>> seconds_in("18:50"), seconds_in("−0:40"), seconds_in("40"), seconds_in("")
    (1130, -40, 40, 0)

    Raises:
      Refusal: ``unreadable-request``.
    """
    sign, time = _signed(said)
    if ":" not in time:
        return whole_number(said)
    minutes, _, seconds = time.partition(":")
    if not (_is_a_number(minutes) and _is_a_number(seconds)) or len(seconds) != 2 or seconds > "59":
        raise _no_number(said, "Write minutes and seconds, as 18:50.")
    return sign * (int(minutes) * 60 + int(seconds))


def reading_in(said: str) -> int:
    """A clock as it is read: minutes and seconds, which are never left out.

    Raises:
      Refusal: ``unreadable-request``.
    """
    if ":" not in said:
        raise _no_number(said, "Write minutes and seconds, as 18:50.")
    return seconds_in(said)


def _signed(said: str) -> tuple[int, str]:
    """Whether a number is less than nothing, and its digits."""
    minus = said.startswith(("-", "−"))
    return -1 if minus else 1, said[1:] if said.startswith(("-", "−", "+")) else said


def _no_number(said: str, next_step: str) -> Refusal:
    return Refusal("unreadable-request", f"“{said[:20]}” can’t be read here.", next_step)


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
