"""A player's own sheet: racks, words, scores of both, and the tiles to cross off."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ledger.equipment.tile_set import load_tile_set
from printing.closing_words import ADJUSTMENTS, PLAYS, Adjustment
from printing.fonts import BODY, BOLD
from printing.heading import CODE, Form, Heading, footing_lines, heading_lines, spoken
from printing.long_forms import HEAD, WIDTH, draw_long, foot_of
from printing.page import A4, MARGIN, Paper, plain, signed, whole
from printing.pen import LABEL, WRITE, Pen
from printing.player_columns import GAP, OWN, THEIRS, OwnTurn, draw_heads, draw_turn
from printing.ruler import FRAME, RULE
from printing.so_far import Beside, as_word
from printing.tile_tracking import (
    Groups,
    draw_tracking,
    tracking_height,
    tracking_lines,
    tracking_of,
)
from printing.turn_columns import WRITING

FORM = Form("Player’s sheet", 3)

TITLES = ("Own turns", "Opponent’s turns")
TURNS_FROM = HEAD + WRITE + 2.5
"""Millimetres from the top: where the columns begin."""

BAND = 5.6
HEADS = 4.6
FOOT = 7.2

SUMS = (*ADJUSTMENTS, Adjustment("Final score"))
"""What a blank sheet asks for below the last total; a filled one begins with the plays alone."""

BLANKS = ("1st blank", "2nd blank")

DATE, DATED = "Date", CODE - 1.5
"""What a sheet to fill in by hand asks for where others have their code, and how wide that is."""

CONTINUED = "Continued on page {}"


@dataclass(frozen=True, kw_only=True)
class PlayerSheet:
    """What one sheet says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      player: whose sheet this is.
      opponent: the other player.
      started: whether ``player`` made the first play, or is to.
      by_starts: whether that follows from the starts so far, in other games.
      own: the player's turns.
      theirs: the opponent's turns.
      blanks: the letters of both blanks.
      sums: what the score is made of, row by row, own and the opponent's; the last is the score.
      tracking: groups of tiles to cross off (``tracking_of``); of the English set if not told.
    """

    heading: Heading = field(default_factory=Heading)
    player: str = ""
    opponent: str = ""
    started: bool | None = None
    by_starts: bool = False
    own: tuple[OwnTurn, ...] = ()
    theirs: tuple[OwnTurn, ...] = ()
    blanks: tuple[str, str] = ("", "")
    sums: tuple[Adjustment, ...] = SUMS
    tracking: Groups = field(default_factory=lambda: tracking_of(load_tile_set("english")))

    @property
    def binds(self) -> PlayerSheet:
        """What its code binds: all but what other games say of it, as with ``ResultSlip.binds``."""
        return self.beside(Beside())

    def beside(self, kept: Beside) -> PlayerSheet:
        """The same with what its file keeps beside its code, the player as the first of two."""
        if kept.starts:
            return replace(self, started=kept.starts == 1, by_starts=True)
        return replace(self, started=None, by_starts=False) if self.by_starts else self

    @property
    def kept(self) -> str:
        """What its file keeps of what no code binds, so that it can be drawn again."""
        starts = 2 - (self.started is True) if self.by_starts else 0
        return as_word(Beside(starts=starts)) if self.heading.address else ""


def lines(sheet: PlayerSheet) -> list[str]:
    """The words on the sheet, top to bottom."""
    return [
        *heading_lines(sheet.heading, FORM),
        *([DATE] if by_hand(sheet) else []),
        spoken("Player", sheet.player),
        spoken("Opponent", sheet.opponent),
        spoken("Started", "X" if sheet.started else ""),
        *(spoken(label, letter) for label, letter in zip(BLANKS, sheet.blanks, strict=True)),
        TITLES[0],
        *(turn_words(turn) for turn in sheet.own),
        TITLES[1],
        *(turn_words(turn) for turn in sheet.theirs),
        *(
            f"{each.label} {sum_words(sheet, nth, 0)} {sum_words(sheet, nth, 1)}".rstrip()
            for nth, each in enumerate(sheet.sums)
        ),
        *tracking_lines(sheet.tracking),
        *footing_lines(sheet.heading, FORM, 1, len(pages_of(sheet, A4))),
    ]


def by_hand(sheet: PlayerSheet) -> bool:
    """Whether it is to be filled in by hand, from the first turn on."""
    return not (sheet.own or sheet.theirs or sheet.heading.address)


def turn_words(turn: OwnTurn) -> str:
    """The words of one turn."""
    rack = " ".join(turn.rack)
    parts = (rack, plain(turn.word), whole(turn.score), whole(turn.total))
    return " ".join(part for part in parts if part)


def sum_words(sheet: PlayerSheet, nth: int, place: int) -> str:
    """Points in a row of the foot: with a sign, except those of the plays and the score."""
    each = sheet.sums[nth]
    points = each.points[place]
    plain_number = each.label == PLAYS or nth == len(sheet.sums) - 1
    return whole(points) if plain_number else signed(points)


class Page(NamedTuple):
    """What stands on one page.

    Attributes:
      number: of the page, from 1.
      first: the first turn on it.
      rows: rows of turns; ``sums``: whether the sums stand below them, as on the last page.
    """

    number: int
    first: int
    rows: int
    sums: bool


def pages_of(sheet: PlayerSheet, paper: Paper) -> list[Page]:
    """The turns, over as many pages as they take; to write in, front and back of a sheet of paper.

    Every page has the tiles to cross off.
    """
    room = paper.height - 2 * MARGIN - TURNS_FROM - BAND - HEADS - FOOT
    room -= tracking_height(sheet.tracking)
    most = int(room // WRITING)
    last = int((room - len(sheet.sums) * WRITING) // WRITING)
    turns = max(len(sheet.own), len(sheet.theirs)) or most + 1
    pages: list[Page] = []
    first = 0
    while turns - first > last:
        pages.append(Page(len(pages) + 1, first, most, sums=False))
        first += most
    return [*pages, Page(len(pages) + 1, first, last, sums=True)]


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand."""
    return draw(PlayerSheet(), paper=paper)


def draw(*sheets: PlayerSheet, paper: Paper = A4) -> bytes:
    """A PDF of the sheets, one after the other, each with its own page numbers.

    Raises:
      ValueError: there is no sheet.
    """
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def draw_page(pen: Pen, sheet: PlayerSheet, page: Page, paper: Paper) -> None:
    """Draw the names, both players' turns, their sums, and the tiles to cross off."""
    draw_who(pen, sheet)
    if by_hand(sheet):
        pen.field((WIDTH - DATED, HEAD - WRITE, DATED, WRITE), DATE)
    title = f", continued from page {page.number - 1}" if page.first else ""
    left = 0.0
    for place, columns in enumerate((OWN, THEIRS)):
        draw_turns(pen, left, sheet, page, place, TITLES[place] + title)
        left += sum(each for _, each in columns) + GAP
    tiles = foot_of(paper) - 6.0 - tracking_height(sheet.tracking)
    if not page.sums:
        goes_on = CONTINUED.format(page.number + 1)
        pen.write(WIDTH, tiles + 3.4, goes_on, LABEL, align="right")
    draw_tracking(pen, tiles, sheet.tracking)
    if page.sums:
        pen.note(sheet.kept)


def draw_who(pen: Pen, sheet: PlayerSheet) -> None:
    """Draw both names, who started, and the letters of the blanks."""
    started, blank = 18.0, 17.0
    half = (WIDTH - started - 2 * blank) / 2
    pen.field((0, HEAD + 1.5, half, WRITE), "Player", sheet.player, size=12, font=BOLD, name=True)
    pen.field(
        (half, HEAD + 1.5, half, WRITE), "Opponent", sheet.opponent, size=12, font=BOLD, name=True
    )
    with pen.tags.saying("Started: yes" if sheet.started else ""):
        pen.field((2 * half, HEAD + 1.5, started, WRITE), "Started")
        if sheet.started:
            pen.cross(2 * half + started / 2 - 2.4, HEAD + 6.0, 6.0)
    for place, (label, letter) in enumerate(zip(BLANKS, sheet.blanks, strict=True)):
        box = (WIDTH - (2 - place) * blank, HEAD + 1.5, blank, WRITE)
        pen.field(box, label, letter, size=12, font=BOLD, align="middle")


def draw_turns(
    pen: Pen, left: float, sheet: PlayerSheet, page: Page, place: int, title: str
) -> None:
    """Draw one player's column: the turns of a page, and the sums below them."""
    columns, turns = ((OWN, sheet.own), (THEIRS, sheet.theirs))[place]
    wide = sum(each for _, each in columns)
    below = TURNS_FROM + BAND + HEADS
    pen.box(left, TURNS_FROM, wide, BAND, weight=FRAME)
    pen.write(left + 1.4, TURNS_FROM + 4.1, title, 9.5, BOLD, width=wide - 3)
    pen.grid(left, below, [each for _, each in columns], [WRITING] * page.rows)
    with pen.tags.part("Table"):
        draw_heads(pen, left, TURNS_FROM + BAND, columns)
        for row in range(page.rows):
            nth = page.first + row
            turn = turns[nth] if nth < len(turns) else OwnTurn()
            with pen.tags.part("TR"):
                draw_turn(pen, left, below + row * WRITING, turn, with_rack=columns is OWN)
    pen.box(left, TURNS_FROM + BAND, wide, HEADS + page.rows * WRITING, weight=RULE)
    for number, each in enumerate(sheet.sums if page.sums else ()):
        at = below + (page.rows + number) * WRITING
        last = number == len(sheet.sums) - 1
        pen.box(left, at, wide, WRITING, weight=FRAME if last else RULE)
        font, size = (BOLD, 13.0) if last else (BODY, 10.0)
        pen.upright(left + wide - 28.0, at, WRITING)
        with pen.tags.together():
            room = wide - 31.8
            pen.write(
                left + wide - 30.4, at + 5.3, each.label, 9.5, font, width=room, align="right"
            )
            words = sum_words(sheet, number, place)
            pen.write(left + wide - 1.6, at + 5.6, words, size, font, width=25, align="right")
