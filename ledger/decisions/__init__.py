"""What may be written next: one small pure function per kind of request.

``DECISIONS`` is the whole table; ``decide`` looks a request up in it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from ledger.decisions import (
    blanks,
    challenges,
    clock,
    corrections,
    endings,
    exchanges,
    forfeits,
    plays,
    scores,
    setting_up,
    signing,
)
from ledger.decisions.entry import Asked, Decide, Decision, Entry
from ledger.figures import must_make_sense
from ledger.sheet.sheet import Sheet

DECISIONS: dict[type[Asked], Decide] = {
    **setting_up.DECISIONS,
    **plays.DECISIONS,
    **exchanges.DECISIONS,
    **blanks.DECISIONS,
    **challenges.DECISIONS,
    **clock.DECISIONS,
    **endings.DECISIONS,
    **forfeits.DECISIONS,
    **corrections.DECISIONS,
    **scores.DECISIONS,
    **signing.DECISIONS,
}

AnyAsked: Any = reduce(or_, DECISIONS)
"""The union of all requests, for reading one from JSON."""


def decide(sheet: Sheet, asked: Asked, entry: Entry) -> Decision:
    """What is to be written for ``asked``.

    Raises:
      Refusal: why nothing is.
    """
    must_make_sense(asked, entry.clocks)
    return DECISIONS[type(asked)](sheet, asked, entry)


__all__ = ["DECISIONS", "AnyAsked", "Asked", "Decision", "Entry", "decide"]
