"""What is refused at the doors: badges, PINs, sessions and tablets; and at the desk itself."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "unreadable-request/badge-of-nothing": Said(
        "A badge needs a number of up to 40 characters, a name and a role.",
        "Fill all three in.",
    ),
    "no-such-badge": Said(
        "There is no badge {badge}.",
        "Check its number.",
        example={"badge": "K7"},
    ),
    "last-one": Said(
        "Badge {badge} is the last that can issue badges.",
        "Issue another director's badge first.",
        example={"badge": "K7"},
    ),
    "wrong-pin": Said(
        "Badge and PIN do not belong together.",
        "Check both and try again.",
    ),
    "weak-pin/the-old-one": Said(
        "That is the PIN you had.",
        "Choose another.",
    ),
    "unreadable-request/token-of-nothing": Said(
        "A token needs a name, by which it can be taken back.",
        "Say which program it is for.",
    ),
    "unreadable-request/token-days": Said(
        "A token lasts from 1 day to {longest:day}.",
        "Choose how long, and make a new one when it has run out.",
        example={"longest": 366},
    ),
    "another-badges": Said(
        "A token speaks for the badge of who makes it, and for no other.",
        "Sign in with that badge, and make it there.",
    ),
    "no-scope": Said(
        "A token that may do nothing opens nothing.",
        "Choose what it may do.",
    ),
    "token-taken": Said(
        "This badge has a token called {token}.",
        "Take that one back first, or choose another name.",
        example={"token": "Video stream"},
    ),
    "no-such-token/by-name": Said(
        "This badge has no token called {token}.",
        "Look at the list again; somebody may have taken it back.",
        example={"token": "Video stream"},
    ),
    "no-such-invitation": Said(
        "This code was used, is too old, or was never given.",
        "Ask the director for a new one.",
    ),
    "unreadable-request/another-badge": Said(
        "This is about another badge.",
        "Reload the page, and try again.",
    ),
    "locked-out/here": Said(
        "Too many wrong tries from here.",
        "Try again in {minutes} min, use another tablet, or ask the director.",
        example={"minutes": 15},
    ),
    "locked-out/everywhere": Said(
        "This badge has been tried with wrong PINs from many places.",
        "Sign in on a tablet that was taken in, or where you signed in before.",
    ),
    "too-many-signing-in": Said(
        "Too many are signing in at this moment.",
        "Wait a quarter of a minute, then try again.",
    ),
    "weak-pin/too-short": Said(
        "That PIN is too short or too easy to guess; {shortest} characters at least.",
        "Choose another, with letters if you like.",
        example={"shortest": 6},
    ),
    "number-used": Said(
        "This device has already used number {device_seq} for another request.",
        "Enrol the tablet again; its count was lost.",
        example={"device_seq": 4},
    ),
    "changed-request": Said(
        "This request was answered before, with other contents.",
        "Enter it again as a new request.",
    ),
    "no-such-ruling": Said(
        "No director has ruled on this game under that case.",
        "Ask the director for the ruling, then enter it under its case.",
    ),
    "no-such-device": Said(
        "There is no device {device}.",
        "Check its name.",
        example={"device": "t14-x3k9q"},
    ),
    "badge-taken": Said(
        "Badge {badge} has been issued.",
        "Choose another number.",
        example={"badge": "K7"},
    ),
    "case-there": Said(
        "This case has been opened.",
        "Go on with it.",
    ),
    "no-such-entry/that-waits": Said(
        "No entry of this game waits under that number.",
        "Reload the page, and look again.",
    ),
    "no-such-entry/to-rule-on": Said(
        "No refused entry that a ruling could overcome has that number.",
        "Look at the list again; somebody may have entered it since.",
    ),
    "another-tablets": Said(
        "That entry was made on {device}.",
        "Whoever made it decides there, or call the director.",
        example={"device": "t14-x3k9q"},
    ),
    "not-entered": Said(
        "The entry that takes its place has not arrived.",
        "Send it first.",
    ),
    "no-reason/to-drop": Said(
        "An entry is dropped with a reason in a few words.",
        "Say why it should not be on the sheet.",
    ),
    "result-final/under-a-ruling": Said(
        "This result is final; a ruling about it is carried out under a director's own badge.",
        "Call the director, who enters badge and PIN.",
    ),
    "skipped-number": Said(
        "The request came before request {expected}.",
        "Send request {expected} first.",
        example={"expected": 3},
    ),
    "unreadable-request/unwritable-characters": Said(
        "The request holds characters that can't be written down.",
        "Type the words again.",
    ),
    "no-such-game": Said(
        "There is no game {game} in this record.",
        "Check the tournament, round and table; `tilescribe serve` lists them all.",
        example={"game": "0b9d4c1e-77aa-4c1f-8d2b-90b1f0a4c6d2"},
    ),
    "no-such-tournament/asked-about": Said(
        "There is no such tournament in this record.",
        "Check its short name; `tilescribe serve` lists them all.",
    ),
}
