"""The kinds of what waits for an official, and until when it can be put off, with their words."""

from __future__ import annotations

from typing import Literal

MatterKind = Literal[
    "call", "verdicts-differ", "turns-since", "for-a-ruling", "step", "amendment", "petition",
    "unwritten", "finding", "to-confirm", "decision", "case", "appeal", "slip", "silent",
    "not-started", "clock", "unfinished", "papers-differ", "under-protest", "result", "arithmetic",
]  # fmt: skip
"""What waits, the most pressing kind first."""

PutOffUntil = Literal["time", "next-stop", "end-of-game"]
"""What brings it back: a time, the next stop of the clocks, the end of the game."""

MATTERS_TOLD = {
    "call": "the director is called",
    "verdicts-differ": "verdicts differ",
    "turns-since": "turns made since a verdict that no longer holds",
    "for-a-ruling": "waiting for a ruling",
    "step": "a step of the director's",
    "amendment": "an amendment is asked for",
    "petition": "a petition",
    "unwritten": "an entry was not written",
    "finding": "the sheet does not agree",
    "to-confirm": "to be confirmed by a director",
    "decision": "a decision on appeal is to be carried out",
    "case": "a case is not finished",
    "appeal": "an appeal is not decided",
    "slip": "a slip waits for its verdict",
    "silent": "a tablet is silent",
    "not-started": "the game has not begun",
    "clock": "little time is left",
    "unfinished": "the game is not finished",
    "papers-differ": "two slips of one game differ",
    "under-protest": "signed under protest",
    "result": "the result is not handed in",
    "arithmetic": "scores announced wrong",
}
"""What people call each kind."""

UNTIL_TOLD = {
    "time": "until a time", "next-stop": "until the clocks stop next",
    "end-of-game": "until the game is over",
}  # fmt: skip
"""What people call what brings a matter back."""
