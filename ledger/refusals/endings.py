"""What is refused of the end of a game: played out, resigned, forfeited, declared over."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "challenge-pending/round-ends": Said(
        "A challenge is being adjudicated; the round ends here after the verdict.",
        "Enter the verdict first.",
    ),
    "needs-ruling/void": Said(
        "A game is made void only by a director's ruling.",
        "Rule with a citation, and enter it under that case.",
        clause="fallback.decides",
    ),
    "needs-ruling/end": Said(
        "A game ends by play, by scoreless turns, or by a director's ruling.",
        "Call the director.",
    ),
    "not-over-the-limit": Said(
        "The game is lost at {over} over, not before.",
        "Enter the overtime instead.",
        clause="overtime.forfeit_after",
        example={"over": "10:00"},
    ),
    "margin-not-raisable": Said(
        "A game lost by lateness is lost by {margin:point}, never by more.",
        "Enter {margin}, or enter a director's ruling.",
        clause="lateness.forfeit_margin",
        example={"margin": 50},
    ),
    "margin-below-the-rule/lateness": Said(
        "A game lost by lateness is lost by {margin:point} or more, not {raised_to}.",
        "Enter at least {margin}.",
        clause="lateness.forfeit_margin",
        example={"margin": 50, "raised_to": 30},
    ),
    "needs-ruling/forfeit": Said(
        "The rulebook does not work out what this forfeit is worth.",
        "Rule with a citation, and enter the margin or the scores under that case.",
    ),
    "not-played-out/over": Said(
        "There is no play-out for {player} to accept.",
        "Count the tiles that are left.",
        example={"player": "Ada"},
    ),
    "not-played-out/under-way": Said(
        "There is no play-out for {player} to accept.",
        "Go on with the next turn.",
        example={"player": "Ada"},
    ),
    "challenge-pending/play-out": Said(
        "The last play is under challenge; it can't be accepted before the verdict.",
        "Enter the verdict first.",
    ),
    "not-over/unplayed": Said(
        "The game is not over; unplayed tiles are counted at its end.",
        "Enter how the game ended first.",
    ),
    "unplayed-counted": Said(
        "The unplayed tiles of this game have been counted.",
        "Correct that entry if it is wrong.",
    ),
    "unreadable-request/tiles-left": Said(
        "{wrong}.",
        "Enter the tiles left, ? for a blank.",
        example={"wrong": "'5' is not a tile of the English set"},
    ),
    "unplayed-not-known": Said(
        "The tiles left on a rack are not known.",
        "Enter the tiles each player has left, or - for none.",
    ),
    "margin-below-the-rule/resigned": Said(
        "An improper resignation costs no less than a proper one, here {floor:point}.",
        "Enter at least {floor}.",
        clause="resignation.improper",
        example={"floor": 50},
    ),
    "game-over/resigned": Said(
        "This game is over; nobody can resign it.",
        "Enter the result.",
    ),
    "margin-to-be-set": Said(
        "What an improper resignation costs is for the director to set.",
        "Enter by how many points the game is lost.",
        clause="resignation.improper",
    ),
    "other-margin": Said(
        "A proper resignation costs {margin:point} here, not {wanted}.",
        "Leave the margin out, and it is worked out.",
        clause="resignation.least_margin",
        example={"margin": 50, "wanted": 100},
    ),
    "tiles-left-not-known": Said(
        "Nobody has entered what tiles the {seat} player has left.",
        "Enter the tiles left on the rack.",
        example={"seat": "first"},
    ),
}
