"""Every form is there, blank and filled, and every form of a game's page can be printed."""

from __future__ import annotations

from inspect import signature

import pytest

from ledger.visibility import Paper
from printing import forms
from printing.engine.heading import Heading
from printing.engine.page import PAPERS
from printing.forms import FORMS, blank, drawing_of, filler, named_by
from web import application
from web.command_line.papers import print_
from web.downloads import OF_A_CASE
from web.frame.pages import PAGES, PDF


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
    assert named_by(forms.A_PLAYERS_OWN) is not drawing_of("score-sheet")


BY_COMMAND_ALONE = {"scorecard", "tally-sheet"}
"""Forms that are printed before a round, by who has the data folder."""


def test_every_form_is_reached_from_the_command_and_from_a_page():
    [choice] = [each.type for each in print_.params if each.name == "form"]
    assert set(choice.choices) == set(FORMS)

    assert application  # whose import declares all pages
    addresses = {
        address for each in PAGES.values() if each.answers == PDF for address in each.addresses
    }
    without = {
        name
        for name, form in FORMS.items()
        if "case" not in form.filled
        and not any(address.endswith(f"/{form.page}") for address in addresses if form.page)
    }
    assert without == BY_COMMAND_ALONE
    assert "/t/<slug>/cases/<int:number>/<word:form>.pdf" in addresses
    assert set(OF_A_CASE) == {name for name, form in FORMS.items() if "case" in form.filled}


def test_whatever_a_declaration_names_is_there():
    for form in FORMS:
        drawing = drawing_of(form)
        assert drawing.empty(heading=Heading(table=3)).heading.table == 3
        assert not drawing.on_a_roll or callable(named_by(drawing.on_a_roll))
