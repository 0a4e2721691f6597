"""Check codes, and square codes read back the way a phone reads them."""

from hashlib import sha256
from io import BytesIO

import pdfplumber
import pypdfium2
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageDraw

from ledger.proof.paper_codes import SIGNS, as_read, check_sign, code_of, is_code
from printing.engine.pen import LONGEST_ADDRESS, paper_address, runs
from printing.lists import course_lists
from tests.printing.conftest import POSTER

FOR_THE_WALL = {"missing_slips", "pairings", "player_card", "prizes", "standings", "wall_chart"}
"""Forms that tell how it stands: visitors print them, so they do not tell a place in the record."""


def read(pdf, scale=2.5):
    """What every square code of a PDF says, page by page."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    return [
        [code.text for code in zxingcpp.read_barcodes(page.render(scale=scale).to_pil())]
        for page in document
    ]


LINES = ("Result slip", "Ann Lee 431", "Ben Ode 398")
LINK = sha256(b"a link").digest()


def test_a_code_follows_from_what_the_sheet_says_and_from_the_record():
    code = code_of(LINES, "Result slip, form 3", LINK)

    assert is_code(code)
    assert code == code_of(LINES, "Result slip, form 3", LINK)
    for other in (
        code_of(("Result slip", "Ann Lee 432", "Ben Ode 398"), "Result slip, form 3", LINK),
        code_of(("Result slip", "Ann Lee 431Ben Ode 398"), "Result slip, form 3", LINK),
        code_of(LINES, "Result slip, form 4", LINK),
        code_of(LINES, "Result slip, form 3", sha256(b"another").digest()),
    ):
        assert other[:9] != code[:9]


@given(st.text(SIGNS, min_size=9, max_size=9), st.integers(0, 9), st.sampled_from(SIGNS))
def test_any_one_wrong_sign_shows(body, place, wrong):
    code = body + check_sign(body)
    typed = code[:place] + wrong + code[place + 1 :]

    assert is_code(typed) is (typed == code)


@given(st.text(SIGNS, min_size=9, max_size=9), st.integers(0, 9), st.integers(0, 9))
def test_any_two_signs_that_changed_places_show(body, one, other):
    signs = list(body + check_sign(body))
    signs[one], signs[other] = signs[other], signs[one]

    assert is_code("".join(signs)) is ("".join(signs) == body + check_sign(body))


def test_a_code_may_be_typed_as_people_write_it():
    assert as_read("o1l-0i") == "01101"
    assert is_code(as_read(" tj7k2-m9qxx "))


def test_an_address_leads_to_the_code_and_says_what_it_is_about():
    about = "3/a b/c/A&B/R1/T2/2"

    assert paper_address("TJ7K2M9QXX", about) == "tilescribe:/v/TJ7K2M9QXX/3/a%20b/c/A%26B/R1/T2/2"


def test_an_address_too_long_to_be_printed_coarse_enough_is_not_made():
    with pytest.raises(ValueError, match="too fine"):
        paper_address("TJ7K2M9QXX", "x" * LONGEST_ADDRESS)


@pytest.mark.one_in(2, "kind")
def test_every_form_has_a_square_code_that_reads_back(kind, paper):
    pages = read(kind.draw(kind.filled, paper=paper))

    if kind.name in FOR_THE_WALL:
        assert (pages, kind.filled.heading.address) == ([[]] * len(pages), "")
        return
    assert pages == [[said_by(kind.filled)]] * len(pages)
    assert len(pages) == 1 or kind.name == "bundle"


def said_by(form):
    """The address of the tournament's page on a poster, that of its code on any other form.

    What proves itself says that in its code.
    """
    if isinstance(form, course_lists.Poster):
        return form.address
    return form.heading.signed.address if form.heading.signed else form.heading.address


AT_TWO_METRES = 1920 / 2550
"""Dots for each millimetre: what a phone's picture of full HD shows of a wall so far away."""


@pytest.mark.found("PH-13")
def test_a_poster_is_read_by_a_phone_and_by_people_two_metres_away(paper):
    drawn = course_lists.draw_posters(POSTER, paper=paper)
    document = pypdfium2.PdfDocument(BytesIO(drawn))
    seen = document[0].render(scale=AT_TWO_METRES * 25.4 / 72).to_pil().convert("L")
    words = pdfplumber.open(BytesIO(drawn)).pages[0].extract_words(extra_attrs=["size"])
    small = " ".join(word["text"] for word in words if word["size"] < 20)

    assert [code.text for code in zxingcpp.read_barcodes(seen)] == [POSTER.address]
    assert small.startswith("Poster, form 1"), "all but its foot is large"
    assert len(document) == 1


@pytest.mark.one_in(3, "kind")
def test_a_blank_form_has_none(kind):
    pages = read(kind.draw(kind.blank))

    assert pages == [[]] * len(pages)
    assert pages


@pytest.mark.wide("many")
def test_forty_slips_have_forty_codes_each_its_own(result):
    from printing.slips import result_slip

    addresses = [
        paper_address(code_of((str(table),), "x", LINK), f"31/autumn-open/R3/T{table}")
        for table in range(1, 41)
    ]
    slips = [replace(result, heading=replace(result.heading, address=a)) for a in addresses]

    pages = read(result_slip.draw(*slips), scale=3)

    assert sorted(text for page in pages for text in page) == sorted(addresses)


def test_the_longest_address_still_reads_back_from_the_smallest_slip(result):
    from printing.slips import result_slip

    address = "https://" + "x" * (LONGEST_ADDRESS - 8)
    [[text]] = read(
        result_slip.draw(replace(result, heading=replace(result.heading, address=address))), scale=4
    )

    assert text == address


def test_the_one_mask_we_use_is_read_back_for_any_address():
    """Drawn here at three pixels a module, as a scanner sees it at its worst."""
    for number in range(200):
        code = code_of((str(number),), "x", LINK)
        address = paper_address(code, f"{number}/autumn-open/R{number}/T{number}")
        side, dark = runs(address)
        picture = Image.new("L", (3 * (side + 8), 3 * (side + 8)), 255)
        pen = ImageDraw.Draw(picture)
        for row, column, length in dark:
            left, top = 3 * (column + 4), 3 * (row + 4)
            pen.rectangle((left, top, left + 3 * length - 1, top + 2), fill=0)

        assert [code.text for code in zxingcpp.read_barcodes(picture)] == [address]


def test_the_square_code_lies_the_right_way_round_for_scanners_that_read_no_mirror_image(result):
    """Its three corner squares are at the top left, top right and bottom left."""
    from printing.slips import result_slip

    page = pypdfium2.PdfDocument(BytesIO(result_slip.draw(result)))[0].render(scale=4).to_pil()
    [code] = zxingcpp.read_barcodes(page)
    place = code.position
    side, _ = runs(result.heading.address)
    module = (place.top_right.x - place.top_left.x) / side

    def dark(column, row):
        at = (
            round(place.top_left.x + (column + 0.5) * module),
            round(place.top_left.y + (row + 0.5) * module),
        )
        return page.convert("L").getpixel(at) < 128

    last = side - 1
    assert code.orientation == 0
    assert all(dark(k, 0) and dark(last - k, 0) and dark(0, last - k) for k in range(7))
    assert not all(dark(last, last - k) for k in range(7))
