"""What whom is shown: the one room that decides it, for every way out of the house.

``shown_to`` takes one event, ``game_shown_to`` a whole game, ``row_shown_to`` a row of the hall.
"""

from ledger.record.shown_as import Matter
from ledger.shown_to.boards import GameShown, boards_for, game_shown_to, is_final
from ledger.shown_to.facts import Extent, extent, shown_to
from ledger.shown_to.papers import Paper, paper_shown_to
from ledger.shown_to.rows import held_back, live_boards, row_shown_to
from ledger.shown_to.sheets import event_shown_to, is_over, sees_whole, sheet_shown_to
from ledger.shown_to.viewers import Viewer, viewer_of

__all__ = [
    "Extent",
    "GameShown",
    "Matter",
    "Paper",
    "Viewer",
    "boards_for",
    "event_shown_to",
    "extent",
    "game_shown_to",
    "held_back",
    "is_final",
    "is_over",
    "live_boards",
    "paper_shown_to",
    "row_shown_to",
    "sees_whole",
    "sheet_shown_to",
    "shown_to",
    "viewer_of",
]
