"""The manual's pictures: each is drawn by a program, and comes out as it stands there."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PIL import Image

from tests.web import draw_desk, draw_organiser, draw_tablet, draw_visitors
from web.help.manual import FOLDER

PROGRAMS = (draw_tablet, draw_desk, draw_organiser, draw_visitors)

DRAW = "import sys; from pathlib import Path; from {0} import draw; draw(Path(sys.argv[1]))"


def test_every_picture_of_the_manual_is_drawn_by_a_program_and_shown_on_a_page():
    drawn = [name for program in PROGRAMS for name in program.PICTURES]
    pages = "".join(page.read_text() for page in FOLDER.glob("*.md"))

    assert sorted(drawn) == sorted(path.stem for path in FOLDER.glob("*.png"))
    assert [name for name in drawn if f"({name}.png)" not in pages] == []


@pytest.mark.browser
@pytest.mark.longer
@pytest.mark.torture
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__.split("_")[-1])
def test_a_picture_drawn_anew_is_as_large_as_the_one_in_the_manual(browser, tmp_path, program):
    """A page that broke, or grew, is seen by the size of its picture. ``browser``: there is one."""
    drawing = [sys.executable, "-c", DRAW.format(program.__name__), str(tmp_path)]
    subprocess.run(drawing, check=True, stdout=subprocess.DEVNULL)

    drawn = {path.stem: size_of(path) for path in tmp_path.glob("*.png")}
    assert drawn == {name: size_of(FOLDER / f"{name}.png") for name in program.PICTURES}


def size_of(path):
    with Image.open(path) as picture:
        return picture.size
