"""Results typed from slips over HTTP: each once, by whom it may be, at the table that is meant."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from uuid import uuid4

import pytest
from msgspec import structs
from PIL import Image

from ledger.game.results.facts import SlipTyped
from ledger.game.results.slips import TypeSlip
from ledger.hall.rows import at_the_tables, missing_slips
from ledger.tournament.facts import Pairing, PlayerEntered
from ledger.vocabulary import CONSOLE, Role
from printing.engine.pen import paper_address
from tests.officials import Organiser
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import PIN, SLUG, a_hall, the_desk

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
JSON = FROM_HERE | {"Accept": "application/json"}
HERE = f"/t/{SLUG}/organise/results"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("results"), tables=12) as hall:
        hall.office.issue("O1", "Olga", Role.ORGANISER, by=CONSOLE)
        hall.office.pins.set("O1", PIN)
        hall.free = iter(range(1, 13))
        yield hall


@pytest.fixture
def number(hall):
    return next(hall.free)


def client(hall, badge="K1"):
    """Somebody at the results desk, on its device: directors and organisers need none."""
    visitor = hall.app.test_client()
    if badge == "K1":
        visitor.set_cookie("tilescribe-device", the_desk(hall.office).key)
    visitor.post("/sign-in", data={"badge": badge, "pin": PIN}, headers=FROM_HERE)
    return visitor


def typed(visitor, table, first=412, second=388, **more):
    fields = {"request": str(uuid4()), "table": table, "first": first, "second": second} | more
    return visitor.post(HERE, data=fields, headers=JSON)


def slips(hall, table):
    return [event.fact for event in slip_events(hall, table)]


def slip_events(hall, table):
    return [e for e in hall.sheet(table).events if isinstance(e.fact, SlipTyped)]


def refused(answer):
    assert answer.status_code == 422, answer.json
    return answer.json["refused"]


@pytest.mark.parametrize("badge", ["K1", "D1", "O1"])
def test_scorekeepers_directors_and_organisers_type_slips(hall, number, badge):
    told = typed(client(hall, badge), number).json

    assert (told["scores"], told["lacks"], told["state"]) == ([412, 388], "", "final")
    assert hall.sheet(number).stands == (412, 388)
    assert told["slip"]["by"] == badge


def test_a_slip_sent_twice_or_again_after_a_lost_reply_is_written_once(hall, number):
    visitor, request = client(hall), str(uuid4())
    answers = [typed(visitor, number, request=request) for _ in range(3)]

    assert [one.status_code for one in answers] == [200, 200, 200]
    assert len(slips(hall, number)) == 1
    assert refused(typed(visitor, number)) == "slip-known"


def test_the_same_slip_at_two_desks_at_once_is_written_once_and_the_other_is_told(hall, number):
    desks = [client(hall, badge) for badge in ("K1", "D1", "O1", "K1")]
    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(lambda one: typed(one, number), desks))

    assert sorted(one.status_code for one in answers) == [200, 422, 422, 422]
    assert {one.json["refused"] for one in answers if one.status_code == 422} == {"slip-known"}
    assert len(slips(hall, number)) == 1


def test_what_hardly_happens_is_asked_once_and_what_can_t_be_never_written(hall, number):
    visitor = client(hall)
    assert refused(typed(visitor, number, 41, 388)) == "unlikely-slip"
    assert typed(visitor, number, 41, 388, sure="yes").json["scores"] == [41, 388]
    for wrong in (("41x", 388), ("", 388), (99999, 388), ("9" * 400, 1)):
        assert refused(typed(visitor, number, *wrong, sure="yes")) in (
            "unreadable-request", "impossible-scores",
        )  # fmt: skip


def test_a_slip_for_the_wrong_table_is_taken_back_by_who_typed_it(hall, number):
    visitor = client(hall)
    told = typed(visitor, number).json
    back = {"request": str(uuid4()), "table": number, "version": told["slip"]["version"]}

    gone = visitor.post(f"{HERE}/taken-back", data=back | {"why": "wrong-table"}, headers=JSON)

    assert (gone.json["lacks"], gone.json["scores"], gone.json["slip"]) == ("result", None, None)
    assert typed(visitor, number, 300, 402).json["scores"] == [300, 402]


def test_a_photo_is_written_anew_and_shown_to_officials_alone(hall, number):
    visitor = client(hall)
    picture = BytesIO()
    Image.new("RGB", (40, 30), "white").save(picture, "PNG", comment="where it was taken")

    def sent():
        what = {"table": number, "photo": (BytesIO(picture.getvalue()), "slip.png")}
        return visitor.post(f"{HERE}/photo", data=what, headers=JSON)

    assert refused(sent()) == "no-slip-yet"
    typed(visitor, number, unsigned=["1", "2"])
    assert sent().json["slip"]["photos"]
    assert hall.sheet(number).signed_by == ()
    now = visitor.get(f"{HERE}.json").json["tables"]
    [photo] = next(one for one in now if one["table"] == number)["slip"]["photos"]
    shown = visitor.get(photo)
    assert (shown.mimetype, shown.data[:2]) == ("image/jpeg", b"\xff\xd8")
    assert "no-store" in shown.headers["Cache-Control"]
    assert hall.app.test_client().get(photo).status_code == 403
    elsewhere = photo.replace(str(hall.games[number - 1]), str(hall.games[11]))
    assert visitor.get(elsewhere).status_code == 404


def test_tables_of_another_division_another_round_and_another_tournament(hall, number):
    organiser, visitor = Organiser(hall.desk), client(hall)
    more = [PlayerEntered(number=n, name=f"Veteran {n}", division="Vet") for n in range(101, 105)]
    organiser.enter_players(SLUG, more, by=CONSOLE)
    paired = [Pairing(number, 101, 102), Pairing(90, 103, 104)]
    organiser.pair_round(SLUG, 1, paired, division="Vet", by=CONSOLE)

    assert refused(typed(visitor, number)) == "two-tables"
    assert typed(visitor, f"vet{number}").json["players"] == ["Veteran 101", "Veteran 102"]
    answer = typed(visitor, "B90")
    assert answer.json["what"].startswith("Table 90 is not in division B. It is in Vet.")
    assert answer.status_code == 404
    assert typed(visitor, 99).status_code == 404
    scanned = "http://hall.example/t/autumn-open/r1/t4/"
    assert "another tournament" in typed(visitor, scanned).json["what"]
    scanned = paper_address("TJ7K2M9QXX", f"3/{SLUG}/Vet/R1/T90")
    assert typed(visitor, scanned).json["players"] == ["Veteran 103", "Veteran 104"]


def pair_a_and_a1(hall):
    """Two divisions, of which the name of one is that of the other and a number."""
    numbers = iter(range(101, 200))
    for division, at in {"A": (13, 14), "A1": (3, 5, 14)}.items():
        players = [
            PlayerEntered(number=next(numbers), name=f"{division} {n}", division=division)
            for n in range(2 * len(at))
        ]
        Organiser(hall.desk).enter_players(SLUG, players, by=CONSOLE)
        paired = [
            Pairing(table, one.number, other.number)
            for table, one, other in zip(at, players[::2], players[1::2], strict=True)
        ]
        Organiser(hall.desk).pair_round(SLUG, 1, paired, division=division, by=CONSOLE)


def test_a_number_that_ends_a_divisions_name_is_not_taken_for_that_of_a_table(tmp_path):
    """``A13`` is table 13 of A and table 3 of A1: it is asked which, and a space says it."""
    with a_hall(tmp_path, tables=1) as hall:
        pair_a_and_a1(hall)
        visitor = client(hall)
        both = typed(visitor, "A13")

        assert refused(both) == "two-tables"
        assert "table 13 of division A and table 3 of division A1" in both.json["what"]
        assert "A 13" in both.json["next_step"]
        assert slips_of(hall, "A", 13) == slips_of(hall, "A1", 3) == []
        assert typed(visitor, "A 13").json["players"] == ["A 0", "A 1"]
        assert typed(visitor, "A1 3").json["players"] == ["A1 0", "A1 1"]
        assert typed(visitor, "a15").json["players"] == ["A1 2", "A1 3"]  # A has no table 15
        assert typed(visitor, "A 14").json["players"] == ["A 2", "A 3"]  # and not A1's


def slips_of(hall, division, table):
    [row] = [
        row
        for row in hall.here.hall.games(SLUG, 1)
        if (row.division, row.table) == (division, table)
    ]
    return [e for e in hall.desk.sheet(row.id).events if isinstance(e.fact, SlipTyped)]


def test_the_game_that_counts_at_a_table_is_the_one_played_last(hall):
    [one, *_] = hall.here.hall.games(SLUG, 1)
    again = structs.replace(one, replay=2, state="scheduled", written_at="2026-11-21T15:00:00Z")

    assert at_the_tables([again, one]) == [again]
    assert [(x.game.replay, x.lacks, x.since) for x in missing_slips([one, again])] == [
        (2, "result", "2026-11-21T15:00:00Z")
    ]


@pytest.mark.wide("many")
def test_a_crowd_of_slips_one_after_the_other(tmp_path):
    """200 of them, each once."""
    with a_hall(tmp_path, tables=200) as hall:
        visitor = client(hall)
        for table in range(1, 201):
            answer = typed(visitor, table, 300 + table % 90, 299 - table % 50)
            assert answer.status_code == 200, answer.json
        now = visitor.get(f"{HERE}.json").json["tables"]
        assert len(now) == 200
        assert not any(one["lacks"] for one in now)


def test_without_scripts_a_form_does_it_and_says_what_is_wrong(hall):
    visitor = client(hall)
    html = {"Accept": "text/html"} | FROM_HERE
    wrong = {"table": "99", "first": "412", "second": "388"}
    answer = visitor.post(HERE, data=wrong, headers=html)
    assert "There is no game at table 99" in answer.text
    assert 'value="412"' in answer.text
    assert visitor.get(HERE, headers=html).status_code == 200
    assert 'name="sure"' not in answer.text


def test_the_desk_tells_how_many_slips_are_missing_and_since_when(hall):
    desk, page = client(hall, "D1"), client(hall)
    tables = page.get(f"{HERE}.json").json["tables"]
    [told] = desk.get("/desk/now.json").json["missing"]

    waited_for = [one for one in tables if one["lacks"]]
    begun = [one["since"] for one in waited_for if one["state"] != "scheduled"]
    assert begun
    assert (told["missing"], told["tables"], told["since"]) == (
        len(waited_for), len(tables), min(begun),
    )  # fmt: skip
    assert told["page"] == HERE


@pytest.mark.found("OG-9")
def test_where_all_slips_are_in_the_way_to_close_the_round_leads_to_that_round(tmp_path):
    """Of each division its own; the tournament is closed elsewhere."""
    with a_hall(tmp_path, tables=2) as hall:
        hall.office.issue("O1", "Ines", Role.ORGANISER, by="D1")
        hall.office.pins.set("O1", PIN)
        visitor = hall.app.test_client()
        visitor.post("/sign-in", data={"badge": "O1", "pin": PIN}, headers=FROM_HERE)
        links = []
        for game in hall.games:
            page = visitor.get(f"/t/{SLUG}/organise/results", headers=FOR_PEOPLE).text
            links += re.findall(r'data-round="1" href="([^"]*)"( hidden)?>([^<]*)<', page)
            Organiser(hall.desk).asks(game, TypeSlip(scores=(412, 388)), "D1")
        page = visitor.get(f"/t/{SLUG}/organise/results", headers=FOR_PEOPLE).text
        links += re.findall(r'data-round="1" href="([^"]*)"( hidden)?>([^<]*)<', page)
        there = f"/t/{SLUG}/r1/close"
        assert links == [
            (there, " hidden", "Close round 1"), (there, " hidden", "Close round 1"),
            (there, "", "Close round 1"),
        ]  # fmt: skip
        assert "Close round 1" in visitor.get(there, headers=FOR_PEOPLE).text
