"""The evidence sheet of a game: two states of it side by side, for officials."""

from __future__ import annotations

from ledger.game.sheet import Sheet
from ledger.record.log import Log
from ledger.replay.replayed import lane_visible_to
from ledger.visibility.viewers import Viewer
from printing.forms import filler
from printing.papers import Papers
from printing.source import Source
from web.command_line.opened import Opened, game_named
from web.command_line.ruled_since import cases_about
from web.command_line.sources import source_of
from web.site.to_print import EvidenceToPrint


def evidence_paper(here: Opened, which: EvidenceToPrint) -> Papers:
    """The evidence sheet of two states of a game.

    Raises:
      Refusal: ``no-such-moment``: the game has no such event.
    """
    sheet = here.shelf.sheet(which.game)
    one, other = (version or sheet.version for version in which.states)
    return evidence_of_states(here.log, sheet, (one, other), source_of(here, sheet))


def evidence_of_states(log: Log, sheet: Sheet, states: tuple[int, int], source: Source) -> Papers:
    """The same of a game as it stood, after two of its events, with what ``log`` has of rulings."""
    files = cases_about(log, sheet)
    incidents = lane_visible_to(Viewer.DIRECTOR, sheet, files, over=True)
    return filler("evidence-sheet", "evidence")(sheet, states, incidents, source)


def evidence_named(here: Opened, subject: str, states: tuple[int, int]) -> Papers:
    """The same of the game that a person calls ``subject``.

    Raises:
      Refusal: ``unreadable-name``, ``no-such-table``, ``no-such-moment``.
    """
    game = game_named(here.hall, subject).id
    return evidence_paper(here, EvidenceToPrint(game, states))
