"""Boxes to sign in: what is signed for stands there whole, and a hand at the size it was made."""

from functools import cache

import pytest
from msgspec.structs import replace

from printing.engine.fitting import HANGING, HANGS, RISES
from printing.engine.labels import LABEL
from printing.engine.page import A4, LETTER, RECEIPT
from printing.engine.signature import DOT, Signature
from printing.forms import draw_on_a_roll
from printing.sheets import cards, score_sheet
from printing.slips import result_slip
from printing.slips.result_slip import ResultSlip, Side, for_what_wording
from tests.courses import LONGEST
from tests.printing.conftest import AT, CARD, SCORES, pages_of
from tests.printing.test_names_whole import WORST
from tests.tiers import each_once

MM = 72 / 25.4
NAMES = (
    "Ann Lee",
    "محمد عبد الرحمن بن عبد اللطيف الحسيني",
    "María de los Ángeles Fernández-Bustamante Quiñones y Villanueva",
    "გიორგი მაისურაძე-წერეთელი",
    *LONGEST,
    *WORST.values(),
)
BEFORE = "before: 387 : 435 witnessed, 13:01 UTC, by D1 Petra Kovačević"
WAYS = (
    Signature(),
    Signature(wanted="signs for 431 : 398", before=BEFORE),
    Signature(how="paper", totals=(431, 398), at=AT),
    Signature(how="witness", totals=(431, 398), at=AT, witness="D1 Petra Kovačević", before=BEFORE),
    Signature(
        how="witness",
        totals=(431, 398),
        at=AT,
        witness="D1 Petra Vandenbrouck-Marković",
        before=f"{BEFORE}-Marković",
    ),
)


def drawn(slip, paper):
    return (
        draw_on_a_roll(result_slip.RESULT_SLIP, slip)
        if paper is RECEIPT
        else result_slip.draw(slip, paper=paper)
    )


def sizes_of(page, words):
    """The size of each letter of some words, wherever they stand on a page."""
    letters = [char for char in page.chars if char["text"].strip()]
    text, wanted = "".join(char["text"] for char in letters), words.replace(" ", "")
    found, at = [], text.find(wanted)
    while at >= 0:
        found.append({round(char["size"], 2) for char in letters[at : at + len(wanted)]})
        at = text.find(wanted, at + 1)
    return found


@pytest.mark.longer
@pytest.mark.parametrize(
    ("name", "paper"),
    each_once(
        {name: name for name in NAMES},
        {paper.name: paper for paper in (A4, LETTER, RECEIPT)},
        one_in=2,
    ),
)
def test_what_a_signature_covers_stands_in_every_box_in_the_type_of_a_label(
    result, name, paper, request
):
    others = WAYS[:-1]  # of which each name has another in the short run, beside the fullest box
    full = request.config.getoption("--full")
    for who in WAYS if full else (WAYS[-1], others[NAMES.index(name) % len(others)]):
        sides = tuple(replace(side, name=name, signature=who) for side in result.sides)
        [page] = pages_of(drawn(replace(result, sides=sides), paper))

        assert [min(sizes) >= LABEL for sizes in sizes_of(page, for_what_wording())] == [True, True]


@pytest.mark.one_in(3, "paper")
@pytest.mark.parametrize("paper", [A4, LETTER, RECEIPT], ids=lambda paper: paper.name)
def test_what_stands_in_a_box_beside_a_hand_is_whole_and_in_the_type_of_a_label(result, paper):
    for who in WAYS[1:]:
        sides = tuple(replace(side, signature=who) for side in result.sides)
        [page] = pages_of(drawn(replace(result, sides=sides), paper))

        for words in filter(None, (who.before, who.wanted)):
            assert [min(sizes) >= LABEL for sizes in sizes_of(page, words)] == [True, True]


REMOVED = Signature(how="stroke", by_hand=True, removed_at=AT, at=AT, totals=(431, 398))


@pytest.mark.one_in(2, "who", "paper")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("who", [*WAYS, REMOVED], ids=range(len(WAYS) + 1))
def test_how_it_was_signed_is_in_the_type_of_a_label_on_score_sheet_and_card(who, paper):
    closing = replace(SCORES.closing, signatures=(who, who))
    row = replace(CARD.rows[0], signature=who)
    sheets = (
        score_sheet.draw(replace(SCORES, closing=closing), paper=paper),
        cards.SCORE_CARD.draw(replace(CARD, rows=(row,) * 3), paper=paper),
    )
    small = {
        char["size"] for pdf in sheets for page in pages_of(pdf) for char in page.chars
        if char["size"] < LABEL - 0.01
    }  # fmt: skip

    assert small == set()


def a_hand(wide, high):
    """Strokes of a hand that took so many millimetres: along its top, and down its left."""
    across, down = wide / DOT, high / DOT
    return (((0.0, 0.0, 0.0), (across, 0.0, 1.0)), ((0.0, 0.0, 2.0), (0.0, down, 3.0)))


def size_of_hand(page):
    """How wide and how high the strokes stand on a page, in millimetres."""
    strokes = [c for c in page.curves if c["linewidth"] == 1 and c["stroke"]]
    return tuple(
        (max(s[end] for s in strokes) - min(s[begin] for s in strokes)) / MM
        for begin, end in (("x0", "x1"), ("top", "bottom"))
    )


HANDS = [(25, 6), (50, 12), (60, 14), (80, 18)]

WIDE, TALL = (300, 12), (20, 90)

LEAST = {(25, 6): 1.0, (50, 12): 0.85, (60, 14): 0.7, (80, 18): 0.5}
"""How much of its own size each of them keeps beside the most words, so as to cross none."""


@pytest.mark.one_in(2, "hand", "before")
@pytest.mark.found("PA14")
@pytest.mark.parametrize("before", ["", BEFORE], ids=["first", "after another"])
@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_PA14_a_hand_stands_on_a_slip_as_made_or_as_large_as_words_let_it(result, hand, before):
    who = Signature(how="stroke", strokes=a_hand(*hand), at=AT, totals=(431, 398), before=before)
    sides = (replace(result.sides[0], signature=who), result.sides[1])
    sides = (sides[0], replace(sides[1], signature=Signature()))
    [page] = pages_of(result_slip.draw(replace(result, sides=sides)))

    share = {size_of_hand(page)[axis] / hand[axis] for axis in (0, 1)}
    assert max(share) - min(share) < 0.02
    assert min(share) >= (LEAST[hand] if before else min(1.0, 53.9 / hand[0])) - 0.01


@pytest.mark.one_in(2, "hand", "before")
@pytest.mark.found("PA14")
@pytest.mark.parametrize("before", ["", BEFORE], ids=["first", "after another"])
@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_PA14_a_hand_on_a_receipt_or_a_score_sheet_is_only_smaller_than_it_was_where_the_box_is(
    result, scores, hand, before
):
    who = Signature(how="stroke", strokes=a_hand(*hand), at=AT, totals=(431, 398), before=before)
    sides = (
        replace(result.sides[0], signature=who),
        replace(result.sides[1], signature=Signature()),
    )
    closing = replace(scores.closing, signatures=(replace(who, before=""), Signature()))
    [roll] = pages_of(drawn(replace(result, sides=sides), RECEIPT))
    [sheet] = pages_of(score_sheet.draw(replace(scores, closing=closing)))

    for page, box in ((roll, (70.8, 14.6)), (sheet, (46.0, 11.2))):
        scale = min(1.0, box[0] / hand[0], box[1] / hand[1])
        wide, high = size_of_hand(page)
        assert wide >= hand[0] * scale - 0.2
        assert high >= hand[1] * scale - 0.2


def test_a_hand_stays_within_its_box(result):
    who = Signature(how="stroke", strokes=a_hand(300, 90), at=AT, totals=(431, 398), before=BEFORE)
    sides = tuple(replace(side, signature=who) for side in result.sides)
    [page] = pages_of(result_slip.draw(replace(result, sides=sides)))
    strokes = [c for c in page.curves if c["linewidth"] == 1 and c["stroke"]]
    boxes = [r for r in page.rects if abs(r["height"] / MM - 19.4) < 0.1]

    assert len(boxes) == 2
    for stroke in strokes:
        assert any(
            box["x0"] < stroke["x0"] and stroke["x1"] < box["x1"]
            and box["top"] < stroke["top"] and stroke["bottom"] < box["bottom"]
            for box in boxes
        )  # fmt: skip


PLACES = ("x0", "top", "x1", "bottom")


@cache
def lines_of(draw, unsigned, paper):
    """Of each page of a form without a hand its lines, measured once for all the hands."""
    return [
        {tuple(c[place] for place in PLACES) for c in page.curves}
        for page in pages_of(draw(unsigned, paper=paper))
    ]


def crossed(page, others):
    """Words that the strokes of a hand go over, by the ink of each letter.

    ``others`` are the lines of the same page without the hand: one that is not there is its.
    """
    strokes = [
        c
        for c in page.curves
        if c["linewidth"] == 1 and tuple(c[place] for place in PLACES) not in others
    ]
    if not strokes:
        return None
    left, right = min(s["x0"] for s in strokes), max(s["x1"] for s in strokes)
    top, bottom = min(s["top"] for s in strokes), max(s["bottom"] for s in strokes)
    found = []
    for char in page.chars:
        base, size = page.height - char["matrix"][5], char["size"]
        high, low = base - RISES * size, base + (HANGS * size if char["text"] in HANGING else 0)
        if char["text"].strip() and char["x1"] > left and char["x0"] < right:
            found += [char["text"]] * (low > top - 0.5 and high < bottom + 0.5)
    return "".join(found)


SCORES_UNSIGNED = replace(
    SCORES, closing=replace(SCORES.closing, signatures=(Signature(), Signature()))
)
CARD_UNSIGNED = replace(CARD, rows=(replace(CARD.rows[0], signature=Signature()),))

SIGNED = [
    Signature(how="stroke", at=AT, totals=(431, 398)),
    Signature(how="stroke", at=AT, totals=(431, 398), before=BEFORE),
    Signature(how="stroke", at=AT, witness="D1 Petra Vandenbrouck-Marković"),
    Signature(how="stroke", at=AT, totals=(431, 398), before=f"{BEFORE} of {LONGEST[0]}"),
]


@pytest.mark.found("PP-14")
@pytest.mark.parametrize(
    ("hand", "who", "name"),
    each_once(
        {str(hand): hand for hand in (*HANDS, WIDE, TALL, (300, 90), (1, 1))},
        dict(zip(("plain", "after another", "witnessed", "most words"), SIGNED, strict=True)),
        {"long": LONGEST[0], "short": "Ann Lee"},
        one_in=3,
    ),
)
def test_PP14_no_stroke_goes_over_words_on_any_form_that_draws_a_hand(who, hand, name):
    """Strokes went over "on screen for 387 : 437", and over the label of their box."""
    drawn_by = replace(who, strokes=a_hand(*hand))
    slip = ResultSlip(sides=(Side(name=name, signature=drawn_by), Side(name="Ben Ode")))
    unsigned = ResultSlip(sides=(Side(name=name), Side(name="Ben Ode")))
    for paper in (A4, LETTER, RECEIPT):
        [page], [lines] = pages_of(drawn(slip, paper)), lines_of(drawn, unsigned, paper)
        assert crossed(page, lines) == "", paper.name
    closing = replace(SCORES.closing, signatures=(drawn_by, Signature()))
    row = replace(CARD.rows[0], signature=drawn_by, opponent=name)
    sheets = (
        (score_sheet.SCORE_SHEET, replace(SCORES, closing=closing), SCORES_UNSIGNED),
        (cards.SCORE_CARD, replace(CARD, rows=(row,)), CARD_UNSIGNED),
    )
    for paper in (A4, LETTER):
        for drawing, form, blank in sheets:
            pages = pages_of(drawing.draw(form, paper=paper))
            lines = lines_of(drawing.draw, blank, paper)
            found = [crossed(*pair) for pair in zip(pages, lines, strict=True)]
            assert [one for one in found if one is not None] == [""], (paper.name, drawing.form)
