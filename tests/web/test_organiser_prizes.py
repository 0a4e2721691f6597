"""The organiser's page of prizes and announcements."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ledger.tournament.facts import Prize
from ledger.tournament.tournament import tournament_named
from tests.desks import Table
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall

PRIZES = f"/t/{SLUG}/organise/prizes"


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        yield hall


def shown(hall, path=PRIZES, method="GET", who="organiser", **form):
    """What a person of that role is shown."""
    sent = {"data": form} if method == "POST" else {}
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def prizes(hall, *rows, was=""):
    """Hand the list of prizes in; a row is place, what is won, division and class."""
    form = {"what": "prizes", "was": was}
    for nth, row in enumerate(rows, 1):
        for name, value in zip(("place", "wins", "division", "class"), row, strict=False):
            form[f"{name}-{nth}"] = value
    return shown(hall, PRIZES, "POST", **form)


def now(hall):
    return tournament_named(SLUG, hall.desk.log)


def test_prizes_are_announced_and_one_is_taken_out_by_emptying_its_row(hall):
    assert prizes(hall, ("1", "120 euros"), ("1", "a cup", "", "under-18")).status_code == 303
    assert now(hall).prizes == (Prize(1, "120 euros"), Prize(1, "a cup", "", "under-18"))

    was = unescape(re.search(r'name="was" value="([^"]*)"', shown(hall).text)[1])
    prizes(hall, ("", "", "", ""), ("1", "a cup", "", "under-18"), was=was)

    assert now(hall).prizes == (Prize(1, "a cup", "", "under-18"),)


@pytest.mark.parametrize(
    ("row", "field", "says"),
    [
        (("1", ""), "wins-1", "Say what the prize is, or clear the row."),
        (("first", "a cup"), "place-1", "Enter a number from 1 to 999."),
        (("1", "a cup\u202e"), "wins-1", "a character that is not seen"),
    ],
)
def test_what_is_wrong_is_said_at_its_row_and_nothing_is_written(hall, row, field, says):
    answer = prizes(hall, row)

    assert answer.status_code == 422
    assert says in re.search(f'id="f-{field}-wrong">([^<]*)<', unescape(answer.text))[1]
    assert now(hall).prizes == ()


def test_who_has_a_prize_is_told_as_it_stands_and_for_certain_once_it_is_over(hall):
    prizes(hall, ("1", "120 euros"))
    assert "nobody yet" in shown(hall).text
    for game in hall.games:
        table = Table(hall.desk, game, entered=1000 * hall.games.index(game))
        table.signed()

    page = shown(hall).text
    assert "at present" in page
    leaders = [row.name for row in hall.here.hall.standings(SLUG) if row.place == 1]
    assert ", ".join(leaders) in page

    Organiser(hall.desk).close_round(SLUG, 1, by="O1", last=True, waiving="for the test")
    assert ">won<" in shown(hall).text


def test_before_anybody_is_entered_no_prize_is_won(hall):
    organiser = Organiser(hall.desk)
    organiser.open_tournament("empty-cup", "Empty Cup", "wespa-5.1", by="O1")
    path = "/t/empty-cup/organise/prizes"
    shown(hall, path, "POST", what="prizes", **{"place-1": "1", "wins-1": "a cup"})

    assert ">at present<" in shown(hall, path).text


def test_an_announcement_stands_until_it_is_taken_down(hall):
    words = "Round 2 begins at 14:15.\r\nBring a pen."
    shown(hall, PRIZES, "POST", what="announce", words=words)
    assert now(hall).announcement == "Round 2 begins at 14:15. Bring a pen."
    for page in ("", "standings"):
        assert "Round 2 begins at 14:15." in shown(hall, f"/t/{SLUG}/{page}", who="nobody").text

    shown(hall, PRIZES, "POST", what="announce")
    assert now(hall).announcement == ""
    assert "Nothing is announced." in shown(hall).text


def test_an_announcement_that_is_refused_is_kept_in_its_field(hall):
    answer = shown(hall, PRIZES, "POST", what="announce", words="Lunch " * 100)

    assert answer.status_code == 422
    assert "Lunch Lunch" in answer.text.partition("<textarea")[2].partition("</textarea>")[0]
