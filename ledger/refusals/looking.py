"""What is refused to who looks at a game, and to who asks for what the own badge may not."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "not-allowed": Said(
        "This is for {whom}.",
        "Call the director, or sign in with that badge.",
        example={"whom": "the tournament director"},
    ),
    "board-not-shown": Said(
        "The organiser shows no boards of games that are being played.",
        "Come back when the result is final.",
    ),
    "slip-not-shown": Said(
        "Slips are for the players and the officials until the result is final.",
        "The score sheet shows the game as far as it is shown.",
    ),
    "no-such-moment/version": Said(
        "This game has events 1 to {last}; there is no event {at}.",
        "Choose one of those.",
        example={"last": 40, "at": 99},
    ),
    "no-such-moment/before": Said(
        "Nothing was known of this game at that moment.",
        "Choose a moment from {first} on.",
        example={"first": "2026-11-22T09:30:00Z"},
    ),
}
