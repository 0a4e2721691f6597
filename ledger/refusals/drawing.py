"""What is refused of drawing: too many tiles, too few, out of order, dropped back."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "nothing-to-put-right/draw-order": Said(
        "No draw out of order is being put right at this table.",
        "Report it first.",
    ),
    "overdraw-not-corrected": Said(
        "The tiles drawn too early have not gone back yet.",
        "Finish the overdraw correction first.",
    ),
    "needs-ruling/draw-order": Said(
        "What follows this draw out of order is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "racks-do-not-add-up": Said(
        "The racks should hold {first} and {second:tile} now, not {first_told} and {second_told}.",
        "Count the racks again, or call the director.",
        example={"first": 7, "second": 7, "first_told": 7, "second_told": 8},
    ),
    "nothing-came-off": Said(
        "No play of {player}'s came off the board just now.",
        "Enter the verdict first.",
        example={"player": "Ada"},
    ),
    "nothing-to-return": Said(
        "No new tiles are waiting to go back to the bag.",
        "Report first that tiles were drawn for the play that came off.",
    ),
    "not-drawn-yet": Said(
        "The hand was still partly in the bag, so these tiles were not drawn.",
        "Go on drawing; nothing has to be put right.",
        clause="draw_manner.drawn_when",
    ),
    "tiles-back-not-known": Said(
        "Nobody can tell how many tiles were put back.",
        "Call the director, who fixes the number, and enter that.",
        clause="drawing.dropped_back",
    ),
    "nothing-to-put-right/dropped-back": Said(
        "No tiles dropped back are being put right at this table.",
        "Report it first.",
    ),
    "needs-ruling/dropped-back": Said(
        "What follows these tiles is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "tiles-do-not-add-up/dropped-back": Said(
        "To be shown: {exposed:tile}; for the rack {wanted}, for the bag {back}.",
        "Count the tiles again, or call the director.",
        clause="drawing.dropped_back",
        example={"exposed": 3, "wanted": 1, "back": 2},
    ),
    "draw-during-challenge": Said(
        "No tiles may be drawn while a challenge is being judged.",
        "Wait for the verdict; if tiles were drawn, call the director.",
        clause="drawing.during_adjudication",
    ),
    "nothing-to-put-right/none-of-that-kind": Said(
        "Nothing of that kind is being put right at this table.",
        "Choose the procedure that is open.",
    ),
    "needs-ruling/procedure": Said(
        "This is settled only by a director's ruling.",
        "Call the director.",
        clause="draw_manner.disputes",
    ),
    "more-than-there-are/on-both-racks": Said(
        "That would be {tiles:tile} on both racks, more than are off the board.",
        "Count the racks and the bag; if the set is irregular, report that first.",
        example={"tiles": 16},
    ),
    "unreadable-request/tiles-below-zero": Said(
        "A number of tiles can't be below zero.",
        "Count the tiles again.",
    ),
    "not-overdrawn": Said(
        "Drawn: {drawn:tile}; due: {due}. That is not too many.",
        "Check the numbers; if too few were drawn, report that instead.",
        example={"drawn": 3, "due": 3},
    ),
    "more-shown-than-there": Said(
        "{revealed:tile} can't have been turned up of {size}.",
        "Count the tiles that were turned up, and enter it again.",
        example={"revealed": 4, "size": 3},
    ),
    "not-turned-up": Said(
        "{count:tile} must be turned up before any may go back.",
        "Enter how many were turned up first.",
        example={"count": 3},
    ),
    "wrong-number-back": Said(
        "That was {over:tile} too many, so {over} must go back, not {returned}.",
        "Count the tiles that go back, and enter it again.",
        example={"over": 1, "returned": 2},
    ),
    "rack-does-not-add-up": Said(
        "The rack should hold {left:tile} now, not {rack}.",
        "Count the rack again, or call the director.",
        example={"left": 7, "rack": 8},
    ),
    "nothing-to-put-right/overdraw": Said(
        "No overdraw is being corrected at this table.",
        "Report the overdraw first.",
    ),
    "correction-open": Said(
        "An overdraw is being corrected at this table.",
        "Finish that correction first.",
    ),
    "unreadable-request/rack-short": Said(
        "A rack can't be {short:tile} short.",
        "Enter how many tiles are missing, 1 to 7.",
        example={"short": 8},
    ),
    "no-such-entry/underdrawn-after": Said(
        "Entry {version} is no turn of {player}.",
        "Choose the turn after which too few tiles were drawn.",
        example={"version": 12, "player": "Ada"},
    ),
    "nothing-to-put-right/underdraw": Said(
        "No underdraw is being put right at this table.",
        "Report the underdraw first.",
    ),
    "needs-ruling/underdraw": Said(
        "The rulebook does not say how these tiles are made good.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "wrong-number-given": Said(
        "{wanted:tile} must be made good, not {count}.",
        "Count the tiles again.",
        clause="drawing.underdraw_window",
        example={"wanted": 1, "count": 2},
    ),
}
