"""What is refused of who keeps the record of a table, and who looks it over."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "table-handed-over": Said(
        "This table was handed over; it is kept by {whom}.",
        "Take the table over, look at the sheet, then enter yours if it is still right.",
        example={"whom": "badge S-2 on tablet-4"},
    ),
    "not-yours-to-hand-over": Said(
        "This table is not kept by this badge on this tablet.",
        "Take the table over if you keep it from here on.",
    ),
    "no-such-entry/line": Said(
        "Entry {version} of this game is not a line of the sheet.",
        "Look at the sheet as it is now, and verify what stands there.",
        example={"version": 12},
    ),
    "own-entry": Said(
        "“{move}” was entered under badge {badge}, the one that verifies it.",
        "Somebody with another badge can verify it.",
        example={"move": "8D WINDY", "badge": "S-2"},
    ),
    "corrected-since": Said(
        "“{move}” was corrected after you looked at it.",
        "Look at it as it stands now, then verify it.",
        example={"move": "8D WINDY"},
    ),
}
