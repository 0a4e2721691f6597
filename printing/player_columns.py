"""The columns of a player's own sheet: a turn as that player notes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.vocabulary import RACK_SIZE
from printing.fonts import BOLD, MONO, MONO_BOLD
from printing.long_forms import WIDTH
from printing.page import whole
from printing.pen import LABEL, Pen
from printing.tags import COLUMN_HEAD
from printing.turn_columns import WRITING, is_placement

CELL = 6.2
"""Millimetres: width of a rack's cell."""

OWN = (("Rack", RACK_SIZE * CELL), ("Word", 44.6), ("Score", 13.0), ("Total", 15.0))
THEIRS = (("Word", 44.0), ("Score", 13.0), ("Total", 15.0))
GAP = WIDTH - sum(wide for _, wide in (*OWN, *THEIRS))


@dataclass(frozen=True, kw_only=True)
class OwnTurn:
    """One turn as a player notes it: own or the opponent's.

    Attributes:
      rack: the tiles held before it, one entry each; empty for the opponent's turns.
      word: as ``8D WINDY``, or ``exchange 3``.
      score: points of the turn.
      total: points after it.
    """

    rack: tuple[str, ...] = ()
    word: str = ""
    score: int | None = None
    total: int | None = None


def draw_heads(pen: Pen, left: float, down: float, columns: Sequence[tuple[str, float]]) -> None:
    """Draw what the columns of one player are called."""
    across = left
    with pen.tags.part("TR"):
        for head, each in columns:
            with pen.tags.part("TH", COLUMN_HEAD):
                pen.write(across + each / 2, down + 3.3, head, LABEL, align="middle")
            across += each


def draw_turn(pen: Pen, left: float, down: float, turn: OwnTurn, *, with_rack: bool) -> None:
    """Draw one turn; own turns begin with the cells of the rack."""
    (_, word), (_, score), (_, total) = (OWN if with_rack else THEIRS)[-3:]
    base = down + 5.4
    if with_rack:
        for cell in range(1, RACK_SIZE):
            pen.upright(left + cell * CELL, down + WRITING - 2.6, 2.6)
        with pen.tags.part("TD"):
            for place, tile in enumerate(turn.rack[:RACK_SIZE]):
                middle = left + (place + 0.5) * CELL
                pen.write(middle, base, tile, 12, MONO_BOLD, width=CELL - 0.8, align="middle")
        left += RACK_SIZE * CELL
    with pen.tags.part("TD"):
        if is_placement(turn.word):
            pen.write_tiles(left + 1.2, base, turn.word, 10.5, MONO, width=word - 2.2)
        else:
            pen.write(left + 1.2, base, turn.word, 10, width=word - 2.2)
    edge = left + word + score
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.score), 10.5, width=score - 2, align="right")
    edge += total
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.total), 10.5, BOLD, width=total - 2, align="right")
