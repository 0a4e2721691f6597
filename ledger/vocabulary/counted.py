"""How many of something, in words."""

from __future__ import annotations


def some(number: int, what: str) -> str:
    """How many, and of what.

    >>> some(1, "event"), some(2, "event")
    ('1 event', '2 events')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
