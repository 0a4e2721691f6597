"""The log as it stood: nothing of what was written after a position is there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from ledger.record.answers import Answer
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.log import Log
from ledger.record.store import LogRow


class LogAt(Log):
    """An earlier state of a log, to be read: paper is filled again from it as it was then.

    What lies beside the log, people's words and answers, is read as it is now.

    Args:
      log: the log; it stays open as long as this is used, and is closed by whoever opened it.
      position: of the last event that is there.
    """

    def __init__(self, log: Log, position: int) -> None:
        vars(self).update(vars(log))
        self._until = position
        self._refused: dict[tuple[str, UUID | None], tuple[Answer, ...]] = {}

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``, in order."""
        rows = [row for row in self._placed_rows_of(stream) if row[2] > after]
        return tuple(event for _, event in self._events(rows))

    def _placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        return [row for row in super()._placed_rows_of(stream) if row[0] <= self._until]

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        return max((row[2] for row in self._placed_rows_of(stream)), default=0)

    def answers_not_written(self, kind: str, stream: UUID | None = None) -> tuple[Answer, ...]:
        """As they are now; every round of a tournament asks for them, so they are read once."""
        which = kind, stream
        if which not in self._refused:
            self._refused[which] = super().answers_not_written(kind, stream)
        return self._refused[which]

    def read(self, after: int, limit: int) -> list[tuple[int, Event]]:
        """At most ``limit`` events past position ``after``, with their positions, in order."""
        return [one for one in super().read(after, limit) if one[0] <= self._until]

    def about(self, kind: type[Fact], after: int = 0) -> list[tuple[int, Event]]:
        """The events of one kind past position ``after``, with their positions, in order."""
        return [one for one in super().about(kind, after) if one[0] <= self._until]

    def last_position(self) -> int:
        """Position of the last event that is there."""
        return min(self._until, super().last_position())

    def head(self) -> tuple[int, bytes]:
        """Position and link of the last event that is there."""
        last = self.last_position()
        return last, self.link_at(last)

    def close(self) -> None:
        """Nothing: the log is somebody else's."""


NEAR = 64
"""Events to either side that may lie in another order than they were written in: a table's request
is stamped before its turn to be written."""


def position_at(log: Log, moment: datetime) -> int:
    """The last position of what was written by a moment; 0 where nothing was.

    It stays the same whatever is written later, but for what was under way in that moment.
    """
    low, high = 0, log.last_position()
    while low < high:  # positions have no gaps, and times rise but for a few neighbours
        middle = (low + high + 1) // 2
        if _written_at(log, middle) <= moment:
            low = middle
        else:
            high = middle - 1
    start = max(0, low - NEAR)
    near = log.read(start, 2 * NEAR)
    by_then = (place for place, event in near if event.envelope.written_at <= moment)
    return max(by_then, default=start)


def _written_at(log: Log, position: int) -> datetime:
    [(_, event)] = log.read(position - 1, 1)
    return event.envelope.written_at
