"""What followed from the rulings of a case: one list, for page, preview, paper, register, command.

It is read back from the events that carry the case: entries at the table, conduct in the
tournament, penalties decided. What an official only typed beside the finding stands first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.game.sheet.sheet import Sheet
from ledger.game.sheet.standing import because
from ledger.game.sheet.wording.facts import wording
from ledger.incidents.case_file import CaseFile, worked_out_once
from ledger.incidents.facts.cases import PenaltyDecided, RulingGiven
from ledger.incidents.wording import CASES_TOLD, case_wording, place_of, said_once
from ledger.record.events import Event
from ledger.record.fact import Fact, TakenBack
from ledger.record.standing import taken_back
from ledger.tournament.tournament import Tournament
from ledger.tournament.wording import TOURNAMENTS_TOLD, tournament_wording
from ledger.vocabulary import Seat


class Consequence(NamedTuple):
    """Something that followed.

    Attributes:
      words: what, for people.
      ruling: the version of the ruling it belongs to; 0: of none yet.
      event: what carries it out; ``None``: it was only written beside the finding.
      taken_back: what took it back; ``None``: it stands.
    """

    words: str
    ruling: int
    event: Event | None = None
    taken_back: Event | None = None


@worked_out_once
def consequences_of(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> tuple[Consequence, ...]:
    """Everything that followed, ruling by ruling, as it was written, taken back or not.

    What was written in one go with a ruling belongs to that one, and what came later to the last
    ruling before it.
    """
    gone = file.taken_back
    rulings = [event for event in file.events if isinstance(event.fact, RulingGiven)]
    found = [
        Consequence(words, event.originator_version, None, gone.get(event.originator_version))
        for event in rulings
        if isinstance(event.fact, RulingGiven)
        for words in typed_with(event.fact)
    ]
    carrying = dict(_carrying(file, sheet, tournament))
    found += [
        Consequence(words, _of(event, rulings, gone), event, carrying[event])
        for event, words in told_once(tuple(carrying), sheet, tournament)
    ]
    return tuple(sorted(found, key=lambda one: one.ruling))


def typed_with(ruling: RulingGiven) -> tuple[str, ...]:
    """What an official wrote beside the finding that follows, a line each."""
    return tuple(filter(None, map(str.strip, ruling.consequences)))


def told_once(
    events: Sequence[Event], sheet: Sheet | None, tournament: Tournament | None
) -> Iterator[tuple[Event, str]]:
    """Events with their words, but for those that say what another of them says already."""
    once = said_once(events)
    for event in events:
        if place_of(event) not in once.said_by_another:
            words = written_words(event.fact, sheet, tournament)
            why = once.reasons.get(place_of(event), "")
            yield event, words if why in words else f"{words} ({why})"


def of_ruling(consequences: Iterable[Consequence], version: int) -> tuple[str, ...]:
    """What followed from one ruling, in words; what was taken back says so."""
    return tuple(as_it_stands(one) for one in consequences if one.ruling == version)


def as_it_stands(one: Consequence) -> str:
    """A consequence in words, where nothing can be struck through."""
    if one.taken_back is None:
        return one.words
    return f"{one.words} (taken back{because(reason_of(one.taken_back))})"


def reason_of(by: Event) -> str:
    """Why something was taken back."""
    return str(getattr(by.fact, "reason", ""))


def written_words(fact: Fact, sheet: Sheet | None, tournament: Tournament | None) -> str:
    """Any fact that a ruling writes in a few words, beginning with a capital."""

    def of_seat(seat: Seat) -> str:
        return sheet.name(seat) if sheet else seat.value

    def of_player(number: int) -> str:
        player = tournament.player(number) if tournament else None
        return player.name if player else f"player {number}"

    if type(fact) in CASES_TOLD:
        words = case_wording(fact, of_seat)
    elif type(fact) in TOURNAMENTS_TOLD:
        words = tournament_wording(fact, of_player, tournament.rules if tournament else None)
    elif sheet is not None:
        words = wording(fact, sheet)
    else:
        return ""
    return words[:1].upper() + words[1:]


def _carrying(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> list[tuple[Event, Event | None]]:
    """The events of every stream that carry the case, as they were written, and what struck them.

    Takings back carry nothing out: they are told with what they struck.
    """
    found = [
        (event, file.taken_back.get(event.originator_version))
        for event in file.events
        if isinstance(event.fact, PenaltyDecided)
    ]
    for events in (sheet.events if sheet else (), _under_cases(tournament)):
        gone = taken_back(events)
        found += [
            (event, gone.get(event.originator_version))
            for event in events
            if event.envelope.case == file.id and not isinstance(event.fact, TakenBack)
        ]
    return sorted(found, key=lambda one: one[0].envelope.written_at)


def carrying_out(
    file: CaseFile, sheet: Sheet | None, tournament: Tournament | None
) -> tuple[Event, ...]:
    """The events of every stream that carry the case, as they were written, struck or not."""
    return tuple(event for event, _ in _carrying(file, sheet, tournament))


def _under_cases(tournament: Tournament | None) -> tuple[Event, ...]:
    return tournament.conduct.under_cases if tournament else ()


def _of(event: Event, rulings: list[Event], gone: Mapping[int, Event]) -> int:
    """The version of the ruling that an event belongs to; 0: none stood when it was written."""
    at = event.envelope.written_at
    with_it = [
        one.originator_version
        for one in rulings
        if one.envelope.command_id == event.envelope.command_id
    ]
    before = [
        one.originator_version
        for one in rulings
        if one.envelope.written_at <= at
        and not ((by := gone.get(one.originator_version)) and by.envelope.written_at < at)
    ]
    return max(with_it or before, default=0)
