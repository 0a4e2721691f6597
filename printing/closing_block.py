"""The foot of an official score sheet: final board, points put on and taken off, signatures."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm

from ledger.equipment.board import empty_squares, load_board
from printing.board_picture import BoardPicture, draw_board
from printing.closing_words import (
    BESIDE,
    BOARD,
    PLAYS,
    Closing,
    final_label,
    final_points,
    signing,
    won_by,
)
from printing.fitting import SMALLEST, named
from printing.fonts import BOLD
from printing.long_forms import WIDTH
from printing.page import plain, printable, signed, when_label, when_words, whole
from printing.pen import LABEL, OFF, SIGN, WRITE, Pen
from printing.ruler import FRAME, HAIR
from printing.signature import FREE, LEAD, draw_signature, words_high, words_in
from printing.tags import COLUMN_HEAD, ROW_HEAD

LEAST_BOARD = 78.0
"""Millimetres: side of a board made smaller so that the block stands below the turns."""

SUM_HEAD, LEAST_SUM, MOST_SUM, FINAL = 4.8, 4.3, 8.6, 9.6
"""Millimetres: heights of the names above the sums, of a row of them, and of the scores below."""

LOWER = 4.0
"""Millimetres that what stands beside the board is lower than the board."""

AROUND = 4.0
"""Millimetres that the block is higher than its board, the white above it included."""

CLOSING = BOARD + AROUND
"""Millimetres: height of the block as it is drawn where there is room. Remarks follow it."""

HAND_CLOSING = 112.0
"""The same of a sheet to fill in by hand: each box leaves eight of white, fifteen to sign."""

BENEATH = 0.8
"""Millimetres of white below the last words in a box to sign in."""

LINE = 3.9
"""Millimetres: height of a line of remarks."""


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
    left = side + BESIDE
    high = (HAND_CLOSING - AROUND if by_hand else side) - LOWER
    draw_panel(pen, (left, down + 3.0), (width - left, high), closing, names)


def least_board(closing: Closing) -> float:
    """Millimetres: the side of the smallest board beside which all the rest has room."""
    return max(LEAST_BOARD, LOWER + (1 + len(closing.adjustments)) * LEAST_SUM + fixed(closing))


def fixed(closing: Closing) -> float:
    """Millimetres that all but the rows of the sums take beside the board."""
    return SUM_HEAD + FINAL + 2 * WRITE + signing_height(closing)


def signing_height(closing: Closing) -> float:
    """Millimetres: boxes to sign in, higher where they say for what anew, or more than fits."""
    room = (WIDTH - BOARD - BESIDE) / 2 - 2.4
    said = max((words_high(words_in(one), room) for one in closing.signatures), default=0.0)
    anew = LEAD if any(one.wanted for one in closing.signatures) else 0.0
    return max(SIGN + anew, FREE + said + BENEATH)


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
) -> None:
    """Draw the sums, the blanks, the signatures, ``size`` wide and high, from the ``corner`` on."""
    (left, down), (width, high) = corner, size
    first, each = 36.0, (width - 36.0) / 2
    rows = [
        (PLAYS, [whole(points) for points in closing.plays]),
        *((a.label, [signed(points) for points in a.points]) for a in closing.adjustments),
    ]
    signatures = signing_height(closing)
    step = min(MOST_SUM, (high - fixed(closing)) / len(rows))
    edges = [left + first + (place + 1) * each - 3 for place in range(2)]
    with pen.tags.part("Table"):
        with pen.tags.part("TR"):
            with pen.tags.part("TD"):
                pass
            for place, name in enumerate(names):
                label = plain(name)
                parts, at = named(printable(label), BOLD, LABEL, (each - 4) * mm)
                if not label or len(parts) > 2 or at < SMALLEST:  # it stands above in full
                    label = ("First", "Second")[place]
                with pen.tags.part("TH", COLUMN_HEAD):
                    pen.write_name(
                        edges[place], down + 3.2, label, 8.5, BOLD, width=each - 4, align="right",
                        upwards=True, foot=down + SUM_HEAD - OFF,
                    )  # fmt: skip
        at = down + SUM_HEAD
        for label, words in rows:
            base = at + step / 2 + 1.25
            with pen.tags.part("TR"):
                with pen.tags.part("TH", ROW_HEAD):
                    pen.write(left + 1.4, base, label, 9.5, width=first - 2)
                for edge, points in zip(edges, words, strict=True):
                    with pen.tags.part("TD"):
                        pen.write(edge, base, points, 10.5, align="right")
            at += step
        pen.grid(left, down + SUM_HEAD, [first, each, each], [step] * len(rows), weight=HAIR)
        pen.box(left, at, width, FINAL, weight=FRAME, tint=closing.provisional)
        with pen.tags.part("TR"):
            with pen.tags.part("TH", ROW_HEAD):
                pen.write(left + 1.4, at + 6.2, final_label(closing), 11, BOLD, width=first - 2)
            for edge, points_won in zip(edges, final_points(closing), strict=True):
                with pen.tags.part("TD"):
                    pen.write(edge, at + 6.7, whole(points_won), 15, BOLD, align="right")
        for place in range(2):
            pen.upright(left + first + place * each, at, FINAL)
    at += FINAL
    _draw_outcome(pen, (left, at, width), closing)
    at += WRITE
    half = width / 2
    for place, signature in enumerate(closing.signatures):
        box = (left + place * half, at, half, signatures)
        draw_signature(pen, box, (signing(names, place),), signature)
    at += signatures
    _draw_who_wrote(pen, (left, at, width), closing)


def _draw_outcome(pen: Pen, row: tuple[float, float, float], closing: Closing) -> None:
    """By how much it was won, how it ended, and the letters of the blanks."""
    left, at, width = row
    spread, blank = 26.5, 17.0
    label, points_won = won_by(closing)
    pen.field((left, at, spread, WRITE), label, points_won, font=BOLD)
    ended = width - spread - 2 * blank
    pen.field((left + spread, at, ended, WRITE), "Game ended", closing.ending)
    for place, (label, letter) in enumerate(
        zip(("1st blank", "2nd blank"), closing.blanks, strict=True)
    ):
        across = left + spread + ended + place * blank
        pen.field((across, at, blank, WRITE), label, letter, align="middle")


def _draw_who_wrote(pen: Pen, row: tuple[float, float, float], closing: Closing) -> None:
    """When it was finished, who handed the sheet in, and the director."""
    left, at, width = row
    when, director = 38.0, 17.0
    finished = when_words(closing.finished_at)
    pen.field((left, at, when, WRITE), when_label(closing.finished_at), finished)
    by = width - when - director
    pen.field((left + when, at, by, WRITE), "Handed in by", closing.handed_in_by, name=True)
    pen.field((left + width - director, at, director, WRITE), "Director", closing.director)
