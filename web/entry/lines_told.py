"""The lines of a score sheet, as a tablet shows them, and what taking the last turn back does.

Each line is put into words once a process.
"""

from __future__ import annotations

from msgspec import Struct

from ledger.game.play.keeping.keeping import entered_by
from ledger.game.play.turns.retractions import goes_with_it, why_not
from ledger.game.sheet.line import Line, LineKind
from ledger.game.sheet.sheet import Sheet
from ledger.vocabulary import Points, Seat, Tiles, WordScore

Badges = tuple[str, ...]
"""Whoever had a part in something, by badge."""


class LineTold(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the score sheet. Fields as in ``Line``; ``note`` and ``tiles`` where it has some.

    Attributes:
      version: of the event that made it; a request about this line names it.
      total: points of ``seat`` after this line.
      placed: index on the board and tile of each tile laid, blanks lower case.
      announced: points the player said; ``None``: nobody noted them.
      computed: points by our own count; ``None``: the board was not known.
      withdrawn: the play was challenged off.
      corrected: something of it was put right later.
      by: badges under which something of it was entered.
      verified: badges under which it was looked over and found right.
      tiles: those exchanged or left unplayed, as far as known.
    """

    version: int
    seat: Seat
    kind: LineKind
    move: str
    score: Points
    total: Points
    words: tuple[WordScore, ...]
    announced: Points | None
    computed: Points | None
    placed: tuple[tuple[int, str], ...]
    withdrawn: bool
    corrected: bool
    by: Badges
    verified: Badges
    note: str = ""
    tiles: Tiles = Tiles("")


class Undo(Struct, frozen=True, kw_only=True):
    """What the scorekeeper's Undo takes back with the last turn, or why it can't be.

    Attributes:
      version: of the turn's event.
      goes: what is taken back with it: ``blank``, ``hold``.
      why: why it can't be; empty: it can.
      next: what to do instead, or empty.
    """

    version: int
    goes: tuple[str, ...]
    why: str
    next: str


_TOLD: dict[int, tuple[Line, LineTold]] = {}
"""Lines as they were told, by the object's number, which is the line's own while it is kept here.

A line is not changed by what is written after it: the sheet has another in its place then. A game
as others are shown it is folded anew and has lines of its own.
"""

LINES = 20_000
"""Lines that are kept at hand: of all games of a round of 400 tables."""


def lines_told(sheet: Sheet) -> tuple[LineTold, ...]:
    """The lines of the score sheet, oldest first, each with who entered it."""
    found = []
    for line in sheet.lines:
        kept = _TOLD.get(id(line))
        if kept is None or kept[0] is not line:
            if len(_TOLD) >= LINES:
                _TOLD.clear()
            kept = _TOLD[id(line)] = line, _line(sheet, line)
        found.append(kept[1])
    return tuple(found)


def _line(sheet: Sheet, line: Line) -> LineTold:
    return LineTold(
        version=line.version, seat=line.seat, kind=line.kind, move=line.move, score=line.score,
        total=line.totals[line.seat.place], words=line.words, announced=line.announced,
        computed=line.computed, placed=line.placed, withdrawn=line.withdrawn,
        corrected=bool(line.corrections), by=entered_by(sheet, line), verified=line.verified,
        note=line.note, tiles=line.tiles,
    )  # fmt: skip


def undo_told(sheet: Sheet) -> Undo | None:
    """What Undo does at this moment; ``None`` before the first turn."""
    line = sheet.last_turn
    if line is None:
        return None
    final = "The result is final." if sheet.is_final else ""
    alone = line.version == sheet.version  # nothing was written after it
    refusal = None if alone else why_not(sheet, line)
    why, following = (refusal.what, refusal.next_step) if refusal else (final, "")
    return Undo(
        version=line.version,
        goes=() if alone else goes_with_it(sheet, line),
        why=why,
        next=following,
    )
