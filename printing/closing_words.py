"""What stands at the foot of an official score sheet, in words: sums, result, who signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from reportlab.lib.units import mm

from printing.fitting import parted, width_of
from printing.fonts import BODY
from printing.heading import spoken
from printing.long_forms import WIDTH
from printing.page import parted_as_bound, plain, printable, signed, when_label, when_words, whole
from printing.pen import LABEL
from printing.signature import Signature, signature_lines

BOARD = 92.0
"""Millimetres: side of the board with its letters and numbers."""

BESIDE = 3.5
"""Millimetres between the board and what stands beside it."""

MOST_REMARKS = 50
"""Lines of remarks on paper; the record has them all. So many fit on a page of their own."""


@dataclass(frozen=True)
class Adjustment:
    """Points put on or taken off, in words, and by how much for each player."""

    label: str
    points: tuple[int | None, int | None] = (None, None)


PLAYS = "Plays"
"""What all the rest is put on and taken off."""

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
        rows = [
            row
            for remark in self.remarks
            for row in parted(parted_as_bound(remark), BODY, 8.5, 186 * mm)
        ]
        if len(rows) > MOST_REMARKS:
            more = len(rows) - MOST_REMARKS + 1
            rows = [*rows[: MOST_REMARKS - 1], f"… and {more} more lines: see the record."]
        return rows


def closing_lines(closing: Closing, names: tuple[str, str]) -> list[str]:
    """The words of the block."""
    return [
        spoken(PLAYS, both(closing.plays, whole)),
        *(spoken(each.label, both(each.points, signed)) for each in closing.adjustments),
        spoken(final_label(closing), both(final_points(closing), whole)),
        spoken(*won_by(closing)),
        spoken("Game ended", closing.ending),
        spoken("1st blank", closing.blanks[0]),
        spoken("2nd blank", closing.blanks[1]),
        *(
            line
            for seat, signature in enumerate(closing.signatures)
            for line in signature_lines(signing(names, seat), signature)
        ),
        spoken(when_label(closing.finished_at), when_words(closing.finished_at)),
        spoken("Handed in by", closing.handed_in_by),
        spoken("Director", closing.director),
        *(["Remarks"] if closing.remarks else []),
        *closing.remark_rows,
    ]


def rows_of(closing: Closing) -> tuple[Adjustment, ...]:
    """What the score at the foot is made of, row by row, and that score last."""
    return (
        Adjustment(PLAYS, closing.plays),
        *closing.adjustments,
        Adjustment(final_label(closing), final_points(closing)),
    )


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


def signing(names: tuple[str, str], seat: int) -> str:
    """Who is to sign: by name where that stands whole in the box, as it does at the top."""
    if not names[seat]:
        return "Signs for these scores"
    label = f"Signature of {plain(names[seat])}"
    room = ((WIDTH - BOARD - BESIDE) / 2 - 1.6) * mm
    whole_name = width_of(printable(label), BODY, LABEL) <= room
    return label if whole_name else f"Signature of the {('first', 'second')[seat]} player"
