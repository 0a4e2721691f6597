"""What whom is shown: the one room that decides it, for every way out of the house.

``shown_to`` takes one event, ``game_shown_to`` a whole game, ``row_shown_to`` a row of the hall.
"""

from ledger.record.fact import Matter
from ledger.shown_to.sheets import (
    GameShown,
    Paper,
    boards_for,
    event_shown_to,
    game_shown_to,
    held_back,
    is_final,
    is_over,
    live_boards,
    paper_shown_to,
    row_shown_to,
    sees_whole,
    sheet_shown_to,
)
from ledger.shown_to.viewers import Extent, Viewer, extent, shown_to, viewer_of

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
