"""Text made to fit the room there is: set smaller, over two lines, then cut."""

from __future__ import annotations

import re
from functools import lru_cache

from reportlab.pdfbase.pdfmetrics import stringWidth

from printing import fonts
from printing.page import printable
from printing.shaping import cuts_of, is_simple, runs_of

SMALLEST = 7.0
"""Points. No text on any form is smaller."""

COMFORTABLE = 0.75
"""A name is set smaller down to this part of its size before it takes two lines."""

TWO_LINES = 8.0
"""Points: a name over two lines is no larger."""


@lru_cache(maxsize=4096)
def width_of(text: str, font: str, size: float) -> float:
    """How wide ``text`` is, in points."""
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
    """``text`` made to fit: first set smaller, then cut, with an ellipsis for what is gone.

    Args:
      text: already ``printable``.
      font: one of ``fonts.EVERY_FONT``.
      size: points, if there is room.
      width: points there are.
      smallest: points below which letters are cut rather than shrunk.

    Returns:
      The text to draw, and the size to draw it at.
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
    text: str, font: str, size: float, width: float, rows: int = 2
) -> tuple[list[str], float]:
    """A name made to fit: set smaller, then over two lines, and only then shortened in the middle.

    Both its ends are kept, so that two of one family do not become one.

    Args:
      text: already ``printable``.
      font: one of ``fonts.EVERY_FONT``.
      size: points, if there is room.
      width: points there are.
      rows: lines there are, one or two.

    Returns:
      The lines to draw, and the size to draw them at.
    """
    whole_name, at = fitted(text, font, size, width)
    if whole_name == text and (rows == 1 or at >= COMFORTABLE * size):
        return [text], at
    breaks = [found.end() for found in re.finditer(r"[ -]", text)] if rows > 1 else []
    if not breaks:
        return [text if whole_name == text else ends_of(text, font, width)], at
    middle = min(breaks, key=lambda place: abs(2 * place - len(text)))
    halves = [text[:middle].rstrip(), text[middle:]]
    smaller = min(fitted(half, font, min(size, TWO_LINES), width)[1] for half in halves)
    fits = all(width_of(half, font, smaller) <= width for half in halves)
    return (halves if fits else [ends_of(half, font, width) for half in halves]), smaller


def ends_of(text: str, font: str, width: float) -> str:
    """As much of both ends of ``text`` as there is room for at the smallest size."""
    if width_of(text, font, SMALLEST) <= width:
        return text
    cuts = cuts_of(text)
    kept = len(cuts) - 2
    while kept > 1:
        first = (kept + 1) // 2
        last = cuts[len(cuts) - 1 - (kept - first)]
        short = f"{text[: cuts[first]].rstrip()}…{text[last:].lstrip()}"
        if width_of(short, font, SMALLEST) <= width:
            return short
        kept -= 1
    return "…"


def broken(text: str, font: str, size: float, width: float, most: int) -> list[str]:
    """``text`` over at most ``most`` lines of ``width`` points, the last one cut if need be."""
    rows: list[str] = []
    words = printable(text).split(" ")
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

    It is parted at spaces, and behind hyphens. What no size holds is shortened at its end.

    Args:
      text: any text.
      font: one of ``fonts.EVERY_FONT``.
      size: points, if there is room.
      width: points there are.
      most: lines there are.
      smallest: points below which it is not set.

    Returns:
      The lines, and their size; no lines of no text.
    """
    parts = re.findall(r"[^ -]*-|[^ -]+ ?| ", printable(text))
    at = size
    while True:
        rows = _filled(parts, font, at, width)
        if len(rows) <= most and all(width_of(row, font, at) <= width for row in rows):
            return rows, at
        if at <= smallest:
            rest = "".join(parts).removeprefix("".join(rows[: most - 1])) if most > 1 else text
            return [*rows[: most - 1], fitted(printable(rest), font, at, width, at)[0]], at
        at = max(smallest, at - 0.5)


def _filled(parts: list[str], font: str, size: float, width: float) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and width_of((rows[-1] + part).rstrip(), font, size) <= width:
            rows[-1] += part
        else:
            rows.append(part)
    return [row.rstrip() for row in rows]
