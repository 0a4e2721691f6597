"""What happens to a game on a platform, done to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.virtual_play import ConnectionLost, MonitorNamed
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing
from ledger.game.sheet.wording.tells import tells


def _monitor(sheet: Sheet, fact: MonitorNamed, entry: Standing) -> Sheet:
    return replace(sheet, table=replace(sheet.table, monitor=fact.monitor))


def _connection(sheet: Sheet, fact: ConnectionLost, entry: Standing) -> Sheet:
    outages = list(sheet.clock.outages)
    outages[fact.seat.place] += 1
    return replace(sheet, clock=replace(sheet.clock, outages=(outages[0], outages[1])))


FOLDS: Folds = {
    MonitorNamed: _monitor,
    ConnectionLost: _connection,
}


# Games on a platform, told in a few words.


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
