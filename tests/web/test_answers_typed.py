"""Whatever is answered as JSON is what its type says: every part of it, and nothing else."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import count
from uuid import uuid4

import msgspec
import pytest
from PIL import Image

from ledger.accounts.badges import Badges
from ledger.accounts.hashing import Cost
from ledger.desk.requests import Sent
from ledger.game.play.challenges.challenging import IssueChallenge
from ledger.game.play.turns.plays import PlaceTiles
from ledger.tournament.facts.tournaments import Pairing
from ledger.vocabulary import Placement, Points, Role, Seat
from tests import schemas
from tests.officials import Organiser
from tests.web.conftest import PRINTER
from tests.web.test_openapi import DESCRIPTION, OPERATIONS, resolved
from tests.web.whole_hall import FROM_HERE, a_whole_hall
from tests.web.whole_hall import SLUG as AT_HOME
from web.application import create_app
from web.command_line.data_folder import CONSOLE
from web.command_line.opened import opened
from web.demonstration.building import SLUG, build
from web.live.changes_told import ChangeTold, Hint
from web.site.record_site import RecordSite

GAMES = ((1, 1), (6, 3), (7, 2), (7, 4))
"""Rounds and tables of the demonstration: signed, amended, half signed, in play."""


def kinds(operation, status):
    """The types an answer may have, by the description; none where it is no JSON."""
    content = resolved(operation["responses"].get(str(status), {})).get("content", {})
    shapes = [
        of["schema"] for kind, of in content.items() if kind.endswith(("/json", "manifest+json"))
    ]
    parts = (one for shape in shapes for one in shape.get("anyOf", [shape]))
    refs = [one["$ref"] for one in parts if "$ref" in one]
    return [schemas.BY_NAME[ref.rpartition("/")[2]] for ref in refs]


READ = sorted(key for key, each in OPERATIONS.items() if key[1] == "get" and kinds(each, 200))
SENT = sorted(key for key, each in OPERATIONS.items() if key[1] == "post" and kinds(each, 200))


def is_just(kind, body):
    """Whether JSON is a value of this type, read and written again without a difference."""
    try:
        value = msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        return False
    return json.loads(msgspec.json.encode(value)) == json.loads(body)


class Demonstration:
    """The demonstration's record, and a director who looks at it."""

    def __init__(self, here):
        office = Badges(here.desk, here.cabinet, Cost(2, 1, 1))
        office.issue("D9", "Dora", Role.DIRECTOR, by=CONSOLE)
        office.pins.set("D9", "a good pin")
        self.here = here
        site = RecordSite(here.log, here.hall, here.desk)
        self.app = create_app(site, None, PRINTER, office, TESTING=True, HEARTBEAT_SECONDS=0.001)
        self.director = {"Cookie": f"tilescribe-session={office.sessions.begin('D9', '')}"}

    def get(self, path, headers=None):
        return self.app.test_client(use_cookies=False).get(path, headers=headers)

    def addresses(self, path):
        """A path filled in for each game, once where it is about none."""
        for round_number, table in GAMES:
            game = self.here.hall.find(SLUG, round_number, table)
            where = {"slug": SLUG, "round_number": round_number, "table": table, "replay": 1}
            yield path.format(**where, game=game.id, division="a", book="wespa-5.1", kind="json")
            if "{table}" not in path and "{game}" not in path:
                break


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demonstration")
    with opened(folder, make=True) as here:
        build(here.desk, folder, by=CONSOLE)
        yield Demonstration(here)


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("hall")) as hall:
        hall.app.config["VERDICT_SHOWN_AFTER"] = 0.0
        yield hall


def test_no_answer_in_json_is_without_its_type():
    for operation in OPERATIONS.values():
        for answer in operation["responses"].values():
            for kind, of in resolved(answer).get("content", {}).items():
                if kind.endswith(("/json", "manifest+json")):
                    shape = of["schema"]
                    assert all("$ref" in one for one in shape.get("anyOf", [shape])), operation


@pytest.mark.parametrize("key", READ, ids=[OPERATIONS[key]["operationId"] for key in READ])
def test_what_is_read_is_what_its_type_says(demonstration, key):
    operation, seen = OPERATIONS[key], set()
    for address in demonstration.addresses(key[0]):
        for headers in (None, demonstration.director):
            answer = demonstration.get(address, headers)
            seen.add(answer.status_code)

            assert any(
                is_just(kind, answer.data) for kind in kinds(operation, answer.status_code)
            ), (address, answer.status_code, answer.text[:200])

    if "{division}" not in key[0]:  # the demonstration has one only
        assert 200 in seen


def test_what_screens_are_told_is_what_its_type_says(demonstration):
    stream = demonstration.get("/events?after=1", demonstration.director)

    lines = re.findall(r"^data: (\{.+)$", stream.get_data(as_text=True), re.MULTILINE)

    assert len(lines) > 20
    assert all(is_just(ChangeTold, line) for line in lines)


def entered(hall, asked):
    """Something entered at table 2, where nobody else of these tests writes."""
    hall.desk.record(hall.games[1], asked, Sent(by="D1", command_id=uuid4()))


def challenged(hall):
    """A play at table 2 and a challenge that waits for a verdict; the last event's id."""
    if hall.desk.sheet(hall.games[1]).challenges.pending is None:
        where = Placement("8D", "WINDY")
        entered(hall, PlaceTiles(seat=Seat.FIRST, placement=where, announced=Points(32)))
        entered(hall, IssueChallenge(seat=Seat.SECOND, words=("WINDY",), method="runner"))
    last = hall.desk.sheet(hall.games[1]).events[-1].envelope.command_id
    return {"command_id": str(uuid4()), "after": str(last)}


def of_a_slip(hall, door, **told):
    body = {**challenged(hall), **told}
    stale = {**body, "command_id": str(uuid4()), "after": str(uuid4())}
    address = f"/api/games/{hall.games[1]}/{door}"
    return [(address, "director", {"json": one}) for one in (stale, body, body, {})]


ROUNDS = count(2)


def of_a_paper_slip(hall, name):
    """A slip typed for a table of a round of its own, taken back, or with its photo."""
    here, number = f"/t/{AT_HOME}/organise/results", next(ROUNDS)
    Organiser(hall.desk).pair_round(AT_HOME, number, [Pairing(1, 1, 2)], by="D1")
    table = {"table": "1", "round": str(number)}
    typed = (here, "director", {"data": table | {"first": "412", "second": "388"}})
    told = hall.ask("director", here, "POST", headers=FROM_HERE, **typed[2]).json
    version = told["slip"]["version"]
    back = (f"{here}/taken-back", "director", {"data": table | {"version": str(version)}})
    if name == "slip_results.typed":
        hall.ask("director", back[0], "POST", headers=FROM_HERE, **back[2])
        return [typed, typed]
    if name == "slip_results.taken_back":
        return [back, back]
    picture = BytesIO()
    Image.new("RGB", (4, 3)).save(picture, "PNG")
    photo = {"photo": (BytesIO(picture.getvalue()), "slip.png")}
    return [(f"{here}/photo", "director", {"data": table | more}) for more in (photo, {})]


def sent(hall, operation, path):
    """What is sent, by whom: such that it is written, told again, stale or refused."""
    name = operation["operationId"]
    if name == "judging.give":
        return of_a_slip(hall, "verdict", acceptable=True)
    if name == "judging.return_slip":
        return of_a_slip(hall, "slip-returned", words=["WINDS"])
    if name.startswith("slip_"):
        return of_a_paper_slip(hall, name)
    address = path.format(**{part: str(value) for part, value in hall.values().items()})
    by_directors = ("handover.hand_in", "by_director.enter", "setting_aside.set_aside")
    who = "director" if name in by_directors else "keeper"
    body = hall.body(name, who)
    if name == "entries.hand_in":
        [entry] = body["json"]
        late = {**hall.entry(who), "after": str(uuid4())}
        changed = {**entry, "clocks": [1400, 1400]}
        gap = {**hall.entry(who), "device_seq": 900}
        bodies = [body, body, {"json": [changed]}, {"json": [late]}, {"json": [gap]}]
    else:
        bodies = [body, body]
    return [(address, who, one) for one in (*bodies, {"json": "?"})]


@pytest.mark.parametrize("key", SENT, ids=[OPERATIONS[key]["operationId"] for key in SENT])
def test_what_is_sent_is_answered_as_its_type_says(hall, key):
    operation, seen = OPERATIONS[key], set()
    for address, who, body in sent(hall, operation, key[0]):
        answer = hall.ask(who, address, "POST", headers=FROM_HERE, **body)
        seen.add(answer.status_code)

        assert any(is_just(kind, answer.data) for kind in kinds(operation, answer.status_code)), (
            body, answer.status_code, answer.text[:200],
        )  # fmt: skip

    assert seen >= {200, 422}


def test_a_tablet_is_told_that_there_is_news_as_a_hint(hall):
    stream = hall.ask("keeper", f"/events?table={hall.games[0]}&after=1")

    lines = re.findall(r"^data: (\{.+)$", stream.get_data(as_text=True), re.MULTILINE)

    assert lines
    assert all(is_just(Hint, line) for line in lines)


def test_what_is_left_out_or_put_in_is_seen(demonstration):
    whole = json.loads(demonstration.get("/readyz").data)
    kind = schemas.BY_NAME["ReadinessTold"]

    assert is_just(kind, json.dumps(whole))
    assert not is_just(kind, json.dumps({**whole, "more": 1}))
    assert not is_just(kind, json.dumps({"ready": True}))


def test_every_type_that_is_told_or_sent_is_in_the_description():
    assert set(schemas.BY_NAME) <= set(DESCRIPTION["components"]["schemas"])
