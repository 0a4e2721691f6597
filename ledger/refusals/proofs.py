"""What is refused of checkpoints and proofs: nothing to sign, a record that is not what it was."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "nothing-to-sign": Said(
        "There is no event in this record yet.",
        "Ask for a checkpoint once there is one.",
    ),
    "record-differs": Said(
        "The first {size} events are not those that were signed before.",
        "Run tilescribe verify, keep this record and its backups as they are, and compare the "
        "checkpoints on paper.",
        example={"size": 812},
    ),
    "key-unreadable": Said(
        "The key in {file} can't be read.",
        "Put its copy back with `tilescribe key restore FILE`, or make a new one with "
        "`tilescribe key new`.",
        example={"file": "checkpoint.key"},
    ),
    "written-meanwhile/checkpoint": Said(
        "Others write to the record without a pause.",
        "Ask for the checkpoint again.",
    ),
    "nothing-under-it": Said(
        "No event of {about} lies under that checkpoint.",
        "Ask for a checkpoint now, and for the proof after it.",
        example={"about": "spring-open/R3/T14"},
    ),
    "no-such-bundle": Said(
        "No bundle {number} of this case was handed out.",
        "Look on the page of the case which ones were.",
        example={"number": 3},
    ),
    "bundle-differs": Said(
        "Bundle {number} can't be made again here as it was: it was printed with {then}, and "
        "here are {now}.",
        "Install those versions, or ask whoever was given it for the file: its signature says "
        "whether it is whole.",
        example={"number": 1, "then": "reportlab 5.1.0", "now": "reportlab 5.2.0"},
    ),
    "bundle-differs/removed": Said(
        "Bundle {number} can't be made again as it was: something it held was removed from the "
        "record since, or this release prints it otherwise.",
        "Ask whoever was given it for the file: its signature says whether it is whole.",
        example={"number": 1},
    ),
    "section-lost": Said(
        "What bundle {number} was signed with isn't kept any more.",
        "Ask whoever was given it for the file; run tilescribe verify on this record.",
        example={"number": 1},
    ),
    "not-a-director": Said(
        "{badge} is no director's badge.",
        "Name the badge of a director; tilescribe badge lists them.",
        example={"badge": "K1"},
    ),
}
