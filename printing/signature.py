"""A signature on paper: the hand's strokes, words for what stood in for them, or a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from reportlab.lib.units import mm

from ledger.record.words_removed import removed_in_words
from printing.fitting import width_of
from printing.fonts import BODY
from printing.page import plain, printable, time_words, when_words
from printing.pen import LABEL, Pen

Strokes = tuple[tuple[tuple[float, float, float], ...], ...]
"""For each stroke its points: x to the right, y down, milliseconds since the first touch."""

MOST_POINTS = 5000
"""Points of one signature that are drawn; a hand makes a few hundred."""

FAR_AWAY = 1e5
"""No screen has as many points across. (Not a number is not nearer than this either.)"""

DOT = 25.4 / 96
"""Millimetres that a hand moves for one point of a screen, by which tablets tell its way (CSS)."""

LINES_HIGH = 9.0
"""Millimetres: height of a line of a list in which people sign."""

UNDER_A_NOTE = 4.6
"""Millimetres that a name has in such a line, where a note stands below it."""

BEFORE_HIGH = 4.0
"""Millimetres at the foot of a box for what an earlier signature was given for."""

LOW = 11.0
"""Millimetres below which a box has room for two small lines only."""

ROOM_FOR_A_HAND = 12.0
"""Millimetres from which a box with words in it has room for a line to sign on as well."""

TO_SIGN = "signs for"
"""How words begin that say what is to be signed here."""

HOW = {
    "stroke": "on screen",
    "pin": "signed by PIN",
    "witness": "witnessed",
    "paper": "signed on paper",
}
"""How a result was signed (``ResultSigned.how``), in words for paper."""


@dataclass(frozen=True, kw_only=True)
class Signature:
    """One player's signature, or the lack of it.

    Attributes:
      how: ``stroke``, ``pin``, ``witness`` or ``paper``; empty if not signed yet.
      strokes: the hand's strokes, if they were kept.
      by_hand: whether there were strokes, though they are not at hand any more.
      removed_at: when they were removed from the record, in the time of the hall.
      witness: who witnessed, if someone did.
      at: when.
      totals: the scores it was given for.
      wanted: what is to be signed here, where an earlier signature no longer counts.
      before: beside it, how an earlier signature was given that no longer counts, or that other
        scores stand by ruling.
      under_protest: whether it was given with something contested.
    """

    how: str = ""
    strokes: Strokes = ()
    by_hand: bool = False
    removed_at: datetime | None = None
    witness: str = ""
    at: datetime | None = None
    totals: tuple[int, int] | None = None
    wanted: str = ""
    before: str = ""
    under_protest: bool = False


def signature_words(signature: Signature) -> str:
    """How a signature was given; nothing where it was not.

    >>> signature_words(Signature(how="witness", witness="D1"))
    'witnessed by D1'
    >>> signature_words(Signature(how="pin", witness="D1"))
    'signed by PIN, witnessed by D1'
    >>> signature_words(Signature(how="paper", totals=(387, 435)))
    'signed on paper for 387 : 435'
    >>> signature_words(Signature(how="paper", totals=(387, 435), under_protest=True))
    'under protest, signed on paper for 387 : 435'
    >>> signature_words(Signature(how="stroke"))
    'signed on the tablet'
    >>> from datetime import UTC
    >>> day = datetime(2026, 11, 25, tzinfo=UTC)
    >>> signature_words(Signature(how="stroke", by_hand=True, removed_at=day))
    'on screen, handwriting removed on 2026-11-25'
    >>> signature_words(Signature())
    ''
    """
    drawn = signature.how != "stroke" or signature.strokes or signature.by_hand
    words = HOW.get(signature.how, plain(signature.how)) if drawn else "signed on the tablet"
    words = f"under protest, {words}" if signature.under_protest and words else words
    covered = f" for {signature.totals[0]} : {signature.totals[1]}" if signature.totals else ""
    if signature.removed_at:
        covered += f", handwriting {removed_in_words(signature.removed_at)}"
    if not signature.witness:
        return f"{words}{covered}".lstrip()
    # Who saw it stands last, for there may be no room for all of a name.
    if signature.how == "witness":
        return f"{words}{covered} by {plain(signature.witness)}"
    return f"{words}{covered}, witnessed by {plain(signature.witness)}".lstrip(", ")


def signature_lines(label: str, signature: Signature) -> list[str]:
    """The words in the box of one signature."""
    words = f"{label} {signature_words(signature) or plain(signature.wanted)}".rstrip()
    when = [when_words(signature.at)] if signature.at else []
    return [words, *when, *([plain(signature.before)] if signature.before else [])]


def label_that_fits(width: float, *labels: str) -> str:
    """The first of some labels that a box so wide holds on one line, or the last.

    A second line would take three millimetres of those to sign in.
    """
    room = (width - 1.6) * mm
    fit = (one for one in labels if width_of(printable(one), BODY, LABEL) <= room)
    return next(fit, labels[-1])


def draw_signature(
    pen: Pen,
    across: float,
    down: float,
    width: float,
    height: float,
    label: str,
    who: Signature,
    *,
    aside: float = 0.0,
) -> None:
    """A box to sign in. Strokes stand in it as they were drawn, words where there are none.

    ``aside`` is room at its lower right that is left for something else.
    """
    pen.field((across, down, width, height), label)
    words, when = signature_words(who), when_words(who.at)
    room = width - 2.6 - aside
    if who.before:
        height -= BEFORE_HIGH
        pen.write(across + 1.3, down + height + BEFORE_HIGH - 1.0, who.before, LABEL, width=room)
        pen.rule(across, down + height, width - aside)
    if who.strokes:
        # With the scores signed for there is no room for the day, which the sheet says anyway.
        at = time_words(who.at) if who.totals and who.at else when
        foot = ", ".join(part for part in (words, at) if part)
        draw_strokes(pen, (across + 2, down + 4.2, width - 4 - aside, height - 8.0), who.strokes)
        pen.write(across + 1.3, down + height - 1.0, foot, LABEL, width=room)
    elif words or when:
        # On paper there is a paper: the hand that signed that can sign here too.
        lower = 0.0 if who.how == "paper" or height < LOW else 1.0
        size = 9.5 - 0.5 * (1 - lower)
        pen.write(across + 1.3, down + 7.0 + lower, words, size, width=width - 2.6)
        pen.write(across + 1.3, down + 10.8 + lower, when, 8.5, width=room)
        if who.how == "paper" and height > ROOM_FOR_A_HAND:
            pen.rule(across + 2, down + height - 1.4, width - 4 - aside)
    else:
        pen.write(across + 1.3, down + 6.4, who.wanted, LABEL, width=room)
        pen.rule(across + 2, down + height - 1.0, width - 4 - aside)


def draw_signed(pen: Pen, cell: tuple[float, float, float, float], who: Signature) -> None:
    """A signature in a cell of a list: left, top, width and height, in millimetres."""
    across, down, width, height = cell
    words, room = signature_words(who) or who.wanted, width - 2.4
    if who.before and not who.strokes:
        pen.write(across + 1.4, down + height / 2 - 0.6, words, LABEL, width=room)
        pen.write(across + 1.4, down + height - 1.4, who.before, LABEL, width=room)
        return
    if who.strokes:
        draw_strokes(pen, (across + 2, down + 0.8, width - 4, height - 4.2), who.strokes)
        base, size = down + height - 0.9, LABEL
    else:
        base, size = down + height / 2 + 1.2, 8.5
    pen.write(across + 1.4, base, words, size, width=room)


def draw_strokes(pen: Pen, room: tuple[float, float, float, float], strokes: Strokes) -> None:
    """A hand's strokes, at the size they were made, or smaller where there is no room.

    Args:
      pen: where.
      room: left, top, width and height of the room, in millimetres.
      strokes: what the hand drew, as a tablet sent it: points that are no places are left out.
    """
    across, down, width, height = room
    kept = sane(strokes)
    points = [point for way in kept for point in way]
    if not points:
        return
    left, right = min(p[0] for p in points), max(p[0] for p in points)
    high, low = min(p[1] for p in points), max(p[1] for p in points)
    scale = min(DOT, width / max(right - left, 1.0), height / max(low - high, 1.0))
    begin = across + (width - (right - left) * scale) / 2
    under = down + (height - (low - high) * scale) / 2
    ways = [
        [(pen.x(begin + (x - left) * scale), pen.y(under + (y - high) * scale)) for x, y in way]
        for way in kept
    ]
    # Round ends and joins, so that a dot is seen and a turn has no spike.
    with pen.picture(*room, "Signature by hand"):
        pen.lay("q 1 w 1 J 1 j", *(curve(way) for way in ways), "S Q")


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
