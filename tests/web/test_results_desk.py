"""The results desk: a device taken in for it, and nothing typed by a scorekeeper anywhere else."""

from __future__ import annotations

import re
from base64 import b64encode
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest

from ledger.game.endings.requests import CountUnplayed
from ledger.game.results.signatures import digest_shown
from ledger.game.results.signing import ProposeResult
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.record.kept_words import KeptWords, kept_strokes
from ledger.vocabulary import CONSOLE, Role
from tests.desks import A, B, Table
from tests.web.entry_hall import PIN, SLUG, a_hall, taken_in
from tests.web.test_slip_results import (
    FROM_HERE,
    HERE,
    JSON,
    client,
    slip_events,
    slips,
    typed,
)
from web.access import signing_in


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("desk"), tables=14) as hall:
        hall.office.issue("O1", "Olga", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        hall.free = iter(range(1, 15))
        yield hall


@pytest.fixture
def number(hall):
    return next(hall.free)


def a_keeper(hall, scope):
    """A scorekeeper's requests: on a device taken in for ``scope``; ``None``: without one."""
    visitor = hall.app.test_client()
    device = taken_in(hall.office, scope) if scope is not None else None
    session = hall.office.sessions.begin("K1", device.device if device else "")
    visitor.set_cookie("tilescribe-session", session)
    if device:
        visitor.set_cookie("tilescribe-device", device.key)
    return visitor


def ways_to_the_result(visitor, hall, table):
    """What everybody's tries to write something about a slip of ``table`` are answered."""
    photo = {"table": table, "photo": (BytesIO(b"no picture"), "slip.jpg")}
    game = hall.games[table - 1]
    yield typed(visitor, table, 11, 999, sure="yes")
    yield typed(visitor, f"/t/{SLUG}/r1/t{table}/")
    yield visitor.post(f"{HERE}/taken-back", data={"table": table, "version": "1"}, headers=JSON)
    yield visitor.post(f"{HERE}/photo", data=photo, headers=JSON)
    yield visitor.post(f"{HERE}/slips/{game}", data={"what": "take-back"}, headers=JSON)
    request = {"ask": "type-slip", "scores": [11, 999], "sure": True}
    entry = {"command_id": str(uuid4()), "game": str(game), "asked": request}
    yield visitor.post("/api/entries", json=[entry], headers=JSON)


@pytest.mark.found("SR-1", "SR-6")
@pytest.mark.parametrize(
    "scope", [None, "", f"{SLUG}/T77", f"{SLUG}/T{{own}}", "other/desk", f"{SLUG}/desk/T1"],
    ids=["none", "any table", "another table", "the own table", "another desk", "no desk"],
)  # fmt: skip
def test_SR1_a_scorekeeper_away_from_the_results_desk_makes_no_result(hall, number, scope):
    before = hall.sheet(number).version
    visitor = a_keeper(hall, scope if scope is None else scope.format(own=number))

    for answer in ways_to_the_result(visitor, hall, number):
        told = answer.json.get("answers", [answer.json])[0]
        assert told["refused"] == ("no-device" if scope is None else "another-table"), told
        assert "desk" in told["what"] + told["next_step"] or answer.request.path == "/api/entries"

    assert hall.sheet(number).version == before


@pytest.mark.found("SR-1")
def test_SR1_a_device_that_leaves_its_cookie_out_is_none(hall, number):
    device = taken_in(hall.office, f"{SLUG}/T77")
    visitor = hall.app.test_client()
    visitor.set_cookie("tilescribe-session", hall.office.sessions.begin("K1", device.device))

    answer = typed(visitor, number)

    assert answer.status_code == 403
    assert answer.json["refused"] == "no-device"
    assert not slips(hall, number)


@pytest.mark.found("SR-1")
def test_SR1_the_page_says_at_once_that_this_is_not_the_results_desk(hall):
    html = {"Accept": "text/html"} | FROM_HERE
    away = a_keeper(hall, None).get(HERE, headers=html).text
    assert "This device is not enrolled for the results desk of" in away
    assert re.search(r'href="/enrol">Enrol this device<', away)
    for badge in ("K1", "D1", "O1"):
        assert "results desk" not in client(hall, badge).get(HERE, headers=html).text


@pytest.mark.found("SR-1")
def test_SR1_a_device_of_the_desk_is_taken_in_from_the_badges_page_and_types_for_every_table(
    hall, number
):
    desk, html = client(hall, "O1"), {"Accept": "text/html"} | FROM_HERE
    assert "Enrol the results desk" in desk.get("/badges/", headers=html).text
    page = desk.post("/badges/devices/invite", data={"desk": SLUG}, headers=html).text
    assert "A device for the results desk of Spring Open" in page
    code = re.search(r'class="secret">([0-9A-Z]{4}-[0-9A-Z]{4})<', page)[1]

    laptop = hall.app.test_client()
    laptop.post("/enrol", data={"code": code, "name": "Results"}, headers=html)
    signed = laptop.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=html)

    assert signed.headers["Location"] == HERE
    assert typed(laptop, number).json["state"] == "final"
    written = slip_events(hall, number)[-1].envelope
    assert (written.written_by, written.device[:5]) == ("K1", "desk")
    assert "the results desk of Spring Open" in desk.get("/badges/", headers=html).text


@pytest.mark.parametrize(
    ("typed_in", "told"),
    [("14", "A tablet for table 14, Spring Open"), ("t14", "A tablet for table 14, Spring Open"),
     (f"{SLUG}/T3", "A tablet for table 3, Spring Open"), ("", "A tablet for any table"),
     ("99", "No current tournament has a table 99."), ("B 14", "has a table B 14."),
     ("9" * 81, "80")],
)  # fmt: skip
def test_a_tablet_is_asked_for_by_the_number_of_its_table(hall, typed_in, told):
    html = {"Accept": "text/html"} | FROM_HERE
    answer = client(hall, "O1").post(
        "/badges/devices/invite", data={"table": typed_in}, headers=html
    )

    assert told in re.sub(r"<[^>]+>", "", answer.text)
    assert (answer.status_code == 200) == told.startswith("A tablet")


@pytest.mark.parametrize(
    ("there", "typed_in", "told"),
    [([], "4", "A tablet for table 4, Spring Open"),
     (["Open/T4", "Masters/T4"], "open 4", "A tablet for table 4 of division Open,"),
     (["Open/T4", "Masters/T4"], "4", "has a table 4.")],
)  # fmt: skip
def test_a_table_is_known_before_a_round_is_paired_and_however_its_division_is_spelled(
    hall, monkeypatch, there, typed_in, told
):
    monkeypatch.setattr(signing_in, "_tables", lambda slug: [f"{slug}/{one}" for one in there])
    html = {"Accept": "text/html"} | FROM_HERE
    answer = client(hall, "O1").post(
        "/badges/devices/invite", data={"table": typed_in}, headers=html
    )

    assert told in re.sub(r"<[^>]+>", "", answer.text)


A_TAP, A_LINE = (((5, 5, 0),),), (((0, 0, 0), (40, 30, 20), (90, 10, 60)),)
DRAWN = {
    "nothing": None,
    "a tap": kept_strokes(A_TAP, bytes(16)),
    "no strokes at all": KeptWords(bytes(16), b"code 4711"),
}


@pytest.mark.found("SR-6")
def test_SR6_a_signature_by_hand_comes_with_what_the_hand_drew(hall, number):
    table = Table(hall.desk, hall.games[number - 1], entered=1000 * number)
    for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
        table.enter(request)
    for seat in (A, B, A, B, A, B):
        table.passes(seat)
    table.enter(CountUnplayed(racks=("E", "E")))
    table.enter(ProposeResult())
    keeper = a_keeper(hall, f"{SLUG}/T{number}")

    def signs(kept):
        request = {
            "ask": "sign-result", "seat": "first", "totals": table.sheet.stands, "how": "stroke",
            "shown": digest_shown(table.sheet, A), "words": kept.digest if kept else "5" * 64,
        }  # fmt: skip
        words = [{"salt": b64encode(k.salt).decode(), "content": b64encode(k.content).decode()}
                 for k in [kept] if k]  # fmt: skip
        entry = {
            "command_id": str(uuid4()), "game": str(table.game), "asked": request, "words": words,
        }  # fmt: skip
        [told] = keeper.post("/api/entries", json=[entry], headers=JSON).json["answers"]
        return told["kind"], told.get("refused"), told.get("what")

    for kept in DRAWN.values():
        nothing = ("refused", "unreadable-request", "The signature is empty.")
        assert signs(kept) == nothing
    assert table.sheet.signed_by == ()
    assert signs(kept_strokes(A_LINE, bytes(16)))[0] == "written"
    assert table.sheet.signed_by == (A,)


@pytest.mark.found("SR-1")
@pytest.mark.parametrize(
    ("scope", "code"), [("", "not-allowed"), ("T{}", "not-allowed"), ("desk", "another-table")]
)
def test_SR1_nobody_tells_a_result_for_the_players_but_their_phones(hall, number, scope, code):
    """Two such entries would read as both players' word, and the desk confirms that by a key."""
    place = f"{SLUG}/{scope.format(number)}" if scope else ""
    keeper, game = a_keeper(hall, place), hall.games[number - 1]
    told = {"ask": "report-result", "scores": [301, 400], "sure": True}
    for seq, player in enumerate((1, 2), start=1):
        entry = {
            "command_id": str(uuid4()), "device_seq": seq, "game": str(game),
            "asked": {**told, "player": player},
        }  # fmt: skip
        answer = keeper.post("/api/entries", json=[entry], headers=JSON)
        [refused] = answer.json["answers"]
        assert (refused["kind"], refused["refused"]) == ("refused", code)

    assert hall.desk.sheet(game).result.reported == ()


@pytest.mark.found("TB-7")
@pytest.mark.parametrize(
    ("days", "on_the_desk", "on_the_page"),
    [(4, "", ""), (5, "One tablet has not been used for five days.", "not used since"),
     (8, "", ": storage may be deleted")],
)  # fmt: skip
def test_a_tablet_is_named_before_safari_clears_it_on_the_seventh_day(
    tmp_path, monkeypatch, days, on_the_desk, on_the_page
):
    with a_hall(tmp_path) as hall:
        html = {"Accept": "text/html"} | FROM_HERE
        tablet = taken_in(hall.office, f"{SLUG}/T1").device
        director = client(hall, "D1")
        now = hall.desk.now()
        monkeypatch.setattr(hall.desk, "now", lambda: now + timedelta(days=days))
        desk = director.get("/desk", headers=html).text
        page = director.get("/badges/", headers=html).text

        assert ("resting" in desk, on_the_desk in desk) == (bool(on_the_desk), True)
        row = re.search(rf"<tr><td>{tablet}</td>.*?</tr>", page, re.DOTALL)[0]
        assert ("not used since" in row, on_the_page in row) == (bool(on_the_page), True)
        assert ("Safari deletes" in page) == bool(on_the_page)

        monkeypatch.setattr(hall.office.sessions, "_now", hall.desk.now)
        hall.office.sessions.begin("K1", tablet)  # it is used again
        assert "not used since" not in director.get("/badges/", headers=html).text
