"""Refusals about accounts, proofs, rulebooks and removals."""

from __future__ import annotations

from ledger.refusals.saying import Message

# What is refused at the doors: badges, PINs, sessions and tablets; and at the desk itself.


SAID = {
    "unreadable-request/badge-of-nothing": Message(
        "A badge needs a number of up to 40 characters, a name and a role.",
        "Fill all three in.",
    ),
    "no-such-badge": Message(
        "There is no badge {badge}.",
        "Check its number.",
        example={"badge": "K7"},
    ),
    "last-one": Message(
        "Badge {badge} is the last that can issue badges.",
        "Issue another director's badge first.",
        example={"badge": "K7"},
    ),
    "wrong-pin": Message(
        "Badge and PIN do not belong together.",
        "Check both and try again.",
    ),
    "weak-pin/the-old-one": Message(
        "That is the PIN you had.",
        "Choose another.",
    ),
    "unreadable-request/token-of-nothing": Message(
        "A token needs a name, by which it can be taken back.",
        "Say which program it is for.",
    ),
    "unreadable-request/token-days": Message(
        "A token lasts from 1 day to {longest:day}.",
        "Choose how long, and make a new one when it has run out.",
        example={"longest": 366},
    ),
    "another-badges": Message(
        "A token speaks for the badge of who makes it, and for no other.",
        "Sign in with that badge, and make it there.",
    ),
    "no-scope": Message(
        "A token that may do nothing opens nothing.",
        "Choose what it may do.",
    ),
    "token-taken": Message(
        "This badge has a token called {token}.",
        "Take that one back first, or choose another name.",
        example={"token": "Video stream"},
    ),
    "no-such-token/by-name": Message(
        "This badge has no token called {token}.",
        "Look at the list again; somebody may have taken it back.",
        example={"token": "Video stream"},
    ),
    "no-such-invitation": Message(
        "This code was used, is too old, or was never given.",
        "Ask the director for a new one.",
    ),
    "unreadable-request/another-badge": Message(
        "This is about another badge.",
        "Reload the page, and try again.",
    ),
    "locked-out/here": Message(
        "Too many wrong tries from here.",
        "Try again in {minutes} min, use another tablet, or ask the director.",
        example={"minutes": 15},
    ),
    "locked-out/everywhere": Message(
        "This badge has been tried with wrong PINs from many places.",
        "Sign in on a tablet that was taken in, or where you signed in before.",
    ),
    "too-many-signing-in": Message(
        "Too many are signing in at this moment.",
        "Wait a quarter of a minute, then try again.",
    ),
    "weak-pin/too-short": Message(
        "That PIN is too short or too easy to guess; {shortest} characters at least.",
        "Choose another, with letters if you like.",
        example={"shortest": 6},
    ),
    "number-used": Message(
        "This device has already used number {device_seq} for another request.",
        "Enrol the tablet again; its count was lost.",
        example={"device_seq": 4},
    ),
    "changed-request": Message(
        "This request was answered before, with other contents.",
        "Enter it again as a new request.",
    ),
    "no-such-ruling": Message(
        "No director has ruled on this game under that case.",
        "Ask the director for the ruling, then enter it under its case.",
    ),
    "no-such-device": Message(
        "There is no device {device}.",
        "Check its name.",
        example={"device": "t14-x3k9q"},
    ),
    "badge-taken": Message(
        "Badge {badge} has been issued.",
        "Choose another number.",
        example={"badge": "K7"},
    ),
    "case-there": Message(
        "This case has been opened.",
        "Go on with it.",
    ),
    "no-such-entry/that-waits": Message(
        "No entry of this game waits under that number.",
        "Reload the page, and look again.",
    ),
    "no-such-entry/to-rule-on": Message(
        "No refused entry that a ruling could overcome has that number.",
        "Look at the list again; somebody may have entered it since.",
    ),
    "another-tablets": Message(
        "That entry was made on {device}.",
        "Whoever made it decides there, or call the director.",
        example={"device": "t14-x3k9q"},
    ),
    "not-entered": Message(
        "The entry that takes its place has not arrived.",
        "Send it first.",
    ),
    "no-reason/to-drop": Message(
        "An entry is dropped with a reason in a few words.",
        "Say why it should not be on the sheet.",
    ),
    "result-final/under-a-ruling": Message(
        "This result is final; a ruling about it is carried out under a director's own badge.",
        "Call the director, who enters badge and PIN.",
    ),
    "skipped-number": Message(
        "The request came before request {expected}.",
        "Send request {expected} first.",
        example={"expected": 3},
    ),
    "unreadable-request/unwritable-characters": Message(
        "The request holds characters that can't be written down.",
        "Type the words again.",
    ),
    "no-such-game": Message(
        "There is no game {game} in this record.",
        "Check the tournament, round and table; `tilescribe serve` lists them all.",
        example={"game": "0b9d4c1e-77aa-4c1f-8d2b-90b1f0a4c6d2"},
    ),
    "no-such-tournament/asked-about": Message(
        "There is no such tournament in this record.",
        "Check its short name; `tilescribe serve` lists them all.",
    ),
}


# What is refused of checkpoints and proofs: nothing to sign, a record that is not what it was.


SAID_PROOFS = {
    "nothing-to-sign": Message(
        "There is no event in this record yet.",
        "Ask for a checkpoint once there is one.",
    ),
    "record-differs": Message(
        "The first {size:event} are not those that were signed before.",
        "Run tilescribe record verify, keep this record and its backups as they are, and compare "
        "the checkpoints on paper.",
        example={"size": 812},
    ),
    "nothing-to-settle": Message(
        "That witness has found nothing against this record, or took it back.",
        "Load the page of checkpoints again.",
    ),
    "no-reason/to-settle": Message(
        "Nobody says what came of it.",
        "Write what was found out, in a sentence.",
    ),
    "key-unreadable/here": Message(
        "The key in {file} can't be read.",
        "Put its copy back with `tilescribe key restore FILE`, or make a new one with "
        "`tilescribe key new`.",
        example={"file": "checkpoint.key"},
    ),
    "key-unreadable/password": Message(
        "That password does not open {file}.",
        "Type it again as it was given to `tilescribe key copy`. If it is right, the copy is "
        "damaged: take another.",
        example={"file": "away.pem"},
    ),
    "key-unreadable/no-copy": Message(
        "{file} does not hold keys as `tilescribe key copy` puts them away.",
        "Name another copy, or make a new key with `tilescribe key new`.",
        example={"file": "away.pem"},
    ),
    "key-unreadable/token": Message(
        "The token with the key can't be used: {why}.",
        "Put the token in, and look at the line in checkpoint.key and at the PIN it names.",
        example={"why": "no PIN in env:HALL_PIN"},
    ),
    "key-in-token": Message(
        "The key lies in a token, which gives it to nobody.",
        "Keep the token. After its loss `tilescribe key new` makes another key.",
    ),
    "no-such-key": Message(
        "This record was never signed with {key}.",
        "Copy a key from `tilescribe key show`, or its id of 8 digits.",
        example={"key": "1f2e3d4c"},
    ),
    "key-is-trusted": Message(
        "That key is not revoked.",
        "Look at `tilescribe key show`.",
    ),
    "revoked-ahead": Message(
        "{since} is still to come.",
        "Name the moment from which nobody is to trust the key: now, or earlier.",
        example={"since": "2026-11-28 09:00 UTC"},
    ),
    "written-meanwhile/checkpoint": Message(
        "Others write to the record without a pause.",
        "Ask for the checkpoint again.",
    ),
    "nothing-under-it": Message(
        "No event of {about} lies under that checkpoint.",
        "Ask for a checkpoint now, and for the proof after it.",
        example={"about": "spring-open/R3/T14"},
    ),
}


# What is refused where a rulebook says nothing, or of what is asked of the rulebooks.


SAID_RULEBOOKS = {
    "rulebook-silent": Message(
        "The rulebook does not settle this: {point}.",
        "Call the director and enter the ruling.",
        example={"point": "recount, partial"},
    ),
    "clause-not-in-our-copy": Message(
        "Our copy of the rulebook lacks the text of a rule: {point}.",
        "Call the director and enter the ruling.",
        example={"point": "overtime, forfeit after"},
    ),
    "option-not-chosen/by-the-organiser": Message(
        "The rulebook leaves this to the organiser, who has not chosen: {point}.",
        "Ask the organiser to choose, or call the director and enter the ruling.",
        example={"point": "challenge, mode"},
    ),
    "call-the-director": Message(
        "{sentence}",
        "Call the director, who rules. Readings: {readings}.",
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "readings": "all of them; or: all but one",
        },
    ),
    "no-such-reading": Message(
        "{sentence} The ruling has to say which reading holds: {listed}.",
        "Choose one of them, or give another in your own words.",
        example={
            "sentence": "The rule does not say how many tiles are turned up.",
            "listed": "(1) all of them; (2) all but one",
        },
    ),
    "unreadable-request/trap": Message(
        "There is no trap {name!r}.", "Check its id.", example={"name": "T4-99"}
    ),
    "unreadable-request/reading-of-none": Message(
        "A reading is one of a gap or contradiction, and none is named.",
        "Name it by its id, as T4-20.",
    ),
    "no-such-option": Message(
        "There is no option {option!r}.",
        "Choose among {options}.",
        example={"option": "overtime", "options": "play, challenge-mode, challenge-seconds"},
    ),
    "option-not-in-this-rulebook/fixed": Message(
        "{book} does not leave {option!r} to the organiser{told}.",
        "Leave it out, or enter a director's ruling.",
        example={"book": "wespa-4.0", "option": "hold-seconds", "told": ": it is 15"},
    ),
    "option-not-in-this-rulebook/value": Message(
        "{book} does not allow {value!r} for {option!r}.",
        "Choose {allowed}, or enter a director's ruling.",
        example={
            "book": "wespa-5.1",
            "value": "7",
            "option": "challenge-points",
            "allowed": "5 or 10",
        },
    ),
    "no-such-rulebook/wespa-5.2": Message(
        "There is no profile of wespa-5.2: its text was not available.",
        "Open the tournament on wespa-5.1 and say so on the notice: 5.1 values are used.",
    ),
    "no-such-rulebook/unknown": Message(
        "There is no rulebook {name!r}.",
        "Choose among {books}.",
        example={"name": "wespa-6", "books": "wespa-4.0, wespa-5.1"},
    ),
    "no-such-rulebook/edition": Message(
        "This was begun under the edition {edition} of {name}. Its file was changed or is gone, "
        "and no copy of that edition is here.",
        "Put the file back as it was, or the folder rulebook-copies from a backup.",
        example={"name": "our-club", "edition": "8db546e5"},
    ),
    "no-such-clause/nearest": Message(
        "{title} has no rule {rule!r}, or none we know of.",
        "Nearest: {nearest}.",
        example={"title": "WESPA Game Rules 4.0", "rule": "3.9.55", "nearest": "3.9.5, 3.9.6"},
    ),
    "no-such-clause/none-near": Message(
        "{title} has no rule {rule!r}, or none we know of.",
        "Look through the list of its rules.",
        example={"title": "WESPA Game Rules 4.0", "rule": "99"},
    ),
    "no-such-clause/cited": Message(
        "{rule} is no clause of {book}.",
        "Nearest: {nearest}. Choose one, or search with a few words.",
        example={"rule": "3.8(z)", "book": "wespa-5.1", "nearest": "3.8, 3.8(a), 3.8(b)"},
    ),
    "no-such-clause/words": Message(
        "“{rule}” is no clause of {book}.",
        "These rules may be meant: {nearest}. Choose one by its number.",
        example={"rule": "undeclared blank", "book": "wespa-5.1", "nearest": "3.8(b), 3.8(c)"},
    ),
    "no-such-clause/empty": Message(
        "“A rule of this event” with no words is no clause of {book}.",
        "Write what the rule is: “a rule of this event: no hot drinks at the tables”.",
        example={"book": "wespa-5.1"},
    ),
    "no-such-clause/cited-none-near": Message(
        "“{rule}” is no clause of {book}.",
        "Name a clause by its number, or write “a rule of this event: …” for one of your own.",
        example={"rule": "zebra", "book": "wespa-5.1"},
    ),
    "no-such-board": Message(
        "There is no board {name!r}.",
        "Use one of {boards}.",
        example={"name": "round", "boards": "standard, super"},
    ),
    "no-such-tile-set": Message(
        "There is no tile set {name!r}.",
        "Use one of {tile_sets}, or the file of another.",
        example={"name": "runes", "tile_sets": "english, french"},
    ),
    "not-a-tile-set": Message(
        "{file} is no tile set: {mistakes}.",
        "Correct it. The manual, under *Tiles and boards*, shows what such a file looks like.",
        example={"file": "esperanto.toml", "mistakes": "A: write [value, how many in the set]"},
    ),
}


SAID_FORGETTING = {
    "no-such-person": Message(
        "Nobody of that name gave anything in this tournament that lies beside the log.",
        "Choose somebody from the list on the page; names, scores and turns are the log itself.",
    ),
    "not-the-name": Message(
        "The name typed is not that of the person chosen, and what is removed never comes back.",
        "Type the name as it stands above, or choose somebody else.",
    ),
    "nothing-to-remove": Message(
        "Nothing that this person gave is left to be removed.",
        "Look at the list: it says what was removed, and when.",
    ),
    "still-needed": Message(
        "It is still needed: {why}.",
        "Finish that first; until then a decision may have to rest on it.",
        example={"why": "the result of R3 T14 is not final; C-2 is under appeal"},
    ),
    "something-else-to-remove": Message(
        "What this person gave is not what was shown when you looked.",
        "Look at the list again, and decide anew.",
    ),
}
