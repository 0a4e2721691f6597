"""The envelope: who wrote a fact down, when, on which device, under which request.

An event is a fact in its envelope, at its place in a stream. Events are appended and never
changed or deleted. The stored form is the envelope as JSON in field order, with defaults
left out, so that a new optional field leaves every old event's bytes as they are.
"""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any
from uuid import UUID

from msgspec import Struct

from ledger.record.fact import Fact
from ledger.record.topics import FACT_TYPES
from ledger.vocabulary import Clocks, Seconds

if TYPE_CHECKING:
    AnyFact = Fact
else:
    AnyFact: Any = reduce(or_, FACT_TYPES.values())
    """The union of all facts; the decoder tells them apart by topic and imports nothing."""


class Envelope(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """What is written around every fact, and the fact.

    Attributes:
      written_at: when the ledger wrote it, UTC. For people to read; order comes from the
        version, never from a clock.
      written_by: badge of the scorekeeper or official who entered it.
      command_id: the tablet's own number for the request, so that a request sent twice is
        written once.
      device: the tablet or desk it was entered on.
      occurred_at: what the device's clock said when it happened, or ``None``.
      skew: how far the device's clock was ahead of the ledger's, in seconds, as measured.
      clocks: what both players' clocks showed, or ``None`` if nobody read them.
      case: the case whose ruling this carries out, or ``None``.
      remarks: codes from ``ledger.vocabulary.remarks``, noticed when it was written.
    """

    written_at: datetime
    written_by: str
    command_id: UUID
    device: str = ""
    occurred_at: datetime | None = None
    skew: Seconds | None = None
    clocks: Clocks | None = None
    case: UUID | None = None
    remarks: tuple[str, ...] = ()
    fact: AnyFact


class Event(Struct, frozen=True, gc=False):
    """A fact in its envelope, at its place in the stream of a game, case, tournament or badge.

    Attributes:
      originator_id: the stream.
      originator_version: 1 for the first event of the stream, then 2, 3, ...
    """

    originator_id: UUID
    originator_version: int
    envelope: Envelope

    @property
    def fact(self) -> Fact:
        """What happened."""
        return self.envelope.fact
