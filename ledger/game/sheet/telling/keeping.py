"""Handing a table over, and looking turns over, told in a few words."""

from __future__ import annotations

from ledger.game.facts.keeping import TableHandedOver, TurnsVerified
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact


def told_keeping(fact: Fact, sheet: Sheet) -> str:
    """A fact of ``ledger.game.facts.keeping`` in words; empty for any other."""
    match fact:
        case TableHandedOver():
            return _handed_over(fact)
        case TurnsVerified():
            moves = {line.version: line.move for line in sheet.lines}
            return f"Verified: {', '.join(moves.get(v, f'entry {v}') for v in fact.versions)}"
    return ""


def _handed_over(fact: TableHandedOver) -> str:
    to = f" to badge {fact.badge} on {fact.device}" if fact.badge else ""
    former = f" by badge {fact.former_badge}" if fact.former_badge else ""
    why = because(fact.reason)
    return f"Table handed over{former}{to}{why}"
