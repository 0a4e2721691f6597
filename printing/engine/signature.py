"""A signature on paper: a hand's strokes, words for what stood in for it, a line to sign on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from reportlab.lib.units import mm

from ledger.messages import known
from printing.engine.fitting import (
    OURS,
    ROOM,
    SMALLEST,
    height_of,
    in_rows,
    lead_of,
    named,
    parted,
    width_of,
)
from printing.engine.heading import Unfilled
from printing.engine.labels import CLEAR, LABEL, OFF, SIGN, more_of
from printing.engine.page import plain, printable, when_words
from printing.engine.pen import Box, Pen
from printing.fonts import BODY
from printing.languages import is_english_alone, is_in_two, say

# A hand's strokes on paper, at the size they were made: a smooth line through each point.


Strokes = tuple[tuple[tuple[float, float, float], ...], ...]
"""For each stroke its points: x to the right, y down, milliseconds since the first touch."""

MOST_POINTS = 5000  # points of one signature that are drawn; a hand makes a few hundred

FAR_AWAY = 1e5
"""No screen has as many points across. (Not a number is not nearer than this either.)"""

DOT = 25.4 / 96
"""Millimetres that a hand moves for one point of a screen, by which tablets tell its way (CSS)."""


HAND = 10.0  # millimetres that a row of a list grows for a hand, at most: a round is no page


def draw_strokes(pen: Pen, free: Box, strokes: Strokes) -> None:
    """A hand's strokes, at the size they were made, or smaller where there is less room.

    ``free`` is in millimetres; points that are no places are left out.
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
    with pen.picture(begin, under, wide, tall, say("paper.signature-by-hand")):
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


LINES_HIGH = 9.0  # millimetres: height of a line of a list in which people sign
LEAD = 3.3  # millimetres from line to line of the words in a box

FIRST = 3.2 + LEAD
"""Millimetres from the top of a box to the baseline of its words, below a label of one line."""

FREE = 3.8  # millimetres from the top of a box to what a label of one line leaves free

BESIDE_ROWS = 3
"""Lines that stand beside a hand, above the box of a protest; more stand at the foot."""

A_MARK = 7.1
"""Millimetres at the foot of a box: the box of a protest, what hangs above it, and white."""

LEAST_BESIDE = 28.0  # millimetres: the narrowest column of words beside a hand

NARROWER = 1.0
"""Millimetres by which a column of words is made narrower, until a hand stands at its own size."""

OFF_A_LABEL = 1.0
"""Millimetres between the label of a box, or the last line of words, and a hand below it."""

LEAST_HAND = 5.0  # millimetres of height that words above a hand leave to it, at least

ROOM_FOR_A_HAND = 12.0
"""Millimetres from which a box with words in it has room for a line to sign on as well."""

WHOLE = "\u00a0:\u00a0"
"""Between two scores while words are broken over lines: a result is never parted."""


class Signature(Struct, frozen=True, kw_only=True):
    """One player's signature, or the lack of it.

    Attributes:
      how: ``stroke``, ``pin``, ``witness`` or ``paper``; empty if not signed yet.
      by_hand: whether there were strokes, though they are not at hand any more.
      removed_at: when they were removed from the record, in the time of the hall.
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
    words = plain(signature.how)
    if known(f"paper.signed-how-{signature.how}"):
        words = say(f"paper.signed-how-{signature.how}")
    if not drawn:
        words = say("paper.signed-on-tablet")
    words = (
        say("paper.under-protest-words", words=words)
        if signature.under_protest and words
        else words
    )
    covered = ""
    if signature.totals:
        first, second = signature.totals
        covered = f" {say('paper.for-scores', scores=f'{first} : {second}')}"
    if signature.removed_at:
        from ledger.record.standing import removed_wording  # brings every fact along

        removed = removed_wording(signature.removed_at)
        covered += f", {say('paper.handwriting-removed', removed=removed)}"
    if not signature.witness:
        return f"{words}{covered}".lstrip()
    # Who saw it stands last, for there may be no room for all of a name.
    if signature.how == "witness":
        return f"{words}{covered} {say('paper.by-whom', who=plain(signature.witness))}"
    return say(
        "paper.words-covered-witnessed-by-witness",
        words=words,
        covered=covered,
        witness=plain(signature.witness),
    ).lstrip(", ")


def signature_lines(label: str, signature: Signature) -> list[str]:
    text = signature_words(signature) or plain(signature.wanted)
    words = f"{label} {text}".rstrip() if text else Unfilled(label)
    when = [when_words(signature.at)] if signature.at else []
    return [words, *when, *([plain(signature.before)] if signature.before else [])]


def label_that_fits(width: float, *labels: str) -> str:
    """The first of some labels that a box so wide holds on one line, or the last."""
    room = (width - 1.6) * mm
    fit = (one for one in labels if width_of(printable(one), BODY, LABEL) <= room)
    return next(fit, labels[-1])


def draw_signature(
    pen: Pen,
    box: Box,
    labels: Sequence[str],
    who: Signature,
    *,
    beside: float = 0.0,
    mark: float = 0.0,
) -> None:
    """A box to sign in. Strokes stand in it as they were drawn, words where there are none.

    Args:
      box: left, top, width and height, in millimetres.
      labels: who signs and for what; further lines stand with the words.
      beside: width of a column at the right that words stand in, so that they take nothing of the
        height; none: they stand below the label. At its foot there is room for a mark.
      mark: how wide that is.
    """
    across, down, width, height = box
    pen.field(box, labels[0] if labels else "")
    if labels and (more := more_of(labels[0], width, 1)):  # its further lines are the words' head
        box = (across, down := down + more, width, height := height - more)
    lines = [*labels[1:], *words_in(who)]
    if who.strokes:
        _draw_beside_a_hand(pen, box, lines, who.strokes, (beside, mark))
        return
    column = beside if is_for_a_hand(who) else 0.0
    rows, size = broken_words(lines, (column or width) - 2.4, height - (FREE if labels else 0.0))
    narrow = width - beside - 2.4
    top = beside_rows(height, LEAD * size / LABEL)
    if not column and any(width_of(row, BODY, size) > narrow * mm for row in rows[top:]):
        rows, size = broken_words(lines, narrow, height - FREE)  # clear of the mark at the foot
        if is_in_two() and len(rows) * LEAD * size / LABEL > height - FREE:
            rows, size = _above_and_beside_a_mark(lines, width - 2.4, width - mark - 2.4, height)
    first, lead = FIRST if labels else LEAD, LEAD * size / LABEL
    left = across + (width - column if column else 0.0) + 1.3
    low = beside_rows(height, lead) if column else 99
    for nth, row in enumerate(rows[:low]):
        pen.write(left, down + first + nth * lead, row, size)
    below = rows[low:]
    for nth, row in enumerate(below, start=1):
        pen.write(across + 1.3, down + height - 1.2 - (len(below) - nth) * lead, row, size)
    if is_for_a_hand(who) and height > ROOM_FOR_A_HAND:
        end = width - 4 - beside
        pen.rule(across + 2, down + height - 1.0 - lead * len(below), end)


def _above_and_beside_a_mark(
    lines: Sequence[str], wide: float, narrow: float, height: float
) -> tuple[list[str], float]:
    """Words over the ``wide`` room above a mark and what is left beside it, and their size."""
    size = LABEL
    while True:
        lead = LEAD * size / LABEL
        low = beside_rows(height, lead)
        rows: list[str] = []
        for line in lines:
            parts = _rows_of([line], size, wide)
            above = max(0, low - len(rows))
            rows += parts[:above]
            if rest := " ".join(parts[above:]):
                rows += _rows_of([rest], size, narrow)
        if len(rows) * lead <= height - FREE or size <= SMALLEST:
            return rows, size
        size -= 0.5


class _Laid(NamedTuple):
    """Words of a box and a hand among them, neither over the other.

    Attributes:
      column: width of the words beside the hand; 0: they stand above it.
      rows: of words, the first of them beside the hand or above it, the rest at its foot.
      free: what is left to the hand.
      share: how large it is drawn there.
    """

    column: float
    rows: list[str]
    size: float
    free: Box
    share: float


def _draw_beside_a_hand(
    pen: Pen, box: Box, lines: Sequence[str], strokes: Strokes, columns: tuple[float, float]
) -> None:
    """Strokes, and the words of their box where they leave the hand the most room."""
    across, down, width, height = box
    laid = _laid_out(box, lines, strokes, columns)
    left = across + (width - laid.column if laid.column else 0.0) + 1.3
    lead = LEAD * laid.size / LABEL
    low = beside_rows(height, lead) if laid.column else len(laid.rows)
    for nth, row in enumerate(laid.rows[:low]):
        pen.write(left, down + FIRST + nth * lead, row, laid.size)
    below = laid.rows[low:]
    for nth, row in enumerate(below, start=1):
        pen.write(across + 1.3, down + height - 1.2 - (len(below) - nth) * lead, row, laid.size)
    draw_strokes(pen, laid.free, strokes)


def _laid_out(
    box: Box, lines: Sequence[str], strokes: Strokes, columns: tuple[float, float]
) -> _Laid:
    """The widest column of words beside which the hand is as large as beside any.

    ``columns`` are the widest and the narrowest, which a mark at its foot may say; 0: none.
    """
    widest, narrowest = columns
    if not widest:
        return _beside(box, lines, strokes, 0.0)
    best = _beside(box, lines, strokes, widest)
    column = widest - NARROWER
    while best.share < 1.0 and column >= max(narrowest, LEAST_BESIDE):
        other = _beside(box, lines, strokes, column)
        best = max(best, other, key=lambda laid: laid.share)
        column -= NARROWER
    return best


def _beside(box: Box, lines: Sequence[str], strokes: Strokes, column: float) -> _Laid:
    across, down, width, height = box
    high = height - FREE - (0.0 if column else LEAST_HAND)
    rows, size = broken_words(lines, (column or width) - 2.4, high)
    lead = LEAD * size / LABEL
    low = beside_rows(height, lead) if column else len(rows)
    above, below = (0, max(0, len(rows) - low)) if column else (len(rows), 0)
    top = OFF_A_LABEL + (FIRST + lead * (above - 1) if above else FIRST - LEAD)
    room = width - column - 2.0, height - top - 0.6 - lead * below
    free = (across + 1.0, down + top, *room)
    return _Laid(column, rows, size, free, share_of(free, strokes))


def draw_hand(pen: Pen, box: Box, strokes: Strokes) -> None:
    """A box with nothing but the strokes of a hand, or a line to sign on."""
    pen.box(*box)
    if strokes:
        draw_strokes(pen, within(box), strokes)
    else:
        pen.rule(box[0] + 2, box[1] + box[3] - 1.0, box[2] - 4)


def within(box: Box) -> Box:
    across, down, width, height = box
    return across + 0.6, down + 0.6, width - 1.2, height - 1.2


def beside_rows(height: float, lead: float) -> int:
    """Lines beside a hand that stand clear of the mark: fewer where a label takes two."""
    if height >= SIGN:
        return BESIDE_ROWS
    free = (height - A_MARK - FIRST) / lead
    return max(1, min(BESIDE_ROWS, int(free + 1.01)))


def is_for_a_hand(who: Signature) -> bool:
    """Whether there is a hand in the box, or is to be.

    Where it was signed on paper there is a paper: the hand that signed that can sign here too.
    """
    return bool(who.strokes or who.wanted or who.how == "paper") or not words_in(who)


def words_in(who: Signature) -> list[str]:
    """What stands in the box of a signature besides its label and the hand."""
    words, when = signature_words(who), when_words(who.at)
    if who.strokes:
        # With the scores signed for there is no room for day and zone, which the sheet says anyway.
        at = f"{who.at:%H:%M}" if who.totals and who.at else when
        lines = [", ".join(part for part in (words, at) if part)] if who.totals else [words, at]
    else:
        lines = [words, when] if words or when else [who.wanted]
    return [one for one in (*lines, who.before) if one]


def words_high(lines: Sequence[str], room: float) -> float:
    """Millimetres that words take in a box so wide, in the type of a label."""
    return len(_rows_of(lines, LABEL, room)) * LEAD


def _rows_of(lines: Sequence[str], size: float, room: float) -> list[str]:
    texts = (printable(plain(one, 240)).replace(" : ", WHOLE) for one in lines)
    return [
        row.replace(WHOLE, " : ") for text in texts for row in parted(text, BODY, size, room * mm)
    ]


def broken_words(lines: Sequence[str], room: float, high: float) -> tuple[list[str], float]:
    """Words over as many lines as they need, each text beginning one of its own, and their size.

    They are set smaller only where there is no height for all of them.
    """
    size = LABEL
    while True:
        rows = _rows_of(lines, size, room)
        if len(rows) * LEAD * size / LABEL <= high or size <= SMALLEST:
            return rows, size
        size -= 0.5


def signed_high(width: float, who: Signature) -> float:
    """Millimetres that a signature takes in a cell of a list so wide: its words below its hand."""
    text = signature_words(who) or plain(who.wanted)
    return words_high([text] if text else [], width - 2.0) + 0.6 + hand_high(width, who.strokes)


def draw_signed(pen: Pen, cell: Box, who: Signature) -> None:
    """A signature in a cell of a list: left, top, width and height, in millimetres."""
    across, down, width, height = cell
    text = signature_words(who) or plain(who.wanted)
    rows, size = broken_words([text] if text else [], width - 2.0, height - 0.6)
    lead = LEAD * size / LABEL
    foot = 1.0 if is_english_alone() else 1.4
    if who.strokes:
        room = (across + 1, down + 0.6, width - 2, height - 0.4 - foot - lead * len(rows))
        draw_strokes(pen, room, who.strokes)
    last = down + height - foot if who.strokes else down + height / 2 + 1.1
    last += 0.0 if who.strokes else (len(rows) - 1) * lead / 2
    with pen.tags.together():
        for nth, row in enumerate(rows, start=1):
            pen.write(across + 1.0, last - (len(rows) - nth) * lead, row, size)


# A name in a row of a list in which people sign, and what is to be said of the game below it.
#
# A row is as high as its name and note need, so that neither leaves it nor lies on the other.


NOTE_LEAD = 3.0  # millimetres from line to line of a note

BELOW, ABOVE, FOOT = 0.6, 0.6, 1.2
"""Millimetres of white between name and note, above the name, below the note."""

ASCENT = 1.0  # how far letters of any script rise above their line, as a part of the font size

NAME_SIZE = 10.0
TALLEST = 13.0
"""Millimetres that a name takes at most: eighty East Asian letters over five lines at 7 points."""


class Laid(NamedTuple):
    """A name and its note as they fit a width: the note's rows and size, and the name's room."""

    note: list[str]
    note_size: float
    high: float
    needs: float


def laid(name: str, note: str, width: float) -> Laid:
    """How a name and a note of up to two rows fit a cell so wide, and the height they need."""
    room = (width - 2.4) * mm
    rows, size = in_rows(note, BODY, LABEL, room, 2) if note else ([], LABEL)
    text = printable(name)
    for high in (ROOM if rows else LINES_HIGH - CLEAR, TALLEST):
        parts, at = named(text, BODY, size_of(rows), room, high)
        if at >= SMALLEST and height_of(len(parts), at, text, BODY) <= high:
            break
    below = BELOW + len(rows) * NOTE_LEAD + FOOT
    noted = ABOVE + at * ASCENT / mm + (len(parts) - 1) * at * lead_of(text, BODY) + below
    alone = height_of(len(parts), at, text, BODY) + 2 * CLEAR
    needs = noted if rows else alone
    return Laid(rows, size, high, max(LINES_HIGH, needs))


def size_of(note: Sequence[str]) -> float:
    """Points of a name that stands above a note of so many rows."""
    return NAME_SIZE if len(note) < 2 else LABEL


def draw_noted_name(pen: Pen, box: Box, name: str, note: str) -> None:
    """A name, whole, and a note of up to two lines below it; ``box``: the cell."""
    across, down, width, height = box
    found = laid(name, note, width)
    rows, last = found.note, down + height - FOOT
    base = last - len(rows) * NOTE_LEAD - BELOW if rows else down + height / 2 + 1.4
    pen.write_name(
        across + 1.4, base, name, size_of(rows), width=width - 2.4, high=found.high,
        upwards=bool(rows), foot=None if rows else down + height - OFF, runs=OURS,
    )  # fmt: skip
    for nth, row in enumerate(rows, start=1):
        pen.write(across + 1.4, last - (len(rows) - nth) * NOTE_LEAD, row, found.note_size)


def on_page(heights: Sequence[float], first: int, room: float) -> list[float]:
    """The heights of the rows on the page that begins with row ``first``; the rest by hand.

    >>> on_page([9.0, 20.0, 9.0], 1, 40.0)
    [20.0, 9.0, 9.0]
    """
    found: list[float] = []
    for high in heights[first:]:
        if found and sum(found) + high > room:
            return found
        found.append(high)
    return found + [LINES_HIGH] * int((room - sum(found)) // LINES_HIGH)


def first_rows(heights: Sequence[float], room: float) -> list[int]:
    """The first row on each page; a form of no rows has one page all the same.

    >>> first_rows([], 20.0), first_rows([9.0] * 4, 18.0), first_rows([9.0, 12.0, 9.0], 20.0)
    ([0], [0, 2], [0, 1, 2])
    """
    firsts = [0]
    while (after := firsts[-1] + len(on_page(heights, firsts[-1], room))) < len(heights):
        firsts.append(after)
    return firsts
