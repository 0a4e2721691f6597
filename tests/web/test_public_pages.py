"""What everybody looks for: a table, who leads, the rounds, what is missing; the hall's screen."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.results.slips import TypeSlip
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import Announce
from ledger.vocabulary import CONSOLE
from tests.courses import a_course, a_game, players
from tests.officials import Organiser
from tests.web.entry_hall import SLUG, a_hall
from web.organiser.hall_screens import looked_for
from web.public.rows import RoundProgress, round_in_play, rounds_held

FOR_PEOPLE = {"Accept": "text/html"}
NAMES = ("Ada Eze", "Piet Hoang", "Ann Lee", "Anna Berg", "Bo Li", "Cy Young")


def words(page):
    body = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", page)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


class Event:
    """Two divisions of six and of four; the slips of the first are typed one by one."""

    def __init__(self, hall):
        self.hall, self.client = hall, hall.app.test_client()
        organiser = Organiser(hall.desk)
        four = [PlayerEntered(number=n, name=f"Beth {n}", division="B") for n in range(11, 15)]
        organiser.enter_players(SLUG, four, by=CONSOLE)
        tables = [Pairing(1, 11, 12), Pairing(2, 13, 14)]
        self.of_b = organiser.pair_round(SLUG, 1, tables, division="B", by=CONSOLE)

    def page(self, path="", **more):
        return self.client.get(f"/t/{SLUG}/{path}", headers=FOR_PEOPLE, **more)

    def choose(self, number):
        """A name, on the phone."""
        here = {"Sec-Fetch-Site": "same-origin"}
        self.client.post(f"/t/{SLUG}/me", data={"number": number}, headers=here)

    def words(self, path=""):
        return words(self.page(path).text)

    def slip(self, game):
        slip(self.hall, game)


def slip(hall, game, *scores):
    hall.desk.record(game, TypeSlip(scores=scores or (400, 350)), Sent(by="D1", command_id=uuid4()))


@pytest.fixture
def event(tmp_path):
    with a_hall(tmp_path, tables=3, names=NAMES) as hall:
        yield Event(hall)


def test_find_my_table_says_of_a_game_that_is_over_that_its_result_is_in(event):
    assert "The result is in." not in event.words("?find=eze")
    event.slip(event.hall.games[0])

    assert "table 1 , against Piet Hoang. The result is in." in event.words("?find=eze")


def test_find_my_table_answers_on_the_overview_and_offers_to_keep_the_name(event):
    page = event.page("?find=eze")
    several = event.words("?find=an")

    assert "Ada Eze: table 1 , against Piet Hoang. Keep on this phone" in words(page.text)
    assert '<input type="hidden" name="number" value="1">' in page.text
    assert "Ann Lee: table 2" in several
    assert "Anna Berg: table 2" in several
    assert "No player in this round is called “zz”." in event.words("?find=zz")
    assert "Beth 13: table B 2" in event.words("?find=beth+13")


def test_a_round_is_by_name_until_its_first_result_and_by_table_then(event):
    before = event.words("r1/")
    event.slip(event.hall.games[0])
    after = event.words("r1/")

    assert "Ada Eze 1 Piet Hoang" in before
    assert "Beth 11 B 1 Beth 12" in before  # all divisions, one table
    assert "0 of 5 results in" in before
    assert "1 of 5 results in" in after
    assert "Table 1 Ada Eze to move 400 350 Piet Hoang" in after
    assert "Ada Eze 1 Piet Hoang" in event.words("r1/?by=name")
    assert "Beth" not in event.words("r1/?by=name&q=ada").partition("Find")[2]


def test_the_rounds_lead_to_the_one_in_play_and_say_where_there_is_none(event, tmp_path):
    assert event.page("rounds").location == f"/t/{SLUG}/r1/"
    organiser = Organiser(event.hall.desk)
    organiser.open_tournament("empty", "Empty", "wespa-5.1", by=CONSOLE)
    none = event.client.get("/t/empty/rounds", headers=FOR_PEOPLE).text
    assert "No round has been paired yet." in words(none)
    assert 'aria-current="page">Rounds<' in none


def test_missing_slips_are_a_view_of_the_rounds_at_the_address_they_had(event):
    event.slip(event.hall.games[0])
    page = event.page("missing").text

    assert re.findall(r'<a href="[^"]*" aria-current="page">(\w+)</a>', page)[:1] == ["Rounds"]
    assert 'aria-current="true">Missing slips' in page
    assert "Ann Lee – Anna Berg" in words(page)
    assert "Ada Eze – Piet Hoang no result" not in words(page)


@pytest.mark.parametrize(
    ("path", "tab"),
    [
        ("", "Overview"), ("?q=ada", "Overview"), ("r1/", "Rounds"), ("missing", "Rounds"),
        ("standings", "Standings"), ("wall-chart", "Wall chart"), ("prize-list", "Prizes"),
        ("p/1", "Standings"), ("me", "My page"), ("r1/t1/", "Rounds"),
    ],
)  # fmt: skip
def test_each_page_has_one_tab_of_its_own(event, path, tab):
    tabs = re.search(r'(?s)<nav class="tabs".*?</nav>', event.page(path).text)[0]

    assert re.findall(r'aria-current="page">([^<]+)', tabs) == [tab]


def tabs(answer):
    """The tabs of a page in their order, and the one that is open."""
    nav = re.search(r'(?s)<nav class="tabs".*?</nav>', answer.text)[0]
    [here] = re.findall(r'aria-current="page">([^<]+)', nav)
    return re.findall(r">([^<>]+)</a>", nav), here


def test_my_page_is_the_first_tab_once_a_name_is_chosen_and_of_that_player_the_open_one(event):
    for path in ("", "r1/?by=name", "standings", "wall-chart", "missing", "p/2"):
        event.page(path)  # as whoever comes first has it
    event.choose(2)

    own, other = event.page("p/2"), event.page("p/1")
    assert tabs(own)[1] == "My page"
    assert "Keep on this phone" not in own.text
    assert tabs(other)[1] == "Standings"
    assert "Keep on this phone" in other.text
    for path in ("", "r1/?by=name", "standings", "wall-chart", "missing", "p/2", "p/1"):
        assert tabs(event.page(path))[0][0] == "My page", path
        stranger = event.hall.app.test_client().get(f"/t/{SLUG}/{path}", headers=FOR_PEOPLE)
        assert tabs(stranger)[0][-1] == "My page", path
        assert tabs(stranger)[1] != "My page"


def test_no_cache_between_gives_a_page_with_the_tab_of_another(event):
    stranger = event.page("standings")
    event.choose(2)
    mine = event.page("standings")

    for answer in (stranger, mine):
        assert "private" in answer.headers["Cache-Control"]
        assert "Cookie" in answer.headers["Vary"]
    seen = {"If-None-Match": stranger.headers["ETag"]}
    assert event.client.get(f"/t/{SLUG}/standings", headers=FOR_PEOPLE | seen).status_code == 200


def test_standings_count_what_they_lack_and_lead_to_it(event):
    for game in (*event.hall.games[:2], event.of_b[0]):
        event.slip(game)
    page = event.page("standings").text

    assert "Provisional: 2 results are missing" in words(page)
    assert f'<a href="/t/{SLUG}/missing">See which</a>' in page
    assert "Bo Li – Cy Young" not in words(page)


def test_the_strip_has_every_round_and_leads_to_how_things_stood(event):
    for game in (*event.hall.games, *event.of_b):
        event.slip(game)
    second = [Pairing(1, 1, 3), Pairing(2, 2, 5), Pairing(3, 4, 6)]
    Organiser(event.hall.desk).pair_round(SLUG, 2, second, by=CONSOLE)

    def strip(path):
        nav = re.search(r'(?s)<nav class="rounds".*?</nav>', event.page(path).text)[0]
        return re.findall(r'a href="([^"]+)"( aria-current="page")?', nav)

    assert strip("r2/") == [
        (f"/t/{SLUG}/r1/", ""), (f"/t/{SLUG}/r2/", ' aria-current="page"'),
    ]  # fmt: skip
    assert strip("standings") == [(f"/t/{SLUG}/standings", ' aria-current="page"')]


def test_a_wall_chart_has_two_lines_a_cell_and_one_player_where_one_is_asked_for(event):
    event.slip(event.hall.games[0])
    page = event.page("wall-chart").text
    cell = re.search(r'(?s)id="p1">.*?<td>(.*?)</td>', page)[1]
    alone = event.words("wall-chart?player=2")

    assert cell.count("<span>") + cell.count('<span class="quiet">') == 2
    assert "2 400–350" in words(cell)
    assert "1–0 +50" in words(cell)
    assert "2 Piet Hoang" in alone
    assert "Bo Li" not in alone


def test_the_panel_of_the_screen_offers_no_wall_chart_whose_address_is_kept(event):
    panel = event.page("screen").text

    assert '<option value="wall-chart"' not in panel
    assert event.page("screen/wall-chart").status_code == 200
    assert event.page("screen/nothing").status_code == 404


def test_what_the_panel_chooses_is_in_the_address(event):
    chosen = event.page("screen?what=standings&division=B&seconds=20&look=&announcement=off&x=1")

    assert chosen.location == (f"/t/{SLUG}/screen/standings?division=B&seconds=20&announcement=off")
    assert 'data-seconds="20"' in event.page("screen/names?seconds=20").text
    assert 'data-seconds="12"' in event.page("screen/names?seconds=1").text
    assert 'data-seconds="15"' in event.page("screen/tables").text


def test_an_announcement_stands_on_top_of_the_screen_unless_it_is_put_away(event):
    event.hall.here.organise(SLUG, Announce(words="Lunch at one"))

    assert "Lunch at one" in event.words("screen/names")
    assert "Lunch at one" not in event.words("screen/names?announcement=off")


def of_round(settled, tables=8, begun=True):
    """A course of one round, so many of its games settled."""
    people = players(2 * tables)
    games = [
        a_game(
            1, 2 * n - 1, 2 * n, (400, 300) if n <= settled else None, table=n,
            state=None if n <= settled or not begun else "playing",
        )
        for n in range(1, tables + 1)
    ]  # fmt: skip
    return a_course(people, [one._replace(begun=int(begun)) for one in games])


@pytest.mark.parametrize(
    ("course", "what"),
    [
        (of_round(0, begun=False), "names"), (of_round(3), "standings"),
        (of_round(6), "missing"), (of_round(7), "missing"),
    ],
)  # fmt: skip
def test_the_screen_shows_what_a_hall_looks_for_now(course, what):
    assert looked_for(course) == what


def test_rounds_are_counted_over_all_divisions_and_to_the_last_that_is_planned():
    course = of_round(3)

    assert rounds_held(course) == (RoundProgress(1, 8, 3, 5),)
    assert round_in_play(rounds_held(course)) == RoundProgress(1, 8, 3, 5)
    assert round_in_play(rounds_held(a_course(players(4), []))) is None
    assert RoundProgress(1, 0, 0).state == "later"
    assert [RoundProgress(1, 8, n).state for n in (0, 3, 8)] == ["current", "current", "done"]
    assert RoundProgress(1, 8, 8, lacking=1).state == "current"  # one is not signed for
