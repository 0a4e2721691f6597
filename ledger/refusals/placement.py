"""What is refused of tiles that lie where or as they may not."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "no-such-entry/tiles-of": Said(
        "No tile on the board was played by {player}.",
        "Check whose tiles lie askew.",
        example={"player": "Ada"},
    ),
    "no-such-square/beside": Said(
        "{square} is no square of this board.",
        "Check the square and the letter, and enter it again.",
        example={"square": "88"},
    ),
    "square-taken/beside": Said(
        "A tile already lies on {square}.",
        "Check the square and the letter, and enter it again.",
        example={"square": "8D"},
    ),
    "not-in-tile-set/beside": Said(
        "{tile!r} is no tile of this set.",
        "Check the square and the letter, and enter it again.",
        example={"tile": "5"},
    ),
    "unreadable-request/degrees": Said(
        "A board can't lie at {degrees} degrees.",
        "Enter one of 0, 90, 180, 270.",
        example={"degrees": 45},
    ),
    "orientation-fixed": Said(
        "The first play has set which way plays run; it stays so.",
        "Play on; a play that runs another way can be challenged.",
        clause="placing.orientation",
    ),
    "not-on-turn": Said(
        "Only the player on turn straightens tiles; the other may point it out.",
        "Wait for the turn to end, then enter it.",
        clause="placing.straightened_by",
    ),
    "nothing-to-challenge/no-placement": Said(
        "No play of the opponent's lies there for {player} to challenge.",
        "Check whose turn it is, or call the director.",
        example={"player": "Ada"},
    ),
    "no-challenge/no-placement": Said(
        "No placement of this game is under challenge.",
        "Enter the challenge first.",
    ),
    "director-judges/placement": Said(
        "The director says whether the placement was legal.",
        "Call the director.",
        clause="placing.judged_by",
    ),
    "challenged-play-gone/stands": Said(
        "The play under challenge was taken off the record in the meantime.",
        "Call the director, who can rule that the placement stands.",
    ),
}
