"""A time as a clock shows it: the one way in which it is written."""

from __future__ import annotations


def minutes(seconds: int) -> str:
    """A time as minutes and seconds.

    >>> minutes(1450), minutes(-35)
    ('24:10', '-0:35')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"
