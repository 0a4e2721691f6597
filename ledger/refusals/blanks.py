"""What is refused of blanks: what they stand for, disputes, blanks that are none."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "needs-ruling/another-letter": Said(
        "A blank gets another letter only by a director's ruling.",
        "Call the director.",
        clause="blanks.redesignated_by",
    ),
    "not-your-turn/names-the-letter": Said(
        "The letter is named by the player on move.",
        "Let the player on move name it, or call the director.",
        clause="blanks.redesignated_by",
    ),
    "no-such-entry/last-move": Said(
        "The last move is not one of {player}.",
        "Only the move just made can be made again.",
        example={"player": "Ada"},
    ),
    "replay-not-available": Said(
        "The move can't be made again: the letter stands, or was never recorded.",
        "Play on, or call the director.",
        clause="blank_declaring.misread",
    ),
    "needs-ruling/move-again": Said(
        "Only the director lets a move be made again.",
        "Call the director.",
        clause="blank_declaring.misread",
    ),
    "no-dispute": Said(
        "No blank is in dispute.",
        "Enter the dispute first.",
    ),
    "blank-designated": Said(
        "This blank is already written down as {letter} at {square}.",
        "Call the director if it is disputed.",
        clause="blank_declaring.by_when",
        example={"letter": "E", "square": "8D"},
    ),
    "blank-declared": Said(
        "The blank at {square} was declared: {letter} is on record.",
        "Report a dispute if it is another letter, or call the director.",
        clause="blank_declaring.media",
        example={"letter": "E", "square": "8D"},
    ),
    "not-your-blank": Said(
        "The blank at {square} was played by {owner}, not by {player}.",
        "Enter it for {owner}, or check the square.",
        example={"square": "8D", "owner": "Ada", "player": "Ben"},
    ),
    "unreadable-request/whose-blank": Said(
        "The record does not say who played the blank at {square}.",
        "Say whose blank it is.",
        example={"square": "8D"},
    ),
    "unreadable-request/which-blank": Said(
        "There is no blank number {blank}.",
        "Enter 1 for the first blank played, 2 for the second.",
        example={"blank": 3},
    ),
    "unreadable-request/blanks-letter": Said(
        "{letter!r} is not a letter a blank can stand for.",
        "Enter one letter of the tile set.",
        example={"letter": "5"},
    ),
    "unreadable-request/square": Said(
        "{wrong}.",
        "Enter the square as row and column: 8D.",
        example={"wrong": "'88' is not the name of a square, such as 8D or D8"},
    ),
    "not-a-blank": Said(
        "There is no blank at {square}.",
        "Check the square; enter the play first, with the blank's letter lower case.",
        example={"square": "8D"},
    ),
    "no-such-entry/false-blank": Said(
        "No tiles are waiting to go back after a false blank.",
        "Enter the false blank first, with the tiles drawn since.",
    ),
    "tiles-do-not-add-up/false-blank": Said(
        "To be looked at: {shown:tile}. To go into the bag: {drawn}.",
        "Count again, or call the director.",
        clause="blank_declaring.false_blank",
        example={"shown": 2, "drawn": 1},
    ),
    "nothing-to-challenge/next-turn": Said(
        "These words count as played in the next turn, which is not over yet.",
        "Enter the turn first.",
        clause="blank_declaring.words_reopened",
    ),
    "no-new-letter": Said(
        "No blank has been given another letter.",
        "Enter the new letter first.",
    ),
}
