"""Events as stored rows and back: a fixed table of topics, older events read as today's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import Cipher, Compressor, Mapper, StoredEvent, Transcoder

from ledger.record.events import Envelope, Event
from ledger.record.known_words import with_its_own_words
from ledger.record.topics import FACT_TYPES
from ledger.vocabulary.refusals import Refusal

# How an event stored by an older release is read as today's.
#
# A stored event is never changed. When a kind of fact must change by more than a new optional
# field, it gets a new topic, its old topic comes into ``UPCASTS``, and the old bytes stay in
# ``tests/store/stored/``.


Stored = dict[str, Any]
"""An envelope as plain JSON data, the fact under ``fact``, its topic under ``fact.topic``."""

Upcast = Callable[[Stored], Stored]
"""Takes an envelope with an old topic, gives one with a newer topic."""

UPCASTS: Mapping[str, Upcast] = {}
"""Old topic to what makes a newer one of it. Empty as long as no topic has been retired."""


def as_today(topic: str, state: bytes, upcasts: Mapping[str, Upcast] = UPCASTS) -> Stored:
    """What an envelope stored under an old ``topic`` is in today's terms.

    Raises:
      KeyError: the topic is neither one of today's nor one we know how to read.
      msgspec.DecodeError: the bytes are not JSON.
    """
    envelope: Stored = msgspec.json.decode(state)
    while topic not in FACT_TYPES:
        envelope = upcasts[topic](envelope)
        topic = envelope["fact"]["topic"]
    return envelope


_TOPICS = {kind: topic for topic, kind in FACT_TYPES.items()}


@dataclass(eq=False)
class Damaged(Refusal):
    """A stored row does not hold an event.

    Attributes:
      position: its place in the log, or ``None`` if it was read by its stream.
    """

    stream: str = ""
    version: int = 0
    position: int | None = None


def damaged(stream: str, version: int, position: int | None, why: str) -> Damaged:
    where = f"Event {version} of {stream}"
    if position is not None:
        where += f" (position {position} in the record)"
    return Damaged(
        "damaged-record",
        f"{where} can't be read: {why}.",
        "Run tilescribe record verify; keep score on paper and call the director.",
        stream=stream,
        version=version,
        position=position,
    )


class EventMapper(Mapper[UUID]):
    """Knows only the topics of ``FACT_TYPES`` and, to read, those of ``UPCASTS``."""

    upcasts: Mapping[str, Upcast] = UPCASTS

    def __init__(
        self,
        transcoder: Transcoder,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        super().__init__(transcoder, compressor, cipher)
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder(Envelope).decode

    def to_stored_event(self, domain_event: Event) -> StoredEvent:  # type: ignore[override]
        """One row: stream, version and topic in columns, the envelope as JSON in field order.

        The log holds it for good, so it is read before it is written: one that could never be read
        again, as a number out of its bounds that no form has checked, is refused.
        """
        stream, version = domain_event.originator_id, domain_event.originator_version
        envelope = domain_event.envelope
        topic, state = _TOPICS[type(envelope.fact)], self._encode(envelope)
        try:
            self.event(stream, version, topic, state)
        except Damaged as trouble:
            raise Refusal(
                "cannot-be-kept",
                f"This can't be written down: {_why(topic, trouble.__cause__ or trouble)}.",
                "Say it again within those bounds.",
            ) from trouble
        return StoredEvent(stream, version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Event:
        stream = stored_event.originator_id
        stream = stream if isinstance(stream, UUID) else UUID(stream)
        version, topic = stored_event.originator_version, stored_event.topic
        return self.event(stream, version, topic, stored_event.state)

    def event(
        self, stream: UUID, version: int, topic: str, state: bytes, position: int | None = None
    ) -> Event:
        try:
            envelope = self._decode(state)
            if _TOPICS[type(envelope.fact)] == topic:
                return Event(stream, version, envelope)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as trouble:
            if topic in self.upcasts:
                return self._older_event(stream, version, topic, state, position)
            if (older := _with_older_words(topic, state)) is not None:
                return Event(stream, version, older)
            raise damaged(stream.hex, version, position, _why(topic, trouble)) from trouble
        why = f"its topic column says {topic!r}, the event itself {envelope.fact.topic()!r}"
        raise damaged(stream.hex, version, position, why)

    def _older_event(
        self, stream: UUID, version: int, topic: str, state: bytes, position: int | None
    ) -> Event:
        try:
            today = as_today(topic, state, self.upcasts)
            return Event(stream, version, msgspec.convert(today, Envelope))
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as trouble:
            raise damaged(stream.hex, version, position, _why(topic, trouble)) from trouble


def _with_older_words(topic: str, state: bytes) -> Envelope | None:
    """The envelope, if all that is wrong with it are words of before their lists were closed."""
    try:
        envelope = with_its_own_words(msgspec.json.decode(state), Envelope)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        return None
    return envelope if _TOPICS[type(envelope.fact)] == topic else None


def _why(topic: str, trouble: BaseException) -> str:
    if topic not in FACT_TYPES:
        return f"this release knows no topic {topic!r}"
    return str(trouble).rstrip(".")
