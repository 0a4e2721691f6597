"""What is refused of players who leave, of emergencies and of games put off or broken off."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "own-time-gone": Said(
        "{player} was not fit again within the time left.",
        "Enter a resignation for the emergency.",
        clause="absence.emergency",
        example={"player": "Ada"},
    ),
    "no-such-entry/emergency": Said(
        "No emergency was entered for this game.",
        "Enter the emergency first.",
        clause="absence.emergency",
    ),
    "already-away": Said(
        "{player} has left and is not back yet.",
        "Enter the return first.",
        example={"player": "Ada"},
    ),
    "not-away": Said(
        "{player} is at the table, as far as we know.",
        "Check which player came back.",
        example={"player": "Ada"},
    ),
    "opponent-away": Said(
        "{player} does not draw while {opponent} is away.",
        "Wait until {opponent} is back.",
        clause="absence.opponent_may",
        example={"player": "Ada", "opponent": "Ben"},
    ),
    "no-draw-waits": Said(
        "No draw of {player} waits for a return.",
        "Enter an ordinary draw as such.",
        example={"player": "Ada"},
    ),
    "draw-in-turn-order": Said(
        "{player} draws first: that turn came before.",
        "Let {player} draw first.",
        clause="absence.when",
        example={"player": "Ada"},
    ),
    "hold-still-possible": Said(
        "{opponent} has {seconds:second} to hold or challenge.",
        "Let them pass before tiles are drawn, or call the director.",
        clause="windows.returning_player_seconds",
        example={"opponent": "Ben", "seconds": 15},
    ),
    "already-started/postponed": Said(
        "The game has started; it can't be postponed.",
        "Adjourn it, if the rules allow that.",
    ),
    "needs-consent": Said(
        "A game is postponed only if the opponent and the director agree.",
        "Ask both, or let the game be forfeited.",
        clause="lateness.postponing",
    ),
    "not-under-way/broken-off": Said(
        "Only a game that is under way can be broken off.",
        "Postpone a game that has not started.",
    ),
    "adjourned/already": Said(
        "This game has been broken off already.",
        "Resume the game first.",
        clause="absence.adjourned",
    ),
    "not-adjourned": Said(
        "This game has not been broken off.",
        "Go on with the next turn.",
    ),
}
