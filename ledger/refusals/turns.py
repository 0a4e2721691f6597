"""Refusals about turns: placement, blanks, exchanges, draws and loose tiles."""

from __future__ import annotations

from ledger.refusals.saying import Message

# What is refused of any entry of a game: the wrong moment, the wrong player, a final result.


SAID_ANY_ENTRY = {
    "game-over/no-more-turns": Message(
        "This game is over; no more turns can be entered.",
        "Correct an earlier entry, or call the director.",
    ),
    "nothing-to-write": Message(
        "There is nothing in this that is not written down already.",
        "Look at the page again; somebody else may have entered it.",
    ),
    "not-started": Message(
        "This game has not been started.",
        "Enter who starts and start the game first.",
    ),
    "played-out": Message(
        "{player} has played out; no turn follows.",
        "Enter a hold, a challenge, or that the play-out was accepted.",
        example={"player": "Ada"},
    ),
    "adjourned/not-resumed": Message(
        "This game was broken off; nobody is on turn until it is resumed.",
        "Resume the game first.",
        clause="absence.adjourned",
    ),
    "not-under-way/over": Message("This game is over.", "Check which game it is about."),
    "not-under-way/not-started": Message(
        "This game has not been started.",
        "Check which game it is about.",
    ),
    "result-final/signed": Message(
        "Both players have signed this result; it is final.",
        "Ask the director whether it may be amended.",
        clause="signing.scores_correctable_until",
    ),
    "result-final/ruled": Message(
        "The director has ruled on this result; it is final.",
        "Ask the director whether it may be amended.",
        clause="signing.scores_correctable_until",
    ),
    "verdicts-differ": Message(
        "The two verdicts differ; no turn can be made before the director's.",
        "Call the director, who gives the final one.",
        clause="challenge.again",
    ),
    "turns-since-undecided": Message(
        "Another verdict holds now; what becomes of the turns made since is not decided.",
        "Call the director, who decides it before the next turn.",
        clause="fallback.decides",
    ),
    "challenge-pending/no-turn": Message(
        "A challenge is being adjudicated; no turn can be made before the verdict.",
        "Enter the verdict first.",
    ),
    "not-your-turn/other-player": Message(
        "{on_move} is on move; this {what} is for {player}.",
        "Enter it for the player on move, or call the director.",
        example={"on_move": "Ben", "what": "play", "player": "Ada"},
    ),
    "time-called/one-more-play": Message(
        "Time was called, and {player} has made the one more play.",
        "End the game.",
        clause="sand.then",
        example={"player": "Ada"},
    ),
    "player-away": Message(
        "{player} is away from the table.",
        "Enter the return first.",
        clause="absence.when",
        example={"player": "Ada"},
    ),
}


UNPLACEABLE = {
    "no-new-tile": "8D ..... puts no new tile on the board.",
    "no-such-square": "'88' is not the name of a square, such as 8D or D8.",
    "not-in-tile-set": "8D: '5' is not a tile of the english set.",
    "off-the-board": "8L WINDY leaves the board, which is 15 squares each way.",
    "square-taken": "E already lies on 8D.",
    "nothing-to-play-through": "Nothing lies on 8F for 8D WI.DY to run through.",
}
"""Why a play can't lie where it is written, as ``ledger.equipment.scoring`` finds and says it."""

SAID = {
    "needs-ruling/not-correctable": Message(
        "This entry is not the scorekeeper's to correct.",
        "Call the director; with a ruling it can be corrected under its case.",
    ),
    "unreadable-request/replacement": Message(
        "{put!r} can't stand in the place of {there!r}.",
        "Correct the entry that is wrong, or strike it.",
        example={"put": "pass", "there": "hold called"},
    ),
    "unreadable-request/correction-without-reason": Message(
        "A correction needs a reason.",
        "Write in a few words what was wrong.",
    ),
    "no-such-entry/turn-with-score": Message(
        "Entry {version} of this game is not a turn with a score.",
        "Choose the line on the sheet and correct that.",
        example={"version": 12},
    ),
    "no-such-entry/correctable": Message(
        "Entry {version} of this game is not an entry that can be corrected.",
        "Choose the line on the sheet and correct that.",
        example={"version": 12},
    ),
    "unreadable-request/score-not-stated": Message(
        "What such a play scores is not stated in the rules.",
        "Enter the score announced; the director may correct it.",
    ),
    "no-such-entry/to-take-back": Message(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet and take that back.",
        example={"version": 12},
    ),
    "retraction-too-late": Message(
        "“{what}” was entered after this turn; it can't be taken back any more.",
        "Correct the entry instead, with a reason: tap its line.",
        example={"what": "exchange 3"},
    ),
    "no-such-entry/turn": Message(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet and correct that.",
        example={"version": 12},
    ),
    **{
        f"{code}/placed": Message(
            "{wrong}",
            "Check the square and the letters, and enter it again.",
            example={"wrong": wrong},
        )
        for code, wrong in UNPLACEABLE.items()
    },
    **{
        f"{code}/corrected": Message(
            "{wrong}", "Correct what is wrong before it first.", example={"wrong": wrong}
        )
        for code, wrong in UNPLACEABLE.items()
    },
}


# What is refused of tiles that lie where or as they may not.


SAID_PLACEMENT = {
    "no-such-entry/tiles-of": Message(
        "No tile on the board was played by {player}.",
        "Check whose tiles lie askew.",
        example={"player": "Ada"},
    ),
    "no-such-square/beside": Message(
        "{square} is no square of this board.",
        "Check the square and the letter, and enter it again.",
        example={"square": "88"},
    ),
    "square-taken/beside": Message(
        "A tile already lies on {square}.",
        "Check the square and the letter, and enter it again.",
        example={"square": "8D"},
    ),
    "not-in-tile-set/beside": Message(
        "{tile!r} is no tile of this set.",
        "Check the square and the letter, and enter it again.",
        example={"tile": "5"},
    ),
    "unreadable-request/degrees": Message(
        "A board can't lie at {degrees} degrees.",
        "Enter one of 0, 90, 180, 270.",
        example={"degrees": 45},
    ),
    "orientation-fixed": Message(
        "The first play has set which way plays run; it stays so.",
        "Play on; a play that runs another way can be challenged.",
        clause="placing.orientation",
    ),
    "not-on-turn": Message(
        "Only the player on turn straightens tiles; the other may point it out.",
        "Wait for the turn to end, then enter it.",
        clause="placing.straightened_by",
    ),
    "nothing-to-challenge/no-placement": Message(
        "No play of the opponent's lies there for {player} to challenge.",
        "Check whose turn it is, or call the director.",
        example={"player": "Ada"},
    ),
    "no-challenge/no-placement": Message(
        "No placement of this game is under challenge.",
        "Enter the challenge first.",
    ),
    "director-judges/placement": Message(
        "The director says whether the placement was legal.",
        "Call the director.",
        clause="placing.judged_by",
    ),
    "challenged-play-gone/stands": Message(
        "The play under challenge was taken off the record in the meantime.",
        "Call the director, who can rule that the placement stands.",
    ),
}


# What is refused of blanks: what they stand for, disputes, blanks that are none.


SAID_BLANKS = {
    "needs-ruling/another-letter": Message(
        "A blank gets another letter only by a director's ruling.",
        "Call the director.",
        clause="blanks.redesignated_by",
    ),
    "not-your-turn/names-the-letter": Message(
        "The letter is named by the player on move.",
        "Let the player on move name it, or call the director.",
        clause="blanks.redesignated_by",
    ),
    "no-such-entry/last-move": Message(
        "The last move is not one of {player}.",
        "Only the move just made can be made again.",
        example={"player": "Ada"},
    ),
    "replay-not-available": Message(
        "The move can't be made again: the letter stands, or was never recorded.",
        "Play on, or call the director.",
        clause="blank_declaring.misread",
    ),
    "needs-ruling/move-again": Message(
        "Only the director lets a move be made again.",
        "Call the director.",
        clause="blank_declaring.misread",
    ),
    "no-dispute": Message(
        "No blank is in dispute.",
        "Enter the dispute first.",
    ),
    "blank-designated": Message(
        "This blank is already written down as {letter} at {square}.",
        "Call the director if it is disputed.",
        clause="blank_declaring.by_when",
        example={"letter": "E", "square": "8D"},
    ),
    "blank-declared": Message(
        "The blank at {square} was declared: {letter} is on record.",
        "Report a dispute if it is another letter, or call the director.",
        clause="blank_declaring.media",
        example={"letter": "E", "square": "8D"},
    ),
    "not-your-blank": Message(
        "The blank at {square} was played by {owner}, not by {player}.",
        "Enter it for {owner}, or check the square.",
        example={"square": "8D", "owner": "Ada", "player": "Ben"},
    ),
    "unreadable-request/whose-blank": Message(
        "The record does not say who played the blank at {square}.",
        "Say whose blank it is.",
        example={"square": "8D"},
    ),
    "unreadable-request/which-blank": Message(
        "There is no blank number {blank}.",
        "Enter 1 for the first blank played, 2 for the second.",
        example={"blank": 3},
    ),
    "unreadable-request/blanks-letter": Message(
        "{letter!r} is not a letter a blank can stand for.",
        "Enter one letter of the tile set.",
        example={"letter": "5"},
    ),
    "unreadable-request/square": Message(
        "{wrong}.",
        "Enter the square as row and column: 8D.",
        example={"wrong": "'88' is not the name of a square, such as 8D or D8"},
    ),
    "not-a-blank": Message(
        "There is no blank at {square}.",
        "Check the square; enter the play first, with the blank's letter lower case.",
        example={"square": "8D"},
    ),
    "no-such-entry/false-blank": Message(
        "No tiles are waiting to go back after a false blank.",
        "Enter the false blank first, with the tiles drawn since.",
    ),
    "tiles-do-not-add-up/false-blank": Message(
        "To be looked at: {shown:tile}. To go into the bag: {drawn}.",
        "Count again, or call the director.",
        clause="blank_declaring.false_blank",
        example={"shown": 2, "drawn": 1},
    ),
    "nothing-to-challenge/next-turn": Message(
        "These words count as played in the next turn, which is not over yet.",
        "Enter the turn first.",
        clause="blank_declaring.words_reopened",
    ),
    "no-new-letter": Message(
        "No blank has been given another letter.",
        "Enter the new letter first.",
    ),
}


# What is refused of exchanges, and of objections to them.


SAID_EXCHANGES = {
    "unreadable-request/exchanged": Message(
        "{count:tile} can't be exchanged.",
        "Enter how many tiles went back, 1 to 7; with none put out it is a pass.",
        example={"count": 8},
    ),
    "right-gone": Message(
        "The right to object to this exchange is gone: an unwanted tile is back in the bag.",
        "Play on, or call the director, who may give a remedy where the book states none.",
        clause="improper_exchange.procedure",
    ),
    "challenge-pending/exchange": Message(
        "An exchange is being looked into already.",
        "Enter what was decided about it first.",
    ),
    "exchange-not-final": Message(
        "This exchange is not final: the timer was not pressed and nothing was drawn.",
        "The player may still change the move; take the entry back.",
        clause="improper_exchange.final_when",
    ),
    "judged-already": Message(
        "This exchange was found illegal before, and what follows was written.",
        "Play on, or call the director.",
        clause="improper_exchange.procedure",
    ),
    "no-such-entry/exchange": Message(
        "There is no such exchange on the sheet.",
        "Enter the exchange first, or choose another line.",
    ),
    "unreadable-request/exchange-numbers": Message(
        "These numbers don't fit an exchange of {count} with {bag:tile} in the bag.",
        "Count the tiles in the bag, on the rack and on the table again.",
        example={"count": 5, "bag": 9},
    ),
    "more-than-there-are/on-the-rack": Message(
        "{rack:tile} on the rack and {bag} in the bag are more than are off the board.",
        "Count the rack and the bag; if the set is irregular, report that first.",
        example={"rack": 7, "bag": 90},
    ),
    "no-such-entry/exchange-of": Message(
        "{player} has exchanged nothing in this game.",
        "Check whose tiles they are, or enter the exchange first.",
        example={"player": "Ada"},
    ),
    "tiles-do-not-add-up/unwanted": Message(
        "{player} never exchanged more than {most} at once.",
        "Count the tiles again, or correct the exchange.",
        example={"player": "Ada", "most": 3},
    ),
    "unreadable-request/unwanted": Message(
        "{count:tile} can't have been left after an exchange.",
        "Enter how many lie on the table, 1 to 7.",
        example={"count": 8},
    ),
    "no-such-entry/unwanted": Message(
        "No unwanted tiles were found on this table.",
        "Enter first that they were found.",
    ),
    "not-shown": Message(
        "Both players see the tiles before they go into the bag.",
        "Show them, then enter it again.",
        clause="improper_exchange.left_on_table",
    ),
    "not-judged": Message(
        "It has not been settled yet that the exchange was illegal.",
        "Enter the verdict first.",
    ),
    "tiles-do-not-add-up/exchange": Message(
        "To be shown: {shown:tile}. To go into the bag: {back}.",
        "Count again, or call the director.",
        example={"shown": 5, "back": 2},
    ),
    "unreadable-request/into-the-bag": Message(
        "{returned:tile} can't have gone into the bag.",
        "Count the tiles on the rack and in the bag again.",
        example={"returned": 9},
    ),
    "no-such-entry/objection": Message(
        "Nobody has objected to an exchange.",
        "Enter the objection first.",
    ),
    "director-judges/exchange": Message(
        "The director says whether the exchange was legal.",
        "Call the director.",
        clause="improper_exchange.judged_by",
    ),
}


# What is refused of drawing: too many tiles, too few, out of order, dropped back.


SAID_DRAWING = {
    "nothing-to-put-right/draw-order": Message(
        "No draw out of order is being put right at this table.",
        "Report it first.",
    ),
    "overdraw-not-corrected": Message(
        "The tiles drawn too early have not gone back yet.",
        "Finish the overdraw correction first.",
    ),
    "needs-ruling/draw-order": Message(
        "What follows this draw out of order is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "racks-do-not-add-up": Message(
        "The racks should hold {first} and {second:tile} now, not {first_told} and {second_told}.",
        "Count the racks again, or call the director.",
        example={"first": 7, "second": 7, "first_told": 7, "second_told": 8},
    ),
    "nothing-came-off": Message(
        "No play of {player}'s came off the board just now.",
        "Enter the verdict first.",
        example={"player": "Ada"},
    ),
    "nothing-to-return": Message(
        "No new tiles are waiting to go back to the bag.",
        "Report first that tiles were drawn for the play that came off.",
    ),
    "not-drawn-yet": Message(
        "The hand was still partly in the bag, so these tiles were not drawn.",
        "Go on drawing; nothing has to be put right.",
        clause="draw_manner.drawn_when",
    ),
    "tiles-back-not-known": Message(
        "Nobody can tell how many tiles were put back.",
        "Call the director, who fixes the number, and enter that.",
        clause="drawing.dropped_back",
    ),
    "nothing-to-put-right/dropped-back": Message(
        "No tiles dropped back are being put right at this table.",
        "Report it first.",
    ),
    "needs-ruling/dropped-back": Message(
        "What follows these tiles is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "tiles-do-not-add-up/dropped-back": Message(
        "To be shown: {exposed:tile}; for the rack {wanted}, for the bag {back}.",
        "Count the tiles again, or call the director.",
        clause="drawing.dropped_back",
        example={"exposed": 3, "wanted": 1, "back": 2},
    ),
    "draw-during-challenge": Message(
        "No tiles may be drawn while a challenge is being judged.",
        "Wait for the verdict; if tiles were drawn, call the director.",
        clause="drawing.during_adjudication",
    ),
    "nothing-to-put-right/none-of-that-kind": Message(
        "Nothing of that kind is being put right at this table.",
        "Choose the procedure that is open.",
    ),
    "needs-ruling/procedure": Message(
        "This is settled only by a director's ruling.",
        "Call the director.",
        clause="draw_manner.disputes",
    ),
    "more-than-there-are/on-both-racks": Message(
        "That would be {tiles:tile} on both racks, more than are off the board.",
        "Count the racks and the bag; if the set is irregular, report that first.",
        example={"tiles": 16},
    ),
    "unreadable-request/tiles-below-zero": Message(
        "A number of tiles can't be below zero.",
        "Count the tiles again.",
    ),
    "not-overdrawn": Message(
        "Drawn: {drawn:tile}; due: {due}. That is not too many.",
        "Check the numbers; if too few were drawn, report that instead.",
        example={"drawn": 3, "due": 3},
    ),
    "more-shown-than-there": Message(
        "{revealed:tile} can't have been turned up of {size}.",
        "Count the tiles that were turned up, and enter it again.",
        example={"revealed": 4, "size": 3},
    ),
    "not-turned-up": Message(
        "{count:tile} must be turned up before any may go back.",
        "Enter how many were turned up first.",
        example={"count": 3},
    ),
    "wrong-number-back": Message(
        "That was {over:tile} too many, so {over} must go back, not {returned}.",
        "Count the tiles that go back, and enter it again.",
        example={"over": 1, "returned": 2},
    ),
    "rack-does-not-add-up": Message(
        "The rack should hold {left:tile} now, not {rack}.",
        "Count the rack again, or call the director.",
        example={"left": 7, "rack": 8},
    ),
    "nothing-to-put-right/overdraw": Message(
        "No overdraw is being corrected at this table.",
        "Report the overdraw first.",
    ),
    "correction-open": Message(
        "An overdraw is being corrected at this table.",
        "Finish that correction first.",
    ),
    "unreadable-request/rack-short": Message(
        "A rack can't be {short:tile} short.",
        "Enter how many tiles are missing, 1 to 7.",
        example={"short": 8},
    ),
    "no-such-entry/underdrawn-after": Message(
        "Entry {version} is no turn of {player}.",
        "Choose the turn after which too few tiles were drawn.",
        example={"version": 12, "player": "Ada"},
    ),
    "nothing-to-put-right/underdraw": Message(
        "No underdraw is being put right at this table.",
        "Report the underdraw first.",
    ),
    "needs-ruling/underdraw": Message(
        "The rulebook does not say how these tiles are made good.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "wrong-number-given": Message(
        "{wanted:tile} must be made good, not {count}.",
        "Count the tiles again.",
        clause="drawing.underdraw_window",
        example={"wanted": 1, "count": 2},
    ),
}


# What is refused of tiles that are not where they should be.


SAID_LOOSE_TILES = {
    "unreadable-request/found": Message(
        "The number of tiles found does not fit.",
        "Enter how many were found, and which.",
    ),
    "board-agreed": Message(
        "Both players agreed that the tile was not from the board; the board stays.",
        "Play on.",
        clause="tiles_found.off_the_board",
    ),
    "not-checked": Message(
        "Both players first check that the tile did not come off the board.",
        "Enter what they agreed on.",
        clause="tiles_found.off_the_board",
    ),
    "racks-not-restored": Message(
        "The racks have not been put as they were.",
        "Enter how many tiles each player holds first.",
        clause="tiles_found.outside",
    ),
    "needs-ruling/found": Message(
        "What is done with this tile is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "nothing-to-put-right/found": Message(
        "No tile that was found waits for a decision at this table.",
        "Report the tile that was found first.",
    ),
    "unreadable-request/missing": Message(
        "These numbers of missing tiles do not fit together.",
        "Enter how many were missed, how many were found, and which are still missing.",
    ),
    "not-searched": Message(
        "A missing tile is searched for before play goes on without it.",
        "Search, then report what was found.",
        clause="tiles_found.missing",
    ),
    "needs-ruling/missing": Message(
        "The director confirms that a tile is missing.",
        "Call the director.",
        clause="tiles_found.missing",
    ),
    "unreadable-request/none-too-many": Message(
        "No tile is too many.",
        "Enter how many tiles are too many.",
    ),
    "unreadable-request/no-tile-spilled": Message(
        "No tile was spilled.",
        "Enter how many tiles lie outside.",
    ),
    "needs-ruling/spared": Message(
        "Whether the overdraw procedure may be declined is for the director to say.",
        "Call the director.",
    ),
    "nothing-to-put-right/spill": Message(
        "No spill is being put right at this table.",
        "Report the spill first.",
    ),
    "needs-ruling/spill": Message(
        "What follows this spill is for the director to say.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "tiles-do-not-add-up/spill": Message(
        "Face up: {face_up:tile}; to be given {given}, for the bag {back}.",
        "Count the tiles again, or call the director.",
        clause="spills.given",
        example={"face_up": 3, "given": 1, "back": 2},
    ),
}


# What is refused of a board that was upset.


SAID_UPSETS = {
    "game-over/upset": Message(
        "The game is over; its board need not be rebuilt.",
        "Go on with the result.",
    ),
    "upset-open": Message(
        "It is on record already that this board was upset.",
        "Enter what the director found.",
    ),
    "unreadable-request/upset": Message(
        "It is not said who upset the board, and how.",
        "Enter accidental, or intentional and whose doing it was.",
    ),
    "needs-ruling/upset": Message(
        "{player} would lose by {margin} and must leave the event.",
        "Rule with a citation, and enter the finding under that case.",
        clause="upset.when_intentional",
        example={"player": "Ada", "margin": 50},
    ),
    "tiles-to-follow": Message(
        "The tiles of a turn are not on record, so the record can't show the position.",
        "Enter the tiles of that turn first, if the players know them.",
    ),
    "needs-ruling/game-ends": Message(
        "The game would end {first} to {second}.",
        "Rule with a citation, and enter the end under that case.",
        example={"first": 350, "second": 300},
    ),
    "no-upset": Message(
        "It is not on record that this board was upset.",
        "Report that first.",
    ),
}
