"""What every request is, and what may be decided about it."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger.record.fact import Fact

About = Literal["game", "tournament", "case", "badge"]
"""What kind of stream a request is about."""


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="ask"):
    """What every request is: an order, which the decision of the same name answers."""

    about: ClassVar[About] = "game"


class Part(NamedTuple):
    """Facts for another stream, written together with what was decided or not at all.

    Attributes:
      stream: where they belong.
      version: of that stream as it was seen; 0 where they begin it.
      facts: oldest first.
      case: the case they carry out; it stands in their envelopes.
      remarks: on the first of them.
    """

    stream: UUID
    version: int
    facts: tuple[Fact, ...]
    case: UUID | None = None
    remarks: tuple[str, ...] = ()


class Decision(Struct, frozen=True):
    """What is to be written: facts, oldest first, saved together, and what was noticed.

    Attributes:
      facts: for the stream that was asked about.
      remarks: on the first of them.
      also: for other streams.
    """

    facts: tuple[Fact, ...]
    remarks: tuple[str, ...] = ()
    also: tuple[Part, ...] = ()
