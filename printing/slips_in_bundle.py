"""The slips of a game on whole pages of a bundle: as they were signed, checked and judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm

from printing import blank_slip, challenge_slip, result_slip
from printing.blank_slip import BlankSlip
from printing.challenge_slip import ChallengeSlip
from printing.flowing import TOP
from printing.long_forms import foot_of
from printing.page import Paper
from printing.pen import Pen
from printing.result_words import ResultSlip

APART = 5.0
"""Millimetres between two slips."""


@dataclass(frozen=True, kw_only=True)
class Slips:
    """The slips of one game; ``None`` and none where there are none."""

    result: ResultSlip | None = None
    blanks: BlankSlip | None = None
    challenges: tuple[ChallengeSlip, ...] = ()


@dataclass(frozen=True)
class SlipAt:
    """One slip, or one of the slips of a challenge of many words, so far down its page."""

    down: float
    slip: ResultSlip | BlankSlip | tuple[ChallengeSlip, int]


def each_of(
    slips: Slips,
) -> Iterator[tuple[float, ResultSlip | BlankSlip | tuple[ChallengeSlip, int]]]:
    """Every slip with its height, in the order in which they are shown."""
    if slips.result:
        yield result_slip.CELLS.height, slips.result
    if slips.blanks:
        yield blank_slip.CELLS.height, slips.blanks
    for one in slips.challenges:
        for page in range(1, challenge_slip.pages(one) + 1):
            yield challenge_slip.CELLS.height, (one, page)


def pages_of(slips: Slips, paper: Paper) -> list[tuple[SlipAt, ...]]:
    """Which slips stand on which page, and how far down."""
    pages: list[list[SlipAt]] = []
    down = room = foot_of(paper) - 7.0
    for high, slip in each_of(slips):
        if down + high > room:
            pages.append([])
            down = TOP
        pages[-1].append(SlipAt(down, slip))
        down += high + APART
    return [tuple(page) for page in pages]


def lines(slips: Slips) -> list[str]:
    """The words of all slips."""
    return [
        *(result_slip.lines(slips.result) if slips.result else []),
        *(blank_slip.lines(slips.blanks) if slips.blanks else []),
        *(line for one in slips.challenges for line in challenge_slip.lines(one)),
    ]


def draw_slips(pen: Pen, slips: Sequence[SlipAt]) -> None:
    """Draw the slips of one page."""
    for one in slips:
        there = Pen(pen.canvas, pen.left, pen.top - one.down * mm)
        if isinstance(one.slip, ResultSlip):
            result_slip.draw_slip(there, one.slip)
        elif isinstance(one.slip, BlankSlip):
            blank_slip.draw_slip(there, one.slip)
        else:
            challenge_slip.draw_part(there, one.slip)
