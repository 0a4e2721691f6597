"""What is refused of a board that was upset."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "game-over/upset": Said(
        "The game is over; its board need not be rebuilt.",
        "Go on with the result.",
    ),
    "upset-open": Said(
        "It is on record already that this board was upset.",
        "Enter what the director found.",
    ),
    "unreadable-request/upset": Said(
        "It is not said who upset the board, and how.",
        "Enter accidental, or intentional and whose doing it was.",
    ),
    "needs-ruling/upset": Said(
        "{player} would lose by {margin} and must leave the event.",
        "Rule with a citation, and enter the finding under that case.",
        clause="upset.when_intentional",
        example={"player": "Ada", "margin": 50},
    ),
    "tiles-to-follow": Said(
        "The tiles of a turn are not on record, so the record can't show the position.",
        "Enter the tiles of that turn first, if the players know them.",
    ),
    "needs-ruling/game-ends": Said(
        "The game would end {first} to {second}.",
        "Rule with a citation, and enter the end under that case.",
        example={"first": 350, "second": 300},
    ),
    "no-upset": Said(
        "It is not on record that this board was upset.",
        "Report that first.",
    ),
}
