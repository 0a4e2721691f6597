"""What is refused of tiles that are not where they should be."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/found": Said(
        "The number of tiles found does not fit.",
        "Enter how many were found, and which.",
    ),
    "board-agreed": Said(
        "Both players agreed that the tile was not from the board; the board stays.",
        "Play on.",
        clause="tiles_found.off_the_board",
    ),
    "not-checked": Said(
        "Both players first check that the tile did not come off the board.",
        "Enter what they agreed on.",
        clause="tiles_found.off_the_board",
    ),
    "racks-not-restored": Said(
        "The racks have not been put as they were.",
        "Enter how many tiles each player holds first.",
        clause="tiles_found.outside",
    ),
    "needs-ruling/found": Said(
        "What is done with this tile is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "nothing-to-put-right/found": Said(
        "No tile that was found waits for a decision at this table.",
        "Report the tile that was found first.",
    ),
    "unreadable-request/missing": Said(
        "These numbers of missing tiles do not fit together.",
        "Enter how many were missed, how many were found, and which are still missing.",
    ),
    "not-searched": Said(
        "A missing tile is searched for before play goes on without it.",
        "Search, then report what was found.",
        clause="tiles_found.missing",
    ),
    "needs-ruling/missing": Said(
        "The director confirms that a tile is missing.",
        "Call the director.",
        clause="tiles_found.missing",
    ),
    "unreadable-request/none-too-many": Said(
        "No tile is too many.",
        "Enter how many tiles are too many.",
    ),
    "unreadable-request/no-tile-spilled": Said(
        "No tile was spilled.",
        "Enter how many tiles lie outside.",
    ),
    "needs-ruling/spared": Said(
        "Whether the overdraw procedure may be declined is for the director to say.",
        "Call the director.",
    ),
    "nothing-to-put-right/spill": Said(
        "No spill is being put right at this table.",
        "Report the spill first.",
    ),
    "needs-ruling/spill": Said(
        "What follows this spill is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "tiles-do-not-add-up/spill": Said(
        "Face up: {face_up:tile}; to be given {given}, for the bag {back}.",
        "Count the tiles again, or call the director.",
        clause="spills.given",
        example={"face_up": 3, "given": 1, "back": 2},
    ),
}
