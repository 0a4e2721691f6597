"""What is refused before the first tile: starter, time, timer."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/player": Said(
        "Player {player} is not at this table.",
        "Enter 1 or 2: which of the two it is.",
        example={"player": 3},
    ),
    "unreadable-request/starter": Said(
        "Player {player} is not at this table.",
        "Enter 1 or 2: which of the two starts.",
        example={"player": 3},
    ),
    "already-started/starter": Said(
        "The game has started; who starts can't be changed now.",
        "Was it entered wrong? Correct the start. Call the director if the wrong player started.",
    ),
    "start-not-settled": Said(
        "The game has not started; there is nothing to put right about its start.",
        "Settle who starts, then start the game.",
    ),
    "start-as-entered": Said(
        "The record says just that about the start of this game.",
        "Enter what was otherwise: who started, how that was settled, or the timer.",
    ),
    "unreadable-request/allowance": Said(
        "A time allowance can't be below zero.",
        "Enter the seconds the player has for the game.",
    ),
    "already-started/start": Said(
        "This game has already been started.",
        "Go on with the first turn.",
    ),
    "no-timer": Said(
        "A game is played on a timer.",
        "Name the timer, or call the director where there are too few.",
        clause="timer.mandatory",
    ),
    "forfeit-due": Said(
        "{player} came when the time was up; the game is forfeited.",
        "Let the director declare the forfeit.",
        clause="lateness.compulsory",
        example={"player": "Ada"},
    ),
    "game-over/start": Said(
        "This game is over.",
        "Call the director to reopen it.",
    ),
    "player-not-here": Said(
        "{player} has not come; no tiles are drawn before that.",
        "Enter the arrival first.",
        clause="lateness.drawing_before_both_are_here",
        example={"player": "Ada"},
    ),
    "unreadable-request/starting-draw": Said(
        "A tile of the starting draw is not one of this set.",
        "Enter one tile for each player and round, ? for a blank.",
    ),
    "draw-again/tiles-stay-out": Said(
        "Both players drew the same; nobody has won the start yet.",
        "Let both draw again, the tiles so far staying out, and enter that round too.",
        clause="start.tiles_stay_out",
    ),
    "draw-again/all-tiles": Said(
        "Both players drew the same; nobody has won the start yet.",
        "Let both draw again and enter that round too.",
    ),
    "draw-says-otherwise": Said(
        "By the tiles shown {player} starts.",
        "Check the tiles and who starts.",
        clause="start.drawn",
        example={"player": "Ada"},
    ),
    "draw-needed": Said(
        "Both players have started equally often; they draw for it.",
        "Enter the tiles both showed.",
    ),
    "balance-says-otherwise": Said(
        "By the starts so far {player} starts.",
        "Check both players' starts, and who starts.",
        example={"player": "Ada"},
    ),
}
