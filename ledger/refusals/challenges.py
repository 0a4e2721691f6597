"""What is refused of challenges, and of answers that come too late."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "turn-not-over": Said(
        "{opponent} has not ended the turn; there is nothing to challenge yet.",
        "Report an early challenge, and challenge again once the turn is over.",
        clause="challenge.early",
        example={"opponent": "Ben"},
    ),
    "device-declined": Said(
        "That way of judging needs both players' agreement, and one does not agree.",
        "Choose another way that was announced.",
    ),
    "challenged-play-gone/void": Said(
        "The play under challenge was taken off the record in the meantime.",
        "Call the director, who can void the challenge by a ruling.",
    ),
    "challenge-binding": Said(
        "A challenge can't be withdrawn, nor the play taken back, before the verdict.",
        "Wait for the verdict, or call the director.",
        clause="judging.binding",
    ),
    "no-concession": Said(
        "A challenged player can't take the play back before the verdict.",
        "Wait for the verdict.",
        clause="challenge.concession",
    ),
    "challenged-words-not-known": Said(
        "Each word challenged costs points, and nobody entered the words.",
        "Enter the words on the slip.",
    ),
    "option-not-chosen/challenge-seconds": Said(
        "A failed challenge costs time, and the organiser has not said how much.",
        "Set the option 'challenge-seconds', or call the director and enter the ruling.",
    ),
    "challenge-pending/this-play": Said(
        "A challenge of this play is already being adjudicated.",
        "Enter the verdict first.",
    ),
    "nothing-to-challenge/no-play": Said(
        "There is no play of the opponent's that {player} could {what} now.",
        "Check whose turn it is, or call the director.",
        example={"player": "Ada", "what": "challenge"},
    ),
    "challenged-already": Said(
        "This play has been challenged and stood.",
        "Ask for another adjudicator, or call the director.",
    ),
    "right-given-up/accepted": Said(
        "{player} called hold on this play and then accepted it.",
        "Go on with the next turn, or call the director.",
        clause="answers.released_hold",
        gap=True,
        example={"player": "Ada"},
    ),
    "right-given-up/score-written": Said(
        "{player} had written the score of this play in full.",
        "Call the director, who inspects the score sheet.",
        clause="windows.writing_waives",
        example={"player": "Ada"},
    ),
    "right-given-up/play-out-accepted": Said(
        "{player} has accepted the play-out by showing the tiles left.",
        "Go on with the result, or call the director.",
        clause="answers.play_out_accepted",
        example={"player": "Ada"},
    ),
    "too-late": Said(
        "It is too late to {what} this play: {why}.",
        "Go on with the game, or call the director.",
        example={"what": "challenge", "why": "the next turn has begun"},
    ),
}
