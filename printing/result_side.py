"""One player's half of a result slip: who, the score, and what it includes."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.fonts import BOLD
from printing.heading import spoken
from printing.page import SMALLEST, plain, signed, whole
from printing.pen import Pen
from printing.ruler import FRAME, HAIR
from printing.signature import Signature

WIDTH = 90.0
"""Millimetres: width of a result slip."""


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


def side_lines(side: Side, mode: str) -> list[str]:
    """The words of one player's half."""
    return [
        spoken("Player", side.name),
        spoken("No.", whole(side.number)),
        spoken("Started", "X" if side.started else ""),
        spoken(score_label(side), whole(side.score)),
        *([f"signed: {whole(side.signed_score)}"] if side.signed_score is not None else []),
        spoken(unplayed_label(mode), signed(side.unplayed)),
        spoken("Overtime", signed(side.overtime)),
        spoken("Challenges", signed(side.challenges)),
        spoken("Penalties", signed(side.penalties)),
        spoken("Credits", signed(side.credits)),
    ]


def score_label(side: Side) -> str:
    """What the score is called; one that is not known yet is for the hand."""
    return "Provisional score" if side.provisional and side.score is not None else "Score"


def unplayed_label(mode: str) -> str:
    """``Unplayed``, and how the tiles were counted where that is known."""
    return f"Unplayed, {plain(mode)}" if mode else "Unplayed"


def signature_label(side: Side) -> str:
    """Who is to sign."""
    return f"Signature of {plain(side.name)}" if side.name else "Signature"


def draw_side(pen: Pen, down: float, side: Side, mode: str) -> None:
    """One player: who, the score, and below it what the score includes."""
    wide, started, number, score = WIDTH, 11.5, 10.0, 24.0
    high, low = 9.2, 8.2
    with pen.tags.saying("Started: yes" if side.started else ""):
        pen.field((0, down, started, high), "Started", weight=HAIR)
        if side.started:
            pen.cross(started / 2 - 2.5, down + 3.3, 5.0)
    pen.field((started, down, number, high), "No.", whole(side.number), align="middle", weight=HAIR)
    left = started + number
    name = wide - left - score
    pen.field(
        (left, down, name, high), "Player", side.name, size=12, font=BOLD, weight=HAIR, name=True
    )
    pen.write(0.9, down + high + 5.2, "of which", SMALLEST)
    across = 11.0
    for label, points, room in (
        (unplayed_label(mode), side.unplayed, 23.5),
        ("Overtime", side.overtime, 13.0),
        ("Challenges", side.challenges, 16.0),
        ("Penalties", side.penalties, 14.0),
        ("Credits", side.credits, 12.5),
    ):
        value = signed(points)
        pen.field((across, down + high, room, low), label, value, align="middle", weight=HAIR)
        across += room
    pen.box(0, down, wide, high + low, weight=FRAME)
    score_words = whole(side.score)
    if side.signed_score is not None:
        struck = whole(side.signed_score)
        edge = wide - 1.4
        long = pen.write(edge, down + 7.4, struck, 7.5, align="right")
        pen.rule(edge - long - 0.4, down + 6.5, long + 0.8)
    pen.field(
        (wide - score, down, score, high),
        score_label(side),
        score_words,
        size=17,
        font=BOLD,
        align="middle",
        weight=FRAME,
    )
