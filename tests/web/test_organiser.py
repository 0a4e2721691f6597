"""The organiser's pages: a tournament opened in the browser, its sections, its overview."""

from __future__ import annotations

import pytest

from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.organiser.sections import SECTIONS


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def shown(hall, who, path, method="GET", **sent):
    """What a person of that role is shown."""
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def test_the_navigation_shows_the_sections_that_are_there_and_says_where_one_is(hall):
    page = shown(hall, "organiser", f"/t/{SLUG}/organise/").text

    there = [each for each in SECTIONS if each.endpoint in hall.app.view_functions]
    navigation = page.partition('aria-label="Organise"')[2].partition("</nav>")[0]
    assert navigation.count("<a ") == len(there)
    assert 'aria-current="page">Overview</a>' in navigation


def test_who_may_organise_finds_the_way_from_the_start_the_tournament_and_the_desk(hall):
    for path in (f"/t/{SLUG}/", f"/desk?tournament={SLUG}", "/desk"):
        assert f"/t/{SLUG}/organise/" in shown(hall, "organiser", path).text
    assert "/organise/new" in shown(hall, "organiser", "/").text
    assert "organise" not in shown(hall, "keeper", f"/t/{SLUG}/").text
    assert "/organise/new" not in shown(hall, "nobody", "/").text


def test_a_tournament_is_opened_and_its_overview_says_what_is_missing(hall):
    form = {"slug": "autumn-cup", "name": "Autumn Cup", "rules": "wespa-5.1"}

    answer = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert answer.status_code == 303
    assert answer.location == "/t/autumn-cup/organise/"
    page = shown(hall, "organiser", answer.location).text
    assert "being set up" in page
    assert "No players are entered." in page


def test_what_was_typed_is_kept_when_a_tournament_is_refused(hall):
    form = {"slug": "Not Short", "name": "Autumn Cup", "rules": "wespa-5.1", "place": "Harbour"}

    answer = shown(hall, "organiser", "/organise/new", "POST", data=form)

    assert answer.status_code == 422
    for typed in ("Not Short", "Autumn Cup", "Harbour"):
        assert f'value="{typed}"' in answer.text
