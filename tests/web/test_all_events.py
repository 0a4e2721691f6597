"""A player over all tournaments: what is told, what is not, and how few questions it takes."""

from __future__ import annotations

import re
from contextlib import contextmanager
from sqlite3 import connect
from threading import get_ident

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.hall import open_hall
from ledger.hall.player_history import key_of
from ledger.hall.rows import FINAL
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.tournament.opening import ChooseLiveBoards
from ledger.tournament.players import WithdrawPlayer
from ledger.visibility import Viewer, held_back
from ledger.vocabulary import CONSOLE
from migrations.hall_db import prepare
from tests.gave import gave_at
from tests.officials import Organiser
from tests.web.entry_hall import SLUG, a_hall
from tests.web.test_public_pages import FOR_PEOPLE, slip, words
from web.application import create_app
from web.command_line.opened import opened
from web.public import own_page
from web.site import RecordSite

ADA, PIET = "Ada Eze", "Piet Hoang"
HOSTILE = ("A/B ../..", '<script>alert("x")</script>', "100 % & ?q=#", "Łucja O’Neil", "רחל כהן")


class Season:
    """The tournament of ``a_hall``, and as many others as a test opens."""

    def __init__(self, hall):
        self.hall, self.client = hall, hall.app.test_client()
        self.organiser = Organiser(hall.desk)

    def open(self, slug, name, *players, scores=(400, 350)):
        self.organiser.open_tournament(slug, name, "wespa-5.1", by=CONSOLE)
        entered = [PlayerEntered(number=n, name=who) for n, who in enumerate(players, 1)]
        self.organiser.enter_players(slug, entered, by=CONSOLE)
        pairings = [Pairing(1 + n // 2, n, n + 1) for n in range(1, len(players), 2)]
        games = self.organiser.pair_round(slug, 1, pairings, by=CONSOLE)
        for game in games if scores else ():
            slip(self.hall, game, *scores)
        return games

    def answer(self, path):
        return self.client.get(path, headers=FOR_PEOPLE)

    def of(self, name, query=""):
        return self.answer(f"/players/{key_of(name)}{query}")

    def names(self, text=""):
        page = self.answer(f"/players?q={text}").text
        return re.findall(r'<b dir="auto">([^<]*)</b>', page)


@pytest.fixture
def season(tmp_path):
    with a_hall(tmp_path, names=(ADA, PIET)) as hall:
        yield Season(hall)


def rows(page):
    """The cells of the table of tournaments, as they are read."""
    body = page.text.split("<tbody>")[1].split("</tbody>")[0]
    return [words(row) for row in re.findall(r"(?s)<tr>.*?</tr>", body)]


def test_two_events_stand_newest_first_with_what_each_brought_and_all_of_it_together(season):
    slip(season.hall, season.hall.games[0], 450, 400)
    season.open("winter-open", "Winter Open", PIET, ADA, scores=(380, 410))
    season.organiser.close_round("winter-open", 1, by="D1", last=True, waiving="all looked at")

    page = season.of(ADA)
    lines = {line.split(" Open")[0]: line for line in rows(page)}

    assert lines["Spring"] == "Spring Open so far 1 1–0 +50 1"
    assert lines["Winter"].endswith(" 1 1–0 +30 1")
    assert "2 tournaments · 2 games" in words(page.text)
    assert "Won–lost 2–0 Spread +80 Games 2" in words(page.text)
    assert "Best game: 450 , Spring Open" in words(page.text)
    assert f'href="/t/{SLUG}/p/1"' in page.text
    assert 'href="/t/winter-open/p/2"' in page.text
    assert "Two people of one name are together here." in page.text


def test_a_result_that_is_put_right_is_told_as_it_is_then(season):
    game = season.hall.games[0]
    assert "0–0 0 0" in rows(season.of(ADA))[0]
    slip(season.hall, game, 300, 400)

    assert rows(season.of(ADA)) == ["Spring Open so far 2 0–1 −100 1"]
    assert rows(season.of(PIET)) == ["Spring Open so far 1 1–0 +100 1"]


def test_the_list_is_by_name_and_finds_first_letters_of_each_part(season):
    season.open("winter-open", "Winter Open", "Özlem Ay", "Zoë Ode", "Łucja Bo", ADA)

    assert season.names() == [ADA, "Łucja Bo", "Özlem Ay", PIET, "Zoë Ode"]
    assert season.names("ho") == [PIET]
    assert season.names("OZ a") == ["Özlem Ay"]
    assert season.names("da") == [], "the middle of a name is not its beginning"
    assert "2 tournaments" in words(season.answer("/players?q=ada").text)


def test_a_name_is_exactly_the_one_that_was_entered(season):
    season.open("winter-open", "Winter Open", "ADA EZE", "Ada Ezeh")
    season.open("autumn-open", "Autumn Open", ADA, "Ade Eze")

    assert {row.split(" Open")[0] for row in rows(season.of(ADA))} == {"Spring", "Autumn"}
    assert len(rows(season.of("ADA EZE"))) == 1


def test_hostile_names_are_text_and_have_addresses(season):
    season.open("winter-open", "Winter Open", *HOSTILE, ADA)

    for name in HOSTILE:
        page = season.of(name)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert season.answer(f"/players?q={name[:3]}").status_code == 200
    assert len(season.names()) == len(HOSTILE) + 2


def test_nothing_is_there_before_anybody_was_entered_and_an_unknown_name_is_refused(tmp_path):
    with opened(tmp_path, make=True) as here:
        office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        client = create_app(RecordSite(here.log, here.hall, here.desk, office), badges=office)
        client = client.test_client()

        assert "No players have been entered yet." in client.get("/players").text
        for odd in (key_of("Nobody"), "%00", "%27%20OR%201=1", "a" * 3000):
            unknown = client.get(f"/players/{odd}", headers=FOR_PEOPLE)
            assert unknown.status_code == 404
            assert "Nobody of this name" in unknown.text


@pytest.mark.parametrize("how", ["off", "delayed"])
def test_results_of_boards_that_are_not_shown_count_once_they_are_final(season, how):
    """Whoever asks, it is what a visitor reads in the standings."""
    season.hall.here.organise(SLUG, ChooseLiveBoards(how=how, minutes=10 * (how == "delayed")))
    game = season.hall.games[0]
    slip(season.hall, game, 400, 350)
    hall = season.hall.here.hall
    without = held_back(Viewer.VISITOR, hall.games(SLUG), hall.live_boards(SLUG))
    [ada] = [one for one in hall.standings(SLUG, without) if one.name == ADA]

    assert bool(without) == (hall.game(game).state not in FINAL)
    found = hall.over_all(key_of(ADA), 0, 50)
    assert (found.games, found.spread, found.wins) == (ada.games, ada.spread, ada.wins)
    assert (found.best_game is None) == bool(without)


def test_who_withdrew_is_there_still(season):
    season.hall.here.organise(SLUG, WithdrawPlayer(player=1, reason="ill at home"))

    assert len(rows(season.of(ADA))) == 1
    assert "ill at home" not in season.of(ADA).text


def test_more_than_fifty_are_told_fifty_at_a_time(season, monkeypatch):
    monkeypatch.setattr(own_page, "EVENTS_AT_ONCE", 2)
    for nth in range(4):
        season.open(f"open-{nth}", f"Open {nth}", ADA, f"Other {nth}")

    first, last = season.of(ADA), season.of(ADA, "?from=4")

    assert len(rows(first)) == 2
    assert f'href="/players/{key_of(ADA)}?from=2"' in first.text
    assert len(rows(last)) == 1
    assert f'href="/players/{key_of(ADA)}?from=' not in last.text
    assert season.of(ADA, "?from=999999999999999999999").status_code == 200


def test_a_players_page_leads_there_once_the_name_is_in_another_tournament(season):
    there = f'href="/players/{key_of(ADA)}"'
    assert there not in season.answer(f"/t/{SLUG}/p/1").text
    season.open("winter-open", "Winter Open", ADA, "Somebody Else")

    assert there in season.answer(f"/t/{SLUG}/p/1").text
    assert "/players/" not in season.answer(f"/t/{SLUG}/p/2").text
    assert 'href="/players"' in season.answer("/tournaments").text


def test_nothing_is_found_of_a_name_of_which_somebody_was_forgotten(tmp_path):
    with gave_at(tmp_path / "data") as gave:
        gave.over()
        (tmp_path / "hall").mkdir()
        hall = open_hall(tmp_path / "hall", gave.desk.log, prepare=prepare)
        name = gave.person("player-1").name
        assert name in [one.name for one in hall.called("", 50)]
        assert hall.over_all(key_of(name), 0, 50).count == 1

        gave.forget("player-1")
        hall.catch_up()

        assert name not in [one.name for one in hall.called("", 50)]
        assert hall.over_all(key_of(name), 0, 50) is None
        assert hall.over_all(key_of(gave.person("player-2").name), 0, 50).count == 1
        hall.close()


@contextmanager
def statements(hall):
    """What the hall's file is asked by this thread, on every connection that reads.

    The server beside it, on a thread of its own, looks there as well.
    """
    asked, here, made = [], get_ident(), type(hall._file._readers)._new

    def traced(readers):
        connection = made(readers)
        connection.set_trace_callback(lambda told: get_ident() == here and asked.append(told))
        return connection

    with pytest.MonkeyPatch.context() as plug:
        plug.setattr(type(hall._file._readers), "_new", traced)
        hall._file._readers.close()
        hall._file._readers._closed = False
        yield asked


def test_it_takes_as_many_questions_for_fifty_tournaments_as_for_five(season):
    counts = []
    for upto in (5, 50):
        for nth in range(upto - 45 if upto > 5 else 1, upto):
            season.open(f"open-{nth:02}", f"Open {nth:02}", ADA, f"Other {nth}")
        assert len(rows(season.of(ADA))) == upto
        with statements(season.hall.here.hall) as asked:
            season.of(ADA)
        counts.append(len(asked))

    assert counts[0] == counts[1], counts
    assert 4 <= counts[0] <= 12


def test_its_questions_use_an_index(season):
    season.of(ADA)
    with statements(season.hall.here.hall) as asked:
        season.of(ADA)
    db = connect(season.hall.here.folder / "hall.db")
    of_names = [one for one in asked if "played" in one]
    plans = [row[3] for one in of_names for row in db.execute(f"EXPLAIN QUERY PLAN {one}")]
    db.close()

    assert of_names
    assert [one for one in plans if "SCAN played" in one] == []
