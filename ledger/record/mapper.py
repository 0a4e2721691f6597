"""How events become bytes and again events: which topics, fields and words are known."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from threading import RLock
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec
from eventsourcing.persistence import Cipher, Compressor, Mapper, StoredEvent, Transcoder
from msgspec import Struct
from msgspec.structs import fields, replace

from ledger.messages import say
from ledger.record.events import FACT_TYPES, Envelope, Event
from ledger.record.fact import Fact
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import LISTS, choices
from ledger.vocabulary.refusals import Refusal

T = TypeVar("T")

# Which fields take words of a closed list, and what is said of a word that none of them knows.
#
# msgspec looks when a request is decoded; a constructor does not. So a request that Python made is
# looked at where its decision begins, which costs one without a list nothing. A fact that an older
# release wrote with a word of its own, before the lists were closed, is read with that word.


@cache
def listed_fields(kind: type[Struct]) -> Mapping[str, frozenset[str]]:
    """The fields of a request or a fact that take words of a closed list, with all of them.

    >>> from ledger.game.scores.facts import RecountDone
    >>> {name: sorted(words) for name, words in listed_fields(RecountDone).items()}
    {'by': ['both', 'first', 'second']}
    """
    hints = get_type_hints(kind)
    found = ((field.name, frozenset(_words_in(hints[field.name]))) for field in fields(kind))
    return {name: words for name, words in found if words}


def validate_choices(request: Struct) -> None:
    for name, words in listed_fields(type(request)).items():
        value = getattr(request, name)
        if value not in words if isinstance(value, str) else _unlisted(value, words):
            raise _not_listed(type(request), name, value)


def why_unreadable(kind: type[Struct], told: Mapping[str, object]) -> Refusal | None:
    """Why a request that can't be decoded holds a word no list knows; ``None``: it does not."""
    for name, words in listed_fields(kind).items():
        if name in told and _unlisted(told[name], words):
            return _not_listed(kind, name, told[name])
    return None


def with_its_own_words(envelope: dict[str, Any], as_type: type[Any]) -> Any:  # noqa: ANN401
    """An envelope of plain data as ``as_type``, its fact with words no list knows any more.

    Raises:
      msgspec.ValidationError: it is not readable for another reason.
      KeyError: its fact is of no kind we know.
    """
    own = _own_words(envelope["fact"])
    read = msgspec.convert(envelope, as_type)
    return replace(read, fact=_given_back(read.fact, own))


def _own_words(fact: dict[str, Any]) -> dict[str, Any]:
    """The words of a fact that no list knows, taken out of it; a listed one stands there now."""
    own: dict[str, Any] = {}
    for name, words in listed_fields(FACT_TYPES[fact["topic"]]).items():
        value = fact.get(name)
        if _unlisted(value, words):
            own[name] = tuple(value) if isinstance(value, list) else value
            fact[name] = [] if isinstance(value, list) else min(words - {""})
    inner = fact.get("replacement")
    if isinstance(inner, dict) and (words_of_inner := _own_words(inner)):
        own["replacement"] = words_of_inner
    return own


def _given_back(fact: Any, own: dict[str, Any]) -> Any:  # noqa: ANN401 (any fact)
    inner = own.pop("replacement", None)
    if inner:
        own["replacement"] = _given_back(fact.replacement, inner)
    return replace(fact, **own) if own else fact


def _unlisted(value: object, words: frozenset[str]) -> bool:
    several = value if isinstance(value, tuple | list) else (value,)
    return any(isinstance(one, str) and one not in words for one in several)


def _not_listed(kind: type[Struct], name: str, value: object) -> Refusal:
    several = value if isinstance(value, tuple | list) else (value,)
    [of, *_] = _lists_in(get_type_hints(kind)[name])
    known = _known(of)
    wrong = next(one for one in several if isinstance(one, str) and one not in dict(known))
    allowed = ", ".join(
        word if called == word.replace("-", " ") else f"{word} ({called})"
        for word, called in known
        if word
    )
    return Refusal(
        "unreadable-request",
        say(f"choices.{LISTS[of]}.no-such" if of in LISTS else "choices.no-such", word=wrong),
        say("choices.enter-one-of", allowed=allowed),
    )


def _known(of: Any) -> tuple[tuple[str, str], ...]:  # noqa: ANN401 (a literal type is no type)
    return tuple((seat.value, seat.value) for seat in Seat) if of is Seat else choices(of)


def _words_in(hint: object) -> Iterator[str]:
    for of in _lists_in(hint):
        yield from (word for word, _ in _known(of))


def _lists_in(hint: object) -> Iterator[Any]:
    """The closed lists in an annotation: literal types of words, and several seats."""
    if get_origin(hint) is Literal:
        if all(isinstance(one, str) for one in get_args(hint)):
            yield hint
    elif get_origin(hint) is tuple and get_args(hint) == (Seat, Ellipsis):
        yield Seat
    elif get_origin(hint) in (Union, types.UnionType, tuple):
        yield from (one for part in get_args(hint) for one in _lists_in(part))


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


class Damaged(Refusal):
    """A stored row does not hold an event.

    Attributes:
      position: its place in the log, or ``None`` if it was read by its stream.
    """

    def __init__(self, stream: str, version: int, position: int | None, why: str) -> None:
        read_by = "stream" if position is None else "position"
        super().__init__(
            "damaged-record",
            message=f"refusals.damaged-record.by-{read_by}",
            values={"stream": stream, "version": version, "position": position, "why": why},
        )
        self.args = (stream, version, position, why)
        self.stream = stream
        self.version = version
        self.position = position


def damaged(stream: str, version: int, position: int | None, why: str) -> Damaged:
    return Damaged(stream, version, position, why)


# How an envelope is read. What tells all kinds of facts apart takes 20 ms to make, a tenth of what
# a command takes that shows or prints one game; the few kinds in a game are told by their topic.


READ_ALONE = 400
"""Events of a process that are read by their own kind; who reads more needs most kinds anyway."""


_MAKING = RLock()


def _one_at_a_time(make: Callable[..., T]) -> Callable[..., T]:
    """``make`` once for each of what it is given, and never two at once.

    msgspec writes down what it knows of a type before it knows all of it. A second thread that
    makes a decoder of the same type meanwhile reads what isn't there yet, and the process dies.
    """
    made = cache(make)

    def kept(*of: Hashable) -> T:
        with _MAKING:
            return made(*of)

    return kept


@_one_at_a_time
def _decoder() -> Callable[[bytes], Envelope]:
    return msgspec.json.Decoder(Envelope).decode


@_one_at_a_time
def _around() -> Callable[[bytes], Any]:
    """Reads all of an envelope but its fact, which stays as it was stored."""
    kept = ("omit_defaults", "forbid_unknown_fields")
    around = [
        (one.name, msgspec.Raw if one.name == "fact" else one.type, one.default)
        for one in fields(Envelope)
    ]
    rules = {name: getattr(Envelope.__struct_config__, name) for name in kept}
    kind = msgspec.defstruct("EnvelopeOfAFact", around, kw_only=True, **rules)
    return msgspec.json.Decoder(kind).decode


@_one_at_a_time
def _decoder_of(kind: type[Fact]) -> Callable[[bytes], Fact]:
    return msgspec.json.Decoder(kind).decode


def _with_its_kind_alone(topic: str, state: bytes) -> Envelope:
    around = _around()(state)
    said = {name: getattr(around, name) for name in around.__struct_fields__}
    said["fact"] = _decoder_of(FACT_TYPES[topic])(around.fact)
    return Envelope(**said)


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
        self._alone = READ_ALONE
        self._read: Callable[[bytes], Envelope] | None = None

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
            why = _why(topic, trouble.__cause__ or trouble)
            raise Refusal.of("cannot-be-kept", why=why) from trouble
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
            envelope = self._envelope(topic, state)
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

    def _envelope(self, topic: str, state: bytes) -> Envelope:
        if self._alone and topic in FACT_TYPES:
            self._alone -= 1
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # the other decoder says why
                return _with_its_kind_alone(topic, state)
        if self._read is None:
            self._read = _decoder()
        return self._read(state)

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
