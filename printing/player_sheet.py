"""A player's own sheet: racks, words, scores of both, and the tiles to cross off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledger.equipment.tile_set import load_tile_set
from ledger.vocabulary import RACK_SIZE
from printing.fonts import BODY, BOLD, MONO, MONO_BOLD
from printing.heading import Form, Heading, footing_lines, heading_lines, spoken
from printing.long_forms import HEAD, WIDTH, draw_long, first_rows, foot_of
from printing.page import A4, MARGIN, Paper, plain, signed, whole
from printing.pen import LABEL, WRITE, Pen
from printing.ruler import FRAME, RULE
from printing.tags import COLUMN_HEAD
from printing.tile_tracking import (
    Groups,
    draw_tracking,
    tracking_height,
    tracking_lines,
    tracking_of,
)
from printing.turn_columns import WRITING, is_placement

FORM = Form("Player’s sheet", 2)

CELL = 6.2
"""Millimetres: width of a rack's cell."""

OWN = (("Rack", RACK_SIZE * CELL), ("Word", 44.6), ("Score", 13.0), ("Total", 15.0))
THEIRS = (("Word", 44.0), ("Score", 13.0), ("Total", 15.0))
GAP = WIDTH - sum(wide for _, wide in (*OWN, *THEIRS))

TITLES = ("Own turns", "Opponent’s turns")
TURNS_FROM = HEAD + WRITE + 2.5
"""Millimetres from the top: where the columns begin."""

BAND = 6.0
HEADS = 4.6
FOOT = 9.0

SUMS = ("Challenges", "Unplayed tiles", "Overtime", "Final score")

BLANKS = ("1st blank", "2nd blank")

GOES_ON = "on the last page"
"""What stands for the final score on a page that is not the last."""


@dataclass(frozen=True, kw_only=True)
class OwnTurn:
    """One turn as a player notes it: own or the opponent's.

    Attributes:
      rack: the tiles held before it, one entry each; empty for the opponent's turns.
      word: as ``8D WINDY``, or ``exchange 3``.
      score: points of the turn.
      total: points after it.
    """

    rack: tuple[str, ...] = ()
    word: str = ""
    score: int | None = None
    total: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlayerSheet:
    """What one sheet says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      player: whose sheet this is.
      opponent: the other player.
      started: whether ``player`` made the first play.
      own: the player's turns.
      theirs: the opponent's turns.
      blanks: the letters of both blanks.
      sums: challenges, unplayed tiles, overtime and final score, own and the opponent's.
      tracking: groups of tiles to cross off (``tracking_of``); of the English set if not told.
    """

    heading: Heading = field(default_factory=Heading)
    player: str = ""
    opponent: str = ""
    started: bool | None = None
    own: tuple[OwnTurn, ...] = ()
    theirs: tuple[OwnTurn, ...] = ()
    blanks: tuple[str, str] = ("", "")
    sums: tuple[tuple[int | None, int | None], ...] = ((None, None),) * len(SUMS)
    tracking: Groups = field(default_factory=lambda: tracking_of(load_tile_set("english")))


def lines(sheet: PlayerSheet) -> list[str]:
    """The words on the sheet, top to bottom."""
    return [
        *heading_lines(sheet.heading, FORM),
        spoken("Player", sheet.player),
        spoken("Opponent", sheet.opponent),
        spoken("Started", "X" if sheet.started else ""),
        *(spoken(label, letter) for label, letter in zip(BLANKS, sheet.blanks, strict=True)),
        TITLES[0],
        *(turn_words(turn) for turn in sheet.own),
        TITLES[1],
        *(turn_words(turn) for turn in sheet.theirs),
        *(
            f"{label} {sum_words(label, own)} {sum_words(label, theirs)}".rstrip()
            for label, (own, theirs) in zip(SUMS, sheet.sums, strict=True)
        ),
        *tracking_lines(sheet.tracking),
        *footing_lines(sheet.heading, FORM, 1, len(pages_of(sheet, A4))),
    ]


def turn_words(turn: OwnTurn) -> str:
    """The words of one turn."""
    rack = " ".join(turn.rack)
    parts = (rack, plain(turn.word), whole(turn.score), whole(turn.total))
    return " ".join(part for part in parts if part)


def sum_words(label: str, points: int | None) -> str:
    """Points in a row of the foot: with a sign, except the final score."""
    return whole(points) if label == SUMS[-1] else signed(points)


def turns_a_page(sheet: PlayerSheet, paper: Paper) -> int:
    """Rows of turns on a page; every page has the sums and the tiles to cross off as well."""
    room = paper.height - 2 * MARGIN - TURNS_FROM - BAND - HEADS - FOOT
    return int((room - len(SUMS) * WRITING - tracking_height(sheet.tracking)) // WRITING)


def pages_of(sheet: PlayerSheet, paper: Paper) -> list[int]:
    """The first turn on each page."""
    turns = max(len(sheet.own), len(sheet.theirs))
    return first_rows(turns, turns_a_page(sheet, paper))


def blank(paper: Paper = A4) -> bytes:
    """The form to fill in by hand."""
    return draw(PlayerSheet(), paper=paper)


def draw(*sheets: PlayerSheet, paper: Paper = A4) -> bytes:
    """A PDF of the sheets, one after the other, each with its own page numbers.

    Raises:
      ValueError: there is no sheet.
    """
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def draw_page(pen: Pen, sheet: PlayerSheet, first: int, paper: Paper) -> None:
    """Draw the turns from ``first`` on, and the tiles to cross off."""
    rows = turns_a_page(sheet, paper)
    draw_turns(pen, sheet, first, rows, goes_on=first != pages_of(sheet, paper)[-1])
    draw_tracking(pen, foot_of(paper) - 6.0 - tracking_height(sheet.tracking), sheet.tracking)


def draw_turns(pen: Pen, sheet: PlayerSheet, first: int, rows: int, *, goes_on: bool) -> None:
    """Draw the names, both players' columns from turn ``first`` on, and the sums below.

    Where the sheet ``goes_on`` on another page, that page has the points of the sums.
    """
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
    title = f", continued from page {first // rows}" if first else ""
    left = 0.0
    for place, (columns, turns) in enumerate(((OWN, sheet.own), (THEIRS, sheet.theirs))):
        wide = sum(each for _, each in columns)
        below = TURNS_FROM + BAND + HEADS
        pen.box(left, TURNS_FROM, wide, BAND, weight=FRAME)
        pen.write(left + 1.4, TURNS_FROM + 4.2, TITLES[place] + title, 9.5, BOLD, width=wide - 3)
        pen.grid(left, below, [each for _, each in columns], [WRITING] * rows)
        with pen.tags.part("Table"):
            draw_heads(pen, left, columns)
            for row in range(rows):
                at = below + row * WRITING
                turn = turns[first + row] if first + row < len(turns) else OwnTurn()
                with pen.tags.part("TR"):
                    draw_turn(pen, left, at, turn, with_rack=columns is OWN)
        pen.box(left, TURNS_FROM + BAND, wide, HEADS + rows * WRITING, weight=RULE)
        for number, label in enumerate(SUMS):
            at = below + rows * WRITING + number * WRITING
            last = number == len(SUMS) - 1
            pen.box(left, at, wide, WRITING, weight=FRAME if last else RULE)
            font, size = (BOLD, 13.0) if last else (BODY, 10.0)
            pen.upright(left + wide - 28.0, at, WRITING)
            with pen.tags.together():
                pen.write(left + wide - 30.4, at + 5.3, label, 9.5, font, align="right")
                words = sum_words(label, sheet.sums[number][place])
                if goes_on:
                    words, font, size = GOES_ON * last, BODY, 8.0
                pen.write(left + wide - 1.6, at + 5.6, words, size, font, width=25, align="right")
        left += wide + GAP


def draw_heads(pen: Pen, left: float, columns: Sequence[tuple[str, float]]) -> None:
    """Draw what the columns of one player are called."""
    across = left
    with pen.tags.part("TR"):
        for head, each in columns:
            with pen.tags.part("TH", COLUMN_HEAD):
                pen.write(across + each / 2, TURNS_FROM + BAND + 3.3, head, LABEL, align="middle")
            across += each


def draw_turn(pen: Pen, left: float, down: float, turn: OwnTurn, *, with_rack: bool) -> None:
    """Draw one turn; own turns begin with the cells of the rack."""
    (_, word), (_, score), (_, total) = (OWN if with_rack else THEIRS)[-3:]
    base = down + 5.4
    if with_rack:
        for cell in range(1, RACK_SIZE):
            pen.upright(left + cell * CELL, down + WRITING - 2.6, 2.6)
        with pen.tags.part("TD"):
            for place, tile in enumerate(turn.rack[:RACK_SIZE]):
                middle = left + (place + 0.5) * CELL
                pen.write(middle, base, tile, 12, MONO_BOLD, width=CELL - 0.8, align="middle")
        left += RACK_SIZE * CELL
    with pen.tags.part("TD"):
        if is_placement(turn.word):
            pen.write_tiles(left + 1.2, base, turn.word, 10.5, MONO, width=word - 2.2)
        else:
            pen.write(left + 1.2, base, turn.word, 10, width=word - 2.2)
    edge = left + word + score
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.score), 10.5, width=score - 2, align="right")
    edge += total
    with pen.tags.part("TD"):
        pen.write(edge - 1.6, base, whole(turn.total), 10.5, BOLD, width=total - 2, align="right")
