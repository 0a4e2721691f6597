"""A move as players write it, with the letters it was played through: ``A(IMPROVER)``."""

from __future__ import annotations

from ledger.equipment.tile_set import THROUGH
from ledger.game.sheet import Line, Sheet
from ledger.game.sheet.moves import read_on_board


def move_words(line: Line, sheet: Sheet) -> str:
    """The line as the move column says it, with the letters it was played through.

    Where a square is empty by now, the words that were formed then say what lay there.
    """
    if line.placement is None or THROUGH not in line.placement.letters:
        return line.told
    return read_on_board(line.placement, sheet) or line.told
