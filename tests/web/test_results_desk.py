"""The results desk: a device taken in for it, and nothing typed by a scorekeeper anywhere else."""

from __future__ import annotations

import re
from io import BytesIO
from uuid import uuid4

import pytest

from ledger.vocabulary import Role
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
from web.command_line.data_folder import CONSOLE


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("desk"), tables=9) as hall:
        hall.office.issue("O1", "Olga", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        hall.free = iter(range(1, 10))
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
    asked = {"ask": "type-slip", "scores": [11, 999], "sure": True}
    entry = {"command_id": str(uuid4()), "game": str(game), "asked": asked}
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
    assert "was not taken in for the results desk" in away
    for badge in ("K1", "D1", "O1"):
        assert "results desk" not in client(hall, badge).get(HERE, headers=html).text


@pytest.mark.found("SR-1")
def test_SR1_a_device_of_the_desk_is_taken_in_from_the_badges_page_and_types_for_every_table(
    hall, number
):
    desk, html = client(hall, "O1"), {"Accept": "text/html"} | FROM_HERE
    assert "Take in the results desk" in desk.get("/badges/", headers=html).text
    page = desk.post("/badges/devices/invite", data={"desk": SLUG}, headers=html).text
    assert f"A device for the results desk of {SLUG}" in page
    code = re.search(r'class="secret">([0-9A-Z]{4}-[0-9A-Z]{4})<', page)[1]

    laptop = hall.app.test_client()
    laptop.post("/enrol", data={"code": code, "name": "Results"}, headers=html)
    signed = laptop.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=html)

    assert signed.headers["Location"] == HERE
    assert typed(laptop, number).json["state"] == "final"
    written = slip_events(hall, number)[-1].envelope
    assert (written.written_by, written.device[:5]) == ("K1", "desk")
    assert f"{SLUG}/desk" in desk.get("/badges/", headers=html).text
