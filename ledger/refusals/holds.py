"""What is refused of holds, and of tiles drawn while a play could still come off."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "no-drawing-now": Said(
        "No tiles may be drawn while a challenge is being adjudicated.",
        "Wait for the verdict.",
        clause="drawing.during_adjudication",
    ),
    "no-hold/drawing": Said(
        "{player}'s play is not on hold.",
        "Draw as usual, or enter the hold first.",
        clause="windows.courtesy_after",
        example={"player": "Ada"},
    ),
    "too-early-to-draw": Said(
        "Tiles may be drawn during a hold after {seconds:second}.",
        "Wait; if tiles are out already, keep them apart and call the director.",
        clause="windows.courtesy_after",
        example={"seconds": 15},
    ),
    "no-courtesy-draw": Said(
        "{player} drew no tiles during this hold.",
        "Enter the draw first.",
        example={"player": "Ada"},
    ),
    "nothing-to-challenge/not-the-last": Said(
        "The last turn is not a play of {player}'s.",
        "Check whose play it was.",
        example={"player": "Ada"},
    ),
    "not-a-flash-draw": Said(
        "This rulebook keeps a play open only for a draw out of order.",
        "Report how the turn was made, or call the director.",
        clause="answers.flash_draw_grounds",
    ),
    "unreadable-request/tiles-drawn": Said(
        "A number of tiles can't be below zero.",
        "Enter how many.",
    ),
    "hold-called": Said(
        "{player} has called hold on this play already.",
        "Enter a challenge, or that the hold was given up.",
        example={"player": "Ada"},
    ),
    "no-hold/not-called": Said(
        "{player} has not called hold.",
        "Go on with the next turn.",
        example={"player": "Ada"},
    ),
    "no-such-turn": Said(
        "The last turn entered is not {player}'s.",
        "Enter the turn first, then how it was made.",
        example={"player": "Ada"},
    ),
    "window-open": Said(
        "{player} may still hold or challenge this play.",
        "Wait for the answer.",
        example={"player": "Ada"},
    ),
    "needs-ruling/quick-draw": Said(
        "Whether the right to challenge was lost by a quick draw is for the director to say.",
        "Call the director, who hears both players.",
        clause="windows.flash_draw",
    ),
    "unreadable-request/finding": Said(
        "A finding of the director's has a reason.",
        "Write in a few words why the right was not lost.",
    ),
}
