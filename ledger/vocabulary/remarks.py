"""Everything the ledger notices and writes down all the same.

A remark is a code on an event. What follows from it is for the opponent and the director.
The words here are what screens and paper say beside the turn.
"""

from __future__ import annotations

ANNOUNCED_DIFFERS = "announced-differs"
BAG_BELOW_MINIMUM = "bag-below-minimum"
DIRECTOR_TO_CONFIRM = "director-to-confirm"
DISCONNECTED = "disconnected"
DOES_NOT_FIT = "does-not-fit"
ZERO_NOT_NAMED = "zero-not-named"
ZEROS_NEED_RULING = "zeros-need-ruling"
MISSES_CENTRE = "misses-centre"
NOT_ON_RACK = "not-on-rack"
ONE_TILE_FIRST = "one-tile-first"
TOO_MANY_OF_A_TILE = "too-many-of-a-tile"
UNPLAYED_TILES_DIFFER = "unplayed-tiles-differ"
OVERDRAW_CONCEALED = "overdraw-concealed"
OVERDRAW_MAY_BE_CONCEALED = "overdraw-may-be-concealed"
OVERDRAW_HIDDEN = "overdraw-hidden"
UNDERDRAW_CONCEALED = "underdraw-concealed"
SEEN_BY_A_THIRD_PARTY = "seen-by-a-third-party"
TOO_MANY_TURNED_UP = "too-many-turned-up"
TOO_FEW_TURNED_UP = "too-few-turned-up"
TOO_LATE_TO_MEND = "too-late-to-mend"
CHOSE_TOO_SLOWLY = "chose-too-slowly"
OUT_OF_ORDER_KNOWINGLY = "out-of-order-knowingly"
MAY_BE_PENALISED = "may-be-penalised"
BAG_DIFFERS = "bag-differs"
PUT_BACK_AGAINST_THE_RULES = "put-back-against-the-rules"
SET_IRREGULAR = "set-irregular"
FOUND_TOO_LATE = "found-too-late"
KEEP_APART = "keep-apart"
SPILL_MAY_BE_PETITIONED = "spill-may-be-petitioned"
READING_NOT_NAMED = "reading-not-named"
CHALLENGE_STRUCK = "challenge-struck"
DRAWN_IMPROPERLY_AGAIN = "drawn-improperly-again"

WORDS_NOT_FORMED = "words-not-formed"
NOT_HANDED_IN_BY_WINNER = "not-handed-in-by-winner"
METHOD_NOT_ANNOUNCED = "method-not-announced"
EARLY_CHALLENGE = "early-challenge"
COURTESY_TILES_MIXED = "courtesy-tiles-mixed"
NEW_TILES_DRAWN = "new-tiles-drawn"
VERDICTS_DIFFER = "verdicts-differ"
SAME_JUDGE = "same-judge"
RESTART_NOT_CONFIRMED = "restart-not-confirmed"
BELOW_PROPER_MARGIN = "below-proper-margin"
BYE_AGAIN = "bye-again"
BYE_NOT_DEFINED = "bye-not-defined"
PAIRED_AGAIN = "paired-again"
PAIRED_THOUGH_FORBIDDEN = "paired-though-forbidden"
SAT_OUT_BEFORE = "sat-out-before"
LEFT_OUT = "left-out"
TABLE_OF_ANOTHER_DIVISION = "table-of-another-division"
CHANGED_BY_HAND = "changed-by-hand"
RESULTS_OUT = "results-out"
EJECTED = "ejected"
SET_INCOMPLETE = "set-incomplete"
TALLY_DIFFERS = "tally-differs"
TELL_BOTH_PLAYERS = "tell-both-players"
NO_PETITION = "no-petition"
RETURNED_FIRST = "returned-first"
NUMBERS_DIFFER = "exchange-numbers-differ"
GROUND_NOT_LISTED = "ground-not-listed"
COUNT_SAYS_OTHERWISE = "count-says-otherwise"
CHOSEN_LATE = "chosen-late"
TILES_ASTRAY = "tiles-astray"
NOT_SCORED = "not-scored"
MISORIENTED = "misoriented"
BLANK_NOT_RECORDED = "blank-not-recorded"
BLANK_OTHERWISE = "blank-otherwise-on-board"
BLANK_REPORTED_LATE = "blank-reported-late"
TIMER_USED_AGAIN = "timer-used-again"
OWNER_NOT_TOLD = "owner-not-told"
NO_BLANK = "no-blank"
DRAWN_ON = "drawn-on-after-decided"
START_METHOD_DIFFERS = "start-method-differs"
RETURNED_BY_STARTER = "returned-by-starter"
TILES_NOT_RETURNED = "tiles-not-returned"
FIRST_RACK_OUT_OF_ORDER = "first-rack-out-of-order"
CLOCK_STARTED_EARLY = "clock-started-early"
TIMER_NOT_NAMED = "timer-not-named"
TIMER_NOT_LISTED = "timer-not-listed"
OWN_EQUIPMENT = "own-equipment-forbidden"
SETTING_DIFFERS = "setting-differs"
LATE_CLOCK_OUTSIDE_WINDOW = "late-clock-outside-window"
LATE_CLOCK_NOT_FOR_OPPONENT = "late-clock-not-for-opponent"
NO_RULE_FOR_TIME_LEFT = "no-rule-for-time-left"
LATE_TIME_EXPIRED = "late-time-expired"
STOP_NOT_LISTED = "stop-not-listed"
STOPPED_OFF_TURN = "stopped-off-turn"
ASKED_OFF_TURN = "asked-off-turn"
LEFT_WITHOUT_LEAVE = "left-without-leave"
LEFT_ON_OWN_TURN = "left-on-own-turn"
LEFT_AFTER_DRAWING = "left-after-drawing"
CLOCKS_NOT_READ = "clocks-not-read"
RACKS_NOT_SEALED = "racks-not-sealed"
NO_MONITOR = "no-monitor"
MONITOR_SEES_TOO_LITTLE = "monitor-sees-too-little"
CONNECTION_FAILS = "connection-fails"
REPORTED_ELSEWHERE = "reported-elsewhere"
CITES_ANOTHER_BOOK = "cites-another-book"
INTENT_NOT_FOUND = "intent-not-found"
PENALTY_NOT_LISTED = "penalty-not-listed"
HEAVIER_THAN_USUAL = "heavier-than-usual"
BODY_PASSED_OVER = "body-passed-over"
EXECUTIVE_ON_COMMITTEE = "executive-on-committee"
NOT_DECLARED = "interest-not-declared"
TURNS_ARE_MISSING = "turns-are-missing"

WORDS = {
    ANNOUNCED_DIFFERS: "The score announced is not the score by our count; the announced one "
    "stands until it is corrected.",
    BAG_BELOW_MINIMUM: "Exchanged with fewer tiles in the bag than the rules allow.",
    DIRECTOR_TO_CONFIRM: "The rulebook leaves a point of this to the director, "
    "who should confirm it.",
    DISCONNECTED: "The play touches no tile on the board; it stands unless challenged.",
    DOES_NOT_FIT: "Entered under a ruling although it does not fit the board.",
    ZERO_NOT_NAMED: "The rulebook does not name this kind of turn among the scoreless ones that "
    "end a game; it was not counted.",
    ZEROS_NEED_RULING: "So many scoreless turns in a row would end the game if all of them "
    "counted; the director rules whether it is over.",
    MISSES_CENTRE: "The first play misses the centre square; it stands unless challenged.",
    NOT_ON_RACK: "The play uses a tile that is not on the rack as entered.",
    ONE_TILE_FIRST: "The first play is a single tile; it stands unless challenged.",
    TOO_MANY_OF_A_TILE: "More of a tile lie on the board than the set holds: an earlier entry or "
    "the set is wrong.",
    UNPLAYED_TILES_DIFFER: "The unplayed tiles are not those that the board leaves over.",
    WORDS_NOT_FORMED: "A challenged word is not one of the words formed by the play.",
    BELOW_PROPER_MARGIN: "A proper resignation would have cost more than this improper one; the "
    "rulebook names no least margin.",
    BYE_AGAIN: "A player has a bye again; only in extreme circumstances should that happen.",
    BYE_NOT_DEFINED: "The rulebook does not say what a bye is worth: it counts in the standings "
    "once the organiser has settled its spread.",
    PAIRED_AGAIN: "Two players meet who have met before in this event.",
    PAIRED_THOUGH_FORBIDDEN: "Two players meet who were not to be drawn against one another.",
    SAT_OUT_BEFORE: "A player sits out who has done so before in this event.",
    LEFT_OUT: "A player who takes part is in no pairing of the round.",
    TABLE_OF_ANOTHER_DIVISION: "Another division plays at a table of this number in this round.",
    CHANGED_BY_HAND: "The round was changed by hand after it was drawn.",
    RESULTS_OUT: "The round was paired before all results of the rounds before it were in.",
    EJECTED: "The player must leave the event; the player's other games are not touched by that.",
    SET_INCOMPLETE: "The set was found incomplete; make it whole before the next round.",
    TURNS_ARE_MISSING: "The record stops early; the scores are those of a slip filled in by hand.",
    TALLY_DIFFERS: "The tally sheet says other scores than the record.",
    TELL_BOTH_PLAYERS: "Both players must be told.",
    NO_PETITION: "No player's petition for this is on record.",
    NOT_HANDED_IN_BY_WINNER: "The slip was not handed in by the winner.",
    METHOD_NOT_ANNOUNCED: "This way of judging is not the one announced for the event.",
    EARLY_CHALLENGE: "A challenge before the turn is over counts for nothing and is not proper.",
    COURTESY_TILES_MIXED: "Tiles drawn during a hold touched the rack; if the play comes off they "
    "may count as drawn too many.",
    NEW_TILES_DRAWN: "New tiles had been drawn for the play that came off; report how many.",
    RESTART_NOT_CONFIRMED: "The clock was started before all that a challenge asks for first was "
    "confirmed.",
    VERDICTS_DIFFER: "Two verdicts on the play before differ, and the director's final one was not "
    "waited for.",
    SAME_JUDGE: "The same person judged this challenge before; somebody else should.",
    RETURNED_FIRST: "The unwanted tiles were returned before new ones were drawn; the rulebook "
    "gives another order and says nothing about this one.",
    NUMBERS_DIFFER: "The number said was not the number of tiles put out; what is written is the "
    "number that binds.",
    GROUND_NOT_LISTED: "The rulebook does not list this as a reason to challenge a placement.",
    COUNT_SAYS_OTHERWISE: "The ruling differs from what the tiles counted say.",
    CHOSEN_LATE: "Choosing took longer than the rules allow.",
    TILES_ASTRAY: "Not all tiles of the play lie in one line; it stands unless challenged.",
    NOT_SCORED: "Words that are diagonal or disconnected score nothing, now and in later plays.",
    MISORIENTED: "The play runs against the way the first play set; it stands unless challenged.",
    BLANK_OTHERWISE: "The board of the record has this blank as another letter: one of the two is "
    "wrong. Correct the play, or call the director.",
    BLANK_NOT_RECORDED: "The letter of the blank was not recorded in a way that counts later.",
    BLANK_REPORTED_LATE: "The blank came with an earlier turn; the rule is for the turn just made.",
    TIMER_USED_AGAIN: "A timer with this fault is withdrawn; only one without power is used again.",
    OWNER_NOT_TOLD: "The timer was withdrawn; its owner is to be told.",
    NO_BLANK: "A letter tile was played as a blank.",
    DRAWN_ON: "More rounds of the starting draw were entered than were needed.",
    START_METHOD_DIFFERS: "Who starts was settled in another way than the tournament announced.",
    RETURNED_BY_STARTER: "The tiles of the draw were returned by the player who starts; the "
    "rules give that to the other.",
    TILES_NOT_RETURNED: "The first tiles were drawn before those of the starting draw were "
    "returned.",
    FIRST_RACK_OUT_OF_ORDER: "The first racks were drawn in another order than the rules give.",
    CLOCK_STARTED_EARLY: "The first clock was started before the moment the rules give.",
    TIMER_NOT_NAMED: "The game was started without the kind of timer being known.",
    TIMER_NOT_LISTED: "The rules do not list this kind of timer.",
    OWN_EQUIPMENT: "The rules allow only the organisers' equipment.",
    SETTING_DIFFERS: "The timer was set to another time than the players have.",
    LATE_CLOCK_OUTSIDE_WINDOW: "The late clock was started earlier or later than the rules allow.",
    LATE_CLOCK_NOT_FOR_OPPONENT: "The late clock was started by the opponent where the rules "
    "leave it to the director.",
    NO_RULE_FOR_TIME_LEFT: "The rules do not say how much time is left; the director assigns it.",
    LATE_TIME_EXPIRED: "The player came when the assigned time was up; the game is proposed as "
    "forfeited.",
    STOP_NOT_LISTED: "The rules do not list this reason for stopping the clocks.",
    STOPPED_OFF_TURN: "The clocks were stopped by the player who was not on turn, for a reason "
    "that only the player on turn may have.",
    ASKED_OFF_TURN: "The scores are compared at the request of the player on turn.",
    LEFT_WITHOUT_LEAVE: "The player left without the director's leave; the opponent tells the "
    "director at once.",
    LEFT_ON_OWN_TURN: "The player left before completing a turn.",
    LEFT_AFTER_DRAWING: "The player drew tiles before leaving; the refill should have waited.",
    CLOCKS_NOT_READ: "The clocks were not read.",
    RACKS_NOT_SEALED: "The racks were not put under seal.",
    NO_MONITOR: "The game on a platform was started without an independent monitor.",
    MONITOR_SEES_TOO_LITTLE: "The monitor sees less than the rules ask for: shared screens, and "
    "cameras.",
    CONNECTION_FAILS: "The connection is the player's duty; frequent or long failures are a "
    "breach, and the player may be removed.",
    REPORTED_ELSEWHERE: "Reported to a body that the rulebook does not name for this.",
    CITES_ANOTHER_BOOK: "The rule cited does not name the rulebook in force; numbers differ "
    "between editions.",
    INTENT_NOT_FOUND: "The rule asks whether this was meant; the ruling does not find that it was.",
    PENALTY_NOT_LISTED: "The rulebook does not list this penalty; its list is open.",
    HEAVIER_THAN_USUAL: "More than the rulebook normally wants for a breach of etiquette.",
    BODY_PASSED_OVER: "The appeal goes past a body that comes first in the rulebook's order.",
    EXECUTIVE_ON_COMMITTEE: "A member of the Executive sits on the committee, and may not.",
    NOT_DECLARED: "Not all who sat on the committee declared to have no interest in the outcome.",
    OVERDRAW_CONCEALED: "The player knew of the overdraw and said nothing, which the rulebook "
    "calls unethical; the director is told.",
    OVERDRAW_MAY_BE_CONCEALED: "The player knew of the overdraw and said nothing; whether that was "
    "unethical is for the director to find.",
    OVERDRAW_HIDDEN: "The player hid an overdraw, which the rulebook calls cheating; the "
    "director is called at once.",
    UNDERDRAW_CONCEALED: "The player knew of too few tiles and said nothing; whether that was "
    "unethical is for the director to find.",
    SEEN_BY_A_THIRD_PARTY: "Somebody other than the players noticed this.",
    TOO_MANY_TURNED_UP: "More tiles were turned up than the rules allow.",
    TOO_FEW_TURNED_UP: "Fewer tiles were turned up than the rules provide.",
    TOO_LATE_TO_MEND: "Nothing can be made good any more; the rulebook lets it be.",
    CHOSE_TOO_SLOWLY: "Choosing took longer than the rulebook allows.",
    OUT_OF_ORDER_KNOWINGLY: "Somebody drew out of order knowingly, or let it happen, which is "
    "unethical; the director decides.",
    MAY_BE_PENALISED: "So few tiles were left that the director may penalise this.",
    BAG_DIFFERS: "The bag was counted with another number of tiles than the record has.",
    PUT_BACK_AGAINST_THE_RULES: "Drawn tiles were put back into the bag without right.",
    SET_IRREGULAR: "The game goes on with a set that is not complete, or holds too many tiles.",
    FOUND_TOO_LATE: "The tile was found after the game was over; it is not added.",
    KEEP_APART: "Tiles drawn while a challenge is judged are kept apart from the rack.",
    SPILL_MAY_BE_PETITIONED: "No penalty follows. The other player may petition the director; "
    "the most that can come of it is the overdraw correction of mixed tiles.",
    CHALLENGE_STRUCK: "The play had been challenged in vain; what that brought or cost goes with "
    "the play. A director may have it stand, as a penalty or a credit.",
    READING_NOT_NAMED: "The ruling this rests on does not say how the gap is to be read.",
    DRAWN_IMPROPERLY_AGAIN: "This was noted of the same player before; the director may warn or "
    "penalise.",
}
