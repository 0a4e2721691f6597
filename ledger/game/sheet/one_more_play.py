"""After time was called on a sand timer: who still has the one more play."""

from __future__ import annotations

from ledger.game.facts.clock import SandTimeCalled
from ledger.game.sheet.line import LOST_TURNS
from ledger.game.sheet.opened import find
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Seat


def yet_to_play(sheet: Sheet) -> tuple[Seat, ...] | None:
    """The seats whose last play is to come; ``None`` if time was not called."""
    called = find(sheet.open, SandTimeCalled)
    if called is None:
        return None
    played = {
        line.seat
        for line in sheet.lines
        if line.place > called.version and (line.is_turn or line.kind in LOST_TURNS)
    }
    return tuple(seat for seat in Seat if seat not in played)
