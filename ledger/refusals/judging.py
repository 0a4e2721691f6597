"""What is refused of judging: slips, verdicts, other opinions, the clock started again."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "no-challenge/no-slip": Said(
        "No slip of this game waits for a verdict any more.",
        "Look at the list: somebody else may have judged it, or the challenge was undone.",
    ),
    "verdict-stands": Said(
        "A new tile is on the rack; the wrong verdict is not put right any more.",
        "Play on.",
    ),
    "ask-again": Said(
        "A verdict is put right only by a second adjudication.",
        "Ask for one.",
        clause="challenge.misadjudication",
    ),
    "unreadable-request/who-asks-again": Said(
        "Nobody is named who asks for another opinion.",
        "Choose the player; where it is the director who asks, the director enters it.",
    ),
    "opinion-asked": Said(
        "Another opinion was asked for already.",
        "Enter what it is.",
    ),
    "verdict-final": Said(
        "This challenge was judged {times:time}; that is final.",
        "Call the director, who may make an exception.",
        example={"times": 2},
    ),
    "opinion-not-asked": Said(
        "Nobody has asked for another opinion on this challenge.",
        "Enter who asks for it first.",
    ),
    "director-adjudicates": Said(
        "The two verdicts differ; the director gives the final one.",
        "Call the director.",
    ),
    "players-look-up/staff-only": Said(
        "In this book the players do not look words up themselves.",
        "Let a word judge give the verdict.",
        clause="challenge.adjudication",
    ),
    "players-look-up/themselves": Said(
        "At this screen both players have the words looked up themselves.",
        "Choose *Players type it*; a judge signs in at another screen.",
        clause="challenge.adjudication",
    ),
    "same-judge": Said(
        "{badge} judged this play before; the book asks for somebody else.",
        "Let another judge look at the slip, or call the director.",
        clause="judging.again_by_another",
        example={"badge": "J1"},
    ),
    "no-turns-since": Said(
        "No verdict of this game is overtaken by another one.",
        "Look at the sheet as it is now: somebody else may have decided it.",
    ),
    "turns-since-ruled": Said(
        "The book does not say what becomes of the turns made since the verdict.",
        "Rule on it.",
    ),
    "unreadable-request/verdict-put-right": Said(
        "A verdict is put right for a reason.",
        "Write in a few words how it was found.",
    ),
    "challenge-pending/another": Said(
        "Another challenge is being adjudicated.",
        "Enter its verdict first.",
    ),
    "other-clock-runs": Said(
        "{player} is on move; that clock is the one to start.",
        "Start {player}'s clock.",
        clause="judging.restart_when",
        example={"player": "Ada"},
    ),
    "not-ready-to-restart": Said(
        "The clock can't be started yet: {words}.",
        "Wait until that is done.",
        example={"words": "the slip is not back"},
    ),
    "unreadable-request/word-without-letters": Said(
        "A word on a slip has at least one letter.",
        "Enter each challenged word once, and nothing else.",
    ),
    "not-the-challenger": Said(
        "{player} challenges, and names the words.",
        "Enter the words for {player}.",
        clause="judging.binding",
        example={"player": "Ada"},
    ),
    "words-locked": Said(
        "The challenged words went to be judged; they can't be changed any more.",
        "Wait for the verdict, or call the director.",
    ),
    "nothing-judged": Said(
        "No challenge of this game has been judged just now.",
        "Enter the challenge and its verdict first.",
    ),
    "no-challenge/no-play": Said(
        "No play of this game is under challenge.",
        "Enter the challenge first.",
    ),
    "unreadable-request/slip-without-words": Said(
        "A slip names at least one word.",
        "Enter the words on the slip.",
    ),
}
