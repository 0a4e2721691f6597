"""The tally sheet of a round: one line a game, signed or initialled by both players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from reportlab.lib.units import mm

from printing.engine.archive import COLUMN_HEAD
from printing.engine.fitting import in_rows
from printing.engine.flowing import WIDTH, draw_long
from printing.engine.heading import Form, Heading, footing_lines, heading_lines
from printing.engine.page import A4, FRAME, MARGIN, Paper, plain, whole
from printing.engine.pen import LABEL, WRITE, Pen
from printing.engine.signature import LEAD, LINES_HIGH, draw_noted_name, first_rows, laid, on_page
from printing.fonts import BODY, BOLD

FORM = Form("Tally sheet", where=("Division", "Round"))

ROWS_FROM = 32.0  # millimetres from the top: where the lines begin, below their heads

ROW = LINES_HIGH
FOOT = 21.0

COLUMNS = (
    ("Table", 12.0), ("First player", 42.0), ("Score", 14.0), ("Second player", 42.0),
    ("Score", 14.0), ("Won by", 16.0), ("First signs", 25.0), ("Second signs", 25.0),
)  # fmt: skip
"""What a line asks for, and the millimetres there are for it."""

CHECKED = ("All signatures here, or cards checked by", "Date and time", "Director")
"""Who saw to it that no signature is missing: left for the hand."""


@dataclass(frozen=True, kw_only=True)
class TallyLine:
    """One game. What is not known is left for the hand.

    Attributes:
      players: number and name of both, the one who starts first where that is known.
      notes: below each name how the game came to its result, where it was not played out; and
        who starts, where it is not always the first.
      signed: how each signed the tally sheet, in a few words.
    """

    table: str = ""
    players: tuple[str, str] = ("", "")
    scores: tuple[int | None, int | None] = (None, None)
    spread: int | None = None
    notes: tuple[str, str] = ("", "")
    signed: tuple[str, str] = ("", "")


@dataclass(frozen=True, kw_only=True)
class TallySheet:
    """What one sheet says: the games of a round of a division, table by table.

    ``starters_first``: whether of every game it is known who starts, and that one named first.
    """

    heading: Heading = field(default_factory=Heading)
    starters_first: bool = True
    games: tuple[TallyLine, ...] = ()


def lines(sheet: TallySheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, FORM),
        *(game_words(game) for game in sheet.games),
        *CHECKED,
        *footing_lines(sheet.heading, FORM, 1, len(pages_of(sheet, A4))),
    ]


def heads_of(sheet: TallySheet) -> tuple[tuple[str, float], ...]:
    """The heads of its columns: players are called by who starts only where that is so."""
    if sheet.starters_first:
        return COLUMNS
    return tuple(("Player" if " player" in label else label, wide) for label, wide in COLUMNS)


def game_words(game: TallyLine) -> str:
    sides = (
        part
        for name, note, score in zip(game.players, game.notes, game.scores, strict=True)
        for part in (plain(name), plain(note), whole(score))
    )
    parts = (plain(game.table), *sides, whole(game.spread), *map(plain, game.signed))
    return " ".join(part for part in parts if part)


def room_on(paper: Paper) -> float:
    """Millimetres there are for rows on a page."""
    return paper.height - 2 * MARGIN - ROWS_FROM - FOOT


def heights_of(sheet: TallySheet) -> list[float]:
    """Millimetres that each game takes: more than a line where a name is long, or has a note."""
    return [
        max(
            laid(name, note, COLUMNS[at][1]).needs
            for at, name, note in zip((1, 3), game.players, game.notes, strict=True)
        )
        for game in sheet.games
    ]


def pages_of(sheet: TallySheet, paper: Paper) -> list[int]:
    return first_rows(heights_of(sheet), room_on(paper))


def blank(paper: Paper = A4) -> bytes:
    return draw(TallySheet(), paper=paper)


def draw(*sheets: TallySheet, paper: Paper = A4) -> bytes:
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def draw_page(pen: Pen, sheet: TallySheet, first: int, paper: Paper) -> None:
    rows = on_page(heights_of(sheet), first, room_on(paper))
    draw_games(pen, sheet, first, rows)
    for place, label in enumerate(CHECKED):
        down = ROWS_FROM + sum(rows) + 1.6
        pen.field((place * WIDTH / 3, down, WIDTH / 3, WRITE), label)


def draw_games(pen: Pen, sheet: TallySheet, first: int, rows: Sequence[float]) -> None:
    """Draw the games from line ``first`` on, so high; lines without one are left for the hand."""
    pen.grid(0, ROWS_FROM, [wide for _, wide in COLUMNS], rows)
    pen.box(0, ROWS_FROM, WIDTH, sum(rows), weight=FRAME)
    across = 0.0
    with pen.tags.part("Table"):
        with pen.tags.part("TR"):
            for label, wide in heads_of(sheet):
                with pen.tags.part("TH", COLUMN_HEAD):
                    pen.write(across + wide / 2, ROWS_FROM - 1.5, label, LABEL, align="middle")
                across += wide
        down = ROWS_FROM
        for high, game in zip(rows, sheet.games[first:], strict=False):
            with pen.tags.part("TR"):
                draw_game(pen, down, high, game)
            down += high


def draw_game(pen: Pen, down: float, high: float, game: TallyLine) -> None:
    wide = [each for _, each in COLUMNS]
    left = [sum(wide[:place]) for place in range(len(wide))]
    base = down + high / 2 + 1.4
    cell = partial(pen.tags.part, "TD")
    with cell():
        rows, size = in_rows(game.table, BOLD, 11, (wide[0] - 1) * mm, 2)  # a replay: 2 replay 2
        for nth, row in enumerate(rows):
            line = base + (nth - (len(rows) - 1) / 2) * LEAD
            pen.write(wide[0] / 2, line, row, size, BOLD, align="middle")
    for place, at in enumerate((1, 3)):
        with cell():
            box = (left[at], down, wide[at], high)
            draw_noted_name(pen, box, game.players[place], game.notes[place])
        score = whole(game.scores[place])
        edge = left[at + 1] + wide[at + 1] - 1.8
        with cell():
            pen.write(edge, base, score, 11, BOLD, width=wide[at + 1] - 2, align="right")
    edge = left[5] + wide[5] - 1.8
    with cell():
        pen.write(edge, base, whole(game.spread), 10.5, width=wide[5] - 2, align="right")
    for place, words in enumerate(game.signed, start=6):
        middle = left[place] + wide[place] / 2
        with cell():
            rows, size = in_rows(words, BODY, LABEL, (wide[place] - 2) * mm, 2)
            for nth, row in enumerate(rows):
                line = base + (nth - (len(rows) - 1) / 2) * LEAD
                pen.write(middle, line, row, size, align="middle")
