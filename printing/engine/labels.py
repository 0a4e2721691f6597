"""Labels of boxes: fitted whole in one language or two, and boxes as wide as they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from reportlab.lib.units import mm

from printing.engine.fitting import CAP, HANGS, POINT, SMALLEST, fitted, in_rows, rise_of, width_of
from printing.engine.page import FRAME, printable
from printing.fonts import BODY
from printing.languages import is_english_alone, second_of

LABEL = 8.5  # points: the small words in the corner of a box
WRITE = 12.4  # millimetres: height of a box that leaves eight of white below its label
SIGN = 19.4  # millimetres: height of a box to sign in: fifteen of white below its label


CLEAR = 1.4  # millimetres that the lines of a name leave free in its box, for what hangs below them

OFF = 0.5
"""Millimetres between what hangs from a value and the middle of the line below it, at least."""

TALLER = 0.6
"""Millimetres that a value in another script is kept further from its label: its letters rise."""

MORE = 3.4  # millimetres that each further line of a label takes


SECOND = 6.5  # points: a label in the second language of a paper, at most
IN_TWO = 5.8  # points: the heads of columns in two languages, one below the other
LEAST = 5.5  # points: a label in a narrow box, which no language may have cut
ASCENDS = 0.77
"""How far small letters such as l rise above their line, as a part of the font size."""

MARK = 6.4  # millimetres: the side of a cross in a box of its own, at most
AROUND_A_MARK = 0.5  # millimetres that words in two languages are higher than their box, at most
COMFORTABLE_LABEL = 6.0  # points: a label takes another line before it is set smaller
LABEL_IN = 1.2  # millimetres from the side of a box to a label
BESIDE_LABEL = 1.9  # millimetres that a box is wider than the room of its label
AIR = 0.5  # millimetres between words and a line, at least, on paper in other languages
FIRST_LINE = 3.1  # millimetres from the top of a box to the first line of its label
TWO_HIGH = 3.0  # millimetres that a label of a line in each language takes beyond its first
UNDER = 1.3  # millimetres below the last line of a label, for what hangs from it and some white
TIGHT = 0.42  # millimetres from line to line of a label, for each point of its size
STACKED = TIGHT + HANGS * POINT
"""Millimetres that words below others take with what hangs from them, for each point."""

TIGHTER = 0.365  # the same of the heads of columns, which stand between two lines
OFF_LINES = 0.35  # millimetres of white between small words and the lines of their row
BETWEEN_TWO = (
    1.6  # millimetres between words in the first language and those in the second beside them
)


class LabelRow(NamedTuple):
    """A line of a label: how far from its left and first line it is, in millimetres, its size."""

    across: float
    below: float
    text: str
    size: float


@lru_cache(maxsize=1024)
def label_rows(
    first: str,
    second: str,
    width: float,
    rows: int = 1,
    high: float = 0.0,
    smallest: float = SMALLEST,
) -> tuple[LabelRow, ...]:
    """A label in a box, all of it: small on one line, else over more, the second language smaller.

    Args:
      first: the label; ``second``: the same in the second language, empty for none.
      width: millimetres there are for it.
      rows: lines it may take before it is set smaller.
      high: millimetres that its last line may stand below its first, if smaller type keeps to them;
        0: as many as it takes.
      smallest: points; a word that has no room at so many is parted over several lines.
    """
    found = _label_rows(first, second, width, rows, smallest)
    if not (high and found and found[-1].below > high):
        return found
    sizes = [half / 2 for half in range(int(2 * LABEL) - 1, int(2 * LEAST) - 1, -1)]
    smaller = [_smaller_rows(first, second, width, size) for size in sizes]
    whole = [one for one in smaller if all(_is_whole(row.text, row.size, width) for row in one)]
    return next((one for one in whole if one[-1].below <= high), (whole or [found])[-1])


def _is_whole(text: str, size: float, width: float) -> bool:
    return bool(width_of(text, BODY, size) <= width * mm + 0.01)


def _smaller_rows(first: str, second: str, width: float, most: float) -> tuple[LabelRow, ...]:
    """A label in type no larger: the second language behind the first, or below it.

    Small type begins higher in its box than that of other labels.
    """
    found: list[LabelRow] = []
    below = min(0.0, (most - LABEL) * CAP * POINT)
    for text, size in ((printable(first), most), (printable(second), min(SECOND, most))):
        if found:
            last = found[-1]
            end = width_of(last.text, BODY, last.size) / mm + 1.2
            if text and end + width_of(text, BODY, size) / mm <= width:
                return (*found, LabelRow(end, last.below, text, size))
        for line in words_over(text, size, width):
            below += TIGHT * max(size, found[-1].size) if found else 0.0
            found.append(LabelRow(0.0, below, line, size))
    return tuple(found)


def words_over(text: str, size: float, width: float) -> list[str]:
    """A label over as many lines as it needs, no word parted; nothing is said of no words."""
    rows: list[str] = []
    for word in text.split():
        longer = f"{rows[-1]} {word}" if rows else ""
        if rows and width_of(longer, BODY, size) <= width * mm:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def needed(label: str, size: float, lines: int) -> float:
    """Millimetres that a label needs over so many lines of that type, in each of its languages.

    Of more than one language the second takes what the first leaves of them, one line at least.
    """
    first, second = printable(label), printable(second_of(label))
    if not second:
        return _narrowest(first, size, lines)
    small = min(SECOND, size)
    return min(
        max(_narrowest(first, size, some), _narrowest(second, small, lines - some))
        for some in range(1, lines)
    )


@lru_cache(maxsize=4096)
def _narrowest(text: str, size: float, lines: int) -> float:
    """Millimetres of the narrowest room in which a text stands over so many lines."""
    words = text.split()
    if lines == 1 or len(words) < 2:
        return float(width_of(text, BODY, size) / mm)
    return min(
        max(
            float(width_of(" ".join(words[:some]), BODY, size) / mm),
            _narrowest(" ".join(words[some:]), size, lines - 1),
        )
        for some in range(1, len(words))
    )


def shared_out(labels: Sequence[str], widths: Sequence[float]) -> tuple[float, ...]:
    """Widths of boxes side by side: other languages take from those that have more than they need.

    Args:
      widths: millimetres of each in English, which alone keeps them.
    """
    if is_english_alone():
        return tuple(widths)
    total, two = sum(widths), any(map(second_of, labels))
    sizes = [half / 2 for half in range(int(2 * LABEL), int(2 * LEAST) - 1, -1)]
    tries = [(size, lines) for lines in ((2, 3, 4) if two else (1, 2, 3)) for size in sizes]
    for size, lines in tries:
        if size < COMFORTABLE_LABEL and lines < tries[-1][1]:
            continue  # another line is read more easily than type so small
        needs = [needed(label, size, lines) + 2 * LABEL_IN for label in labels]
        if sum(needs) <= total:
            break
    spare = [max(0.0, wide - need) for wide, need in zip(widths, needs, strict=True)]
    rest = (total - sum(needs)) / (sum(spare) or 1.0)
    return tuple(need + more * rest for need, more in zip(needs, spare, strict=True))


def _label_rows(
    first: str, second: str, width: float, rows: int, smallest: float
) -> tuple[LabelRow, ...]:
    room, text = width * mm, printable(first)
    lines, at = in_rows(text, BODY, LABEL, room, rows, smallest) if rows > 1 else ([text], LABEL)
    if rows == 1:
        shown, at = fitted(text, BODY, LABEL, room)
        if shown != text:
            lines, at = in_rows(text, BODY, at, room, 2, LEAST)
    lead = MORE if rows > 1 else TIGHT * at
    found = [LabelRow(0.0, nth * lead, line, at) for nth, line in enumerate(lines)]
    if other := printable(second):
        end = width_of(lines[-1], BODY, at) + 1.2 * mm
        if end + width_of(other, BODY, SECOND) <= room:
            return (*found, LabelRow(end / mm, found[-1].below, other, SECOND))
        below, size = in_rows(other, BODY, SECOND, room, max(rows, 2), LEAST)
        last = found[-1].below + 0.2
        found += [
            LabelRow(0.0, last + (nth + 1) * TIGHT * size, line, size)
            for nth, line in enumerate(below)
        ]
    return tuple(found)


def more_of(label: str, width: float, rows: int) -> float:
    """Millimetres that a label takes beyond its first line, in a box so wide."""
    room, least = room_of_label(width), least_label()
    found = label_rows(label, second_of(label), room, rows, smallest=least)
    return lowered(found) + found[-1].below


def least_label() -> float:
    return SMALLEST if is_english_alone() else LEAST


def room_of_label(width: float) -> float:
    return width - (1.6 if is_english_alone() else BESIDE_LABEL)


def below_label(label: str, width: float, rows: int = 1) -> tuple[float, float]:
    """How far down a mark stands below the label of a box to write in, and its side.

    A box whose label may take more ``rows`` is higher by what these take.
    """
    more = more_of(label, width, rows)
    top, end = FIRST_LINE + more + UNDER, WRITE - OFF + (more if rows > 1 else 0.0)
    side = min(MARK, end - top)
    return end - side, side


def lowered(rows: Sequence[LabelRow]) -> float:
    """Millimetres that a label stands lower, so that marks above its capitals keep off the line."""
    if is_english_alone():
        return 0.0
    begins = rows[0].below if rows else 0.0
    first = [row for row in rows if row.below == begins]
    rises = max((rise_of(row.text) * row.size * POINT for row in first), default=0.0)
    line: float = FRAME / 2 / mm
    return max(0.0, rises + line + AIR - FIRST_LINE - begins)


def second_beside(size: float) -> float:
    """Points of the second language beside words of the first, where there is room."""
    return max(SECOND, size * 0.7)


def both_wide(words: str, size: float, font: str = BODY, *, least: bool = False) -> float:
    """Millimetres that ``Pen.write_both`` takes; the ``least`` that cuts nothing."""
    wide = float(width_of(printable(words), font, size) / mm)
    if other := second_of(words):
        small = LEAST if least else second_beside(size)
        wide += BETWEEN_TWO + float(width_of(printable(other), BODY, small) / mm)
    return wide


def ticked_rows(words: str, font: str, size: float, room: float) -> list[LabelRow]:
    """The words of a box to mark over several lines, in either language, where one cuts them."""
    first, other = printable(words), printable(second_of(words))
    both = (first, size), (other, min(SECOND, size))
    shown = all(fitted(text, font, at, room * mm, LEAST)[0] == text for text, at in both)
    if shown:
        return []
    found: list[LabelRow] = []
    below = 0.0
    most = 2 * IN_TWO if not other else 2 * LEAST
    for text, _ in both:
        lines, at = in_rows(text, font, most / 2, room * mm, 2, LEAST)
        for line in lines:
            below += TIGHT * at if found else 0.0
            found.append(LabelRow(0.0, below, line, at))
    return found
