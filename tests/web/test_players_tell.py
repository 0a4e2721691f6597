"""Players tell results on their own phones, by a QR of one game and one player."""

from __future__ import annotations

import re
from unittest.mock import patch
from uuid import uuid4

import pytest
from markupsafe import Markup

from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.events import tournament_id
from ledger.tournament.players import secret_of
from ledger.tournament.tournament import tournament_named
from ledger.vocabulary import Seat
from tests.desks import Table
from tests.officials import Organiser
from tests.web import axe, boxes
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall
from web.organiser.decided_results import in_fives

AS_JSON = {"Sec-Fetch-Site": "same-origin", "Accept": "application/json"}
FROM_HERE = {"Sec-Fetch-Site": "same-origin"} | FOR_PEOPLE
QR = f"/t/{SLUG}/organise/results/qr"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("tell"), tables=20) as hall:
        hall.free = iter(range(20))
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
    """A QR as earlier releases printed it; the one of today has the code behind a ``#``."""
    return f"/t/{SLUG}/tell/{game}/{code_of(hall, game, player)}"


def code_of(hall, game, player):
    hand_in = tournament_named(SLUG, hall.desk.log).hand_in
    return secret_of(hall.desk.log.words_of(hand_in.key), game, player)


def a_phone(hall, game, player):
    """A phone on which a player has opened the QR."""
    phone = hall.app.test_client()
    form = {"what": "open", "code": in_fives(code_of(hall, game, player)).lower()}
    opened = phone.post(f"/t/{SLUG}/tell/{game}", data=form, headers=FROM_HERE)
    assert (opened.status_code, opened.location) == (303, f"/t/{SLUG}/tell/{game}")
    return phone


def tells(hall, at, one=412, two=388, phone=None, **more):
    form = {"request": str(uuid4()), "first": one, "second": two} | more
    return (phone or hall.app.test_client()).post(at, data=form, headers=FROM_HERE)


def seen(page):
    """What a person reads of a page: its hidden numbers may hold any digits."""
    return re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.DOTALL)


def test_nobody_tells_anything_before_the_organiser_lets_them_or_with_another_secret(hall, game):
    phone = hall.app.test_client()
    where = f"/t/{SLUG}/tell/{game}/{'A' * 20}"
    assert phone.get(where, headers=FOR_PEOPLE).status_code == 404
    assert let(hall).status_code == 303
    assert phone.get(where, headers=FOR_PEOPLE).status_code == 404
    assert tells(hall, where).status_code == 404
    mine, other = address(hall, game, 1), address(hall, hall.games[11], 1)
    swapped = mine.rpartition("/")[0] + "/" + other.rpartition("/")[2]
    assert phone.get(swapped, headers=FOR_PEOPLE).status_code == 404
    assert phone.get(mine, headers=FOR_PEOPLE, follow_redirects=True).status_code == 200
    assert hall.desk.sheet(game).result.reported == ()


def test_both_tell_it_and_an_official_confirms_it(hall, game):
    let(hall)
    page = a_phone(hall, game, 2).get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE)
    second = hall.desk.sheet(game).scheduled.players[1]
    assert f"You are <b>{second}</b>" in page.text
    assert "no-store" in page.headers["Cache-Control"]

    answer = tells(hall, f"/t/{SLUG}/tell/{game}", phone=a_phone(hall, game, 1))
    assert "You reported 412–388" in answer.text
    other = a_phone(hall, game, 2).get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE)
    assert "412" not in seen(other.text), "nobody copies"
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


@pytest.mark.found("PH-1")
def test_each_phone_says_which_result_is_in_where_another_was_told(hall, game):
    let(hall)
    phones = [a_phone(hall, game, player) for player in (1, 2)]
    for phone in phones:
        tells(hall, f"/t/{SLUG}/tell/{game}", 401, 400, phone=phone)
    official = client(hall)
    slip = {"table": hall.desk.sheet(game).scheduled.table, "first": 301, "second": 400}
    typed = f"/t/{SLUG}/organise/results"
    answer = official.post(typed, data=slip | {"request": str(uuid4())}, headers=AS_JSON)
    assert (answer.status_code, answer.json["refused"]) == (422, "unlikely-slip")
    sure = slip | {"request": str(uuid4()), "sure": "yes"}
    assert official.post(typed, data=sure, headers=AS_JSON).json["differs"] is True

    for phone in phones:
        page = phone.get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE).text
        assert "You reported 401–400, but the result on record is 301–400. Ask an official." in page
    others = official.get("/desk/now.json").json["others"]
    assert [one["called"] for one in others if one["where"]["game"] == str(game)] == [
        "two slips of one game differ"
    ]


@pytest.mark.found("PH-8")
def test_a_phone_says_that_the_other_told_something_else_but_not_what(hall, game):
    let(hall)
    first, second = (a_phone(hall, game, player) for player in (1, 2))
    where = f"/t/{SLUG}/tell/{game}"
    tells(hall, where, 412, 388, phone=first)
    page = tells(hall, where, 412, 398, phone=second).text
    assert "the other player reported something else" in page
    assert "388" not in seen(page)
    assert "the other player reported something else" in first.get(where, headers=FOR_PEOPLE).text


@pytest.mark.found("PH-8")
def test_where_a_tablet_records_the_game_no_form_is_offered(hall, game):
    let(hall)
    phone = a_phone(hall, game, 1)
    table = Table(hall.desk, game, entered=4000)
    table.enter(DetermineStarter(starter=1, method="draw"), by="K1")
    table.enter(StartGame(), by="K1")
    table.play(Seat.FIRST, "8D", "WINDY", by="K1")
    page = phone.get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE).text
    assert "A tablet is recording this game. Sign the result there." in page
    assert 'name="first"' not in page


@pytest.mark.found("PH-8")
def test_a_table_with_a_tablet_has_no_card(hall, game):
    let(hall)
    scheduled = hall.desk.sheet(game).scheduled
    assert scheduled.players[0] in client(hall).get(QR, headers=FOR_PEOPLE).text
    tablets = hall.office.tablets
    tablets.enrol(tablets.invite(f"{SLUG}/T{scheduled.table}", by="D1"))
    assert scheduled.players[0] not in client(hall).get(QR, headers=FOR_PEOPLE).text


@pytest.mark.found("PH-8")
def test_a_phone_asks_about_a_draw_and_takes_it_from_who_is_sure(hall, game):
    let(hall)
    phone = a_phone(hall, game, 1)
    asks = tells(hall, f"/t/{SLUG}/tell/{game}", 400, 400, phone=phone)
    assert asks.status_code == 422
    assert 'name="sure"' in asks.text
    told = tells(hall, f"/t/{SLUG}/tell/{game}", 400, 400, phone, sure="yes")
    assert "You reported 400–400" in told.text


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


def test_the_code_is_behind_the_hash_of_the_printed_address_and_below_it_in_letters(hall, game):
    let(hall)
    drawn = []
    draw = "web.organiser.decided_results._qr"
    with patch(draw, lambda address: drawn.append(address) or Markup()):
        page = client(hall).get(QR, headers=FOR_PEOPLE)
    code = code_of(hall, game, 1)
    assert f"http://localhost/t/{SLUG}/tell/{game}#{code}" in drawn
    assert f"<code>{in_fives(code)}</code>" in page.text


def test_a_phone_keeps_the_code_for_this_page_alone_and_no_script_can_read_it(hall, game):
    let(hall)
    opened = hall.app.test_client().get(address(hall, game, 1), headers=FOR_PEOPLE)
    assert (opened.status_code, opened.location) == (303, f"/t/{SLUG}/tell/{game}")
    cookie = opened.headers["Set-Cookie"]
    assert f"Path=/t/{SLUG}/tell/{game};" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "no-store" in opened.headers["Cache-Control"]


def test_a_page_opened_for_one_player_tells_nothing_for_the_other(hall, game):
    """One phone, two QRs, two tabs: the cookie is of who opened last, the page of who was first."""
    let(hall)
    phone = a_phone(hall, game, 1)
    phone.get(address(hall, game, 2), headers=FOR_PEOPLE)
    answer = tells(hall, f"/t/{SLUG}/tell/{game}", phone=phone, player=1)
    assert answer.status_code == 422
    assert "This phone has since opened the other player’s QR code." in answer.text
    assert hall.desk.sheet(game).result.reported == ()
    assert tells(hall, f"/t/{SLUG}/tell/{game}", phone=phone, player=2).status_code == 200


def test_without_its_code_the_page_names_nobody(hall, game):
    let(hall)
    names = hall.desk.sheet(game).scheduled.players
    phone = hall.app.test_client()
    page = phone.get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE)
    assert "type its letters here" in page.text
    wrong = phone.post(
        f"/t/{SLUG}/tell/{game}", data={"what": "open", "code": "A" * 20}, headers=FROM_HERE
    )
    assert wrong.status_code == 422
    assert not [name for name in names if name in page.text + wrong.text]
    let(hall, "")
    assert phone.get(f"/t/{SLUG}/tell/{game}", headers=FOR_PEOPLE).status_code == 404


@pytest.mark.journey("players tell")
@pytest.mark.found("PH-7")
@pytest.mark.browser
def test_a_phone_shows_the_page_with_no_code_in_its_address_and_all_can_use_it(browser, hall, game):
    let(hall)
    where = f"{hall.address}/t/{SLUG}/tell/{game}"
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    desk_request = []
    page.on("request", lambda request: desk_request.append(request.url))

    page.goto(where)
    assert usable(page), "where it asks for the code"
    page.goto("about:blank")
    page.goto(f"{where}#{code_of(hall, game, 1)}")
    page.get_by_text("Type both final scores").wait_for()
    assert page.url == where
    assert not [url for url in desk_request if code_of(hall, game, 1) in url]
    assert usable(page), "where the scores are typed"
    page.get_by_text("Not you?").click()
    assert usable(page), "with the code of another"
    page.fill("[name=first]", "412")
    page.fill("[name=second]", "388")
    page.click("text=Report the result")
    page.get_by_text("You reported 412–388").wait_for()
    assert usable(page), "once it is told"

    # The other player's QR, opened in the same tab.
    page.evaluate("code => { location.hash = code; }", code_of(hall, game, 2))
    second = hall.desk.sheet(game).scheduled.players[1]
    page.locator("form b", has_text=second).wait_for()
    assert page.url == where
    context.close()


def usable(page):
    """Nothing axe finds in either theme, and no control too small on any screen."""
    found = boxes.too_small(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # no colour half way
        found += axe.violations(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert found == [], "\n".join(found)
    return True


def test_the_secret_of_a_qr_is_in_no_line_of_the_log_and_no_referrer(hall, game, caplog):
    let(hall)
    where = address(hall, game, 1)
    secret = where.rpartition("/")[2]
    with caplog.at_level("INFO"):
        page = hall.app.test_client().get(where, headers=FOR_PEOPLE)
        tells(hall, f"/t/{SLUG}/tell/{game}", phone=a_phone(hall, game, 2))
        tells(hall, where)  # writes: leaves a line
        tells(hall, where, one=4000, two="x")  # refused
        other = {"REMOTE_ADDR": "127.0.0.77"}  # whose refusals were not counted before
        missing = hall.app.test_client().get(f"{where}/more", environ_overrides=other)
        assert missing.status_code == 404, "leaves one as well"

    lines = [f"{line.getMessage()} {line.__dict__}" for line in caplog.records]
    assert any(f"/tell/{game}/…" in line for line in lines)
    assert not [line for line in lines if secret in line]
    assert page.headers.getlist("Referrer-Policy") == ["no-referrer"]


def test_a_closed_round_takes_no_report(hall, game):
    let(hall)
    where = address(hall, game, 1)
    Organiser(hall.desk).close_round(SLUG, 1, by="D1", waiving="the hall closes")
    assert "was closed" in tells(hall, where).text
    assert hall.desk.sheet(game).result.reported == ()
