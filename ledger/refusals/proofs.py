"""What is refused of checkpoints and proofs: nothing to sign, a record that is not what it was."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "nothing-to-sign": Said(
        "There is no event in this record yet.",
        "Ask for a checkpoint once there is one.",
    ),
    "record-differs": Said(
        "The first {size:event} are not those that were signed before.",
        "Run tilescribe verify, keep this record and its backups as they are, and compare the "
        "checkpoints on paper.",
        example={"size": 812},
    ),
    "nothing-to-settle": Said(
        "That witness has found nothing against this record, or took it back.",
        "Load the page of checkpoints again.",
    ),
    "no-reason/to-settle": Said(
        "Nobody says what came of it.",
        "Write what was found out, in a sentence.",
    ),
    "key-unreadable/here": Said(
        "The key in {file} can't be read.",
        "Put its copy back with `tilescribe key restore FILE`, or make a new one with "
        "`tilescribe key new`.",
        example={"file": "checkpoint.key"},
    ),
    "key-unreadable/password": Said(
        "That password does not open {file}.",
        "Type it again as it was given to `tilescribe key copy`. If it is right, the copy is "
        "damaged: take another.",
        example={"file": "away.pem"},
    ),
    "key-unreadable/no-copy": Said(
        "{file} does not hold keys as `tilescribe key copy` puts them away.",
        "Name another copy, or make a new key with `tilescribe key new`.",
        example={"file": "away.pem"},
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
}
