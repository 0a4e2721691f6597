"""Each slip drawn again for a roll: what it says on a page, one thing below the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from printing.engine.cut_slips import (
    WIDE,
    Asked,
    Block,
    boxes,
    dots,
    draw_roll,
    foot,
    head,
    marks,
    space,
    words,
)
from printing.engine.labels import FIRST_LINE, LABEL, UNDER, WRITE, below_label, more_of, shared_out
from printing.engine.page import (
    FRAME,
    kind_wording,
    plain,
    signed,
    time_words,
    when_label,
    when_words,
    whole,
)
from printing.engine.pen import Pen
from printing.engine.signature import draw_hand, is_for_a_hand, words_in
from printing.fonts import BOLD, MONO_BOLD
from printing.languages import is_english_alone, is_in_two, say
from printing.slips.blank_slip import FORM as DESIGNATION
from printing.slips.blank_slip import (
    IN_A_FRAME,
    LETTER,
    LOW_LABEL,
    BlankSlip,
    Designation,
    blank_titles,
    circled,
    draw_row,
    initials_label,
    named_apart,
    rows_in,
    shares_of,
)
from printing.slips.challenge_slip import FORM as CHALLENGE
from printing.slips.challenge_slip import (
    ChallengeSlip,
    Verdict,
    authority_label,
    checked_label,
    judge_label,
    marks_of,
    opinion_titles,
    returned_wording,
    unsaid_wording,
    verdict_wordings,
)
from printing.slips.result_slip import FORM as RESULT
from printing.slips.result_slip import (
    KINDS,
    ResultSlip,
    Side,
    blank_labels,
    draw_struck,
    notes_label,
    protest_label,
    rated_label,
    rated_marks,
    score_label,
    signature_label,
    so_far_asked,
    unplayed_label,
    won_by,
    words_challenged,
)

# The result slip.


SCORE, STARTED, WON = 18.0, 12.0, 30.0  # millimetres: widths of those boxes

LETTERS_FROM = 15.0
"""Millimetres from the left to the letters to circle, beside the words that say of which blank."""

AS_MANY = 9  # lines that who signs and for what may take: they are never set smaller than a label
HAND = 16.5  # millimetres: a box to sign in whose label stands above it


def draw_results(*slips: ResultSlip) -> bytes:
    return draw_roll(slips, say("paper.result-slips"), blocks_of_a_result)


def blocks_of_a_result(slip: ResultSlip) -> Iterator[Block]:
    yield from head(slip.heading, RESULT)
    for title, side in slip.in_order:
        yield from of_a_side(side, title, slip.unplayed_mode)
        yield space(1.0)
    yield outcome(slip)
    kinds = [(kind_wording(kind), kind == slip.kind) for row in KINDS for kind in row]
    yield marks(*kinds, label=say("paper.result"))
    yield boxes(
        Asked(say("paper.game-ended"), 32.0, slip.ending),
        Asked(when_label(slip.finished_at), 40.0, ended_at(slip)),
    )
    yield boxes(
        Asked(say("paper.handed-in-by"), 44.0, slip.handed_in_by, 11.0, name=True),
        Asked(say("paper_cases.director"), 28.0, slip.director, 11.0, name=True),
    )
    yield from of_the_blanks(slip)
    yield space(0.8)
    for _, side in slip.in_order:
        yield from to_sign(side)
    yield from at_the_end(slip)
    yield from foot(slip.heading, RESULT)
    yield Block(0.0, lambda pen, _down: pen.note(slip.kept))


def ended_at(slip: ResultSlip) -> str:
    return when_words(slip.finished_at)


def of_a_side(side: Side, title: str, mode: str) -> Iterator[Block]:
    """A player: who and the score, how the player stood, what the score includes."""
    struck = side.signed_score is not None
    yield beside(
        boxes(
            Asked(say("paper.no"), 9.0, whole(side.number), 12.0, align="middle"),
            Asked(title, WIDE - 9.0 - SCORE, side.name, 13.0, BOLD, name=True),
            Asked(
                score_label(side), SCORE, whole(side.score), 13.0 if struck else 19.0, BOLD,
                "left" if struck else "middle",
            ),
            weight=FRAME,
        ),
        lambda pen, down: draw_struck(pen, WIDE, down, side),
    )  # fmt: skip
    (won, stood), (spread, by) = so_far_asked(side)
    first = (
        Asked(say("paper.started"), STARTED),
        Asked(won, 23.5, stood, 12.0, align="middle"),
        Asked(spread, 20.4, by, 12.0, align="middle"),
        Asked(unplayed_label(mode), 16.1, signed(side.unplayed), 12.0, align="middle"),
    )
    so_far = shared(*first)
    yield beside(boxes(*so_far), lambda pen, down: draw_start(pen, down, side, so_far[0].width))
    yield boxes(
        *shared(
            Asked(say("paper.overtime"), 17.0, signed(side.overtime), 12.0, align="middle"),
            Asked(say("paper.challenges"), 19.0, signed(side.challenges), 12.0, align="middle"),
            Asked(say("paper.penalties"), 18.0, signed(side.penalties), 12.0, align="middle"),
            Asked(say("paper.credits"), 18.0, signed(side.credits), 12.0, align="middle"),
        )
    )


def shared(*request: Asked) -> tuple[Asked, ...]:
    """The same boxes of a row, as wide as their labels ask for in other languages."""
    rooms = shared_out([one.label for one in request], [one.width for one in request])
    return tuple(one._replace(width=room) for one, room in zip(request, rooms, strict=True))


def beside(block: Block, more: Callable[[Pen, float], None]) -> Block:
    def draw_results(pen: Pen, down: float) -> None:
        block.draw(pen, down)
        more(pen, down)

    return Block(block.height, draw_results)


def draw_start(pen: Pen, down: float, side: Side, wide: float) -> None:
    if side.started:
        with pen.tags.saying(say("paper.started-yes")):
            top, high = 4.8, 6.4
            if not is_english_alone():
                top, high = below_label(say("paper.started"), wide, 2)
            pen.cross(wide / 2 - high / 2, down + top, high)


def outcome(slip: ResultSlip) -> Block:
    label, points = won_by(slip)
    more = more_of(rated_label(), WIDE - WON, 1) if is_in_two() else 0.0
    top = max(5.8, FIRST_LINE + more + UNDER)
    high = WRITE + dots(top - 5.8)

    def draw_results(pen: Pen, down: float) -> None:
        box = (0.0, down, WON, high)
        pen.field(box, label, points, size=17.0, font=BOLD, align="middle", weight=FRAME)
        pen.field((WON, down, WIDE - WON, high), rated_label())
        for place, (words_, marked) in enumerate(rated_marks(slip)):
            at = (WON + 2.0 + place * 19.0, down + top)
            pen.tick_box(
                *at, words_, marked=marked, side=5.5, size=10.0,
                width=None if is_english_alone() else 18.6,
            )  # fmt: skip

    return Block(high, draw_results)


def of_the_blanks(slip: ResultSlip) -> Iterator[Block]:
    """What each blank stood for: where it is on record, in a box; else the letters to circle."""
    both = tuple(zip(blank_labels(), slip.blanks, strict=True))
    known = [(label, letter) for label, letter in both if letter]
    if known:
        wide = WIDE / len(known)
        yield boxes(*(Asked(label, wide, letter, 12.0, BOLD, "middle") for label, letter in known))
    for label, letter in both:
        if not letter:
            yield letters(label, slip.alphabet)


def letters(label: str, alphabet: tuple[str, ...]) -> Block:
    """The letters a blank can stand for, in as many rows as give each room for a ring."""
    wide = WIDE - LETTERS_FROM
    rows = rows_in(alphabet, wide)
    widest = max(shares_of(row) for row in rows)

    def draw_them(pen: Pen, down: float) -> None:
        base, size = (4.8, LOW_LABEL) if is_in_two() else (4.4, LABEL)
        pen.write_stacked(0, down + base, label, size, width=LETTERS_FROM - 0.5)
        for nth, row in enumerate(rows):
            box = (LETTERS_FROM, down + nth * LETTER, wide * shares_of(row) / widest, LETTER)
            draw_row(pen, box, row, size=12)

    return Block(len(rows) * LETTER + 1.0, draw_them)


def to_sign(side: Side) -> Iterator[Block]:
    """Room for one hand, who it is and for what above it, and the box of a protest below."""
    yield from words(signature_label(side), LABEL, most=AS_MANY, smallest=LABEL)
    who = side.signature
    for text in words_in(who):
        yield from words(text, LABEL, most=AS_MANY, smallest=LABEL)
    if is_for_a_hand(who):
        yield Block(HAND, lambda pen, down: draw_hand(pen, (0.0, down, WIDE, HAND), who.strokes))
    yield marks((protest_label(), side.signature.under_protest), columns=1)
    yield space(0.8)


def at_the_end(slip: ResultSlip) -> Iterator[Block]:
    """Words challenged, amendments: what is known of each, or a box for the hand."""
    sections = (
        (say("paper.words-challenged"), (words_challenged(slip),)),
        (notes_label(), slip.amendments),
    )
    by_hand = [label for label, said in sections if not any(said)]
    if by_hand:
        first = 33.0 if len(by_hand) > 1 else WIDE
        yield boxes(*map(Asked, by_hand, (first, WIDE - first)))
    for label, said in sections:
        if label not in by_hand:
            yield from words(label, LABEL, BOLD)
            for one in said:
                yield from words(one, 9.5, most=6)


# The challenge slip: the words, each on a line of its own, and one verdict for all.


WORD_HIGH = 9.25  # millimetres: height of the line of one word; a hand has eight of white in it
BY_HAND = 8  # lines for words where none is known: more than eight a play of seven tiles can't make

NUMBER = 6.0


def draw_challenges(*slips: ChallengeSlip) -> bytes:
    return draw_roll(slips, say("paper.challenge-slips"), blocks_of_a_challenge)


def blocks_of_a_challenge(slip: ChallengeSlip) -> Iterator[Block]:
    yield from head(slip.heading, CHALLENGE)
    turn = Asked(say("paper.turn"), 18.0, whole(slip.turn), 13.0, align="middle")
    yield boxes(turn, Asked(checked_label(slip), WIDE - 18.0, slip.checked, 11.0, name=True))
    for label, name in (
        (say("paper.challenger"), slip.challenger),
        (say("paper.player-challenged"), slip.player),
    ):
        yield boxes(Asked(label, WIDE, name, 12.0, BOLD, name=True))
    yield space(1.5)
    request = slip.words or ("",) * BY_HAND
    for number, word in enumerate(request, start=1):
        yield Block(WORD_HIGH, partial(draw_word, number=number, word=word))
    yield space(1.5)
    if slip.unsaid:
        yield from words(unsaid_wording(), 9.5, most=3)
    yield marks((returned_wording(), slip.returned), columns=1)
    yield boxes(Asked(authority_label(), WIDE, slip.authority))
    yield space(1.5)
    for title, verdict in zip(opinion_titles(), slip.verdicts, strict=True):
        yield from opinion(title, verdict)
    yield from foot(slip.heading, CHALLENGE)


def draw_word(pen: Pen, down: float, *, number: int, word: str) -> None:
    with pen.tags.together():
        pen.write(NUMBER / 2, down + 6.0, str(number), 10, align="middle")
        pen.box(NUMBER, down, WIDE - NUMBER, WORD_HIGH)
        pen.write(NUMBER + 1.6, down + 6.4, plain(word), 15, MONO_BOLD, width=WIDE - NUMBER - 3.2)


def opinion(title: str, verdict: Verdict) -> Iterator[Block]:
    yield from words(title, 10.0, BOLD)
    yield marks(*zip(verdict_wordings(), marks_of(verdict), strict=True))
    yield boxes(
        Asked(judge_label(verdict), 48.0, verdict.judge),
        Asked(say("paper_lists.time"), WIDE - 48.0, time_words(verdict.at), 9.5),
        weight=FRAME if title == opinion_titles()[0] else 0.8,
    )
    yield space(1.5)


# The blank designation slip: each blank with its letters to circle.


ROW_HIGH = 8.0  # millimetres: height of a row of letters, and about how far they stand apart


def draw_designations(*slips: BlankSlip) -> bytes:
    return draw_roll(slips, say("paper.blank-designation-slips"), blocks_of_blanks)


def blocks_of_blanks(slip: BlankSlip) -> Iterator[Block]:
    yield from head(slip.heading, DESIGNATION)
    for seat, name in named_apart(slip):
        yield boxes(Asked(seat, WIDE, name, 12.0, BOLD, name=True))
    yield space(1.0)
    for title, blank in zip(blank_titles(), slip.blanks, strict=True):
        yield from of_a_blank(title, blank, slip)
    yield from foot(slip.heading, DESIGNATION)


def of_a_blank(title: str, blank: Designation, slip: BlankSlip) -> Iterator[Block]:
    """One blank: what is written of it, whose initials, and the letters to circle."""
    yield from words(title, 12.0, BOLD)
    yield boxes(
        Asked(say("paper.capital"), 24.0, blank.letter, 15.0, MONO_BOLD, "middle"),
        Asked(say("paper.square"), 24.0, blank.square, align="middle"),
        Asked(say("paper.turn"), 24.0, whole(blank.turn), align="middle"),
    )
    for place in range(2):
        yield boxes(Asked(initials_label(slip, place), WIDE, blank.initials[place]))
    rows = rows_in(slip.alphabet, WIDE, ROW_HIGH)
    widest = max(shares_of(row) for row in rows)
    high = len(rows) * ROW_HIGH

    def letters(pen: Pen, down: float) -> None:
        with pen.tags.saying(circled(title, blank.letter)):
            for nth, row in enumerate(rows):
                box = (0.0, down + nth * ROW_HIGH, WIDE * shares_of(row) / widest, ROW_HIGH)
                draw_row(pen, box, row, blank.letter, size=14, ring=ROW_HIGH / 2 - IN_A_FRAME)
        pen.box(0, down, WIDE, high, weight=FRAME)

    yield Block(high, letters)
    yield space(3.0)
