"""The score sheet of one game, folded from its events."""

from ledger.game.sheet.folding import after, replay
from ledger.game.sheet.line import Correction, Line, LineKind, Stock
from ledger.game.sheet.parts import Blank
from ledger.game.sheet.sheet import Sheet

__all__ = ["Blank", "Correction", "Line", "LineKind", "Sheet", "Stock", "after", "replay"]
