"""Refusals about a game: at the table, of turns, of challenges, of results."""

from __future__ import annotations

from ledger.refusals.saying import Message

# What is refused before the first tile: starter, time, timer.


SAID_TABLE = {
    "unreadable-request/player": Message(example={"player": 3}),
    "unreadable-request/starter": Message(example={"player": 3}),
    "already-started/starter": Message(),
    "start-not-settled": Message(),
    "start-as-entered": Message(),
    "unreadable-request/allowance": Message(),
    "already-started/start": Message(),
    "no-timer": Message(clause="timer.mandatory"),
    "forfeit-due": Message(clause="lateness.compulsory", example={"player": "Ada"}),
    "game-over/start": Message(),
    "player-not-here": Message(
        clause="lateness.drawing_before_both_are_here", example={"player": "Ada"}
    ),
    "unreadable-request/starting-draw": Message(),
    "draw-again/tiles-stay-out": Message(clause="start.tiles_stay_out"),
    "draw-again/all-tiles": Message(),
    "draw-says-otherwise": Message(clause="start.drawn", example={"player": "Ada"}),
    "draw-needed": Message(),
    "balance-says-otherwise": Message(example={"player": "Ada"}),
}


# What is refused of players who are late, and of games lost by it.


SAID_ARRIVALS = {
    "unreadable-request/late-clock": Message(),
    "already-started/late": Message(),
    "late-clock-runs": Message(),
    "already-here": Message(example={"player": "Ada"}),
    "unreadable-request/time-late": Message(),
    "not-missing": Message(example={"player": "Ada"}),
    "late-clock-running/time-left": Message(
        n="left", clause="lateness.compulsory", example={"left": 240}
    ),
    "may-not-forfeit/no-time": Message(clause="lateness.elect_below"),
    "may-not-forfeit/below": Message(clause="lateness.elect_below", example={"below": "10:00"}),
    "already-started/lost-by-lateness": Message(),
    "late-clock-running/not-known": Message(
        clause="lateness.compulsory", example={"player": "Ada"}
    ),
}


# What is refused of the clock: readings, overtime, sand timers, scores compared.


SAID_CLOCK = {
    "unreadable-request/no-clocks": Message(),
    "needs-ruling/time": Message(),
    "overtime-recorded": Message(example={"player": "Ada"}),
    "needs-ruling/overtime-forfeits": Message(clause="overtime.forfeit_after"),
    "unreadable-request/overtime": Message(),
    "unreadable-request/overtime-told-twice": Message(),
    "turn-kept": Message(clause="sand.lost_after", example={"player": "Ada"}),
    "time-not-up": Message(n="minutes", clause="sand.stopped_after", example={"minutes": 50}),
    "time-called/called-already": Message(clause="sand.stopped_after"),
    "last-plays-to-come": Message(clause="sand.then"),
    "challenge-pending/game-ends": Message(),
    "needs-ruling/times": Message(clause="timer.fault"),
    "needs-ruling/press": Message(clause="timer.press_nullified"),
    "needs-ruling/time-penalty": Message(clause="fallback.decides"),
    "unreadable-request/points-back": Message(n="taken", example={"taken": 10, "player": "Ada"}),
    "not-on-your-time": Message(
        clause="stopping.verification", gap=True, example={"player": "Ada"}
    ),
    "unreadable-request/bag-count": Message(),
}


# What is refused of players who leave, of emergencies and of games put off or broken off.


SAID_LEAVING = {
    "own-time-gone": Message(clause="absence.emergency", example={"player": "Ada"}),
    "no-such-entry/emergency": Message(clause="absence.emergency"),
    "already-away": Message(example={"player": "Ada"}),
    "not-away": Message(example={"player": "Ada"}),
    "opponent-away": Message(
        clause="absence.opponent_may", example={"player": "Ada", "opponent": "Ben"}
    ),
    "no-draw-waits": Message(example={"player": "Ada"}),
    "draw-in-turn-order": Message(clause="absence.when", example={"player": "Ada"}),
    "hold-still-possible": Message(
        n="seconds",
        clause="windows.returning_player_seconds",
        example={"opponent": "Ben", "seconds": 15},
    ),
    "already-started/postponed": Message(),
    "needs-consent": Message(clause="lateness.postponing"),
    "not-under-way/broken-off": Message(),
    "adjourned/already": Message(clause="absence.adjourned"),
    "not-adjourned": Message(),
}


# What is refused of calls for the director.


SAID_CALLS = {
    "no-such-entry/warning": Message(example={"player": "Ada"}),
    "unreadable-request/warning-waived": Message(),
    "unreadable-request/call-without-reason": Message(),
    "unreadable-request/turn-not-made": Message(example={"turn": 9, "turns": 4}),
    "unreadable-request/no-such-act": Message(example={"book": "wespa-5.1", "offence": "humming"}),
    "director-on-the-way": Message(),
    "needs-ruling/free-challenge": Message(),
    "director-not-called": Message(),
}


# What is refused of who keeps the record of a table, and who looks it over.


SAID_KEEPING = {
    "table-handed-over": Message(example={"whom": "badge S-2 on tablet-4"}),
    "not-yours-to-hand-over": Message(),
    "no-such-entry/line": Message(example={"version": 12}),
    "own-entry": Message(example={"move": "8D WINDY", "badge": "S-2"}),
    "corrected-since": Message(example={"move": "8D WINDY"}),
}


SAID_VIRTUAL_PLAY = {
    "not-on-a-platform": Message(clause="virtual.play"),
}


# What is refused of any entry of a game: the wrong moment, the wrong player, a final result.


SAID_ANY_ENTRY = {
    "game-over/no-more-turns": Message(),
    "nothing-to-write": Message(),
    "not-started": Message(),
    "played-out": Message(example={"player": "Ada"}),
    "adjourned/not-resumed": Message(clause="absence.adjourned"),
    "not-under-way/over": Message(),
    "not-under-way/not-started": Message(),
    "result-final/signed": Message(clause="signing.scores_correctable_until"),
    "result-final/ruled": Message(clause="signing.scores_correctable_until"),
    "verdicts-differ": Message(clause="challenge.again"),
    "turns-since-undecided": Message(clause="fallback.decides"),
    "challenge-pending/no-turn": Message(),
    "not-your-turn/turn": Message(example={"on_move": "Ben", "player": "Ada"}),
    "not-your-turn/warning": Message(example={"on_move": "Ben", "player": "Ada"}),
    "time-called/one-more-play": Message(clause="sand.then", example={"player": "Ada"}),
    "player-away": Message(clause="absence.when", example={"player": "Ada"}),
}


UNPLACEABLE: dict[str, dict[str, object]] = {
    "no-new-tile": {"play": "8D ....."},
    "no-such-square": {"wrong": "'88' is not the name of a square, such as 8D or D8"},
    "not-in-tile-set": {"square": "8D", "wrong": "'5' is not a tile of the english set"},
    "off-the-board": {"play": "8L WINDY", "size": 15},
    "square-taken": {"tile": "E", "square": "8D"},
    "nothing-to-play-through": {"play": "8D WI.DY", "square": "8F"},
}
"""Why a play can't lie where it is written, as ``ledger.equipment.scoring`` finds it."""

SAID_TURNS = {
    "needs-ruling/not-correctable": Message(),
    "unreadable-request/replacement": Message(example={"put": "pass", "there": "Ben called hold"}),
    "unreadable-request/correction-without-reason": Message(),
    "no-such-entry/turn-with-score": Message(example={"version": 12}),
    "no-such-entry/correctable": Message(example={"version": 12}),
    "unreadable-request/score-not-stated": Message(),
    "no-such-entry/to-take-back": Message(example={"version": 12}),
    "retraction-too-late": Message(example={"what": "exchange 3"}),
    "no-such-entry/turn": Message(example={"version": 12}),
    **{
        f"{code}/{when}": Message(example=example)
        for when in ("placed", "corrected")
        for code, example in UNPLACEABLE.items()
    },
}


# What is refused of tiles that lie where or as they may not.


SAID_PLACEMENT = {
    "no-such-entry/tiles-of": Message(example={"player": "Ada"}),
    "no-such-square/beside": Message(example={"square": "88"}),
    "square-taken/beside": Message(example={"square": "8D"}),
    "not-in-tile-set/beside": Message(example={"tile": "5"}),
    "unreadable-request/degrees": Message(example={"degrees": 45}),
    "orientation-fixed": Message(clause="placing.orientation"),
    "not-on-turn": Message(clause="placing.straightened_by"),
    "nothing-to-challenge/no-placement": Message(example={"player": "Ada"}),
    "no-challenge/no-placement": Message(),
    "director-judges/placement": Message(clause="placing.judged_by"),
    "challenged-play-gone/stands": Message(),
}


# What is refused of blanks: what they stand for, disputes, blanks that are none.


SAID_BLANKS = {
    "needs-ruling/another-letter": Message(clause="blanks.redesignated_by"),
    "not-your-turn/names-the-letter": Message(clause="blanks.redesignated_by"),
    "no-such-entry/last-move": Message(example={"player": "Ada"}),
    "replay-not-available": Message(clause="blank_declaring.misread"),
    "needs-ruling/move-again": Message(clause="blank_declaring.misread"),
    "no-dispute": Message(),
    "blank-designated": Message(
        clause="blank_declaring.by_when", example={"letter": "E", "square": "8D"}
    ),
    "blank-declared": Message(
        clause="blank_declaring.media", example={"letter": "E", "square": "8D"}
    ),
    "not-your-blank": Message(example={"square": "8D", "owner": "Ada", "player": "Ben"}),
    "unreadable-request/whose-blank": Message(example={"square": "8D"}),
    "unreadable-request/which-blank": Message(example={"blank": 3}),
    "unreadable-request/blanks-letter": Message(example={"letter": "5"}),
    "unreadable-request/square": Message(
        example={"wrong": "'88' is not the name of a square, such as 8D or D8"}
    ),
    "not-a-blank": Message(example={"square": "8D"}),
    "no-such-entry/false-blank": Message(),
    "tiles-do-not-add-up/false-blank": Message(
        n="shown", clause="blank_declaring.false_blank", example={"shown": 2, "drawn": 1}
    ),
    "nothing-to-challenge/next-turn": Message(clause="blank_declaring.words_reopened"),
    "no-new-letter": Message(),
}


# What is refused of exchanges, and of objections to them.


SAID_EXCHANGES = {
    "unreadable-request/exchanged": Message(n="count", example={"count": 8}),
    "right-gone": Message(clause="improper_exchange.procedure"),
    "challenge-pending/exchange": Message(),
    "exchange-not-final": Message(clause="improper_exchange.final_when"),
    "judged-already": Message(clause="improper_exchange.procedure"),
    "no-such-entry/exchange": Message(),
    "unreadable-request/exchange-numbers": Message(n="bag", example={"count": 5, "bag": 9}),
    "more-than-there-are/on-the-rack": Message(n="rack", example={"rack": 7, "bag": 90}),
    "no-such-entry/exchange-of": Message(example={"player": "Ada"}),
    "tiles-do-not-add-up/unwanted": Message(example={"player": "Ada", "most": 3}),
    "unreadable-request/unwanted": Message(n="count", example={"count": 8}),
    "no-such-entry/unwanted": Message(),
    "not-shown": Message(clause="improper_exchange.left_on_table"),
    "not-judged": Message(),
    "tiles-do-not-add-up/exchange": Message(n="shown", example={"shown": 5, "back": 2}),
    "unreadable-request/into-the-bag": Message(n="returned", example={"returned": 9}),
    "no-such-entry/objection": Message(),
    "director-judges/exchange": Message(clause="improper_exchange.judged_by"),
}


# What is refused of drawing: too many tiles, too few, out of order, dropped back.


SAID_DRAWING = {
    "nothing-to-put-right/draw-order": Message(),
    "overdraw-not-corrected": Message(),
    "needs-ruling/draw-order": Message(clause="fallback.decides"),
    "racks-do-not-add-up": Message(
        n="second", example={"first": 7, "second": 7, "first_told": 7, "second_told": 8}
    ),
    "nothing-came-off": Message(example={"player": "Ada"}),
    "nothing-to-return": Message(),
    "not-drawn-yet": Message(clause="draw_manner.drawn_when"),
    "tiles-back-not-known": Message(clause="drawing.dropped_back"),
    "nothing-to-put-right/dropped-back": Message(),
    "needs-ruling/dropped-back": Message(clause="fallback.decides"),
    "tiles-do-not-add-up/dropped-back": Message(
        n="exposed", clause="drawing.dropped_back", example={"exposed": 3, "wanted": 1, "back": 2}
    ),
    "draw-during-challenge": Message(clause="drawing.during_adjudication"),
    "nothing-to-put-right/none-of-that-kind": Message(),
    "needs-ruling/procedure": Message(clause="draw_manner.disputes"),
    "more-than-there-are/on-both-racks": Message(n="tiles", example={"tiles": 16}),
    "unreadable-request/tiles-below-zero": Message(),
    "not-overdrawn": Message(n="drawn", example={"drawn": 3, "due": 3}),
    "more-shown-than-there": Message(n="revealed", example={"revealed": 4, "size": 3}),
    "not-turned-up": Message(n="count", example={"count": 3}),
    "wrong-number-back": Message(n="over", example={"over": 1, "returned": 2}),
    "rack-does-not-add-up": Message(n="left", example={"left": 7, "rack": 8}),
    "nothing-to-put-right/overdraw": Message(),
    "correction-open": Message(),
    "unreadable-request/rack-short": Message(n="short", example={"short": 8}),
    "no-such-entry/underdrawn-after": Message(example={"version": 12, "player": "Ada"}),
    "nothing-to-put-right/underdraw": Message(),
    "needs-ruling/underdraw": Message(clause="fallback.decides"),
    "wrong-number-given": Message(
        n="wanted", clause="drawing.underdraw_window", example={"wanted": 1, "count": 2}
    ),
}


# What is refused of tiles that are not where they should be.


SAID_LOOSE_TILES = {
    "unreadable-request/found": Message(),
    "board-agreed": Message(clause="tiles_found.off_the_board"),
    "not-checked": Message(clause="tiles_found.off_the_board"),
    "racks-not-restored": Message(clause="tiles_found.outside"),
    "needs-ruling/found": Message(clause="fallback.decides"),
    "nothing-to-put-right/found": Message(),
    "unreadable-request/missing": Message(),
    "not-searched": Message(clause="tiles_found.missing"),
    "needs-ruling/missing": Message(clause="tiles_found.missing"),
    "unreadable-request/none-too-many": Message(),
    "unreadable-request/no-tile-spilled": Message(),
    "needs-ruling/spared": Message(),
    "nothing-to-put-right/spill": Message(),
    "needs-ruling/spill": Message(clause="fallback.decides"),
    "tiles-do-not-add-up/spill": Message(
        n="face_up", clause="spills.given", example={"face_up": 3, "given": 1, "back": 2}
    ),
}


# What is refused of a board that was upset.


SAID_UPSETS = {
    "game-over/upset": Message(),
    "upset-open": Message(),
    "unreadable-request/upset": Message(),
    "needs-ruling/upset": Message(
        clause="upset.when_intentional", example={"player": "Ada", "margin": 50}
    ),
    "tiles-to-follow": Message(),
    "needs-ruling/game-ends": Message(example={"first": 350, "second": 300}),
    "no-upset": Message(),
}


# Refusals about challenges, holds and judging, and word lists.


SAID_JUDGED = {
    "turn-not-over": Message(clause="challenge.early", example={"opponent": "Ben"}),
    "device-declined": Message(),
    "challenged-play-gone/void": Message(),
    "challenge-binding": Message(clause="judging.binding"),
    "no-concession": Message(clause="challenge.concession"),
    "challenged-words-not-known": Message(),
    "option-not-chosen/challenge-seconds": Message(),
    "challenge-pending/this-play": Message(),
    "nothing-to-challenge/challenge": Message(example={"player": "Ada"}),
    "nothing-to-challenge/hold": Message(example={"player": "Ada"}),
    "nothing-to-challenge/answer": Message(example={"player": "Ada"}),
    "challenged-already": Message(),
    "right-given-up/accepted": Message(
        clause="answers.released_hold", gap=True, example={"player": "Ada"}
    ),
    "right-given-up/score-written": Message(
        clause="windows.writing_waives", example={"player": "Ada"}
    ),
    "right-given-up/play-out-accepted": Message(
        clause="answers.play_out_accepted", example={"player": "Ada"}
    ),
    "too-late/challenge": Message(example={"why": "the next turn was made"}),
    "too-late/hold": Message(example={"why": "the next turn was made"}),
    "too-late/answer": Message(example={"why": "the next turn was made"}),
}


# What is refused of holds, and of tiles drawn while a play could still come off.


SAID_HOLDS = {
    "no-drawing-now": Message(clause="drawing.during_adjudication"),
    "no-hold/drawing": Message(clause="windows.courtesy_after", example={"player": "Ada"}),
    "too-early-to-draw": Message(
        n="seconds", clause="windows.courtesy_after", example={"seconds": 15}
    ),
    "no-courtesy-draw": Message(example={"player": "Ada"}),
    "nothing-to-challenge/not-the-last": Message(example={"player": "Ada"}),
    "not-a-flash-draw": Message(clause="answers.flash_draw_grounds"),
    "unreadable-request/tiles-drawn": Message(),
    "hold-called": Message(example={"player": "Ada"}),
    "no-hold/not-called": Message(example={"player": "Ada"}),
    "no-such-turn": Message(example={"player": "Ada"}),
    "window-open": Message(example={"player": "Ada"}),
    "needs-ruling/quick-draw": Message(clause="windows.flash_draw"),
    "unreadable-request/finding": Message(),
}


# What is refused of judging: slips, verdicts, other opinions, the clock started again.


SAID_JUDGING = {
    "no-challenge/no-slip": Message(),
    "verdict-stands": Message(),
    "ask-again": Message(clause="challenge.misadjudication"),
    "unreadable-request/who-asks-again": Message(),
    "opinion-asked": Message(),
    "verdict-final": Message(n="times", example={"times": 2}),
    "opinion-not-asked": Message(),
    "director-adjudicates": Message(),
    "players-look-up/staff-only": Message(clause="challenge.adjudication"),
    "players-look-up/themselves": Message(clause="challenge.adjudication"),
    "same-judge": Message(clause="judging.again_by_another", example={"badge": "J1"}),
    "no-turns-since": Message(),
    "turns-since-ruled": Message(),
    "unreadable-request/verdict-put-right": Message(),
    "challenge-pending/another": Message(),
    "other-clock-runs": Message(clause="judging.restart_when", example={"player": "Ada"}),
    "not-ready-to-restart": Message(example={"words": "the slip is not back"}),
    "unreadable-request/word-without-letters": Message(),
    "not-the-challenger": Message(clause="judging.binding", example={"player": "Ada"}),
    "words-locked": Message(),
    "nothing-judged": Message(),
    "no-challenge/no-play": Message(),
    "unreadable-request/slip-without-words": Message(),
}


# What is refused of word lists: installing them, opening them, their names.


SAID_WORD_LISTS = {
    "empty-word-list": Message(example={"file": "club.txt"}),
    "no-such-file": Message(example={"file": "lists/club.txt"}),
    "not-a-word-list/too-large": Message(example={"file": "club.txt"}),
    "not-a-word-list/no-text": Message(example={"file": "club.txt"}),
    "not-a-word-list/not-utf-8": Message(example={"file": "club.txt"}),
    "ambiguous-word-list/two-lines": Message(
        example={
            "number": 7,
            "here": "words in a row",
            "since": 3,
            "shape": "words with definitions",
        }
    ),
    "ambiguous-word-list/first-line": Message(example={"number": 7, "here": "words in a row"}),
    "unreadable-words": Message(example={"tiles": "english", "lines": "7 ('A1'), 9 ('B')"}),
    "lexicon-taken": Message(example={"name": "Club list"}),
    "lexicon-damaged": Message(example={"name": "Club list", "path": "lexicons/3f9a.words"}),
    "no-such-lexicon": Message(example={"name": "Club list"}),
    "lexicon-name": Message(example={"name": "7/7"}),
}


# What is refused to who looks at a game, and to who asks for what the own badge may not.


SAID_LOOKING = {
    "not-allowed": Message(example={"whom": "the tournament director"}),
    "board-not-shown": Message(),
    "slip-not-shown": Message(),
    "no-such-moment/version": Message(example={"last": 40, "at": 99}),
    "no-such-moment/before": Message(example={"first": "2026-11-22T09:30:00Z"}),
}


# What is refused of the end of a game: played out, resigned, forfeited, declared over.


SAID_ENDINGS = {
    "challenge-pending/round-ends": Message(),
    "needs-ruling/void": Message(clause="fallback.decides"),
    "needs-ruling/end": Message(),
    "not-over-the-limit": Message(clause="overtime.forfeit_after", example={"over": "10:00"}),
    "margin-not-raisable": Message(
        n="margin", clause="lateness.forfeit_margin", example={"margin": 50}
    ),
    "margin-below-the-rule/lateness": Message(
        n="margin", clause="lateness.forfeit_margin", example={"margin": 50, "raised_to": 30}
    ),
    "needs-ruling/forfeit": Message(),
    "not-played-out/over": Message(example={"player": "Ada"}),
    "not-played-out/under-way": Message(example={"player": "Ada"}),
    "challenge-pending/play-out": Message(),
    "not-over/unplayed": Message(),
    "unplayed-counted": Message(),
    "unreadable-request/tiles-left": Message(
        example={"wrong": "'5' is not a tile of the English set"}
    ),
    "unplayed-not-known": Message(),
    "margin-below-the-rule/resigned": Message(
        n="floor", clause="resignation.improper", example={"floor": 50}
    ),
    "game-over/resigned": Message(),
    "margin-to-be-set": Message(clause="resignation.improper"),
    "other-margin": Message(
        n="margin", clause="resignation.least_margin", example={"margin": 50, "wanted": 100}
    ),
    "tiles-left-not-known": Message(example={"seat": "first"}),
}


# What is refused of scores: agreed, disputed, counted again.


SAID_SCORES = {
    "unreadable-request/penalty-amount": Message(example={"amount": "0 points"}),
    "unreadable-request/credit-amount": Message(example={"amount": "0 points"}),
    "needs-ruling/points-taken": Message(),
    "needs-ruling/points-given": Message(),
    "unreadable-request/turn-counted": Message(example={"version": 12}),
    "scores-closed": Message(clause="signing.scores_correctable_until"),
    "no-change-in-favour": Message(clause="recount.bars_abuser", example={"player": "Ada"}),
    "unreadable-request/score-kept": Message(),
    "no-such-entry/turn-disputed": Message(example={"version": 12}),
    "needs-ruling/scores": Message(clause="fallback.decides"),
    "not-over/recount": Message(clause="recount.right"),
    "recount-open": Message(),
    "unreadable-request/turns-to-count": Message(n="turns", example={"turns": 30, "most": 24}),
    "no-right-to-recount": Message(example={"why": "The time to ask for a recount is over."}),
    "recount-whole-only": Message(clause="recount.partial"),
    "sheet-through-director": Message(clause="recount.sheet_access", example={"player": "Ada"}),
    "recount-goes-on": Message(
        clause="recount.stopped_for", example={"reasons": "no-progress, abuse"}
    ),
    "no-recount": Message(),
}


SAID_RESULTS = {
    "signature-handed-in": Message(),
    "no-signature/player": Message(example={"player": "Ada"}),
    "no-signature/at-all": Message(),
    "signed-by-both/take-back": Message(),
    "needs-ruling/director-asks": Message(),
    "unreadable-request/same-scores": Message(),
    "impossible-scores": Message(example={"scores": "41200 – 388"}),
    "unlikely-slip/scores": Message(example={"scores": "412 – 4"}),
    "unlikely-slip/on-tablet": Message(example={"turns": 9}),
    "unlikely-slip/put-off": Message(),
    "unlikely-slip/starter": Message(example={"player": "Ada"}),
    "unlikely-slip/otherwise": Message(example={"there": "412 – 388", "scores": "402 – 388"}),
    "unlikely-slip/told": Message(
        example={"told": "Ada and Bo told 401 – 400", "scores": "301 – 400"}
    ),
    "unlikely-slip/forfeit": Message(example={"told": "Ada and Bo told 401 – 400"}),
    "result-is-in": Message(),
    "told-often": Message(),
    "game-has-no-result": Message(),
    "slip-known/the-same": Message(example={"scores": "412 – 388"}),
    "slip-known/differs": Message(example={"scores": "402 – 388"}),
    "round-is-closed": Message(),
    "no-such-entry/slip": Message(example={"version": 7}),
    "slip-stands/came-after": Message(example={"what": "Result reopened"}),
    "slip-stands/signed-here": Message(example={"player": "Ada"}),
    "slip-stands/another-official": Message(example={"by": "K2"}),
    "nothing-to-agree-to": Message(),
    "no-witness/amendment": Message(),
    "unreadable-request/empty-signature": Message(),
    "no-pin-checked": Message(),
    "one-hand": Message(example={"player": "Ann"}),
    "already-signed/amended": Message(example={"player": "Ada"}),
    "amendment-not-allowed": Message(example={"why": "The slip has been handed in."}),
    "needs-ruling/reopened": Message(clause="signing.scores_correctable_until"),
    "unreadable-request/tally-sheet": Message(example={"how": "stamp"}),
    "not-over/tally-sheet": Message(),
    "unreadable-request/papers-agree": Message(),
    "papers-agree": Message(),
    "unreadable-request/what-holds": Message(),
    "needs-ruling/papers-differ": Message(clause="signing.records_differ"),
    "nothing-petitioned": Message(),
    "no-witness/director": Message(),
    "result-changed": Message(),
    "already-signed/result": Message(example={"player": "Ada"}),
    "amendment-under-way": Message(example={"player": "Ada"}),
    "handed-in": Message(),
    "challenge-pending/result": Message(),
    "not-over/result": Message(),
    "unplayed-not-counted": Message(),
    "not-signed/changed-since": Message(),
    "not-signed/not-both": Message(),
}
