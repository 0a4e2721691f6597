"""Words keep off the lines of their boxes and off each other, in every script, at every length.

Measured on the page as it is printed: beside a level line there is white, but for other lines.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import pairwise

import numpy as np
import pypdfium2
import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger.vocabulary.names import LONGEST_NAME
from printing.engine import ruled
from printing.engine.page import A4
from printing.engine.pen import paper_address
from printing.engine.ruled import Listed
from printing.forms import draw_on_a_roll
from printing.lists import course_lists
from printing.lists.course_lists import Pairings
from printing.sheets import cards
from printing.slips import blank_slip
from tests.printing.conftest import CODE, KINDS, pages_of
from tests.printing.heard import heard
from tests.printing.test_forms_drawn import MM, boxes_for_the_hand
from tests.printing.test_names_whole import AS_THEY_ARE, joined, with_long_names, words_of
from tests.printing.test_scripts import NAMES
from tests.tiers import each_once

DOTS = 300 / 72
"""Of a rendered page, for each point."""

CLEAR = 0.25
"""Millimetres from the ink of a line where it has to be white."""

BLUR = 0.5
"""Points that a mark may be longer than it says, as rendered."""


def long_in(script):
    """As long a name as anybody may have, in a script."""
    return " ".join([NAMES[script]] * LONGEST_NAME)[:LONGEST_NAME].strip()


IN_SCRIPTS = {
    "Ann Lee": long_in("Arabic"), "Ben Ode": long_in("Tamil"), "Cleo Marsh": long_in("Thai"),
    "Zoë Ågren": long_in("Devanagari"), "K. Adjei": long_in("Hebrew"),
    "M. Ito": long_in("Georgian"), "D. Okoro": long_in("Armenian"),
    "Ines Duarte": NAMES["Arabic"], "Mia Ito": f"Mia {NAMES['Tamil']}",
    "Ottilie Brandt": long_in("Arabic"), "Kwabena Osei-Lund": long_in("Tamil"),
    "Marisol Teague": long_in("Devanagari"), "Piotr Wilczak": long_in("Thai"),
}  # fmt: skip
BOTH_WAYS = {
    "Ann Lee": f"{NAMES['Arabic']} (Ann Lee)", "Ben Ode": f"Ben {NAMES['Hebrew']} Jr",
    "Cleo Marsh": NAMES["Devanagari"], "Zoë Ågren": NAMES["Tamil"], "K. Adjei": NAMES["Arabic"],
}  # fmt: skip


def renamed(form, names):
    """The same form about people of other names."""
    if type(form) is str:
        for old, new in names.items():
            form = form.replace(old, new)
        return form
    if type(form).__name__ in AS_THEY_ARE:
        return form
    if isinstance(form, tuple):
        parts = [renamed(one, names) for one in form]
        return type(form)(*parts) if hasattr(form, "_fields") else tuple(parts)
    if isinstance(form, Struct):
        changed = {name: renamed(getattr(form, name), names) for name in form.__struct_fields__}
        return replace(form, **changed)
    return form


STATES = {
    "blank": lambda kind: kind.blank,
    "filled": lambda kind: kind.filled,
    "long": lambda kind: with_long_names(kind.filled),
    "scripts": lambda kind: renamed(kind.filled, IN_SCRIPTS),
    "both ways": lambda kind: renamed(kind.filled, BOTH_WAYS),
}


def touching(pdf):
    """Where ink that is no line, ring, hand or tint lies right beside a level line."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    for nth, page in enumerate(pages_of(pdf)):
        ink = np.asarray(document[nth].render(scale=DOTS).to_pil().convert("L")) < 110
        marks = [*page.rects, *page.lines, *page.curves]
        for line in level_lines(page):
            off = line["linewidth"] / 2 + CLEAR * MM
            for y in (line["top"] - off, line["top"] + off):
                row = ink[round(y * DOTS), :].copy()
                for mark in marks:
                    for left, right in crossed_by(mark, y):
                        row[max(0, round((left - 1) * DOTS)) : round((right + 1) * DOTS) + 1] = (
                            False
                        )
                inked = row[round((line["x0"] + 1) * DOTS) : round((line["x1"] - 1) * DOTS)]
                if inked.any():
                    at = line["x0"] + 1 + int(np.argmax(inked)) / DOTS
                    yield f"page {nth + 1}: at {at / MM:.1f}, {y / MM:.1f} mm"


def level_lines(page):
    for box in page.rects:
        if box["stroke"] and box["width"] > 6 * MM:
            yield box
            yield {**box, "top": box["bottom"]}
    for line in page.lines:
        if line["bottom"] - line["top"] < 0.5 and line["x1"] - line["x0"] > 6 * MM:
            yield line


def crossed_by(mark, y):
    """From where to where a mark lies at such a height, its own line taken in."""
    wide = mark["linewidth"] / 2 + BLUR
    if not mark["top"] - wide <= y <= mark["bottom"] + wide:
        return
    if mark["object_type"] == "rect" and not mark["fill"]:
        level = min(abs(y - mark["top"]), abs(y - mark["bottom"])) <= wide
        if not level:
            yield mark["x0"], mark["x0"]
            yield mark["x1"], mark["x1"]
            return
    yield mark["x0"], mark["x1"]


@cache
def drawn(kind, state, paper):
    return kind.draw(STATES[state](kind), paper=paper)


@pytest.mark.one_in(3, "kind")
@pytest.mark.parametrize(
    ("kind", "state"),
    each_once(
        {kind.name: kind for kind in KINDS}, {state: state for state in ("filled", "scripts")}
    ),
)
def test_no_word_touches_a_line(kind, state):
    assert list(touching(drawn(kind, state, A4))) == []


@pytest.mark.torture
@pytest.mark.parametrize("state", STATES)
def test_no_word_touches_a_line_in_any_state_on_any_paper(kind, state, paper):
    assert list(touching(drawn(kind, state, paper))) == []


@pytest.mark.one_in(4, "name", "state")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", [kind.name for kind in KINDS if kind.drawing.on_a_roll])
def test_no_word_touches_a_line_of_a_receipt(name, state):
    [kind] = [kind for kind in KINDS if kind.name == name]

    assert list(touching(draw_on_a_roll(kind.drawing, STATES[state](kind)))) == []


def bands(ink):
    """How many lines of writing there are, each apart from the next by white."""
    rows = ink.any(axis=1).astype(int)
    return int((np.diff(rows, prepend=0) == 1).sum())


@pytest.mark.parametrize("script", NAMES)
def test_lines_of_a_long_name_have_white_between_them(script):
    """Where letters rise high or hang low, the lines of a name stand further apart."""
    row = Listed(("A", long_in(script), "1", long_in(script), "1st"))
    filled = Pairings(order="name", rows=(row,))
    pdf = course_lists.PAIRINGS.draw(filled)
    [page] = pages_of(pdf)
    drawn_as = ruled.for_the_wall(filled, course_lists.by_name(), A4)
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    ink = np.asarray(document[0].render(scale=DOTS).to_pil().convert("L")) < 110
    above, below = sorted(line["top"] for line in page.lines)[-2:]
    letter, player, *_ = drawn_as.columns
    left = 10 + letter.wide
    cut = ink[round((above + 1) * DOTS) : round((below - 1) * DOTS),
              round(left * MM * DOTS) : round((left + player.wide) * MM * DOTS)]  # fmt: skip

    [[laid]] = drawn_as.pages
    assert bands(cut) >= len(laid.cells[1]) > 1


def test_the_words_of_a_row_stand_on_one_line(kind):
    """Small numbers beside a large name are no superscripts."""
    if kind.drawing.draw.__module__ != ruled.__name__:
        pytest.skip("no list in ruled rows")
    for page in pages_of(drawn(kind, "filled", A4)):
        lines = sorted({round(line["top"], 1) for line in page.lines if line["width"] > 60 * MM})
        assert len(lines) > 1
        for above, below in pairwise(lines):
            cells = {}
            for char in page.chars:
                base = page.height - char["matrix"][5]
                if above < base < below and char["text"].strip():
                    cell = round(char["x0"] / (4 * MM))
                    cells[cell] = min(base, cells.get(cell, base))
            first = min(cells.values())
            near = [base for base in cells.values() if base < first + 2.2 * MM]
            assert max(near) - min(near) < 0.1


@pytest.mark.one_in(3, "kind")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_boxes_of_a_head_stand_apart_from_those_below_or_share_their_line(kind, paper):
    """Two lines half a millimetre apart are a smear on a copy."""
    page, *_ = pages_of(drawn(kind, "blank", paper))
    boxes = [box for box in page.rects if box["stroke"]]
    heads = [box for words, box in boxes_for_the_hand(page) if words == "Division"]

    assert heads or "Division" not in kind.drawing.form.where
    for head in heads:
        gaps = [
            (box["top"] - head["bottom"]) / MM
            for box in boxes
            if box["x0"] < head["x1"] and head["x0"] < box["x1"]
            and box["top"] > head["bottom"] - 1
        ]  # fmt: skip
        assert not gaps or min(gaps) < 0.02 or min(gaps) > 1.4


LONG_NAME = "Lakeside International Open Championship of the Northern Counties and Islands 2026"


def at_length(form):
    """The form of a tournament with a long name, at a hall whose address is long."""
    heading = form.heading
    address = paper_address(CODE, "e131/x/Premier/R3/T4", base="https://scores.lakeside.example")
    return replace(form, heading=replace(
        heading, tournament=LONG_NAME, address=heading.address and address,
    ))  # fmt: skip


def test_a_long_tournament_and_the_rule_line_stand_whole_on_every_form(kind, paper):
    form = at_length(kind.filled)
    text = words_of(kind.draw(form, paper=paper))

    assert joined(LONG_NAME) in text
    assert joined(form.heading.rule_line) in text
    assert "…" not in text


def rings_of(pdf):
    for page in pages_of(pdf):
        frames = [box for box in page.rects if box["stroke"] and box["width"] > 60 * MM]
        for ring in page.curves:
            if 1.3 < ring["linewidth"] < 1.5:
                yield ring, frames


@pytest.mark.parametrize("names", [("Ann Lee", "Ben Ode"), ("Ann " * 20, "Ben Ode")])
@pytest.mark.parametrize("letters", ["RI", "MZ"])
def test_a_ring_leaves_white_between_itself_and_the_frame(names, letters):
    [kind] = [kind for kind in KINDS if kind.name == "blank_slip"]
    blanks = tuple(
        replace(one, letter=letter) for one, letter in zip(kind.filled.blanks, letters, strict=True)
    )
    slip = replace(kind.filled, names=names, blanks=blanks)
    for pdf in (blank_slip.draw(slip), draw_on_a_roll(blank_slip.BLANK_SLIP, slip)):
        found = list(rings_of(pdf))
        assert len(found) == 2
        for ring, frames in found:
            for frame in frames:
                for side in ("x0", "x1", "top", "bottom"):
                    assert abs(ring[side] - frame[side]) / MM > 0.5, side


def test_a_hand_on_a_score_card_lies_over_no_words():
    [kind] = [kind for kind in KINDS if kind.name == "score_card"]
    [page] = pages_of(cards.SCORE_CARD.draw(kind.filled))
    hands = [curve for curve in page.curves if curve["x0"] > 150 * MM and curve["width"] > 5 * MM]
    words = page.extract_words()

    assert hands
    for hand in hands:
        assert [
            word["text"] for word in words
            if word["x0"] < hand["x1"] and hand["x0"] < word["x1"]
            and word["top"] + 1 < hand["bottom"] and hand["top"] < word["bottom"] - 1
        ] == []  # fmt: skip


def test_every_column_to_write_in_says_what_for():
    heads = {kind.name: [one.said for one in heard(kind.draw(kind.blank)) if one.kind == "TH"]
             for kind in KINDS}  # fmt: skip

    assert {"pairings", "standings", "wall_chart", "prizes", "score_card", "tally_sheet"} <= {
        name for name, said in heads.items() if said
    }
    assert {name: said for name, said in heads.items() if not all(map(str.strip, said))} == {}
