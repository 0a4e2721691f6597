"""The fonts: the very files we chose, their licence, and the letters they have."""

import hashlib
import unicodedata

import pytest

from printing.fonts import EVERY_FONT, FONTS_FOLDER, SCRIPTS, ready


def test_the_files_are_the_ones_locked():
    locked = dict(
        reversed(line.split())
        for line in (FONTS_FOLDER / "fonts.lock").read_text("utf-8").splitlines()
    )

    faces = {f"NotoSans{script}-{weight}" for script in SCRIPTS for weight in ("Regular", "Bold")}
    assert set(locked) == {f"{name}.ttf" for name in {*EVERY_FONT, *faces}}
    assert {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in FONTS_FOLDER.glob("*.ttf")
    } == locked


def test_the_licence_travels_with_them():
    text = (FONTS_FOLDER / "OFL.txt").read_text("utf-8")

    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert "Google" in text


@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(0x20, 0x24F, id="Latin"),
        pytest.param(0x1E00, 0x1EFF, id="Vietnamese and Welsh"),
        pytest.param(0x370, 0x3E1, id="Greek"),
        pytest.param(0x1F00, 0x1FFF, id="polytonic Greek"),
        pytest.param(0x400, 0x52F, id="Cyrillic"),
        pytest.param(0x300, 0x36F, id="combining marks"),
    ],
)
def test_every_font_has_every_letter_of(first, last):
    lacking = [
        f"{code:04X}"
        for code in range(first, last + 1)
        if unicodedata.category(chr(code)) not in ("Cn", "Cc") and code not in ready()
    ]

    assert lacking == []


def test_the_signs_our_forms_use_are_there():
    assert {ord(sign) for sign in "–−…·’?+"} <= ready()
