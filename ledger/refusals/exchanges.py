"""What is refused of exchanges, and of objections to them."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/exchanged": Said(
        "{count:tile} can't be exchanged.",
        "Enter how many tiles went back, 1 to 7; with none put out it is a pass.",
        example={"count": 8},
    ),
    "right-gone": Said(
        "The right to object to this exchange is gone: an unwanted tile is back in the bag.",
        "Play on, or call the director, who may give a remedy where the book states none.",
        clause="improper_exchange.procedure",
    ),
    "challenge-pending/exchange": Said(
        "An exchange is being looked into already.",
        "Enter what was decided about it first.",
    ),
    "exchange-not-final": Said(
        "This exchange is not final: the timer was not pressed and nothing was drawn.",
        "The player may still change the move; take the entry back.",
        clause="improper_exchange.final_when",
    ),
    "judged-already": Said(
        "This exchange was found illegal before, and what follows was written.",
        "Play on, or call the director.",
        clause="improper_exchange.procedure",
    ),
    "no-such-entry/exchange": Said(
        "There is no such exchange on the sheet.",
        "Enter the exchange first, or choose another line.",
    ),
    "unreadable-request/exchange-numbers": Said(
        "These numbers don't fit an exchange of {count} with {bag:tile} in the bag.",
        "Count the tiles in the bag, on the rack and on the table again.",
        example={"count": 5, "bag": 9},
    ),
    "more-than-there-are/on-the-rack": Said(
        "{rack:tile} on the rack and {bag} in the bag are more than are off the board.",
        "Count the rack and the bag; if the set is irregular, report that first.",
        example={"rack": 7, "bag": 90},
    ),
    "no-such-entry/exchange-of": Said(
        "{player} has exchanged nothing in this game.",
        "Check whose tiles they are, or enter the exchange first.",
        example={"player": "Ada"},
    ),
    "tiles-do-not-add-up/unwanted": Said(
        "{player} never exchanged more than {most} at once.",
        "Count the tiles again, or correct the exchange.",
        example={"player": "Ada", "most": 3},
    ),
    "unreadable-request/unwanted": Said(
        "{count:tile} can't have been left after an exchange.",
        "Enter how many lie on the table, 1 to 7.",
        example={"count": 8},
    ),
    "no-such-entry/unwanted": Said(
        "No unwanted tiles were found on this table.",
        "Enter first that they were found.",
    ),
    "not-shown": Said(
        "Both players see the tiles before they go into the bag.",
        "Show them, then enter it again.",
        clause="improper_exchange.left_on_table",
    ),
    "not-judged": Said(
        "It has not been settled yet that the exchange was illegal.",
        "Enter the verdict first.",
    ),
    "tiles-do-not-add-up/exchange": Said(
        "To be shown: {shown:tile}. To go into the bag: {back}.",
        "Count again, or call the director.",
        example={"shown": 5, "back": 2},
    ),
    "unreadable-request/into-the-bag": Said(
        "{returned:tile} can't have gone into the bag.",
        "Count the tiles on the rack and in the bag again.",
        example={"returned": 9},
    ),
    "no-such-entry/objection": Said(
        "Nobody has objected to an exchange.",
        "Enter the objection first.",
    ),
    "director-judges/exchange": Said(
        "The director says whether the exchange was legal.",
        "Call the director.",
        clause="improper_exchange.judged_by",
    ),
}
