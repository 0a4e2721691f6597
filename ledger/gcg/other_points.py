"""Points that GCG has no line for: a penalty or credit of a director, what a slip has beyond turns.

They are written as the lines that every program adds up, overtime for points that are taken off
and a challenge for points that are given, with a note in front that says it was none.
"""

from __future__ import annotations

from ledger.gcg.record import GcgEvent, Kind

NOT_SO = {Kind.TIME: "No overtime: ", Kind.CHALLENGE: "No challenge: "}
"""How the first note on such a line begins."""

NOT_RECORDED = "The tiles of this turn were not recorded."
"""The note on a turn whose points alone are known; GCG has only a pass for it."""


def kind_for(points: int) -> Kind:
    """The kind of line that other points are written as."""
    return Kind.CHALLENGE if points > 0 else Kind.TIME


def why_other(event: GcgEvent) -> str:
    """What a line is that says of itself not to be what it looks like; ``""`` for any other."""
    begins = NOT_SO.get(event.kind, "")
    first = event.notes[0] if event.notes else ""
    return first.removeprefix(begins) if begins and first.startswith(begins) else ""
