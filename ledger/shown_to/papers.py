"""Which form of paper about a game somebody is given."""

from __future__ import annotations

from enum import StrEnum

from ledger.game.sheet import Sheet
from ledger.refusals.saying import refusal
from ledger.shown_to.boards import GameShown, is_final
from ledger.shown_to.viewers import Viewer
from ledger.vocabulary import Boards


class Paper(StrEnum):
    """A form about one game."""

    SCORE_SHEET = "score-sheet"
    RESULT_SLIP = "result-slip"
    CHALLENGE_SLIP = "challenge-slip"
    BLANK_SLIP = "blank-slip"


FOR_THE_TABLE = frozenset({Paper.CHALLENGE_SLIP, Paper.BLANK_SLIP})
"""Forms that the players and officials of a table fill in."""


def paper_shown_to(viewer: Viewer, paper: Paper, shown: GameShown) -> Sheet:
    """The sheet to print for this viewer.

    A score sheet is as public as the board it tells of. A result slip is what the players sign:
    until both have, it is theirs and the officials'; afterwards it hangs in the hall anyway, and
    says in a visitor's copy that and when they signed, without their handwriting. Slips about
    challenges and blanks stay with the officials.

    Raises:
      Refusal: ``board-not-shown``, ``slip-not-shown``.
    """
    if viewer is Viewer.VISITOR:
        if shown.boards is Boards.HIDDEN:
            raise refusal("board-not-shown")
        if paper in FOR_THE_TABLE or (paper is Paper.RESULT_SLIP and not is_final(shown.sheet)):
            raise refusal("slip-not-shown")
    return shown.sheet
