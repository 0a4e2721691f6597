"""Pairings on a form: one short text that is sent along, and what is done to them by hand.

Nothing is kept between two pages; what is not confirmed is nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ledger.tournament.facts.tournaments import Pairing
from ledger.vocabulary.refusals import Refusal

_ONE = re.compile(r"(\d{1,4}):(\d{1,6})-(\d{1,6})")


def as_text(pairings: Sequence[Pairing]) -> str:
    """``1:3-5 2:7-8 0:9-0``: table, who is named first, the other; 0 for nobody.

    >>> as_text((Pairing(1, 3, 5), Pairing(0, 9, 0)))
    '1:3-5 0:9-0'
    """
    return " ".join(f"{one.table}:{one.first}-{one.second}" for one in pairings)


def from_text(text: str) -> tuple[Pairing, ...]:
    """The pairings such a text holds.

    >>> from_text("1:3-5 0:9-0")[1]
    Pairing(table=0, first=9, second=0, replay=1)

    Raises:
      Refusal: ``unreadable-request``.
    """
    found = [_ONE.fullmatch(word) for word in text.split()]
    if not all(found):
        raise Refusal(
            "unreadable-request", "The pairings on the form can't be read.", "Begin anew."
        )
    return tuple(Pairing(*map(int, one.groups())) for one in found if one)


def swapped(pairings: Sequence[Pairing], one: int, other: int) -> tuple[Pairing, ...]:
    """Two players in one another's places, byes included; tables and starts stay.

    >>> as_text(swapped(from_text("1:1-2 2:3-4"), 2, 3))
    '1:1-3 2:2-4'
    """
    into = {one: other, other: one}
    return tuple(
        replace(each, first=into.get(each.first, each.first),
                second=into.get(each.second, each.second) if each.second else 0)
        for each in pairings
    )  # fmt: skip


def starts_swapped(pairings: Sequence[Pairing], table: int) -> tuple[Pairing, ...]:
    """The two at a table the other way round."""
    return tuple(
        replace(one, first=one.second, second=one.first)
        if one.second and one.table == table
        else one
        for one in pairings
    )


def moved(pairings: Sequence[Pairing], table: int, to: int) -> tuple[Pairing, ...]:
    """The two at a table at another one; who is there comes here."""
    into = {table: to, to: table}
    there = tuple(
        replace(one, table=into.get(one.table, one.table)) if one.second else one
        for one in pairings
    )
    return tuple(sorted(there, key=lambda one: (not one.second, one.table)))
