"""The evidence sheet: two states of a game side by side, what differs, what happened between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledger.equipment.board import empty_squares, load_board
from printing.engine import flowing
from printing.engine.flowing import Row, Section, draw_long, row_of
from printing.engine.heading import Drawing, Form, Heading, footing_lines, heading_lines
from printing.engine.page import A4, Paper, plain, player_titles
from printing.engine.pen import Pen
from printing.sheets import board_picture
from printing.sheets.board_picture import ABOVE, APART, SIDE, BoardAt, BoardPicture, draw_board_at

FORM = Form("Evidence sheet")

Entries = tuple[tuple[str, str], ...]
NO_TILES = empty_squares(load_board("standard"))
TO_DRAW = BoardPicture(load_board("standard"), NO_TILES)
"""A board without tiles, to draw the letters on."""


@dataclass(frozen=True, kw_only=True)
class EvidenceSheet:
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


def sections(sheet: EvidenceSheet) -> tuple[Section, ...]:
    by_hand = sheet == EvidenceSheet(heading=sheet.heading)
    who = row_of(
        *zip(player_titles(starter_known=sheet.starter_known), sheet.players, strict=True),
        ("Rulebook", sheet.rulebook, 0.5),
    )  # fmt: skip
    head = Section("", (), (who,), room=SIDE + ABOVE + 2.0)
    if by_hand:
        line = row_of(("What differs", "", 0.6), ("Before, or then", ""), ("After, or now", ""))
        box_row = row_of(("Time", "", 0.2), ("What happened", ""), ("Told by", "", 0.3))
        return (
            head,
            Section("What differs", (), (line,) * 5),
            Section("What happened", (), (box_row,) * 4),
        )
    return (
        head,
        Section("What differs", sheet.differs or (("", "Nothing."),)),
        Section("What happened", sheet.between or (("", "No incident was written down."),)),
    )


def boards_of(sheet: EvidenceSheet) -> tuple[BoardAt, ...]:
    blank = tuple(BoardAt(caption=words, picture=TO_DRAW) for words in ("Before", "After"))
    return sheet.boards or blank


def lines(sheet: EvidenceSheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, FORM),
        *flowing.section_lines(sections(sheet)),
        *(
            line
            for one in sheet.boards
            for line in (plain(one.caption), plain(one.known), *board_picture.lines(one.picture))
        ),
        *footing_lines(sheet.heading, FORM, 1, len(pages_of(sheet, A4))),
    ]


def pages_of(sheet: EvidenceSheet, paper: Paper) -> list[list[Row]]:
    return flowing.pages_of(sections(sheet), paper)


def draw(*sheets: EvidenceSheet, paper: Paper = A4) -> bytes:
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def draw_page(pen: Pen, sheet: EvidenceSheet, rows: Sequence[Row], paper: Paper) -> None:
    del paper

    def boards(down: float) -> None:
        for place, one in enumerate(boards_of(sheet)):
            draw_board_at(pen, place * APART, down, one)

    flowing.draw_rows(pen, rows, draw_room=boards)


EVIDENCE_SHEET = Drawing(FORM, EvidenceSheet, lines, draw)
