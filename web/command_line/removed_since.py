"""What was removed from beside the log since a sheet was printed, as its verdict says it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.incidents.case_file import case_in
from ledger.incidents.numbered import case_numbered
from ledger.record.events import Event
from ledger.record.streams import Streams
from ledger.record.words_removed import removed_on


def removed_since(then: Sequence[Event], now: Sequence[Event]) -> str:
    """The first day on which something was removed that was there then, UTC; empty: nothing was.

    Args:
      then: events of a game or a case, as far as a sheet holds them.
      now: the same as far as there are any.
    """
    later = removed_on(now[len(then) :])
    return f"{min(later.values()):%Y-%m-%d}" if later else ""


def removed_of_case(slug: str, number: int, then: Streams, now: Streams) -> str:
    """The same of a case, and of the game it is about, between two states of the record."""
    _, stream = case_numbered(now, slug, number)
    game = case_in(now, stream).opened.game
    days = (removed_since(then.events_of(one), now.events_of(one)) for one in (stream, game) if one)
    return min((day for day in days if day), default="")
