"""The board as a picture, and the evidence sheet: two states of a game side by side."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from ledger.equipment.board import COLUMNS, Board, Squares, empty_squares, load_board
from printing.engine import flowing
from printing.engine.fitting import CAP
from printing.engine.flowing import WIDTH, Row, Section, draw_long, row_of
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines
from printing.engine.labels import LABEL, both_wide
from printing.engine.page import A4, FRAME, HAIR, RULE, Paper, plain, player_titles, printable
from printing.engine.pen import Pen
from printing.fonts import BOLD
from printing.languages import say


class BoardPicture(Struct, frozen=True):
    """A board and what lies on it; blanks in lower case (``ledger.equipment.board.Squares``)."""

    board: Board
    squares: Squares


EDGE = 4.0  # millimetres: room for the letters and numbers along two edges of the board


def is_blank(tile: str) -> bool:
    return tile != tile.upper()


def lines(picture: BoardPicture) -> list[str]:
    """The board in letters, a row a line: ``.`` for an empty square, blanks in lower case."""
    size = picture.board.size
    rows = [picture.squares[row * size : (row + 1) * size] for row in range(size)]
    return [
        "   " + " ".join(COLUMNS[:size]),
        *(
            f"{number:2d} " + " ".join(tile or "." for tile in row)
            for number, row in enumerate(rows, 1)
        ),
    ]


def draw_board(pen: Pen, across: float, down: float, side: float, picture: BoardPicture) -> None:
    """Draw the board with its edge of letters and numbers, ``side`` millimetres in all.

    Premium squares are tinted and say what they do; a tile stands on white, in a firm frame; a
    blank is in lower case with a ring, so that it is told apart without colour.
    """
    with pen.picture(across, down, side, side, wording(picture)):
        _draw_board(pen, across, down, side, picture)


def wording(picture: BoardPicture) -> str:
    """What lies on the board, row by row: ``row 8: WIN at D, DY at H``; blanks in lower case."""
    size = picture.board.size
    rows = []
    for number in range(size):
        row = picture.squares[number * size : (number + 1) * size]
        runs: list[list[str]] = []
        for column, tile in enumerate(row):
            if tile and column and row[column - 1]:
                runs[-1][0] += tile
            elif tile:
                runs.append([tile, COLUMNS[column]])
        if runs:
            lying = ", ".join(say("paper.board-word-at", word=w, at=at) for w, at in runs)
            rows.append(say("paper.board-row", row=number + 1, words=lying))
    return say("paper.board-of", rows="; ".join(rows)) if rows else say("paper.board-empty")


def _draw_board(pen: Pen, across: float, down: float, side: float, picture: BoardPicture) -> None:
    size = picture.board.size
    step = (side - EDGE) / size
    left, top = across + EDGE, down + EDGE
    wide = step * size
    for place, (premium, tile) in enumerate(
        zip(picture.board.premiums, picture.squares, strict=True)
    ):
        if premium and not tile:
            row, column = divmod(place, size)
            pen.box(left + column * step, top + row * step, step, step, weight=0, tint=True)
    pen.grid(left, top, [step] * size, [step] * size, weight=HAIR)
    pen.box(left, top, wide, wide, weight=FRAME)
    for number in range(size):
        middle = (number + 0.5) * step
        pen.write(left + middle, top - 1.2, COLUMNS[number], LABEL, align="middle")
        pen.write(left - 1.1, top + middle + 0.95, str(number + 1), LABEL, align="right")
    small = LABEL * CAP * 0.3528 / 2
    for place, (premium, tile) in enumerate(
        zip(picture.board.premiums, picture.squares, strict=True)
    ):
        row, column = divmod(place, size)
        x, y = left + column * step, top + row * step
        if tile:
            draw_tile(pen, x, y, step, tile)
        elif premium:
            pen.write(
                x + step / 2, y + step / 2 + small, premium, LABEL, width=step - 0.3, align="middle"
            )


def draw_tile(pen: Pen, x: float, y: float, step: float, tile: str) -> None:
    middle = step / 2
    size = min(12.0, step * 1.85) if len(tile) == 1 else min(9.0, step * 1.4)
    pen.rounded(x + 0.3, y + 0.3, step - 0.6, step * 0.14, weight=RULE)
    blank = is_blank(tile)
    if blank:
        pen.ring(x + middle, y + middle, middle - 0.75, weight=1.0)
        size -= 2.0
    high = size * (0.56 if blank and len(tile) == 1 else CAP) * 0.3528
    pen.write(x + middle, y + middle + high / 2, tile, size, BOLD, width=step - 1.2, align="middle")


# Boards beside each other, each with what it shows and what was known besides.


SIDE = 91.0  # millimetres: side of a board
APART = 99.0  # millimetres from one board to that beside it
ABOVE = 10.0  # millimetres over a board: its captions

assert APART + SIDE <= WIDTH


class BoardAt(Struct, frozen=True, kw_only=True):
    """The board at one moment: which, what the record knew besides, and how it lay."""

    caption: str
    known: str = ""
    picture: BoardPicture


def draw_board_at(pen: Pen, across: float, down: float, one: BoardAt) -> None:
    """Draw a board with its captions, its corner so many millimetres across and down."""
    # A sentence is too long to be said twice.
    twice = both_wide(one.caption, 10, BOLD, least=True) <= SIDE
    caption = one.caption if twice else str(one.caption)
    pen.write_both(across, down + 4.0, caption, 10, BOLD, width=SIDE)
    pen.write(across, down + 8.4, printable(one.known), 8.5, width=SIDE)
    draw_board(pen, across, down + ABOVE, SIDE, one.picture)


# The evidence sheet: two states of a game side by side, what differs, what happened between.


EVIDENCE = Form("evidence-sheet")

Entries = tuple[tuple[str, str], ...]
NO_TILES = empty_squares(load_board("standard"))
TO_DRAW = BoardPicture(load_board("standard"), NO_TILES)
"""A board without tiles, to draw the letters on."""


class EvidenceSheet(Struct, frozen=True, kw_only=True):
    """What one sheet says. What is not known is left for the hand.

    Attributes:
      boards: the state looked at, and the one beside it; none on a blank sheet.
      differs: what is not the same in both, each as (what, in the one and in the other).
      between: the incidents up to the later of both, oldest first.
    """

    heading: Heading = field(default_factory=Heading)
    players: tuple[str, str] = ("", "")
    starter_known: bool = True
    rulebook: str = ""
    boards: tuple[BoardAt, ...] = ()
    differs: Entries = ()
    between: Entries = ()


def evidence_sections(sheet: EvidenceSheet) -> tuple[Section, ...]:
    by_hand = sheet == EvidenceSheet(heading=sheet.heading)
    who = row_of(
        *zip(player_titles(starter_known=sheet.starter_known), sheet.players, strict=True),
        (say("paper.rulebook"), sheet.rulebook, 0.5),
    )  # fmt: skip
    head = Section("", (), (who,), room=SIDE + ABOVE + 2.0)
    if by_hand:
        line = row_of(
            (say("paper.what-differs"), "", 0.6),
            (say("paper.before-or-then"), ""),
            (say("paper.after-or-now"), ""),
        )
        box_row = row_of(
            (say("paper_lists.time"), "", 0.2),
            (say("paper.what-happened"), ""),
            (say("paper.told-by"), "", 0.3),
        )
        return (
            head,
            Section(say("paper.what-differs"), (), (line,) * 5),
            Section(say("paper.what-happened"), (), (box_row,) * 4),
        )
    return (
        head,
        Section(say("paper.what-differs"), sheet.differs or (("", say("paper.nothing")),)),
        Section(
            say("paper.what-happened"),
            sheet.between or (("", say("paper.no-incident-was-written-down")),),
        ),
    )


def boards_of(sheet: EvidenceSheet) -> tuple[BoardAt, ...]:
    blank = tuple(
        BoardAt(caption=words, picture=TO_DRAW)
        for words in (say("paper_cases.before"), say("paper_cases.after"))
    )
    return sheet.boards or blank


def evidence_lines(sheet: EvidenceSheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, EVIDENCE),
        *flowing.section_lines(evidence_sections(sheet)),
        *(
            line
            for one in sheet.boards
            for line in (plain(one.caption), plain(one.known), *lines(one.picture))
        ),
        *footing_lines(sheet.heading, EVIDENCE, 1, len(evidence_pages(sheet, A4))),
    ]


def evidence_pages(sheet: EvidenceSheet, paper: Paper) -> list[list[Row]]:
    return flowing.pages_of(evidence_sections(sheet), paper)


def draw_evidence(*sheets: EvidenceSheet, paper: Paper = A4) -> bytes:
    return draw_long(EVIDENCE, sheets, paper, pages_of=evidence_pages, draw_page=draw_evidence_page)


def draw_evidence_page(pen: Pen, sheet: EvidenceSheet, rows: Sequence[Row], paper: Paper) -> None:
    del paper

    def boards(down: float) -> None:
        for place, one in enumerate(boards_of(sheet)):
            draw_board_at(pen, place * APART, down, one)

    flowing.draw_rows(pen, rows, draw_room=boards)


EVIDENCE_SHEET = Drawing(EVIDENCE, EvidenceSheet, evidence_lines, draw_evidence)
