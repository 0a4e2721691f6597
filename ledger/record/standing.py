"""Which events of a stream stand, which were taken back, which words were removed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ledger.messages import say
from ledger.messages.written import day_written
from ledger.record.events import Event
from ledger.record.fact import Removed, TakenBack


def taken_back(events: Iterable[Event]) -> dict[int, Event]:
    """By version of an event that no longer stands, the event that took it back.

    A taking back can be taken back itself; then what it struck stands again. So the latest word
    counts, and each is only about what came before it.
    """
    found: dict[int, Event] = {}
    words = [event for event in events if isinstance(event.envelope.fact, TakenBack)]
    for event in reversed(words):
        fact = event.fact
        if isinstance(fact, TakenBack) and event.originator_version not in found:
            for version in fact.versions:
                found.setdefault(version, event)
    return found


class Struck(NamedTuple):
    """An event that no longer stands.

    Attributes:
      first: the act itself, where the event is a taking back of it, or of a taking back.
      stands: whether the act stands by that.
    """

    first: Event
    event: Event
    by: Event
    stands: bool


def struck_outside_a_case(events: Iterable[Event]) -> Iterator[Struck]:
    """Every event of a stream that no longer stands, and that no ruling wrote or struck."""
    kept = tuple(events)
    by_version = {event.originator_version: event for event in kept}
    for version, by in taken_back(kept).items():
        event = first = by_version[version]
        stands = False
        while isinstance(first.fact, TakenBack):
            first, stands = by_version[first.fact.versions[0]], not stands
        if first.envelope.case is None and by.envelope.case is None:
            yield Struck(first, event, by, stands)


def standing_of(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that stand, in their order, without those that only took others back."""
    kept = tuple(events)
    words = {e.originator_version for e in kept if isinstance(e.envelope.fact, TakenBack)}
    if not words:
        return kept
    left_out = words.union(taken_back(kept))
    return tuple([event for event in kept if event.originator_version not in left_out])


def written_by(events: Iterable[Event], act: UUID) -> tuple[Event, ...]:
    """What one request wrote to a stream, as far as it stands."""
    kept = tuple(events)
    gone = taken_back(kept)
    return tuple(
        event
        for event in kept
        if event.envelope.command_id == act and event.originator_version not in gone
    )


def only_took_back(events: Iterable[Event]) -> bool:
    """Whether an act did no more than take another back; to undo it lets that one stand again."""
    kept = tuple(events)
    return bool(kept) and all(isinstance(event.fact, TakenBack) for event in kept)


def versions_of(events: Iterable[Event]) -> tuple[int, ...]:
    return tuple(event.originator_version for event in events)


# When words were removed, as the stream says whose event names them.


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


def removed_wording(at: datetime) -> str:
    """That something was removed, and on which day, in whatever zone ``at`` is.

    >>> from datetime import UTC
    >>> removed_wording(datetime(2026, 11, 25, 9, 5, tzinfo=UTC))
    'removed on 2026-11-25'
    """
    return say("record.removed-on", day=day_written(at))
