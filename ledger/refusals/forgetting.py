"""What is refused where somebody is to be forgotten."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "no-such-person": Said(
        "Nobody of that name gave anything in this tournament that lies beside the log.",
        "Choose somebody from the list on the page; names, scores and turns are the log itself.",
    ),
    "not-the-name": Said(
        "The name typed is not that of the person chosen, and what is removed never comes back.",
        "Type the name as it stands above, or choose somebody else.",
    ),
    "nothing-to-remove": Said(
        "Nothing that this person gave is left to be removed.",
        "Look at the list: it says what was removed, and when.",
    ),
    "still-needed": Said(
        "It is still needed: {why}.",
        "Finish that first; until then a decision may have to rest on it.",
        example={"why": "the result of R3 T14 is not final; C-2 is under appeal"},
    ),
    "something-else-to-remove": Said(
        "What this person gave is not what was shown when you looked.",
        "Look at the list again, and decide anew.",
    ),
}
