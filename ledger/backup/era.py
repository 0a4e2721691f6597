"""Which era the record is in: each restore begins a new one.

Positions of an era that was lost may come again and mean something else. So whoever remembers a
position, such as a screen that is watching, remembers the era with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from ledger.backup.facts import LogRestored
from ledger.record.streams import Streams, record_id


def era_of(streams: Streams) -> str:
    """The name of the era: eight hexadecimal digits; empty for a record that never was restored."""
    restored = last_restored(streams)
    return restored[0] if restored else ""


def last_restored(streams: Streams) -> tuple[str, LogRestored] | None:
    """The era, and the event it began with; ``None`` in the first."""
    for event in reversed(streams.events_of(record_id())):
        if isinstance(event.fact, LogRestored):
            return event.envelope.command_id.hex[:8], event.fact
    return None


def restores(streams: Streams) -> Iterator[LogRestored]:
    """Every time that this record was put back, the latest first."""
    return (restored for _, restored in restores_at(streams))


def restores_at(streams: Streams) -> Iterator[tuple[datetime, LogRestored]]:
    """The same, and when it was done."""
    for event in reversed(streams.events_of(record_id())):
        if isinstance(event.fact, LogRestored):
            yield event.envelope.written_at, event.fact
