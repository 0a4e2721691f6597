"""The official score sheet of a game: every turn, the final board, and how the score came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.lib.units import mm

from ledger.vocabulary import Seat
from printing.engine.fitting import in_rows
from printing.engine.flowing import HEAD, WIDTH, draw_long
from printing.engine.heading import (
    Beside,
    Drawing,
    Form,
    Heading,
    as_word,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.engine.labels import LABEL, WRITE
from printing.engine.page import A4, MARGIN, Paper, plain, whole
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD
from printing.languages import say
from printing.sheets import board_picture
from printing.sheets.board_picture import BoardPicture
from printing.sheets.closing_block import (
    AROUND,
    BLANK_ROWS,
    BOARD,
    CLOSING,
    HAND_CLOSING,
    LINE,
    Closing,
    Sanction,
    closing_lines,
    draw_closing,
    draw_remarks,
    draw_sanctions,
    least_board,
    remarks_height,
    sanction_lines,
)
from printing.sheets.closing_block import HEAD as SANCTIONS_HEAD
from printing.sheets.closing_block import ROW as SANCTION
from printing.sheets.closing_block import fitting as sanctions_fitting
from printing.sheets.turn_columns import (
    Row,
    Turn,
    blank_rows,
    draw_columns,
    height_of,
    rows_of,
    turn_lines,
)

FORM = Form("score-sheet", 4)

TURNS_FROM = HEAD + 8.0
"""Millimetres from the top: where the two columns of turns begin, below one line of details."""

DETAIL = 3.4  # millimetres from line to line of the details
DATED = 42.0  # millimetres beside them for the date of a sheet to fill in by hand

FOOT = 7.6

GO_ALONG = 2  # rows of turns that stand on a page with the closing block, which never stands alone
FEW = 12  # rows of remarks that go with the closing block, rather than on a page of their own
NAMES = 6.0  # millimetres: height of the line that names both players on a page without turns
NAMED_BY_HAND = WRITE + 2.0  # the same where both are to be written in
FEWEST = 3  # rows of remarks that may stand alone on a page before the rest


def details_wording() -> str:
    return say("paper.underlined-letters-blanks-those-in")


def date_label() -> str:
    """What a blank sheet asks for beside that."""
    return say("paper.date")


BY_HAND = 25  # rows of turns at least on a sheet to fill in by hand, overleaf included
WHITE = 2.0  # millimetres of white above the sanction box where something stands above it
GOES_ON = 4.2  # millimetres kept at the foot of a page of turns for the words that it goes on

T = TypeVar("T")


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """What one sheet says. Without turns it is printed with rows to write in.

    Attributes:
      names: both players, the one who starts first.
      starter_known: whether the first of them is known to start, and not only listed first.
      by_starts: 1 or 2: who of the two is to start by the starts so far; 0: they don't say.
      details: rulebook, word source, tile set and the like, a few words each.
      turns: every turn and every line beside a turn, oldest first.
      picture: the board at the end; ``None`` where it is not known.
    """

    heading: Heading = field(default_factory=Heading)
    names: tuple[str, str] = ("", "")
    numbers: tuple[int | None, int | None] = (None, None)
    starter_known: bool = True
    by_starts: int = 0
    details: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    picture: BoardPicture | None = None
    closing: Closing = field(default_factory=Closing)
    sanctions: tuple[Sanction, ...] = ()

    @property
    def binds(self) -> ScoreSheet:
        """What its code binds: all but what other games say of it, as with ``ResultSlip.binds``."""
        return replace(self, by_starts=0)

    def beside(self, kept: Beside) -> ScoreSheet:
        closing = self.closing if kept.whole else self.closing.as_bound
        return replace(self, by_starts=kept.starts, closing=closing)

    @property
    def kept(self) -> str:
        starts = 0 if self.starter_known else self.by_starts
        whole = self.closing.as_bound is not self.closing
        return as_word(Beside(starts=starts, whole=whole)) if self.heading.address else ""


def lines(sheet: ScoreSheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, FORM),
        details(sheet),
        *([] if sheet.turns else [date_label()]),
        *(spoken(seat_label(sheet, seat), who(sheet, seat)) for seat in Seat),
        *(line for turn in sheet.turns for line in turn_lines(turn, sheet.names)),
        *(board_picture.lines(sheet.picture) if sheet.picture else []),
        *closing_lines(sheet.closing, in_columns(sheet, sheet.names)),
        *sanction_lines(asked_sanctions(sheet)),
        *footing_lines(sheet.heading, FORM, 1, len(pages_of(sheet, A4))),
    ]


def details(sheet: ScoreSheet) -> str:
    return " · ".join([*(plain(each) for each in sheet.details), details_wording()])


def seat_label(sheet: ScoreSheet, seat: Seat) -> str:
    """How a column of turns is headed: by who starts, where that is known or the hand says it."""
    if not (sheet.starter_known or sheet.by_starts) and any(sheet.names):
        return say("paper_cases.player")
    return say("paper.first-player") if seat is Seat.FIRST else say("paper.second-player")


def who(sheet: ScoreSheet, seat: Seat) -> str:
    number = in_columns(sheet, sheet.numbers)[seat.place]
    return f"{whole(number)} {in_columns(sheet, sheet.names)[seat.place]}".strip()


def in_columns(sheet: ScoreSheet, both: tuple[T, T]) -> tuple[T, T]:
    """What is told of both players, by column: to fill in by hand, who starts has the first."""
    turned = sheet.by_starts == 2 and not sheet.starter_known
    return both[::-1] if turned else both


def told_above(sheet: ScoreSheet, number: int) -> list[str]:
    """The lines between the head of a page and its turns."""
    words = details(sheet)
    if number > 1:
        from_where = say("paper.continued-from-page", page=number - 1)
        words = f"{from_where} · {details_wording()}" if sheet.turns else from_where
    wide = WIDTH if sheet.turns else WIDTH - DATED
    return in_rows(words, BODY, LABEL, wide * mm, 3)[0] or [""]


def turns_from(sheet: ScoreSheet) -> float:
    """Millimetres from the top: where the columns of turns begin, on each page."""
    return TURNS_FROM + (len(told_above(sheet, 1)) - 1) * DETAIL


def names_high(sheet: ScoreSheet) -> float:
    """Millimetres that the names take on a page without turns."""
    return NAMES if any(sheet.names) else NAMED_BY_HAND


def room(sheet: ScoreSheet, paper: Paper) -> float:
    """Millimetres between the head of the columns and the foot of the page."""
    return paper.height - 2 * MARGIN - turns_from(sheet) - FOOT


class Page(Struct, frozen=True):
    """What stands on one page.

    Attributes:
      board: millimetres of the side of the board in the closing block.
      continued: whether there were remarks on an earlier page.
      sanctions: rows of the sanction box; ``more``: whether some stood on an earlier page.
    """

    rows: tuple[Row, ...] = ()
    closing: bool = False
    board: float = BOARD
    remarks: tuple[str, ...] = ()
    continued: bool = False
    sanctions: tuple[Sanction, ...] = ()
    more: bool = False
    number: int = 1


def asked_sanctions(sheet: ScoreSheet) -> tuple[Sanction, ...]:
    """The rows of the sanction box: what is known, or rows to write in on a blank sheet."""
    return sheet.sanctions if sheet.turns or sheet.sanctions else (Sanction(),) * BLANK_ROWS


def pages_of(sheet: ScoreSheet, paper: Paper) -> list[Page]:
    """Everything else, then the sanction box: in what the last page leaves free, if it holds all.

    None of its rows is left out; else they stand on pages of their own. Rows to write in stand
    overleaf, as many as the turns leave room for.
    """
    pages = main_pages(sheet, paper)
    left = asked_sanctions(sheet)
    some = sanctions_fitting(len(left), free_on(sheet, pages[-1], paper) - WHITE)
    if some and (some == len(left) or left[0] == Sanction()):
        pages[-1] = replace(pages[-1], sanctions=left[:some])
        left = ()
    while left:
        some = sanctions_fitting(len(left), room(sheet, paper) - names_high(sheet))
        more = len(left) < len(asked_sanctions(sheet))
        pages.append(Page(sanctions=left[:some], more=more))
        left = left[some:]
    return [replace(page, number=number) for number, page in enumerate(pages, start=1)]


def main_pages(sheet: ScoreSheet, paper: Paper) -> list[Page]:
    """The turns, then the closing block as a whole, then the remarks, page after page."""
    remarks = sheet.closing.remark_rows
    if not sheet.turns:
        return pages_by_hand(sheet, paper)
    pages: list[Page] = []
    held: list[Row] = []
    used = height_of([])
    for row in rows_of(sheet.turns):
        if held and used + row.height > room(sheet, paper) - GOES_ON:
            pages.append(Page(tuple(held)))
            held, used = [], height_of([])
        held.append(row)
        used += row.height
    least = least_board(sheet.closing)
    most = max(BOARD, least)
    left = room(sheet, paper) - used - AROUND
    board = min(most, left)
    alone = len(remarks) <= FEW and left - remarks_height(len(remarks)) < least
    if board < least or alone:  # no page is begun for a few remarks and nothing else
        kept = max(0, len(held) - GO_ALONG)
        pages.append(Page(tuple(held[:kept])))
        held, board = held[kept:], most
        used = height_of(held)
    board = beside_remarks(board, least, room(sheet, paper) - used - AROUND, len(remarks))
    some = fitting(remarks, room(sheet, paper) - used - AROUND - board)
    pages.append(Page(tuple(held), closing=True, board=board, remarks=tuple(remarks[:some])))
    while some < len(remarks):
        more = fitting(remarks[some:], room(sheet, paper) - names_high(sheet))
        pages.append(Page(remarks=tuple(remarks[some : some + more]), continued=some > 0))
        some += more
    return pages


def pages_by_hand(sheet: ScoreSheet, paper: Paper) -> list[Page]:
    """A usual game ends on the front, above final score and signatures; a long one overleaf."""
    remarks = sheet.closing.remark_rows
    left = room(sheet, paper) - HAND_CLOSING - remarks_height(len(remarks))
    front = Page(tuple(blank_rows(left)), closing=True, remarks=tuple(remarks))
    below = WHITE + SANCTIONS_HEAD + SANCTION * len(asked_sanctions(sheet))
    rows = blank_rows(room(sheet, paper))
    some = max(len(blank_rows(room(sheet, paper) - below)), BY_HAND - len(front.rows))
    return [front, Page(tuple(rows[:some]))]


def free_on(sheet: ScoreSheet, page: Page, paper: Paper) -> float:
    """Millimetres that a page leaves free at its foot."""
    above = height_of(list(page.rows)) if page.rows else names_high(sheet)
    block = AROUND + page.board if page.closing else 0.0
    return room(sheet, paper) - above - block - remarks_height(len(page.remarks))


def beside_remarks(board: float, least: float, left: float, remarks: int) -> float:
    """The side of the board: smaller where the remarks then need no page of their own."""
    smaller = left - remarks_height(remarks)
    return smaller if remarks and least <= smaller < board else board


def fitting(remarks: Sequence[str], left: float) -> int:
    """How many rows of remarks stand in so many millimetres: all, or at least three, or none."""
    some = int((left - remarks_height(1)) // LINE) + 1
    return len(remarks) if some >= len(remarks) else (some if some >= FEWEST else 0)


def draw(*sheets: ScoreSheet, paper: Paper = A4) -> bytes:
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def draw_page(pen: Pen, sheet: ScoreSheet, page: Page, paper: Paper) -> None:
    top = turns_from(sheet)
    with pen.tags.together():
        for nth, row in enumerate(told_above(sheet, page.number)):
            pen.write(0, HEAD + 4.8 + nth * DETAIL, row, LABEL)
    if not sheet.turns:
        pen.write_stacked(WIDTH - 40.0, HEAD + 4.8, date_label(), LABEL, width=12.0)
        pen.rule(WIDTH - 31.0, HEAD + 5.2, 31.0)
    titles = tuple((seat_label(sheet, seat), who(sheet, seat)) for seat in Seat)
    if page.rows:
        below = draw_columns(pen, top, WIDTH, titles, page.rows)
    else:
        below = top + names_high(sheet)
        draw_names(pen, top, titles, by_hand=not any(sheet.names))
    if page.rows and page.closing != bool(sheet.turns):  # by hand, the front goes on overleaf
        pen.write(
            WIDTH,
            below + 3.9,
            say("paper.continued-on-page", page=page.number + 1),
            LABEL,
            align="right",
        )
    if page.closing:
        high = CLOSING if sheet.turns else HAND_CLOSING
        last = paper.height - 2 * MARGIN - FOOT - high - remarks_height(len(page.remarks))
        at = below + 3.0 if sheet.turns else last + 1.0
        draw_closing(
            pen,
            at,
            WIDTH,
            sheet.closing,
            in_columns(sheet, sheet.names),
            sheet.picture,
            page.board,
            by_hand=not sheet.turns,
        )
        below = at + page.board + 2.0
    draw_remarks(
        pen,
        below,
        page.remarks,
        say("paper.remarks-continued") if page.continued else say("paper.remarks"),
    )
    if page.rows or page.closing or page.remarks:
        below += remarks_height(len(page.remarks)) + WHITE
    draw_sanctions(
        pen,
        below,
        page.sanctions,
        say("paper.sanctions-continued") if page.more else say("paper.sanctions"),
    )
    if page.number == len(pages_of(sheet, paper)):
        pen.note(sheet.kept)


def draw_names(pen: Pen, down: float, titles: Sequence[tuple[str, str]], *, by_hand: bool) -> None:
    for place, (label, name) in enumerate(titles):
        left = place * WIDTH / 2
        if by_hand:
            pen.field((left, down, WIDTH / 2, WRITE), label)
            continue
        used = pen.write_both(left, down + 2.4, label, LABEL, width=40.0) + 2.0
        room = WIDTH / 2 - used - 3
        pen.write_name(left + used, down + 2.4, name, 10, BOLD, width=room, upwards=True)


SCORE_SHEET = Drawing(FORM, ScoreSheet, lines, draw)
