"""Pages that say at once what a person there looks for: the way back, what is kept, who agrees."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, a_hall
from tests.web.entry_hall import SLUG as OWN
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("told")) as hall:
        yield hall


def shown(hall, path, who="director"):
    return hall.ask(who, path, headers=FOR_PEOPLE).text


def test_badges_and_tablets_lead_back_to_the_tournament(hall):
    assert f'href="/t/{SLUG}/organise/"' in shown(hall, "/badges/").partition("<main")[0]


def test_a_screen_of_the_hall_without_scripts_looks_again_by_itself(hall):
    page = shown(hall, f"/t/{SLUG}/screen/standings", "nobody")

    assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in page


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """A hall with two tables: the result of the first typed from a slip both signed."""
    with a_hall(tmp_path_factory.mktemp("typed"), tables=2) as hall:
        director = hall.app.test_client()
        director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        form = {"request": str(uuid4()), "table": "1", "first": "431", "second": "389"}
        where = f"/t/{OWN}/organise/results"
        answer = director.post(where, data=form, headers=FOR_PEOPLE | FROM_HERE)
        assert answer.status_code == 303, answer.text
        assert hall.sheet(1).is_signed
        yield hall, director


def test_a_result_typed_from_a_slip_shows_no_board_that_nobody_played_on(typed):
    _, director = typed

    page = director.get(f"/t/{OWN}/r1/t1/", headers=FOR_PEOPLE).text

    assert 'id="only-result"' in page
    assert "<td>431</td><td>389</td></tr></tfoot>" in page.split('id="only-result"')[1]
    assert 'class="replay only-result"' in page
    assert 'id="only-result"' not in director.get(f"/t/{OWN}/r1/t2/", headers=FOR_PEOPLE).text


@pytest.mark.browser
def test_a_game_known_by_its_slip_alone_shows_the_slip_as_the_main_thing(typed, browser):
    hall, _ = typed
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{hall.address}/t/{OWN}/r1/t1/")

    slip = page.locator("#only-result")
    assert slip.bounding_box()["y"] < 300
    assert page.get_by_role("grid").is_hidden()
    assert page.get_by_role("slider").is_hidden()
    score = slip.locator("tfoot td").first
    assert score.inner_text() == "431"
    assert score.evaluate("(one) => getComputedStyle(one).fontSize") == "40px"
    page.close()


def test_where_both_signed_the_page_asks_at_once_why_no_second_official_agrees(typed):
    hall, director = typed
    cases = []
    for table in (1, 2):
        form = {"request": str(uuid4()), "salt": "ab" * 16, "game": str(hall.sheet(table).id),
                "title": "score in doubt", "category": "other"}  # fmt: skip
        answer = director.post(f"/t/{OWN}/cases/", data=form, headers=FOR_PEOPLE | FROM_HERE)
        assert answer.status_code == 303, answer.text
        cases.append(director.get(answer.location, headers=FOR_PEOPLE).text)

    assert 'name="alone"' in cases[0]
    assert "Otherwise say here why nobody does" in cases[0]
    assert 'name="alone"' not in cases[1]
