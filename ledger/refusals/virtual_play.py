"""What is refused of games on a platform."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "not-on-a-platform": Said(
        "This game is played over the board.",
        "Leave monitors and connections out.",
        clause="virtual.play",
    ),
}
