"""When words were removed, as the stream says whose event names them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from ledger.record.events import Event
from ledger.record.removed import Removed


def removed_on(events: Iterable[Event]) -> dict[str, datetime]:
    """Digests of what was removed, with when, UTC, as the events of one stream tell it.

    Where they stop before the removal, it has not happened: so an older state of a paper says
    what it said then.
    """
    return {
        event.fact.digest: event.envelope.written_at
        for event in events
        if isinstance(event.fact, Removed)
    }


def removed_in_words(at: datetime) -> str:
    """That something was removed, and on which day, in whatever zone ``at`` is.

    >>> from datetime import UTC
    >>> removed_in_words(datetime(2026, 11, 25, 9, 5, tzinfo=UTC))
    'removed on 2026-11-25'
    """
    return f"removed on {at:%Y-%m-%d}"
