"""The foot of a score sheet: sums, result, signatures, sanctions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace
from reportlab.lib.units import mm

from ledger.equipment.board import empty_squares, load_board
from printing.engine.archive import COLUMN_HEAD, ROW_HEAD
from printing.engine.fitting import SMALLEST, named, parted, width_of
from printing.engine.flowing import WIDTH
from printing.engine.heading import spoken
from printing.engine.labels import LABEL, LEAST, OFF, SECOND, SIGN, TIGHT, WRITE
from printing.engine.page import (
    FRAME,
    HAIR,
    LONGEST,
    clock_words,
    parted_as_bound,
    plain,
    printable,
    scores_words,
    signed,
    when_label,
    when_words,
    whole,
)
from printing.engine.pen import Pen
from printing.engine.signature import (
    FREE,
    LEAD,
    Signature,
    draw_signature,
    signature_lines,
    words_high,
    words_in,
)
from printing.fonts import BODY, BOLD
from printing.languages import is_in_two, say, second_of
from printing.sheets.board_picture import BoardPicture, draw_board

# What stands at the foot of an official score sheet, in words: sums, result, who signs.


BOARD = 92.0  # millimetres: side of the board with its letters and numbers
BESIDE = 3.5  # millimetres between the board and what stands beside it

MOST_REMARKS = 50
"""Lines of remarks on paper; the record has them all. So many fit on a page of their own."""

SAID_WHOLE = 8000  # characters of a remark that are printed: all of it


class Adjustment(Struct, frozen=True):
    label: str
    points: tuple[int | None, int | None] = (None, None)


def plays_label() -> str:
    """What all the rest is put on and taken off."""
    return say("paper.plays")


def adjustments_asked() -> tuple[Adjustment, ...]:
    """What a blank sheet asks for."""
    labels = (
        say("paper.challenges"),
        say("paper.unplayed-tiles"),
        say("paper.overtime"),
        say("paper.penalties-credits"),
    )
    return tuple(map(Adjustment, labels))


class Closing(Struct, frozen=True, kw_only=True):
    """How the game ended and what it came to.

    Attributes:
      plays: points of each player's plays, before anything else.
      adjustments: what was put on and taken off after that, at most six.
      so_far: the scores of a game that goes on.
      provisional: whether the final scores are not signed for by both.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      ending: why the game ended and what that makes of the result, in words.
      director: initials.
      longest: characters of a remark that are said.
    """

    plays: tuple[int | None, int | None] = (None, None)
    adjustments: tuple[Adjustment, ...] = field(default_factory=adjustments_asked)
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
    longest: int = SAID_WHOLE

    @property
    def as_bound(self) -> Closing:
        """The same with its remarks as codes bind them: their beginning, as it was printed once."""
        cut = self.longest > LONGEST and any(len(one) > LONGEST for one in self.remarks)
        return replace(self, longest=LONGEST) if cut else self

    @property
    def spread(self) -> int | None:
        """The winner's points minus the loser's; ``None`` until both are known, or by margin."""
        if self.by_margin:
            return None
        first, second = self.totals
        return None if first is None or second is None else abs(first - second)

    @property
    def remark_rows(self) -> list[str]:
        rows = [
            row
            for remark in self.remarks
            for row in parted(parted_as_bound(remark, self.longest), BODY, 8.5, 186 * mm)
        ]
        if len(rows) > MOST_REMARKS:
            more = len(rows) - MOST_REMARKS + 1
            rows = [
                *rows[: MOST_REMARKS - 1],
                say("paper.and-more-more-lines-see-record", more=more),
            ]
        return rows


def closing_lines(closing: Closing, names: tuple[str, str]) -> list[str]:
    return [
        spoken(plays_label(), both(closing.plays, whole)),
        *(spoken(each.label, both(each.points, signed)) for each in closing.adjustments),
        spoken(final_label(closing), both(final_points(closing), whole)),
        spoken(*won_by(closing)),
        spoken(say("paper.game-ended"), closing.ending),
        spoken(say("paper.1st-blank"), closing.blanks[0]),
        spoken(say("paper.2nd-blank"), closing.blanks[1]),
        *(
            line
            for seat, signature in enumerate(closing.signatures)
            for line in signature_lines(signing(names, seat), signature)
        ),
        spoken(when_label(closing.finished_at), when_words(closing.finished_at)),
        spoken(say("paper.handed-in-by"), closing.handed_in_by),
        spoken(say("paper_cases.director"), closing.director),
        *([say("paper.remarks")] if closing.remarks else []),
        *closing.remark_rows,
    ]


def rows_of(closing: Closing) -> tuple[Adjustment, ...]:
    return (
        Adjustment(plays_label(), closing.plays),
        *closing.adjustments,
        Adjustment(final_label(closing), final_points(closing)),
    )


def final_label(closing: Closing) -> str:
    if closing.so_far != (None, None):
        return say("paper.score-so-far")
    return say("paper.provisional-score") if closing.provisional else say("paper.final-score")


def final_points(closing: Closing) -> tuple[int | None, int | None]:
    return closing.so_far if closing.so_far != (None, None) else closing.totals


def won_by(closing: Closing) -> tuple[str, str]:
    """By how much the game was won: spread or margin, whichever it is, and how many points."""
    if closing.by_margin:
        return say("paper.margin"), whole(closing.margin)
    label = say("paper.spread-or-margin") if closing.spread is None else say("paper.spread")
    return label, whole(closing.spread)


def both(points: tuple[int | None, int | None], words: Callable[[int | None], str]) -> str:
    return " ".join(words(each) for each in points).strip()


def signing(names: tuple[str, str], seat: int) -> str:
    """Who is to sign: by name where that stands whole in the box, as it does at the top."""
    if not names[seat]:
        return say("paper.signs-for-these-scores")
    label = say("paper.signature-name", name=plain(names[seat]))
    room = ((WIDTH - BOARD - BESIDE) / 2 - 1.6) * mm
    whole_name = width_of(printable(label), BODY, LABEL) <= room
    return (
        label
        if whole_name
        else (say("paper.signature-of-first"), say("paper.signature-of-second"))[seat]
    )


LEAST_BOARD = 78.0
"""Millimetres: side of a board made smaller so that the block stands below the turns."""

SUM_HEAD, LEAST_SUM, MOST_SUM, FINAL = 4.8, 4.3, 8.6, 9.6
"""Millimetres: heights of the names above the sums, of a row of them, and of the scores below."""

LEAST_SUM_IN_TWO = 7.4

LOWER = 4.0  # millimetres that what stands beside the board is lower than the board
AROUND = 4.0  # millimetres that the block is higher than its board, the white above it included

CLOSING = BOARD + AROUND
"""Millimetres: height of the block as it is drawn where there is room. Remarks follow it."""

HAND_CLOSING = 112.0
"""The same of a sheet to fill in by hand: each box leaves eight of white, fifteen to sign."""

BENEATH = 0.8  # millimetres of white below the last words in a box to sign in
LINE = 3.9  # millimetres: height of a line of remarks


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
    drawn = min(side, BOARD) if is_in_two() else side  # beside it the panel needs its width
    draw_board(pen, 0, down - 1.0, drawn, shown)
    left = drawn + BESIDE
    high = (HAND_CLOSING - AROUND if by_hand else side) - LOWER
    draw_panel(pen, (left, down + 3.0), (width - left, high), closing, names)


def least_board(closing: Closing) -> float:
    """Millimetres: the side of the smallest board beside which all the rest has room."""
    return max(LEAST_BOARD, LOWER + (1 + len(closing.adjustments)) * least_sum() + fixed(closing))


def least_sum() -> float:
    """Millimetres: height of a row of the sums, in as many languages as its label has."""
    return LEAST_SUM_IN_TWO if is_in_two() else LEAST_SUM


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
    if rows:
        pen.write_both(0, down + 2.4, title, LABEL, BOLD, width=100.0)
    for number, row in enumerate(rows, start=1):
        pen.write(0, down + 2.4 + number * LINE, row, 8.5)


def draw_panel(
    pen: Pen,
    corner: tuple[float, float],
    size: tuple[float, float],
    closing: Closing,
    names: tuple[str, str],
) -> None:
    (left, down), (width, high) = corner, size
    first, each = 36.0, (width - 36.0) / 2
    rows = [
        (plays_label(), [whole(points) for points in closing.plays]),
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
                    label = (say("paper_lists.first"), say("paper_lists.second"))[place]
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
                    pen.write_stacked(left + 1.4, base, label, 9.5, width=first - 2, high=step)
                for edge, points in zip(edges, words, strict=True):
                    with pen.tags.part("TD"):
                        pen.write(edge, base, points, 10.5, align="right")
            at += step
        pen.grid(left, down + SUM_HEAD, [first, each, each], [step] * len(rows), weight=HAIR)
        pen.box(left, at, width, FINAL, weight=FRAME, tint=closing.provisional)
        with pen.tags.part("TR"):
            with pen.tags.part("TH", ROW_HEAD):
                pen.write_stacked(
                    left + 1.4, at + 6.2, final_label(closing), 11, BOLD, width=first - 2
                )
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
    left, at, width = row
    spread, blank = 26.5, 17.0
    label, points_won = won_by(closing)
    pen.field((left, at, spread, WRITE), label, points_won, font=BOLD)
    ended = width - spread - 2 * blank
    pen.field((left + spread, at, ended, WRITE), say("paper.game-ended"), closing.ending)
    for place, (label, letter) in enumerate(
        zip((say("paper.1st-blank"), say("paper.2nd-blank")), closing.blanks, strict=True)
    ):
        across = left + spread + ended + place * blank
        pen.field((across, at, blank, WRITE), label, letter, align="middle")


def _draw_who_wrote(pen: Pen, row: tuple[float, float, float], closing: Closing) -> None:
    left, at, width = row
    when, director = 38.0, 17.0
    finished = when_words(closing.finished_at)
    pen.field((left, at, when, WRITE), when_label(closing.finished_at), finished)
    by = width - when - director
    pen.field(
        (left + when, at, by, WRITE), say("paper.handed-in-by"), closing.handed_in_by, name=True
    )
    pen.field(
        (left + width - director, at, director, WRITE),
        say("paper_cases.director"),
        closing.director,
    )


# The sanction box of a score sheet: warnings, penalties and forfeits of a game, a row each.


def sanctions_title() -> str:
    return say("paper.sanctions")


def sanction_columns() -> tuple[tuple[str, float], ...]:
    """Labels and widths in millimetres, as wide as the page together."""
    return (
        (say("paper.turn"), 16.0),
        (say("paper_cases.score"), 26.0),
        (say("paper.clock"), 20.0),
        (say("paper_cases.player"), 58.0),
        (say("paper_lists.kind"), 54.0),
        (say("paper_cases.case"), 16.0),
    )


HEAD = 10.0  # millimetres: height of the title and the labels
ROW = 8.0  # millimetres: height of a row, high enough to write in

BLANK_ROWS = 12
"""Rows to write in at most, on the back of a blank sheet, below the last rows of turns."""

PLAYER_AT = 3  # the column of names
FIRST_RIGHT, LAST_RIGHT = 0, 2  # columns of numbers, which end at the right


class Sanction(Struct, frozen=True, kw_only=True):
    """One warning, penalty or forfeit.

    Attributes:
      turn: after how many turns; ``None`` where it is to be written in.
      totals: both scores then, the first player's first.
      clock: seconds on the clock of the player, then; ``None`` where none was read.
      case: the number of the case, ``C-12``; empty without one.
    """

    turn: int | None = None
    totals: tuple[int, int] | None = None
    clock: int | None = None
    player: str = ""
    kind: str = ""
    case: str = ""


def cells(one: Sanction) -> tuple[str, ...]:
    return (
        "" if one.turn is None else str(one.turn),
        "" if one.totals is None else scores_words(*one.totals),
        "" if one.clock is None else clock_words(one.clock),
        plain(one.player),
        plain(one.kind),
        plain(one.case),
    )


def sanction_lines(sanctions: Sequence[Sanction]) -> list[str]:
    if not sanctions:
        return []
    return [
        sanctions_title(),
        *(
            spoken(label, words)
            for one in sanctions
            for (label, _), words in zip(sanction_columns(), cells(one), strict=True)
        ),
    ]


def fitting(rows: int, room: float) -> int:
    """How many of the rows stand in so many millimetres."""
    return max(0, min(rows, int((room - HEAD) // ROW)))


def draw_sanctions(pen: Pen, down: float, rows: Sequence[Sanction], title: str = "") -> None:
    """Draw rows under the title and the labels, which every page repeats."""
    if not rows:
        return
    pen.write_both(0, down + 3.6, title or sanctions_title(), 9, BOLD, width=100.0)
    pen.grid(
        0, down + HEAD, [wide for _, wide in sanction_columns()], [ROW] * len(rows), weight=HAIR
    )
    across = 0.0
    for place, (label, wide) in enumerate(sanction_columns()):
        right = FIRST_RIGHT <= place <= LAST_RIGHT
        edge, align = (across + wide - 1.6, "right") if right else (across + 1.6, "left")
        base = down + 8.6
        for text, size in ((second_of(label), SECOND), (label, LABEL)):
            if text:
                pen.write(edge, base, text, size, width=wide - 2, align=align, smallest=LEAST)
                base -= TIGHT * SECOND
        for number, one in enumerate(rows):
            base, words = down + HEAD + number * ROW + 5.4, cells(one)[place]
            if place == PLAYER_AT:
                pen.write_name(edge, base, words, 9.5, width=wide - 3.2, align=align)
            else:
                pen.write(edge, base, words, 9.5, width=wide - 3.2, align=align)
        across += wide
