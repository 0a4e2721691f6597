"""Whatever a name or a word is, the file stays paper: nothing in it acts, and it can be read."""

import random
from io import BytesIO

import pikepdf
import pytest
from msgspec.structs import replace

from ledger.vocabulary import Seat
from printing.cases import notices
from printing.engine.heading import Heading
from printing.engine.signature import Signature
from printing.lists import course_lists
from printing.sheets import score_sheet
from printing.sheets.turn_columns import Turn
from printing.slips import challenge_slip, result_slip
from tests.printing.archive_checks import faults, of_what_acts
from tests.printing.conftest import NOTICE, PAIRINGS, RESULT

PIECES = (
    "/JavaScript", "/OpenAction", "/URI", "/Launch", "/AA", "<<", ">>", "(", ")", "\\", "\\)",
    "[", "]", "<FEFF", ">", "EMC", "BDC", "/Span <</ActualText(", "BT", "ET", "Tj", "Q", "q",
    "endstream", "endobj", "stream\r\n", "1 0 obj", "xref", "trailer", "startxref", "%%EOF", "%",
    "\0", "\x1b[2J", "\r", "\n", "\t", "\u202e", "\u2066", "\u200f", "\ufeff", "\ufffe", "\uffff",
    "\ud800", "\ue000", "<script>", "</rdf:li>", "<?xpacket", "]]>", "&amp;", "&#0;", "{0}", "%s",
    '<img src="/etc/passwd"/>', "مرحبا", "שלום", "ไทย", "हिन्दी", "한글", "李", "😀", "A", " ",
    "e\u0301\u0302", "http://x.example/", "app.alert(1)", "S /JavaScript /JS (x)", "O'Brien",
)  # fmt: skip


def hostile(chance):
    """Something nobody is called."""
    return "".join(chance.choices(PIECES, k=chance.randint(1, 7)))


def forms(chance):
    """One form of each of several kinds, with hostile words wherever people's words stand."""
    a, b, c = (hostile(chance) for _ in range(3))
    heading = Heading(
        tournament=a, division=b, round_number=3, table=1, game=c, check=a, rule_line=b,
        address=f"https://hall.example/v/{len(a)}/31/x", provisional=c,
    )  # fmt: skip
    strokes = Signature(how=a, witness=b, before=c)
    sides = tuple(
        replace(side, name=name, signature=strokes)
        for side, name in zip(RESULT.sides, (a, b), strict=True)
    )
    turn = Turn(seat=Seat.FIRST, number=1, move=f"8D {a}", words=(b,), remarks=(c,), score=1)
    sheet = score_sheet.ScoreSheet(heading=heading, names=(a, b), details=(c,), turns=(turn,))
    slip = replace(RESULT, heading=heading, sides=sides, blanks=(a[:2], b), amendments=(c,))
    request = challenge_slip.ChallengeSlip(heading=heading, words=(a, b[:15], c), player=c)
    told = replace(NOTICE, heading=heading, to=a, ruled=b, follows=(c,))
    [row, *_] = PAIRINGS.rows
    hung = replace(
        PAIRINGS, heading=heading, rows=(replace(row, cells=(a,) * len(row.cells), note=b),)
    )
    return (
        (result_slip.RESULT_SLIP, slip),
        (challenge_slip.CHALLENGE_SLIP, request),
        (score_sheet.SCORE_SHEET, sheet),
        (notices.RULING_NOTICE, told),
        (course_lists.PAIRINGS, hung),
    )


def judged(chance, how_many):
    """What is wrong with so many files."""
    wrong, made = [], 0
    while made < how_many:
        for drawing, form in forms(chance)[: how_many - made]:
            made += 1
            with pikepdf.open(BytesIO(drawing.draw(form))) as pdf:
                problems = [*of_what_acts(pdf), *pdf.check_pdf_syntax()]
                wrong += [(drawing.form.name, form, problem) for problem in problems]
                assert len(pdf.pages) >= 1
                for page in pdf.pages:
                    assert pikepdf.parse_content_stream(page)
    return wrong


def test_nothing_in_a_hundred_hostile_files_acts():
    assert judged(random.Random(2), 100) == []


@pytest.mark.torture
def test_nothing_in_ten_thousand_hostile_files_acts():
    assert judged(random.Random(11), 10_000) == []


@pytest.mark.parametrize("seed", range(2))
def test_hostile_files_are_as_archives_want_them_all_the_same(seed):
    for drawing, form in forms(random.Random(seed)):
        assert faults(drawing.draw(form)) == [], form


@pytest.mark.torture
def test_five_hundred_hostile_files_are_as_archives_want_them():
    for seed in range(100):
        for drawing, form in forms(random.Random(seed)):
            assert faults(drawing.draw(form)) == [], form
