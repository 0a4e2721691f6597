"""Slips on paper: several a sheet and where to cut, or blocks on a roll, with head and foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from math import ceil
from typing import NamedTuple, TypeVar

from msgspec import Struct
from reportlab.lib.units import mm

from printing.engine.archive import ArchiveCanvas
from printing.engine.fitting import SMALLEST, in_rows, parted
from printing.engine.heading import (
    Form,
    Heading,
    check_label,
    draw_places,
    footing,
    head_high,
    places,
    signed_words,
)
from printing.engine.labels import COMFORTABLE_LABEL, WRITE, more_of, needed
from printing.engine.page import HAIR, MARGIN, RECEIPT, Paper, new_page, plain, printable
from printing.engine.pen import Pen, side_of
from printing.fonts import BODY, BOLD, MONO
from printing.languages import in_both, is_english_alone, is_in_two, say, second_of

TICK = 3.0  # millimetres: length of a crop tick. Ticks lie in the gutter, never on a slip.

Slip = TypeVar("Slip")


class Cells(Struct, frozen=True):
    """How slips are laid out; ``width`` and ``height``: of what is printed on one, millimetres."""

    across: int
    down: int
    width: float
    height: float
    lying: bool = False

    @property
    def count(self) -> int:
        return self.across * self.down

    def cell(self, paper: Paper) -> tuple[float, float]:
        """Width and height of a slip once it is cut, in millimetres: never less than it holds."""
        return (paper.width - 2 * MARGIN) / self.across, (paper.height - 2 * MARGIN) / self.down

    def above(self, paper: Paper) -> float:
        """Millimetres left free above what is printed on a slip, and as many below it."""
        return (self.cell(paper)[1] - self.height) / 2


def cut_and_stack(slips: int, a_sheet: int) -> list[list[int]]:
    """Which slips go on which sheet, so that the cut piles lie in order, one on the other.

    Slip ``k`` goes on sheet ``k mod S`` at position ``k div S``: after the cut each position is
    a pile in order, and the piles follow each other.

    >>> cut_and_stack(5, 2)
    [[0, 3], [1, 4], [2]]
    >>> cut_and_stack(0, 2)
    []
    """
    sheets = -(-slips // a_sheet)
    return [list(range(sheet, slips, sheets)) for sheet in range(sheets)]


def draw_sheets(
    slips: Sequence[Slip],
    cells: Cells,
    paper: Paper,
    title: str,
    draw_one: Callable[[Pen, Slip], None],
) -> bytes:
    """A PDF of all the slips, in the order wanted after cutting; the pen is at each top left."""
    if not slips:
        raise ValueError("there is no slip to print")
    sheet = paper.sideways if cells.lying else paper
    buffer = BytesIO()
    canvas = new_page(title, buffer, sheet)
    wide, high = cells.cell(sheet)
    for held in cut_and_stack(len(slips), cells.count):
        draw_ticks(canvas, cells, sheet)
        for position, number in enumerate(held):
            row, column = divmod(position, cells.across)
            left = MARGIN + column * wide + (wide - cells.width) / 2
            top = sheet.height - MARGIN - row * high - (high - cells.height) / 2
            with canvas.tags.part("Sect"):
                draw_one(Pen(canvas, left * mm, top * mm), slips[number])
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


class Rows(NamedTuple):
    """How a slip makes room for a code that proves it: nothing is moved on one without.

    Attributes:
      up: millimetres that all of it stands higher, into the white above it.
      head: height of its head.
      given: what each row gives that may, in their order.
    """

    up: float
    head: float
    given: tuple[float, ...]


def rows_for(heading: Heading, least: float, above: float, may_give: Sequence[float]) -> Rows:
    """Room for the code of a head that is ``least`` high without one that proves the slip.

    Args:
      above: millimetres free above the slip (``Cells.above``): on Letter they are few.
      may_give: what rows can give whose values are known, so that nobody writes in them. What is
        missing still, for the longest code on Letter, the white above and below it gives.
    """
    missing = head_high(heading, least) - least
    up = min(missing, above)
    head, missing = least + missing, missing - up
    given = []
    for most in may_give:
        given.append(min(most, missing))
        missing -= given[-1]
    return Rows(up, head - missing, tuple(given))


def draw_ticks(canvas: ArchiveCanvas, cells: Cells, sheet: Paper) -> None:
    """Mark where to cut: at the ends of each cut and where two cuts meet."""
    wide, high = cells.cell(sheet)
    left, bottom = MARGIN * mm, MARGIN * mm
    right, top = (sheet.width - MARGIN) * mm, (sheet.height - MARGIN) * mm
    tick = TICK * mm
    canvas.tags.ink()
    canvas.setLineWidth(HAIR)
    path = canvas.beginPath()
    uprights = [left + column * wide * mm for column in range(1, cells.across)]
    levels = [bottom + row * high * mm for row in range(1, cells.down)]
    for x in uprights:
        for start in (bottom, top - tick, *(y - tick / 2 for y in levels)):
            path.moveTo(x, start)
            path.lineTo(x, start + tick)
    for y in levels:
        for start in (left, right - tick, *(x - tick / 2 for x in uprights)):
            path.moveTo(start, y)
            path.lineTo(start + tick, y)
    if uprights or levels:
        canvas.drawPath(path)


# Slips on a roll, 80 mm wide, for printers that burn 203 dots an inch on 72 mm of it.
#
# A receipt is a pile of blocks, each so high, and the paper is as long as they are together. All
# of
# it stands on dots of such a printer, an eighth of a millimetre, so that what it prints is what
# was
# drawn: nothing is thinned out or blurred on the way.


DOT = 0.125  # millimetres: what such a printer burns at a time
WIDE = 72.0  # millimetres that it burns; four at each edge stay white

EDGE = (RECEIPT.width - WIDE) / 2

ABOVE, BELOW = 3.0, 6.0
"""Millimetres left white at the top, and at the end, where the paper is torn off."""

MODULE = 5 * DOT  # millimetres: the least module of a square code
SMALL = 8.5  # points: the foot
CODE_SIZE = 13.0  # points: the check code
TEXT = 0.44  # millimetres from line to line, for each point of the type


class Block(NamedTuple):
    """A part of a receipt: its height in millimetres, and what draws it so far down."""

    height: float
    draw: Callable[[Pen, float], None]


def draw_roll(
    slips: Sequence[Slip], title: str, blocks_of: Callable[[Slip], Iterable[Block]]
) -> bytes:
    """A PDF of slips for a roll, each a page as long as it needs."""
    if not slips:
        raise ValueError("there is no slip to print")
    buffer = BytesIO()
    canvas = new_page(title, buffer, Paper(RECEIPT.name, RECEIPT.width, RECEIPT.width))
    for slip in slips:
        blocks = list(blocks_of(slip))
        high = dots(ABOVE + sum(block.height for block in blocks) + BELOW)
        canvas.setPageSize((RECEIPT.width * mm, high * mm))
        pen = Pen(canvas, EDGE * mm, (high - ABOVE) * mm)
        down = 0.0
        with canvas.tags.part("Sect"):
            for block in blocks:
                block.draw(pen, down)
                down += block.height
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def dots(length: float) -> float:
    """A length, in millimetres, as the next whole number of dots."""
    return ceil(round(length / DOT, 3)) * DOT


def space(height: float) -> Block:
    """Nothing, so high."""
    return Block(height, lambda _pen, _down: None)


def words(
    text: str,
    size: float = 10.0,
    font: str = BODY,
    most: int = 3,
    left: float = 0.0,
    smallest: float = SMALLEST,
) -> Iterator[Block]:
    """Words over as many lines as they need, set smaller where these were more than ``most``.

    They begin ``left`` from the edge; there is no block where there are none.
    """
    wide = (WIDE - left) * mm
    text = in_both(text)
    rows, at = in_rows(plain(text, 240), font, size, wide, most, smallest)
    if any(row.endswith("…") for row in rows):  # a roll is as long as it has to be
        rows = parted(printable(plain(text, 240)), font, at, wide)
    high = dots(at * TEXT)

    def draw(pen: Pen, down: float) -> None:
        with pen.tags.together():
            for nth, row in enumerate(rows):
                pen.write(left, down + (nth + 0.7) * high, row, at, font)

    if rows:
        yield Block(len(rows) * high + (0.0 if is_english_alone() else 3 * DOT), draw)


class Asked(NamedTuple):
    """A box in a row: its label, how wide it is, its value, and how that is written."""

    label: str
    width: float
    value: str = ""
    size: float = 10.0
    font: str = BODY
    align: str = "left"
    name: bool = False


def boxes(*request: Asked, height: float = WRITE, weight: float = HAIR) -> Block:
    """A row of boxes to write in, higher by what a label takes over two lines."""
    more = max((more_of(one.label, one.width, 2) for one in request), default=0.0)

    def draw(pen: Pen, down: float) -> None:
        left = 0.0
        for one in request:
            pen.field(
                (left, down, one.width, height + more), one.label, one.value, size=one.size,
                font=one.font, align=one.align, weight=weight, name=one.name, rows=2,
            )  # fmt: skip
            left += one.width

    return Block(height + more, draw)


def head(heading: Heading, form: Form) -> Iterator[Block]:
    """The form, the tournament, where it belongs, and whether it is provisional."""

    def title(pen: Pen, down: float) -> None:
        with pen.tags.part("H1"):
            base = down + (4.8 if is_english_alone() else 4.6)
            pen.write_both(0, base, form.name, 14, BOLD, width=WIDE)

    yield Block(6.5, title)
    yield from words(heading.game, 8.5, MONO)
    if heading.provisional:
        yield from words(heading.provisional, 10.0, BOLD)
    if heading.tournament:
        yield from words(heading.held, 11.0)
    else:
        yield boxes(Asked(say("paper.tournament"), WIDE))
    yield space(1.0)
    request = places(heading, form)
    yield Block(WRITE, lambda pen, down: draw_places(pen, (0, down, WIDE, WRITE), request))
    yield space(1.5)


def foot(heading: Heading, form: Form) -> Iterator[Block]:
    """Which form and state of the record this is, and its code, as signs and as a square."""
    code, label = plain(heading.check), check_label(heading)
    state = footing(heading, form, pages=0).removesuffix(f" · {label} {code}" if code else "")
    yield space(1.5)
    signed = heading.signed.address if heading.signed else ""
    side = side_of(signed or heading.address, MODULE, DOT) if heading.address else 0.0
    left = dots(side) + 2.0 if side else 0.0
    lines = [(state, SMALL, BODY), (heading.rule_line, SMALL, BODY)]
    if heading.signed:
        state = state.removesuffix(f" · {signed_words(heading.signed)}")
        lines[0] = (state, SMALL, BODY)
        lines.insert(1, (signed_words(heading.signed), SMALL, BODY))
    lines += [(label, SMALL, BODY), (code, CODE_SIZE, MONO)] if code else []
    beside = [
        block for text, size, font in lines for block in words(text, size, font, most=4, left=left)
    ]

    def draw(pen: Pen, down: float) -> None:
        if side:
            pen.square_code(0.0, dots(down), side, heading.address, signed=signed)
        for block in beside:
            block.draw(pen, down)
            down += block.height

    yield Block(max(dots(side), sum(block.height for block in beside)), draw)


def marks(*request: tuple[str, bool], label: str = "", columns: int = 2) -> Block:
    """Boxes to mark, in columns, the first of them after their label where they have one."""
    top, each, wide = (1.1, 6.8, WIDE / columns) if is_in_two() else (0.7, 6.2, WIDE / columns)
    room = wide - (1.6 if is_english_alone() else 2.4)
    cells: list[tuple[int, float]] = []
    nth = 1 if label else 0
    for words_, _ in request:
        alone = not _holds(room - 6.7, words_)
        if alone:  # its words take a row
            nth = -(-nth // columns) * columns
        cells.append((nth, WIDE - 2.4 if alone else room))
        nth += columns if alone else 1
    rows = -(-nth // columns)
    high = dots(top + rows * each)

    def draw(pen: Pen, down: float) -> None:
        pen.box(0, down, WIDE, high, weight=HAIR)
        if label:
            pen.draw_label(1.1, down + 1.1, label, wide - 1.6)
        for (place, wide_enough), (words_, marked) in zip(cells, request, strict=True):
            row, column = divmod(place, columns)
            at = (1.4 + column * wide, down + top + row * each)
            pen.tick_box(*at, words_, marked=marked, side=5.5, size=10.0, width=wide_enough)

    return Block(high, draw)


def _holds(room: float, words_: str) -> bool:
    """Whether a column holds the words of a box to mark, each language on a line of its own."""
    lines = 2 if second_of(words_) else 1
    return is_english_alone() or needed(words_, COMFORTABLE_LABEL, lines) <= room
