"""When both clocks were last read: how old the readings are that a tablet mirrors."""

from __future__ import annotations

from datetime import datetime

from ledger.game.facts.clock import TimesSet
from ledger.game.sheet.sheet import Sheet


def read_at(sheet: Sheet) -> datetime | None:
    """When ``sheet.clocks`` was read or set; ``None`` if it never was.

    What the tablet's own clock said comes before the time of writing: an entry may have
    waited for a network.
    """
    for event in reversed(sheet.events):
        envelope = event.envelope
        if envelope.clocks is not None or isinstance(event.fact, TimesSet):
            return envelope.occurred_at or envelope.written_at
    return None
