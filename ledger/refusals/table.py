"""Refusals about the table: setting up, arrivals, clock, leaving, calls, keeping."""

from __future__ import annotations

from ledger.refusals.saying import Message

# What is refused before the first tile: starter, time, timer.


SAID = {
    "unreadable-request/player": Message(
        "Player {player} is not at this table.",
        "Enter 1 or 2: which of the two it is.",
        example={"player": 3},
    ),
    "unreadable-request/starter": Message(
        "Player {player} is not at this table.",
        "Enter 1 or 2: which of the two starts.",
        example={"player": 3},
    ),
    "already-started/starter": Message(
        "The game has started; who starts can't be changed now.",
        "Was it entered wrong? Correct the start. Call the director if the wrong player started.",
    ),
    "start-not-settled": Message(
        "The game has not started; there is nothing to put right about its start.",
        "Settle who starts, then start the game.",
    ),
    "start-as-entered": Message(
        "The record says just that about the start of this game.",
        "Enter what was otherwise: who started, how that was settled, or the timer.",
    ),
    "unreadable-request/allowance": Message(
        "A time allowance can't be below zero.",
        "Enter the seconds the player has for the game.",
    ),
    "already-started/start": Message(
        "This game has already been started.",
        "Go on with the first turn.",
    ),
    "no-timer": Message(
        "A game is played on a timer.",
        "Name the timer, or call the director where there are too few.",
        clause="timer.mandatory",
    ),
    "forfeit-due": Message(
        "{player} came when the time was up; the game is forfeited.",
        "Let the director declare the forfeit.",
        clause="lateness.compulsory",
        example={"player": "Ada"},
    ),
    "game-over/start": Message(
        "This game is over.",
        "Call the director to reopen it.",
    ),
    "player-not-here": Message(
        "{player} has not come; no tiles are drawn before that.",
        "Enter the arrival first.",
        clause="lateness.drawing_before_both_are_here",
        example={"player": "Ada"},
    ),
    "unreadable-request/starting-draw": Message(
        "A tile of the starting draw is not one of this set.",
        "Enter one tile for each player and round, ? for a blank.",
    ),
    "draw-again/tiles-stay-out": Message(
        "Both players drew the same; nobody has won the start yet.",
        "Let both draw again, the tiles so far staying out, and enter that round too.",
        clause="start.tiles_stay_out",
    ),
    "draw-again/all-tiles": Message(
        "Both players drew the same; nobody has won the start yet.",
        "Let both draw again and enter that round too.",
    ),
    "draw-says-otherwise": Message(
        "By the tiles shown {player} starts.",
        "Check the tiles and who starts.",
        clause="start.drawn",
        example={"player": "Ada"},
    ),
    "draw-needed": Message(
        "Both players have started equally often; they draw for it.",
        "Enter the tiles both showed.",
    ),
    "balance-says-otherwise": Message(
        "By the starts so far {player} starts.",
        "Check both players' starts, and who starts.",
        example={"player": "Ada"},
    ),
}


# What is refused of players who are late, and of games lost by it.


SAID_ARRIVALS = {
    "unreadable-request/late-clock": Message(
        "A late clock is started by the director or the opponent, after the round began.",
        "Enter who started it and how many seconds after the start of the round.",
    ),
    "already-started/late": Message(
        "The game has started; nobody is late for it any more.",
        "Enter a player who left as such.",
    ),
    "late-clock-runs": Message(
        "The late clock of this game has been started.",
        "Enter the arrival when the player comes.",
    ),
    "already-here": Message(
        "{player} is at the table.",
        "Check which player came.",
        example={"player": "Ada"},
    ),
    "unreadable-request/time-late": Message(
        "The late clock must have run for some time, no less than at the arrival before.",
        "Enter the seconds from its start to the arrival.",
    ),
    "not-missing": Message(
        "No late clock runs for {player}.",
        "Enter the start of the late clock first, or the arrival.",
        example={"player": "Ada"},
    ),
    "late-clock-running/time-left": Message(
        "The player may still come, for another {left:second}.",
        "Wait until the late clock is at zero.",
        clause="lateness.compulsory",
        example={"left": 240},
    ),
    "may-not-forfeit": Message(
        "A late player may choose to forfeit only{when}.",
        "Play the game.",
        clause="lateness.elect_below",
        example={"when": " with less than 10:00 left"},
    ),
    "already-started/lost-by-lateness": Message(
        "The game has started; it is not lost by lateness any more.",
        "Enter overtime, a resignation, or a player who left for good.",
    ),
    "late-clock-running/not-known": Message(
        "The late clock of {player} is not known to have run out.",
        "Enter that the player has not come, once it is at zero.",
        clause="lateness.compulsory",
        example={"player": "Ada"},
    ),
}


# What is refused of the clock: readings, overtime, sand timers, scores compared.


SAID_CLOCK = {
    "unreadable-request/no-clocks": Message(
        "No clock readings came with the request.",
        "Enter what both clocks show.",
    ),
    "needs-ruling/time": Message(
        "Time is given or taken only by a director's ruling.",
        "Call the director.",
    ),
    "overtime-recorded": Message(
        "The overtime of {player} has been recorded.",
        "Correct that entry if it is wrong.",
        example={"player": "Ada"},
    ),
    "needs-ruling/overtime-forfeits": Message(
        "So much overtime forfeits the game, which the director declares.",
        "Call the director.",
        clause="overtime.forfeit_after",
    ),
    "unreadable-request/overtime": Message(
        "Overtime can't be below zero.",
        "Enter the seconds used beyond the allowance.",
    ),
    "unreadable-request/overtime-told-twice": Message(
        "The time used is told in two ways at once.",
        "Enter the seconds over, the time used, or what the clock showed.",
    ),
    "turn-kept": Message(
        "{player} still has time to announce a score.",
        "Wait, and enter the play if it is made.",
        clause="sand.lost_after",
        example={"player": "Ada"},
    ),
    "time-not-up": Message(
        "A game on sand timers is stopped after {minutes:minute}.",
        "Go on playing.",
        clause="sand.stopped_after",
        example={"minutes": 50},
    ),
    "time-called/called-already": Message(
        "Time has been called in this game.",
        "Enter the last plays.",
        clause="sand.stopped_after",
    ),
    "last-plays-to-come": Message(
        "The game ends so only after time was called and each player played once more.",
        "Enter the last plays first.",
        clause="sand.then",
    ),
    "challenge-pending/game-ends": Message(
        "The last play is under challenge; the game ends after the verdict.",
        "Enter the verdict first.",
    ),
    "needs-ruling/times": Message(
        "Times are set by the director.",
        "Call the director.",
        clause="timer.fault",
    ),
    "needs-ruling/press": Message(
        "A press of the timer is undone only by the director.",
        "Call the director.",
        clause="timer.press_nullified",
    ),
    "needs-ruling/time-penalty": Message(
        "A time penalty is taken back only by the director.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "unreadable-request/points-back": Message(
        "{player} has lost {taken:point} by overtime.",
        "Enter how many of them come back.",
        example={"taken": 10, "player": "Ada"},
    ),
    "not-on-your-time": Message(
        "{player} may ask to compare the scores only on turn.",
        "Wait until {player} is on turn.",
        clause="stopping.verification",
        gap=True,
        example={"player": "Ada"},
    ),
    "unreadable-request/bag-count": Message(
        "A count can't be below zero.",
        "Enter how many tiles were counted.",
    ),
}


# What is refused of players who leave, of emergencies and of games put off or broken off.


SAID_LEAVING = {
    "own-time-gone": Message(
        "{player} was not fit again within the time left.",
        "Enter a resignation for the emergency.",
        clause="absence.emergency",
        example={"player": "Ada"},
    ),
    "no-such-entry/emergency": Message(
        "No emergency was entered for this game.",
        "Enter the emergency first.",
        clause="absence.emergency",
    ),
    "already-away": Message(
        "{player} has left and is not back yet.",
        "Enter the return first.",
        example={"player": "Ada"},
    ),
    "not-away": Message(
        "{player} is at the table, as far as we know.",
        "Check which player came back.",
        example={"player": "Ada"},
    ),
    "opponent-away": Message(
        "{player} does not draw while {opponent} is away.",
        "Wait until {opponent} is back.",
        clause="absence.opponent_may",
        example={"player": "Ada", "opponent": "Ben"},
    ),
    "no-draw-waits": Message(
        "No draw of {player} waits for a return.",
        "Enter an ordinary draw as such.",
        example={"player": "Ada"},
    ),
    "draw-in-turn-order": Message(
        "{player} draws first: that turn came before.",
        "Let {player} draw first.",
        clause="absence.when",
        example={"player": "Ada"},
    ),
    "hold-still-possible": Message(
        "{opponent} has {seconds:second} to hold or challenge.",
        "Let them pass before tiles are drawn, or call the director.",
        clause="windows.returning_player_seconds",
        example={"opponent": "Ben", "seconds": 15},
    ),
    "already-started/postponed": Message(
        "The game has started; it can't be postponed.",
        "Adjourn it, if the rules allow that.",
    ),
    "needs-consent": Message(
        "A game is postponed only if the opponent and the director agree.",
        "Ask both, or let the game be forfeited.",
        clause="lateness.postponing",
    ),
    "not-under-way/broken-off": Message(
        "Only a game that is under way can be broken off.",
        "Postpone a game that has not started.",
    ),
    "adjourned/already": Message(
        "This game has been broken off already.",
        "Resume the game first.",
        clause="absence.adjourned",
    ),
    "not-adjourned": Message(
        "This game has not been broken off.",
        "Go on with the next turn.",
    ),
}


# What is refused of calls for the director.


SAID_CALLS = {
    "no-such-entry/warning": Message(
        "No warning of that kind is due to {player}.",
        "Warn the player on the page of warnings, or check which warning is due.",
        example={"player": "Ada"},
    ),
    "unreadable-request/warning-waived": Message(
        "A warning is waived for a reason.",
        "Say why no warning is given.",
    ),
    "unreadable-request/call-without-reason": Message(
        "A call for the director needs a reason.",
        "Say what it is about.",
    ),
    "unreadable-request/turn-not-made": Message(
        "Turn {turn} was not made; there are {turns}.",
        "Name the turn that the claim answers, or none.",
        example={"turn": 9, "turns": 4},
    ),
    "unreadable-request/no-such-act": Message(
        "{book} names no act {offence!r}.",
        "Choose an act of its list, or leave it out and give the reason in words.",
        example={"book": "wespa-5.1", "offence": "humming"},
    ),
    "director-on-the-way": Message(
        "A director is on the way to this table, or there.",
        "Go as well where two are needed; it need not be entered.",
    ),
    "needs-ruling/free-challenge": Message(
        "A free challenge takes a director's ruling.",
        "Open a case, rule with a citation, and enter it under that case.",
    ),
    "director-not-called": Message(
        "Nobody has called the director to this table.",
        "Enter the call first, with its reason.",
    ),
}


# What is refused of who keeps the record of a table, and who looks it over.


SAID_KEEPING = {
    "table-handed-over": Message(
        "This table was handed over; it is kept by {whom}.",
        "Take the table over, look at the sheet, then enter yours if it is still right.",
        example={"whom": "badge S-2 on tablet-4"},
    ),
    "not-yours-to-hand-over": Message(
        "This table is not kept by this badge on this tablet.",
        "Take the table over if you keep it from here on.",
    ),
    "no-such-entry/line": Message(
        "Entry {version} of this game is not a line of the sheet.",
        "Look at the sheet as it is now, and verify what stands there.",
        example={"version": 12},
    ),
    "own-entry": Message(
        "“{move}” was entered under badge {badge}, the one that verifies it.",
        "Somebody with another badge can verify it.",
        example={"move": "8D WINDY", "badge": "S-2"},
    ),
    "corrected-since": Message(
        "“{move}” was corrected after you looked at it.",
        "Look at it as it stands now, then verify it.",
        example={"move": "8D WINDY"},
    ),
}


SAID_VIRTUAL_PLAY = {
    "not-on-a-platform": Message(
        "This game is played over the board.",
        "Leave monitors and connections out.",
        clause="virtual.play",
    ),
}
