"""Names in the scripts that players' names are written in: shaped, in order, and read back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import uharfbuzz as hb
from click.testing import CliRunner
from msgspec.structs import replace

from ledger.vocabulary.names import add_a_font
from printing import fonts
from printing.engine.fitting import (
    cuts_of,
    fitted,
    font_of,
    of_our_own,
    runs_of,
    stretches,
    width_of,
)
from printing.engine.page import characters_without_glyph, printable
from printing.slips import result_slip
from web.command_line import commands

pytestmark = pytest.mark.found("PA4")

NAMES = {
    "Arabic": "محمد علي الهاشمي",
    "Hebrew": "דוד בן־גוריון",
    "Thai": "สมชาย ใจดี",
    "Devanagari": "राजेश क्षत्रिय",
    "Tamil": "தமிழ்ச்செல்வன்",
    "Georgian": "გიორგი ბერიძე",
    "Armenian": "Արմեն Հակոբյան",
}
LEFTWARDS = {"Arabic", "Hebrew"}

CJK = Path("/usr/share/fonts/opentype/noto")
"""Where Debian's fonts-noto-cjk lies, which is too large to be installed for a test."""


@pytest.mark.parametrize("script", NAMES)
def test_PA4_every_letter_of_a_name_is_drawn_by_the_face_of_its_script(script):
    name = NAMES[script]

    assert characters_without_glyph(name) == ()
    assert printable(name) == name
    [run] = runs_of(name, fonts.BOLD)
    assert run.face == f"NotoSans{script}-Bold"
    assert run.glyphs
    assert all(glyph for glyph, *_ in run.glyphs)


@pytest.mark.parametrize("script", NAMES)
def test_glyphs_stand_where_harfbuzz_puts_them(script):
    name = NAMES[script]
    [run] = runs_of(name, fonts.BODY)
    font = font_of(run.face)
    buffer = hb.Buffer()
    buffer.add_str(name)
    buffer.guess_segment_properties()
    assert buffer.direction == ("rtl" if script in LEFTWARDS else "ltr")
    hb.shape(font, buffer, {"kern": True, "liga": True})
    across, places = 0, []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        places.append((info.codepoint, (across + place.x_offset) / font.face.upem))
        across += place.x_advance

    assert [(glyph, right) for glyph, right, _, _ in run.glyphs] == places
    assert width_of(name, fonts.BODY, 10) == pytest.approx(10 * across / font.face.upem)


def test_letters_are_joined_and_marks_placed():
    [arabic] = runs_of("محمد", fonts.BODY)
    alone = [runs_of(letter, fonts.BODY)[0].glyphs[0][0] for letter in "محمد"]
    [hindi] = runs_of("क्ष", fonts.BODY)

    assert sorted(glyph for glyph, *_ in arabic.glyphs) != sorted(alone)
    assert len(hindi.glyphs) < len("क्ष")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ana 3", ["Ana 3"]),
        ("דוד לוי", ["←דוד לוי"]),
        ("Ann דוד", ["Ann ", "←דוד"]),
        ("דוד Ann", ["Ann", "←דוד "]),
        ("Ana محمد 3", ["Ana ", "3", "←محمد "]),
        ("דוד (2)", ["←)", "2", "←דוד ("]),
        ("דוד 12-5 לוי", ["← לוי", "12-5", "←דוד "]),
        ("3 דוד", ["← דוד", "3"]),
        ("דוד %%12", ["%%12", "←דוד "]),
        ("דוד 45%+32", ["32", "←+", "45%", "←דוד "]),
        ("Ann «דוד»", ["Ann «", "←דוד", "»"]),
    ],
)
def test_a_line_runs_as_the_unicode_algorithm_has_it(text, seen):
    told = [("←" if some.leftwards else "") + some.text for some in stretches(text)]

    assert told == seen


@pytest.mark.parametrize(
    "parts",
    [
        ["*فاطمة", " 431 : 398 Dov Ember, spread +33"],
        ["*محمد علي", " 431 : 398 ", "*דוד בן־גוריון", ", spread +33"],
        ["*דוד", ", ", "*פאטמה", " told of the ruling"],
        ["*דוד", " (7)"],
        ["7 ", "*دَوْد"],
        ["Ann, ", "*א. ב. יהושע", " and Bob"],
        ["told to ", "*محمد", ". ", "*דוד כהן", " was heard"],
        ["Table 3, ", "*דוד", ": 12–5"],
        ["spread +33, ", "*דוד", " ٣ : ٤"],
    ],
    ids="".join,
)
def test_a_line_of_ours_runs_rightwards_whoever_it_begins_with(parts):
    """As python-bidi 0.6 has it (base L) where each name stands in an isolate."""
    told = [("*" if some.leftwards else "") + some.text for some in of_our_own(joined(parts))]

    assert told == parts


def joined(parts):
    return "".join(part.removeprefix("*") for part in parts)


@pytest.mark.found("PA4")
@pytest.mark.parametrize("name", ["فاطمة الزهراء", "דוד כהן"])
def test_the_result_of_a_round_is_drawn_with_each_score_beside_its_name(name):
    from printing.lists import desk_lists

    line = f"{name} 431 : 398 Dov Ember, spread +33"
    told = f"{name}, {name} told of the ruling"
    pdf = desk_lists.ROUND_CLOSE.draw(
        desk_lists.RoundClose(results=(("1", line),), waived=(("2", told),))
    )
    drawn = drawn_in_order(pdf)

    assert f"{name}| 431 : 398 Dov Ember, spread +33" in drawn
    assert f"{name}|, |{name}| told of the ruling" in drawn


def test_what_somebody_said_runs_as_it_was_written_row_by_row():
    from printing.cases import records

    words = "שיחקתי CAT ואחר כך 12 נקודות " * 6
    heard = records.Heard(who="דוד", words=words)
    drawn = drawn_in_order(records.INCIDENT_RECORD.draw(records.IncidentRecord(heard=(heard,))))

    assert "CAT|שיחקתי " in drawn


def drawn_in_order(pdf):
    """What is drawn on the first page from left to right, a bar between runs of two fonts."""
    with pikepdf.open(BytesIO(pdf)) as document:
        [page, *_] = document.pages
        rows = []
        fonts_of = page.Resources.Font
        maps, font = {}, ""
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "BDC" if "/ActualText" in operands[1]:
                    rows.append(str(operands[1]["/ActualText"]))
                case "Tf":
                    font = str(operands[0])
                    maps.setdefault(font, to_text(fonts_of[font]))
                case "Tj" if not font.startswith("/G"):
                    rows.append("".join(maps[font].get(code, "") for code in bytes(operands[0])))
    return "|".join(rows)


def to_text(font):
    if "/ToUnicode" not in font:
        return {}
    found = re.findall(r"<(\w{2})> <(\w{4})>", font.ToUnicode.read_bytes().decode())
    listed = re.findall(r"<(\w{2})> <\w{2}> \[([^]]*)\]", font.ToUnicode.read_bytes().decode())
    told = {int(code, 16): chr(int(text, 16)) for code, text in found}
    for first, texts in listed:
        for nth, text in enumerate(re.findall(r"<(\w{4})>", texts)):
            told[int(first, 16) + nth] = chr(int(text, 16))
    return told


EVERY_NAME = tuple(NAMES.values())


def slips(names=EVERY_NAME):
    from tests.printing.conftest import RESULT

    return [
        replace(RESULT, sides=(replace(RESULT.sides[0], name=name), RESULT.sides[1]))
        for name in names
    ]


@pytest.fixture(scope="module")
def pdf():
    return result_slip.draw(*slips())


def test_a_reader_is_told_each_name_whole(pdf):
    told = set()
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            for operands, operator in pikepdf.parse_content_stream(page):
                if str(operator) == "BDC" and "/ActualText" in operands[1]:
                    told.add(str(operands[1]["/ActualText"]))

    assert set(NAMES.values()) <= told


@pytest.mark.parametrize("script", sorted(set(NAMES) - LEFTWARDS))
def test_what_runs_rightwards_is_copied_out_as_it_was_written(pdf, script):
    pages = (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))

    assert "".join(NAMES[script].split()) in "".join("".join(pages).split())


def test_the_same_names_are_the_same_bytes_whatever_was_printed_before(pdf):
    program = (
        "import sys; from tests.printing.test_scripts import slips;"
        "from printing.slips import result_slip;"
        "sys.stdout.buffer.write(result_slip.draw(*slips()))"
    )
    fresh = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, check=True,
        cwd=Path(__file__).parents[2],
    ).stdout  # fmt: skip
    result_slip.draw(*slips(["ქეთევან", "ضياء", "สุดา"]))

    assert result_slip.draw(*slips()) == fresh == pdf


@pytest.mark.parametrize("script", NAMES)
def test_a_name_is_never_cut_inside_a_letter(script):
    name = NAMES[script] * 3
    cut, _ = fitted(name, fonts.BOLD, 12, 60, 8)

    assert cut.endswith("…")
    assert len(cut) - 1 in {len(name[:place].rstrip()) for place in cuts_of(name)}
    assert width_of(cut, fonts.BOLD, 8) <= 60


def test_hostile_lines_stay_short():
    for name in ("ا" + "\u064b" * 10_000, "\u202e" * 500 + "דוד", "क" * 9_000, "(" * 3_000 + "ד"):
        words, size = fitted(printable(name), fonts.BODY, 12, 100)
        assert width_of(words, fonts.BODY, size) <= 100
        assert result_slip.draw(*slips([name])).startswith(b"%PDF")


def test_what_nobody_can_draw_is_told_when_a_game_is_taken_in(tmp_path):
    game = tmp_path / "game.gcg"
    game.write_text(
        "#character-encoding UTF-8\n#player1 A 李小龙\n#player2 B Ben\n>A: GALE 8D GALE +10 10\n",
        "utf-8",
    )
    done = CliRunner().invoke(
        commands, ["game", "import", str(game), "--data", str(tmp_path / "data")]
    )

    assert "our fonts lack 李 小 龙 in the name 李小龙" in done.output
    assert add_a_font() in done.output  # PP-13: in the words of the check-list


@pytest.mark.skipif(not CJK.is_dir(), reason="no fonts-noto-cjk: 91 MB that no test installs")
def test_east_asia_comes_from_a_folder_of_fonts(tmp_path):
    (tmp_path / "NotoSansCJK-Regular.ttc").symlink_to(CJK / "NotoSansCJK-Regular.ttc")
    program = (
        "from printing.engine.page import unprintable;"
        "print(unprintable('李小龙 山田太郎 김민준'));"
        "from tests.printing.test_scripts import slips; from printing.slips import result_slip;"
        "assert result_slip.draw(*slips(['李小龙'])) == result_slip.draw(*slips(['李小龙']))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True,
        cwd=Path(__file__).parents[2], env=os.environ | {fonts.FOLDER_VARIABLE: str(tmp_path)},
    ).stdout  # fmt: skip

    assert told.strip() == "()"
