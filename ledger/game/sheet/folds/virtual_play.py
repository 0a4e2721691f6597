"""What happens to a game on a platform, done to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.virtual_play import ConnectionLost, MonitorNamed
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


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
