"""Names are never cut: the longest anybody may have stand whole on every form that names people."""

from __future__ import annotations

import subprocess

import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger.vocabulary.names import LONGEST_NAME, unwritable
from printing.engine.page import A4, LETTER
from printing.forms import draw_on_a_roll
from tests.courses import LONGEST
from tests.printing.conftest import KINDS

GERMAN = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers"
WORST = {
    "Ann Lee": LONGEST[0],
    "Ben Ode": (GERMAN + "wessen")[:LONGEST_NAME],
    "Cleo Marsh": "Wo" * (LONGEST_NAME // 2),
    "Zoë Ågren": LONGEST[2],
    "K. Adjei": LONGEST[1],
    "M. Ito": "Mmmmmm-" * 11 + "Ito",
    "D. Okoro": f"{LONGEST[1]} y Guzmán",
    "Ines Duarte": f"{LONGEST[0]} Duarte",
    "Mia Ito": f"{LONGEST[2]} Ito",
}
"""Who stands on the forms of the tests, and as long a name as anybody may be entered with."""

SLIPS = [kind for kind in KINDS if kind.drawing.on_a_roll]


AS_THEY_ARE = {"Heading", "BoardPicture"}
"""Parts of a form that name no person."""


def with_long_names(form):
    """The same form about people with the longest names."""
    if type(form) is str:
        for short, name in WORST.items():
            form = form.replace(short, name)
        return form
    if type(form).__name__ in AS_THEY_ARE:
        return form
    if isinstance(form, tuple):
        parts = [with_long_names(one) for one in form]
        return type(form)(*parts) if hasattr(form, "_fields") else tuple(parts)
    if isinstance(form, Struct):
        changed = {name: with_long_names(getattr(form, name)) for name in form.__struct_fields__}
        return replace(form, **changed)
    return form


def words_of(pdf):
    """All words in the order they are written in, which is that of reading."""
    how = ["pdftotext", "-raw", "-", "-"]
    return joined(subprocess.run(how, input=pdf, capture_output=True, check=True).stdout.decode())


def joined(text):
    """Without white and hyphens: pdftotext takes one at the end of a line for a parted word."""
    return "".join(text.replace("-", "").split())


def test_the_longest_names_may_be_entered():
    assert [name for name in WORST.values() if unwritable(name)] == []
    assert max(map(len, WORST.values())) == LONGEST_NAME


@pytest.mark.one_in(3, "kind", "paper")
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda one: one.name)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_longest_names_stand_whole_on_every_form(kind, paper):
    holds_names_whole(kind, kind.draw(with_long_names(kind.filled), paper=paper))


@pytest.mark.parametrize("kind", SLIPS, ids=lambda kind: kind.name)
def test_the_longest_names_stand_whole_on_every_receipt(kind):
    holds_names_whole(kind, draw_on_a_roll(kind.drawing, with_long_names(kind.filled)))


def holds_names_whole(kind, pdf):
    form = with_long_names(kind.filled)
    said, text = joined("".join(kind.drawing.lines(form))), words_of(pdf)
    named = map(joined, WORST.values())

    assert [name for name in named if name in said and name not in text] == []
    assert text.count("…") <= said.count("…")
