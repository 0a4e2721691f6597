"""What is refused of the clock: readings, overtime, sand timers, scores compared."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/no-clocks": Said(
        "No clock readings came with the request.",
        "Enter what both clocks show.",
    ),
    "needs-ruling/time": Said(
        "Time is given or taken only by a director's ruling.",
        "Call the director.",
    ),
    "overtime-recorded": Said(
        "The overtime of {player} has been recorded.",
        "Correct that entry if it is wrong.",
        example={"player": "Ada"},
    ),
    "needs-ruling/overtime-forfeits": Said(
        "So much overtime forfeits the game, which the director declares.",
        "Call the director.",
        clause="overtime.forfeit_after",
    ),
    "unreadable-request/overtime": Said(
        "Overtime can't be below zero.",
        "Enter the seconds used beyond the allowance.",
    ),
    "unreadable-request/overtime-told-twice": Said(
        "The time used is told in two ways at once.",
        "Enter the seconds over, the time used, or what the clock showed.",
    ),
    "turn-kept": Said(
        "{player} still has time to announce a score.",
        "Wait, and enter the play if it is made.",
        clause="sand.lost_after",
        example={"player": "Ada"},
    ),
    "time-not-up": Said(
        "A game on sand timers is stopped after {minutes:minute}.",
        "Go on playing.",
        clause="sand.stopped_after",
        example={"minutes": 50},
    ),
    "time-called/called-already": Said(
        "Time has been called in this game.",
        "Enter the last plays.",
        clause="sand.stopped_after",
    ),
    "last-plays-to-come": Said(
        "The game ends so only after time was called and each player played once more.",
        "Enter the last plays first.",
        clause="sand.then",
    ),
    "challenge-pending/game-ends": Said(
        "The last play is under challenge; the game ends after the verdict.",
        "Enter the verdict first.",
    ),
    "needs-ruling/times": Said(
        "Times are set by the director.",
        "Call the director.",
        clause="timer.fault",
    ),
    "needs-ruling/press": Said(
        "A press of the timer is undone only by the director.",
        "Call the director.",
        clause="timer.press_nullified",
    ),
    "needs-ruling/time-penalty": Said(
        "A time penalty is taken back only by the director.",
        "Call the director.",
        clause="fallback.decides",
    ),
    "unreadable-request/points-back": Said(
        "{player} has lost {taken:point} by overtime.",
        "Enter how many of them come back.",
        example={"taken": 10, "player": "Ada"},
    ),
    "not-on-your-time": Said(
        "{player} may ask to compare the scores only on turn.",
        "Wait until {player} is on turn.",
        clause="stopping.verification",
        gap=True,
        example={"player": "Ada"},
    ),
    "unreadable-request/bag-count": Said(
        "A count can't be below zero.",
        "Enter how many tiles were counted.",
    ),
}
