"""What of a tournament's matters was put off or waived, and when what was put off comes back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from ledger.record.events import Event
from ledger.tournament.facts import (
    MatterPutOff,
    MatterTakenBack,
    MatterWaived,
    RoundClosed,
    RoundReopened,
)
from ledger.vocabulary.desk_matters import MatterKind


class Named(NamedTuple):
    """What tells one matter from all others, for as long as the record is kept.

    Attributes:
      which: the version of an event there, or the id of an entry.
    """

    kind: MatterKind
    subject: UUID
    which: str


class PutOff(Struct, frozen=True):
    """A matter somebody will see to later; ``command``: the request it was written with."""

    fact: MatterPutOff
    at: datetime
    by: str
    command: UUID | None = None


class Waived(Struct, frozen=True):
    """A matter about which nothing is to be done; ``at`` and ``by`` say who decided so, when.

    Attributes:
      command: the request it was written with; a closing has one, whatever it waives.
      closing: the division and round whose closing waived it; ``None``: it was waived by itself.
    """

    fact: MatterWaived
    at: datetime
    by: str
    command: UUID | None = None
    closing: tuple[str, int] | None = None


class NoMore(Struct, frozen=True):
    """A waiver or a putting-off that does not hold any more, kept to be read.

    Attributes:
      version: of the event of the tournament that ended it.
      reopened: the round was opened again whose closing had waived it; else it was taken back.
    """

    was: PutOff | Waived
    version: int
    reopened: bool
    reason: str
    at: datetime
    by: str


class SetAside(Struct, frozen=True):
    """What of a tournament's matters was put off and what was waived, the latest of each.

    Attributes:
      past: what does not hold any more, oldest first.
    """

    put_off: Mapping[Named, PutOff] = {}
    waived: Mapping[Named, Waived] = {}
    past: tuple[NoMore, ...] = ()


def with_set_aside(was: SetAside, event: Event) -> SetAside:
    fact, envelope = event.fact, event.envelope
    at, by = envelope.written_at, envelope.written_by
    match fact:
        case MatterPutOff():
            put = PutOff(fact, at, by, envelope.command_id)
            return replace(was, put_off={**was.put_off, named(fact): put})
        case MatterWaived():
            waived = Waived(fact, at, by, envelope.command_id)
            return replace(was, waived={**was.waived, named(fact): waived})
        case RoundClosed():
            which = (fact.division, fact.round_number)
            return replace(was, waived=_of_closing(was.waived, envelope.command_id, which))
        case MatterTakenBack():
            return _taken_back(was, fact, event)
        case RoundReopened():
            which = (fact.division, fact.round_number)
            gone = [one for one in was.waived.values() if one.closing == which]
            past = (_no_more(one, event, fact.reason, reopened=True) for one in gone)
            left = {name: one for name, one in was.waived.items() if one.closing != which}
            return SetAside(was.put_off, left, (*was.past, *past))
    return was


def _of_closing(
    waived: Mapping[Named, Waived], command: UUID, which: tuple[str, int]
) -> dict[Named, Waived]:
    """What is waived, with that marked which was written together with the end of a round."""
    return {
        name: replace(one, closing=which) if one.command == command else one
        for name, one in waived.items()
    }


def _taken_back(was: SetAside, fact: MatterTakenBack, event: Event) -> SetAside:
    name = named(fact)
    kept: Mapping[Named, PutOff | Waived] = was.waived if fact.was == "waived" else was.put_off
    if name not in kept:
        return was
    past = (*was.past, _no_more(kept[name], event, fact.reason, reopened=False))
    if fact.was == "waived":
        left = {other: one for other, one in was.waived.items() if other != name}
        return SetAside(was.put_off, left, past)
    return SetAside({o: one for o, one in was.put_off.items() if o != name}, was.waived, past)


def _no_more(one: PutOff | Waived, event: Event, reason: str, *, reopened: bool) -> NoMore:
    at, by = event.envelope.written_at, event.envelope.written_by
    return NoMore(one, event.originator_version, reopened, reason, at, by)


def is_still_put_off(
    put: PutOff, now: datetime, *, stopped: datetime | None, is_over: bool
) -> bool:
    """Whether what brings a matter back has not happened yet.

    Args:
      stopped: when the clocks of its game were stopped last; ``None``: never, or no game.
      is_over: whether its game is over; what is about no game comes back at once.
    """
    if put.fact.until == "time":
        return put.fact.at is not None and now < put.fact.at
    if is_over:
        return False
    return put.fact.until == "end-of-game" or stopped is None or stopped <= put.at


def named(fact: MatterPutOff | MatterWaived | MatterTakenBack) -> Named:
    return Named(fact.kind, fact.subject, fact.which)
