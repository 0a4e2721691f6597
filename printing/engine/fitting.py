"""Text made to fit the room there is: set smaller, over two lines, then cut."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from reportlab.pdfbase.pdfmetrics import stringWidth

from printing import fonts
from printing.engine.page import parted_as_bound, printable
from printing.engine.shaping import HANGS, RISES, cuts_of, is_simple, reach_of, runs_of

SMALLEST = 7.0  # points. No text on any form is smaller.
COMFORTABLE = 0.75  # a name is set smaller down to this part of its size before it takes two lines
TWO_LINES = 8.5  # points: a name over two lines is no larger

FLOOR = 5.0
"""Points: a name, and nothing else, is set so small where its box does not hold it whole at more.
Eighty capitals in the narrowest box come to that, and nobody's name we have seen."""

ROOM = 8.0  # millimetres that the lines of a name may take, where nothing else is said

WORDS = re.compile(r"[^ -]*-|[^ -]+ ?| ")
"""The parts of a text: words, with the space behind them, and what ends with a hyphen."""

LEAD = 0.4  # millimetres from line to line of a name, for each point of its size

CAP = RISES
"""Height of a capital letter, as a part of the font size."""

POINT = 0.3528  # millimetres of a point

WHITE = 0.06
"""White between what hangs from a line and what rises from the next, as a part of the size."""


def lead_of(text: str, font: str) -> float:
    """Millimetres from line to line of a name for each point of its size, in whatever script."""
    return max(LEAD, (sum(reach_of(text, font)) + WHITE) * POINT)


@lru_cache(maxsize=4096)
def width_of(text: str, font: str, size: float) -> float:
    fonts.ready()
    if is_simple(text):
        return float(stringWidth(text, font, size))
    return float(
        sum(
            run.wide * size if run.glyphs else stringWidth(run.text, font, size)
            for run in runs_of(text, font)
        )
    )


def fitted(
    text: str, font: str, size: float, width: float, smallest: float = SMALLEST
) -> tuple[str, float]:
    """``text`` (already ``printable``) and the size to draw it at: set smaller, then cut.

    Sizes and widths are points; below ``smallest`` letters are cut rather than shrunk.
    """
    wide = width_of(text, font, size)
    if not text or wide <= width:
        return text, size
    # A tenth of a point down from the exact fit, so that rounding can't push it over.
    size = max(smallest, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    cuts = cuts_of(text)
    most, least = len(cuts) - 1, 0
    while least < most:
        middle = (least + most + 1) // 2
        if width_of(text[: cuts[middle]].rstrip() + "…", font, size) <= width:
            least = middle
        else:
            most = middle - 1
    return (text[: cuts[least]].rstrip() + "…" if least else ""), size


def named(
    text: str, font: str, size: float, width: float, high: float = ROOM
) -> tuple[list[str], float]:
    """A name's lines and their size: set smaller, then over two lines, then as many as it takes.

    It is parted at spaces and behind hyphens where it has any, else between letters. ``size`` and
    ``width`` are points, ``high`` millimetres.
    """
    whole_name, at = fitted(text, font, size, width)
    one_line = max(FLOOR, high / height_of(1, 1.0, text, font))
    at = min(at, one_line) if height_of(1, at, text, font) > high else at
    if whole_name == text and at >= COMFORTABLE * min(size, one_line):
        return [text], at
    breaks = [found.end() for found in re.finditer(r"[ -]", text)]
    if breaks:
        middle = min(breaks, key=lambda place: abs(2 * place - len(text)))
        halves = [text[:middle].rstrip(), text[middle:]]
        smaller = min(fitted(half, font, min(size, TWO_LINES), width)[1] for half in halves)
        fits = all(width_of(half, font, smaller) <= width for half in halves)
        if fits and height_of(2, smaller, text, font) <= high:
            return halves, smaller
    if whole_name == text:
        return [text], at
    at = min(size, TWO_LINES)
    while True:
        rows = parted(text, font, at, width)
        if height_of(len(rows), at, text, font) <= high or at <= FLOOR:
            return rows, at
        at = max(FLOOR, at - 0.5)


def height_of(rows: int, size: float, text: str, font: str) -> float:
    """Millimetres from the top of the first of so many lines of a name to the foot of the last.

    What hangs from the last one as far as a letter of ours does is not counted.
    """
    rise, hang = reach_of(text, font)
    ends = rise + max(0.0, hang - HANGS)
    return size * ((rows - 1) * lead_of(text, font) + ends * POINT)


def parted(text: str, font: str, size: float, width: float) -> list[str]:
    """``text`` whole, over as few lines as it needs: parted between letters where it must be."""
    parts: list[str] = []
    for part in re.findall(WORDS, text):
        if width_of(part.rstrip(), font, size) <= width:
            parts.append(part)
        else:
            parts += [part[here:there] for here, there in pairwise(cuts_of(part))]
    return _filled(parts, font, size, width)


def pieces_of(word: str, font: str, size: float, width: float) -> list[str]:
    """A word in pieces that fit: never within a letter and its marks, and a letter at least."""
    pieces: list[str] = []
    while width_of(word.rstrip(), font, size) > width and len(cuts := cuts_of(word)) > 2:
        least, most = 1, len(cuts) - 2
        while least < most:
            middle = (least + most + 1) // 2
            if width_of(word[: cuts[middle]], font, size) <= width:
                least = middle
            else:
                most = middle - 1
        pieces.append(word[: cuts[least]])
        word = word[cuts[least] :]
    return [*pieces, word]


def broken(text: str, font: str, size: float, width: float, most: int) -> list[str]:
    """``text`` over at most ``most`` lines of ``width`` points, the last one cut if need be."""
    rows: list[str] = []
    words = parted_as_bound(text).split(" ")
    while words and len(rows) < most - 1:
        count = 1
        while count < len(words) and width_of(" ".join(words[: count + 1]), font, size) <= width:
            count += 1
        rows.append(fitted(" ".join(words[:count]), font, size, width, size)[0])
        words = words[count:]
    if words:
        rows.append(fitted(" ".join(words), font, size, width, size)[0])
    return rows


def in_rows(
    text: str, font: str, size: float, width: float, most: int, smallest: float = SMALLEST
) -> tuple[list[str], float]:
    """``text`` whole, over as few lines as it needs, set smaller where ``most`` do not hold it.

    It is parted at spaces, and behind hyphens, between letters where it must be. What no size
    holds is shortened at its end. Sizes and widths are points; no text has no lines.
    """
    whole = printable(text)
    parts = re.findall(WORDS, whole)
    at = size
    while True:
        rows = _filled(parts, font, at, width)
        if len(rows) <= most and all(width_of(row, font, at) <= width for row in rows):
            return rows, at
        if at <= smallest:
            rows = parted(whole, font, at, width)
            if len(rows) <= most:
                return rows, at
            rest = " ".join(rows[most - 1 :]) if most > 1 else whole
            return [*rows[: most - 1], fitted(rest, font, at, width, at)[0]], at
        at = max(smallest, at - 0.5)


def _filled(parts: list[str], font: str, size: float, width: float) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and width_of((rows[-1] + part).rstrip(), font, size) <= width:
            rows[-1] += part
        else:
            rows.append(part)
    return [row.rstrip() for row in rows]
