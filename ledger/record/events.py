"""What the ledger remembers: each fact by its topic, the envelope around it, its stream."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from importlib import import_module
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Protocol
from uuid import NAMESPACE_URL, UUID, uuid5

from msgspec import Struct

from ledger.game import of_each_chapter
from ledger.record import kept_words
from ledger.record.fact import Fact
from ledger.vocabulary import Clocks, Seconds

# Every fact the ledger can remember, by topic.
#
# ``FACT_TYPES`` is the fixed table: a stored topic is looked up here, never imported. A fact comes
# into it by being written in the ``facts.py`` of its chapter, or of its room; nobody lists it.


ROOMS = ("incidents", "tournament", "accounts", "backup", "proof")
"""Rooms besides the game's chapters whose ``facts.py`` says what can have happened there."""

CHAPTERS = (
    *of_each_chapter("facts"),
    kept_words,
    *(import_module(f"ledger.{room}.facts") for room in ROOMS),
)

FACT_TYPES: dict[str, type[Fact]] = {
    kind.topic(): kind
    for chapter in CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type)
    and issubclass(kind, Fact)
    and kind.__module__ == chapter.__name__
    and kind.topic() != kind.__name__  # what kinds have in common has no topic of its own
}


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
      command_id: the tablet's own number for the request, so that a request sent twice is
        written once.
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
      originator_version: 1 for the first event of the stream, then 2, 3, ...
    """

    originator_id: UUID
    originator_version: int
    envelope: Envelope

    if TYPE_CHECKING:

        @property
        def fact(self) -> Fact: ...

    else:
        # Read hundreds of times a request: without a frame of Python for each.
        fact = property(attrgetter("envelope.fact"))


# Which stream an event belongs to: ids that follow from what they name.
#
# Two tablets that open table 14 of round 3 therefore name the same game.


TILESCRIBE = uuid5(NAMESPACE_URL, "tilescribe:streams")


def game_id(
    tournament: str, round_number: int, table: int, *, division: str = "", replay: int = 1
) -> UUID:
    """The game at a table of a round; ``replay`` 2 is the same pairing played again."""
    name = f"game/{tournament}/{division}/{round_number}/{table}"
    return uuid5(TILESCRIBE, name if replay == 1 else f"{name}/{replay}")


def tournament_id(slug: str) -> UUID:
    return uuid5(TILESCRIBE, f"tournament/{slug}")


def badge_id(badge: str) -> UUID:
    return uuid5(TILESCRIBE, f"badge/{badge}")


def device_id(device: str) -> UUID:
    return uuid5(TILESCRIBE, f"device/{device}")


def case_id(command: UUID) -> UUID:
    """The case that the request with this number opens: asked twice, it is one case (DE14)."""
    return uuid5(TILESCRIBE, f"case/{command}")


def record_id() -> UUID:
    """The stream of what happens to the record as a whole."""
    return uuid5(TILESCRIBE, "record")


class Streams(Protocol):
    """Where the events of a stream are read."""

    def events_of(self, stream: UUID, *, after: int = 0) -> tuple[Event, ...]:
        """The events of ``stream`` past version ``after``."""
