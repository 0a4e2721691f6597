"""The manual's pictures: each is drawn by a program, and comes out as it stands there.

``make pictures`` draws all of them anew.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
from PIL import Image, ImageChops

from tests.web.draw_manual import PROGRAMS
from web.help import FOLDER

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
def test_a_picture_drawn_anew_is_the_one_in_the_manual_but_for_times_and_lots(
    browser, tmp_path, program
):
    """A page that broke, grew or says something else is seen. ``browser``: there is one."""
    drawing = [sys.executable, "-c", DRAW.format(program.__name__), str(tmp_path)]
    subprocess.run(drawing, check=True, stdout=subprocess.DEVNULL)

    assert sorted(path.stem for path in tmp_path.glob("*.png")) == sorted(program.PICTURES)
    apart = {name: apart_by(tmp_path / f"{name}.png", FOLDER / f"{name}.png") for name in
             program.PICTURES}  # fmt: skip
    assert {name: share for name, share in apart.items() if share > OTHERWISE} == {}


def test_a_picture_of_another_page_or_another_size_is_seen():
    organise, results = FOLDER / "organise.png", FOLDER / "results.png"
    assert apart_by(organise, organise) == 0
    assert apart_by(organise, results) == 1
    with Image.open(organise) as picture:
        blank = Image.new("RGB", picture.size, "#f4f2ec")
        assert apart_of(picture.convert("RGB"), blank) > OTHERWISE


OTHERWISE = 0.04
"""The share of a picture that may differ: an hour, a drawn lot, the number of an event."""

BLOCK = 8
"""Pixels across a block; it differs where its mean grey is off by more than a twentieth."""


def apart_by(one, other):
    with Image.open(one) as first, Image.open(other) as second:
        return apart_of(first.convert("RGB"), second.convert("RGB"))


def apart_of(one, other):
    """The share of blocks in which two pictures differ; all of it where their sizes do."""
    if one.size != other.size:
        return 1
    small = [picture.convert("L").reduce(BLOCK) for picture in (one, other)]
    shades = ImageChops.difference(*small).histogram()
    return sum(shades[13:]) / sum(shades)
