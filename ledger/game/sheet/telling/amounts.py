"""Tiles, points and times in words, as they stand in what is told."""

from __future__ import annotations

from ledger.vocabulary import Clocks, Totals
from ledger.vocabulary.clock_time import minutes
from ledger.vocabulary.counted import some


def tiles(count: int) -> str:
    """A number of tiles in words.

    >>> tiles(1), tiles(2)
    ('1 tile', '2 tiles')
    """
    return some(count, "tile")


def amount_of(amount: int, unit: str) -> str:
    """What a penalty takes or a credit gives, in words.

    >>> [amount_of(1, unit) for unit in ("points", "spread", "time", "turn")]
    ['1 point', '1 point of spread', '0:01 on the clock', '1 turn']
    >>> [amount_of(90, unit) for unit in ("points", "time")]
    ['90 points', '1:30 on the clock']
    """
    if unit == "time":
        return f"{minutes(amount)} on the clock"
    what = some(amount, "turn" if unit == "turn" else "point")
    return f"{what} of spread" if unit == "spread" else what


def pair(totals: Totals) -> str:
    """Both scores as people say them."""
    return f"{totals[0]} to {totals[1]}"


def signed(totals: Totals) -> str:
    """What both gain, with their signs."""
    return f"{totals[0]:+d} and {totals[1]:+d}"


def both_clocks(clocks: Clocks) -> str:
    """What both clocks show."""
    return " and ".join(minutes(seconds) for seconds in clocks)


def on_racks(racks: tuple[int, int]) -> str:
    """How many tiles are on both racks."""
    return f"{racks[0]} and {tiles(racks[1])}"
