"""Which traps touch what is written down although a rulebook leaves a point of it open."""

from __future__ import annotations

from ledger.rulebook import Rulebook
from ledger.rulebook.gaps import trap


def touching(rules: Rulebook, *ids: str) -> tuple[str, ...]:
    """Those of the traps that this rulebook has, as remarks.

    >>> from ledger.rulebook import load
    >>> touching(load("wespa-4.0"), "TX-10", "T1-16")
    ('TX-10',)
    """
    return tuple(id_ for id_ in ids if trap(id_).cited(rules.id))
