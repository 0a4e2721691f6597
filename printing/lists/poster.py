"""The poster: a square code for phones, to be read across a room, and what one finds there."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO

from reportlab.lib.units import mm

from printing.engine.archive import FOOTER
from printing.engine.fitting import CAP, POINT, in_rows, lead_of
from printing.engine.flowing import WIDTH, foot_of
from printing.engine.heading import Drawing, Form, Heading, draw_footing, footing_lines, spoken
from printing.engine.page import A4, MARGIN, Paper, new_page, plain
from printing.engine.pen import Pen
from printing.fonts import BODY, BOLD

FORM = Form("Poster", where=())

FINDS = "Your table, the pairings and the standings, on your phone"
"""What one finds at the address, in large letters."""

SCAN = "Scan the square. No app, no sign-in."

NAME, WHERE, WHAT, HOW, ADDRESS = 44.0, 26.0, 32.0, 24.0, 22.0
"""Points. From two metres letters of 24 points are read without effort."""

SMALLEST = 14.0  # points of a name or an address that would not fit otherwise
LONGEST = 240  # characters of a name that are printed, as at the head of every other form
WHITE = 4.0  # millimetres above and below the square, beside its quiet zone
SQUARE = 170.0  # millimetres: side of the square at most, its quiet zone included

BY_HAND = (34.0, 20.0, 20.0)
"""Millimetres: height of the boxes for the name, for place and days, and for the address."""

LABELS = ("Tournament", "Place and days", "Address of the tournament’s page")


@dataclass(frozen=True, kw_only=True)
class Poster:
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


def lines(poster: Poster) -> list[str]:
    name = plain(poster.heading.tournament, LONGEST)
    known = (name, *poster.where) if name else tuple(spoken(one, "") for one in LABELS[:2])
    return [
        FORM.name,
        *known,
        FINDS,
        SCAN,
        poster.address or spoken(LABELS[2], ""),
        *footing_lines(poster.heading, FORM, 1, 1),
    ]


def draw(*posters: Poster, paper: Paper = A4) -> bytes:
    if not posters:
        raise ValueError("there is no poster to print")
    buffer = BytesIO()
    canvas = new_page("Posters", buffer, paper)
    for poster in posters:
        pen = Pen(canvas, (paper.width - WIDTH) / 2 * mm, (paper.height - MARGIN) * mm)
        with canvas.tags.part("Sect"):
            _draw(pen, poster, foot_of(paper))
            with canvas.tags.aside(FOOTER):
                draw_footing(pen, foot_of(paper), WIDTH, poster.heading, FORM, 1, 1)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(pen: Pen, poster: Poster, foot: float) -> None:
    """The name from the top, the words from the foot, and the square in what is left between."""
    top = _draw_head(pen, poster)
    below = [
        _set(FINDS, BOLD, WHAT, 2),
        _set(SCAN, BODY, HOW, 1),
        *([_set(poster.address, BODY, ADDRESS, 2)] if poster.address else []),
    ]
    high = sum(one.high for one in below) + 4.0 * (len(below) - 1)
    high += 0.0 if poster.address else BY_HAND[2] + 4.0
    bottom = foot - 9.0 - high
    side = min(SQUARE, bottom - top - 2 * WHITE)
    left, down = (WIDTH - side) / 2, (top + bottom - side) / 2
    if poster.address:
        pen.square_code(left, down, side, poster.address)
    else:
        pen.box(left, down, side, side)
        pen.write(WIDTH / 2, down + 6.0, "Square code", 12.0, align="middle")
    for one in below:
        bottom = one.draw(pen, bottom) + 4.0
    if not poster.address:
        pen.field((0, bottom, WIDTH, BY_HAND[2]), LABELS[2])


def _draw_head(pen: Pen, poster: Poster) -> float:
    """The tournament, place and days, or boxes for them; millimetres from the top to its end."""
    name = plain(poster.heading.tournament, LONGEST)
    if not name:
        pen.field((0, 0, WIDTH, BY_HAND[0]), LABELS[0])
        pen.field((0, BY_HAND[0], WIDTH, BY_HAND[1]), LABELS[1])
        return sum(BY_HAND[:2])
    with pen.tags.part("H1"):
        down = _set(name, BOLD, NAME, 3).draw(pen, 0.0) + 3.0
    for words in poster.where:
        down = _set(words, BODY, WHERE, 2).draw(pen, down)
    return down


@dataclass(frozen=True)
class _Set:
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
    rows, at = in_rows(words, font, size, WIDTH * mm, most, SMALLEST)
    return _Set(tuple(rows), font, at, at * lead_of("".join(rows), font))


POSTER = Drawing(FORM, Poster, lines, draw)
"""Without a tournament it is to be written on, and the square glued in."""
