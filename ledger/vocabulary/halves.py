"""Wins and losses, which are counted in halves because a tie is half a win."""

from __future__ import annotations


def halves(number: int) -> str:
    """Wins that are counted in halves.

    >>> halves(6), halves(5), halves(1), halves(0)
    ('3', '2½', '½', '0')
    """
    whole, half = divmod(number, 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")
