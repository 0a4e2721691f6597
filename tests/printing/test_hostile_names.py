"""Names are text: three hundred hostile ones are printed as spelled, and nothing obeys them."""

import io
import re
import sys
import unicodedata

import pypdfium2
import pytest

from printing.engine.fitting import fitted, is_plain, width_of
from printing.engine.fitting import named as as_named
from printing.engine.page import LONGEST, characters_without_glyph, plain, printable
from printing.sheets import player_sheet, score_sheet, turn_columns
from printing.sheets.turn_columns import Turn
from printing.slips import challenge_slip, result_slip
from tests.tiers import all_at_once

SEEDS = [
    "<b>Ann",
    "<b>Ann</b>",
    '<img src="/etc/hostname"/>',
    '<a href="javascript:alert(1)">x</a>',
    "O'Brien & Co",
    "&amp;&lt;",
    "{{7*7}}",
    "{{ 7*7 }}",
    "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>",
    "=HYPERLINK(1)",
    "+1+1",
    "@SUM(A1)",
    "'; DROP TABLE games; --",
    "../../etc/passwd",
    "C:\\con\\nul",
    "Ann\u202eeeL",
    "Ann\x00Lee",
    "Ann\x1b[31mLee",
    "\ufeffAnn",
    "A\u200bnn",
    "Ann\nBen",
    "Ann\r\nBen",
    "Ann\tLee",
    "\u2028Ann\u2029Lee",
    ") Tj ET (",
    "(((((",
    "\\(\\)",
    "\\",
    "endstream endobj",
    "/JavaScript (app.alert(1))",
    "/URI (http://example.org)",
    "%PDF-1.4",
    "stream\r\nxx\r\nendstream",
    "<</S/JavaScript/JS(1)>>",
    "😀 Ann",
    "👩‍👩‍👧 Ann",
    "李 Ann",
    "שלום",
    "مرحبا",
    "ไทย",
    "한글",
    "ａｎｎ",
    "Nguyễn Thị Minh Khai",
    "Łukasz Őrsi",
    "Ζωή Παπαδάκη",
    "Ђорђе Шчука",
    "Þórdís Ægisdóttir",
    "İrem Iğdır",
    "ǅemal",
    "Ann\u0301 Le\u0308e",
    "a\u0300\u0301\u0302\u0303\u0304",
    "ﬁnn",
    "ß" * 40,
    "A" * 5000,
    "W" * 61,
    "Ann " * 400,
    "\u00a0Ann\u00a0",
    "…",
    "",
    " ",
    "\ue000Ann",
    "\U0001f9ff Bo",
]
WRAPS = ["{}", "{}<", "&{}", "x {} y", '"{}"']
NAMES = tuple(dict.fromkeys(wrap.format(seed) for wrap in WRAPS for seed in SEEDS))[:300]


def text_of(pdf):
    """The words of a PDF, page by page, composed and without spaces."""
    document = pypdfium2.PdfDocument(pdf)
    return [
        squeezed(document[number].get_textpage().get_text_range())
        for number in range(len(document))
    ]


def squeezed(text):
    return (
        "".join(unicodedata.normalize("NFKC", text).split())
        .replace("\u00ad", "")
        .replace("\ufffe", "")
    )


def test_there_are_three_hundred():
    assert len(NAMES) == 300


def test_each_is_printed_as_it_is_spelled_as_far_as_its_box_reaches(named):
    pages = text_of(result_slip.draw(*[named(name) for name in NAMES]))
    text = "".join(pages)

    missing = []
    for name in NAMES:
        rows, _ = as_named(printable(name), "NotoSans-Bold", 13, (54.0 - 2.4) * 72 / 25.4)
        # What runs leftwards is copied out letter by letter from the left: test_scripts has it.
        missing += [(name, row) for row in rows if is_plain(row) and squeezed(row) not in text]

    assert missing == []


def test_none_is_obeyed_by_the_pdf(named):
    pdf = result_slip.draw(*[named(name) for name in NAMES])
    objects = re.sub(rb"stream\r?\n.*?endstream", b"", pdf, flags=re.DOTALL)

    assert not re.search(rb"/(JavaScript|JS|URI|OpenAction|Launch|Annots?)\b", objects)
    assert b"49" not in "".join(text_of(result_slip.draw(named("{{7*7}}")))).encode().replace(
        b"149", b""
    )


OPENED: list[str] = []
WATCHING = [False]


def _watch(event, arguments):
    if WATCHING[0] and event in {"open", "socket.connect", "urllib.Request", "subprocess.Popen"}:
        OPENED.append(f"{event} {arguments[0]}")


def test_no_file_is_opened_and_no_connection_made_while_drawing(named):
    result_slip.draw(named("Ann"))  # fonts are loaded once
    sys.addaudithook(_watch)
    WATCHING[0] = True
    try:
        result_slip.draw(*[named(name) for name in NAMES[:60]])
    finally:
        WATCHING[0] = False

    assert OPENED == []


@all_at_once
@pytest.mark.parametrize("name", SEEDS)
def test_every_form_takes_any_name_anywhere(name):
    from msgspec.structs import replace

    from ledger.vocabulary import Seat
    from printing.engine.heading import Heading

    heading = Heading(tournament=name, division=name, check=name, rule_line=name)
    turn = Turn(
        seat=Seat.FIRST, number=1, move=name or "pass", words=(name,), remarks=(name,), score=1
    )
    sheet = score_sheet.ScoreSheet(
        heading=heading, names=(name, name), details=(name,), turns=(turn,)
    )
    closing = replace(sheet.closing, ending=name, remarks=(name,), blanks=(name, name))
    for form, module in (
        (
            challenge_slip.ChallengeSlip(heading=heading, words=(name,), checked=name),
            challenge_slip.CHALLENGE_SLIP,
        ),
        (replace(sheet, closing=closing), score_sheet.SCORE_SHEET),
        (
            player_sheet.PlayerSheet(player=name, own=(turn_columns.OwnTurn(word=name),)),
            player_sheet.PLAYER_SHEET,
        ),
    ):
        assert module.draw(form).startswith(b"%PDF-")
        assert all(line == "" or line.isprintable() for line in module.lines(form))


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("Ann Lee", ()),
        ("Nguyễn Thị Minh Khai", ()),
        ("Ζωή Παπαδάκη", ()),
        ("Ђорђе Шчука", ()),
        ("e\u0301", ()),
        ("李 Ann 李", ("李",)),
        ("😀", ("😀",)),
        ("Ann\u202e\x00", ()),
        ("\ue000", ("\ue000",)),
        ("a→b", ("→",)),
    ],
)
def test_set_up_is_told_which_characters_cannot_be_printed(name, missing):
    assert characters_without_glyph(name) == missing


def test_a_character_without_a_picture_is_spelled_out_and_never_a_box():
    assert printable("李😀") == "U+674E U+1F600"


@all_at_once
@pytest.mark.parametrize("name", NAMES[:120])
def test_what_is_printed_has_a_picture_for_every_character(name):
    assert characters_without_glyph(printable(name)) == ()
    assert printable(plain(name)).isprintable()


def test_a_very_long_name_costs_no_time_to_speak_of():
    assert len(printable("A" * 10_000_000)) == LONGEST


@pytest.mark.parametrize("width", [0.0, 5.0, 20.0, 200.0])
@pytest.mark.parametrize("name", ["", "A", "W" * 100, "Ann Lee"])
def test_fitted_text_fits(name, width):
    text, size = fitted(name, "NotoSans-Regular", 12, width)

    assert not text or width_of(text, "NotoSans-Regular", size) <= width
    assert size >= 7


def test_a_doctored_signature_draws_nothing_that_is_no_number(result):
    from msgspec.structs import replace

    from printing.engine.signature import Signature

    bad = (
        ((float("nan"), 1.0, 0.0), (1.0, float("inf"), 0.0)),
        ((1e300, -1e300, 0.0),),
        ((5.0, 5.0, 0.0),) * 9000,
        (),
    )
    side = replace(result.sides[0], signature=Signature(how="stroke", strokes=bad))
    pdf = result_slip.draw(replace(result, sides=(side, result.sides[1])))
    page = pypdfium2.PdfDocument(io.BytesIO(pdf))[0]

    assert page.render(scale=0.5).to_pil().size[0] > 100
    assert len(pdf) < 200_000
