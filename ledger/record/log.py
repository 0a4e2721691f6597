"""The log: the one way in and out of the record, whichever engine keeps it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from time import perf_counter
from typing import ParamSpec, TypeVar, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import IntegrityError, PersistenceError

from ledger.record import answers
from ledger.record.answers import Answer
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.failures import in_words
from ledger.record.kept_words import KeptWords
from ledger.record.mapper import EventMapper, damaged
from ledger.record.measured import Appends
from ledger.record.removed import Removed
from ledger.record.store import LogRow, Overwritten, Store
from ledger.record.waiting import Bell

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
        raise in_words(trouble) from trouble


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
    words when the store can't do its work.
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
          answer: what the request that caused the events is answered.
          words: words whose digests the events hold.

        Returns:
          The events' positions in the log.

        Raises:
          Taken: a stream's version, the answer or the words are there already.
          Refusal: the store could not write; nothing was acknowledged.
        """
        stored = [self._mapper.to_stored_event(event) for event in events]
        row = answers.stored(answer) if answer is not None else None
        removed = [e.fact.digest for e in events if isinstance(e.fact, Removed)]
        began = perf_counter()
        try:
            positions = self.store.insert_events(stored, answer=row, words=words, removed=removed)
        except IntegrityError as trouble:
            raise Taken(str(trouble)) from trouble
        except PersistenceError as trouble:
            raise in_words(trouble) from trouble
        if not positions:
            return ()
        self.appends.took(perf_counter() - began, len(positions), upto=positions[-1])
        self._bell.ring(positions[-1])
        return tuple(positions)

    def keep_answer(self, answer: Answer) -> None:
        """Keep an answer that comes with no event, as a refusal does.

        Raises:
          Taken: the request was answered already.
          Refusal: the store could not write.
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
        """What the request was answered, or ``None`` if it was not."""
        row = _ask(self.store.stored_answer, command_id)
        return None if row is None else answers.from_stored(row, command_id)

    def answered(self, command_id: UUID, device: str) -> tuple[int, Answer | None]:
        """``last_seq`` of ``device`` and ``answer_to`` the request, as they are at one moment."""
        last, row = _ask(self.store.answered, command_id, device)
        return last, None if row is None else answers.from_stored(row, command_id)

    def answers_not_written(self, kind: str, stream: UUID | None = None) -> tuple[Answer, ...]:
        """The answers of a kind other than ``written``, of one stream or of all, oldest first."""
        rows = _ask(self.store.answers_not_written, kind, stream)
        found = [answers.from_stored(row, kind) for row in rows]
        return tuple(sorted(found, key=lambda answer: (answer.at, answer.device_seq or 0)))

    def last_seq(self, device: str) -> int:
        """The highest request number of ``device`` that was answered; 0 if none was."""
        return _ask(self.store.last_seq, device)

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``, in order.

        Raises:
          Damaged: a row does not hold an event.
        """
        rows = _ask(self.store.rows_of, stream, after)
        event = self._mapper.event
        return tuple([event(stream, version, topic, state) for version, topic, state in rows])

    def placed_events_of(self, stream: UUID) -> list[tuple[int, Event]]:
        """The events of ``stream`` with their positions, in order.

        Raises:
          Damaged: a row does not hold an event.
        """
        return self._events(self._placed_rows_of(stream))

    def _placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        return _ask(self.store.placed_rows_of, stream)

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""
        return _ask(self.store.version_of, stream)

    def read(self, after: int, limit: int) -> list[tuple[int, Event]]:
        """At most ``limit`` events past position ``after``, with their positions, in order.

        What has been read once is never preceded by anything new: positions are given out
        in the order of commits. They may have gaps on PostgreSQL.

        Raises:
          Damaged: a row does not hold an event, or its position is not the one it was given.
        """
        rows = _ask(self.store.rows_after, after, limit)
        if rows and rows[-1][0] <= after:  # whoever reads on from the last would never end
            position, stream, version, *_ = rows[-1]
            raise damaged(str(stream), version, position, "the rows are out of order")
        return self._events(rows)

    def streams_after(self, position: int) -> frozenset[UUID]:
        """The streams that were written to past position ``position``.

        Raises:
          Damaged: a stream has no id.
        """
        streams = _Streams()
        return frozenset(streams[stored] for stored in _ask(self.store.streams_after, position))

    def about(self, kind: type[Fact], after: int = 0) -> list[tuple[int, Event]]:
        """The events of one kind past position ``after``, with their positions, in order.

        Slow in a long log: it has no index of kinds. Ask again with the last position.

        Raises:
          Damaged: a row does not hold an event.
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

        Raises:
          Refusal: the store can't be reached.
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

        Returns:
          True if there is one.
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
