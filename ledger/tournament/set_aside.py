"""What of a tournament's matters was put off or waived, and when what was put off comes back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct

from ledger.record.events import Event
from ledger.tournament.facts.matters import MatterPutOff, MatterWaived
from ledger.vocabulary.desk_matters import MatterKind


class Named(NamedTuple):
    """What tells one matter from all others, for as long as the record is kept.

    Attributes:
      subject: the game, or the case, it is about.
      which: the version of an event there, or the id of an entry.
    """

    kind: MatterKind
    subject: UUID
    which: str


class PutOff(Struct, frozen=True):
    """A matter somebody will see to later.

    Attributes:
      at: when it was put off, and ``by`` which badge.
    """

    fact: MatterPutOff
    at: datetime
    by: str


class Waived(Struct, frozen=True):
    """A matter about which nothing is to be done; ``at`` and ``by`` say who decided so, when."""

    fact: MatterWaived
    at: datetime
    by: str


class SetAside(Struct, frozen=True):
    """What of a tournament's matters was put off and what was waived, the latest of each."""

    put_off: Mapping[Named, PutOff] = {}
    waived: Mapping[Named, Waived] = {}


def with_set_aside(was: SetAside, event: Event) -> SetAside:
    """``was`` and one more event of the tournament."""
    fact, envelope = event.fact, event.envelope
    if isinstance(fact, MatterPutOff):
        put = PutOff(fact, envelope.written_at, envelope.written_by)
        return SetAside({**was.put_off, named(fact): put}, was.waived)
    if isinstance(fact, MatterWaived):
        waived = Waived(fact, envelope.written_at, envelope.written_by)
        return SetAside(was.put_off, {**was.waived, named(fact): waived})
    return was


def is_still_put_off(
    put: PutOff, now: datetime, *, stopped: datetime | None, is_over: bool
) -> bool:
    """Whether what brings a matter back has not happened yet.

    Args:
      put: what was said when it was put off.
      now: the time.
      stopped: when the clocks of its game were stopped last; ``None``: never, or no game.
      is_over: whether its game is over; what is about no game comes back at once.
    """
    if put.fact.until == "time":
        return put.fact.at is not None and now < put.fact.at
    if is_over:
        return False
    return put.fact.until == "end-of-game" or stopped is None or stopped <= put.at


def named(fact: MatterPutOff | MatterWaived) -> Named:
    """Which matter was put off or waived."""
    return Named(fact.kind, fact.subject, fact.which)
