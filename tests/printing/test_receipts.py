"""Slips on a roll of 80 mm: as a printer of 203 dots an inch burns them, black or white."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pdfplumber
import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace

from ledger.vocabulary.refusals import Refusal
from ledger.vocabulary.signs import true_minus
from printing.engine.cut_slips import DOT, EDGE, MODULE
from printing.engine.heading import SoFar
from printing.engine.pen import paper_address
from printing.engine.ruled import PlainList
from printing.forms import FORMS, blank, draw_on_a_roll, drawing_of
from printing.lists import course_lists
from printing.papers import Papers
from printing.sheets import score_sheet
from printing.slips.result_slip import ResultSlip
from printing.source import NOTHING_ELSE
from tests.printing.archive_checks import faults
from tests.printing.conftest import HEADING, KINDS
from tests.printing.test_forms_drawn import (
    MM,
    SIGNING,
    SLACK,
    WRITING_BOX,
    boxes_for_the_hand,
    white_in,
)
from tests.printing.test_photocopies import AT_HALL, LONG
from tests.printing.test_scripts import EVERY_NAME

BURNT = 8 * 25.4 / 72
"""Dots of the printer for each point: eight a millimetre."""

SLIPS = {kind.name: kind for kind in KINDS if kind.drawing.on_a_roll}
STATES = ("filled", "blank", "worst", "scripts")


def named(form, one, other):
    """The form with these players."""
    if isinstance(form, ResultSlip):
        sides = zip(form.sides, (one, other), ((9, 3, -120), (10, 2, 1204)), strict=True)
        told = tuple(replace(side, name=name, so_far=SoFar(*so)) for side, name, so in sides)
        return replace(form, sides=told, handed_in_by=one)
    if hasattr(form, "names"):
        return replace(form, names=(one, other))
    return replace(form, challenger=one, player=other)


@cache
def the_form(name, state):
    kind = SLIPS[name]
    if state == "blank":
        return kind.blank
    form = replace(kind.filled, heading=AT_HALL)
    if state == "worst":
        form = named(form, *LONG)
        words = tuple(f"WORD{'X' * (n + 3)}" for n in range(8))
        form = replace(form, words=words) if hasattr(form, "words") else form
        longest = paper_address(
            "TJ7K2M9QXX", f"131/{'x' * 60}/A/R23/T114", base="https://hall.example"
        )
        heading = replace(AT_HALL, tournament="Lakeside International " * 3, address=longest)
        form = replace(form, heading=heading)
    if state == "scripts":
        form = named(form, " ".join(EVERY_NAME[:3]), " ".join(EVERY_NAME[3:6]))
    return form


@cache
def drawn(name, state):
    return draw_on_a_roll(SLIPS[name].drawing, the_form(name, state))


@pytest.fixture(params=[(name, state) for name in SLIPS for state in STATES], ids="-".join)
def slip(request):
    return request.param


def burnt(pdf):
    """The receipt, dot by dot, black or white."""
    [page] = pypdfium2.PdfDocument(BytesIO(pdf))
    grey = page.render(scale=BURNT).to_pil().convert("L")
    return grey.point(lambda ink: 255 if ink > 127 else 0)


@pytest.mark.one_in(5, "slip")
def test_a_phone_reads_the_code_from_what_the_printer_burns(slip):
    codes = [code.text for code in zxingcpp.read_barcodes(burnt(drawn(*slip)))]
    address = the_form(*slip).heading.address

    assert codes == ([address] if address else [])


@pytest.mark.one_in(5, "slip")
def test_it_stands_on_the_72_millimetres_that_are_burnt_and_ends_with_white(slip):
    [page] = pdfplumber.open(BytesIO(drawn(*slip))).pages
    letters = [char for char in page.chars if char["text"].strip()]
    marks = [*letters, *page.lines, *page.rects, *page.curves]

    assert page.width / MM == pytest.approx(80, abs=0.01)
    assert page.height / MM / DOT == pytest.approx(round(page.height / MM / DOT), abs=0.01)
    assert min(mark["x0"] for mark in marks) >= EDGE * MM - SLACK
    assert max(mark["x1"] for mark in marks) <= page.width - EDGE * MM + SLACK
    assert max(mark["bottom"] for mark in marks) < page.height - 4 * MM
    assert min(char["size"] for char in page.chars) >= 7
    assert min(mark["linewidth"] for mark in (*page.lines, *page.rects) if mark["stroke"]) >= 0.79


@pytest.mark.parametrize("name", SLIPS)
@pytest.mark.found("PA14")
def test_PA14_a_hand_has_eight_millimetres_in_each_box_and_fifteen_to_sign_in(name):
    pdf = drawn(name, "blank")
    [page] = pdfplumber.open(BytesIO(pdf)).pages
    picture = pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=200 / 72).to_pil().convert("L")
    found = [
        (label, round(white_in(page, picture, box), 1)) for label, box in boxes_for_the_hand(page)
    ]

    assert len(found) >= 9
    assert [one for one in found if one[1] < WRITING_BOX] == []
    if name == "result_slip":  # whose hand it is stands above the box, which is the highest
        assert sorted(white for label, white in found if not label)[-2:] >= [SIGNING, SIGNING]


@pytest.mark.one_in(5, "slip")
def test_it_says_all_that_the_form_says(slip):
    name, state = slip
    [page] = pdfplumber.open(BytesIO(drawn(*slip))).pages
    said = "".join("".join(char["text"] for char in page.chars).split())
    if state == "scripts":
        return  # shaped letters are read back elsewhere
    form = the_form(*slip)
    assert "page1of1" not in said, "a roll has no pages"
    for line in SLIPS[name].lines(form):
        for word in true_minus(line).replace(" · page 1 of 1", "").split():
            assert word in said or word == "X", line


@pytest.mark.one_in(5, "slip")
def test_no_name_is_cut_nor_word(slip):
    [page] = pdfplumber.open(BytesIO(drawn(*slip))).pages

    assert "…" not in "".join(char["text"] for char in page.chars)


def test_it_is_a_file_as_archives_want_it(slip):
    assert faults(drawn(*slip)) == []


def test_other_forms_are_refused_in_words():
    for draw in (
        lambda: Papers.of(score_sheet.SCORE_SHEET, NOTHING_ELSE, score_sheet.ScoreSheet()).pdf(
            "receipt"
        ),
        lambda: draw_on_a_roll(course_lists.STANDINGS, PlainList()),
        lambda: blank("scorecard", "receipt"),
    ):
        with pytest.raises(Refusal) as refused:
            draw()
        assert refused.value.code == "no-such-paper"
        assert "too wide for a receipt" in refused.value.what


def test_every_blank_slip_is_there_on_a_roll():
    for form in FORMS:
        if drawing_of(form).on_a_roll:
            assert blank(form, "receipt").startswith(b"%PDF-1.7")


def test_a_module_of_the_code_is_so_many_whole_dots():
    for length in (20, 60, 100):
        address = paper_address("TJ7K2M9QXX", "x" * length)
        form = replace(SLIPS["blank_slip"].filled, heading=replace(HEADING, address=address))
        picture = burnt(draw_on_a_roll(SLIPS["blank_slip"].drawing, form))
        [code] = zxingcpp.read_barcodes(picture)
        side = code.position.top_right.x - code.position.top_left.x
        assert side * DOT >= 19
        assert side * DOT >= MODULE * 21
