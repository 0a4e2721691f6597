"""The sanction box of a score sheet: warnings, penalties and forfeits of a game, a row each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printing.fonts import BOLD
from printing.heading import spoken
from printing.page import clock_words, plain
from printing.pen import LABEL, Pen
from printing.ruler import HAIR

TITLE = "Sanctions"

COLUMNS = (
    ("Turn", 16.0),
    ("Score", 26.0),
    ("Clock", 20.0),
    ("Player", 58.0),
    ("Kind", 54.0),
    ("Case", 16.0),
)
"""Labels and widths in millimetres, as wide as the page together."""

HEAD = 10.0
"""Millimetres: height of the title and the labels."""

ROW = 8.0
"""Millimetres: height of a row, high enough to write in."""

BLANK_ROWS = 12
"""Rows to write in at most, on the back of a blank sheet, below the last rows of turns."""

FIRST_RIGHT, LAST_RIGHT = 0, 2
"""Columns of numbers, which end at the right."""


@dataclass(frozen=True, kw_only=True)
class Sanction:
    """One warning, penalty or forfeit.

    Attributes:
      turn: after how many turns; ``None`` where it is to be written in.
      totals: both scores then, the first player's first.
      clock: seconds on the clock of the player, then; ``None`` where none was read.
      player: who it was given to.
      kind: what was given, in words.
      case: the number of the case, ``C-12``; empty without one.
    """

    turn: int | None = None
    totals: tuple[int, int] | None = None
    clock: int | None = None
    player: str = ""
    kind: str = ""
    case: str = ""


def cells(one: Sanction) -> tuple[str, ...]:
    """The words of a row, by column."""
    return (
        "" if one.turn is None else str(one.turn),
        "" if one.totals is None else f"{one.totals[0]}–{one.totals[1]}",
        "" if one.clock is None else clock_words(one.clock),
        plain(one.player),
        plain(one.kind),
        plain(one.case),
    )


def sanction_lines(sanctions: Sequence[Sanction]) -> list[str]:
    """The words of the box, row after row."""
    if not sanctions:
        return []
    return [
        TITLE,
        *(
            spoken(label, words)
            for one in sanctions
            for (label, _), words in zip(COLUMNS, cells(one), strict=True)
        ),
    ]


def fitting(rows: int, room: float) -> int:
    """How many of the rows stand in so many millimetres."""
    return max(0, min(rows, int((room - HEAD) // ROW)))


def draw_sanctions(pen: Pen, down: float, rows: Sequence[Sanction], title: str = TITLE) -> None:
    """Draw rows under the title and the labels, which every page repeats."""
    if not rows:
        return
    pen.write(0, down + 3.6, title, 9, BOLD)
    pen.grid(0, down + HEAD, [wide for _, wide in COLUMNS], [ROW] * len(rows), weight=HAIR)
    across = 0.0
    for place, (label, wide) in enumerate(COLUMNS):
        right = FIRST_RIGHT <= place <= LAST_RIGHT
        edge, align = (across + wide - 1.6, "right") if right else (across + 1.6, "left")
        pen.write(edge, down + 8.6, label, LABEL, align=align)
        for number, one in enumerate(rows):
            base, words = down + HEAD + number * ROW + 5.4, cells(one)[place]
            if label == "Player":
                pen.write_name(edge, base, words, 9.5, width=wide - 3.2, align=align)
            else:
                pen.write(edge, base, words, 9.5, width=wide - 3.2, align=align)
        across += wide
