"""The lines of a score sheet, as a tablet shows them. Each is put into words once a process."""

from __future__ import annotations

from typing import Any

from ledger.game.play.keeping.keeping import entered_by
from ledger.game.sheet.line import Line
from ledger.game.sheet.sheet import Sheet

_TOLD: dict[int, tuple[Line, dict[str, Any]]] = {}
"""Lines as they were told, by the object's number, which is the line's own while it is kept here.

A line is not changed by what is written after it: the sheet has another in its place then. A game
as others are shown it is folded anew and has lines of its own.
"""

LINES = 20_000
"""Lines that are kept at hand: of all games of a round of 400 tables."""


def lines_told(sheet: Sheet) -> list[dict[str, Any]]:
    """The lines of the score sheet, oldest first, each with who entered it."""
    found = []
    for line in sheet.lines:
        kept = _TOLD.get(id(line))
        if kept is None or kept[0] is not line:
            if len(_TOLD) >= LINES:
                _TOLD.clear()
            kept = _TOLD[id(line)] = line, _line(sheet, line)
        found.append(kept[1])
    return found


def _line(sheet: Sheet, line: Line) -> dict[str, Any]:
    return {
        "version": line.version,
        "seat": line.seat,
        "kind": line.kind,
        "move": line.move,
        "score": line.score,
        "total": line.totals[line.seat.place],
        "words": line.words,
        "announced": line.announced,
        "computed": line.computed,
        "placed": line.placed,
        "withdrawn": line.withdrawn,
        "corrected": bool(line.corrections),
        "by": entered_by(sheet, line),
        "verified": line.verified,
        "note": line.note,
        "tiles": line.tiles,
    }
