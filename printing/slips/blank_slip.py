"""The blank designation slip, and letters to circle."""

from __future__ import annotations

import string
from collections.abc import Sequence

from msgspec import Struct, field
from reportlab.lib.units import mm

from printing.engine.cut_slips import Cells, draw_sheets
from printing.engine.fitting import CAP, POINT, width_of
from printing.engine.heading import (
    CODE,
    Drawing,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.engine.labels import BETWEEN_TWO, LABEL, WRITE, both_wide, shared_out
from printing.engine.page import A4, FRAME, HAIR, Paper, printable, whole
from printing.engine.pen import Box, Pen
from printing.fonts import BODY, BOLD, MONO, MONO_ADVANCE, MONO_BOLD
from printing.languages import say, second_of

# Letters to circle: what a blank stands for, marked by a ring around one of an alphabet.


FURTHER = 0.6
"""Room that each further character of a letter takes, as a part of that of a letter of one."""

APART = 5.8  # millimetres from letter to letter, at least
LETTER = 5.9  # millimetres: height of a row of letters, and about how far they stand apart


LOW_LABEL = 6.0  # points: a label in two languages beside a row of letters

RING = 3.6  # millimetres from the middle of a ring to its side, at most

IN_A_FRAME = 0.8
"""Millimetres that a ring of a letter next to a frame leaves for the pen's line and some white."""


def draw_letters(
    pen: Pen,
    at: tuple[float, float, float],
    labels: Sequence[str],
    letters: Sequence[str],
    alphabet: tuple[str, ...],
) -> None:
    """The letters that each blank can stand for, a row over the whole width, with room for a ring.

    Halves would stand under the two players, as if each blank were one's own.

    Args:
      at: how far across and down they begin, and how wide they are, in millimetres.
      letters: the one that has its ring in each row; empty for none.
    """
    across, down, width = at
    short, left, pitch = letters_of(alphabet, width)
    for row, (label, letter) in enumerate(zip(labels, letters, strict=True)):
        top = down + row * LETTER
        with pen.tags.saying(circled(label, letter)):
            shown = label if not short or second_of(label) else label.split()[0]
            if second_of(shown) or width_of(printable(shown), BODY, LABEL) > (left - 0.8) * mm:
                base, size = top + LETTER / 2 + 1.2, LABEL
                if second_of(shown):  # off the frames above the first row and below the last
                    size = LOW_LABEL
                    base = top + LETTER / 2 + size * CAP * POINT / 2 + (0.15, -0.15)[row]
                pen.write_stacked(across + 0.6, base, shown, size, width=left - 0.8)
            else:
                pen.write(across + 0.6, top + LETTER / 2 + 1.2, shown, 8.5)
            draw_row(
                pen, (across + left, top, pitch * shares_of(alphabet), LETTER), alphabet, letter,
                size=11,
            )  # fmt: skip


def rows_in(alphabet: tuple[str, ...], width: float, apart: float = APART) -> list[tuple[str, ...]]:
    """An alphabet in as few rows of about one length as leave each letter its room.

    >>> ["".join(row) for row in rows_in(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), 72.0)]
    ['ABCDEFGHI', 'JKLMNOPQR', 'STUVWXYZ']
    """
    for count in range(1, len(alphabet) + 1):
        each = -(-len(alphabet) // count)
        rows = [alphabet[start : start + each] for start in range(0, len(alphabet), each)]
        if all(width / shares_of(row) >= apart for row in rows):
            break
    return rows


def letters_of(alphabet: tuple[str, ...], width: float) -> tuple[bool, float, float]:
    """Whether their title is short, so that there is room, where they begin, and how far apart."""
    widest = shares_of(alphabet)
    short = (width - 17.0) / widest < APART
    left = 5.2 if short else 16.0
    return short, left, (width - left - (0.2 if short else 1.0)) / widest


def pitches_of(alphabet: Sequence[str], width: float) -> list[float]:
    """How much of ``width`` each letter of a row takes.

    >>> [round(pitch, 2) for pitch in pitches_of(["C", "CH", "D"], 7.2)]
    [2.0, 3.2, 2.0]
    """
    whole = shares_of(alphabet)
    return [width * shares_of([letter]) / whole for letter in alphabet]


def shares_of(alphabet: Sequence[str]) -> float:
    """The room that letters take together, that of a letter of one character being 1."""
    return sum(1 + FURTHER * (len(letter) - 1) for letter in alphabet)


def circled(label: str, letter: str) -> str:
    """What a row of letters is read as where one has a ring; empty to read the row.

    >>> circled("1st blank", "E"), circled("1st blank", "")
    ('1st blank: E circled', '')
    """
    return (
        say("paper.label-letter-circled", label=printable(label), letter=printable(letter))
        if letter
        else ""
    )


def draw_row(
    pen: Pen,
    box: Box,
    alphabet: Sequence[str],
    circled: str = "",
    *,
    size: float = 10.0,
    ring: float = RING,
) -> None:
    """A row of letters to circle; ``circled`` has its ring already.

    A letter of several characters (``CH``) has a little more room than the others.

    A whole alphabet of single letters is drawn as one string of a mono font: fifty letters a
    slip, one at a time, would cost more than everything else on it. A ring is read as words, and
    is no wider than twice ``ring``.
    """
    ringed = circled if circled in alphabet else ""
    with pen.tags.saying(say("paper.letter-circled", letter=printable(ringed)) if ringed else ""):
        _draw_letters(pen, box, alphabet, circled, size, ring)


def _draw_letters(
    pen: Pen, box: Box, alphabet: Sequence[str], circled: str, size: float, ring: float
) -> None:
    across, down, width, height = box
    pitches = pitches_of(alphabet, width)
    base = down + height / 2 + size * CAP / 2 / mm
    if all(len(letter) == 1 for letter in alphabet):
        pitch = pitches[0]
        advance = MONO_ADVANCE * size
        start = pen.x(across + pitch / 2 - advance / 2 / mm)
        spacing = pitch * mm - advance
        pen.set(start, pen.y(base), printable("".join(alphabet)), MONO, size, spacing)
    else:
        left = across
        for letter, pitch in zip(alphabet, pitches, strict=True):
            middle = left + pitch / 2
            pen.write(middle, base, letter, size, MONO, width=pitch - 0.2, align="middle")
            left += pitch
    if circled in alphabet:
        place = alphabet.index(circled)
        pitch = pitches[place]
        middle = across + sum(pitches[:place]) + pitch / 2
        # Taller than wide, so that it leaves the neighbours alone where letters stand close.
        # Around several letters it is as wide as they are; it runs into no neighbour then either.
        longer = 1 + FURTHER * (len(circled) - 1)
        half = min(pitch * 0.55, height * 0.55 * longer, ring * longer) * mm
        tall = max(half, min(height * 0.46, 2.9) * mm)
        x, y = pen.x(middle), pen.y(down + height / 2)
        pen.tags.ink()
        pen.canvas.setLineWidth(1.4)
        pen.canvas.ellipse(x - half, y - tall, x + half, y + tall, stroke=1, fill=0)


FORM = Form("blank-slip", 3, ("division", "date", "round", "table"))

CELLS = Cells(across=2, down=2, width=127.0, height=95.0, lying=True)

WIDE = 30.5  # millimetres: width of a box for initials

NAMES_HIGH = 8.0
"""Millimetres: height of a line that names the players, where their boxes are too small for it."""

BOTTOM, BETWEEN = 87.8, 0.8
"""Millimetres from the top to where the second blank ends, and between both."""

PITCH = 8.0  # millimetres: least width of a letter to circle


def blank_titles() -> tuple[str, str]:
    return (say("paper.1st-blank"), say("paper.2nd-blank"))


def seat_titles() -> tuple[str, str]:
    return (say("paper.first-player"), say("paper.second-player"))


class Designation(Struct, frozen=True, kw_only=True):
    """What one blank stands for.

    Attributes:
      letter: upper case; empty if not played yet.
      square: where it lies, as ``8D``.
      initials: of both players, the one who starts first.
    """

    letter: str = ""
    square: str = ""
    turn: int | None = None
    initials: tuple[str, str] = ("", "")


class BlankSlip(Struct, frozen=True, kw_only=True):
    """What one slip says.

    Attributes:
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
            for title, blank in zip(blank_titles(), slip.blanks, strict=True)
            for line in (
                title,
                spoken(say("paper.capital"), blank.letter),
                spoken(say("paper.square"), blank.square),
                spoken(say("paper.turn"), whole(blank.turn)),
                *(spoken(initials_label(slip, place), blank.initials[place]) for place in range(2)),
            )
        ),
        *footing_lines(slip.heading, FORM, pages=0),
    ]


def initials_label(slip: BlankSlip, place: int) -> str:
    if named_apart(slip):
        seats = ("first", "second") if slip.starter_known else ("player-1", "player-2")
        return say(f"paper.initials-{seats[place]}")
    name = slip.names[place]
    return say("paper.initials-of", name=name) if name else say("paper.initials")


def named_apart(slip: BlankSlip) -> tuple[tuple[str, str], ...]:
    """Both names, if one of them is too long to stand whole in the box for its initials."""
    room = (WIDE - 1.6) * mm
    if all(
        width_of(printable(say("paper.initials-of", name=one)), BODY, LABEL) <= room
        for one in slip.names
    ):
        return ()
    return tuple(zip(seats_of(slip), slip.names, strict=True))


def seats_of(slip: BlankSlip) -> tuple[str, str]:
    """What both players are called where their names are too long to stand at their boxes."""
    return seat_titles() if slip.starter_known else (say("paper.player-1"), say("paper.player-2"))


def draw(*slips: BlankSlip, paper: Paper = A4) -> bytes:
    """A PDF of the slips, four a sheet that lies on its long side, cut-and-stack."""
    for slip in slips:
        rows_of(slip.alphabet)
    return draw_sheets(slips, CELLS, paper, say("paper.blank-designation-slips"), draw_slip)


def draw_slip(pen: Pen, slip: BlankSlip) -> None:
    draw_heading(pen, CELLS.width, slip.heading, FORM)
    apart = named_apart(slip)
    seats = max((both_wide(seat, LABEL) for seat, _ in apart if second_of(seat)), default=0.0)
    left = max(26.0, seats + BETWEEN_TWO)
    for place, (seat, name) in enumerate(apart):
        at = CODE + (place + 1) * NAMES_HIGH / 2
        with pen.tags.together():
            pen.write_both(0.6, at, seat, LABEL, width=left - 0.6)
            room = CELLS.width - left - 0.6
            pen.write_name(left, at, name, 10.0, BOLD, width=room, high=NAMES_HIGH / 2 - 1.0)
    below = CODE + (NAMES_HIGH if apart else 0.0) + 1.4
    each = (BOTTOM - below + BETWEEN) / 2
    for place, blank in enumerate(slip.blanks):
        draw_blank(pen, (below + place * each, each - BETWEEN), blank_titles()[place], blank, slip)
    draw_footing(pen, CELLS.height - 0.6, CELLS.width, slip.heading, FORM, pages=0)


def rows_of(alphabet: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The alphabet in rows of about one length, each letter with room to circle it.

    >>> ["".join(row) for row in rows_of(tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
    ['ABCDEFGHIJKLM', 'NOPQRSTUVWXYZ']
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
    pen.write_stacked(1.4, down + 7.8, title, 11, BOLD, width=19.2)
    initials = [initials_label(slip, place) for place in range(2)]
    labels = [say("paper.capital"), say("paper.square"), say("paper.turn"), *initials]
    rooms = shared_out(labels, (16.0, 15.0, 13.0, WIDE, WIDE))
    lefts = [22.0 + sum(rooms[:nth]) for nth in range(len(rooms))]
    boxes = [(left, down, room, high) for left, room in zip(lefts, rooms, strict=True)]
    pen.field(
        boxes[0], labels[0], blank.letter, size=15, font=MONO_BOLD, align="middle", weight=FRAME
    )
    pen.field(boxes[1], labels[1], blank.square, align="middle", weight=HAIR)
    pen.field(boxes[2], labels[2], whole(blank.turn), align="middle", weight=HAIR)
    for place in range(2):
        pen.field(boxes[3 + place], labels[3 + place], blank.initials[place], weight=HAIR)
    rows = rows_of(slip.alphabet)
    each = letters / len(rows)
    with pen.tags.saying(circled(title, blank.letter)):
        for row, some in enumerate(rows):
            room = wide * len(some) / len(rows[0])
            box = (0, down + high + row * each, room, each)
            draw_row(pen, box, some, blank.letter, size=14, ring=min(RING, each / 2 - IN_A_FRAME))
    pen.box(0, down, wide, high + letters, weight=FRAME)


BLANK_SLIP = Drawing(
    FORM, BlankSlip, lines, draw, CELLS.count, on_a_roll="slips.receipts:draw_designations"
)
