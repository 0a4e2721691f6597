"""What handing a table over, and looking turns over, does to the sheet."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.keeping import TableHandedOver, TurnsVerified
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing


def _handed_over(sheet: Sheet, fact: TableHandedOver, entry: Standing) -> Sheet:
    return replace(sheet, table=replace(sheet.table, keeper=fact))


def _verified(sheet: Sheet, fact: TurnsVerified, entry: Standing) -> Sheet:
    """A tick on each turn, unless it was corrected after somebody had looked at it."""
    event = entry.event
    badge = event.envelope.written_by

    def ticked(line: Line) -> Line:
        corrected = max((one.version for one in line.corrections), default=0)
        if line.version not in fact.versions or corrected > event.originator_version:
            return line
        return replace(line, verified=(*(by for by in line.verified if by != badge), badge))

    return replace(sheet, lines=tuple(ticked(line) for line in sheet.lines))


FOLDS: Folds = {
    TableHandedOver: _handed_over,
    TurnsVerified: _verified,
}
