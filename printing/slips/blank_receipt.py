"""The blank designation slip on a roll: each blank with its letters to circle."""

from __future__ import annotations

from collections.abc import Iterator

from printing.engine.page import FRAME, whole
from printing.engine.pen import Pen
from printing.engine.receipt import WIDE, Asked, Block, boxes, draw_roll, foot, head, space, words
from printing.fonts import BOLD, MONO_BOLD
from printing.slips.blank_slip import (
    FORM,
    IN_A_FRAME,
    TITLES,
    BlankSlip,
    Designation,
    circled,
    draw_row,
    initials_label,
    named_apart,
    rows_in,
    shares_of,
)

ROW = 8.0  # millimetres: height of a row of letters, and about how far they stand apart


def blank() -> bytes:
    return draw(BlankSlip())


def draw(*slips: BlankSlip) -> bytes:
    return draw_roll(slips, "Blank designation slips", blocks_of)


def blocks_of(slip: BlankSlip) -> Iterator[Block]:
    yield from head(slip.heading, FORM)
    for seat, name in named_apart(slip):
        yield boxes(Asked(seat, WIDE, name, 12.0, BOLD, name=True))
    yield space(1.0)
    for title, blank in zip(TITLES, slip.blanks, strict=True):
        yield from of_a_blank(title, blank, slip)
    yield from foot(slip.heading, FORM)


def of_a_blank(title: str, blank: Designation, slip: BlankSlip) -> Iterator[Block]:
    """One blank: what is written of it, whose initials, and the letters to circle."""
    yield from words(title, 12.0, BOLD)
    yield boxes(
        Asked("Capital", 24.0, blank.letter, 15.0, MONO_BOLD, "middle"),
        Asked("Square", 24.0, blank.square, align="middle"),
        Asked("Turn", 24.0, whole(blank.turn), align="middle"),
    )
    for place in range(2):
        yield boxes(Asked(initials_label(slip, place), WIDE, blank.initials[place]))
    rows = rows_in(slip.alphabet, WIDE, ROW)
    widest = max(shares_of(row) for row in rows)
    high = len(rows) * ROW

    def letters(pen: Pen, down: float) -> None:
        with pen.tags.saying(circled(title, blank.letter)):
            for nth, row in enumerate(rows):
                box = (0.0, down + nth * ROW, WIDE * shares_of(row) / widest, ROW)
                draw_row(pen, box, row, blank.letter, size=14, ring=ROW / 2 - IN_A_FRAME)
        pen.box(0, down, WIDE, high, weight=FRAME)

    yield Block(high, letters)
    yield space(3.0)
