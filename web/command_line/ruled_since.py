"""What was ruled of a game: an evidence sheet tells it, and rulings are written beside the game."""

from __future__ import annotations

from typing import NamedTuple

from ledger.desk.matters import files_of
from ledger.game.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import RulingGiven
from ledger.incidents.wording import case_wording, number_wording
from ledger.record.log import Log
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal


class Ruled(NamedTuple):
    """A ruling of a game: the entry of the record that it is, and the ruling in words."""

    position: int
    words: str


def cases_about(log: Log, sheet: Sheet) -> list[CaseFile]:
    """The cases about a game; none where nobody opened its tournament."""
    try:
        tournament = tournament_named(sheet.scheduled.tournament, log)
    except Refusal:
        return []
    return [one for one in files_of(log, tournament) if one.opened.game == sheet.id]


def rulings_of(log: Log, sheet: Sheet) -> list[Ruled]:
    """Every ruling of a game, the oldest first."""
    found = [
        Ruled(
            position,
            f"event {event.originator_version} of {number_wording(file.opened.number)}, "
            f"{case_wording(event.fact, sheet.name)}".rstrip("."),
        )
        for file in cases_about(log, sheet)
        for position, event in log.placed_events_of(file.id)
        if isinstance(event.fact, RulingGiven) and event.fact.game == sheet.id
    ]
    return sorted(found)
