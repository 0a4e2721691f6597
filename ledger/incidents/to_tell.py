"""What players are to be told of the rulings of a case: that one stands, or that it went.

They know what they were told last. A ruling that is taken back is news for them, and so is one that
stands after all when they were told that it does not. One that another replaces is told with that.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.facts.cases import CaseActTakenBack, RulingGiven, RulingTold
from ledger.record.events import Event
from ledger.vocabulary import Seat
from ledger.vocabulary.closed_lists import ToldOf


class ToTell(NamedTuple):
    """Something that players are told of.

    Attributes:
      version: of the ruling, or of what took it back.
      of: what the news is.
      untold: who does not know it; ``None`` for whom a case about no game concerns.
    """

    version: int
    of: ToldOf
    untold: tuple[Seat | None, ...]

    @property
    def is_told(self) -> bool:
        """Whether everybody it concerns knows it."""
        return not self.untold


@worked_out_once
def to_tell(file: CaseFile) -> ToTell | None:
    """What players are told next, or were told last where they know it all; ``None``: nothing."""
    went, given = went_back(file), file.last(RulingGiven)
    if went is not None and not went.is_told:
        return went
    if given is None:
        return went
    version = given[0]
    backs = {v for v, struck in _went(file, all_of_them=True).items() if version in struck}
    again = any(_last_known(file, backs, seat) for seat in _concerned(file))
    return ToTell(version, "stands-again" if again else "", _untold(file, version, backs))


@worked_out_once
def went_back(file: CaseFile) -> ToTell | None:
    """The last taking back of a ruling; ``None``: none stands, or somebody ruled since."""
    found = _went(file)
    version = max(found, default=0)
    last = file.last(RulingGiven)
    if not version or (last and last[0] > version):
        return None
    return ToTell(version, "taken-back", _untold(file, version, found[version]))


def _concerned(file: CaseFile) -> tuple[Seat | None, ...]:
    return (None,) if file.opened.game is None else tuple(Seat)


def _untold(file: CaseFile, version: int, opposite: Collection[int]) -> tuple[Seat | None, ...]:
    """Who was not told this, or was told its opposite since."""
    return tuple(
        seat
        for seat in _concerned(file)
        if _last_known(file, {version}, seat) <= _last_known(file, opposite, seat)
    )


def _went(file: CaseFile, *, all_of_them: bool = False) -> dict[int, frozenset[int]]:
    """By version, what took rulings back by itself, and which; those that stand, or all."""
    gone = {} if all_of_them else file.taken_back
    rulings = [event for event in file.events if isinstance(event.fact, RulingGiven)]
    versions = {event.originator_version for event in rulings}
    replacing = {event.envelope.command_id for event in rulings}
    return {
        event.originator_version: frozenset(versions.intersection(event.fact.versions))
        for event in file.events
        if isinstance(event.fact, CaseActTakenBack)
        and event.originator_version not in gone
        and event.envelope.command_id not in replacing
        and versions.intersection(event.fact.versions)
    }


def _last_known(file: CaseFile, about: Collection[int], seat: Seat | None) -> int:
    """When somebody was last told of one of these, as the version of that event; 0: never."""
    return max(
        (
            event.originator_version
            for event in file.events
            if isinstance(event.fact, RulingTold)
            and event.fact.ruling in about
            and (seat is None or seat in event.fact.seats)
            and _was_said(event, event.fact.ruling, file)
        ),
        default=0,
    )


def _was_said(event: Event, about: int, file: CaseFile) -> bool:
    """Whether it was said: the note of it stands, or went together with what it is about."""
    by = file.taken_back.get(event.originator_version)
    return by is None or by is file.taken_back.get(about)
