"""Whether something was written since a procedure was opened, by whatever way it was entered."""

from __future__ import annotations

from ledger.game.sheet.opened import Opened
from ledger.game.sheet.sheet import Sheet
from ledger.record.fact import Fact


def recorded_since(sheet: Sheet, opened: Opened, kind: type[Fact] | tuple[type[Fact], ...]) -> bool:
    """Whether a fact of this kind came after the one that opened the procedure."""
    for event in reversed(sheet.events):
        if event.originator_version <= opened.version:
            return False
        if isinstance(event.fact, kind):
            return True
    return False
