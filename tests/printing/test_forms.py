"""Every form is there, blank and filled, and every form of a game's page can be printed."""

from __future__ import annotations

from inspect import signature

import pytest

from ledger.visibility import Paper
from printing import forms
from printing.forms import FORMS, blank, filler
from printing.page import PAPERS


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", FORMS)
def test_a_form_can_be_printed_to_fill_in_by_hand(form, paper):
    assert blank(form, paper).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("form", "about"), [(name, about) for name, form in FORMS.items() for about in form.filled]
)
def test_what_fills_a_form_is_there(form, about):
    takes = list(signature(filler(form, about)).parameters)

    own = {"case": "case", "desk": "desk", "game": "sheet", "player": "sheet", "evidence": "sheet"}
    own["course"] = "course"
    first = own.get(about, "played")
    assert takes[0] == first


def test_the_forms_of_a_games_page_are_forms_of_a_game():
    assert all("game" in FORMS[form].filled for form in Paper)


def test_a_players_own_sheet_is_printed_blank_as_well():
    assert blank("score-sheet", "a4", of_a_player=True) != blank("score-sheet", "a4")
    assert forms.A_PLAYERS_OWN == "player_sheet"
