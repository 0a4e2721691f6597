"""Players tell results on their own phones, by a QR of one game and one player."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.record.streams import tournament_id
from ledger.tournament.players_hand_in import secret_of
from ledger.tournament.tournament import tournament_named
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall

FROM_HERE = {"Sec-Fetch-Site": "same-origin"} | FOR_PEOPLE
QR = f"/t/{SLUG}/organise/results/qr"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("tell"), tables=7) as hall:
        hall.free = iter((0, 1, 2, 3, 4, 5, 6))
        yield hall


@pytest.fixture
def game(hall):
    return hall.games[next(hall.free)]


def client(hall, badge="D1"):
    visitor = hall.app.test_client()
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def let(hall, yes="yes"):
    return client(hall).post(QR, data={"request": str(uuid4()), "let": yes}, headers=FROM_HERE)


def address(hall, game, player):
    hand_in = tournament_named(SLUG, hall.desk.log).hand_in
    key = hall.desk.log.words_of(hand_in.key)
    return f"/t/{SLUG}/tell/{game}/{secret_of(key, game, player)}"


def tells(hall, at, one=412, two=388, **more):
    form = {"request": str(uuid4()), "first": one, "second": two} | more
    return hall.app.test_client().post(at, data=form, headers=FROM_HERE)


def test_nobody_tells_anything_before_the_organiser_lets_them_or_with_another_secret(hall, game):
    phone = hall.app.test_client()
    where = f"/t/{SLUG}/tell/{game}/{'A' * 20}"
    assert phone.get(where, headers=FOR_PEOPLE).status_code == 404
    assert let(hall).status_code == 303
    assert phone.get(where, headers=FOR_PEOPLE).status_code == 404
    assert tells(hall, where).status_code == 404
    mine, other = address(hall, game, 1), address(hall, hall.games[5], 1)
    swapped = mine.rpartition("/")[0] + "/" + other.rpartition("/")[2]
    assert phone.get(swapped, headers=FOR_PEOPLE).status_code == 404
    assert phone.get(mine, headers=FOR_PEOPLE).status_code == 200
    assert hall.desk.sheet(game).result.reported == ()


def test_both_tell_it_and_an_official_confirms_it(hall, game):
    let(hall)
    page = hall.app.test_client().get(address(hall, game, 2), headers=FOR_PEOPLE)
    second = hall.desk.sheet(game).scheduled.players[1]
    assert f"You are <b>{second}</b>" in page.text
    assert "no-store" in page.headers["Cache-Control"]

    answer = tells(hall, address(hall, game, 1))
    assert "You told 412 – 388" in answer.text
    other = hall.app.test_client().get(address(hall, game, 2), headers=FOR_PEOPLE)
    assert "412" not in re.sub(r"<script.*?</script>", "", other.text), "nobody copies"
    tells(hall, address(hall, game, 2))
    assert hall.desk.sheet(game).state == "scheduled"
    now = client(hall).get(f"/t/{SLUG}/organise/results.json").json["tables"]
    assert next(one for one in now if one["game"] == str(game))["reported"] == [[412, 388]] * 2
    written = hall.desk.sheet(game).events[-1].envelope
    assert (written.written_by, written.device) == ("D1", "phone")


def test_a_mismatch_goes_to_the_desk_and_a_double_tap_is_one_report(hall, game):
    let(hall)
    request = str(uuid4())
    for _ in range(3):
        assert tells(hall, address(hall, game, 1), request=request).status_code == 200
    assert len(hall.desk.sheet(game).events) == 2
    tells(hall, address(hall, game, 2), 388, 412)
    others = client(hall).get("/desk/now.json").json["others"]
    assert [one["called"] for one in others if one["where"]["game"] == str(game)] == [
        "two slips of one game differ"
    ]


def test_what_is_no_score_is_said_and_a_stranger_s_form_is_refused(hall, game):
    let(hall)
    where = address(hall, game, 1)
    for wrong in ("", "x", "-5", "99999"):
        assert tells(hall, where, wrong).status_code == 422
    forged = hall.app.test_client().post(where, data={"first": 1, "second": 2})
    assert forged.status_code == 403


def test_the_organiser_stops_it_and_every_qr_is_worthless(hall, game):
    let(hall, "")
    let(hall)
    before = address(hall, game, 1)
    cards = client(hall).get(QR, headers=FOR_PEOPLE)
    assert cards.text.count("<svg") >= 2
    assert "no-store" in cards.headers["Cache-Control"]
    let(hall, "")
    assert tells(hall, before).status_code == 404
    let(hall)
    assert tells(hall, before).status_code == 404
    assert client(hall, "K1").get(QR, headers=FOR_PEOPLE).status_code == 403
    stream = hall.desk.log.events_of(tournament_id(SLUG))
    key = hall.desk.log.words_of(tournament_named(SLUG, hall.desk.log).hand_in.key)
    assert not any(key.hex() in repr(event) for event in stream)


def test_a_closed_round_takes_no_report(hall, game):
    let(hall)
    where = address(hall, game, 1)
    Organiser(hall.desk).close_round(SLUG, 1, by="D1", waiving="the hall closes")
    assert "was closed" in tells(hall, where).text
    assert hall.desk.sheet(game).result.reported == ()


def test_the_secret_of_a_qr_is_in_no_line_of_the_log_and_no_referrer(hall, game, caplog):
    let(hall)
    where = address(hall, game, 1)
    secret = where.rpartition("/")[2]
    with caplog.at_level("INFO"):
        page = hall.app.test_client().get(where, headers=FOR_PEOPLE)
        tells(hall, where)  # writes: leaves a line
        tells(hall, where, one=4000, two="x")  # refused
        hall.app.test_client().get(f"{where}/more", headers=FOR_PEOPLE)  # not there: leaves one

    lines = [f"{line.getMessage()} {line.__dict__}" for line in caplog.records]
    assert any(f"/tell/{game}/…" in line for line in lines)
    assert not [line for line in lines if secret in line]
    assert page.headers.getlist("Referrer-Policy") == ["no-referrer"]
