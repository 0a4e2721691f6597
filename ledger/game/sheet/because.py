"""A reason after what it is the reason for."""

from __future__ import annotations

from ledger.vocabulary import WITHHELD


def because(reason: str) -> str:
    """``: reason``; empty where there is none, or where it is not shown to whoever reads.

    >>> f"Game void{because('no lights')}", f"Game void{because(WITHHELD)}"
    ('Game void: no lights', 'Game void')
    """
    return f": {reason}" if if_shown(reason) else ""


def under(clause: str) -> str:
    """The rule something rests on, in brackets; empty where none is named or it is not shown.

    >>> f"A turn lost{under('wespa-4.0 6.3.3')}", f"A turn lost{under('')}"
    ('A turn lost (wespa-4.0 6.3.3)', 'A turn lost')
    """
    return f" ({clause})" if if_shown(clause) else ""


def if_shown(words: str) -> str:
    """Words that are shown; empty where they are withheld."""
    return "" if words == WITHHELD else words
