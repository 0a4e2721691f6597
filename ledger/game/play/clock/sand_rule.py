"""Sand timers: when a turn is lost, and when time is called."""

from __future__ import annotations

from typing import Literal

from ledger.rulebook import Rulebook
from ledger.vocabulary import Seconds


def turn_after_sand(after: Seconds, rules: Rulebook) -> Literal["kept", "ruling", "lost"]:
    """What becomes of a turn whose score was announced, or not, so long after the notice.

    >>> from ledger.rulebook import load
    >>> [turn_after_sand(Seconds(after), load("nsa-1998")) for after in (5, 6, 10, 11)]
    ['kept', 'ruling', 'ruling', 'lost']

    Args:
      after: seconds since the warning, or since being told that the sand was out.
      rules: the rulebook in force.
    """
    kept, lost = rules.sand.lost_after.known()
    if after <= kept:
        return "kept"
    return "lost" if after > lost else "ruling"
