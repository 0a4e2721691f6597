"""The blank designation slip: it lies in view of both players for the whole game. Four a sheet."""

from __future__ import annotations

import string
from dataclasses import dataclass, field

from reportlab.lib.units import mm

from printing.fitting import width_of
from printing.fonts import BODY, BOLD, MONO_BOLD
from printing.heading import (
    CODE,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.letters_to_circle import IN_A_FRAME, RING, circled, draw_row
from printing.page import A4, Paper, printable, whole
from printing.pen import LABEL, WRITE, Pen
from printing.ruler import FRAME, HAIR
from printing.sheets import Cells, draw_sheets

FORM = Form("Blank designation slip", 3, ("Division", "Date", "Round", "Table"))

CELLS = Cells(across=2, down=2, width=127.0, height=95.0, lying=True)

WIDE = 30.5
"""Millimetres: width of a box for initials."""

NAMES_HIGH = 8.0
"""Millimetres: height of a line that names the players, where their boxes are too small for it."""

BOTTOM, BETWEEN = 87.8, 0.8
"""Millimetres from the top to where the second blank ends, and between both."""

PITCH = 8.0
"""Millimetres: least width of a letter to circle."""

TITLES = ("1st blank", "2nd blank")

SEATS = ("First player", "Second player")


@dataclass(frozen=True, kw_only=True)
class Designation:
    """What one blank stands for.

    Attributes:
      letter: upper case; empty if not played yet.
      square: where it lies, as ``8D``.
      turn: number of the turn it was played on.
      initials: of both players, the one who starts first.
    """

    letter: str = ""
    square: str = ""
    turn: int | None = None
    initials: tuple[str, str] = ("", "")


@dataclass(frozen=True, kw_only=True)
class BlankSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      names: both players, the one who starts first.
      starter_known: whether that is known, and not only who is listed first.
      blanks: both blanks, in the order they reached the board.
      alphabet: the letters a blank can stand for, one tile each.
    """

    heading: Heading = field(default_factory=Heading)
    names: tuple[str, str] = ("", "")
    starter_known: bool = True
    blanks: tuple[Designation, Designation] = field(
        default_factory=lambda: (Designation(), Designation())
    )
    alphabet: tuple[str, ...] = tuple(string.ascii_uppercase)


def lines(slip: BlankSlip) -> list[str]:
    """The words on the slip, top to bottom, without the letters to circle."""
    return [
        *heading_lines(slip.heading, FORM),
        *(spoken(seat, name) for seat, name in named_apart(slip)),
        *(
            line
            for title, blank in zip(TITLES, slip.blanks, strict=True)
            for line in (
                title,
                spoken("Capital", blank.letter),
                spoken("Square", blank.square),
                spoken("Turn", whole(blank.turn)),
                *(spoken(initials_label(slip, place), blank.initials[place]) for place in range(2)),
            )
        ),
        *footing_lines(slip.heading, FORM, pages=0),
    ]


def initials_label(slip: BlankSlip, place: int) -> str:
    """Whose initials go in a box."""
    if named_apart(slip):
        seat = seats_of(slip)[place]
        return f"Initials, {seat.removesuffix(' player').lower()}"
    return f"Initials, {slip.names[place]}" if slip.names[place] else "Initials"


def named_apart(slip: BlankSlip) -> tuple[tuple[str, str], ...]:
    """Both names, if one of them is too long to stand whole in the box for its initials."""
    room = (WIDE - 1.6) * mm
    if all(width_of(printable(f"Initials, {one}"), BODY, LABEL) <= room for one in slip.names):
        return ()
    return tuple(zip(seats_of(slip), slip.names, strict=True))


def seats_of(slip: BlankSlip) -> tuple[str, str]:
    """What both players are called where their names are too long to stand at their boxes."""
    return SEATS if slip.starter_known else ("Player 1", "Player 2")


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand, as many as a page holds."""
    return draw(*[BlankSlip()] * CELLS.count, paper=paper)


def draw(*slips: BlankSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, four a sheet that lies on its long side, cut-and-stack.

    Raises:
      ValueError: there is no slip, or an alphabet has more letters than the slip has room for.
    """
    for slip in slips:
        rows_of(slip.alphabet)
    return draw_sheets(slips, CELLS, paper, "Blank designation slips", draw_slip)


def draw_slip(pen: Pen, slip: BlankSlip) -> None:
    """Draw one slip; the pen is at its top left corner."""
    draw_heading(pen, CELLS.width, slip.heading, FORM)
    apart = named_apart(slip)
    for place, (seat, name) in enumerate(apart):
        at = CODE + (place + 1) * NAMES_HIGH / 2
        with pen.tags.together():
            pen.write(0.6, at, seat, LABEL)
            room = CELLS.width - 26.6
            pen.write_name(26.0, at, name, 10.0, BOLD, width=room, high=NAMES_HIGH / 2 - 1.0)
    below = CODE + (NAMES_HIGH if apart else 0.0) + 1.4
    each = (BOTTOM - below + BETWEEN) / 2
    for place, blank in enumerate(slip.blanks):
        draw_blank(pen, (below + place * each, each - BETWEEN), TITLES[place], blank, slip)
    draw_footing(pen, CELLS.height - 0.6, CELLS.width, slip.heading, FORM, pages=0)


def rows_of(alphabet: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The alphabet in rows of about one length, each letter with room to circle it.

    >>> ["".join(row) for row in rows_of(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
    ['ABCDEFGHIJKLM', 'NOPQRSTUVWXYZ']

    Raises:
      ValueError: more letters than two rows hold at eight millimetres each.
    """
    a_row = int(CELLS.width // PITCH)
    rows = max(1, -(-len(alphabet) // a_row))
    if rows > 3:
        raise ValueError(f"a blank slip has no room for {len(alphabet)} letters")
    each = -(-len(alphabet) // rows)
    return [alphabet[start : start + each] for start in range(0, len(alphabet), each)]


def draw_blank(
    pen: Pen, at: tuple[float, float], title: str, blank: Designation, slip: BlankSlip
) -> None:
    """One blank, so far down and so high: title and boxes above, the letters to circle below."""
    wide, high = CELLS.width, WRITE
    down, letters = at[0], at[1] - high
    pen.write(1.4, down + 7.8, title, 11, BOLD, width=19.2)
    pen.field(
        (22, down, 16, high),
        "Capital",
        blank.letter,
        size=15,
        font=MONO_BOLD,
        align="middle",
        weight=FRAME,
    )
    pen.field((38, down, 15, high), "Square", blank.square, align="middle", weight=HAIR)
    pen.field((53, down, 13, high), "Turn", whole(blank.turn), align="middle", weight=HAIR)
    for place in range(2):
        label = initials_label(slip, place)
        box = (66 + place * WIDE, down, WIDE, high)
        pen.field(box, label, blank.initials[place], weight=HAIR)
    rows = rows_of(slip.alphabet)
    each = letters / len(rows)
    with pen.tags.saying(circled(title, blank.letter)):
        for row, some in enumerate(rows):
            room = wide * len(some) / len(rows[0])
            box = (0, down + high + row * each, room, each)
            draw_row(pen, box, some, blank.letter, size=14, ring=min(RING, each / 2 - IN_A_FRAME))
    pen.box(0, down, wide, high + letters, weight=FRAME)
