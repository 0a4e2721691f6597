"""Several slips a sheet: the order after the cut, where they lie, where the ticks are."""

from io import BytesIO

import pdfplumber
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printing.engine.cut_slips import TICK, cut_and_stack
from printing.engine.page import A4, HAIR, LETTER, MARGIN
from printing.slips import blank_slip, challenge_slip, result_slip

MM = 72 / 25.4
LAID = [result_slip.CELLS, challenge_slip.CELLS, blank_slip.CELLS]


@given(slips=st.integers(0, 500), a_sheet=st.integers(1, 9))
def test_cut_piles_laid_one_on_the_other_are_in_order(slips, a_sheet):
    sheets = cut_and_stack(slips, a_sheet)

    piles = [
        [sheet[position] for sheet in sheets if position < len(sheet)]
        for position in range(a_sheet)
    ]

    assert [slip for pile in piles for slip in pile] == list(range(slips))
    assert len(sheets) == -(-slips // a_sheet)


def test_slip_k_is_on_sheet_k_mod_S_at_position_k_div_S():
    sheets = cut_and_stack(10, 4)

    assert all(sheets[k % 3][k // 3] == k for k in range(10))


def test_nine_result_slips_are_printed_in_that_order(result):
    slips = [replace(result, heading=replace(result.heading, table=100 + k)) for k in range(9)]
    document = pypdfium2.PdfDocument(result_slip.draw(*slips))
    texts = [page.get_textpage().get_text_range() for page in document]

    assert len(texts) == 5
    assert [[k for k in range(9) if str(100 + k) in text] for text in texts] == cut_and_stack(9, 2)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("cells", LAID, ids=["result", "challenge", "blank"])
def test_a_slip_has_a_gutter_of_a_millimetre_at_least_on_every_side_of_a_cut(cells, paper):
    sheet = paper.sideways if cells.lying else paper
    wide, high = cells.cell(sheet)

    assert wide - cells.width >= 2.0
    assert high - cells.height >= 2.0 - 0.01


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("module", [result_slip, challenge_slip, blank_slip])
def test_ticks_are_three_millimetres_in_the_gutter_and_touch_no_slip(module, paper, result):
    form = {
        result_slip: result_slip.ResultSlip,
        challenge_slip: challenge_slip.ChallengeSlip,
    }.get(module, blank_slip.BlankSlip)()
    [page] = pdfplumber.open(BytesIO(module.draw(*[form] * module.CELLS.count, paper=paper))).pages
    cells = module.CELLS
    sheet = paper.sideways if cells.lying else paper
    wide, high = cells.cell(sheet)
    ticks = [line for line in page.lines if line["linewidth"] == HAIR and is_tick(line)]
    slips = [
        (
            (MARGIN + column * wide + (wide - cells.width) / 2) * MM,
            (MARGIN + row * high + (high - cells.height) / 2) * MM,
        )
        for row in range(cells.down)
        for column in range(cells.across)
    ]

    assert len(ticks) >= 2
    for tick in ticks:
        for left, top in slips:
            beside = tick["x1"] < left or tick["x0"] > left + cells.width * MM
            above = tick["bottom"] < top or tick["top"] > top + cells.height * MM
            assert beside or above, tick


def is_tick(line):
    return abs(max(line["x1"] - line["x0"], line["bottom"] - line["top"]) - TICK * MM) < 0.01
