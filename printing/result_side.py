"""One player's half of a result slip: who, the score, and what it includes."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.fonts import BOLD
from printing.heading import spoken
from printing.page import plain, signed, whole
from printing.pen import WRITE, Pen
from printing.ruler import FRAME, HAIR
from printing.signature import Signature
from printing.so_far import SoFar

WIDTH = 190.0
"""Millimetres: width of a result slip."""

HALF = WIDTH / 2
HIGH = 3 * WRITE
"""Millimetres: height of one player's half."""

SO_FAR = ("Won–lost so far", "Spread so far")
"""What players like to note of themselves before they sign."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One player's half of a slip. What is not known is left for the hand.

    Attributes:
      name: the player.
      number: the player's number in the tournament.
      started: whether this player made the first play.
      score: final, everything below included.
      provisional: whether it is not signed for by both.
      unplayed: points put on or taken off for unplayed tiles.
      overtime: points taken off for overtime, as a negative number.
      challenges: points put on or taken off by challenges.
      penalties: points taken off by the director, as a negative number.
      credits: points put on by the director.
      signature: of this player.
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
    """The words of one player's half."""
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
    """``Unplayed``, and how the tiles were counted where that is known."""
    return f"Unplayed, {plain(mode)}" if mode else "Unplayed"


FOR_WHAT = "for both scores and all above"
"""What a signature covers."""

COVERS = f"Signature, {FOR_WHAT}"
"""The same where a name is too long to stand before it."""


def signature_label(side: Side) -> str:
    """Who is to sign, and for what."""
    return f"{signed_by(side)}, {FOR_WHAT}"


def signed_by(side: Side) -> str:
    """Who is to sign."""
    return f"Signature of {plain(side.name)}" if side.name else "Signature"


def draw_side(pen: Pen, across: float, down: float, side: Side, title: str, mode: str) -> None:
    """One player: who and the score, then how the player stood, then what the score includes.

    Args:
      pen: at the top left of the slip.
      across: left edge of this half.
      down: top of it; it is ``HIGH`` high.
      side: the player.
      title: ``Winner``, ``Loser``, or ``Player`` where nobody has won yet.
      mode: how unplayed tiles were counted, in words.
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
