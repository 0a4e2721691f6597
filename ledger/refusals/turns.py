"""What is refused of plays, of turns put right and of turns taken back."""

from __future__ import annotations

from ledger.refusals.said import Said

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
    "needs-ruling/not-correctable": Said(
        "This entry is not the scorekeeper's to correct.",
        "Call the director; with a ruling it can be corrected under its case.",
    ),
    "unreadable-request/replacement": Said(
        "{put!r} can't stand in the place of {there!r}.",
        "Correct the entry that is wrong, or strike it.",
        example={"put": "pass", "there": "hold called"},
    ),
    "unreadable-request/correction-without-reason": Said(
        "A correction needs a reason.",
        "Write in a few words what was wrong.",
    ),
    "no-such-entry/turn-with-score": Said(
        "Entry {version} of this game is not a turn with a score.",
        "Choose the line on the sheet and correct that.",
        example={"version": 12},
    ),
    "no-such-entry/correctable": Said(
        "Entry {version} of this game is not an entry that can be corrected.",
        "Choose the line on the sheet and correct that.",
        example={"version": 12},
    ),
    "unreadable-request/score-not-stated": Said(
        "What such a play scores is not stated in the rules.",
        "Enter the score announced; the director may correct it.",
    ),
    "no-such-entry/to-take-back": Said(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet and take that back.",
        example={"version": 12},
    ),
    "retraction-too-late": Said(
        "“{what}” was entered after this turn; it can't be taken back any more.",
        "Correct the entry instead, with a reason: tap its line.",
        example={"what": "exchange 3"},
    ),
    "no-such-entry/turn": Said(
        "Entry {version} of this game is not a turn.",
        "Choose the turn on the sheet and correct that.",
        example={"version": 12},
    ),
    **{
        f"{code}/placed": Said(
            "{wrong}",
            "Check the square and the letters, and enter it again.",
            example={"wrong": wrong},
        )
        for code, wrong in UNPLACEABLE.items()
    },
    **{
        f"{code}/corrected": Said(
            "{wrong}", "Correct what is wrong before it first.", example={"wrong": wrong}
        )
        for code, wrong in UNPLACEABLE.items()
    },
}
