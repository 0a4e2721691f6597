"""A time as a clock shows it: the one way in which it is written."""

from __future__ import annotations

from ledger.vocabulary.signs import true_minus


def minutes(seconds: int) -> str:
    """A time as minutes and seconds.

    >>> minutes(1450), minutes(-35)
    ('24:10', '-0:35')
    """
    sign = "-" if seconds < 0 else ""
    return f"{sign}{abs(seconds) // 60}:{abs(seconds) % 60:02d}"


def shown(seconds: int) -> str:
    """A time as people read it, with a true minus once the clock has run out.

    >>> shown(1450), shown(-35)
    ('24:10', '−0:35')
    """
    return true_minus(minutes(seconds))
