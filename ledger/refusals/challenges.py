"""Refusals about challenges, holds and judging, and word lists."""

from __future__ import annotations

from ledger.refusals.message import Message

SAID = {
    "turn-not-over": Message(
        "{opponent} has not ended the turn; there is nothing to challenge yet.",
        "Report an early challenge, and challenge again once the turn is over.",
        clause="challenge.early",
        example={"opponent": "Ben"},
    ),
    "device-declined": Message(
        "That way of judging needs both players' agreement, and one does not agree.",
        "Choose another way that was announced.",
    ),
    "challenged-play-gone/void": Message(
        "The play under challenge was taken off the record in the meantime.",
        "Call the director, who can void the challenge by a ruling.",
    ),
    "challenge-binding": Message(
        "A challenge can't be withdrawn, nor the play taken back, before the verdict.",
        "Wait for the verdict, or call the director.",
        clause="judging.binding",
    ),
    "no-concession": Message(
        "A challenged player can't take the play back before the verdict.",
        "Wait for the verdict.",
        clause="challenge.concession",
    ),
    "challenged-words-not-known": Message(
        "Each word challenged costs points, and nobody entered the words.",
        "Enter the words on the slip.",
    ),
    "option-not-chosen/challenge-seconds": Message(
        "A failed challenge costs time, and the organiser has not said how much.",
        "Set the option 'challenge-seconds', or call the director and enter the ruling.",
    ),
    "challenge-pending/this-play": Message(
        "A challenge of this play is already being adjudicated.",
        "Enter the verdict first.",
    ),
    "nothing-to-challenge/no-play": Message(
        "There is no play of the opponent's that {player} could {what} now.",
        "Check whose turn it is, or call the director.",
        example={"player": "Ada", "what": "challenge"},
    ),
    "challenged-already": Message(
        "This play has been challenged and stood.",
        "Ask for another adjudicator, or call the director.",
    ),
    "right-given-up/accepted": Message(
        "{player} called hold on this play and then accepted it.",
        "Go on with the next turn, or call the director.",
        clause="answers.released_hold",
        gap=True,
        example={"player": "Ada"},
    ),
    "right-given-up/score-written": Message(
        "{player} had written the score of this play in full.",
        "Call the director, who inspects the score sheet.",
        clause="windows.writing_waives",
        example={"player": "Ada"},
    ),
    "right-given-up/play-out-accepted": Message(
        "{player} has accepted the play-out by showing the tiles left.",
        "Go on with the result, or call the director.",
        clause="answers.play_out_accepted",
        example={"player": "Ada"},
    ),
    "too-late": Message(
        "It is too late to {what} this play: {why}.",
        "Go on with the game, or call the director.",
        example={"what": "challenge", "why": "the next turn has begun"},
    ),
}


# What is refused of holds, and of tiles drawn while a play could still come off.


SAID_HOLDS = {
    "no-drawing-now": Message(
        "No tiles may be drawn while a challenge is being adjudicated.",
        "Wait for the verdict.",
        clause="drawing.during_adjudication",
    ),
    "no-hold/drawing": Message(
        "{player}'s play is not on hold.",
        "Draw as usual, or enter the hold first.",
        clause="windows.courtesy_after",
        example={"player": "Ada"},
    ),
    "too-early-to-draw": Message(
        "Tiles may be drawn during a hold after {seconds:second}.",
        "Wait; if tiles are out already, keep them apart and call the director.",
        clause="windows.courtesy_after",
        example={"seconds": 15},
    ),
    "no-courtesy-draw": Message(
        "{player} drew no tiles during this hold.",
        "Enter the draw first.",
        example={"player": "Ada"},
    ),
    "nothing-to-challenge/not-the-last": Message(
        "The last turn is not a play of {player}'s.",
        "Check whose play it was.",
        example={"player": "Ada"},
    ),
    "not-a-flash-draw": Message(
        "This rulebook keeps a play open only for a draw out of order.",
        "Report how the turn was made, or call the director.",
        clause="answers.flash_draw_grounds",
    ),
    "unreadable-request/tiles-drawn": Message(
        "A number of tiles can't be below zero.",
        "Enter how many.",
    ),
    "hold-called": Message(
        "{player} has called hold on this play already.",
        "Enter a challenge, or that the hold was given up.",
        example={"player": "Ada"},
    ),
    "no-hold/not-called": Message(
        "{player} has not called hold.",
        "Go on with the next turn.",
        example={"player": "Ada"},
    ),
    "no-such-turn": Message(
        "The last turn entered is not {player}'s.",
        "Enter the turn first, then how it was made.",
        example={"player": "Ada"},
    ),
    "window-open": Message(
        "{player} may still hold or challenge this play.",
        "Wait for the answer.",
        example={"player": "Ada"},
    ),
    "needs-ruling/quick-draw": Message(
        "Whether the right to challenge was lost by a quick draw is for the director to say.",
        "Call the director, who hears both players.",
        clause="windows.flash_draw",
    ),
    "unreadable-request/finding": Message(
        "A finding of the director's has a reason.",
        "Write in a few words why the right was not lost.",
    ),
}


# What is refused of judging: slips, verdicts, other opinions, the clock started again.


SAID_JUDGING = {
    "no-challenge/no-slip": Message(
        "No slip of this game waits for a verdict any more.",
        "Look at the list: somebody else may have judged it, or the challenge was undone.",
    ),
    "verdict-stands": Message(
        "A new tile is on the rack; the wrong verdict is not put right any more.",
        "Play on.",
    ),
    "ask-again": Message(
        "A verdict is put right only by a second adjudication.",
        "Ask for one.",
        clause="challenge.misadjudication",
    ),
    "unreadable-request/who-asks-again": Message(
        "Nobody is named who asks for another opinion.",
        "Choose the player; where it is the director who asks, the director enters it.",
    ),
    "opinion-asked": Message(
        "Another opinion was asked for already.",
        "Enter what it is.",
    ),
    "verdict-final": Message(
        "This challenge was judged {times:time}; that is final.",
        "Call the director, who may make an exception.",
        example={"times": 2},
    ),
    "opinion-not-asked": Message(
        "Nobody has asked for another opinion on this challenge.",
        "Enter who asks for it first.",
    ),
    "director-adjudicates": Message(
        "The two verdicts differ; the director gives the final one.",
        "Call the director.",
    ),
    "players-look-up/staff-only": Message(
        "In this book the players do not look words up themselves.",
        "Let a word judge give the verdict.",
        clause="challenge.adjudication",
    ),
    "players-look-up/themselves": Message(
        "At this screen both players have the words looked up themselves.",
        "Choose *Players type it*; a judge signs in at another screen.",
        clause="challenge.adjudication",
    ),
    "same-judge": Message(
        "{badge} judged this play before; the book asks for somebody else.",
        "Let another judge look at the slip, or call the director.",
        clause="judging.again_by_another",
        example={"badge": "J1"},
    ),
    "no-turns-since": Message(
        "No verdict of this game is overtaken by another one.",
        "Look at the sheet as it is now: somebody else may have decided it.",
    ),
    "turns-since-ruled": Message(
        "The book does not say what becomes of the turns made since the verdict.",
        "Rule on it.",
    ),
    "unreadable-request/verdict-put-right": Message(
        "A verdict is put right for a reason.",
        "Write in a few words how it was found.",
    ),
    "challenge-pending/another": Message(
        "Another challenge is being adjudicated.",
        "Enter its verdict first.",
    ),
    "other-clock-runs": Message(
        "{player} is on move; that clock is the one to start.",
        "Start {player}'s clock.",
        clause="judging.restart_when",
        example={"player": "Ada"},
    ),
    "not-ready-to-restart": Message(
        "The clock can't be started yet: {words}.",
        "Wait until that is done.",
        example={"words": "the slip is not back"},
    ),
    "unreadable-request/word-without-letters": Message(
        "A word on a slip has at least one letter.",
        "Enter each challenged word once, and nothing else.",
    ),
    "not-the-challenger": Message(
        "{player} challenges, and names the words.",
        "Enter the words for {player}.",
        clause="judging.binding",
        example={"player": "Ada"},
    ),
    "words-locked": Message(
        "The challenged words went to be judged; they can't be changed any more.",
        "Wait for the verdict, or call the director.",
    ),
    "nothing-judged": Message(
        "No challenge of this game has been judged just now.",
        "Enter the challenge and its verdict first.",
    ),
    "no-challenge/no-play": Message(
        "No play of this game is under challenge.",
        "Enter the challenge first.",
    ),
    "unreadable-request/slip-without-words": Message(
        "A slip names at least one word.",
        "Enter the words on the slip.",
    ),
}


# What is refused of word lists: installing them, opening them, their names.


SAID_WORD_LISTS = {
    "empty-word-list": Message(
        "{file} holds no word.", "Choose another file.", example={"file": "club.txt"}
    ),
    "no-such-file": Message(
        "{file} can't be read as a file.",
        "Check its path and who may read it.",
        example={"file": "lists/club.txt"},
    ),
    "not-a-word-list/too-large": Message(
        "{file} is larger than any word list.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "not-a-word-list/no-text": Message(
        "{file} is not text.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "not-a-word-list/not-utf-8": Message(
        "{file} is not text in UTF-8.",
        "Save the list as plain text in UTF-8, one word a line.",
        example={"file": "club.txt"},
    ),
    "ambiguous-word-list/two-lines": Message(
        "Line {number} can be read as {here}, line {since} as {shape}.",
        "Put one word on each line; a definition may follow a word in capitals.",
        example={
            "number": 7,
            "here": "words in a row",
            "since": 3,
            "shape": "words with definitions",
        },
    ),
    "ambiguous-word-list/first-line": Message(
        "Line {number} can be read as {here}, or as something else.",
        "Put one word on each line; a definition may follow a word in capitals.",
        example={"number": 7, "here": "words in a row"},
    ),
    "unreadable-words": Message(
        "No words of the {tiles} tiles, or of one letter only: in line {lines}.",
        "Take them out of the file, or name the tile set of the list: `--tiles`, as in "
        "`lexicon add NAME FILE --tiles german`.",
        example={"tiles": "english", "lines": "7 ('A1'), 9 ('B')"},
    ),
    "lexicon-taken": Message(
        "Another list is installed as {name}.",
        "Choose a name that says which edition this is.",
        example={"name": "Club list"},
    ),
    "lexicon-damaged": Message(
        "The words of {name} are not those that were installed.",
        "Delete {path} and add the list again.",
        example={"name": "Club list", "path": "lexicons/3f9a.words"},
    ),
    "no-such-lexicon": Message(
        "No word list called {name} is installed.",
        "Add it with `tilescribe lexicon add NAME FILE`; `tilescribe lexicon list` shows what is.",
        example={"name": "Club list"},
    ),
    "lexicon-name": Message(
        "{name!r} can't be the name of a word list.",
        "Use up to 60 letters, digits, spaces and . , ( ) + ' - and begin with a letter.",
        example={"name": "7/7"},
    ),
}


# What is refused to who looks at a game, and to who asks for what the own badge may not.


SAID_LOOKING = {
    "not-allowed": Message(
        "This is for {whom}.",
        "Call the director, or sign in with that badge.",
        example={"whom": "the tournament director"},
    ),
    "board-not-shown": Message(
        "The organiser shows no boards of games that are being played.",
        "Come back when the result is final.",
    ),
    "slip-not-shown": Message(
        "Slips are for the players and the officials until the result is final.",
        "The score sheet shows the game as far as it is shown.",
    ),
    "no-such-moment/version": Message(
        "This game has events 1 to {last}; there is no event {at}.",
        "Choose one of those.",
        example={"last": 40, "at": 99},
    ),
    "no-such-moment/before": Message(
        "Nothing was known of this game at that moment.",
        "Choose a moment from {first} on.",
        example={"first": "2026-11-22T09:30:00Z"},
    ),
}
