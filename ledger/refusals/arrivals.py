"""What is refused of players who are late, and of games lost by it."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/late-clock": Said(
        "A late clock is started by the director or the opponent, after the round began.",
        "Enter who started it and how many seconds after the start of the round.",
    ),
    "already-started/late": Said(
        "The game has started; nobody is late for it any more.",
        "Enter a player who left as such.",
    ),
    "late-clock-runs": Said(
        "The late clock of this game has been started.",
        "Enter the arrival when the player comes.",
    ),
    "already-here": Said(
        "{player} is at the table.",
        "Check which player came.",
        example={"player": "Ada"},
    ),
    "unreadable-request/time-late": Said(
        "The late clock must have run for some time, no less than at the arrival before.",
        "Enter the seconds from its start to the arrival.",
    ),
    "not-missing": Said(
        "No late clock runs for {player}.",
        "Enter the start of the late clock first, or the arrival.",
        example={"player": "Ada"},
    ),
    "late-clock-running/time-left": Said(
        "The player may still come, for another {left:second}.",
        "Wait until the late clock is at zero.",
        clause="lateness.compulsory",
        example={"left": 240},
    ),
    "may-not-forfeit": Said(
        "A late player may choose to forfeit only{when}.",
        "Play the game.",
        clause="lateness.elect_below",
        example={"when": " with less than 10:00 left"},
    ),
    "already-started/lost-by-lateness": Said(
        "The game has started; it is not lost by lateness any more.",
        "Enter overtime, a resignation, or a player who left for good.",
    ),
    "late-clock-running/not-known": Said(
        "The late clock of {player} is not known to have run out.",
        "Enter that the player has not come, once it is at zero.",
        clause="lateness.compulsory",
        example={"player": "Ada"},
    ),
}
