"""Check codes, and square codes read back the way a phone reads them."""

from dataclasses import replace
from hashlib import sha256
from io import BytesIO

import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from printing.check_code import check_code
from printing.code import LONGEST_ADDRESS, paper_address, runs

FOR_THE_WALL = {"missing_slips", "pairings", "player_card", "prizes", "standings", "wall_chart"}
"""Forms that tell how it stands: visitors print them, so they do not tell a place in the record."""


def read(pdf, scale=2.5):
    """What every square code of a PDF says, page by page."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    return [
        [code.text for code in zxingcpp.read_barcodes(page.render(scale=scale).to_pil())]
        for page in document
    ]


def test_a_check_code_is_the_first_fifty_bits_in_letters_and_digits_nobody_mixes_up():
    code = check_code(sha256(b"a link").digest())

    assert len(code) == 10
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyz234567")
    assert code == check_code(sha256(b"a link").digest())


@pytest.mark.parametrize("bit", range(50))
def test_each_of_the_fifty_bits_changes_the_code(bit):
    link = bytearray(32)
    link[bit // 8] ^= 0x80 >> bit % 8

    assert check_code(bytes(link)) != check_code(bytes(32))


@pytest.mark.parametrize("link", [b"", bytes(31), bytes(33)])
def test_what_is_no_link_has_no_code(link):
    with pytest.raises(ValueError, match="32 bytes"):
        check_code(link)


def test_an_address_says_which_game_and_which_state_of_its_record():
    assert paper_address("spring-open", 3, 14, event_number=31, check="k3v7qm2xta") == (
        "tilescribe:/t/spring-open/r3/t14?v=31&h=k3v7qm2xta"
    )
    assert (
        paper_address(
            "a b/c",
            1,
            2,
            event_number=3,
            check="x",
            division="A&B",
            replay=2,
            base="https://hall.example",
        )
        == "https://hall.example/t/a%20b%2Fc/A%26B/r1/t2/2?v=3&h=x"
    )


def test_an_address_too_long_to_be_printed_coarse_enough_is_not_made():
    with pytest.raises(ValueError, match="too fine"):
        paper_address("x" * LONGEST_ADDRESS, 1, 1, event_number=1, check="k3v7qm2xta")


def test_every_form_has_a_square_code_that_reads_back(kind, paper):
    pages = read(kind.draw(kind.filled, paper=paper))

    if kind.name in FOR_THE_WALL:
        assert (pages, kind.filled.heading.address) == ([[]] * len(pages), "")
        return
    assert pages == [[kind.filled.heading.address]] * len(pages)
    assert len(pages) == 1 or kind.name == "bundle"


def test_a_blank_form_has_none(kind):
    pages = read(kind.draw(kind.blank))

    assert pages == [[]] * len(pages)
    assert pages


def test_forty_slips_have_forty_codes_each_its_own(result):
    from printing import result_slip

    addresses = [
        paper_address(
            "autumn-open",
            3,
            table,
            event_number=31 + table,
            check=check_code(sha256(bytes([table])).digest()),
        )
        for table in range(1, 41)
    ]
    slips = [replace(result, heading=replace(result.heading, address=a)) for a in addresses]

    pages = read(result_slip.draw(*slips), scale=3)

    assert sorted(text for page in pages for text in page) == sorted(addresses)


def test_the_longest_address_still_reads_back_from_the_smallest_slip(result):
    from printing import result_slip

    address = "https://" + "x" * (LONGEST_ADDRESS - 8)
    [[text]] = read(
        result_slip.draw(replace(result, heading=replace(result.heading, address=address))), scale=4
    )

    assert text == address


def test_the_one_mask_we_use_is_read_back_for_any_address():
    """Drawn here at three pixels a module, as a scanner sees it at its worst."""
    for number in range(200):
        address = f"tilescribe:/t/autumn-open/r{number}/t{number}?v={number}&h=" + check_code(
            sha256(bytes([number])).digest()
        )
        side, dark = runs(address)
        picture = Image.new("L", (3 * (side + 8), 3 * (side + 8)), 255)
        pen = ImageDraw.Draw(picture)
        for row, column, length in dark:
            left, top = 3 * (column + 4), 3 * (row + 4)
            pen.rectangle((left, top, left + 3 * length - 1, top + 2), fill=0)

        assert [code.text for code in zxingcpp.read_barcodes(picture)] == [address]


def test_the_square_code_lies_the_right_way_round_for_scanners_that_read_no_mirror_image(result):
    """Its three corner squares are at the top left, top right and bottom left."""
    from printing import result_slip

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
