"""The challenge slip on a roll: the words, each on a line of its own, and one verdict for all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from printing.engine.page import FRAME, plain, time_words, whole
from printing.engine.pen import Pen
from printing.engine.receipt import (
    WIDE,
    Asked,
    Block,
    boxes,
    draw_roll,
    foot,
    head,
    marks,
    space,
    words,
)
from printing.fonts import BOLD, MONO_BOLD
from printing.slips.challenge_slip import (
    AUTHORITY,
    FORM,
    RETURNED,
    TITLES,
    UNSAID,
    VERDICTS,
    ChallengeSlip,
    Verdict,
    checked_label,
    judge_label,
    marks_of,
)

LINE = 9.25  # millimetres: height of the line of one word; a hand has eight of white in it
BY_HAND = 8  # lines for words where none is known: more than eight a play of seven tiles can't make

NUMBER = 6.0


def blank() -> bytes:
    return draw(ChallengeSlip())


def draw(*slips: ChallengeSlip) -> bytes:
    return draw_roll(slips, "Challenge slips", blocks_of)


def blocks_of(slip: ChallengeSlip) -> Iterator[Block]:
    yield from head(slip.heading, FORM)
    turn = Asked("Turn", 18.0, whole(slip.turn), 13.0, align="middle")
    yield boxes(turn, Asked(checked_label(slip), WIDE - 18.0, slip.checked, 11.0, name=True))
    for label, name in (("Challenger", slip.challenger), ("Player challenged", slip.player)):
        yield boxes(Asked(label, WIDE, name, 12.0, BOLD, name=True))
    yield space(1.5)
    request = slip.words or ("",) * BY_HAND
    for number, word in enumerate(request, start=1):
        yield Block(LINE, partial(draw_word, number=number, word=word))
    yield space(1.5)
    if slip.unsaid:
        yield from words(UNSAID, 9.5, most=3)
    yield marks((RETURNED, slip.returned), columns=1)
    yield boxes(Asked(AUTHORITY, WIDE, slip.authority))
    yield space(1.5)
    for title, verdict in zip(TITLES, slip.verdicts, strict=True):
        yield from opinion(title, verdict)
    yield from foot(slip.heading, FORM)


def draw_word(pen: Pen, down: float, *, number: int, word: str) -> None:
    with pen.tags.together():
        pen.write(NUMBER / 2, down + 6.0, str(number), 10, align="middle")
        pen.box(NUMBER, down, WIDE - NUMBER, LINE)
        pen.write(NUMBER + 1.6, down + 6.4, plain(word), 15, MONO_BOLD, width=WIDE - NUMBER - 3.2)


def opinion(title: str, verdict: Verdict) -> Iterator[Block]:
    yield from words(title, 10.0, BOLD)
    yield marks(*zip(VERDICTS, marks_of(verdict), strict=True))
    yield boxes(
        Asked(judge_label(verdict), 48.0, verdict.judge),
        Asked("Time", WIDE - 48.0, time_words(verdict.at), 9.5),
        weight=FRAME if title == TITLES[0] else 0.8,
    )
    yield space(1.5)
