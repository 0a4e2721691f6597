"""What everybody looks at while a tournament runs: shown when it may be, made once for a crowd."""

from __future__ import annotations

import itertools
import json
import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signing import ProposeResult
from ledger.game.results.slips import TypeSlip
from ledger.game.scores.requests import ApplyPenalty
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.tournament.facts import Division, Pairing, PlayerEntered, Prize
from ledger.tournament.opening import Announce, AnnouncePrizes, ChooseLiveBoards, Particulars, SetUp
from ledger.tournament.players import EnterPlayers
from ledger.vocabulary import CONSOLE, Seat
from ledger.vocabulary.signs import as_read
from tests.desks import Table, signature
from tests.officials import Organiser
from tests.web.entry_hall import a_hall
from tests.web.whole_hall import SLUG, a_whole_hall

PAGES = ("standings", "wall-chart", "missing", "prize-list", "p/1", "p/2", "standings.json")
FOR_PEOPLE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("hall") / "data") as hall:
        hall.rounds = itertools.count(2)
        yield hall


@pytest.fixture
def hall(whole):
    """The hall of this file; boards are live again afterwards."""
    yield whole
    if whole.here.hall.tournament(SLUG).live_boards != "on":
        whole.here.organise(SLUG, choose("on"))


@pytest.fixture
def look(hall):
    """A page of the tournament as words, as a visitor reads it."""

    def looked(path, who="nobody", **headers):
        answer = hall.ask(who, f"/t/{SLUG}/{path}", headers={**FOR_PEOPLE, **headers})
        assert answer.status_code == 200, (path, answer.status_code)
        return " ".join(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)).split())

    return looked


@pytest.fixture
def table(hall):
    """A game in play at table 1 of a round of its own."""
    number = next(hall.rounds)
    [game] = Organiser(hall.desk).pair_round(SLUG, number, [Pairing(1, 1, 2)], by=CONSOLE)
    table = Table(hall.desk, game)
    table.numbers = itertools.count(number * 10_000)
    table.enter(DetermineStarter(starter=1, method="draw"))
    table.enter(StartGame())
    return table


def over(table):
    """The game is over and counted, and nobody has signed."""
    return table.over_and_counted()


def scored(hall, table, more):
    """The same with a score that no other game of this file has, as pages write it."""
    table.play(Seat.FIRST, "8D", "WINDY")
    penalty = ApplyPenalty(seat=Seat.SECOND, unit="points", amount=more, reason="misconduct")
    table.enter(penalty, by="D1", case=table.ruled())
    for seat in (Seat.SECOND, Seat.FIRST) * 3:
        table.passes(seat)
    sheet = table.enter(CountUnplayed(racks=("EGN", "?AQ")))
    return as_read(f"{sheet.totals[0]}–{sheet.totals[1]}")


def played(pages):
    return sum(row["games"] for row in json.loads(pages["standings.json"])["standings"])


def signed(table):
    table.enter(ProposeResult())
    for seat in Seat:
        table.enter(signature(table.sheet, seat))


def enter(hall, request):
    return hall.here.organise(SLUG, request)


def test_a_game_recorded_turn_by_turn_can_be_taken_home(look, table):
    before = look("p/1").count("Replay GCG Score sheet")
    over(table)
    signed(table)

    # In a column of its own, and in what opens below the name where a phone has none.
    assert look("p/1").count("Replay GCG Score sheet") == before + 2


@pytest.mark.parametrize("how", ["off", "delayed"])
def test_a_result_is_on_no_page_before_its_board_is_shown(hall, look, table, how):
    hall.here.organise(SLUG, choose(how))
    score = scored(hall, table, 100 if how == "off" else 200)

    before = {path: look(path) for path in PAGES}
    as_director = look("p/1", who="director")
    signed(table)
    after = {path: look(path) for path in PAGES}

    assert score in as_director
    assert [path for path, words in before.items() if score in words] == []
    assert {"p/1", "wall-chart"} == {path for path, words in after.items() if score in words}
    assert played(after) == played(before) + 2
    assert f" {table.sheet.scheduled.round_number} Table 1 " in before["missing"]
    assert f" {table.sheet.scheduled.round_number} Table 1 " not in after["missing"]


@pytest.mark.parametrize("how", ["off", "delayed"])
def test_news_of_a_result_come_when_it_is_shown_and_not_before(hall, table, how):
    hall.here.organise(SLUG, choose(how))
    start = hall.desk.log.last_position()
    over(table)
    before = news(hall, start)
    signed(table)

    assert before == []
    assert [told["names"] for told in news(hall, start)] == [list(table.sheet.names)]


def test_a_turn_at_a_table_is_no_news_and_a_result_and_an_announcement_are(hall, table):
    start = hall.desk.log.last_position()
    table.play(Seat.FIRST, "8D", "WINDY")
    turn = news(hall, start)
    enter(hall, Announce(words="Lunch at one"))

    assert turn == []
    assert [told["names"] for told in news(hall, start)] == [None]


def test_a_page_is_made_once_for_everybody_until_something_counts(hall, table, monkeypatch):
    made = []
    count_renders(hall, monkeypatch, made)
    first = hall.ask("nobody", f"/t/{SLUG}/standings")
    table.play(Seat.FIRST, "8D", "WINDY")
    again = hall.ask("nobody", f"/t/{SLUG}/standings")
    had = hall.ask(
        "nobody", f"/t/{SLUG}/standings", headers={"If-None-Match": first.headers["ETag"]}
    )
    enter(hall, Announce(words="Dinner at six"))
    later = hall.ask(
        "nobody", f"/t/{SLUG}/standings", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert made == ["tournaments/standings.html"] * 2
    assert (again.status_code, had.status_code, later.status_code) == (200, 304, 200)
    assert had.get_data() == b""
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Dinner at six" in later.get_data(as_text=True)


def test_a_page_made_for_an_official_is_kept_for_nobody(hall, table):
    over(table)
    hall.here.organise(SLUG, choose("off"))

    official = hall.ask("director", f"/t/{SLUG}/p/1").get_data(as_text=True)
    visitor = hall.ask("nobody", f"/t/{SLUG}/p/1").get_data(as_text=True)

    counted = re.compile("<b title=")  # won, lost or tied, in a row of its own
    assert len(counted.findall(official)) == len(counted.findall(visitor)) + 1


def test_a_name_is_chosen_once_and_kept_on_the_phone_without_scripts(hall):
    chooser = hall.ask("nobody", f"/t/{SLUG}/me", headers=FOR_PEOPLE).get_data(as_text=True)
    chosen = hall.ask(
        "nobody", f"/t/{SLUG}/me", "POST", data={"number": "2"},
    )  # fmt: skip
    cookie = chosen.headers["Set-Cookie"]
    back = phone(hall, cookie.partition(";")[0])

    assert 'name="number" value="2"' in chooser
    assert (chosen.status_code, chosen.headers["Location"]) == (303, f"/t/{SLUG}/p/2")
    assert cookie.startswith("tilescribe-me=2;")
    assert cookie.endswith(f"Path=/t/{SLUG}/; SameSite=Lax")  # its scripts mark the rows
    assert (back.status_code, back.headers["Location"]) == (302, f"/t/{SLUG}/p/2")
    assert back.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("kept", ["", "x", "-1", "99999", "９", "0"])
def test_a_strange_cookie_leads_to_the_names(hall, kept):
    answer = phone(hall, f"tilescribe-me={kept}")

    assert answer.status_code == 200
    assert "Who are you?" in answer.get_data(as_text=True)


def test_nothing_private_of_a_player_is_anywhere(hall, look):
    known = hall.here.hall.course(SLUG).cards[0].player
    private = PlayerEntered(
        number=known.number, name=known.name, division=known.division, rating=1234,
        member="ZZ987654", table=1,
    )  # fmt: skip
    enter(hall, EnterPlayers(players=(private,)))

    told = {path: look(path) for path in (*PAGES, "r1/", "me?q=")}

    assert not any("ZZ987654" in words for words in told.values())
    assert "rating 1234" in told["p/1"]


def test_announcement_and_prizes_are_there_for_everybody(hall, look):
    enter(hall, Announce(words="Lunch at <one>"))
    enter(hall, AnnouncePrizes(prizes=(Prize(place=1, wins="120 euros"),)))

    assert "Lunch at &lt;one&gt;" in look("p/1")
    assert "120 euros" in look("prize-list")


@pytest.mark.parametrize(
    "path",
    ["standings?after=99", "standings?division=nowhere", "p/99", "p/0", "wall-chart?after=98"],
)
def test_what_is_not_there_is_said_in_words(hall, path):
    answer = hall.ask("nobody", f"/t/{SLUG}/{path}", headers=FOR_PEOPLE)

    assert answer.status_code == 404
    assert "Look" in answer.get_data(as_text=True) or "Choose" in answer.get_data(as_text=True)


def test_papers_are_made_from_what_whoever_asks_is_shown(hall, table, monkeypatch):
    hall.here.organise(SLUG, choose("off"))
    over(table)
    number = table.sheet.scheduled.round_number
    printed = []

    def printer(form, which, paper):
        printed.append(which)
        return b"%PDF"

    monkeypatch.setitem(hall.app.extensions, "printer", printer)
    for who in ("nobody", "director"):
        for path in ("standings", "wall-chart", f"r{number}/pairings", "player-cards"):
            assert hall.ask(who, f"/t/{SLUG}/{path}.pdf").status_code == 200

    counts = [which.course.card(1).line(number).counts for which in printed]
    assert counts == [False] * 4 + [True] * 4
    assert [which.officially for which in printed] == counts


def phone(hall, cookie):
    """``/me`` as a phone asks for it."""
    client = hall.app.test_client(use_cookies=False)
    return client.get(f"/t/{SLUG}/me", headers={**FOR_PEOPLE, "Cookie": cookie})


def choose(how):
    return ChooseLiveBoards(how=how, minutes=10)


def news(hall, after):
    answer = hall.ask("nobody", f"/events?tournament={SLUG}&news=1&after={after}")
    blocks = answer.get_data(as_text=True).split("\n\n")
    return [
        json.loads(line.removeprefix("data: "))
        for block in blocks
        if block.startswith("event: news")
        for line in block.split("\n")
        if line.startswith("data: ")
    ]


def count_renders(hall, monkeypatch, made):
    from flask import template_rendered

    def noted(_app, template, **_context):
        made.append(template.name)

    template_rendered.connect(noted, hall.app)
    monkeypatch.setattr(hall, "renders", noted, raising=False)  # held, or it would be let go


@pytest.mark.found("PH-5")
@pytest.mark.found("PH-4")
@pytest.mark.found("PB-6")
def test_the_last_round_shared_prizes_and_a_bye_are_told_to_everybody(tmp_path):
    with a_hall(tmp_path, tables=2, names=("Ann", "Bo", "Cy", "Di")) as hall:
        organiser, visitor = Organiser(hall.desk), hall.app.test_client()

        def shown(path):
            page = visitor.get(path, headers=FOR_PEOPLE).text
            return " ".join(re.sub(r"<[^>]+>", " ", page).split())

        planned = Particulars(divisions=(Division(rounds=2),))
        options = (("challenge-mode", "points-per-word-5"), ("bye-spread", 50))
        hall.here.organise(
            SLUG, SetUp(name="Open", rules="wespa-5.1", options=options, particulars=planned)
        )
        prizes = (Prize(place=1, wins="200 EUR"), Prize(place=2, wins="100 EUR"))
        hall.here.organise(SLUG, AnnouncePrizes(prizes=prizes))
        assert "Place –" in shown(f"/t/{SLUG}/p/1")
        assert "Round 1 · 0 of 2 results in" in shown("/tournaments")
        for game in hall.games:
            hall.desk.record(game, TypeSlip(scores=(400, 350)), a_sending())
        told = "Places 1 and 2 are shared: 200 EUR and 100 EUR between them."
        assert shown(f"/t/{SLUG}/prize-list").count(told) == 2
        assert "Round 2 is not paired yet." in shown(f"/t/{SLUG}/p/1")

        last = [Pairing(1, 1, 3), Pairing(2, 2, 4)]
        organiser.enter_players(SLUG, [PlayerEntered(number=5, name="Eve")], by=CONSOLE)
        second = organiser.pair_round(SLUG, 2, [*last, Pairing(0, 5, 0)], by=CONSOLE)
        eve = shown(f"/t/{SLUG}/p/5")
        assert "Round 2: you have a bye It counts once the round has a result." in eve
        assert "Won–lost 0–0" in eve
        assert "After round 1" in shown(f"/t/{SLUG}/standings")
        for game, scores in zip(second, ((410, 400), (300, 420)), strict=False):
            hall.desk.record(game, TypeSlip(scores=scores), a_sending())
        assert "All 2 rounds are over." in shown(f"/t/{SLUG}/p/1")
        assert "Won–lost 1–0 Spread +50" in shown(f"/t/{SLUG}/p/5")


def a_sending():
    return Sent(by="D1", command_id=uuid4())
