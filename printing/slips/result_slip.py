"""The result slip as it is drawn: two a sheet, winner first."""

from __future__ import annotations

from reportlab.lib.units import mm

from printing.engine.fitting import in_rows
from printing.engine.heading import CODE, draw_footing, draw_heading
from printing.engine.page import A4, Paper, when_label, when_words
from printing.engine.pen import LABEL, SIGN, WRITE, Box, Pen
from printing.engine.sheets import Cells, draw_sheets
from printing.engine.signature import draw_signature, label_that_fits
from printing.fonts import BODY, BOLD
from printing.slips.blank_slip import LETTER, draw_letters
from printing.slips.result_words import (
    BLANKS,
    COVERS,
    FOR_WHAT,
    FORM,
    HALF,
    HIGH,
    KINDS,
    NOTE,
    NOTES,
    NOTES_AT,
    NOTES_HIGH,
    PROTEST,
    RATED,
    WIDTH,
    ResultSlip,
    Side,
    draw_side,
    lines,
    note_rows,
    rated_marks,
    signature_label,
    signed_by,
    won_by,
    words_challenged,
)

__all__ = ["CELLS", "FORM", "ResultSlip", "blank", "draw", "lines"]

CELLS = Cells(across=1, down=2, width=WIDTH, height=129.7)

CLEAR = 0.3
"""Millimetres that the foot stands lower, into the gutter, so that its code is clear of the box."""

KINDS_AT = ((13.0, 32.0, 53.0, 71.0), (13.0, 38.0, 53.0))
"""Millimetres from the left of each of those boxes."""

ASIDE = 39.0  # millimetres: room for the box of a protest, at the lower right of a signature
BESIDE = 50.0  # millimetres: room for words beside a signature, above that box


def blank(paper: Paper = A4) -> bytes:
    return draw(*[ResultSlip()] * CELLS.count, paper=paper)


def draw(*slips: ResultSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, two a sheet, cut-and-stack."""
    return draw_sheets(slips, CELLS, paper, "Result slips", draw_slip)


def draw_slip(pen: Pen, slip: ResultSlip) -> None:
    wide = CELLS.width
    draw_heading(pen, wide, slip.heading, FORM)
    row = CODE
    for place, (title, side) in enumerate(slip.in_order):
        draw_side(pen, place * HALF, row, side, title, slip.unplayed_mode)
    row += HIGH
    draw_result(pen, row, slip)
    row += WRITE
    draw_letters(pen, (0.0, row + 0.1, wide), BLANKS, slip.blanks, slip.alphabet)
    row += 2 * LETTER + 0.2
    for place, (_, side) in enumerate(slip.in_order):
        draw_signed_box(pen, place * HALF, row, side)
    row += SIGN
    words = words_challenged(slip)
    pen.field((0, row, 48, WRITE), when_label(slip.finished_at), when_words(slip.finished_at))
    pen.field((48, row, 46, WRITE), "Handed in by", slip.handed_in_by, name=True)
    pen.field((94, row, 28, WRITE), "Director", slip.director)
    draw_challenged(pen, (122, row, wide - 122, WRITE), words)
    row += WRITE
    pen.field((0, row, wide, NOTES_HIGH), NOTES)
    for number, line in enumerate(note_rows(slip), start=1):
        pen.write(NOTES_AT, row + number * 3.6, line, NOTE, width=wide - NOTES_AT - 1.0)
    draw_footing(pen, CELLS.height + CLEAR, wide, slip.heading, FORM, pages=0, lines=1)
    pen.note(slip.kept)


def draw_challenged(pen: Pen, box: Box, words: str) -> None:
    """The words challenged, over three small lines where one does not hold them all."""
    across, down, width, _ = box
    rows, size = in_rows(words, BODY, 10.0, (width - 2.4) * mm, 3)
    if len(rows) > 1:
        rows, size = in_rows(words, BODY, LABEL, (width - 2.4) * mm, 3)
    lead = 8.6 / max(3, len(rows))
    first = down + (8.2 if len(rows) == 1 else 6.3)
    with pen.tags.together():
        pen.field(box, "Words challenged")
        for nth, line in enumerate(rows):
            pen.write(across + 1.4, first + nth * lead, line, size)


def draw_signed_box(pen: Pen, across: float, down: float, side: Side) -> None:
    """Room for one hand, and a box for who signs and does not agree with a ruling."""
    box, labels = (across, down, HALF, SIGN), labels_of(side)
    draw_signature(pen, box, labels, side.signature, beside=BESIDE, mark=ASIDE)
    marked, below = side.signature.under_protest, down + SIGN - 5.6
    pen.tick_box(across + HALF - ASIDE, below, PROTEST, marked=marked, side=4.6, size=8.5)


def labels_of(side: Side) -> tuple[str, ...]:
    """Who signs and, always, for what: on one line, on two, or without a name that has no room.

    The name stands at the head of this half as well, and what an earlier signature was for here.
    """
    whole_label, named_alone = signature_label(side), signed_by(side)
    label = label_that_fits(HALF, whole_label, named_alone, COVERS)
    if label != named_alone:
        return (label,)
    return (COVERS,) if side.signature.before else (named_alone, FOR_WHAT)


def draw_result(pen: Pen, down: float, slip: ResultSlip) -> None:
    left, middle, kinds_wide = 27.0, 31.0, 101.0
    label, points = won_by(slip)
    pen.field((0, down, left, WRITE), label, points, size=15, font=BOLD, align="middle")
    pen.field((left, down, middle, WRITE), RATED)
    for place, (words, marked) in enumerate(rated_marks(slip)):
        at = left + 1.6 + place * 14.5
        pen.tick_box(at, down + 6.2, words, marked=marked, side=4.6, size=9)
    rest = left + middle
    ended = rest + kinds_wide
    pen.field((ended, down, CELLS.width - ended, WRITE), "Game ended", slip.ending, size=9)
    pen.field((rest, down, kinds_wide, WRITE), "Result")
    for row, kinds in enumerate(KINDS):
        for across, kind in zip(KINDS_AT[row], kinds, strict=True):
            at = down + 1.0 + row * 5.6
            marked = slip.kind == kind
            pen.tick_box(rest + across, at, kind, marked=marked, side=4.6, size=8.5)
