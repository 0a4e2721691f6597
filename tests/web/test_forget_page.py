"""The page on which a person is forgotten: what there is, who may, what is typed, what is said."""

from __future__ import annotations

import re

import pytest

from ledger.record.events import tournament_id
from ledger.tournament.facts import PersonForgotten
from tests.desks import DIRECTOR
from tests.gave import Gave
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

GIFTS = "gift-open"
PAGE = f"/t/{GIFTS}/organise/forget"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("forget")) as hall:
        hall.gave = Gave(hall.desk, slug=GIFTS).given().over()
        yield hall


def shown(hall, who, path, method="GET", **sent):
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def form_of(page):
    """The fields of the form as the page was shown with them."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    form = {}
    for name, value in fields:
        form.setdefault(name, []).append(value)
    return form


def remove(hall, who, key, **typed):
    page = shown(hall, "organiser", f"{PAGE}?who={key}").text
    return shown(hall, who, PAGE, "POST", data=form_of(page) | typed)


def test_where_nobody_gave_anything_the_page_says_so(hall):
    form = {"slug": "empty-open", "name": "Empty Open", "rules": "wespa-5.1"}
    shown(hall, "organiser", "/organise/new", "POST", data=form)

    page = shown(hall, "organiser", "/t/empty-open/organise/forget").text

    assert "There is nothing to remove." in page


def test_everybody_who_gave_something_is_on_the_page_and_the_close_leads_there(hall):
    page = shown(hall, "organiser", PAGE).text

    for name in ("Player 1", "Player 4", "Bearer of D1", "Wendy Ward"):
        assert f">{name}</a>" in page
    assert "1 signature by hand, 1 statement, 1 photo in a case" in page
    assert PAGE in shown(hall, "organiser", f"/t/{GIFTS}/organise/close").text


def test_the_director_sees_what_there_is_and_is_not_the_one_who_removes_it(hall):
    page = shown(hall, "director", f"{PAGE}?who=player-4").text

    assert "Only the organiser can remove it. Rulings are based on" in page
    assert "Remove it for good</button>" not in page
    answer = remove(hall, "director", "player-4", because="asked", name="Player 4")
    assert answer.status_code == 403
    assert hall.gave.is_kept("stroke of Player 4")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"because": "asked", "name": "Player 3"},
            "The typed name is not the chosen person",
        ),
        (
            {"because": "asked", "name": ""},
            "The typed name is not the chosen person",
        ),
        ({"because": "because", "name": "Player 4"}, "no reason to remove what somebody gave"),
        (
            {"because": "asked", "name": "Player 4", "piece": ["0" * 64]},
            "data changed after you looked.",
        ),
    ],
)
def test_what_is_refused_is_said_on_the_page_and_removes_nothing(hall, typed, said):
    answer = remove(hall, "organiser", "player-4", **typed)

    assert answer.status_code in (409, 422)
    assert said in answer.text
    assert hall.gave.is_kept("stroke of Player 4")


def test_what_is_still_needed_is_listed_with_why_and_has_no_button(hall):
    game = hall.gave.games[1]
    case = hall.gave.director.open_case(game, "other", by=DIRECTOR)
    page = shown(hall, "organiser", f"{PAGE}?who=player-4").text
    hall.gave.director.close_case(case, by=DIRECTOR)

    assert "C-2 is not closed" in page
    assert "Remove it for good</button>" not in page


def test_nobody_of_that_name_and_hostile_keys_are_answered_in_words(hall):
    for key in ("player-999", "<script>", "named-", "%00", "a" * 5000):
        answer = shown(hall, "organiser", PAGE, query_string={"who": key})
        assert answer.status_code in (404, 409, 422)
        assert "No personal data of that name is stored beside the log in" in answer.text
        assert "<script>" not in answer.text.partition("<main")[2]


def test_a_person_is_forgotten_once_and_page_case_and_slip_say_removed_on(hall):
    page = shown(hall, "organiser", f"{PAGE}?who=player-1").text
    [beside] = re.findall(r'name="beside" value="(\w+)"', page)
    form = form_of(page) | {"because": "asked", "name": "Player 1", "beside": beside}
    answers = [shown(hall, "organiser", PAGE, "POST", data=form) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == f"{PAGE}?who=player-1&done=gone"
    written = [e.fact for e in hall.desk.log.events_of(tournament_id(GIFTS))]
    assert len([fact for fact in written if isinstance(fact, PersonForgotten)]) == 1
    done = shown(hall, "organiser", answers[0].location).text
    assert "Its bytes are no longer in any file of the record." in done
    assert "Earlier backups still have it. So do printed papers," in done
    assert done.count("removed on 20") == 3
    case = shown(hall, "director", f"/t/{GIFTS}/cases/1").text
    assert "the words were removed on 20" in case
    assert case.count("Removed from the record on 20") == 2
    replay = shown(hall, "organiser", f"/t/{GIFTS}/r1/t1/replay.json").text
    assert "handwriting was removed on 20" in replay


def test_a_photo_of_a_slip_that_was_removed_is_offered_nowhere(hall):
    remove(hall, "organiser", "player-3", because="time", name="Player 3")
    digest = hall.gave.words["slip of table 2"].digest
    game = hall.gave.games[1]

    photo = f"/t/{GIFTS}/organise/results/photo/{game}/{digest}.jpg"
    assert shown(hall, "organiser", photo).status_code == 404
    assert digest not in shown(hall, "organiser", f"/t/{GIFTS}/organise/results").text


def test_the_page_of_another_tournament_lists_nobody_of_this_one(hall):
    assert "Wendy Ward" not in shown(hall, "organiser", f"/t/{SLUG}/organise/forget").text
