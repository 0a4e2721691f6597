"""The evidence sheet of a game: two states of it side by side, for officials."""

from __future__ import annotations

from ledger.desk.matters import files_of
from ledger.game.sheet import Sheet
from ledger.incidents.case_file import CaseFile
from ledger.replay.lane import lane_shown_to
from ledger.shown_to.viewers import Viewer
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary.refusals import Refusal
from printing.forms import filler
from web.command_line.naming import game_named
from web.command_line.opened import Opened
from web.command_line.sources import source_of
from web.site.site import EvidenceToPrint


def evidence_paper(here: Opened, which: EvidenceToPrint, paper: str) -> bytes:
    """The evidence sheet of two states of a game, as PDF.

    Raises:
      Refusal: ``no-such-moment``: the game has no such event.
    """
    sheet = here.shelf.sheet(which.game)
    one, other = (version or sheet.version for version in which.states)
    files = _cases_about(here, sheet)
    incidents = lane_shown_to(Viewer.DIRECTOR, sheet, files, over=True)
    fill = filler("evidence-sheet", "evidence")
    return fill(sheet, paper, (one, other), incidents, source_of(here, sheet))


def evidence_named(here: Opened, subject: str, states: tuple[int, int], paper: str) -> bytes:
    """The same of the game that a person calls ``subject``.

    Raises:
      Refusal: ``unreadable-name``, ``no-such-table``, ``no-such-moment``.
    """
    game = game_named(here.hall, subject).id
    return evidence_paper(here, EvidenceToPrint(game, states), paper)


def _cases_about(here: Opened, sheet: Sheet) -> list[CaseFile]:
    """The cases about a game; none where nobody opened its tournament."""
    try:
        tournament = tournament_named(sheet.scheduled.tournament, here.log)
    except Refusal:
        return []
    return [one for one in files_of(here.log, tournament) if one.opened.game == sheet.id]
