"""How forms stand on the page: sizes, margins, type, lines, boxes to write in."""

from functools import cache
from io import BytesIO

import pdfplumber
import pytest

from printing.page import MARGIN, SMALLEST
from printing.turn_columns import WRITING

MM = 72 / 25.4
SLACK = 0.05 * MM
WRITING_BOX = 8.0


@cache
def pages_of(pdf):
    """Pages as pdfplumber reads them; reading is slow, and the same form is the same bytes."""
    return pdfplumber.open(BytesIO(pdf)).pages


def test_pages_have_the_size_of_the_paper(kind, form, paper):
    for page in pages_of(kind.draw(form, paper=paper)):
        sides = sorted((page.width / MM, page.height / MM))
        assert sides == pytest.approx(sorted((paper.width, paper.height)), abs=0.01)


def test_nothing_stands_in_the_margin(kind, form, paper):
    for page in pages_of(kind.draw(form, paper=paper)):
        marks = [*page.chars, *page.lines, *page.rects, *page.curves]
        assert marks
        assert min(mark["x0"] for mark in marks) >= MARGIN * MM - SLACK
        assert max(mark["x1"] for mark in marks) <= page.width - MARGIN * MM + SLACK
        assert (
            min(mark["top"] for mark in marks if mark["object_type"] != "char")
            >= MARGIN * MM - SLACK
        )
        assert max(mark["bottom"] for mark in marks if mark["object_type"] != "char") <= (
            page.height - MARGIN * MM + SLACK
        )
        # A character's box holds room for accents that is white; its ink begins at the capital.
        assert min(c["top"] + 0.2 * c["size"] for c in page.chars) >= MARGIN * MM - SLACK
        assert (
            max(c["bottom"] - 0.2 * c["size"] for c in page.chars)
            <= page.height - MARGIN * MM + SLACK
        )


def test_no_type_is_smaller_than_seven_points_and_all_of_it_is_black(kind, form, paper):
    for page in pages_of(kind.draw(form, paper=paper)):
        assert min(char["size"] for char in page.chars) >= SMALLEST - 0.001
        assert {grey(char["non_stroking_color"]) for char in page.chars} == {0}


def test_no_line_is_thinner_than_half_a_point_and_no_tint_lighter_than_fifteen_in_a_hundred(
    kind, form, paper
):
    for page in pages_of(kind.draw(form, paper=paper)):
        drawn = [*page.lines, *page.rects, *page.curves]
        assert min(mark["linewidth"] for mark in drawn if mark["stroke"]) >= 0.5
        tints = {grey(mark["non_stroking_color"]) for mark in drawn if mark["fill"]}
        assert all(tint == 0 or tint <= 0.85 for tint in tints)


def grey(colour):
    """0 for black, 1 for white; forms use no other colours."""
    if colour is None:
        return 0
    parts = {colour} if isinstance(colour, int | float) else set(colour)
    assert len(parts) == 1, colour
    return parts.pop()


def test_a_box_with_nothing_but_its_label_is_high_enough_to_write_in(kind, paper):
    page, *_ = pages_of(kind.draw(kind.blank, paper=paper))
    boxes = [r for r in page.rects if r["stroke"] and r["width"] > 9.5 * MM]
    empty = [
        box
        for box in boxes
        if all(
            char["size"] <= SMALLEST
            for char in page.chars
            if box["x0"] < char["x0"] < box["x1"] and box["top"] < char["top"] < box["bottom"]
        )
    ]

    assert len(empty) >= 4
    assert min(box["height"] / MM for box in empty) >= WRITING_BOX - 0.01


def test_rows_to_write_in_are_high_enough():
    from printing import blank_slip, challenge_slip

    assert WRITING >= WRITING_BOX
    assert blank_slip.PITCH >= WRITING_BOX
    assert challenge_slip.BOX == 7.0
    assert challenge_slip.LETTERS == 15


def test_no_letter_lies_on_another(kind, form, paper):
    for page in pages_of(kind.draw(form, paper=paper)):
        ink = sorted(inked(char) for char in page.chars if char["text"].strip())
        for place, (_, top, right, bottom, text) in enumerate(ink):
            for other in ink[place + 1 :]:
                if other[0] >= right:
                    break
                assert other[1] >= bottom or other[3] <= top, (text, other[4])


def inked(char):
    """Where a character's ink lies, more or less: its box has white for accents, and kerning."""
    size = char["size"]
    return (
        char["x0"] + 0.1 * size,
        char["top"] + 0.35 * size,
        char["x1"] - 0.1 * size,
        char["bottom"] - 0.35 * size,
        char["text"],
    )


def test_a_circled_letter_has_its_ring_around_it_and_no_other_letter(result):
    from dataclasses import replace

    from printing import result_slip

    [page] = pages_of(result_slip.draw(replace(result, blanks=("R", "E"))))
    rings = [c for c in page.curves if 2 * MM < c["height"] < 7 * MM and c["linewidth"] == 1.4]

    held = [
        "".join(
            char["text"]
            for char in page.chars
            if ring["x0"] < (char["x0"] + char["x1"]) / 2 < ring["x1"]
            and ring["top"] < (char["top"] + char["bottom"]) / 2 < ring["bottom"]
        )
        for ring in rings
    ]

    assert held == ["R", "E"]


@pytest.mark.found("PA10")
def test_long_names_are_set_smaller_then_over_two_lines_and_stay_in_their_box(result):
    from dataclasses import replace

    from printing import result_slip

    name = "Maximiliana Featherstonehaugh-Cholmondeley the Younger"
    sides = (replace(result.sides[0], name=name), result.sides[1])
    [page] = pages_of(result_slip.draw(replace(result, sides=sides)))
    words = page.extract_words(extra_attrs=["size"])
    first = min((word for word in words if word["text"] == "Maximiliana"), key=lambda w: w["top"])
    below = [w for w in words if 0 < w["top"] - first["top"] < 4 * MM and w["x0"] < 90 * MM]

    assert "Younger" in [word["text"] for word in below]
    assert not any("…" in word["text"] for word in below)
    assert SMALLEST <= first["size"] <= 8.0
