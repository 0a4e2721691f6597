"""Lists in ruled rows: names whole, however long, and labels again on each page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.vocabulary.names import sought
from printing.engine.archive import COLUMN_HEAD, HEADER
from printing.engine.fitting import (
    CAP,
    HANGS,
    LEAD,
    POINT,
    SMALLEST,
    lead_of,
    parted,
    reach_of,
    width_of,
)
from printing.engine.flowing import HEAD, WIDTH, Headed, all_of, draw_long, foot_of
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines
from printing.engine.labels import LABEL, LEAST, SECOND, TIGHT, LabelRow, label_rows, needed
from printing.engine.page import A4, HAIR, RULE, Paper, plain, printable
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD
from printing.languages import is_english_alone, second_of

SMALLER = (1.0, 0.86, 0.74)
"""Parts of its size at which a long text is tried before it takes a third line."""

PAD = 2.0  # millimetres: white above and below the words of a row, together
NOTE = 8.5  # points of a note below a name
NOTES_SIZE = 9.0  # points of the lines between the head and the rows
LABEL_SIDES = 1.0  # millimetres: white beside a label
LABELS = 5.0  # millimetres: height of the line of labels
BY_HAND = 9.0  # millimetres: height of a row to be written in


class Column(Struct, frozen=True):
    """What a row holds at one place: its label, width in millimetres, and how it is set.

    ``yields``: on the wall, its part of that size: who looks for a row looks for other columns.
    """

    label: str
    wide: float
    size: float = 9.5
    font: str = BODY
    align: str = "left"
    yields: float = 1.0


class Listed(Struct, frozen=True):
    """One row: a text for each column, in which a line may be ended; a note below the widest.

    ``group``: rows of one group follow each other, and the first of one never stands last on a
    page.
    """

    cells: tuple[str, ...]
    note: str = ""
    group: str = ""


class Laid(Struct, frozen=True):
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


class PlainList(Struct, frozen=True, kw_only=True):
    """All that most lists say."""

    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()


Filled = TypeVar("Filled", bound=RuledList)
ColumnsOf = Callable[[Filled], Sequence[Column]]


def ruled_list(
    form: Form, empty: Callable[..., Filled], columns_of: ColumnsOf[Filled], *, wall: bool = False
) -> Drawing[Filled]:
    """How such a list is drawn; ``columns_of``: what its rows hold, side by side.

    Args:
      wall: it hangs on the wall: few rows are set as large as a page holds them, a column in which
        nothing stands is left out, and many rows have their letters at the edge.
    """

    def lines(filled: Filled) -> list[str]:
        return said(form, filled, columns_of)

    def draw(*filled: Filled, paper: Paper = A4) -> bytes:
        return drawn(form, filled, paper, columns_of, wall=wall)

    return Drawing(form, empty, lines, draw)


def said(form: Form, filled: Filled, columns_of: ColumnsOf[Filled]) -> list[str]:
    """The words on a list, top to bottom, with the foot of its first page.

    Codes bind them, with the number of pages that the list had when the first were made: on a
    wall, where rows are set larger, there may be more.
    """
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
    form: Form,
    filled: Sequence[Filled],
    paper: Paper,
    columns_of: ColumnsOf[Filled],
    *,
    wall: bool = False,
) -> bytes:
    """A PDF of such lists, one after the other, each with its own page numbers."""

    def set_on(one: Filled) -> SetList:
        columns = with_room(columns_of(one))
        if wall and one.rows:
            return for_the_wall(one, columns, paper)
        return SetList(tuple(columns), pages_of(one, columns, paper))

    found = {id(one): set_on(one) for one in filled}

    def pages(one: Filled, paper: Paper) -> list[list[Laid]]:
        del paper
        return found[id(one)].pages

    def draw_page(pen: Pen, one: Filled, rows: Sequence[Laid], paper: Paper) -> None:
        columns = found[id(one)].columns
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
                draw_rows(pen, down + labels_high(columns), columns, rows)
            else:
                draw_by_hand(pen, down + labels_high(columns), columns, foot_of(paper) - 7.0)
        if letters := found[id(one)].letters:
            with pen.tags.aside(HEADER):
                draw_edge(pen, down + labels_high(columns), foot_of(paper) - 9.0, letters, rows)

    return draw_long(form, filled, paper, pages_of=pages, draw_page=draw_page)


# Lists for the wall: read from as far as the page lets them be.


class SetList(Struct, frozen=True):
    """A list as it is drawn.

    Attributes:
      letters: those under which its rows stand, in order, where they stand at the edge.
    """

    columns: tuple[Column, ...]
    pages: list[list[Laid]]
    letters: tuple[str, ...] = ()


TIMES = tuple(tenths / 10 for tenths in range(30, 9, -1))
"""How many times as large as usual the letters of a list may be, the largest first."""

OVER_PAGES = 1.4
"""The same of a list that takes several pages anyway: some 16 points for names."""

FEW = 5
"""At most one row in so many may need two lines for letters larger than usual."""

EDGE = 9.0  # millimetres at the right that letters take
SMALL_LETTER, LETTER = 9.0, 17.0  # points of one at the edge: of other pages, of this one
NARROW = 24.0  # millimetres: what is no wider at its usual size keeps all it needs, and names yield


def for_the_wall(one: RuledList, columns: Sequence[Column], paper: Paper) -> SetList:
    """The list in the largest letters with which it keeps to one page, else over several."""
    kept = [place for place in range(len(columns)) if any(r.cells[place].strip() for r in one.rows)]
    used = [columns[place] for place in kept]
    rows = [replace(row, cells=tuple(row.cells[place] for place in kept)) for row in one.rows]
    room = _room(one, paper, columns)
    for times in TIMES:
        lowest = min(column.size for column in used) * times * POINT + PAD
        if len(rows) * lowest > room:
            continue
        if (wide := _widths(used, rows, times, WIDTH)) is None and times > 1:
            continue
        [page, *more] = in_parts(laid(wide or used, rows), room)
        if not more and wide is not None and (times == 1 or _over_lines(page) <= len(rows) / FEW):
            return SetList(tuple(wide), [_spread(page, room)])
    letters = tuple(dict.fromkeys(row.group for row in rows if row.group))
    width = WIDTH - (EDGE if letters else 0.0)
    for times in (OVER_PAGES, 1.2, 1.0, 0.9):
        if (wide := _widths(used, rows, times, width)) is not None:
            return SetList(tuple(wide), in_parts(laid(wide, rows), room), letters)
    squeezed = [replace(column, wide=column.wide * width / WIDTH) for column in columns]
    room = min(room, _room(one, paper, squeezed))
    return SetList(tuple(squeezed), in_parts(laid(squeezed, one.rows), room), letters)


def _over_lines(rows: Sequence[Laid]) -> int:
    """Rows of which a text was parted over lines that it has not by itself."""
    return sum(
        any(len(lines) > 1 + text.count("\n") for lines, text in zip(one.cells, texts, strict=True))
        for one in rows
        for texts in (one.row.cells,)
    )


def _spread(rows: Sequence[Laid], room: float) -> list[Laid]:
    """Rows as high as the page leaves them, up to twice: the next one is not read for it."""
    free = (room - sum(one.high for one in rows)) / len(rows)
    return [
        replace(one, high=one.high + more, first=one.first + more / 2)
        for one in rows
        for more in (min(free, one.high),)
    ]


def _widths(
    columns: Sequence[Column], rows: Sequence[Listed], times: float, width: float
) -> list[Column] | None:
    """The columns so many times as large, together ``width``; ``None``: a word has no room.

    What is short keeps what it needs, and names share what is left: over two lines where they
    must be, but never parted within a word.
    """
    whole, word = [], []
    for place, column in enumerate(columns):
        size = column.size * _times(column, times)
        texts = {line for row in rows for line in row.cells[place].split("\n")}
        label = _label_wide(column)
        lines = [width_of(printable(plain(text, 600)), column.font, size) / MM for text in texts]
        words = [
            width_of(part, column.font, size) / MM
            for text in texts
            for part in printable(plain(text, 600)).replace("-", "- ").split()
        ]
        whole.append(max(label, *lines, 0.0) + SIDES)
        word.append(max(label, *words, 0.0) + SIDES)
    names = [place for place, need in enumerate(whole) if need > NARROW * times]
    least = [word[place] if place in names else need for place, need in enumerate(whole)]
    spare = width - sum(least)
    if spare < 0:
        return None
    wanted = [need - has for need, has in zip(whole, least, strict=True)]
    share = min(1.0, spare / sum(wanted)) if sum(wanted) else 0.0
    wide = [has + share * more for has, more in zip(least, wanted, strict=True)]
    # What nobody needs goes to the names, or to everything where there are none.
    left = width - sum(wide)
    takers = names or list(range(len(columns)))
    for place in takers:
        wide[place] += left / len(takers)
    return [
        replace(column, wide=has, size=column.size * _times(column, times))
        for column, has in zip(columns, wide, strict=True)
    ]


def _label_wide(column: Column) -> float:
    """Millimetres of a column's label, each of its languages on a line."""
    second = width_of(printable(second_of(column.label)), BODY, SECOND)
    return float(max(width_of(column.label, BODY, LABEL), second) / MM)


def with_room(columns: Sequence[Column]) -> Sequence[Column]:
    """Columns in which no word of a label is parted: the widest gives what is missing."""
    if is_english_alone():
        return columns
    missing = [
        max(0.0, needed(one.label, LEAST, 4) + LABEL_SIDES - one.wide) if one.label else 0.0
        for one in columns
    ]
    widest = widest_of(columns)
    return [
        replace(one, wide=one.wide + missing[nth] - (sum(missing) if nth == widest else 0.0))
        for nth, one in enumerate(columns)
    ]


def _times(column: Column, times: float) -> float:
    """How many times as large as usual a column is where its list is so many times as large."""
    return max(1.0, times * column.yields) if times >= 1 else times


SIDES = 2.4  # millimetres: white at both sides of what stands in a column


def draw_edge(
    pen: Pen, top: float, foot: float, letters: Sequence[str], rows: Sequence[Laid]
) -> None:
    """The letters of the whole list down the right edge, those of this page large."""
    here = {row.row.group for row in rows}
    step = (foot - top) / len(letters)
    for nth, letter in enumerate(letters):
        size = min(LETTER if letter in here else SMALL_LETTER, 0.9 * step / POINT)
        base = top + (nth + 0.5) * step + size * CAP * POINT / 2
        font = BOLD if letter in here else BODY
        pen.write(WIDTH - EDGE / 2 + 1.0, base, letter, size, font, align="middle")


def notes_of(one: RuledList) -> list[str]:
    return [line for note in one.notes for line in all_of(note, BODY, NOTES_SIZE, WIDTH * MM)]


MM = 72 / 25.4


def pages_of(one: RuledList, columns: Sequence[Column], paper: Paper) -> list[list[Laid]]:
    """The rows on each page; one page without any where there are none."""
    return in_parts(laid(columns, one.rows), _room(one, paper, columns))


def _room(one: RuledList, paper: Paper, columns: Sequence[Column]) -> float:
    """Millimetres for rows on each page."""
    notes = len(notes_of(one)) * (NOTES_SIZE * LEAD + 0.5)
    return foot_of(paper) - 7.0 - (HEAD + 2.0 + notes + 1.5 + labels_high(columns))


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
            at, _ = _at(column, across)
            with pen.tags.part("TH", COLUMN_HEAD):
                for row in _label_of(column):
                    base = down + 3.2 + row.below
                    pen.write(at, base, row.text, row.size, align=column.align)
            across += column.wide
    pen.rule(0, down + labels_high(columns) - 0.4, across, weight=RULE)


def _label_of(column: Column) -> tuple[LabelRow, ...]:
    """The lines of a column's label, one under the other."""
    if not column.label:
        return ()
    found = label_rows(column.label, second_of(column.label), column.wide - LABEL_SIDES)
    if found[-1].across:  # beside the first: columns are narrow, and some end at the right
        found = label_rows(column.label, "", column.wide - LABEL_SIDES)
        last = found[-1].below + 0.2 + TIGHT * SECOND
        found = (*found, LabelRow(0.0, last, second_of(column.label), SECOND))
    return found


def labels_high(columns: Sequence[Column]) -> float:
    """Millimetres that the labels of a list take."""
    return LABELS + max((row.below for column in columns for row in _label_of(column)), default=0.0)


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
