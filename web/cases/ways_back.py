"""The door by which each act on the page of a case is taken back, and what is said once it was."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from ledger.game.facts.taking_back import ActTakenBack
from ledger.game.play.taking_back import OF_PLAYERS, OFFICIAL
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.consequences import reason_of
from ledger.incidents.facts.taking_back import CaseActTakenBack
from ledger.incidents.in_words import CALLED
from ledger.incidents.reversing import TAKEN_BACK
from ledger.record.events import Event
from ledger.record.standing import taken_back


class WayBack(NamedTuple):
    """A door: what it is called, verb and object, and the number of the act it takes back."""

    words: str
    act: UUID


class Struck(NamedTuple):
    """When, by whom and why an act was taken back."""

    at: datetime
    by: str
    reason: str


def way_back(file: CaseFile, event: Event) -> WayBack | None:
    """The door of an act on the line of its first event; ``None``: none leads from this line."""
    act = event.envelope.command_id
    of_case = [
        one
        for one in file.events
        if one.envelope.command_id == act and isinstance(one.fact, TAKEN_BACK)
    ]
    if event.originator_id != file.id:  # at the table, in the tournament
        return None if of_case else WayBack("Take the entry back", act)
    if event not in of_case or event.originator_version in file.taken_back:
        return None
    named = [one for one in of_case if not isinstance(one.fact, CaseActTakenBack)] or of_case
    if event != named[0]:
        return None
    if isinstance(event.fact, CaseActTakenBack):
        return WayBack("Let it stand after all", act)
    return WayBack(f"Take the {CALLED[event.fact.topic()]} back", act)


def struck(file: CaseFile, event: Event) -> Struck | None:
    """What took an event of the case back; ``None``: it stands."""
    return struck_by(file.taken_back.get(event.originator_version))


def struck_by(by: Event | None) -> Struck | None:
    """The event that took something back, as it is told."""
    if by is None:
        return None
    return Struck(by.envelope.written_at, by.envelope.written_by, reason_of(by))


def ways_back_at(sheet: Sheet) -> dict[int, WayBack]:
    """By version of a game's event, the door of an official's act without a case."""
    gone = taken_back(sheet.events)
    found: dict[UUID, Event] = {}
    for event in sheet.events:
        envelope = event.envelope
        if envelope.case is None and isinstance(event.fact, OFFICIAL):
            found.setdefault(envelope.command_id, event)
    return {
        event.originator_version: WayBack(
            "Let it stand after all" if isinstance(event.fact, ActTakenBack) else "Take back", act
        )
        for act, event in found.items()
        if event.originator_version not in gone and not _of_players(sheet, act)
    }


def struck_at(sheet: Sheet) -> dict[int, Struck]:
    """By version of a game's event, what took it back."""
    found = ((version, struck_by(by)) for version, by in taken_back(sheet.events).items())
    return {version: one for version, one in found if one}


def _of_players(sheet: Sheet, act: UUID) -> bool:
    return any(
        isinstance(event.fact, OF_PLAYERS)
        for event in sheet.events
        if event.envelope.command_id == act
    )
