"""Who keeps the record, told in a few words."""

from __future__ import annotations

from ledger.game.facts.keeping import (
    TableHandedOver,
    TurnsVerified,
)
from ledger.game.sheet.because import because
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


@tells(
    TableHandedOver,
    "table handed over[; to {badge}][; on {device}][; by {former_badge}]"
    "[; left {former_device}][; because {reason}]",
)
def _table_handed_over(fact: TableHandedOver, _sheet: Sheet) -> str:
    to = f" to badge {fact.badge} on {fact.device}" if fact.badge else ""
    former = f" by badge {fact.former_badge}" if fact.former_badge else ""
    return f"Table handed over{former}{to}{because(fact.reason)}"


@tells(TurnsVerified, "verified events {versions}")
def _turns_verified(fact: TurnsVerified, sheet: Sheet) -> str:
    moves = {line.version: line.told for line in sheet.lines}
    return f"Verified: {', '.join(moves.get(v, f'entry {v}') for v in fact.versions)}"
