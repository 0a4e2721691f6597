"""Refused requests about games that a director's ruling could overcome: where a ruling starts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from ledger.desk.came_too_late import Wanted
from ledger.desk.refused_body import RefusedBody, refused_of
from ledger.record.answers import Answer
from ledger.record.events import Event
from ledger.record.log import Log
from ledger.record.topics import FACT_TYPES
from ledger.refusals.saying import refusal
from ledger.vocabulary.refusals import Refusal

FOR_WANT_OF_A_RULING = frozenset({"needs-ruling", "rulebook-silent", "call-the-director"})
"""Codes of refusals that say themselves that a director has to rule. Others, such as a turn of who
is not on move, are as a rule a slip of whoever typed."""


class RefusedRequest(Struct, frozen=True, kw_only=True):
    """A request about a game that was refused, and that a ruling could overcome.

    Attributes:
      entry: its command id.
      game: the game it was for.
      device: the tablet it came from.
      wanted: what it asked, and under whose badge.
      refusal: what was said.
      at: when it was refused.
      version: of the game at that moment.
      would_write: topics of what a director could write for it under a ruling.
    """

    entry: UUID
    game: UUID
    device: str
    wanted: Wanted
    refusal: Refusal
    at: datetime
    version: int
    would_write: tuple[str, ...]

    @property
    def asks_for_a_ruling(self) -> bool:
        """Whether the book leaves it to a director, so that play waits for a ruling."""
        return bool(self.refusal.trap) or self.refusal.code in FOR_WANT_OF_A_RULING


def refused_for_a_ruling(log: Log, game: UUID | None = None) -> tuple[RefusedRequest, ...]:
    """What was refused and a ruling could overcome, of one game or all, oldest first.

    What has been written since all the same, under a ruling or without one, is not among it; of
    the same thing asked again and again, the last time is.
    """
    found: dict[tuple[UUID, bytes], RefusedRequest] = {}
    for answer in log.answers_not_written("refused", game):
        body = refused_of(answer.body)
        if body.would_write and body.wanted is not None:
            which = answer.stream, msgspec.json.encode(body.wanted.asked, order="sorted")
            found.pop(which, None)
            found[which] = _request(answer, body, body.wanted)
    since: dict[UUID, int] = {}
    for one in found.values():
        since[one.game] = min(one.version, since.get(one.game, one.version))
    events = {of: log.events_of(of, after=version) for of, version in since.items()}
    return tuple(one for one in found.values() if not written_since(one, events[one.game]))


def refused_entry(log: Log, entry: UUID) -> RefusedRequest:
    """One of them, by its command id; also one that has been written since.

    Raises:
      Refusal: ``no-such-entry``: nothing was refused under that id, or a ruling changes nothing.
    """
    answer = log.answer_to(entry)
    if answer is not None and answer.kind == "refused":
        body = refused_of(answer.body)
        if body.would_write and body.wanted is not None:
            return _request(answer, body, body.wanted)
    raise refusal("no-such-entry/to-rule-on")


def written_since(refused: RefusedRequest, events: Sequence[Event]) -> bool:
    """Whether one request among ``events`` of its game wrote, after the refusal, what was asked."""
    written: dict[UUID, list[dict[str, Any]]] = {}
    for event in events:
        if event.originator_version > refused.version and _would_be_written(event, refused):
            written.setdefault(event.envelope.command_id, []).append(_fields(event))
    return any(_say(facts, refused) for facts in written.values())


def _would_be_written(event: Event, refused: RefusedRequest) -> bool:
    return event.fact.topic() in refused.would_write


def _say(facts: list[dict[str, Any]], refused: RefusedRequest) -> bool:
    """Whether facts that one request wrote hold all that was asked and that such facts tell.

    What else would have been written may have been so already, such as stopped clocks.
    """
    told = {name for topic in refused.would_write for name in FACT_TYPES[topic].__struct_fields__}
    asked = {name: value for name, value in refused.wanted.asked.items() if name in told}
    if not asked:
        return len(facts) >= len(refused.would_write)
    return all(any(fact.get(name) == value for fact in facts) for name, value in asked.items())


def _fields(event: Event) -> dict[str, Any]:
    fact = event.fact
    return {name: msgspec.to_builtins(getattr(fact, name)) for name in fact.__struct_fields__}


def _request(answer: Answer, body: RefusedBody, wanted: Wanted) -> RefusedRequest:
    return RefusedRequest(
        entry=answer.command_id,
        game=answer.stream,
        device=answer.device,
        wanted=wanted,
        refusal=body.refusal,
        at=answer.at,
        version=answer.version,
        would_write=body.would_write,
    )
