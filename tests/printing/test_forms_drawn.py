"""How forms stand on the page: sizes, margins, type, lines, boxes to write in."""

from io import BytesIO
from string import ascii_uppercase

import pypdfium2
import pytest

from printing.engine.fitting import SMALLEST
from printing.engine.labels import LABEL
from printing.engine.page import MARGIN
from printing.engine.pen import Pen, Writer
from printing.sheets.turn_columns import WRITING
from tests.printing.conftest import pages_of

MM = 72 / 25.4
SPANISH = (*"ABC", "CH", *"DEFGHIJL", "LL", *"MNÑOPQR", "RR", *"STUVXYZ")
SLACK = 0.05 * MM
WRITING_BOX = 8.0
SIGNING = 15


def test_pages_have_the_size_of_the_paper(kind, form, paper):
    for page in pages_of(kind.draw(form, paper=paper)):
        sides = sorted((page.width / MM, page.height / MM))
        assert sides == pytest.approx(sorted((paper.width, paper.height)), abs=0.01)


def test_no_label_of_a_box_is_smaller_than_the_type_of_labels(kind, form, paper, monkeypatch):
    small, set_, field = [], Writer.set, Pen.field

    def labelled(pen, box, label, *rest, **more):
        pen.asked = label
        field(pen, box, label, *rest, **more)
        pen.asked = ""

    def noted(pen, x, y, text, font, size, *rest, **more):
        if text and text in vars(pen).get("asked", "") and size < LABEL:
            small.append((text, size))
        set_(pen, x, y, text, font, size, *rest, **more)

    monkeypatch.setattr(Pen, "field", labelled)
    monkeypatch.setattr(Writer, "set", noted)
    kind.drawn_anew(form, paper=paper)

    assert small == []


@pytest.mark.one_in(3, "kind")
def test_a_blank_form_has_no_type_smaller_than_its_labels(kind, paper):
    sizes = {
        char["size"] for page in pages_of(kind.draw(kind.blank, paper=paper)) for char in page.chars
    }

    assert min(sizes) >= LABEL - 0.01


@pytest.mark.one_in(3, "kind", "form")
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


def test_PA14_no_line_is_thinner_than_eight_tenths_of_a_point_and_no_tint_lighter_than_15(
    kind, form, paper
):
    for page in pages_of(kind.draw(form, paper=paper)):
        drawn = [*page.lines, *page.rects, *page.curves]
        lines = [mark["linewidth"] for mark in drawn if mark["stroke"]]
        assert lines or kind.name == "poster"
        assert min(lines, default=0.8) >= 0.8 - 0.001
        tints = {grey(mark["non_stroking_color"]) for mark in drawn if mark["fill"]}
        assert all(tint == 0 or tint <= 0.85 for tint in tints)


def grey(colour):
    """0 for black, 1 for white; forms use no other colours."""
    if colour is None:
        return 0
    parts = {colour} if isinstance(colour, int | float) else set(colour)
    assert len(parts) == 1, colour
    return parts.pop()


DOTS = 200 / 72
"""Of a rendered page, for each point."""


def white_in(page, picture, box):
    """The highest white rectangle in a box that is wide enough for a hand, in millimetres.

    Measured on the page as it is printed: below the label, or beside it in a box so wide that
    half of it, or 25 mm, are left there.
    """
    left, top, right, bottom = (
        round(DOTS * box[side]) + inwards
        for side, inwards in (("x0", 3), ("top", 3), ("x1", -3), ("bottom", -3))
    )
    cut = picture.crop((left, top, right, bottom))
    wide = min((right - left) / 2, 25 * MM * DOTS)
    rows = [(y, cut.crop((0, y, cut.width, y + 1)).point(lambda ink: 255 * (ink < 160)).getbbox())
            for y in range(cut.height)]  # fmt: skip
    best = since = beside = 0
    for _, inked_part in rows:
        since = 0 if inked_part else since + 1
        begins = cut.width - (inked_part[2] if inked_part else 0)
        beside = beside + 1 if begins >= wide else 0
        best = max(best, since, beside)
    return best / DOTS / MM


GRID = 40 * MM
"""A box higher than that is a board or holds rows, which have a test of their own."""


def within(inner, outer):
    """Whether a mark lies in a box, its lines taken in."""
    return (
        outer["x0"] - 1 < inner["x0"]
        and inner["x1"] < outer["x1"] + 1
        and outer["top"] - 1 < inner["top"]
        and inner["bottom"] < outer["bottom"] + 1
    )


def boxes_for_the_hand(page):
    """Boxes that hold nothing but their label and no other box."""
    boxes = [r for r in page.rects if r["stroke"] and r["width"] > 9.5 * MM and r["height"] < GRID]
    for box in boxes:
        others = [other for other in page.rects if other["stroke"] and other is not box]
        inside = [char for char in page.chars if within(char, box)]
        small = all(char["size"] <= LABEL + 0.001 for char in inside)
        if small and not any(within(other, box) for other in others):
            yield "".join(char["text"] for char in inside), box


@pytest.mark.one_in(3, "kind")
@pytest.mark.found("PA14")
def test_PA14_every_box_of_a_blank_form_has_eight_millimetres_of_white(kind, paper):
    pdf = kind.draw(kind.blank, paper=paper)
    page, *_ = pages_of(pdf)
    picture = pypdfium2.PdfDocument(BytesIO(pdf))[0].render(scale=DOTS).to_pil().convert("L")
    found = {
        f"{label} {box['width'] / MM:.0f} wide": white_in(page, picture, box)
        for label, box in boxes_for_the_hand(page)
    }

    assert len(found) >= 1
    assert {label: round(white, 1) for label, white in found.items() if white < WRITING_BOX} == {}


@pytest.mark.found("PA14")
def test_PA14_who_signs_a_blank_form_has_fifteen_millimetres_to_sign_in(kind, paper):
    pdf = kind.draw(kind.blank, paper=paper)
    pictures = pypdfium2.PdfDocument(BytesIO(pdf))
    found = [
        (label, round(white_in(page, pictures[at].render(scale=DOTS).to_pil().convert("L"), box)))
        for at, page in enumerate(pages_of(pdf))
        for label, box in boxes_for_the_hand(page)
        if label.startswith("Sign")
    ]

    assert [label for label, white in found if white < SIGNING] == []


@pytest.mark.found("PA14")
def test_PA14_rows_to_write_in_and_letters_to_circle_have_room():
    from printing.engine.labels import SIGN
    from printing.slips import blank_slip, challenge_slip, result_slip

    assert WRITING >= WRITING_BOX
    assert blank_slip.PITCH >= WRITING_BOX
    assert challenge_slip.WORD - 0.6 >= WRITING_BOX
    assert challenge_slip.LETTERS == 15
    assert blank_slip.LETTER >= 5.8
    for alphabet in (tuple(ascii_uppercase), SPANISH):
        assert blank_slip.letters_of(alphabet, result_slip.WIDTH)[2] >= 5.8
    assert SIGN - 4.2 >= 15


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
    from msgspec.structs import replace

    from printing.slips import result_slip

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
    from msgspec.structs import replace

    from printing.slips import result_slip

    name = "Maximiliana Featherstonehaugh-Cholmondeley the Younger"
    sides = (replace(result.sides[0], name=name), result.sides[1])
    [page] = pages_of(result_slip.draw(replace(result, sides=sides)))
    words = page.extract_words(extra_attrs=["size"])
    first = min((word for word in words if word["text"] == "Maximiliana"), key=lambda w: w["top"])
    below = [w for w in words if 0 < w["top"] - first["top"] < 4 * MM and w["x0"] < 90 * MM]

    assert "Younger" in [word["text"] for word in below]
    assert not any("…" in word["text"] for word in below)
    assert SMALLEST <= first["size"] <= 8.5
