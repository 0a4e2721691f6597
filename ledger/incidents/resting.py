"""What was done in a case and would hang in the air once a ruling goes, or stands again.

A ruling that was given beside another one stands without it, unless it carries out what was decided
on an appeal against that other one. A penalty rests on the finding of its time. What was entered at
the table by itself rests on a ruling, and on the gaps that were settled by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.decided import decisions_in, out_of_turn
from ledger.incidents.facts.cases import PenaltyDecided, RulingGiven
from ledger.incidents.reversing import Reversal
from ledger.record.events import Event
from ledger.record.fact import Fact
from ledger.record.standing import standing_of


class Hanging(NamedTuple):
    """Something that would rest on nothing; ``stands``: it stands now, and not only afterwards."""

    event: Event
    stands: bool


def hanging(file: CaseFile, back: Reversal, sheet: Sheet | None) -> Hanging | None:
    """The first thing that would stand, and rest on what does not; ``None``: there is none.

    Args:
      file: the case.
      back: what is to be taken back.
      sheet: of the game it is about.
    """
    afterwards = _afterwards(file.events, [back.fact])
    found = [*_carrying_out_an_appeal(file, afterwards), *_penalties(file, afterwards)]
    found += _out_of_turn(file, afterwards)
    stands = set(file.stands)
    if sheet is not None:
        facts = [fact for part in back.parts if part.stream == sheet.id for fact in part.facts]
        found += _entries(file, afterwards, _afterwards(sheet.events, facts))
        stands |= set(standing_of(sheet.events))
    first = min(found, key=lambda event: event.envelope.written_at, default=None)
    return None if first is None else Hanging(first, first in stands)


def _afterwards(events: Sequence[Event], facts: Iterable[Fact]) -> tuple[Event, ...]:
    """What of a stream stands once these takings back are written."""
    last = events[-1]
    more = (
        Event(
            last.originator_id,
            last.originator_version + place,
            replace(last.envelope, fact=fact),
        )
        for place, fact in enumerate(facts, 1)
    )
    return standing_of([*events, *more])


def _carrying_out_an_appeal(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """Rulings that carry out what was decided on an appeal against one that goes."""
    left = {event.originator_version for event in afterwards}
    for one in decisions_in(file.stands):
        if one.against and one.against not in left:
            yield from (event for event in afterwards if event.originator_version == one.ruling)


def _out_of_turn(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """What of an appeal would come before or beside what it follows; not what does so already."""
    already = set(out_of_turn(file.stands))
    yield from (event for event in out_of_turn(afterwards) if event not in already)


def _penalties(file: CaseFile, afterwards: Sequence[Event]) -> Iterator[Event]:
    """Penalties that were decided on another finding about conduct than would stand before them."""
    for event in afterwards:
        if isinstance(event.fact, PenaltyDecided):
            version = event.originator_version
            then = standing_of(one for one in file.events if one.originator_version < version)
            left = (one for one in afterwards if one.originator_version < version)
            if _finding(then) != _finding(left):
                yield event


def _entries(
    file: CaseFile, afterwards: Sequence[Event], at_the_table: Iterable[Event]
) -> Iterator[Event]:
    """What was entered by itself, without a ruling for it, or in a gap that none would settle."""
    of_case = {event.envelope.command_id for event in file.events}
    for event in at_the_table:
        envelope = event.envelope
        if envelope.case == file.id and envelope.command_id not in of_case:
            at = envelope.written_at
            then = standing_of(one for one in file.events if one.envelope.written_at <= at)
            left = [one for one in afterwards if one.envelope.written_at <= at]
            if not _rulings(file, left) or _gaps(file, then) - _gaps(file, left):
                yield event


def _finding(events: Iterable[Event]) -> int:
    """The version of the last ruling with a finding about conduct; 0: there is none."""
    return max(
        (
            event.originator_version
            for event in events
            if isinstance(event.fact, RulingGiven) and event.fact.offence
        ),
        default=0,
    )


def _rulings(file: CaseFile, events: Iterable[Event]) -> list[RulingGiven]:
    """The rulings for the game of the case."""
    facts = (event.fact for event in events)
    game = file.opened.game
    return [fact for fact in facts if isinstance(fact, RulingGiven) and fact.game == game]


def _gaps(file: CaseFile, events: Iterable[Event]) -> frozenset[str]:
    """The gaps and contradictions that these rulings settle."""
    return frozenset(filter(None, (ruling.trap for ruling in _rulings(file, events))))
