"""Paper that went through a tired photocopier: codes are read, lines and small words are there.

A copy is the page at 200 dots an inch, turned a little, blurred, speckled, and black or white.
Everything is measured against the page as it was, dot by dot.
"""

from functools import cache
from io import BytesIO

import numpy as np
import pdfplumber
import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image, ImageFilter

from ledger.vocabulary import Seat
from printing.engine.page import A4
from printing.engine.pen import paper_address
from printing.sheets.turn_columns import Turn
from tests.printing.archive_checks import faults
from tests.printing.conftest import (
    CHALLENGE,
    CODE,
    HEADING,
    KINDS,
    RESULT,
    SCORES,
    SIGNED_SLIP,
)
from tests.printing.test_scripts import NAMES

DOTS = 200 / 72
TURN = 0.6
"""Degrees that a sheet lies askew on the glass."""

DARK = 150
"""What is darker is black on the copy."""

SMALL = 9.0
"""Points: the words that are measured; larger ones come through."""

SHORT = 40
"""Dots: lines shorter than 5 mm are ticks to cut at."""

CODE_WIDE = 19.0
"""Millimetres: the smallest, of 29 modules, is 18.8 wide, and its corners are found to a dot."""


def page_at_200(page):
    """A page, dot by dot, from black to white."""
    return page.render(scale=DOTS).to_pil().convert("L")


def copied(picture, seed):
    """What the copier makes of it."""
    askew = picture.rotate(TURN, Image.Resampling.BICUBIC, fillcolor=255)
    soft = np.asarray(askew.filter(ImageFilter.GaussianBlur(1.1)), dtype=np.int16)
    grain = np.random.default_rng(seed).normal(0, 14, soft.shape)
    return Image.fromarray(np.where(soft + grain < DARK, 0, 255).astype(np.uint8))


def straight(copy):
    """The copy turned back, black where there is ink."""
    return np.asarray(copy.rotate(-TURN, Image.Resampling.BICUBIC, fillcolor=255)) < 128


def faded(page, ink, copy):
    """Small words of which too little is left on a copy, or that ran into black."""
    for word in page.extract_words(extra_attrs=["size"]):
        if word["size"] > SMALL:
            continue
        cut = cut_of(word, 1)
        before, after = ink[cut].sum(), copy[cut].sum()
        if before > 20 and not 0.55 * before <= after <= 1.9 * before:
            yield f"{word['text']!r}: {after} dots of {before}"


def broken_lines(page, copy):
    """Level and upright lines of which a copy has lost a tenth or more."""
    for line in (*page.lines, *edges_of(page.rects)):
        left, top, right, bottom = (
            round(DOTS * line[side]) for side in ("x0", "top", "x1", "bottom")
        )
        level = right - left > bottom - top
        if max(right - left, bottom - top) < SHORT or min(right - left, bottom - top) > 2:
            continue
        around = copy[max(0, top - 2) : bottom + 3, max(0, left - 2) : right + 3]
        kept = around.any(axis=0 if level else 1).mean()
        if kept < 0.9:
            yield f"a line at {left}, {top}: {kept:.0%} left"


def edges_of(boxes):
    for box in boxes:
        if box["stroke"]:
            yield {**box, "bottom": box["top"]}
            yield {**box, "top": box["bottom"]}
            yield {**box, "x1": box["x0"]}
            yield {**box, "x0": box["x1"]}


def dots_of(mark):
    return (round(DOTS * mark[side]) for side in ("x0", "top", "x1", "bottom"))


def cut_of(mark, more):
    left, top, right, bottom = dots_of(mark)
    return slice(max(0, top - more), bottom + more), slice(max(0, left - more), right + more)


def judged(pdf):
    """What is wrong with copies of a file, and what their codes say."""
    wrong, codes = [], []
    words = pdfplumber.open(BytesIO(pdf)).pages
    for nth, page in enumerate(pypdfium2.PdfDocument(BytesIO(pdf))):
        picture = page_at_200(page)
        copy = copied(picture, nth)
        for code in zxingcpp.read_barcodes(copy):
            codes.append(code.text)
            corners = code.position
            wide = abs(corners.top_right.x - corners.top_left.x) / DOTS / 72 * 25.4
            if wide < CODE_WIDE:
                wrong.append(f"page {nth}: a code {wide:.1f} mm wide")
        turned = straight(copy)
        wrong += [
            f"page {nth}: {one}" for one in faded(words[nth], np.asarray(picture) < DARK, turned)
        ]
        wrong += [f"page {nth}: {one}" for one in broken_lines(words[nth], turned)]
    return wrong, codes


BY_NAME = {kind.name: kind for kind in KINDS}

LONG = (
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh",
    "María de los Ángeles Fernández-Bustamante Quiñones",
)
AT_HALL = replace(
    HEADING,
    address=paper_address(CODE, "131/kestrel-bay-open/A/R23/T114", base="https://hall.example"),
)


@cache
def worst():
    """The hardest forms: long names, sixty turns, eight words challenged, both signatures void."""
    sides = tuple(replace(side, name=name) for side, name in zip(RESULT.sides, LONG, strict=True))
    turns = tuple(
        Turn(seat=Seat.FIRST if n % 2 else Seat.SECOND, number=n, move=f"{n % 15 + 1}D QUIXOTRY",
             words=("QUIXOTRY", "AXE", "ZA"), score=n, total=n * 9, clock=1500 - 20 * n)
        for n in range(1, 61)
    )  # fmt: skip
    blanks = BY_NAME["blank_slip"].filled
    return {
        "blank_slip": replace(blanks, heading=AT_HALL, names=LONG),
        "result_slip": replace(RESULT, heading=AT_HALL, sides=sides),
        "signed_slip": replace(SIGNED_SLIP, sides=sides),
        "challenge_slip": replace(
            CHALLENGE, heading=AT_HALL, challenger=LONG[0], player=LONG[1],
            words=tuple(f"WORD{'X' * n}" for n in range(8)),
        ),
        "score_sheet": replace(SCORES, heading=AT_HALL, names=LONG, turns=turns),
    }  # fmt: skip


def in_scripts(one, other):
    """The same with two players whose names are in other scripts, where a form names two."""
    first, second = worst()["result_slip"].sides
    sides = replace(first, name=one), replace(second, name=other)
    mine = replace(BY_NAME["player_sheet"].filled, heading=AT_HALL, player=one, opponent=other)
    return {
        "blank_slip": replace(worst()["blank_slip"], names=(one, other)),
        "result_slip": replace(worst()["result_slip"], sides=sides, handed_in_by=one),
        "challenge_slip": replace(worst()["challenge_slip"], challenger=one, player=other),
        "score_sheet": replace(worst()["score_sheet"], names=(one, other)),
        "player_sheet": mine,
    }


OF_TWO = ("blank_slip", "result_slip", "challenge_slip", "score_sheet", "player_sheet")

SIX = tuple(NAMES.values())[:6]
"""Names in Arabic, Hebrew, Thai, Devanagari, Tamil and Georgian."""

THREE_EACH = " ".join(SIX[:3]), " ".join(SIX[3:])


def check(kind, form, paper):
    pdf = kind.draw(form, paper=paper)
    wrong, codes = judged(pdf)

    assert wrong == []
    proof = getattr(form.heading, "signed", None)
    with_code = proof.address if proof else getattr(form.heading, "address", "")
    assert set(codes) == ({with_code} if with_code else set())


@pytest.mark.parametrize("name", ["result_slip"])
def test_a_copy_of_a_slip_is_read_by_people_and_phones(name):
    check(BY_NAME[name], worst()[name], A4)


@pytest.mark.one_in(2, "name", "paper")
@pytest.mark.parametrize("name", ["signed_slip", "signed_notice", "signed_close"])
def test_a_copy_of_a_form_that_proves_itself_is(name, paper):
    check(BY_NAME[name], BY_NAME[name].filled, paper)


@pytest.mark.torture
@pytest.mark.parametrize("state", ["filled", "blank", "worst"])
def test_a_copy_of_every_form_is(kind, paper, state):
    form = worst().get(kind.name) if state == "worst" else getattr(kind, state)
    if form is not None:
        check(kind, form, paper)


def test_a_copy_of_a_slip_with_names_in_two_scripts_is():
    check(BY_NAME["result_slip"], in_scripts(*SIX[:2])["result_slip"], A4)


@pytest.mark.torture
@pytest.mark.parametrize("pair", [SIX[:2], SIX[2:4], SIX[4:], THREE_EACH])
@pytest.mark.parametrize("name", OF_TWO)
def test_a_copy_of_a_form_with_names_in_six_scripts_is(name, pair, paper):
    check(BY_NAME[name], in_scripts(*pair)[name], paper)


@pytest.mark.one_in(3, "name")
@pytest.mark.parametrize("name", OF_TWO)
def test_a_form_with_names_in_six_scripts_is_a_file_as_archives_want_it(name):
    for pair in (SIX[:2], SIX[2:4], SIX[4:]):
        assert faults(BY_NAME[name].draw(in_scripts(*pair)[name])) == []


def test_the_measure_finds_small_words_and_lines_that_a_copier_lost(result):
    """A copy as it would be of grey hairlines: what was thinned out is named."""
    pdf = BY_NAME["result_slip"].draw(result)
    [words] = pdfplumber.open(BytesIO(pdf)).pages
    picture = page_at_200(pypdfium2.PdfDocument(BytesIO(pdf))[0])
    pale = picture.point(lambda ink: 255 - (255 - ink) // 3)

    lost = straight(copied(pale, 0))
    assert len(list(faded(words, np.asarray(picture) < DARK, lost))) > 20
    assert len(list(broken_lines(words, lost))) > 20
