"""The foot of an official score sheet: final board, points put on and taken off, signatures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from ledger.equipment.board import empty_squares, load_board
from printing.board_picture import BoardPicture, draw_board
from printing.fitting import broken
from printing.fonts import BODY, BOLD
from printing.heading import spoken
from printing.page import plain, signed, when_words, whole
from printing.pen import LABEL, SIGN, WRITE, Box, Pen
from printing.ruler import FRAME, HAIR
from printing.signature import Signature, draw_signature, signature_lines
from printing.tags import COLUMN_HEAD, ROW_HEAD

BOARD = 92.0
"""Millimetres: side of the board with its letters and numbers."""

LEAST_BOARD = 78.0
"""Millimetres: side of a board made smaller so that the block stands below the turns."""

PRINTED = 9.0
"""Millimetres: height of a box whose value is printed."""

AROUND = 4.0
"""Millimetres that the block is higher than its board, the white above it included."""

CLOSING = BOARD + AROUND
"""Millimetres: height of the block as it is drawn where there is room. Remarks follow it."""

HAND_CLOSING = 112.0
"""The same of a sheet to fill in by hand: each box leaves eight of white, fifteen to sign."""

LINE = 3.9
"""Millimetres: height of a line of remarks."""


MOST_REMARKS = 50
"""Lines of remarks on paper; the record has them all. So many fit on a page of their own."""


@dataclass(frozen=True)
class Adjustment:
    """Points put on or taken off, in words, and by how much for each player."""

    label: str
    points: tuple[int | None, int | None] = (None, None)


ADJUSTMENTS = tuple(
    Adjustment(label)
    for label in ("Challenges", "Unplayed tiles", "Overtime", "Penalties, credits")
)
"""What a blank sheet asks for."""


@dataclass(frozen=True, kw_only=True)
class Closing:
    """How the game ended and what it came to.

    Attributes:
      plays: points of each player's plays, before anything else.
      adjustments: what was put on and taken off after that, at most six.
      totals: the final scores.
      so_far: the scores of a game that goes on.
      provisional: whether the final scores are not signed for by both.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      margin: that margin, where it is set.
      ending: why the game ended and what that makes of the result, in words.
      blanks: the letters of both blanks.
      signatures: of both players.
      finished_at: when the game was over.
      handed_in_by: who brought the result.
      director: initials.
      remarks: anything else, one line each.
    """

    plays: tuple[int | None, int | None] = (None, None)
    adjustments: tuple[Adjustment, ...] = ADJUSTMENTS
    totals: tuple[int | None, int | None] = (None, None)
    so_far: tuple[int | None, int | None] = (None, None)
    provisional: bool = False
    by_margin: bool = False
    margin: int | None = None
    ending: str = ""
    blanks: tuple[str, str] = ("", "")
    signatures: tuple[Signature, Signature] = field(
        default_factory=lambda: (Signature(), Signature())
    )
    finished_at: datetime | None = None
    handed_in_by: str = ""
    director: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def spread(self) -> int | None:
        """The winner's points minus the loser's; ``None`` until both are known, or by margin."""
        if self.by_margin:
            return None
        first, second = self.totals
        return None if first is None or second is None else abs(first - second)

    @property
    def remark_rows(self) -> list[str]:
        """The remarks as they are printed, over the whole width."""
        rows = [row for remark in self.remarks for row in broken(remark, BODY, 8.5, 186 * mm, 3)]
        if len(rows) > MOST_REMARKS:
            more = len(rows) - MOST_REMARKS + 1
            rows = [*rows[: MOST_REMARKS - 1], f"… and {more} more lines: see the record."]
        return rows


def closing_lines(closing: Closing, names: tuple[str, str]) -> list[str]:
    """The words of the block."""
    return [
        spoken("Plays", both(closing.plays, whole)),
        *(spoken(each.label, both(each.points, signed)) for each in closing.adjustments),
        spoken(final_label(closing), both(final_points(closing), whole)),
        spoken(*won_by(closing)),
        spoken("Game ended", closing.ending),
        spoken("1st blank", closing.blanks[0]),
        spoken("2nd blank", closing.blanks[1]),
        *(
            line
            for name, signature in zip(names, closing.signatures, strict=True)
            for line in signature_lines(signing(name), signature)
        ),
        spoken("Date and time", when_words(closing.finished_at)),
        spoken("Handed in by", closing.handed_in_by),
        spoken("Director", closing.director),
        *(["Remarks"] if closing.remarks else []),
        *closing.remark_rows,
    ]


def final_label(closing: Closing) -> str:
    """What the scores at the foot are called."""
    if closing.so_far != (None, None):
        return "Score so far"
    return "Provisional score" if closing.provisional else "Final score"


def final_points(closing: Closing) -> tuple[int | None, int | None]:
    """The scores at the foot."""
    return closing.so_far if closing.so_far != (None, None) else closing.totals


def won_by(closing: Closing) -> tuple[str, str]:
    """By how much the game was won: spread or margin, whichever it is, and how many points."""
    if closing.by_margin:
        return "Margin", whole(closing.margin)
    label = "Spread or margin" if closing.spread is None else "Spread"
    return label, whole(closing.spread)


def both(points: tuple[int | None, int | None], words: Callable[[int | None], str]) -> str:
    """Both players' points in words, first and second."""
    return " ".join(words(each) for each in points).strip()


def signing(name: str) -> str:
    """Who is to sign."""
    return f"Signature of {plain(name)}" if name else "Signs for these scores"


def draw_closing(
    pen: Pen,
    down: float,
    width: float,
    closing: Closing,
    names: tuple[str, str],
    picture: BoardPicture | None,
    side: float = BOARD,
    *,
    by_hand: bool = False,
) -> None:
    """Draw the block: the board, of ``side``, on the left, the rest on the right."""
    shown = picture
    if shown is None:
        board = load_board("standard")
        shown = BoardPicture(board, empty_squares(board))
    draw_board(pen, 0, down - 1.0, side, shown)
    left = side + 3.5
    high = HAND_CLOSING - AROUND - 4.0 if by_hand else side - 4.0
    box = WRITE if by_hand else PRINTED
    draw_panel(pen, (left, down + 3.0), (width - left, high), closing, names, box)


def remarks_height(rows: int) -> float:
    """Millimetres that so many rows of remarks take, with their title."""
    return rows * LINE + 5.0 if rows else 0.0


def draw_remarks(pen: Pen, down: float, rows: Sequence[str], title: str) -> None:
    """Draw rows of remarks over the whole width; they may go on on the next page."""
    if rows:
        pen.write(0, down + 2.4, title, LABEL, BOLD)
    for number, row in enumerate(rows, start=1):
        pen.write(0, down + 2.4 + number * LINE, row, 8.5)


def draw_panel(
    pen: Pen,
    corner: tuple[float, float],
    size: tuple[float, float],
    closing: Closing,
    names: tuple[str, str],
    field_high: float,
) -> None:
    """Draw the sums, the blanks, the signatures, ``size`` wide and high, from the ``corner`` on."""
    (left, down), (width, high) = corner, size
    first, each = 36.0, (width - 36.0) / 2
    rows = [
        ("Plays", [whole(points) for points in closing.plays]),
        *((a.label, [signed(points) for points in a.points]) for a in closing.adjustments),
    ]
    head, signatures, total = 4.8, SIGN, 10.0
    below_table = high - signatures - 2 * field_high - total - head
    step = min(8.6, below_table / len(rows))
    edges = [left + first + (place + 1) * each - 3 for place in range(2)]
    with pen.tags.part("Table"):
        with pen.tags.part("TR"):
            with pen.tags.part("TD"):
                pass
            for place, name in enumerate(names):
                label = plain(name) or ("First", "Second")[place]
                with pen.tags.part("TH", COLUMN_HEAD):
                    pen.write_name(
                        edges[place], down + 3.2, label, 8.5, BOLD, width=each - 4, align="right",
                        upwards=True,
                    )  # fmt: skip
        at = down + head
        for label, words in rows:
            base = at + step / 2 + 1.25
            with pen.tags.part("TR"):
                with pen.tags.part("TH", ROW_HEAD):
                    pen.write(left + 1.4, base, label, 9.5, width=first - 2)
                for edge, points in zip(edges, words, strict=True):
                    with pen.tags.part("TD"):
                        pen.write(edge, base, points, 10.5, align="right")
            at += step
        pen.grid(left, down + head, [first, each, each], [step] * len(rows), weight=HAIR)
        pen.box(left, at, width, total, weight=FRAME, tint=closing.provisional)
        with pen.tags.part("TR"):
            with pen.tags.part("TH", ROW_HEAD):
                pen.write(left + 1.4, at + 6.4, final_label(closing), 11, BOLD, width=first - 2)
            for edge, points_won in zip(edges, final_points(closing), strict=True):
                with pen.tags.part("TD"):
                    pen.write(edge, at + 6.9, whole(points_won), 15, BOLD, align="right")
        for place in range(2):
            pen.upright(left + first + place * each, at, total)
    at += total
    _draw_outcome(pen, (left, at, width, field_high), closing)
    at += field_high
    half = width / 2
    for place, signature in enumerate(closing.signatures):
        label = signing(names[place])
        draw_signature(pen, left + place * half, at, half, signatures, label, signature)
    at += signatures
    _draw_who_wrote(pen, (left, at, width, field_high), closing)


def _draw_outcome(pen: Pen, row: Box, closing: Closing) -> None:
    """By how much it was won, how it ended, and the letters of the blanks."""
    left, at, width, field_high = row
    spread, blank = 24.0, 17.0
    label, points_won = won_by(closing)
    pen.field((left, at, spread, field_high), label, points_won, font=BOLD)
    ended = width - spread - 2 * blank
    pen.field((left + spread, at, ended, field_high), "Game ended", closing.ending)
    for place, (label, letter) in enumerate(
        zip(("1st blank", "2nd blank"), closing.blanks, strict=True)
    ):
        across = left + spread + ended + place * blank
        pen.field((across, at, blank, field_high), label, letter, align="middle")


def _draw_who_wrote(pen: Pen, row: Box, closing: Closing) -> None:
    """When it was finished, who handed the sheet in, and the director."""
    left, at, width, field_high = row
    when, director = 38.0, 17.0
    finished = when_words(closing.finished_at)
    pen.field((left, at, when, field_high), "Date and time", finished)
    by = width - when - director
    pen.field((left + when, at, by, field_high), "Handed in by", closing.handed_in_by, name=True)
    pen.field((left + width - director, at, director, field_high), "Director", closing.director)
