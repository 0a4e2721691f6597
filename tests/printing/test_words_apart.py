"""Words copied out of a file stand apart: no label runs into the next, whichever way it is read."""

from __future__ import annotations

import re
import subprocess

import pytest

from printing.forms import draw_on_a_roll
from tests.printing.conftest import KINDS

JOINT = re.compile(r"[^\W\d_][0-9]|[a-z:.,;)’][A-Z]|[0-9)][A-Za-z]|[a-z]\(")
"""Where two labels would run into each other: ``circled2nd``, ``nameScore``, ``31Table``."""


ON_FORMS = {"1st", "2nd", "2L", "3L", "2W", "3W"}
"""What forms show that their lines don't say: which to circle, premium squares of a board."""


def read(pdf, *how):
    done = subprocess.run(["pdftotext", *how, "-", "-"], input=pdf, capture_output=True, check=True)
    return done.stdout.decode()


def joints(kind, form, pdf):
    """Words that the form doesn't say, and that look like two."""
    said = " ".join(kind.drawing.lines(form))
    told = {*said.split(), *said.replace("-", "").split()}  # pdftotext mends words at line ends
    told |= ON_FORMS
    found = set()
    for how in ((), ("-raw",), ("-layout",)):
        words = {one.strip("()…") for one in read(pdf, *how).split()}
        found |= {
            one for one in words if JOINT.search(one) and not any(one in word for word in told)
        }
    return sorted(one for one in found if not any(one in word for word in told))


@pytest.mark.one_in(3, "kind", "which")
@pytest.mark.parametrize("which", ["filled", "blank"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_word_of_a_form_runs_into_the_next(kind, which):
    form = getattr(kind, which)
    assert joints(kind, form, kind.draw(form)) == []
    if kind.drawing.on_a_roll:
        assert joints(kind, form, draw_on_a_roll(kind.drawing, form)) == []


def test_both_blanks_are_read_one_after_the_other(result):
    from printing.slips import result_slip

    for how in ((), ("-raw",), ("-layout",)):
        text = " ".join(read(result_slip.draw(result), *how).split())
        assert "1st blank: R circled 2nd blank: E circled" in text
