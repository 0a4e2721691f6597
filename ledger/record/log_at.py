"""The log as it stood: nothing of what was written after a position is there."""

from __future__ import annotations

from uuid import UUID

from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.log import Log


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

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``, in order."""
        return tuple(
            event
            for position, event in self.placed_events_of(stream)
            if position <= self._until and event.originator_version > after
        )

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        return len(self.events_of(stream))

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
