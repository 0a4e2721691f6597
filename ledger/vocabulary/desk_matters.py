"""The kinds of what waits for an official, and until when it can be put off, with their words."""

from __future__ import annotations

from typing import Literal

MatterKind = Literal[
    "call", "verdicts-differ", "turns-since", "for-a-ruling", "step", "amendment", "petition",
    "unwritten", "finding", "to-confirm", "telling", "decision", "case", "appeal", "slip",
    "silent", "not-started", "clock", "unfinished", "papers-differ", "under-protest", "result",
    "arithmetic",
]  # fmt: skip
"""What waits, the most pressing kind first."""

Urgency = Literal["now", "round", "case"]
"""What a matter keeps waiting: people now, the end of the round, a case."""

AT_A_TABLE: frozenset[MatterKind] = frozenset(
    {
        "call", "verdicts-differ", "turns-since", "for-a-ruling", "step", "amendment", "petition",
        "unwritten", "slip",
    }
)  # fmt: skip
"""Kinds for which somebody waits at a table: it is told what becomes of each, and why."""

ENDS_WHEN_WAIVED: frozenset[MatterKind] = frozenset(
    {"call", "turns-since", "step", "amendment", "petition"}
)
"""Kinds that are a procedure of the game, named by the version that opened it: waived, it ends."""

NEVER_WAIVED: frozenset[MatterKind] = frozenset({"verdicts-differ", "slip", "unwritten"})
"""Kinds that a table waits for until somebody enters something; they can be put off."""

SetAsideHow = Literal["waived", "put-off", "taken-back"]
"""What a director did about a matter: nothing is done, it is done later, or neither holds."""

WasSetAside = Literal["waived", "put-off"]
"""What is taken back of a matter that waits again."""

PutOffUntil = Literal["time", "next-stop", "end-of-game"]
"""What brings it back: a time, the next stop of the clocks, the end of the game."""

ComesBack = Literal["", "time", "next-stop", "end-of-game"]
"""The same of a matter that may not be put off at all; empty: it is not."""

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
    "telling": "players are to be told",
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

URGENCY: dict[MatterKind, Urgency] = {
    "call": "now", "verdicts-differ": "now", "turns-since": "now", "for-a-ruling": "now",
    "step": "now", "petition": "now",
    "slip": "round", "silent": "round", "not-started": "round", "clock": "round",
    "amendment": "round", "unwritten": "round", "finding": "round", "to-confirm": "round",
    "telling": "round",
    "unfinished": "round", "papers-differ": "round", "under-protest": "round", "result": "round",
    "arithmetic": "round",
    "decision": "case", "case": "case", "appeal": "case",
}  # fmt: skip
"""In which group of the desk a matter of each kind stands; inside it, by how long it waits."""

SHORT: dict[MatterKind, str] = {
    "call": "Call", "verdicts-differ": "Verdicts differ", "turns-since": "Later turns",
    "for-a-ruling": "Ruling", "step": "Director’s step", "amendment": "Amendment",
    "petition": "Petition", "unwritten": "Not written", "finding": "Sheet differs",
    "to-confirm": "To confirm", "telling": "To tell", "decision": "Decision",
    "case": "Case", "appeal": "Appeal", "slip": "Verdict waits",
    "silent": "Tablet silent", "not-started": "Not begun", "clock": "Little time",
    "unfinished": "No result", "papers-differ": "Slips differ",
    "under-protest": "Protest", "result": "Result", "arithmetic": "Wrong sum",
}  # fmt: skip
"""Each kind in a word or two, where there is room for no more."""

FAMILIES: dict[str, tuple[MatterKind, ...]] = {
    "Calls": ("call",),
    "Rulings": ("for-a-ruling", "step", "petition", "telling", "decision", "case", "appeal"),
    "Scores and entries": (
        "amendment", "unwritten", "finding", "to-confirm", "silent", "not-started", "clock",
        "arithmetic",
    ),
    "Judging": ("verdicts-differ", "turns-since", "slip"),
    "Slips": ("unfinished", "papers-differ", "under-protest", "result"),
}  # fmt: skip
"""The kinds as the tabs of the desk count them."""

MATTERS_COUNTED: dict[MatterKind, tuple[str, str]] = {
    "call": ("call for the director", "calls for the director"),
    "verdicts-differ": ("final verdict to give", "final verdicts to give"),
    "turns-since": ("verdict overtaken by turns", "verdicts overtaken by turns"),
    "for-a-ruling": ("entry waiting for a ruling", "entries waiting for a ruling"),
    "step": ("step for the director", "steps for the director"),
    "amendment": ("amendment asked for", "amendments asked for"),
    "petition": ("petition", "petitions"),
    "unwritten": ("entry not written", "entries not written"),
    "finding": ("score sheet that does not agree", "score sheets that do not agree"),
    "to-confirm": ("entry to confirm", "entries to confirm"),
    "telling": ("taking back to tell players of", "takings back to tell players of"),
    "decision": ("decision on appeal to carry out", "decisions on appeal to carry out"),
    "case": ("case not finished", "cases not finished"),
    "appeal": ("appeal", "appeals"),
    "slip": ("slip waiting for its verdict", "slips waiting for their verdicts"),
    "silent": ("silent tablet", "silent tablets"),
    "not-started": ("game not begun", "games not begun"),
    "clock": ("clock with little time", "clocks with little time"),
    "unfinished": ("game without a result", "games without a result"),
    "papers-differ": ("game with two slips that differ", "games with two slips that differ"),
    "under-protest": ("signature under protest", "signatures under protest"),
    "result": ("result not signed or handed in", "results not signed or handed in"),
    "arithmetic": ("score announced wrong", "scores announced wrong"),
}
"""What one matter of a kind is called, and several of them."""

AT_TABLE_TOLD: dict[MatterKind, str] = {
    "call": "the call",
    "verdicts-differ": "the final verdict",
    "turns-since": "the turns made since that verdict",
    "for-a-ruling": "what waits for a ruling",
    "step": "what was reported",
    "amendment": "the amendment",
    "petition": "the petition",
    "unwritten": "the entry that was not written",
    "slip": "the slip",
}
"""What a table calls what it waits for; exactly the kinds of ``AT_A_TABLE``."""

LATER_TOLD: dict[ComesBack, str] = {
    "": "later",
    "time": "later",
    "next-stop": "when the clocks stop next",
    "end-of-game": "when the game is over",
}
"""When a director sees to it, as a table is told."""

UNTIL_TOLD = {
    "time": "until a time", "next-stop": "until the clocks stop next",
    "end-of-game": "until the game is over",
}  # fmt: skip
"""What people call what brings a matter back."""
