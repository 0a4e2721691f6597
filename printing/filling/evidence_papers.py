"""The evidence sheet of a game: two states of it side by side, for officials."""

from __future__ import annotations

from typing import NamedTuple

from ledger.desk.matters import files_of
from ledger.desk.opened import Opened, game_named
from ledger.game.sheet.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts import RulingGiven
from ledger.incidents.wording import case_wording, number_wording
from ledger.proof.paper_requests import EvidenceToPrint
from ledger.record.log import Log
from ledger.replay.replayed import lane_visible_to
from ledger.tournament.tournament import tournament_named
from ledger.visibility.viewers import Viewer
from ledger.vocabulary.refusals import Refusal
from printing.filling.sources import source_of
from printing.forms import filler
from printing.papers import Papers
from printing.source import Source


def evidence_paper(here: Opened, which: EvidenceToPrint) -> Papers:
    sheet = here.shelf.sheet(which.game)
    one, other = (version or sheet.version for version in which.states)
    return evidence_of_states(here.log, sheet, (one, other), source_of(here, sheet))


def evidence_of_states(log: Log, sheet: Sheet, states: tuple[int, int], source: Source) -> Papers:
    """The same of a game as it stood, after two of its events, with what ``log`` has of rulings."""
    files = cases_about(log, sheet)
    incidents = lane_visible_to(Viewer.DIRECTOR, sheet, files, over=True)
    return filler("evidence-sheet", "evidence")(sheet, states, incidents, source)


def evidence_named(here: Opened, subject: str, states: tuple[int, int]) -> Papers:
    game = game_named(here.hall, subject).id
    return evidence_paper(here, EvidenceToPrint(game, states))


# What was ruled of a game: an evidence sheet tells it, and rulings are written beside the game.


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
