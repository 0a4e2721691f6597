"""Boxes that a filled form leaves for a pen are as roomy as those of a blank one."""

from functools import cache
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from msgspec.structs import replace

from ledger.game.challenges.facts import HoldCalled
from printing.engine.page import A4
from printing.sheets import score_sheet
from printing.sheets.filled_sheets import score_sheet_of
from printing.slips.filled_slips import result_slip_of
from printing.slips.result_slip import covers_label, for_what_wording
from tests.printing.conftest import KINDS
from tests.printing.test_forms_drawn import (
    DOTS,
    MM,
    SIGNING,
    WRITING_BOX,
    boxes_for_the_hand,
    pages_of,
)
from tests.printing.test_from_record import BEN, END, TURNS, told

STATES = {
    "in play": (*TURNS, HoldCalled(seat=BEN)),
    "over": (*TURNS, *END[:-3]),
    "signed by one": (*TURNS, *END[:-2]),
    "final": (*TURNS, *END),
}
OF_GAMES = [
    (kind, state)
    for kind in KINDS
    if kind.name in ("score_sheet", "result_slip")
    for state in STATES
]
CROSSED = "Started"
"""What is answered by a cross, which is no word."""

FILL = {"score_sheet": score_sheet_of, "result_slip": result_slip_of}


def room_in(picture, box):
    """The height, in millimetres, of the highest white in a box that a hand has room to write in.

    That is half as wide as the box, or 25 mm where the half is more.
    """
    left, top, right, bottom = (
        round(DOTS * box[side]) + inwards
        for side, inwards in (("x0", 3), ("top", 3), ("x1", -3), ("bottom", -3))
    )
    ink = np.asarray(picture)[top:bottom, left:right] < 160
    wide = int(min((right - left) / 2, 25 * MM * DOTS))
    best = 0
    for begin in range(0, max(1, right - left - wide), 4):
        since = 0
        for inked in ink[:, begin : begin + wide].any(axis=1):
            since = 0 if inked else since + 1
            best = max(best, since)
    return best / DOTS / MM


def boxes_of(pdf):
    """What stands in each box of a PDF that has no other box in it, and the room there is."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    for nth, page in enumerate(pages_of(pdf)):
        picture = document[nth].render(scale=DOTS).to_pil().convert("L")
        for words, box in boxes_for_the_hand(page):
            yield words, room_in(picture, box)


@cache
def labels_of(kind):
    """What the boxes of a blank form ask for."""
    pdf = kind.draw(kind.blank, paper=A4)
    return {words for page in pages_of(pdf) for words, _ in boxes_for_the_hand(page)}


def is_empty(kind, words, names):
    """Whether a box of a filled form holds nothing but what it asks for."""
    signing = (
        f"Signature of {name}{what}" for name in names for what in ("", f", {for_what_wording()}")
    )
    return words in (labels_of(kind) | {covers_label(), *signing}) - {CROSSED}


def cramped(kind, pdf, names=()):
    """Boxes left for a pen that have less white than they should, and how many there are."""
    left = [(words, room) for words, room in boxes_of(pdf) if is_empty(kind, words, names)]
    wanted = {words: SIGNING if words.startswith("Sign") else WRITING_BOX for words, _ in left}
    return [(words, round(room, 1)) for words, room in left if room < wanted[words] - 0.05], left


@pytest.mark.found("PA14")
@pytest.mark.parametrize(("kind", "state"), OF_GAMES, ids=lambda one: getattr(one, "name", one))
def test_PA14_a_box_left_empty_on_a_game_in_any_state_has_eight_millimetres_of_white(
    kind, state, paper
):
    sheet = told(*STATES[state])
    small, left = cramped(
        kind, kind.draw(FILL[kind.name](sheet), paper=paper), ("Ann Lee", "Ben Ode")
    )

    assert small == []
    assert any(words == "Director" for words, _ in left)
    if state == "in play":
        assert {"Spread or margin", "Date and time", "Game ended", "Handed in by"} <= {
            words for words, _ in left
        }


@pytest.mark.one_in(3, "kind")
@pytest.mark.found("PA14")
def test_PA14_a_box_left_empty_on_any_filled_form_has_eight_millimetres_of_white(kind, paper):
    small, _ = cramped(kind, kind.draw(kind.filled, paper=paper), ("Ann Lee", "Ben Ode"))

    assert small == []


@pytest.mark.one_in(3, "sums")
@pytest.mark.found("PA14")
@pytest.mark.parametrize("sums", [1, 4, 6])
def test_PA14_a_game_with_many_rows_of_sums_leaves_the_same_room(scores, sums, paper):
    [kind] = [kind for kind in KINDS if kind.name == "score_sheet"]
    row = scores.closing.adjustments[0]
    closing = replace(scores.closing, adjustments=(row,) * sums, director="", blanks=("", ""))
    small, left = cramped(kind, score_sheet.draw(replace(scores, closing=closing), paper=paper))

    assert small == []
    assert {"Director", "1st blank", "2nd blank"} <= {words for words, _ in left}
