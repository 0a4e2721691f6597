"""Lists in ruled rows: names whole, however long, and labels again on each page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ledger.vocabulary.names import sought
from printing.engine.archive import COLUMN_HEAD
from printing.engine.fitting import HANGS, LEAD, POINT, SMALLEST, lead_of, parted, reach_of
from printing.engine.flowing import HEAD, WIDTH, Headed, all_of, draw_long, foot_of
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines
from printing.engine.page import A4, HAIR, RULE, Paper, plain, printable
from printing.engine.pen import LABEL, Pen
from printing.fonts import BODY, BOLD

SMALLER = (1.0, 0.86, 0.74)
"""Parts of its size at which a long text is tried before it takes a third line."""

PAD = 2.0  # millimetres: white above and below the words of a row, together
NOTE = 8.5  # points of a note below a name
NOTES_SIZE = 9.0  # points of the lines between the head and the rows
LABELS = 5.0  # millimetres: height of the line of labels
BY_HAND = 9.0  # millimetres: height of a row to be written in


@dataclass(frozen=True)
class Column:
    """What a row holds at one place: its label, width in millimetres, and how it is set."""

    label: str
    wide: float
    size: float = 9.5
    font: str = BODY
    align: str = "left"


@dataclass(frozen=True)
class Listed:
    """One row: a text for each column, in which a line may be ended; a note below the widest.

    ``group``: rows of one group follow each other, and the first of one never stands last on a
    page.
    """

    cells: tuple[str, ...]
    note: str = ""
    group: str = ""


@dataclass(frozen=True)
class Laid:
    """A row as it is drawn: the lines of each cell, their type and how far apart they stand.

    ``first``: millimetres from its top to the line that the first words of all cells stand on;
    ``note``: the lines of the note; ``high``: the whole row.
    """

    row: Listed
    cells: tuple[tuple[str, ...], ...]
    sizes: tuple[float, ...]
    leads: tuple[float, ...]
    note: tuple[str, ...]
    first: float
    high: float


class RuledList(Headed, Protocol):
    """A form that is a head, some lines of words, and rows."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands between the head and the rows."""

    @property
    def rows(self) -> tuple[Listed, ...]:
        """The rows; none: the form is to be filled in by hand."""


@dataclass(frozen=True, kw_only=True)
class PlainList:
    """All that most lists say."""

    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()


Filled = TypeVar("Filled", bound=RuledList)
ColumnsOf = Callable[[Filled], Sequence[Column]]


def ruled_list(
    form: Form, empty: Callable[..., Filled], columns_of: ColumnsOf[Filled]
) -> Drawing[Filled]:
    """How such a list is drawn; ``columns_of``: what its rows hold, side by side."""

    def lines(filled: Filled) -> list[str]:
        return said(form, filled, columns_of)

    def draw(*filled: Filled, paper: Paper = A4) -> bytes:
        return drawn(form, filled, paper, columns_of)

    return Drawing(form, empty, lines, draw)


def said(form: Form, filled: Filled, columns_of: ColumnsOf[Filled]) -> list[str]:
    """The words on a list, top to bottom, with the foot of its first page."""
    pages = pages_of(filled, columns_of(filled), A4)
    return [
        *heading_lines(filled.heading, form),
        *(plain(note, 600) for note in filled.notes),
        *(
            " ".join(plain(cell, 200) for cell in (*row.cells, row.note) if cell.strip())
            for row in filled.rows
        ),
        *footing_lines(filled.heading, form, 1, len(pages)),
    ]


def drawn(
    form: Form, filled: Sequence[Filled], paper: Paper, columns_of: ColumnsOf[Filled]
) -> bytes:
    """A PDF of such lists, one after the other, each with its own page numbers."""

    def pages(one: Filled, paper: Paper) -> list[list[Laid]]:
        return pages_of(one, columns_of(one), paper)

    def draw_page(pen: Pen, one: Filled, rows: Sequence[Laid], paper: Paper) -> None:
        columns = columns_of(one)
        down = HEAD + 2.0
        for note in one.notes:
            with pen.tags.together():
                for line in all_of(note, BODY, NOTES_SIZE, WIDTH * MM):
                    down += NOTES_SIZE * LEAD + 0.5
                    pen.write(0, down, line, NOTES_SIZE)
        down += 1.5
        with pen.tags.part("Table"):
            draw_labels(pen, down, columns)
            if one.rows:
                draw_rows(pen, down + LABELS, columns, rows)
            else:
                draw_by_hand(pen, down + LABELS, columns, foot_of(paper) - 7.0)

    return draw_long(form, filled, paper, pages_of=pages, draw_page=draw_page)


def notes_of(one: RuledList) -> list[str]:
    return [line for note in one.notes for line in all_of(note, BODY, NOTES_SIZE, WIDTH * MM)]


MM = 72 / 25.4


def pages_of(one: RuledList, columns: Sequence[Column], paper: Paper) -> list[list[Laid]]:
    """The rows on each page; one page without any where there are none."""
    notes = len(notes_of(one)) * (NOTES_SIZE * LEAD + 0.5)
    room = foot_of(paper) - 7.0 - (HEAD + 2.0 + notes + 1.5 + LABELS)
    return in_parts(laid(columns, one.rows), room)


def laid(columns: Sequence[Column], rows: Sequence[Listed]) -> list[Laid]:
    """Rows as they are drawn: every text over as many lines as it takes."""
    return [_laid(columns, row) for row in rows]


def _laid(columns: Sequence[Column], row: Listed) -> Laid:
    found = [_set(text, column) for column, text in zip(columns, row.cells, strict=True)]
    cells, sizes = tuple(tuple(lines) for lines, _ in found), tuple(size for _, size in found)
    leads = tuple(
        size * lead_of("".join(lines), column.font)
        for column, (lines, size) in zip(columns, found, strict=True)
    )
    widest = max(column.wide for column in columns)
    note = tuple(all_of(row.note, BODY, NOTE, (widest - 2.0) * MM)) if row.note else ()
    first = max(
        (lead for lead, lines in zip(leads, cells, strict=True) if any(lines)), default=LABEL * LEAD
    )
    at, note_high = widest_of(columns), len(note) * NOTE * lead_of("".join(note), BODY)
    heights = [
        (len(lines) - 1) * lead + (note_high if place == at else 0.0) + hung(lines, column, size)
        for place, (lines, lead, size, column) in enumerate(
            zip(cells, leads, sizes, columns, strict=True)
        )
    ]
    return Laid(row, cells, sizes, leads, note, first, first + max(heights) + PAD)


def hung(lines: Sequence[str], column: Column, size: float) -> float:
    """Millimetres that letters of a cell hang lower than those of our own fonts."""
    return max(0.0, reach_of("".join(lines), column.font)[1] - HANGS) * size * POINT


def _set(text: str, column: Column) -> tuple[list[str], float]:
    """A text whole: set smaller where it else took more than two lines, over more if it must."""
    width = (column.wide - 2.0) * MM
    for part in SMALLER:
        size = max(SMALLEST, column.size * part)
        lines = [
            line
            for paragraph in text.split("\n")
            for line in parted(printable(plain(paragraph, 600)), column.font, size, width) or [""]
        ]
        if len(lines) <= max(2, text.count("\n") + 1):
            break
    return lines, size


def widest_of(columns: Sequence[Column]) -> int:
    """Where the widest column stands, below whose words a note is set."""
    return max(range(len(columns)), key=lambda place: (columns[place].wide, -place))


def in_parts(rows: Sequence[Laid], room: float) -> list[list[Laid]]:
    """Rows in parts of at most ``room`` millimetres; a group's first row never ends one."""
    parts: list[list[Laid]] = [[]]
    used = 0.0
    for place, row in enumerate(rows):
        begins = bool(row.row.group) and (place == 0 or rows[place - 1].row.group != row.row.group)
        after = rows[place + 1 : place + 2]
        follows = after[0].high if begins and after and after[0].row.group == row.row.group else 0.0
        if parts[-1] and used + row.high + follows > room:
            parts.append([])
            used = 0.0
        parts[-1].append(row)
        used += row.high
    return parts


def draw_labels(pen: Pen, down: float, columns: Sequence[Column]) -> None:
    across = 0.0
    with pen.tags.part("TR"):
        for column in columns:
            at, width = _at(column, across)
            with pen.tags.part("TH", COLUMN_HEAD):
                pen.write(at, down + 3.2, column.label, LABEL, width=width, align=column.align)
            across += column.wide
    pen.rule(0, down + LABELS - 0.4, across, weight=RULE)


def draw_rows(pen: Pen, down: float, columns: Sequence[Column], rows: Sequence[Laid]) -> float:
    """Draw rows, one under the other, each with a line below; how far down the last one ends."""
    wide = sum(column.wide for column in columns)
    noted = widest_of(columns)
    for row in rows:
        across = 0.0
        with pen.tags.part("TR"):
            for place, column in enumerate(columns):
                with pen.tags.part("TD"):
                    _draw_cell(pen, across, down, column, row, place, noted=place == noted)
                across += column.wide
        down += row.high
        pen.rule(0, down, wide, weight=HAIR)
    return down


def _draw_cell(
    pen: Pen, across: float, down: float, column: Column, row: Laid, place: int, *, noted: bool
) -> None:
    base = down + PAD / 2 + row.first - 0.7
    at, _ = _at(column, across)
    for nth, line in enumerate(row.cells[place]):
        base += row.leads[place] if nth else 0.0
        pen.write(at, base, line, row.sizes[place], column.font, align=column.align)
    for line in row.note if noted else ():
        base += NOTE * lead_of("".join(row.note), BODY)
        pen.write(across + 1.0, base, line, NOTE)


def draw_by_hand(pen: Pen, down: float, columns: Sequence[Column], floor: float) -> None:
    """Draw rows of boxes to write in, as many as there is room for."""
    while down + BY_HAND <= floor:
        across = 0.0
        for column in columns:
            pen.box(across, down, column.wide, BY_HAND, weight=HAIR)
            across += column.wide
        down += BY_HAND


def _at(column: Column, across: float) -> tuple[float, float]:
    """Where a text of a column begins, ends or has its middle, and the room there is."""
    edge = {"left": 1.0, "right": column.wide - 1.0, "middle": column.wide / 2}[column.align]
    return across + edge, column.wide - 1.0


def initial_of(name: str) -> str:
    """The letter a name stands under.

    >>> initial_of("Émile Ode"), initial_of("")
    ('E', '')
    """
    return sought(printable(name)).strip()[:1].upper()


STRONG = BOLD
"""The font of what is looked for in a row."""
