"""What a result slip says, in words: what both players sign."""

from __future__ import annotations

import string
from dataclasses import dataclass, field, replace
from datetime import datetime

from reportlab.lib.units import mm

from printing.fitting import broken
from printing.fonts import BODY
from printing.heading import (
    Form,
    Heading,
    Unfilled,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.page import plain, when_label, when_words, whole
from printing.result_side import WIDTH, Side, side_lines, signature_label
from printing.signature import signature_lines
from printing.so_far import Beside, as_word

FORM = Form("Result slip", 4)

KINDS = (
    ("played", "resigned", "forfeit", "forfeit, overtime"),
    ("board upset", "void", "bye"),
)
"""How a game may have come to its result, each with a box to mark, in two rows."""

RATED = "Rated"

NOTES = "Amendments and rulings"

TITLES = ("Winner", "Loser")

BLANKS = ("1st blank", "2nd blank")

PROTEST = "signed under protest"

NOTE = 8.5
"""Points: amendments."""

NOTES_AT, NOTES_HIGH = 42.0, 8.8
"""Millimetres: from the left to where they begin, and height of their box."""


@dataclass(frozen=True, kw_only=True)
class ResultSlip:
    """What one slip says.

    Attributes:
      heading: where it belongs and which record it was printed from.
      sides: both players, in the order of the record; the slip names the winner first.
      by_starts: whether who is to start follows from the starts so far, in other games.
      kind: how the game came to its result: one of the words of ``KINDS``.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      margin: that margin, where it is set.
      rated: whether the result counts for ratings; ``None`` until that is settled.
      ending: why the game ended, in words.
      unplayed_mode: how unplayed tiles were counted, in words: ``double`` and so on.
      blanks: the letters of the first and the second blank, upper case; empty if not played.
      alphabet: the letters a blank can stand for.
      challenged: the words challenged, as people would note them.
      finished_at: when the game was over.
      handed_in_by: who brought the slip.
      director: initials.
      amendments: what was amended after signing, and what was ruled about the spread, one line
        each, the latest last.
    """

    heading: Heading = field(default_factory=Heading)
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    by_starts: bool = False
    kind: str = ""
    by_margin: bool = False
    margin: int | None = None
    rated: bool | None = None
    ending: str = ""
    unplayed_mode: str = ""
    blanks: tuple[str, str] = ("", "")
    alphabet: tuple[str, ...] = tuple(string.ascii_uppercase)
    challenged: tuple[str, ...] = ()
    finished_at: datetime | None = None
    handed_in_by: str = ""
    director: str = ""
    amendments: tuple[str, ...] = ()

    @property
    def binds(self) -> ResultSlip:
        """What its code binds: all of it but how both players stood before, and so who starts.

        A code is looked up by filling the slip again from its game as it was, whatever happened
        since to other games. Won and lost so far come from those: an amendment of another table a
        day later would make of every slip printed before it one that is not ours. So they stand on
        the slip for the players, and it is the standings that prove them.
        """
        return self.beside(Beside())

    def beside(self, kept: Beside) -> ResultSlip:
        """The same with what its file keeps beside its code, in the order of the record."""
        first, second = (
            replace(side, so_far=had, started=self._started(side, place, kept.starts))
            for place, (side, had) in enumerate(zip(self.sides, kept.so_far, strict=True))
        )
        return replace(self, sides=(first, second), by_starts=kept.starts > 0)

    def _started(self, side: Side, place: int, starts: int) -> bool | None:
        if starts:
            return starts == place + 1
        return None if self.by_starts else side.started

    @property
    def kept(self) -> str:
        """What its file keeps of what no code binds, so that it can be drawn again."""
        both = self.sides[0].so_far, self.sides[1].so_far
        starts = 1 + (self.sides[1].started is True) if self.by_starts else 0
        return as_word(Beside(both, starts)) if self.heading.address else ""

    @property
    def spread(self) -> int | None:
        """The winner's points minus the loser's; ``None`` until both are known, or by margin."""
        if self.by_margin or self.kind == "void" or not self.is_decided:
            return None
        first, second = (side.score for side in self.sides)
        return None if first is None or second is None else abs(first - second)

    @property
    def is_decided(self) -> bool:
        """Whether it is known how the game ended, so that one of the scores is the winner's."""
        return bool(self.kind) or not self.heading.provisional

    @property
    def in_order(self) -> tuple[tuple[str, Side], tuple[str, Side]]:
        """Both players under what they are called, the winner first once it is known who won."""
        first, second = self.sides
        if first.score is None or second.score is None or self.by_margin:
            known = bool(first.name or second.name)
            titles = ("Player", "Player") if known else TITLES
            return (titles[0], first), (titles[1], second)
        if first.score == second.score or self.kind == "void" or not self.is_decided:
            return ("Player", first), ("Player", second)
        won, lost = (first, second) if first.score > second.score else (second, first)
        return (TITLES[0], won), (TITLES[1], lost)


def lines(slip: ResultSlip) -> list[str]:
    """The words on the slip, top to bottom. Tests read these, not the PDF."""
    return [
        *heading_lines(slip.heading, FORM),
        *(
            line
            for title, side in slip.in_order
            for line in side_lines(side, title, slip.unplayed_mode)
        ),
        spoken(*won_by(slip)),
        RATED if slip.rated is not None else Unfilled(RATED),
        *(ticked(words, marked=marked) for words, marked in rated_marks(slip)),
        spoken("Game ended", slip.ending),
        "Result" if slip.kind else Unfilled("Result"),
        *(ticked(kind, marked=kind == slip.kind) for row in KINDS for kind in row),
        *(spoken(label, letter) for label, letter in zip(BLANKS, slip.blanks, strict=True)),
        *(
            line
            for _, side in slip.in_order
            for line in (*signature_lines(signature_label(side), side.signature), protest(side))
        ),
        spoken(when_label(slip.finished_at), when_words(slip.finished_at)),
        spoken("Handed in by", slip.handed_in_by),
        spoken("Director", slip.director),
        spoken("Words challenged", words_challenged(slip)),
        NOTES if slip.amendments else Unfilled(NOTES),
        *note_rows(slip),
        *footing_lines(slip.heading, FORM, pages=0),
    ]


def won_by(slip: ResultSlip) -> tuple[str, str]:
    """By how much the game was won: spread or margin, whichever it is, and how many points."""
    if slip.by_margin:
        return "Margin", whole(slip.margin)
    known = slip.spread is not None or slip.kind == "void"
    return "Spread" if known else "Spread or margin", whole(slip.spread)


def rated_marks(slip: ResultSlip) -> tuple[tuple[str, bool], tuple[str, bool]]:
    """Both boxes for whether the result is rated, and which of them is marked."""
    return ("yes", slip.rated is True), ("no", slip.rated is False)


def note_rows(slip: ResultSlip) -> list[str]:
    """What was amended, over two lines; of more than they hold, the latest, and how many more."""
    width = (WIDTH - NOTES_AT - 1.0) * mm
    for left_out in range(len(slip.amendments)):
        kept = [plain(line, 240) for line in slip.amendments[left_out:]]
        before = f"{left_out} earlier: see the record; " if left_out else ""
        rows = broken(before + "; ".join(kept), BODY, NOTE, width, 2)
        if left_out == len(slip.amendments) - 1 or not rows[-1].endswith("…"):
            return rows
    return []


def protest(side: Side) -> str:
    """The box for who signs and does not agree with a ruling, marked or not."""
    return ticked(PROTEST, marked=side.signature.under_protest)


def words_challenged(slip: ResultSlip) -> str:
    """The words challenged, as one line."""
    return ", ".join(plain(word) for word in slip.challenged)
