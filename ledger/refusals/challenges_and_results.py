"""Refusals about challenges and judging, and about endings, scores and results."""

from __future__ import annotations

from ledger.refusals.saying import Message

# Refusals about challenges, holds and judging, and word lists.


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
        "No words of the {tiles} tiles, or of one tile only: in line {lines}.",
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


# What is refused of the end of a game: played out, resigned, forfeited, declared over.


SAID_ENDINGS = {
    "challenge-pending/round-ends": Message(
        "A challenge is being adjudicated; the round ends here after the verdict.",
        "Enter the verdict first.",
    ),
    "needs-ruling/void": Message(
        "A game is made void only by a director's ruling.",
        "Rule with a citation, and enter it under that case.",
        clause="fallback.decides",
    ),
    "needs-ruling/end": Message(
        "A game ends by play, by scoreless turns, or by a director's ruling.",
        "Call the director.",
    ),
    "not-over-the-limit": Message(
        "The game is lost at {over} over, not before.",
        "Enter the overtime instead.",
        clause="overtime.forfeit_after",
        example={"over": "10:00"},
    ),
    "margin-not-raisable": Message(
        "A game lost by lateness is lost by {margin:point}, never by more.",
        "Enter {margin}, or enter a director's ruling.",
        clause="lateness.forfeit_margin",
        example={"margin": 50},
    ),
    "margin-below-the-rule/lateness": Message(
        "A game lost by lateness is lost by {margin:point} or more, not {raised_to}.",
        "Enter at least {margin}.",
        clause="lateness.forfeit_margin",
        example={"margin": 50, "raised_to": 30},
    ),
    "needs-ruling/forfeit": Message(
        "The rulebook does not work out what this forfeit is worth.",
        "Rule with a citation, and enter the margin or the scores under that case.",
    ),
    "not-played-out/over": Message(
        "There is no play-out for {player} to accept.",
        "Count the tiles that are left.",
        example={"player": "Ada"},
    ),
    "not-played-out/under-way": Message(
        "There is no play-out for {player} to accept.",
        "Go on with the next turn.",
        example={"player": "Ada"},
    ),
    "challenge-pending/play-out": Message(
        "The last play is under challenge; it can't be accepted before the verdict.",
        "Enter the verdict first.",
    ),
    "not-over/unplayed": Message(
        "The game is not over; unplayed tiles are counted at its end.",
        "Enter how the game ended first.",
    ),
    "unplayed-counted": Message(
        "The unplayed tiles of this game have been counted.",
        "Correct that entry if it is wrong.",
    ),
    "unreadable-request/tiles-left": Message(
        "{wrong}.",
        "Enter the tiles left, ? for a blank.",
        example={"wrong": "'5' is not a tile of the English set"},
    ),
    "unplayed-not-known": Message(
        "The tiles left on a rack are not known.",
        "Enter the tiles each player has left, or - for none.",
    ),
    "margin-below-the-rule/resigned": Message(
        "An improper resignation costs no less than a proper one, here {floor:point}.",
        "Enter at least {floor}.",
        clause="resignation.improper",
        example={"floor": 50},
    ),
    "game-over/resigned": Message(
        "This game is over; nobody can resign it.",
        "Enter the result.",
    ),
    "margin-to-be-set": Message(
        "What an improper resignation costs is for the director to set.",
        "Enter by how many points the game is lost.",
        clause="resignation.improper",
    ),
    "other-margin": Message(
        "A proper resignation costs {margin:point} here, not {wanted}.",
        "Leave the margin out, and it is worked out.",
        clause="resignation.least_margin",
        example={"margin": 50, "wanted": 100},
    ),
    "tiles-left-not-known": Message(
        "Nobody has entered what tiles the {seat} player has left.",
        "Enter the tiles left on the rack.",
        example={"seat": "first"},
    ),
}


# What is refused of scores: agreed, disputed, counted again.


SAID_SCORES = {
    "unreadable-request/amount": Message(
        "A {what} of {amount} {unit} makes no sense.",
        "Enter a whole number above zero.",
        example={"what": "credit", "amount": 0, "unit": "points"},
    ),
    "needs-ruling/by-ruling": Message(
        "A {what} takes a director's ruling.",
        "Open a case, rule with a citation, and enter it under that case.",
        example={"what": "credit"},
    ),
    "unreadable-request/turn-counted": Message(
        "Entry {version} is not a turn with a score among those counted.",
        "Choose the turn on the sheet.",
        example={"version": 12},
    ),
    "scores-closed": Message(
        "A player has signed the other's card; no score is adjusted any more.",
        "Let the other player sign too; then ask the director for an amendment.",
        clause="signing.scores_correctable_until",
    ),
    "no-change-in-favour": Message(
        "The director ruled that no change of this recount favours {player}.",
        "Leave this turn as it is.",
        clause="recount.bars_abuser",
        example={"player": "Ada"},
    ),
    "unreadable-request/score-kept": Message(
        "There is no score to keep.",
        "Enter the score of the turn, the totals, or both.",
    ),
    "no-such-entry/turn-disputed": Message(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet, or leave it out for the totals alone.",
        example={"version": 12},
    ),
    "needs-ruling/scores": Message(
        "Where the players can't agree on the scores, the director rules.",
        "Call the director, who hears both and enters the ruling.",
        clause="fallback.decides",
    ),
    "not-over/recount": Message(
        "A recount is for a game that is over.",
        "Compare the totals now, and ask for a recount at the end.",
        clause="recount.right",
    ),
    "recount-open": Message(
        "This game is being counted again already.",
        "Enter what that recount finds, or that the director stopped it.",
    ),
    "unreadable-request/turns-to-count": Message(
        "There are fewer than {turns:turn} to count.",
        "Enter at most {most:turn}, or none for the whole game.",
        example={"turns": 30, "most": 24},
    ),
    "no-right-to-recount": Message(
        "{why}",
        "Call the director.",
        example={"why": "The time to ask for a recount is over."},
    ),
    "recount-whole-only": Message(
        "A part of the game is not counted alone here: the whole game, or nothing.",
        "Count the whole game again, or leave it as it is.",
        clause="recount.partial",
    ),
    "sheet-through-director": Message(
        "{player} objects to showing the own score sheet.",
        "Call the director, who may ask for the sheet and use it to help.",
        clause="recount.sheet_access",
        example={"player": "Ada"},
    ),
    "recount-goes-on": Message(
        "A recount may be stopped for: {reasons}.",
        "Let it go on, or rule.",
        clause="recount.stopped_for",
        example={"reasons": "no-progress, abuse"},
    ),
    "no-recount": Message(
        "Nobody has asked for a recount.",
        "Enter that it was asked for.",
    ),
}


SAID_RESULTS = {
    "signature-handed-in": Message(
        "The signed slip has been handed in; no signature is taken back any more.",
        "Ask for an amendment if the result is wrong, or call the director.",
    ),
    "no-signature/player": Message(
        "{player} has not signed for this result.",
        "Look at the signatures: there is none to take back.",
        example={"player": "Ada"},
    ),
    "no-signature/at-all": Message(
        "Nobody has signed for this result.",
        "Look at the signatures: there is none to take back.",
    ),
    "signed-by-both/take-back": Message(
        "Both players have signed, so the result stands.",
        "Let the director take the signature back, with badge and PIN.",
    ),
    "needs-ruling/director-asks": Message(
        "Only a director says that the director asks for it.",
        "Enter which player asks, or call the director.",
    ),
    "unreadable-request/same-scores": Message(
        "These are the scores of the result as it stands.",
        "Enter what the scores should be.",
    ),
    "impossible-scores": Message(
        "No game ends {scores}.",
        "Look at the slip again.",
        example={"scores": "41200 – 388"},
    ),
    "unlikely-slip/scores": Message(
        "{scores} is a result that hardly ever happens.",
        "Look at the slip again; if it says so, say that you are sure.",
        example={"scores": "412 – 4"},
    ),
    "unlikely-slip/on-tablet": Message(
        "A tablet records this game, turn by turn: {turns} so far.",
        "Look at the table's number; if the game went on on paper, say that you are sure.",
        example={"turns": 9},
    ),
    "unlikely-slip/put-off": Message(
        "This game was put off to be played, or finished, later.",
        "Look at the table's number; if it was played since, say that you are sure.",
    ),
    "unlikely-slip/starter": Message(
        "The record says that {player} started.",
        "Look at the slip again; if you are sure, the scores are taken as typed, and who started "
        "stays as recorded.",
        example={"player": "Ada"},
    ),
    "unlikely-slip/otherwise": Message(
        "The record has {there} for this table, and this slip says {scores}.",
        "Look at the table's number; if it is a slip of this game, say that you are sure, and the "
        "director finds what holds.",
        example={"there": "412 – 388", "scores": "402 – 388"},
    ),
    "unlikely-slip/told": Message(
        "{told} by phone, and this slip says {scores}.",
        "Look at the slip again. If it says so, say that you are sure. The director finds what "
        "holds if neither player told these scores.",
        example={"told": "Ada and Bo told 401 – 400", "scores": "301 – 400"},
    ),
    "unlikely-slip/forfeit": Message(
        "{told} by phone, so it seems that this game was played.",
        "Ask the players. If the game is lost all the same, say that you are sure. The director "
        "finds what holds where both players told scores.",
        example={"told": "Ada and Bo told 401 – 400"},
    ),
    "result-is-in": Message(
        "The result of this game is in, or a tablet records it.",
        "Ask an official if something about it is wrong.",
    ),
    "told-often": Message(
        "This result has been told as often as it can be.",
        "Take the slip to an official.",
    ),
    "game-has-no-result": Message(
        "This game was forfeited or counts for nobody.",
        "Call the director, who can rule on the slip.",
    ),
    "slip-known/the-same": Message(
        "This slip, {scores}, has been typed, and both signatures are in the record.",
        "Go on with the next slip.",
        example={"scores": "412 – 388"},
    ),
    "slip-known/differs": Message(
        "This slip, {scores}, has been typed; it differs from another, and the director has it.",
        "Go on with the next slip.",
        example={"scores": "402 – 388"},
    ),
    "round-is-closed": Message(
        "The round of this game was closed.",
        "Call the director, who can open the round again.",
    ),
    "no-such-entry/slip": Message(
        "Event {version} of this game is no slip that stands.",
        "Look at the game again.",
        example={"version": 7},
    ),
    "slip-stands/came-after": Message(
        "This slip can't be taken back any more: {what} came after it.",
        "Call the director; the result is amended as the book allows.",
        example={"what": "an amendment"},
    ),
    "slip-stands/signed-here": Message(
        "This slip can't be taken back any more: {player} signed the result on a screen.",
        "Call the director; the result is amended as the book allows.",
        example={"player": "Ada"},
    ),
    "slip-stands/another-official": Message(
        "This slip was typed by {by}.",
        "Let {by} take it back, or call the director.",
        example={"by": "K2"},
    ),
    "nothing-to-agree-to": Message(
        "Nobody has asked for this result to be amended to other scores.",
        "Enter who asks, and what the scores should be.",
    ),
    "no-witness/amendment": Message(
        "That a player agrees to an amendment takes the player's own hand, or an "
        "official who did not enter the petition.",
        "Let the player sign here, or a second official witness under the own badge.",
    ),
    "unreadable-request/empty-signature": Message(
        "Nothing was drawn where the player signs.",
        "Let the player sign again.",
    ),
    "no-pin-checked": Message(
        "No PIN of this player is known here, so none was checked.",
        "Let the player sign by hand, a director witness it, or both sign on paper.",
    ),
    "one-hand": Message(
        "One scorekeeper has seen both signatures on paper, and nobody else has.",
        "Let {player} sign here, or bring the slip to the results desk.",
        example={"player": "Ann"},
    ),
    "already-signed/amended": Message(
        "{player} has signed for the amended scores.",
        "Let the other player sign.",
        example={"player": "Ada"},
    ),
    "amendment-not-allowed": Message(
        "{why}",
        "Call the director.",
        example={"why": "The slip has been handed in."},
    ),
    "needs-ruling/reopened": Message(
        "A signed result is reopened only by a director's ruling.",
        "Call the director.",
        clause="signing.scores_correctable_until",
    ),
    "unreadable-request/tally-sheet": Message(
        "{how!r} is no way to sign a tally sheet.",
        "Enter signature or initials.",
        example={"how": "stamp"},
    ),
    "not-over/tally-sheet": Message(
        "The game is not over; there is no result on the tally sheet.",
        "Enter how the game ended first.",
    ),
    "unreadable-request/papers-agree": Message(
        "Both papers say the same.",
        "Enter what each of them says.",
    ),
    "papers-agree": Message(
        "It is not on record that the papers of this game differ.",
        "Enter what each of them says first.",
    ),
    "unreadable-request/what-holds": Message(
        "It is not said what holds.",
        "Enter the scores, or the tally sheet where both players signed it.",
    ),
    "needs-ruling/papers-differ": Message(
        "Where two papers differ the director finds what really happened.",
        "Look at both sheets, rule with a citation, and enter it under that case.",
        clause="signing.records_differ",
    ),
    "nothing-petitioned": Message(
        "Nobody has asked for this result to be amended.",
        "Enter the petition first.",
    ),
    "no-witness/director": Message(
        "Only a director can witness a signature, under the own badge.",
        "Call the director, who enters badge and PIN.",
    ),
    "result-changed": Message(
        "The result changed since it was shown to the player.",
        "Look at it again together, and sign what stands now.",
    ),
    "already-signed/result": Message(
        "{player} has signed this result.",
        "Let the other player sign.",
        example={"player": "Ada"},
    ),
    "amendment-under-way": Message(
        "{player} has signed for other scores.",
        "Let the other player sign for them too, or call the director.",
        example={"player": "Ada"},
    ),
    "handed-in": Message(
        "This slip has been handed in.",
        "Nothing more is to be done.",
    ),
    "challenge-pending/result": Message(
        "A challenge is being adjudicated; the result waits for the verdict.",
        "Enter the verdict first.",
    ),
    "not-over/result": Message(
        "The game is not over; there is no result to sign.",
        "Enter how the game ended first.",
    ),
    "unplayed-not-counted": Message(
        "The unplayed tiles have not been counted.",
        "Enter the tiles left on both racks.",
    ),
    "not-signed/changed-since": Message(
        "What was signed is not what stands: the result changed since.",
        "Let both players sign the result as it stands first.",
    ),
    "not-signed/not-both": Message(
        "Both players have not signed this result yet.",
        "Let both players sign the result as it stands first.",
    ),
}
