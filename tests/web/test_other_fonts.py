"""A sheet that was printed with further fonts, looked up on a computer that has others, or none."""

from __future__ import annotations

import struct
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from printing import fonts
from printing.checking.files import _in_other_fonts
from printing.engine.flowing import Section, lines_of
from printing.engine.pdf_apart import pdf_view
from printing.slips import result_slip
from tests.printing.conftest import RESULT
from web.command_line import serving
from web.command_line.configuration import config
from web.command_line.papers import print_

NAME = "山田"


class Slip:
    """What stands for a form that was filled again."""

    lines = ("Player 山田",)


def slip(name):
    return result_slip.draw(replace(RESULT, sides=(replace(RESULT.sides[0], name=name),) * 2))


def with_letters(font, letters):
    """A font whose letters are these and no others, each drawn as the glyph 5 of one of ours."""
    groups = b"".join(struct.pack(">III", ord(one), ord(one), 5) for one in sorted(letters))
    table = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(letters)) + groups
    table = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table
    count = struct.unpack(">H", font[4:6])[0]
    head, names = bytearray(font[: 12 + 16 * count]), font[12 : 12 + 16 * count]
    at = names.index(b"cmap")
    head[12 + at + 8 : 12 + at + 16] = struct.pack(">II", len(font), len(table))
    return bytes(head) + font[len(head) :] + table


@pytest.fixture
def with_fonts(tmp_path):
    """The same slip as it is drawn where a folder has a face with these letters."""
    ours = (fonts.FONTS_FOLDER / "NotoSansThai-Regular.ttf").read_bytes()
    (tmp_path / "Further.ttf").write_bytes(with_letters(ours, NAME))
    program = (
        "import sys; from tests.web.test_other_fonts import NAME, slip;"
        "sys.stdout.buffer.write(slip(NAME))"
    )
    return subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, check=True,
        cwd=Path(__file__).parents[2],
        env={"PATH": "/usr/bin:/bin", fonts.FOLDER_VARIABLE: str(tmp_path)},
    ).stdout  # fmt: skip


def test_a_file_with_letters_from_other_fonts_is_not_called_changed(with_fonts):
    here = slip(NAME)

    assert with_fonts != here
    assert _in_other_fonts(here, pdf_view(with_fonts), [Slip()]) == "山 田"


def test_a_page_changed_with_the_fonts_it_has_here_is_changed():
    here = slip(NAME)
    with pikepdf.open(BytesIO(here)) as pdf:
        pdf.pages[0].contents_add(b"q 1 0 0 1 0 0 cm Q")
        out = BytesIO()
        pdf.save(out)

    assert _in_other_fonts(here, pdf_view(out.getvalue()), [Slip()]) == ""


def test_of_our_own_letters_no_computer_lacks_one(with_fonts):
    ours = Slip()
    ours.lines = ("Ann Lee", "محمد דוד สมชาย")

    assert _in_other_fonts(slip("Ann"), pdf_view(with_fonts), [ours]) == ""


def test_what_a_paper_of_a_case_says_does_not_hang_on_the_fonts_here():
    assert lines_of(Section("Told", (("Who", f"{NAME} was told"),))) == [
        "Told",
        f"Who {NAME} was told",
    ]


def test_a_folder_of_fonts_that_is_none_is_said(tmp_path, monkeypatch):
    gone, empty = str(tmp_path / "gone"), str(tmp_path)
    monkeypatch.setenv(fonts.FOLDER_VARIABLE, gone)
    told = CliRunner().invoke(config, ["--data", str(tmp_path / "data")])
    printed = CliRunner().invoke(print_, ["result-slip", "--output", str(tmp_path / "slip.pdf")])

    assert told.exit_code == 1
    assert f"There is no folder '{gone}'" in told.output
    assert f"There is no folder '{gone}'" in printed.output
    assert "There is no font in" in fonts.wrong_folder(empty)
    assert fonts.wrong_folder("") == fonts.wrong_folder(str(fonts.FONTS_FOLDER)) == ""


def test_serving_warns_of_a_folder_of_fonts_that_is_none_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv(fonts.FOLDER_VARIABLE, str(tmp_path / "gone"))
    monkeypatch.setattr(serving, "for_us", lambda *_: SimpleNamespace(serve=lambda: None))
    served = CliRunner().invoke(serving.serve, ["--data", str(tmp_path / "data")])

    assert served.exit_code == 0, served.output
    assert f"Warning: There is no folder '{tmp_path / 'gone'}'" in served.output


def test_a_folder_of_fonts_that_nobody_may_read_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(fonts.os, "access", lambda *_: False)

    assert "can't be read" in fonts.wrong_folder(str(tmp_path))
