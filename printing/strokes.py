"""A hand's strokes on paper, at the size they were made: a smooth line through each point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printing.pen import Box, Pen

Strokes = tuple[tuple[tuple[float, float, float], ...], ...]
"""For each stroke its points: x to the right, y down, milliseconds since the first touch."""

MOST_POINTS = 5000
"""Points of one signature that are drawn; a hand makes a few hundred."""

FAR_AWAY = 1e5
"""No screen has as many points across. (Not a number is not nearer than this either.)"""

DOT = 25.4 / 96
"""Millimetres that a hand moves for one point of a screen, by which tablets tell its way (CSS)."""


HAND = 10.0
"""Millimetres that a row of a list grows for a hand, at most: a round is no page."""


def draw_strokes(pen: Pen, free: Box, strokes: Strokes) -> None:
    """A hand's strokes, at the size they were made, or smaller where there is less room.

    Args:
      pen: where.
      free: left, top, width and height of what nothing else stands in, in millimetres.
      strokes: what the hand drew, as a tablet sent it: points that are no places are left out.
    """
    kept = sane(strokes)
    points = [point for way in kept for point in way]
    if not points:
        return
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    high, low = min(p[1] for p in points), max(p[1] for p in points)
    scale = min(DOT, free[2] / max(right - left, 1.0), free[3] / max(low - high, 1.0))
    wide, tall = (right - left) * scale, (low - high) * scale
    begin = free[0] + (free[2] - wide) / 2
    under = free[1] + (free[3] - tall) / 2
    ways = [
        [(pen.x(begin + (x - left) * scale), pen.y(under + (y - high) * scale)) for x, y in way]
        for way in kept
    ]
    # Round ends and joins, so that a dot is seen and a turn has no spike.
    with pen.picture(begin, under, wide, tall, "Signature by hand"):
        pen.lay("q 1 w 1 J 1 j", *(curve(way) for way in ways), "S Q")


def share_of(free: Box, strokes: Strokes) -> float:
    """How large a hand is drawn there, as a part of the size it was made in: 1 at most."""
    points = [point for way in sane(strokes) for point in way]
    if not points:
        return 1.0
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    wide, tall = (max((max(one) - min(one)) * DOT, 0.1) for one in (across, down))
    return min(1.0, free[2] / wide, free[3] / tall)


def hand_high(width: float, strokes: Strokes) -> float:
    """Millimetres that a hand takes in a cell so wide, up to ``HAND``; nothing where there is none.

    >>> hand_high(37.0, ()), hand_high(37.0, (((0.0, 0.0, 0.0), (40.0, 900.0, 9.0)),))
    (0.0, 10.8)
    """
    points = [point for way in sane(strokes) for point in way]
    if not points:
        return 0.0
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    scale = min(DOT, (width - 1.2) / max(max(across) - min(across), 1.0))
    return min(HAND, (max(down) - min(down)) * scale) + 0.8


def sane(strokes: Strokes) -> list[list[tuple[float, float]]]:
    """The points that lie somewhere near a screen, in strokes, up to ``MOST_POINTS`` of them."""
    kept: list[list[tuple[float, float]]] = []
    left = MOST_POINTS
    for stroke in strokes:
        way = [(x, y) for x, y, _ in stroke[:left] if abs(x) < FAR_AWAY and abs(y) < FAR_AWAY]
        left -= len(way)
        if way:
            kept.append(way)
    return kept


def curve(way: Sequence[tuple[float, float]]) -> str:
    """A smooth line through every point, as PDF spells it (Catmull-Rom, as Béziers).

    >>> curve([(0, 0), (3, 0)])
    '0 0 m 0.5 0.0 2.5 0.0 3 0 c'
    """
    parts = [f"{way[0][0]} {way[0][1]} m"]
    if len(way) == 1:
        parts.append(f"{way[0][0] + 0.01:.2f} {way[0][1]} l")
    padded = [way[0], *way, way[-1]]
    for place, (here, there) in enumerate(pairwise(way), start=1):
        before, after = padded[place - 1], padded[place + 2]
        numbers = (
            round(here[0] + (there[0] - before[0]) / 6, 2),
            round(here[1] + (there[1] - before[1]) / 6, 2),
            round(there[0] - (after[0] - here[0]) / 6, 2),
            round(there[1] - (after[1] - here[1]) / 6, 2),
            *there,
        )
        parts.append(" ".join(map(str, numbers)) + " c")
    return " ".join(parts)
