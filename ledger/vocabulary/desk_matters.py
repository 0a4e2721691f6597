"""The kinds of what waits for an official, and until when it can be put off, with their words."""

from __future__ import annotations

from typing import Literal

from ledger.messages import say

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


def kind_told(kind: MatterKind) -> str:
    """What people call a kind.

    >>> kind_told("call")
    'the director is called'
    """
    return say(f"choices.matter-kind.word.{kind}")


def until_told(until: PutOffUntil) -> str:
    """What people call what brings a matter back."""
    return say(f"choices.put-off-until.word.{until}")


def at_table_told(kind: MatterKind) -> str:
    """What a table calls what it waits for."""
    return say(f"matters.at-the-table.{kind}") if kind in AT_A_TABLE else kind_told(kind)


def later_told(until: ComesBack) -> str:
    """When a director sees to it, as a table is told."""
    return say(f"matters.later.{until or 'time'}")


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

FAMILIES: dict[str, tuple[MatterKind, ...]] = {
    "calls": ("call",),
    "rulings": ("for-a-ruling", "step", "petition", "telling", "decision", "case", "appeal"),
    "scores": (
        "amendment", "unwritten", "finding", "to-confirm", "silent", "not-started", "clock",
        "arithmetic",
    ),
    "judging": ("verdicts-differ", "turns-since", "slip"),
    "slips": ("unfinished", "papers-differ", "under-protest", "result"),
}  # fmt: skip
"""The kinds as the tabs of the desk count them."""
