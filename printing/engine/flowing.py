"""Words and boxes that flow over as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import takewhile
from typing import Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from reportlab.lib.units import mm

from printing.engine.archive import FOOTER, HEADER
from printing.engine.fitting import LEFTWARDS, OURS, leads_leftwards, pieces_of, width_of
from printing.engine.heading import (
    Drawing,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    head_high,
    heading_lines,
    spoken,
)
from printing.engine.labels import LABEL, SIGN, WRITE, more_of
from printing.engine.page import A4, MARGIN, RULE, Paper, as_said, new_page, plain, printable
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD
from printing.languages import in_both, is_english_alone, say

# Forms that take whole pages, as many as they need: each page with its head, foot and number.


WIDTH = 190.0  # millimetres: width of what is printed, the same on every paper
HEAD = 25.0  # millimetres: height of the head


class Headed(Protocol):
    """A form that says which tournament and game it belongs to."""

    @property
    def heading(self) -> Heading: ...


Filled = TypeVar("Filled", bound=Headed)
Part = TypeVar("Part")


def foot_of(paper: Paper) -> float:
    """Millimetres from the top of what is printed to the last line of the foot."""
    return paper.height - 2 * MARGIN - 0.6


def draw_long(
    form: Form,
    filled: Sequence[Filled],
    paper: Paper,
    *,
    pages_of: Callable[[Filled, Paper], Sequence[Part]],
    draw_page: Callable[[Pen, Filled, Part, Paper], None],
    bookmark_of: Callable[[Part], str] = lambda _part: "",
    archive_part: int = 2,
) -> bytes:
    """A PDF of forms, one after the other, each with its own page numbers.

    Args:
      pages_of: tells what stands on each page of one.
      draw_page: draws what stands between head and foot; the pen is at the top left corner.
      bookmark_of: what a reader's list of contents calls a page; empty for none.
      archive_part: 3 for a file to which others will be attached (``engine.page.new_page``).
    """
    if not filled:
        raise ValueError(f"there is no {form.code} to print")
    buffer = BytesIO()
    canvas = new_page(form.several, buffer, paper, archive_part)
    corner = (paper.width - WIDTH) / 2 * mm, (paper.height - MARGIN) * mm
    bookmarks = 0
    tags = canvas.tags
    for one in filled:
        pages = pages_of(one, paper)
        with tags.part("Sect"):
            for number, part in enumerate(pages, start=1):
                pen = Pen(canvas, *corner)
                # The head is read once; on further pages it only says where the reader is.
                with tags.aside("" if number == 1 else HEADER):
                    draw_heading(
                        pen, WIDTH, one.heading, form, code_side=head_of(one), title_size=16,
                        name_size=12, in_corner=True,
                    )  # fmt: skip
                draw_page(pen, one, part, paper)
                if bookmark := bookmark_of(part):
                    bookmarks += 1
                    canvas.bookmarkPage(f"part-{bookmarks}")
                    canvas.addOutlineEntry(printable(bookmark), f"part-{bookmarks}")
                with tags.aside(FOOTER):
                    draw_footing(pen, foot_of(paper), WIDTH, one.heading, form, number, len(pages))
                canvas.showPage()
    if bookmarks:
        canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def head_of(filled: Headed) -> float:
    """Millimetres that the head of a page takes."""
    return head_high(filled.heading, HEAD, in_corner=True)


LABELS = 36.0  # millimetres: width of the column of labels
SIZE = 9.5  # points of the words

LINE = 4.6
TITLE = 6.8
GAP = 1.2
BELOW_HEAD = 2.0
TOP = HEAD + BELOW_HEAD

LABEL_ROWS = 4  # lines that the label of a box may take

FEWEST = 4  # lines that may stand alone on the last page

SAID = " "
"""In place of the label of an entry that goes on with the last, such as what somebody said."""

LONGEST = 8000  # characters of one entry that are printed


class Box(Struct, frozen=True):
    """A box with a label; ``share`` is its part of the width of its row."""

    label: str
    value: str = ""
    share: float = 1.0
    size: float = 10.0
    font: str = BODY


class BoxRow(Struct, frozen=True):
    """Boxes side by side, so many millimetres high."""

    boxes: tuple[Box, ...]
    high: float = 9.2


def row_of(*boxes: tuple[str, str] | tuple[str, str, float], high: float = 9.2) -> BoxRow:
    """Boxes side by side: each its label, what is known, and its part of the width."""
    return BoxRow(tuple(Box(*box) for box in boxes), high)


class Section(Struct, frozen=True):
    """A title, what is said under it as (label, words), and boxes.

    A section without entries has boxes to write in; one without a title goes on with the last.
    ``room``: millimetres left free under the boxes, for a picture that the form draws itself.
    """

    title: str = ""
    entries: tuple[tuple[str, str], ...] = ()
    boxes: tuple[BoxRow, ...] = ()
    room: float = 0.0


class Row(Struct, frozen=True):
    """What stands whole on one page: a title, a line of words, a row of boxes, white.

    ``begins``: whether a line of words is the first of its entry; ``runs``: which way it does.
    """

    kind: Literal["title", "words", "boxes", "gap", "room"]
    high: float
    label: str = ""
    words: str = ""
    boxes: tuple[Box, ...] = ()
    begins: bool = True
    runs: str = OURS


def section_lines(sections: Sequence[Section]) -> list[str]:
    return [line for section in sections for line in lines_of(section)]


def lines_of(section: Section) -> list[str]:
    return [
        *([section.title] if section.title else []),
        *(
            f"{as_said(label)} {as_said(words, LONGEST)}".strip()
            for label, words in section.entries
        ),
        *(spoken(box.label, box.value) for row in section.boxes for box in row.boxes),
    ]


def rows_of(sections: Sequence[Section]) -> list[Row]:
    rows: list[Row] = []
    for section in sections:
        if section.title:
            rows.append(Row("title", TITLE, label=section.title))
        for said_label, words in section.entries:
            label = in_both(said_label)
            room = (WIDTH - LABELS if label else WIDTH) * mm
            above = labels_above(label)
            runs = LEFTWARDS if label == SAID and leads_leftwards(words) else OURS
            lines = [(line, "") for line in above]
            for place, line in enumerate(all_of(words, BODY, SIZE, room)):
                shown = label if place == 0 and not above else ("" if not label else " ")
                lines.append((shown, line))
            rows += [
                Row("words", LINE, label=shown, words=line, begins=place == 0, runs=runs)
                for place, (shown, line) in enumerate(lines)
            ]
        rows += [Row("boxes", high_of(each), boxes=each.boxes) for each in section.boxes]
        if section.room:
            rows.append(Row("room", section.room))
        rows.append(Row("gap", GAP))
    return rows


def labels_above(label: str) -> list[str]:
    """A label that its column does not hold, over as many lines of their own as it takes."""
    text = printable(label)
    if width_of(text, BOLD, LABEL) <= (LABELS - 2) * mm:
        return []
    return all_of(text, BOLD, LABEL, WIDTH * mm)


def all_of(text: str, font: str, size: float, width: float) -> list[str]:
    """All of a text over as many lines as it takes, its paragraphs apart.

    >>> all_of("one two", BODY, 10, 20)
    ['one', 'two']
    """
    rows: list[str] = []
    for paragraph in text[:LONGEST].splitlines() or [""]:
        row = ""
        for word in printable(plain(paragraph, LONGEST), LONGEST).split():
            longer = f"{row} {word}".strip()
            if width_of(longer, font, size) <= width:
                row = longer
                continue
            if row:
                rows.append(row)
            *cut, row = pieces_of(word, font, size, width)
            rows += cut
        rows.append(row)
    return rows


def pages_of(sections: Sequence[Section], paper: Paper, top: float = TOP) -> list[list[Row]]:
    """The rows on each page; a title never stands last on one, nor without all boxes below it."""
    room = foot_of(paper) - 7.0 - top
    pages: list[list[Row]] = [[]]
    used = 0.0
    rows = closer(rows_of(sections), room)
    for place, row in enumerate(rows):
        after = _kept_with(rows[place + 1 :], room) if row.kind == "title" else 0.0
        if row.kind != "gap" and pages[-1] and used + row.high + after > room:
            pages.append([])
            used = 0.0
        if row.kind == "gap" and not pages[-1]:
            continue
        pages[-1].append(row)
        used += row.high
    return not_alone(pages, room)


def closer(rows: list[Row], room: float) -> list[Row]:
    """Rows on one page where large boxes to write in can give what little is missing for that.

    Letter is 18 mm shorter than A4, and a form of one page should not leave its last box overleaf.
    """
    over = sum(row.high for row in rows) - GAP - room
    large = {
        place: row.high - WRITE
        for place, row in enumerate(rows)
        if row.kind == "boxes" and row.high > WRITE and not any(box.value for box in row.boxes)
        and row.high != SIGN
    }  # fmt: skip
    spare = sum(large.values())
    if not 0 < over <= spare:
        return rows
    return [
        replace(row, high=row.high - large.get(place, 0.0) * over / spare)
        for place, row in enumerate(rows)
    ]


def not_alone(pages: list[list[Row]], room: float) -> list[list[Row]]:
    """Pages of which the last does not begin with signatures: the section before goes with them.

    Nor does it hold only the last few lines of a section, which is moved there as a whole.
    """
    if len(pages) < 2 or not (
        pages[-1][0].label == say("paper_cases.signatures") or is_a_rest(pages[-1])
    ):
        return pages
    titles = [place for place, row in enumerate(pages[-2]) if row.kind == "title"]
    if len(titles) < 2:
        return pages
    kept, moved = pages[-2][: titles[-1]], pages[-2][titles[-1] :]
    fits = sum(row.high for row in (*moved, *pages[-1])) <= room
    return [*pages[:-2], kept, [*moved, *pages[-1]]] if fits else pages


def is_a_rest(rows: Sequence[Row]) -> bool:
    """Whether a page holds nothing but a few lines of a section begun before."""
    words = [row for row in rows if row.kind == "words"]
    return len(words) < FEWEST and all(row.kind in ("words", "gap") for row in rows)


def _kept_with(rows: Sequence[Row], room: float) -> float:
    """How high what must stand on the page of a title is: all its boxes, or its first row."""
    boxes = sum(row.high for row in takewhile(lambda row: row.kind == "boxes", rows))
    return boxes if 0 < boxes <= room - TITLE else sum(row.high for row in rows[:1])


def draw_rows(
    pen: Pen,
    rows: Sequence[Row],
    down: float = TOP,
    draw_room: Callable[[float], None] | None = None,
) -> float:
    """Draw rows, one under the other; how far down the last one ends.

    ``draw_room`` draws what belongs where room was left, so many millimetres down.
    """
    for place, row in enumerate(rows):
        if row.kind == "title":
            with pen.tags.part("H2"):
                base = down + (4.6 if is_english_alone() else 4.5)
                pen.write_both(0, base, row.label, 10.5, BOLD, width=WIDTH)
            if rows[place + 1 : place + 2] and rows[place + 1].kind == "words":
                pen.rule(0, down + 6.1, WIDTH, weight=RULE)
        elif row.kind == "words":
            with pen.tags.further(begins=row.begins):
                pen.write(0, down + 3.6, row.label, LABEL, BOLD)
                left = LABELS if row.label else 0
                pen.write(left, down + 3.6, row.words, SIZE, width=WIDTH, runs=row.runs)
        elif row.kind == "boxes":
            draw_boxes(pen, down, row)
        elif row.kind == "room" and draw_room is not None:
            draw_room(down)
        down += row.high
    return down


def widths_of(boxes: Sequence[Box]) -> list[float]:
    total = sum(box.share for box in boxes)
    return [WIDTH * box.share / total for box in boxes]


def high_of(row: BoxRow) -> float:
    """How high a row of boxes is: higher by what a label takes in which a long name stands."""
    widths = widths_of(row.boxes)
    labels = zip(row.boxes, widths, strict=True)
    return row.high + max(more_of(box.label, wide, LABEL_ROWS) for box, wide in labels)


def draw_boxes(pen: Pen, down: float, row: Row) -> None:
    across = 0.0
    for box, wide in zip(row.boxes, widths_of(row.boxes), strict=True):
        where = (across, down, wide, row.high)
        pen.field(
            where, box.label, box.value, size=box.size, font=box.font, name=True, rows=LABEL_ROWS,
            runs=OURS,
        )  # fmt: skip
        across += wide


# Forms that are sections one after the other and nothing else: their words, and their pages.


Sectioned = TypeVar("Sectioned", bound=Headed)
SectionsOf = Callable[[Sectioned], Sequence[Section]]


def in_sections(
    form: Form, empty: Callable[..., Sectioned], sections: SectionsOf[Sectioned]
) -> Drawing[Sectioned]:
    """How such a form is drawn; ``sections``: what one holds."""

    def lines(filled: Sectioned) -> list[str]:
        return said(form, filled, sections)

    def draw(*filled: Sectioned, paper: Paper = A4) -> bytes:
        return drawn(form, filled, paper, sections)

    return Drawing(form, empty, lines, draw)


def said(form: Form, filled: Sectioned, sections: SectionsOf[Sectioned]) -> list[str]:
    """The words on a form, top to bottom, with the foot of its first page."""
    parts, top = sections(filled), head_of(filled) + BELOW_HEAD
    return [
        *heading_lines(filled.heading, form),
        *section_lines(parts),
        *footing_lines(filled.heading, form, 1, len(pages_of(parts, A4, top))),
    ]


def drawn(
    form: Form, filled: Sequence[Sectioned], paper: Paper, sections: SectionsOf[Sectioned]
) -> bytes:
    """A PDF of such forms, one after the other, each with its own page numbers."""

    def pages(one: Sectioned, paper: Paper) -> list[list[Row]]:
        return pages_of(sections(one), paper, head_of(one) + BELOW_HEAD)

    def draw_page(pen: Pen, one: Sectioned, rows: Sequence[Row], paper: Paper) -> None:
        del paper
        draw_rows(pen, rows, head_of(one) + BELOW_HEAD)

    return draw_long(form, filled, paper, pages_of=pages, draw_page=draw_page)
