"""What is refused of any entry of a game: the wrong moment, the wrong player, a final result."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "game-over/no-more-turns": Said(
        "This game is over; no more turns can be entered.",
        "Correct an earlier entry, or call the director.",
    ),
    "nothing-to-write": Said(
        "There is nothing in this that is not written down already.",
        "Look at the page again; somebody else may have entered it.",
    ),
    "not-started": Said(
        "This game has not been started.",
        "Enter who starts and start the game first.",
    ),
    "played-out": Said(
        "{player} has played out; no turn follows.",
        "Enter a hold, a challenge, or that the play-out was accepted.",
        example={"player": "Ada"},
    ),
    "adjourned/not-resumed": Said(
        "This game was broken off; nobody is on turn until it is resumed.",
        "Resume the game first.",
        clause="absence.adjourned",
    ),
    "not-under-way/over": Said("This game is over.", "Check which game it is about."),
    "not-under-way/not-started": Said(
        "This game has not been started.",
        "Check which game it is about.",
    ),
    "result-final/signed": Said(
        "Both players have signed this result; it is final.",
        "Ask the director whether it may be amended.",
        clause="signing.scores_correctable_until",
    ),
    "result-final/ruled": Said(
        "The director has ruled on this result; it is final.",
        "Ask the director whether it may be amended.",
        clause="signing.scores_correctable_until",
    ),
    "verdicts-differ": Said(
        "The two verdicts differ; no turn can be made before the director's.",
        "Call the director, who gives the final one.",
        clause="challenge.again",
    ),
    "turns-since-undecided": Said(
        "Another verdict holds now; what becomes of the turns made since is not decided.",
        "Call the director, who decides it before the next turn.",
        clause="fallback.decides",
    ),
    "challenge-pending/no-turn": Said(
        "A challenge is being adjudicated; no turn can be made before the verdict.",
        "Enter the verdict first.",
    ),
    "not-your-turn/other-player": Said(
        "{on_move} is on move; this {what} is for {player}.",
        "Enter it for the player on move, or call the director.",
        example={"on_move": "Ben", "what": "play", "player": "Ada"},
    ),
    "time-called/one-more-play": Said(
        "Time was called, and {player} has made the one more play.",
        "End the game.",
        clause="sand.then",
        example={"player": "Ada"},
    ),
    "player-away": Said(
        "{player} is away from the table.",
        "Enter the return first.",
        clause="absence.when",
        example={"player": "Ada"},
    ),
}
