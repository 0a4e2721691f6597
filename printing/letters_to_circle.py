"""Letters to circle: what a blank stands for, marked by a ring around one of an alphabet."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from printing.fitting import CAP
from printing.fonts import MONO, MONO_ADVANCE
from printing.page import printable
from printing.pen import Box, Pen

FURTHER = 0.6
"""Room that each further character of a letter takes, as a part of that of a letter of one."""

APART = 5.8
"""Millimetres from letter to letter, at least."""

LETTER = 5.9
"""Millimetres: height of a row of letters, and about how far they stand apart."""


RING = 3.6
"""Millimetres from the middle of a ring to its side, at most."""

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
      pen: at the top left of the form.
      at: how far across and down they begin, and how wide they are, in millimetres.
      labels: which blank, one for each row.
      letters: the one that has its ring in each row; empty for none.
      alphabet: all of them.
    """
    across, down, width = at
    short, left, pitch = letters_of(alphabet, width)
    for row, (label, letter) in enumerate(zip(labels, letters, strict=True)):
        top = down + row * LETTER
        with pen.tags.saying(circled(label, letter)):
            shown = label[: len("1st")] if short else label
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
    return f"{printable(label)}: {printable(letter)} circled" if letter else ""


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
    with pen.tags.saying(f"{printable(ringed)} circled" if ringed else ""):
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
        half = min(pitch * 0.55, height * 0.55, ring) * mm
        tall = max(half, min(height * 0.46, 2.9) * mm)
        x, y = pen.x(middle), pen.y(down + height / 2)
        pen.tags.ink()
        pen.canvas.setLineWidth(1.4)
        pen.canvas.ellipse(x - half, y - tall, x + half, y + tall, stroke=1, fill=0)
