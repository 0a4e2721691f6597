"""A state of the game put with the facts of a case, beside those frozen at the call."""

from __future__ import annotations

from ledger.asking.asked import Decision
from ledger.asking.permission import DIRECTORS
from ledger.incidents.asking import AskedOfCase, Under, decides, game_of, must_be_open
from ledger.incidents.case_file import CaseFile
from ledger.incidents.facts.cases import FactsBookmarked
from ledger.incidents.opening import situation
from ledger.refusals.saying import refusal


class BookmarkFacts(AskedOfCase, frozen=True, tag="bookmark-facts", kw_only=True):
    """Put the table as it was after one event with the facts of the case.

    Attributes:
      version: of the event; the game of the case is meant.
      note: what it shows, in a few words; may be empty.
    """

    version: int
    note: str = ""


@decides(BookmarkFacts, may=DIRECTORS)
def bookmark_facts(file: CaseFile, asked: BookmarkFacts, under: Under) -> Decision:
    """Freeze a state into the case. The facts it was opened with stay as they are.

    Raises:
      Refusal: ``case-closed``, ``no-game``, ``no-such-event`` or ``already-bookmarked``.
    """
    must_be_open(file)
    found = situation(under.sheet(game_of(file)), asked.version)
    bookmarked = FactsBookmarked(situation=found, note=asked.note)
    if bookmarked in file.each(FactsBookmarked):
        raise refusal("already-bookmarked")
    return Decision((bookmarked,))
