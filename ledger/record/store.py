"""What a store of the record answers, and under which request it was entered."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol
from uuid import UUID
from zlib import crc32

from eventsourcing.persistence import StoredEvent
from msgspec import Struct

from ledger.record.kept_words import KeptWords
from ledger.vocabulary.refusals import Refusal

# What was answered to a request, kept so that a request sent twice is answered twice the same.


ANSWER_COLUMNS = (
    "command_id",
    "device",
    "device_seq",
    "payload",
    "kind",
    "stream",
    "version",
    "body",
    "at",
)
"""The columns of a stored answer, in the order in which its check sums take them."""

StoredAnswer = tuple[str, str, int | None, bytes, str, str, int, bytes, str]
"""An answer as it is stored, in the order of ``ANSWER_COLUMNS``."""

_NINE_SUMS = struct.Struct(">9I").pack


class Answer(Struct, frozen=True, kw_only=True):
    """One answer to one request. Written once, in the transaction of what it speaks of.

    Attributes:
      device: the tablet or desk that asked.
      device_seq: the request's number in the device's own count, or ``None`` if it keeps none.
      payload: SHA-256 of what was asked, to tell a repeated request from another one.
      kind: ``written``, ``stale``, ``refused``, or ``settled`` (see ``ledger.desk.answering``).
      version: version of the last event written, or of the stream when nothing was.
      body: JSON of the refusal, of what a stale request wanted, or of how it was settled; else
        empty.
      at: when it was answered, UTC.
    """

    command_id: UUID
    device: str
    device_seq: int | None
    payload: bytes
    kind: str
    stream: UUID
    version: int
    body: bytes = b""
    at: datetime


def stored(answer: Answer) -> StoredAnswer:
    return (
        answer.command_id.hex,
        answer.device,
        answer.device_seq,
        answer.payload,
        answer.kind,
        answer.stream.hex,
        answer.version,
        answer.body,
        answer.at.isoformat(),
    )


def from_stored(row: StoredAnswer, asked_for: UUID | str) -> Answer:
    try:
        command_id, device, device_seq, payload, kind, stream, version, body, at = row
        return Answer(
            command_id=UUID(command_id),
            device=device,
            device_seq=device_seq,
            payload=bytes(payload),
            kind=kind,
            stream=UUID(stream),
            version=version,
            body=bytes(body),
            at=datetime.fromisoformat(at),
        )
    except (ValueError, TypeError, AttributeError) as trouble:
        raise Refusal.of("damaged-record/answer", request=asked_for) from trouble


def answer_check_sums(row: StoredAnswer) -> bytes:
    """The CRC-32 of each of ``ANSWER_COLUMNS``, four bytes each, the highest first.

    An answer has no link that could tell a changed column from a changed sum, so the sums are
    followed by their own.
    """
    command_id, device, device_seq, payload, kind, stream, version, body, at = row
    sums = _NINE_SUMS(
        crc32(command_id.encode()),
        crc32(device.encode()),
        crc32(b"" if device_seq is None else b"%d" % device_seq),
        crc32(payload),
        crc32(kind.encode()),
        crc32(stream.encode()),
        crc32(b"%d" % version),
        crc32(body),
        crc32(at.encode()),
    )
    return sums + crc32(sums).to_bytes(4, "big")


StreamRow = tuple[int, str, bytes]
"""Version, topic and state of an event of a stream that is known."""

PastRow = tuple[str, int, str, bytes]
"""Stream (32 hexadecimal digits), version, topic and state of an event."""

LogRow = tuple[int, str, int, str, bytes]
"""Position, stream (32 hexadecimal digits), version, topic and state of an event."""

Found = bytes | None
"""A column as found, in the bytes that link and check sums are taken over."""

ChainedRow = tuple[int, Found, Found, Found, Found, Found, Found]
"""Position, stream, version, topic, state, link and check sums of an event, as found: any of
them may be damaged, and the event's columns are ``None`` where the event is missing."""


NamingRow = tuple[int, Found, Found, Found, Found]
"""Position, stream, version, topic and state of an event, as found."""


Overwritten = Literal["gone", "later", "server"]
"""What became of the bytes of removed words: they are in no file of the record; it has to be done
when nobody waits; the table is written anew, and the rest is the server's.
"""


class StrayRow(NamedTuple):
    """A row that is found one way and not the other.

    Attributes:
      position: its place in the log, as far as it can be told.
    """

    position: Any
    stream: Any
    version: Any
    table: str
    column: str
    what: str


class Store(Protocol):
    """A recorder that keeps the chain, the answers and people's words beside the events.

    Attributes:
      looks_at_once: how many may look and decide at the same time: one where that is all Python,
        more where a look is a wait for a server.
      stray_questions: how many questions find stray rows.
    """

    looks_at_once: int
    stray_questions: int

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        answer: StoredAnswer | None = None,
        words: Sequence[KeptWords] = (),
        removed: Sequence[str] = (),
    ) -> Sequence[int] | None:
        """Write it all in one transaction, the chain's links included; or nothing.

        Raises:
          IntegrityError: a version, an answer or words by that name are there already.
        """

    def rows_of(self, stream: UUID, after: int) -> Sequence[StreamRow]:
        """The events of ``stream`` past version ``after``, in order."""

    def rows_past(self, versions: Mapping[UUID, int]) -> Sequence[PastRow]:
        """The events of some streams, each past a version of its own, stream by stream in order."""

    def streams_after(self, position: int) -> Sequence[str]:
        """The streams with an event past ``position``, by their hexadecimal ids."""

    def streams_between(self, after: int, upto: int) -> Sequence[tuple[str, int]]:
        """The streams with an event past ``after`` and up to ``upto``; the last version there."""

    def rows_after(self, position: int, limit: int) -> Sequence[LogRow]:
        """At most ``limit`` events past ``position``, in the log's order."""

    def placed_rows_of(self, stream: UUID) -> Sequence[LogRow]:
        """The events of ``stream`` with their positions, in order."""

    def rows_about(self, topic: str, position: int) -> Sequence[LogRow]:
        """The events of one kind past ``position``, in the log's order. Slow: all is looked at."""

    def version_of(self, stream: UUID) -> int:
        """Version of the last event of ``stream``; 0 if it has none."""

    def last_position(self) -> int:
        """Position of the last event; 0 if there is none."""

    def head(self) -> tuple[int, bytes]:
        """Position and link of the chain's end."""

    def link_at(self, position: int) -> bytes | None:
        """The link of the event at ``position``."""

    def stored_answer(self, command_id: UUID) -> StoredAnswer | None:
        """The row of the answer to ``command_id``."""

    def answers_not_written(self, kind: str, stream: UUID | None) -> Sequence[StoredAnswer]:
        """The answers of a kind other than ``written``, of one stream or of all."""

    def answered(self, command_id: UUID, device: str) -> tuple[int, StoredAnswer | None]:
        """``last_seq`` and ``stored_answer`` as they are at one moment."""

    def last_seq(self, device: str) -> int:
        """The highest request number of ``device`` that was answered; 0 if none was."""

    def kept_words(self, digest: str) -> tuple[bytes | None, bytes | None] | None:
        """Salt and content of words; both ``None`` if they were removed, ``None`` if unknown."""

    def overwrite_removed(self, *, waiting: bool = True) -> Overwritten:
        """Take what removed words left behind out of the files they were in.

        Done again it does no harm. Nothing that is still kept changes.

        Args:
          waiting: whether others wait meanwhile; then it is not done where it takes long.
        """

    def owes_overwriting(self) -> bool:
        """Whether ``overwrite_removed`` was not done, or not to its end, since something went."""

    def chained_after(self, position: int, limit: int) -> Sequence[ChainedRow]:
        """Chain entries past ``position`` with their events, as found, whatever they hold."""

    def stray_rows(self, which: int | None = None) -> Iterable[StrayRow]:
        """Rows found one way and not the other; by one of ``stray_questions``, from 0, or all."""

    def all_answers(self) -> Iterable[tuple[Found, ...]]:
        """Every stored answer as found, its check sums last."""

    def naming_words(self, topics: Sequence[str]) -> Iterable[NamingRow]:
        """Events of these topics as found: those that name people's words."""

    def all_words(self) -> Iterable[tuple[Found, ...]]:
        """All kept words as found: digest, salt, content."""

    def clock(self) -> datetime | None:
        """The time by the clock of the server, UTC; ``None`` where there is none but ours."""

    def try_to_write(self) -> None:
        """Write as much as a turn needs, read it back, and take it back."""

    def listen(
        self, moved: Callable[[int], None], heard: Callable[[str], None]
    ) -> Callable[[], None]:
        """Call ``moved(position)`` whenever another process has written; returns how to stop.

        ``heard(words)`` is called with what other nodes call out.
        """

    def call_out(self, words: str) -> None:
        """Say a few words to the nodes that share this record; nobody must rely on being heard."""

    def hurry(self) -> None:
        """From now on somebody at a page waits for what is asked: no answer may take long.

        Until then an answer takes as long as it takes. It is for ever, and for every question
        but those that nobody asks while pages are served.
        """

    def close(self) -> None:
        """Give back every connection."""
