"""What whom is shown: the one room that decides it, for every way out of the house.

``shown_to`` takes one event, ``game_shown_to`` a whole game, ``row_shown_to`` a row of the hall.
"""

from ledger.record.fact import Matter
from ledger.visibility.viewers import (
    Extent,
    GameView,
    Paper,
    Viewer,
    boards_for,
    event_visible_to,
    extent,
    game_visible_to,
    held_back,
    is_final,
    is_over,
    live_boards,
    paper_visible_to,
    row_visible_to,
    sees_whole,
    sheet_visible_to,
    viewer_of,
    visible_to,
)

__all__ = [
    "Extent",
    "GameView",
    "Matter",
    "Paper",
    "Viewer",
    "boards_for",
    "event_visible_to",
    "extent",
    "game_visible_to",
    "held_back",
    "is_final",
    "is_over",
    "live_boards",
    "paper_visible_to",
    "row_visible_to",
    "sees_whole",
    "sheet_visible_to",
    "viewer_of",
    "visible_to",
]
