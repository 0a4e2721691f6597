"""The log: the one way in and out of the record, whichever engine keeps it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import starmap
from threading import Condition, Lock
from time import perf_counter
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, PersistenceError

from ledger.record import store
from ledger.record.events import Event
from ledger.record.fact import Fact, Removed
from ledger.record.failures import wording
from ledger.record.kept_words import KeptWords
from ledger.record.mapper import Damaged, EventMapper, damaged
from ledger.record.store import Answer, LogRow, Overwritten, Store

# How long it takes to append, counted where it happens, for whoever measures the service.


BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds at most of each class; what took longer is in one more."""


class Appends:
    """The appends of one process.

    Attributes:
      seconds: how long all of them took, together.
      classes: how many appends took at most each of ``BOUNDS``, and longer.
      tell: told the newest position and how many events, on the thread that wrote them.

    >>> appends = Appends()
    >>> appends.took(0.002, 3, upto=3)
    >>> appends.events, sum(appends.classes), appends.classes[1]
    (3, 1, 1)
    """

    def __init__(self) -> None:
        self.events = 0
        self.seconds = 0.0
        self.classes = [0] * (len(BOUNDS) + 1)
        self.tell: Callable[[int, int], None] = lambda _upto, _events: None
        self._lock = Lock()

    def took(self, seconds: float, events: int, *, upto: int) -> None:
        place = bisect_left(BOUNDS, seconds)
        with self._lock:
            self.events += events
            self.seconds += seconds
            self.classes[place] += 1
        self.tell(upto, events)


# Waking those who wait for the log to grow, without a database connection for each.
#
# ``wait_past`` is what a live stream sleeps in. A write in this process rings the bell at
# once; one thread for the whole process listens for what other processes write, from the
# first time anybody waits.


Stop = Callable[[], None]
Heard = Callable[[str], None]
Listen = Callable[[Callable[[int], None], Heard], Stop]


class Bell:
    """Rings when the log has grown.

    Args:
      listen: starts to listen for writes of other processes; returns how to stop.
    """

    def __init__(self, listen: Listen) -> None:
        self._listen = listen
        self._heard: list[Heard] = []
        self._stop: Stop | None = None
        self._starting = Lock()
        self._grown = Condition(Lock())
        self._position = 0
        self._closed = False

    def ring(self, position: int) -> None:
        """Wake all who wait for something before ``position``."""
        with self._grown:
            if position > self._position:
                self._position = position
                self._grown.notify_all()

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until the log reaches beyond ``position``, at most ``timeout`` seconds.

        False if the time is up or the log was closed.
        """
        if self._stop is None:
            self._start()
        with self._grown:
            self._grown.wait_for(lambda: self._closed or self._position > position, timeout)
            return self._position > position

    def _start(self) -> None:
        with self._starting:
            if self._stop is None and not self._closed:
                self._stop = self._listen(self.ring, self._hear)

    def on_call(self, heard: Heard) -> None:
        """From now on tell ``heard`` what other nodes call out, while anybody waits."""
        self._heard.append(heard)

    def _hear(self, words: str) -> None:
        for heard in self._heard:
            heard(words)

    def close(self) -> None:
        """Wake everybody for good and stop listening."""
        with self._grown:
            self._closed = True
            self._grown.notify_all()
        with self._starting:
            if self._stop is not None:
                self._stop()


_What = ParamSpec("_What")
_Told = TypeVar("_Told")


class Taken(Exception):
    """Somebody was first: the version, the answer or the request number exists already.

    Nothing was written. Look whether the request was answered, then at the stream again.
    """


def _ask(question: Callable[_What, _Told], *what: _What.args, **how: _What.kwargs) -> _Told:
    """Ask the store; what goes wrong there is said in words."""
    try:
        return question(*what, **how)
    except PersistenceError as trouble:
        raise wording(trouble) from trouble


class _Streams(dict[str, UUID]):
    """Ids of streams as they are met, for a batch holds few of them many times."""

    def __missing__(self, stored: str) -> UUID:
        try:
            stream = UUID(stored)
        except (ValueError, AttributeError, TypeError) as trouble:
            raise damaged(str(stored), 0, None, "its stream has no id any more") from trouble
        return self.setdefault(stored, stream)


class Log:
    """Events in the order they were written, each linked to the one before.

    Safe to use from many threads. Every method that reaches the store raises ``Refusal`` in
    words when the store can't do its work, and ``Damaged`` where a row does not hold an event.
    """

    def __init__(self, record: Application[UUID]) -> None:
        self._record = record
        self._mapper = cast("EventMapper", record.mapper)
        self.store = cast("Store", record.recorder)
        self.appends = Appends()
        self._bell = Bell(self.store.listen)

    # Writing

    def append(
        self,
        events: Sequence[Event],
        *,
        answer: Answer | None = None,
        words: Sequence[KeptWords] = (),
    ) -> tuple[int, ...]:
        """Write events, the answer and people's words in one transaction, or nothing.

        Returns once all of it is on the disk. Words that one of the events says were removed go
        with it, and nothing else removes any.

        Args:
          events: the events, each at the next version of its stream.
          words: words whose digests the events hold.

        Returns:
          The events' positions in the log.

        Raises:
          Taken: a stream's version, the answer or the words are there already.
          Refusal: the store could not write; nothing was acknowledged.
        """
        stored = [self._mapper.to_stored_event(event) for event in events]
        row = store.stored(answer) if answer is not None else None
        removed = [e.fact.digest for e in events if isinstance(e.fact, Removed)]
        began = perf_counter()
        try:
            positions = self.store.insert_events(stored, answer=row, words=words, removed=removed)
        except IntegrityError as trouble:
            raise Taken(str(trouble)) from trouble
        except PersistenceError as trouble:
            raise wording(trouble) from trouble
        if not positions:
            return ()
        self.appends.took(perf_counter() - began, len(positions), upto=positions[-1])
        self._bell.ring(positions[-1])
        return tuple(positions)

    def keep_answer(self, answer: Answer) -> None:
        """Keep an answer that comes with no event, as a refusal does.

        Raises:
          Taken: the request was answered already.
        """
        self.append((), answer=answer)

    def try_to_write(self) -> None:
        """See whether a turn could be written now. Writes nothing that stays.

        Raises:
          RecordAway: it could not.
        """
        _ask(self.store.try_to_write)

    def clock(self) -> datetime | None:
        """What the clock of the database's server says, UTC; ``None`` where it is our own."""
        return _ask(self.store.clock)

    # Reading

    def answer_to(self, command_id: UUID) -> Answer | None:
        row = _ask(self.store.stored_answer, command_id)
        return None if row is None else store.from_stored(row, command_id)

    def answered(self, command_id: UUID, device: str) -> tuple[int, Answer | None]:
        """``last_seq`` of ``device`` and ``answer_to`` the request, as they are at one moment."""
        last, row = _ask(self.store.answered, command_id, device)
        return last, None if row is None else store.from_stored(row, command_id)

    def answers_not_written(self, kind: str, stream: UUID | None = None) -> tuple[Answer, ...]:
        """The answers of a kind other than ``written``, of one stream or of all, oldest first."""
        rows = _ask(self.store.answers_not_written, kind, stream)
        found = [store.from_stored(row, kind) for row in rows]
        return tuple(sorted(found, key=lambda answer: (answer.at, answer.device_seq or 0)))

    def last_seq(self, device: str) -> int:
        """The highest request number of ``device`` that was answered; 0 if none was."""
        return _ask(self.store.last_seq, device)

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``, in order."""
        rows = _ask(self.store.rows_of, stream, after)
        return tuple(starmap(partial(self._mapper.event, stream), rows))

    def events_past(self, versions: Mapping[UUID, int]) -> dict[UUID, tuple[Event, ...]]:
        """The events of some streams, each past a version of its own, of one moment: one question.

        Returns:
          The events of each stream that has any, in order.

        Raises:
          Damaged: a row does not hold an event.
        """
        if not versions:
            return {}
        found: dict[str, list[Event]] = {}
        event, streams = self._mapper.event, {stream.hex: stream for stream in versions}
        for stream, version, topic, state in _ask(self.store.rows_past, versions):
            found.setdefault(stream, []).append(event(streams[stream], version, topic, state))
        return {streams[stream]: tuple(events) for stream, events in found.items()}

    def placed_events_of(self, stream: UUID) -> list[tuple[int, Event]]:
        """The events of ``stream`` with their positions, in order."""
        return self._events(self._placed_rows_of(stream))

    def placed_up_to_damage(self, stream: UUID) -> tuple[list[tuple[int, Event]], Damaged | None]:
        """``placed_events_of`` as far as they can be read, and why no further."""
        events: list[tuple[int, Event]] = []
        try:
            for row in self._placed_rows_of(stream):
                events += self._events([row])
        except Damaged as damage:
            return events, damage
        return events, None

    def _placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        return _ask(self.store.placed_rows_of, stream)

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        return _ask(self.store.version_of, stream)

    def read(self, after: int, limit: int) -> list[tuple[int, Event]]:
        """At most ``limit`` events past position ``after``, with their positions, in order.

        What has been read once is never preceded by anything new: positions are given out
        in the order of commits. They may have gaps on PostgreSQL.
        """
        rows = _ask(self.store.rows_after, after, limit)
        if rows and rows[-1][0] <= after:  # whoever reads on from the last would never end
            position, stream, version, *_ = rows[-1]
            raise damaged(str(stream), version, position, "the rows are out of order")
        return self._events(rows)

    def streams_after(self, position: int) -> frozenset[UUID]:
        """The streams that were written to past position ``position``."""
        streams = _Streams()
        return frozenset(streams[stored] for stored in _ask(self.store.streams_after, position))

    def streams_between(self, after: int, upto: int) -> dict[UUID, int]:
        """The streams with an event past ``after`` and up to ``upto``; the last version there."""
        streams = _Streams()
        found = _ask(self.store.streams_between, after, upto)
        return {streams[stored]: version for stored, version in found}

    def about(self, kind: type[Fact], after: int = 0) -> list[tuple[int, Event]]:
        """The events of one kind past position ``after``, with their positions, in order.

        Slow in a long log: it has no index of kinds. Ask again with the last position.
        """
        return self._events(_ask(self.store.rows_about, kind.topic(), after))

    def _events(self, rows: Sequence[LogRow]) -> list[tuple[int, Event]]:
        event, streams = self._mapper.event, _Streams()
        return [
            (position, event(streams[stream], version, topic, state, position))
            for position, stream, version, topic, state in rows
        ]

    def last_position(self) -> int:
        """Position of the last event; 0 if there is none."""
        return _ask(self.store.last_position)

    def words_of(self, digest: str) -> bytes | None:
        """The words under ``digest``, or ``None`` if they are unknown or were removed."""
        kept = _ask(self.store.kept_words, digest)
        return kept[1] if kept else None

    def overwrite_removed(self, *, waiting: bool = True) -> Overwritten:
        """See to it that bytes of removed words are in no file any more, as far as we can reach.

        Args:
          waiting: whether others wait meanwhile; then it is not done where it takes long.
        """
        return _ask(self.store.overwrite_removed, waiting=waiting)

    def owes_overwriting(self) -> bool:
        """Whether bytes of removed words may lie in a file that is ours to see to."""
        return _ask(self.store.owes_overwriting)

    # The chain

    def head(self) -> tuple[int, bytes]:
        """Position and link of the chain's end; 0 and ``START_OF_CHAIN`` for an empty log."""
        return _ask(self.store.head)

    def link_at(self, position: int) -> bytes:
        """The link of the event at ``position``.

        Raises:
          LookupError: there is no event at that position.
        """
        found = _ask(self.store.link_at, position)
        if found is None:
            msg = f"There is no event at position {position}."
            raise LookupError(msg)
        return found

    # Waiting

    def wait_past(self, position: int, timeout: float) -> bool:
        """Wait until there is an event past ``position``, at most ``timeout`` seconds.

        Holds no database connection meanwhile.
        """
        return self._bell.wait_past(position, timeout)

    def call_out(self, words: str) -> None:
        """Say a few words to the other nodes on this record; nobody relies on being heard."""
        self.store.call_out(words)

    def on_call(self, heard: Callable[[str], None]) -> None:
        """Tell ``heard`` what other nodes call out, once anybody waits for the log to grow."""
        self._bell.on_call(heard)

    def hurry(self) -> None:
        """From now on people wait for what is asked here: a server that hangs is given up soon."""
        self.store.hurry()

    def close(self) -> None:
        """Wake who waits and close the store. The log can't be used again."""
        self._bell.close()
        self.store.close()
        self._record.close()


# The log as it stood: nothing of what was written after a position is there.


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
        rows = [row for row in self._placed_rows_of(stream) if row[2] > after]
        return tuple(event for _, event in self._events(rows))

    def events_past(self, versions: Mapping[UUID, int]) -> dict[UUID, tuple[Event, ...]]:
        """The events of some streams, each past a version of its own."""
        found = {of: self.events_of(of, after=version) for of, version in versions.items()}
        return {stream: events for stream, events in found.items() if events}

    def _placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        return [row for row in super()._placed_rows_of(stream) if row[0] <= self._until]

    def version_of(self, stream: UUID) -> int:
        return max((row[2] for row in self._placed_rows_of(stream)), default=0)

    def answers_not_written(self, kind: str, stream: UUID | None = None) -> tuple[Answer, ...]:
        """As they are now; every round of a tournament asks for them, so they are read once."""
        which = kind, stream
        if which not in self._refused:
            self._refused[which] = super().answers_not_written(kind, stream)
        return self._refused[which]

    def read(self, after: int, limit: int) -> list[tuple[int, Event]]:
        return [one for one in super().read(after, limit) if one[0] <= self._until]

    def about(self, kind: type[Fact], after: int = 0) -> list[tuple[int, Event]]:
        return [one for one in super().about(kind, after) if one[0] <= self._until]

    def last_position(self) -> int:
        return min(self._until, super().last_position())

    def head(self) -> tuple[int, bytes]:
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
