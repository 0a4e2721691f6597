"""What hangs on the wall: pairings, standings, chart, prizes, the poster; and players' cards."""

from __future__ import annotations

from io import BytesIO
from typing import Literal

from msgspec import Struct, field
from reportlab.lib.units import mm

from printing.engine import ruled
from printing.engine.archive import FOOTER
from printing.engine.cut_slips import Cells, draw_sheets
from printing.engine.fitting import CAP, OURS, POINT, in_rows, lead_of
from printing.engine.flowing import WIDTH, foot_of
from printing.engine.heading import (
    APART,
    CODE,
    Drawing,
    Form,
    Heading,
    draw_footing,
    draw_heading,
    footing_lines,
    heading_lines,
    spoken,
)
from printing.engine.labels import WRITE, more_of
from printing.engine.page import A4, MARGIN, Paper, new_page, plain, whole
from printing.engine.pen import Pen
from printing.engine.ruled import STRONG, Column, Laid, Listed, PlainList, ruled_list
from printing.fonts import BODY, BOLD
from printing.languages import in_each, say

# Pairings of a round for the wall: by table, or by name as people look for themselves.


Order = Literal["table", "name"]


def by_table() -> tuple[Column, ...]:
    return (
        Column(say("paper_lists.table"), 20.0, 12.0, STRONG),
        Column("", 76.0, 11.0),
        Column("", 76.0, 11.0),
        Column(say("paper_lists.note"), 18.0, 8.5),
    )


def by_name() -> tuple[Column, ...]:
    return (
        Column("", 9.0, 12.0, STRONG),
        Column(say("paper_cases.player"), 69.0, 11.0, STRONG),
        Column(say("paper_lists.table"), 25.0, 12.0, STRONG),
        Column(say("paper.opponent"), 69.0, 11.0, yields=0.6),
        Column(say("paper_lists.start"), 18.0, yields=0.7),
    )


class Pairings(Struct, frozen=True, kw_only=True):
    """What one list says.

    Attributes:
      notes: as of when, in the time of the hall, and what else is to be known.
      rows: by table: table, both players, and whether the table is kept; by name: the letter
        where a new one begins, player, table, opponent and start.
      heads: what both players are called in a list by table.
    """

    heading: Heading = field(default_factory=Heading)
    order: Order = "table"
    notes: tuple[str, ...] = ()
    rows: tuple[Listed, ...] = ()
    heads: tuple[str, str] = ("", "")


def columns_of_pairings(pairings: Pairings) -> tuple[Column, ...]:
    if pairings.order == "name":
        return by_name()
    table, first, second, kept = by_table()
    return (
        table,
        Column(pairings.heads[0] or say("paper_cases.player"), first.wide, first.size),
        Column(pairings.heads[1] or say("paper_cases.player"), second.wide, second.size),
        kept,
    )


PAIRINGS = ruled_list(
    Form("pairings", where=("division", "round")), Pairings, columns_of_pairings, wall=True
)


# Standings, a division a list: places, why who stands where, classes and prizes.


def in_standings() -> tuple[Column, ...]:
    return (
        Column(say("paper_lists.place"), 14.0, 11.0, STRONG, "right"),
        Column(say("paper_cases.player"), 76.0, 11.0),
        Column(say("paper.won"), 14.0, 11.0, align="right"),
        Column(say("paper.lost"), 14.0, 11.0, align="right"),
        Column(say("paper.spread"), 18.0, 11.0, align="right"),
        Column(say("paper_lists.starts"), 12.0, align="right"),
        Column(say("paper_lists.classes"), 20.0, 8.5),
        Column(say("paper_lists.prize"), 22.0, 8.5),
    )


STANDINGS = ruled_list(
    Form("standings", where=("division", "round")),
    PlainList,
    lambda _list: in_standings(),
    wall=True,
)


# The wall chart of a division: every round of every player, eight rounds to a page.


ROUNDS = 8  # rounds side by side


def in_chart() -> Column:
    return Column(say("paper_cases.player"), 46.0, 9.5)


A_ROUND = 18.0  # millimetres there are for a round


class WallChart(Struct, frozen=True, kw_only=True):
    """What one chart says: the rounds from ``first`` to ``last``, up to ``ROUNDS`` of them.

    Attributes:
      rows: for each player, number and name, then for each round the opponent's number with
        1 for first or 2 for second, the scores, and wins, losses and spread so far.
    """

    heading: Heading = field(default_factory=Heading)
    notes: tuple[str, ...] = ()
    first: int = 1
    last: int = ROUNDS
    rows: tuple[Listed, ...] = ()


def columns_of_chart(chart: WallChart) -> tuple[Column, ...]:
    rounds = range(chart.first, chart.last + 1)
    return (
        in_chart(),
        *(
            Column(say("paper_lists.round-number", number=number), A_ROUND, 8.5)
            for number in rounds
        ),
    )


WALL_CHART = ruled_list(Form("wall-chart", where=("division",)), WallChart, columns_of_chart)


# Tables from which no result is in, for the wall and for whoever goes and asks.


def in_missing_slips() -> tuple[Column, ...]:
    return (
        Column(say("paper.division"), 24.0, 10.0),
        Column(say("paper_lists.round"), 16.0, 10.0),
        Column(say("paper_lists.table"), 18.0, 12.0, STRONG),
        Column(say("paper_lists.players"), 96.0, 11.0),
        Column(say("paper_lists.lacks"), 36.0),
    )


MISSING_SLIPS = ruled_list(
    Form("missing-slips", 2, ("division",)), PlainList, lambda _list: in_missing_slips(), wall=True
)
"""Its rows say the round: there may be several that lack something."""


# The prizes of a tournament, and who has them as things stand.


def in_prizes() -> tuple[Column, ...]:
    return (
        Column(say("paper.division"), 24.0, 10.0),
        Column(say("paper_lists.place"), 36.0, 11.0, STRONG),
        Column(say("paper_lists.prize"), 55.0, 11.0),
        Column(say("paper_cases.player"), 75.0, 11.0),
    )


PRIZES = ruled_list(
    Form("prizes", where=("division",)), PlainList, lambda _list: in_prizes(), wall=True
)


# A player's card: rounds, opponents, scores, starts so far, the next table. Four a sheet.


CARD = Form("player-card", where=("division",))

CARD_WIDE = 90.0  # millimetres

CARD_HIGH = 129.7
CARDS = Cells(across=2, down=2, width=CARD_WIDE, height=CARD_HIGH)

NAMED = CODE + APART
"""Millimetres from the top: the boxes of player and number; below them those of the next table."""

ROWS_FROM = NAMED + 2 * WRITE + 1.6
CARD_FOOT = 7.0


def in_card() -> tuple[Column, ...]:
    return (
        Column(say("paper_lists.rd"), 5.5, 8.5, STRONG),
        Column(say("paper_lists.start"), 9.0, 8.5),
        Column(say("paper_lists.table"), 9.5, 8.5),
        Column(say("paper.opponent"), CARD_WIDE - 69.0, 8.5),
        Column(say("paper_lists.w-l"), 9.0, 8.5),
        Column(say("paper_cases.score"), 15.0, 8.5),
        Column(say("paper.spread"), 11.5, 8.5, align="right"),
        Column(say("paper_lists.sum"), 9.5, 8.5, align="right"),
    )


class PlayerCard(Struct, frozen=True, kw_only=True):
    """What one card says.

    Attributes:
      next_table: round, table, opponent and start of the next game, in a few words.
      starts: how often the player has started, and how often the opponents did.
      rows: a row for each round; where they need more room, they go on on another card.
    """

    heading: Heading = field(default_factory=Heading)
    player: str = ""
    number: int | None = None
    next_table: str = ""
    starts: tuple[int, int] | None = None
    rows: tuple[Listed, ...] = ()


def starts_wording(card: PlayerCard) -> str:
    return (
        ""
        if card.starts is None
        else say("paper_lists.starts-and-seconds", starts=card.starts[0], seconds=card.starts[1])
    )


def card_lines(card: PlayerCard) -> list[str]:
    return [
        *heading_lines(card.heading, CARD),
        spoken(say("paper_cases.player"), card.player),
        spoken(say("paper.no"), whole(card.number)),
        spoken(say("paper_lists.next"), card.next_table),
        spoken(say("paper.starts-seconds"), starts_wording(card)),
        *(" ".join(plain(cell) for cell in row.cells if cell) for row in card.rows),
        *footing_lines(card.heading, CARD, 1, len(parts_of_card(card))),
    ]


def draw_cards(*cards: PlayerCard, paper: Paper = A4) -> bytes:
    parts = [
        (card, rows, place, len(found))
        for card in cards
        for found in (parts_of_card(card),)
        for place, rows in enumerate(found, start=1)
    ]
    return draw_sheets(parts, CARDS, paper, say("paper.player-cards"), draw_part)


def parts_of_card(card: PlayerCard) -> list[list[Laid]]:
    room = CARD_HIGH - ROWS_FROM - ruled.labels_high(in_card()) - CARD_FOOT
    return ruled.in_parts(ruled.laid(in_card(), card.rows), room)


def draw_part(pen: Pen, part: tuple[PlayerCard, list[Laid], int, int]) -> None:
    card, rows, place, count = part
    draw_heading(pen, CARD_WIDE, card.heading, CARD)
    number = 15.0
    pen.field(
        (0, NAMED, CARD_WIDE - number, WRITE),
        say("paper_cases.player"),
        card.player,
        font=BOLD,
        name=True,
    )
    pen.field(
        (CARD_WIDE - number, NAMED, number, WRITE),
        say("paper.no"),
        whole(card.number),
        size=13,
        align="middle",
    )
    below, starts = NAMED + WRITE, 34.0 if more_of(say("paper.starts-seconds"), 24.0, 1) else 24.0
    pen.field(
        (0, below, CARD_WIDE - starts, WRITE),
        say("paper_lists.next"),
        card.next_table,
        size=9,
        name=True,
        runs=OURS,
    )
    pen.field(
        (CARD_WIDE - starts, below, starts, WRITE),
        say("paper.starts-seconds"),
        starts_wording(card),
    )
    down = ROWS_FROM + ruled.labels_high(in_card())
    with pen.tags.part("Table"):
        ruled.draw_labels(pen, ROWS_FROM, in_card())
        if card.rows:
            ruled.draw_rows(pen, down, in_card(), rows)
        else:
            ruled.draw_by_hand(pen, down, in_card(), CARD_HIGH - CARD_FOOT)
    draw_footing(pen, CARD_HIGH, CARD_WIDE, card.heading, CARD, place, count)


PLAYER_CARD = Drawing(CARD, PlayerCard, card_lines, draw_cards, CARDS.count)


# The poster: a square code for phones, to be read across a room, and what one finds there.


ON_THE_DOOR = Form("poster", where=())


def finds_wording() -> str:
    """What one finds at the address, in large letters."""
    return say("paper_lists.your-table-pairings-and-standings")


def scan_wording() -> str:
    return say("paper_lists.scan-square-no-app-no")


NAME, WHERE, WHAT, HOW, ADDRESS = 44.0, 26.0, 32.0, 24.0, 22.0
"""Points. From two metres letters of 24 points are read without effort."""

SMALLEST_ON_POSTER = 14.0  # points of a name or an address that would not fit otherwise
LONGEST = 240  # characters of a name that are printed, as at the head of every other form
WHITE_ON_POSTER = 4.0  # millimetres above and below the square, beside its quiet zone
SQUARE = 170.0  # millimetres: side of the square at most, its quiet zone included

POSTER_BY_HAND = (34.0, 20.0, 20.0)
"""Millimetres: height of the boxes for the name, for place and days, and for the address."""


def poster_labels() -> tuple[str, str, str]:
    return (
        say("paper.tournament"),
        say("paper_lists.place-and-days"),
        say("paper_lists.address-tournaments-page"),
    )


class Poster(Struct, frozen=True, kw_only=True):
    """What the poster says.

    Attributes:
      leads_to: the tournament's short name, from which the address is made when it is drawn.
      address: of its page, as the square code says it; empty where phones have none.
    """

    heading: Heading = field(default_factory=Heading)
    days: str = ""
    leads_to: str = ""
    address: str = ""

    @property
    def where(self) -> tuple[str, ...]:
        return tuple(filter(None, (plain(self.heading.venue, LONGEST), self.days)))


def poster_lines(poster: Poster) -> list[str]:
    name = plain(poster.heading.tournament, LONGEST)
    known = (name, *poster.where) if name else tuple(spoken(one, "") for one in poster_labels()[:2])
    return [
        ON_THE_DOOR.name,
        *known,
        finds_wording(),
        scan_wording(),
        poster.address or spoken(poster_labels()[2], ""),
        *footing_lines(poster.heading, ON_THE_DOOR, 1, 1),
    ]


def draw_posters(*posters: Poster, paper: Paper = A4) -> bytes:
    if not posters:
        raise ValueError("there is no poster to print")
    buffer = BytesIO()
    canvas = new_page(say("paper_lists.posters"), buffer, paper)
    for poster in posters:
        pen = Pen(canvas, (paper.width - WIDTH) / 2 * mm, (paper.height - MARGIN) * mm)
        with canvas.tags.part("Sect"):
            _draw_poster(pen, poster, foot_of(paper))
            with canvas.tags.aside(FOOTER):
                draw_footing(pen, foot_of(paper), WIDTH, poster.heading, ON_THE_DOOR, 1, 1)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_poster(pen: Pen, poster: Poster, foot: float) -> None:
    """The name from the top, the words from the foot, and the square in what is left between."""
    top = _draw_poster_head(pen, poster)
    below = [
        *(
            _set(words, font, size, lines)
            for said, font, size, lines in (
                (finds_wording(), BOLD, WHAT, 2),
                (scan_wording(), BODY, HOW, 1),
            )
            for words in in_each(said)
        ),
        *([_set(poster.address, BODY, ADDRESS, 2)] if poster.address else []),
    ]
    high = sum(one.high for one in below) + 4.0 * (len(below) - 1)
    high += 0.0 if poster.address else POSTER_BY_HAND[2] + 4.0
    bottom = foot - 9.0 - high
    side = min(SQUARE, bottom - top - 2 * WHITE_ON_POSTER)
    left, down = (WIDTH - side) / 2, (top + bottom - side) / 2
    if poster.address:
        pen.square_code(left, down, side, poster.address)
    else:
        pen.box(left, down, side, side)
        pen.write(WIDTH / 2, down + 6.0, say("paper.square-code"), 12.0, align="middle")
    for one in below:
        bottom = one.draw(pen, bottom) + 4.0
    if not poster.address:
        pen.field((0, bottom, WIDTH, POSTER_BY_HAND[2]), poster_labels()[2])


def _draw_poster_head(pen: Pen, poster: Poster) -> float:
    """The tournament, place and days, or boxes for them; millimetres from the top to its end."""
    name = plain(poster.heading.tournament, LONGEST)
    if not name:
        pen.field((0, 0, WIDTH, POSTER_BY_HAND[0]), poster_labels()[0])
        pen.field((0, POSTER_BY_HAND[0], WIDTH, POSTER_BY_HAND[1]), poster_labels()[1])
        return sum(POSTER_BY_HAND[:2])
    with pen.tags.part("H1"):
        down = _set(name, BOLD, NAME, 3).draw(pen, 0.0) + 3.0
    for words in poster.where:
        down = _set(words, BODY, WHERE, 2).draw(pen, down)
    return down


class _Set(Struct, frozen=True):
    """Lines as they are drawn, in the middle of the page: type, size, millimetres apart."""

    rows: tuple[str, ...]
    font: str
    size: float
    lead: float

    @property
    def high(self) -> float:
        """Millimetres from the top of the first line's capitals to below the last line."""
        return len(self.rows) * self.lead

    def draw(self, pen: Pen, top: float) -> float:
        """Draw them from so far down; where they end."""
        base = top + self.size * CAP * POINT
        with pen.tags.together():
            for nth, row in enumerate(self.rows):
                pen.write(
                    WIDTH / 2, base + nth * self.lead, row, self.size, self.font, align="middle"
                )
        return top + self.high


def _set(words: str, font: str, size: float, most: int) -> _Set:
    rows, at = in_rows(words, font, size, WIDTH * mm, most, SMALLEST_ON_POSTER)
    return _Set(tuple(rows), font, at, at * lead_of("".join(rows), font))


POSTER = Drawing(ON_THE_DOOR, Poster, poster_lines, draw_posters)
"""Without a tournament it is to be written on, and the square glued in."""
