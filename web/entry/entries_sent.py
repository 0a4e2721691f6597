"""What a tablet hands in and what it is answered, as types. Nothing here decides anything."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from ledger.vocabulary import Clocks, Moment

TAGGED = {"type": "object", "required": ["ask"], "properties": {"ask": {"type": "string"}}}
"""A request in the description of the interface: which there are, ``ledger`` alone knows."""


class WordsSent(Struct, frozen=True, forbid_unknown_fields=True):
    """People's words that an entry names by digest: strokes of a signature, for instance."""

    salt: bytes
    content: bytes


class EntrySent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry as a tablet hands it in; see ``ledger.desk.requests.Sent``.

    Attributes:
      command_id: the tablet's own UUIDv7; the same when sent again.
      device_seq: its place in the device's own count, from 1.
      asked: the request, with its tag under ``ask``.
      after: ``command_id`` of the last entry its scorekeeper saw.
      occurred_at: what the device's clock said when it happened; ``sent_at``: when it was sent.
      clocks: seconds left on both clocks, first seat then second.
      case: the case whose ruling it carries out.
      by: badge of who made it, as the tablet has it. It proves nothing; a tablet where somebody
        else has signed in since says so, lest that person be written down for it.
    """

    command_id: UUID
    device_seq: int | None = None
    game: UUID
    asked: Annotated[msgspec.Raw, Meta(extra_json_schema=TAGGED)]
    after: UUID | None = None
    occurred_at: Moment | None = None
    sent_at: Moment | None = None
    clocks: Clocks | None = None
    case: UUID | None = None
    words: tuple[WordsSent, ...] = ()
    by: str = ""


class EventView(Struct, frozen=True, kw_only=True):
    """An event as a tablet needs it: enough to show, and to know what came after what."""

    version: int
    topic: str
    command_id: UUID
    written_at: Moment
    written_by: str
    device: str
    told: str
    remarks: tuple[str, ...]


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to one entry.

    Attributes:
      again: it had been answered before, and this is that answer.
      elsewhere: it had been, under another device or number, so that this number is still free.
      events: what was written; of ``stale``, what the tablet lacks.
      help: where the rule of ``clause`` is explained.
      ruling: of ``refused``, whether a director's ruling could overcome it.
      rule_on: where a director rules on it, for a director; empty for others, and where no ruling
        could overcome it.
      expected: of ``gap``, the number to send.
      restored: of ``stale``, the record was put back from an older copy once, and has nothing of
        what the entry was made after.
      same_as: of ``stale``, the request of another tablet that had written just the same.
    """

    command_id: UUID
    kind: Literal["written", "stale", "refused", "gap"]
    again: bool = False
    elsewhere: bool = False
    events: tuple[EventView, ...] = ()
    refused: str = ""
    what: str = ""
    next_step: str = ""
    clause: str = ""
    help: str = ""
    trap: str = ""
    ruling: bool = False
    rule_on: str = ""
    expected: int = 0
    restored: bool = False
    same_as: UUID | None = None


class Answers(Struct, frozen=True, kw_only=True):
    """The answers to entries that were handed in together, in their order.

    Attributes:
      device: whose entries they were; empty: of no device.
      expected: the number it is to send next; ``None`` for what keeps no count.
      held: the number up to which a proven backup, on another disk, holds what it sent; 0: none.
      answers: none for what follows a number that was skipped, or used before.
    """

    device: str
    expected: int | None
    held: int
    answers: tuple[Answer, ...]
