"""What is refused of calls for the director."""

from __future__ import annotations

from ledger.refusals.said import Said

SAID = {
    "no-such-entry/warning": Said(
        "No warning of that kind is due to {player}.",
        "Warn the player on the page of warnings, or check which warning is due.",
        example={"player": "Ada"},
    ),
    "unreadable-request/warning-waived": Said(
        "A warning is waived for a reason.",
        "Say why no warning is given.",
    ),
    "unreadable-request/call-without-reason": Said(
        "A call for the director needs a reason.",
        "Say what it is about.",
    ),
    "unreadable-request/turn-not-made": Said(
        "Turn {turn} was not made; there are {turns}.",
        "Name the turn that the claim answers, or none.",
        example={"turn": 9, "turns": 4},
    ),
    "unreadable-request/no-such-act": Said(
        "{book} names no act {offence!r}.",
        "Choose an act of its list, or leave it out and give the reason in words.",
        example={"book": "wespa-5.1", "offence": "humming"},
    ),
    "director-on-the-way": Said(
        "A director is on the way to this table, or there.",
        "Go as well where two are needed; it need not be entered.",
    ),
    "needs-ruling/free-challenge": Said(
        "A free challenge takes a director's ruling.",
        "Open a case, rule with a citation, and enter it under that case.",
    ),
    "director-not-called": Said(
        "Nobody has called the director to this table.",
        "Enter the call first, with its reason.",
    ),
}
