"""A player's own sheet: racks, words, scores of both, and tiles to cross off."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.equipment.tile_set import TileSet, load_tile_set
from printing.engine.flowing import HEAD, WIDTH, draw_long, foot_of
from printing.engine.heading import (
    CODE,
    Beside,
    Drawing,
    Form,
    Heading,
    as_word,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.engine.labels import LABEL, LEAST, SECOND, TIGHT, WRITE, below_label
from printing.engine.page import A4, FRAME, MARGIN, RULE, Paper, plain, signed, whole
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD, MONO
from printing.languages import is_english_alone, is_in_two, say, second_of
from printing.sheets.closing_block import Adjustment, adjustments_asked, plays_label
from printing.sheets.turn_columns import GAP_PLAYER_COLUMNS as GAP
from printing.sheets.turn_columns import WRITING, OwnTurn, heads_high, own_columns, their_columns
from printing.sheets.turn_columns import draw_turn_player_columns as draw_turn

# Tile tracking: every tile of the set once, for a player to cross off as it is seen.


PITCH = 4.1  # millimetres: width of a tile to cross off

KIND_GAP = 2.0
GROUP_GAP = 5.0
TILE_ROW = 6.2


class Track(Struct, frozen=True):
    """A kind of tile to track: how many the set holds, how many are crossed off already."""

    tile: str
    count: int
    crossed: int = 0


Groups = tuple[tuple[Track, ...], ...]
"""Kinds of tiles in the groups they are tracked in."""


def tracking_of(tile_set: TileSet, crossed: Mapping[str, int] | None = None) -> Groups:
    """The tiles of a set in the groups players track them in.

    Vowels; then blanks, S and the tiles worth eight or more; then the rest.

    >>> from ledger.equipment.tile_set import load_tile_set
    >>> ["".join(track.tile for track in group) for group in tracking_of(load_tile_set("english"))]
    ['AEIOU', '?SJQXZ', 'BCDFGHKLMNPRTVWY']
    """
    gone = crossed or {}
    groups: tuple[list[Track], list[Track], list[Track]] = ([], [], [])
    for tile, count in tile_set.counts.items():
        track = Track(tile, count, min(count, gone.get(tile, 0)))
        if bare(tile) in "AEIOU":
            groups[0].append(track)
        elif tile in "?S" or tile_set.values[tile] >= 8:
            groups[1].append(track)
        else:
            groups[2].append(track)
    groups[1].sort(key=lambda track: (track.tile not in "?S", track.tile not in "S?"))
    return tuple(tuple(group) for group in groups if group)


def bare(tile: str) -> str:
    """A letter without its marks: ``Ä`` is an A."""
    return unicodedata.normalize("NFD", tile)[:1] if len(tile) == 1 else tile


def tracking_title(groups: Groups) -> str:
    """What stands above the tiles: how many are struck through already, if any."""
    crossed = sum(track.crossed for group in groups for track in group)
    return (
        say("paper.tiles-cross-off-crossed-crossed-off", crossed=crossed)
        if crossed
        else say("paper.tiles-cross-off")
    )


def tracking_lines(groups: Groups) -> list[str]:
    """The words of the block: every tile as often as the set holds it, a group a line."""
    if not groups:
        return []
    tiles = (" ".join(track.tile * track.count for track in group) for group in groups)
    return [tracking_title(groups), *tiles]


def tracking_rows(groups: Groups) -> list[list[tuple[float, Track]]]:
    """Where each kind of tile stands, in millimetres from the left; none is over two rows."""
    rows: list[list[tuple[float, Track]]] = [[]]
    at = 0.0
    for group in groups:
        for track in group:
            wide = track.count * PITCH
            if rows[-1] and at + wide > WIDTH:
                rows.append([])
                at = 0.0
            rows[-1].append((at, track))
            at += wide + KIND_GAP
        at += GROUP_GAP
    return [row for row in rows if row]


def tracking_height(groups: Groups) -> float:
    """Millimetres that the tiles to cross off take, their title included."""
    rows = tracking_rows(groups)
    return 5.0 + len(rows) * TILE_ROW if rows else 0.0


def draw_tracking(pen: Pen, down: float, groups: Groups) -> None:
    if not groups:
        return
    pen.write_both(0, down + 3.4, tracking_title(groups), LABEL, BOLD, width=WIDTH)
    for number, row in enumerate(tracking_rows(groups)):
        base = down + 4.8 + number * TILE_ROW + 4.4
        for left, track in row:
            with pen.tags.saying(crossed_words(track)), pen.tags.together():
                draw_track(pen, left, base, track)


def crossed_words(track: Track) -> str:
    """What a kind of tile is read as where some are crossed off: ``E, 2 of 12 crossed off``."""
    return (
        say(
            "paper.tile-crossed-count-crossed-off",
            tile=track.tile,
            crossed=track.crossed,
            count=track.count,
        )
        if track.crossed
        else ""
    )


def draw_track(pen: Pen, left: float, base: float, track: Track) -> None:
    for place in range(track.count):
        middle = left + (place + 0.5) * PITCH
        pen.write(middle, base, track.tile, 12, MONO, width=PITCH - 0.4, align="middle")
        if place < track.crossed:
            pen.slash(middle - 1.5, base + 0.6, 3.0, 4.2)


FORM = Form("player-sheet", 3)


def band_high() -> float:
    """Millimetres: height of the title above the columns."""
    return BAND_IN_TWO if is_in_two() else BAND


def turns_titles() -> tuple[str, str]:
    return (say("paper.own-turns"), say("paper.opponents-turns"))


TURNS_FROM = HEAD + WRITE + 2.5  # millimetres from the top: where the columns begin

BAND = 5.6
BAND_IN_TWO = 7.4
FOOT = 7.2


def sums_asked() -> tuple[Adjustment, ...]:
    """What a blank sheet asks for below the last total; a filled one begins with the plays."""
    return (*adjustments_asked(), Adjustment(say("paper.final-score")))


def blank_labels() -> tuple[str, str]:
    return (say("paper.1st-blank"), say("paper.2nd-blank"))


DATED = CODE - 1.5
"""What a sheet to fill in by hand asks for where others have their code, and how wide that is."""


class PlayerSheet(Struct, frozen=True, kw_only=True):
    """What one sheet says.

    Attributes:
      started: whether ``player`` made the first play, or is to.
      by_starts: whether that follows from the starts so far, in other games.
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
    sums: tuple[Adjustment, ...] = field(default_factory=sums_asked)
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
        starts = 2 - (self.started is True) if self.by_starts else 0
        return as_word(Beside(starts=starts)) if self.heading.address else ""


def lines(sheet: PlayerSheet) -> list[str]:
    return [
        *heading_lines(sheet.heading, FORM),
        *([say("paper.date")] if by_hand(sheet) else []),
        spoken(say("paper_cases.player"), sheet.player),
        spoken(say("paper.opponent"), sheet.opponent),
        spoken(say("paper.started"), "X" if sheet.started else ""),
        *(
            spoken(label, letter)
            for label, letter in zip(blank_labels(), sheet.blanks, strict=True)
        ),
        turns_titles()[0],
        *(turn_words(turn) for turn in sheet.own),
        turns_titles()[1],
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
    rack = " ".join(turn.rack)
    parts = (rack, plain(turn.word), whole(turn.score), whole(turn.total))
    return " ".join(part for part in parts if part)


def sum_words(sheet: PlayerSheet, nth: int, place: int) -> str:
    """Points in a row of the foot: with a sign, except those of the plays and the score."""
    each = sheet.sums[nth]
    points = each.points[place]
    plain_number = each.label == plays_label() or nth == len(sheet.sums) - 1
    return whole(points) if plain_number else signed(points)


class Page(NamedTuple):
    """What stands on one page; ``sums``: whether the sums stand below its rows of turns."""

    number: int
    first: int
    rows: int
    sums: bool


def pages_of(sheet: PlayerSheet, paper: Paper) -> list[Page]:
    """The turns, over as many pages as they take; to write in, front and back of a sheet of paper.

    Every page has the tiles to cross off.
    """
    room = paper.height - 2 * MARGIN - TURNS_FROM - band_high() - heads_high() - FOOT
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


def draw(*sheets: PlayerSheet, paper: Paper = A4) -> bytes:
    return draw_long(FORM, sheets, paper, pages_of=pages_of, draw_page=draw_page)


def title_of(page: Page, place: int) -> str:
    """What stands above the player's own turns (``place`` 0), or above the opponent's."""
    title = turns_titles()[place]
    if not page.first:
        return title
    return say("paper.title-continued-from-page", title=title, page=page.number - 1)


def draw_page(pen: Pen, sheet: PlayerSheet, page: Page, paper: Paper) -> None:
    draw_who(pen, sheet)
    if by_hand(sheet):
        pen.field((WIDTH - DATED, HEAD - WRITE, DATED, WRITE), say("paper.date"))
    left = 0.0
    for place, columns in enumerate((own_columns(), their_columns())):
        draw_turns(pen, left, sheet, page, place, title_of(page, place))
        left += sum(each for _, each in columns) + GAP
    tiles = foot_of(paper) - 6.0 - tracking_height(sheet.tracking)
    if not page.sums:
        goes_on = say("paper.continued-on-page", page=page.number + 1)
        pen.write(WIDTH, tiles + 3.4, goes_on, LABEL, align="right")
    draw_tracking(pen, tiles, sheet.tracking)
    if page.sums:
        pen.note(sheet.kept)


def draw_who(pen: Pen, sheet: PlayerSheet) -> None:
    started, blank = 18.0, 17.0
    half = (WIDTH - started - 2 * blank) / 2
    pen.field(
        (0, HEAD + 1.5, half, WRITE),
        say("paper_cases.player"),
        sheet.player,
        size=12,
        font=BOLD,
        name=True,
    )
    pen.field(
        (half, HEAD + 1.5, half, WRITE),
        say("paper.opponent"),
        sheet.opponent,
        size=12,
        font=BOLD,
        name=True,
    )
    with pen.tags.saying(say("paper.started-yes") if sheet.started else ""):
        pen.field((2 * half, HEAD + 1.5, started, WRITE), say("paper.started"))
        if sheet.started:
            top, side = 4.5, 6.0
            if not is_english_alone():
                top, side = below_label(say("paper.started"), started)
            pen.cross(2 * half + started / 2 - 2.4 * side / 6.0, HEAD + 1.5 + top, side)
    for place, (label, letter) in enumerate(zip(blank_labels(), sheet.blanks, strict=True)):
        box = (WIDTH - (2 - place) * blank, HEAD + 1.5, blank, WRITE)
        pen.field(box, label, letter, size=12, font=BOLD, align="middle")


def draw_turns(
    pen: Pen, left: float, sheet: PlayerSheet, page: Page, place: int, title: str
) -> None:
    columns, turns = ((own_columns(), sheet.own), (their_columns(), sheet.theirs))[place]
    wide = sum(each for _, each in columns)
    heads = TURNS_FROM + band_high()
    below = heads + heads_high()
    pen.box(left, TURNS_FROM, wide, band_high(), weight=FRAME)
    base = TURNS_FROM + band_high() / 2 + 1.3
    pen.write_stacked(left + 1.4, base, title, 9.5, BOLD, width=wide - 3)
    pen.grid(left, below, [each for _, each in columns], [WRITING] * page.rows)
    with pen.tags.part("Table"):
        pen.heads(left, heads + heads_high() - 1.3, columns)
        for row in range(page.rows):
            nth = page.first + row
            turn = turns[nth] if nth < len(turns) else OwnTurn()
            with pen.tags.part("TR"):
                draw_turn(pen, left, below + row * WRITING, turn, with_rack=place == 0)
    pen.box(left, heads, wide, heads_high() + page.rows * WRITING, weight=RULE)
    for number, each in enumerate(sheet.sums if page.sums else ()):
        at = below + (page.rows + number) * WRITING
        last = number == len(sheet.sums) - 1
        pen.box(left, at, wide, WRITING, weight=FRAME if last else RULE)
        font, size = (BOLD, 13.0) if last else (BODY, 10.0)
        pen.upright(left + wide - 28.0, at, WRITING)
        with pen.tags.together():
            room = wide - 31.8
            right, other = left + wide - 30.4, second_of(each.label)
            up = TIGHT * SECOND / 2 if other else 0.0
            for base, text, points in (
                (-up, each.label, 9.5),
                (TIGHT * SECOND - up, other, SECOND),
            ):
                pen.write(
                    right, at + 5.3 + base, text, points, font, width=room, align="right",
                    smallest=LEAST,
                )  # fmt: skip
            words = sum_words(sheet, number, place)
            pen.write(left + wide - 1.6, at + 5.6, words, size, font, width=25, align="right")


PLAYER_SHEET = Drawing(FORM, PlayerSheet, lines, draw)
