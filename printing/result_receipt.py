"""The result slip on a roll: what it says on a page, one thing below the other."""

from __future__ import annotations

from collections.abc import Iterator

from printing.fonts import BOLD
from printing.letters_to_circle import circled, draw_row, rows_in, shares_of
from printing.page import signed, when_words, whole
from printing.pen import LABEL, SIGN, Pen
from printing.receipt import WIDE, Asked, Block, boxes, draw_roll, foot, head, marks, space, words
from printing.result_side import (
    Side,
    draw_score,
    draw_started,
    signature_label,
    so_far_asked,
    unplayed_label,
)
from printing.result_words import (
    BLANKS,
    FORM,
    KINDS,
    NOTES,
    PROTEST,
    RATED,
    ResultSlip,
    rated_marks,
    won_by,
    words_challenged,
)
from printing.ruler import FRAME
from printing.signature import draw_signature

ROW = 6.5
"""Millimetres: height of a row of letters to circle."""


def blank() -> bytes:
    """The form to fill in by hand."""
    return draw(ResultSlip())


def draw(*slips: ResultSlip) -> bytes:
    """A PDF of the slips, one after the other.

    Raises:
      ValueError: there is no slip.
    """
    return draw_roll(slips, "Result slips", blocks_of)


def blocks_of(slip: ResultSlip) -> Iterator[Block]:
    """What the slip is made of, from the top down."""
    yield from head(slip.heading, FORM)
    for title, side in slip.in_order:
        yield from of_a_side(side, title, slip.unplayed_mode)
        yield space(1.5)
    label, points = won_by(slip)
    yield boxes(Asked(label, WIDE, points, 17.0, BOLD, "middle"), weight=FRAME)
    yield marks(*rated_marks(slip), label=RATED)
    kinds = [(kind, kind == slip.kind) for row in KINDS for kind in row]
    yield marks(*kinds, label="Result")
    yield boxes(Asked("Game ended", WIDE, slip.ending))
    for label, letter in zip(BLANKS, slip.blanks, strict=True):
        yield from letters(label, letter, slip.alphabet)
    yield space(1.5)
    for _, side in slip.in_order:
        yield from to_sign(side)
    yield space(1.5)
    yield boxes(Asked("Date and time", WIDE, when_words(slip.finished_at), 11.0))
    yield boxes(Asked("Handed in by", WIDE, slip.handed_in_by, 11.0, name=True))
    yield boxes(Asked("Director", WIDE, slip.director, 11.0))
    yield from listed("Words challenged", words_challenged(slip))
    yield from listed(NOTES, *slip.amendments)
    yield from foot(slip.heading, FORM)
    yield Block(0.0, lambda pen, _down: pen.note(slip.kept))


def of_a_side(side: Side, title: str, mode: str) -> Iterator[Block]:
    """A player: who and the score, how the player stood, what the score includes."""
    yield boxes(
        Asked("No.", 13.0, whole(side.number), 12.0, align="middle"),
        Asked(title, WIDE - 13.0, side.name, 13.0, BOLD, name=True),
        weight=FRAME,
    )

    def score(pen: Pen, down: float) -> None:
        draw_score(pen, 0, down, 44.0, side)
        draw_started(pen, (44.0, down, WIDE - 44.0), side)

    yield Block(boxes().height, score)
    yield in_a_row(*so_far_asked(side))
    yield in_a_row(
        (unplayed_label(mode), signed(side.unplayed)), ("Overtime", signed(side.overtime))
    )
    yield in_a_row(
        ("Challenges", signed(side.challenges)),
        ("Penalties", signed(side.penalties)),
        ("Credits", signed(side.credits)),
    )


def in_a_row(*asked: tuple[str, str]) -> Block:
    """Boxes of one width, their values in the middle."""
    wide = WIDE / len(asked)
    return boxes(*(Asked(label, wide, value, 12.0, align="middle") for label, value in asked))


def letters(label: str, letter: str, alphabet: tuple[str, ...]) -> Iterator[Block]:
    """The letters a blank can stand for, in as many rows as give each room for a ring."""
    rows = rows_in(alphabet, WIDE)
    widest = max(shares_of(row) for row in rows)

    def draw_them(pen: Pen, down: float) -> None:
        with pen.tags.saying(circled(label, letter)):
            pen.write(0, down + 4.4, label, LABEL)
            for nth, row in enumerate(rows):
                box = (0.0, down + 5.5 + nth * ROW, WIDE * shares_of(row) / widest, ROW)
                draw_row(pen, box, row, letter, size=12)

    yield Block(5.5 + len(rows) * ROW, draw_them)


def to_sign(side: Side) -> Iterator[Block]:
    """Room for one hand, who it is and for what above it, and the box of a protest below."""
    yield from words(signature_label(side), LABEL)

    def hand(pen: Pen, down: float) -> None:
        draw_signature(pen, 0, down, WIDE, SIGN, "", side.signature)

    yield Block(SIGN, hand)
    yield marks((PROTEST, side.signature.under_protest), columns=1)
    yield space(1.0)


def listed(label: str, *told: str) -> Iterator[Block]:
    """A box for the hand, or what is known, over as many lines as it needs."""
    told = tuple(one for one in told if one)
    if not told:
        yield boxes(Asked(label, WIDE))
        return
    yield from words(label, LABEL, BOLD)
    for one in told:
        yield from words(one, 9.5, most=6)
