"""Which events go into a copy as their hashes alone, so that it tells no more than it may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from ledger.desk.requests import numbers_after
from ledger.record.events import Event
from ledger.visibility import Viewer, event_visible_to

# A hash hides what it is of as long as nobody can guess that. What can't be guessed of an event is
# the random number of its request: so with an event goes every other that tells its number.


def left_out_with(events: Sequence[Event], goes: Callable[[Event], bool]) -> list[Event]:
    """Those that go, and those that would tell the number of one that goes.

    That is one of the same request, one that names it, or one whose own number it can be worked
    out from.
    """
    left, gone = list(events), list[Event]()
    numbers: set[str] = set()
    more = [event for event in left if goes(event)]
    while more:
        gone += more
        numbers |= {str(event.envelope.command_id) for event in more}
        there = {(event.originator_id, event.originator_version) for event in more}
        left = [e for e in left if (e.originator_id, e.originator_version) not in there]
        more = [event for event in left if _tells(event, numbers)]
    return gone


def _tells(event: Event, numbers: set[str]) -> bool:
    after = map(str, numbers_after(event.envelope.command_id))
    return not numbers.isdisjoint((*texts_in(msgspec.to_builtins(event.envelope)), *after))


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


def is_shown_whole(viewer: Viewer, event: Event, state: bytes, *, over: bool) -> bool:
    """Whether an event's stored bytes say nothing but what this viewer is shown of it.

    Every badge that wrote an event stands in its bytes. So of a game kept here, whoever is not
    shown who keeps the record is shown no stored event whole.

    Args:
      state: the event as it is stored.
      over: whether the game is over now.
    """
    shown = event_visible_to(viewer, event, over=over)
    return shown is not None and msgspec.json.encode(shown.envelope) == state


def hidden_from(
    viewer: Viewer, events: Sequence[Event], states: Mapping[int, bytes], *, over: bool
) -> frozenset[int]:
    """Versions of the events of a game that this viewer gets as their hashes alone.

    Args:
      states: the events as they are stored, by version.
      over: whether the game is over now.
    """

    def goes(event: Event) -> bool:
        state = states[event.originator_version]
        return not is_shown_whole(viewer, event, state, over=over)

    return frozenset(event.originator_version for event in left_out_with(events, goes))
