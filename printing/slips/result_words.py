"""What a result slip says: each player's half, and the words that both sign."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from reportlab.lib.units import mm

from ledger.vocabulary.bounds import halves
from printing.engine.fitting import broken
from printing.engine.heading import (
    Form,
    Heading,
    Unfilled,
    footing_lines,
    heading_lines,
    spoken,
    ticked,
)
from printing.engine.page import FRAME, HAIR, plain, signed, when_label, when_words, whole
from printing.engine.pen import WRITE, Pen
from printing.engine.signature import Signature, signature_lines
from printing.fonts import BODY, BOLD

# How a player stood before a game: won and lost, and spread, as the standings had it.


class SoFar(NamedTuple):
    """What a player had brought together; ``wins`` and ``losses`` in halves."""

    wins: int
    losses: int
    spread: int

    @property
    def won_lost(self) -> str:
        """Wins and losses as players say them: ``3–1``, ``2½–½``."""
        return f"{halves(self.wins)}–{halves(self.losses)}"


WORD = re.compile(
    r"so-far:(?:(?P<w1>\d{1,4})/(?P<l1>\d{1,4})/(?P<s1>-?\d{1,6}))?"
    r":(?:(?P<w2>\d{1,4})/(?P<l2>\d{1,4})/(?P<s2>-?\d{1,6}))?"
    r"(?::starts-(?P<starts>[12]))?"
)

Both = tuple[SoFar | None, SoFar | None]


class Beside(NamedTuple):
    """What other games say of a game, which stands on its paper and no code binds.

    Attributes:
      so_far: what both players had before it.
      starts: who of the two is to start by the starts so far, 1 or 2; 0: they don't say.
    """

    so_far: Both = (None, None)
    starts: int = 0


def as_word(beside: Beside) -> str:
    """All that as one word that a file keeps; empty where nothing is known.

    >>> as_word(Beside((SoFar(6, 2, -40), None))), as_word(Beside())
    ('so-far:6/2/-40:', '')
    >>> as_word(Beside(starts=2))
    'so-far:::starts-2'
    """
    both = ["/".join(map(str, one)) if one is not None else "" for one in beside.so_far]
    starts = f":starts-{beside.starts}" if beside.starts else ""
    return f"so-far:{':'.join(both)}{starts}" if any(both) or starts else ""


def from_word(word: str) -> Beside:
    """What a file kept; nothing of what can't be read.

    >>> from_word("so-far:6/2/-40:")
    Beside(so_far=(SoFar(wins=6, losses=2, spread=-40), None), starts=0)
    >>> from_word("so-far:::starts-2").starts
    2
    """
    shape = WORD.fullmatch(word)
    if shape is None:
        return Beside()
    first, second = (
        SoFar(*(int(shape[f"{name}{nth}"]) for name in "wls")) if shape[f"w{nth}"] else None
        for nth in (1, 2)
    )
    return Beside((first, second), int(shape["starts"] or 0))


# One player's half of a result slip: who, the score, and what it includes.


WIDTH = 190.0  # millimetres: width of a result slip

HALF = WIDTH / 2
HIGH = 3 * WRITE  # millimetres: height of one player's half

SO_FAR = ("Won–lost so far", "Spread so far")
"""What players like to note of themselves before they sign."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One player's half of a slip. What is not known is left for the hand.

    Attributes:
      score: final, everything below included.
      overtime: points taken off for overtime, as a negative number.
      penalties: points taken off by the director, as a negative number.
      signed_score: the score that was signed for, where it was amended since.
      so_far: how the player stood before this game, where that is known.
    """

    name: str = ""
    number: int | None = None
    started: bool | None = None
    score: int | None = None
    provisional: bool = False
    unplayed: int | None = None
    overtime: int | None = None
    challenges: int | None = None
    penalties: int | None = None
    credits: int | None = None
    signature: Signature = field(default_factory=Signature)
    signed_score: int | None = None
    so_far: SoFar | None = None


def side_lines(side: Side, title: str, mode: str) -> list[str]:
    return [
        spoken(title, side.name),
        spoken("No.", whole(side.number)),
        spoken("Started", "X" if side.started else ""),
        *(spoken(label, value) for label, value in so_far_asked(side)),
        spoken(score_label(side), whole(side.score)),
        *([f"signed: {whole(side.signed_score)}"] if side.signed_score is not None else []),
        spoken(unplayed_label(mode), signed(side.unplayed)),
        spoken("Overtime", signed(side.overtime)),
        spoken("Challenges", signed(side.challenges)),
        spoken("Penalties", signed(side.penalties)),
        spoken("Credits", signed(side.credits)),
    ]


def so_far_asked(side: Side) -> tuple[tuple[str, str], ...]:
    """Won and lost and spread before this game, each with its label; blank where not known."""
    if side.so_far is None:
        return tuple((label, "") for label in SO_FAR)
    return tuple(zip(SO_FAR, (side.so_far.won_lost, signed(side.so_far.spread)), strict=True))


def score_label(side: Side) -> str:
    """What the score is called; one that is not known yet is for the hand."""
    return "Provisional score" if side.provisional and side.score is not None else "Score"


def unplayed_label(mode: str) -> str:
    return f"Unplayed, {plain(mode)}" if mode else "Unplayed"


FOR_WHAT = "for both scores and all above"
"""What a signature covers."""

COVERS = f"Signature, {FOR_WHAT}"
"""The same where a name is too long to stand before it."""


def signature_label(side: Side) -> str:
    return f"{signed_by(side)}, {FOR_WHAT}"


def signed_by(side: Side) -> str:
    return f"Signature of {plain(side.name)}" if side.name else "Signature"


def draw_side(pen: Pen, across: float, down: float, side: Side, title: str, mode: str) -> None:
    """One player: who and the score, then how the player stood, then what the score includes.

    Args:
      down: top of it; it is ``HIGH`` high.
      title: ``Winner``, ``Loser``, or ``Player`` where nobody has won yet.
    """
    number, score, started = 13.0, 28.0, 18.0
    name = HALF - number - score
    box = (across + number, down, name, WRITE)
    pen.field(box, title, side.name, size=13, font=BOLD, name=True)
    pen.field((across, down, number, WRITE), "No.", whole(side.number), size=12, align="middle")
    draw_score(pen, across + HALF - score, down, score, side)
    below = down + WRITE
    draw_started(pen, (across, below, started), side)
    left = across + started
    for label, value in so_far_asked(side):
        box = (left, below, (HALF - started) / 2, WRITE)
        pen.field(box, label, value, size=13, align="middle")
        left += (HALF - started) / 2
    below += WRITE
    left = across
    for label, points, room in (
        (unplayed_label(mode), side.unplayed, 26.6),
        ("Overtime", side.overtime, 16.5),
        ("Challenges", side.challenges, 19.0),
        ("Penalties", side.penalties, 17.5),
        ("Credits", side.credits, 15.4),
    ):
        value = signed(points)
        pen.field((left, below, room, WRITE), label, value, size=12, align="middle", weight=HAIR)
        left += room
    pen.box(across, down, HALF, HIGH, weight=FRAME)


def draw_started(pen: Pen, at: tuple[float, float, float], side: Side) -> None:
    """Whether the player started; ``at``: how far across and down the box is, and how wide."""
    across, down, wide = at
    started = {None: "", True: "Started: yes", False: "Started: no"}[side.started]
    with pen.tags.saying(started):
        pen.field((across, down, wide, WRITE), "Started")
        if side.started:
            pen.cross(across + wide / 2 - 3.2, down + 4.8, 6.4)


def draw_struck(pen: Pen, right: float, down: float, side: Side) -> None:
    """The score that was signed for, struck out, at the lower right of a box that ends there."""
    if side.signed_score is not None:
        edge = right - 1.4
        was = whole(side.signed_score)
        with pen.tags.saying(f"{was} struck"):
            long = pen.write(edge, down + WRITE - 1.6, was, 8.5, align="right")
            pen.rule(edge - long - 0.4, down + WRITE - 2.6, long + 0.8)


def draw_score(pen: Pen, left: float, down: float, wide: float, side: Side) -> None:
    """The score, and struck out beside it the one that was signed for, where that is another."""
    pen.field(
        (left, down, wide, WRITE), score_label(side), whole(side.score), size=19, font=BOLD,
        align="middle", weight=FRAME,
    )  # fmt: skip
    draw_struck(pen, left + wide, down, side)


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

NOTE = 8.5  # points: amendments

NOTES_AT, NOTES_HIGH = 42.0, 8.8
"""Millimetres: from the left to where they begin, and height of their box."""


@dataclass(frozen=True, kw_only=True)
class ResultSlip:
    """What one slip says.

    Attributes:
      sides: both players, in the order of the record; the slip names the winner first.
      by_starts: whether who is to start follows from the starts so far, in other games.
      kind: how the game came to its result: one of the words of ``KINDS``.
      by_margin: whether the result is a margin; the scores then say nothing about it.
      rated: whether the result counts for ratings; ``None`` until that is settled.
      unplayed_mode: how unplayed tiles were counted, in words: ``double`` and so on.
      blanks: the letters of the first and the second blank, upper case; empty if not played.
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
    return ", ".join(plain(word) for word in slip.challenged)
