"""The desk of a service with several tournaments: what waits in a finished one stays there."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.results.slips import TypeSlip
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role
from tests.officials import Director, Organiser
from tests.web.entry_hall import PIN, a_hall
from tests.web.previewed import previewed
from tests.web.test_two_slips import form_that_rules
from web.director import desk as on_the_desk_
from web.director.inbox import inbox_of

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def hall(tmp_path_factory):
    """A hall in which one table is open, so that its tournament is being played."""
    with a_hall(tmp_path_factory.mktemp("many"), tables=1) as hall:
        hall.office.issue("O1", "Ines", Role.ORGANISER, by="D1")
        hall.visitor = hall.app.test_client()
        hall.visitor.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
        yield hall


def held(hall, slug):
    """Another tournament, its two tables paired."""
    organiser = Organiser(hall.desk)
    organiser.open_tournament(slug, slug.title(), "wespa-5.1", by=CONSOLE)
    players = [PlayerEntered(number=n, name=f"{slug} {n}") for n in range(1, 5)]
    organiser.enter_players(slug, players, by=CONSOLE)
    return organiser.pair_round(slug, 1, [Pairing(1, 1, 2), Pairing(2, 3, 4)], by=CONSOLE)


def typed(hall, game, *scores, whose=0):
    request = TypeSlip(scores=scores, whose=whose, sure=True)
    hall.desk.record(game, request, Sent(by="D1", command_id=uuid4()))


def differing(hall, slug="solo"):
    one, two = held(hall, slug)
    typed(hall, one, 400, 350, whose=1)
    typed(hall, one, 400, 360, whose=2)
    typed(hall, two, 420, 380)
    return one


def told(hall, what):
    return hall.visitor.get("/desk/now.json").json[what]


def differences(hall):
    return [one["where"]["tournament"] for one in told(hall, "others")
            if one["matter"]["kind"] == "papers-differ"]  # fmt: skip


def read(hall, monkeypatch):
    """The tournaments whose games one look at the desk reads."""
    found = []
    monkeypatch.setattr(on_the_desk_, "inbox_of", lambda slug: found.append(slug) or inbox_of(slug))
    told(hall, "others")
    return found


def test_slips_that_differ_stay_on_the_desk_though_every_game_there_is_over_and_others_play(hall):
    game = differing(hall)
    assert differences(hall) == ["solo"]

    page = hall.visitor.get(f"/t/solo/organise/results/slips/{game}").text
    hidden, _ = form_that_rules(page)
    form = hidden | {"holds": "400 360", "finding": "both sheets say so", "alone": "nobody"}
    headers = {**FROM_HERE, "Accept": "text/html"}
    previewed(lambda form: hall.visitor.post("/t/solo/cases/", data=form, headers=headers), **form)

    assert differences(hall) == []


def test_they_stay_in_a_tournament_that_was_closed_all_the_same(hall):
    differing(hall)
    Director(hall.desk).close_tournament("solo", by="D1")

    assert differences(hall) == ["solo"]


def test_a_case_opened_in_a_finished_tournament_comes_to_the_desk_and_goes_when_it_is_closed(hall):
    games = held(hall, "solo")
    for game in games:
        typed(hall, game, 400, 350)
    assert told(hall, "cases") == []
    assert told(hall, "cases") == []

    case = Director(hall.desk).open_case(games[0], "other", by="D1")

    assert [one["tournament"] for one in told(hall, "cases")] == ["solo"]
    Director(hall.desk).close_case(case, by="D1")
    assert told(hall, "cases") == []
    Director(hall.desk).reopen_case(case, "somebody asks again", by="D1")
    assert [one["tournament"] for one in told(hall, "cases")] == ["solo"]


def test_of_finished_tournaments_in_which_nothing_waits_the_desk_reads_no_game_again(
    hall, monkeypatch
):
    for slug in ("old-1", "old-2", "old-3"):
        for game in held(hall, slug):
            typed(hall, game, 400, 350)
    told(hall, "others")

    assert read(hall, monkeypatch) == ["spring-open"]


def test_slips_nobody_brought_keep_no_closed_tournament_on_the_desk(hall):
    held(hall, "solo")
    assert len(told(hall, "missing")) == 2
    Director(hall.desk).close_tournament("solo", by="D1")

    assert [one["tournament"] for one in told(hall, "missing")] == ["spring-open"]


def test_the_desk_asks_the_record_no_more_of_seven_tablets_and_their_games_than_of_one(
    tmp_path_factory, monkeypatch
):
    request = []
    for tables in (1, 7):
        with a_hall(tmp_path_factory.mktemp("tablets"), tables=tables) as hall:
            hall.visitor = hall.app.test_client()
            hall.visitor.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
            for number in range(1, tables + 1):
                taken_in(hall, number)
            told(hall, "silent")
            for number, game in enumerate(hall.games, 1):
                begun(hall, game, f"t{number}")
            request.append(questions(hall, monkeypatch))

    assert request[0] == request[1]


def taken_in(hall, table):
    return hall.office.tablets.enrol(hall.office.tablets.invite(f"spring-open/T{table}", by="D1"))


def begun(hall, game, device):
    for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
        hall.desk.record(game, request, Sent(by="K1", command_id=uuid4(), device=device))


def questions(hall, monkeypatch):
    """How often one look at the desk asks the log, and the local store beside it."""
    counted = []
    with monkeypatch.context() as patch:
        for whom, what in ((hall.desk.log.store, "rows_of"), (hall.office.local_store, "rows")):
            ask = getattr(whom, what)
            patch.setattr(whom, what, lambda *given, ask=ask: counted.append(given) or ask(*given))
        told(hall, "silent")
    return len(counted)
