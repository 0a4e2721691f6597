"""A reason after what it is the reason for."""

from __future__ import annotations

from ledger.vocabulary import WITHHELD


def because(reason: str) -> str:
    """``: reason``; empty where there is none, or where it is not shown to whoever reads.

    >>> f"Game void{because('no lights')}", f"Game void{because(WITHHELD)}"
    ('Game void: no lights', 'Game void')
    """
    return f": {reason}" if if_shown(reason) else ""


def if_shown(words: str) -> str:
    """Words that are shown; empty where they are withheld."""
    return "" if words == WITHHELD else words
