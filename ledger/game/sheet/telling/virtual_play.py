"""Games on a platform, told in a few words."""

from __future__ import annotations

from ledger.game.facts.virtual_play import (
    ConnectionLost,
    MonitorNamed,
)
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.telling.tells import tells


@tells(
    MonitorNamed,
    "monitor {monitor}; {screens_shared|screens shared|screens not shared}; cameras {cameras}",
)
def _monitor_named(fact: MonitorNamed, _sheet: Sheet) -> str:
    return f"Monitor: {fact.monitor}"


@tells(ConnectionLost, "connection lost {seat}[ for {seconds}][; {note}]")
def _connection_lost(fact: ConnectionLost, sheet: Sheet) -> str:
    note = f": {fact.note}" if fact.note else ""
    return f"Connection of {sheet.name(fact.seat)} lost{note}"
