"""Cells of a table as people and spreadsheets write them."""

from __future__ import annotations


def without_decimals(told: str) -> str:
    """A number without the decimals that a spreadsheet gives whole numbers.

    >>> without_decimals("1650.0"), without_decimals("1650.5")
    ('1650', '1650.5')
    """
    before, point, after = told.partition(".")
    return before if point and not after.strip("0") else told


FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet begins to compute at."""


def guarded(told: str) -> str:
    """Text that no spreadsheet takes for a formula: with an apostrophe before it where it might."""
    return f"'{told}" if told.startswith(FORMULA) else told


def unguarded(told: str) -> str:
    """The text of a cell, without such an apostrophe.

    >>> unguarded(guarded("=1+1")), unguarded("'t Hooft")
    ('=1+1', "'t Hooft")
    """
    return told[1:] if told[:1] == "'" and told[1:2] in FORMULA else told
