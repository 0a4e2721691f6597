"""Scoreless turns, and the game that ends with the last of them."""

from __future__ import annotations

from ledger.decisions.entry import Decision, Entry
from ledger.facts.endings import GameEnded
from ledger.facts.fact import Fact
from ledger.rules.zeros import ends_by_zeros
from ledger.sheet.sheet import Sheet


def with_the_end(
    sheet: Sheet, scoreless: Fact, entry: Entry, noticed: tuple[str, ...] = ()
) -> Decision:
    """``scoreless`` turn, and the end of the game if it is the last the book allows (O-04)."""
    if ends_by_zeros(sheet.zero_turns + 1, sheet.totals, entry.rules):
        return Decision((scoreless, GameEnded(cause="six-zeros")), noticed)
    return Decision((scoreless,), noticed)
