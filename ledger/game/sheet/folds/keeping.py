"""What handing a table over, and looking turns over, does to the sheet. And its words."""

from __future__ import annotations

from msgspec.structs import replace

from ledger.game.facts.keeping import TableHandedOver, TurnsVerified
from ledger.game.sheet.folds.fold import Folds
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import Standing, because
from ledger.game.sheet.wording.tells import tells


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


# Who keeps the record, told in a few words.


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
