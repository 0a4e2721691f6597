"""Whatever is answered as JSON is what its type says: every part of it, and nothing else."""

from __future__ import annotations

import json
import mimetypes
import re
from io import BytesIO
from itertools import count
from uuid import UUID, uuid4

import msgspec
import pytest
from PIL import Image

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import Sent
from ledger.game.challenges.requests import IssueChallenge
from ledger.game.turns.requests import PlaceTiles
from ledger.tournament.facts import Pairing
from ledger.vocabulary import CONSOLE, Placement, Points, Role, Seat
from tests.officials import Organiser
from tests.tiers import first_fast
from tests.web.conftest import PRINTER
from tests.web.whole_hall import FROM_HERE, VISITORS, a_whole_hall
from tests.web.whole_hall import SLUG as AT_HOME
from web.access.permissions import PROGRAMS
from web.access.rate_limit import RateLimit
from web.application import create_app
from web.asgi.telling import ChangeTold, Hint
from web.command_line.opened import opened
from web.demonstration.building import SLUG, build
from web.entry.entries import Answers
from web.frame.pages import ANY_FILE, PAGES
from web.frame.refused import RefusalTold
from web.monitoring.health import ReadinessView
from web.site import RecordSite


def is_for_programs(endpoint):
    """Whether it is of ``/api/v1``, which has its own tests."""
    return endpoint.startswith(f"{PROGRAMS}.")


GAMES = ((1, 1), (6, 3), (7, 2), (7, 4))
"""Rounds and tables of the demonstration: signed, amended, half signed, in play."""


READ, SENT = (
    {
        name: page.answers
        for name, page in PAGES.items()
        if page.method == method and not isinstance(page.answers, str) and not is_for_programs(name)
    }
    for method in ("GET", "POST")
)
"""What is read as JSON and what is sent something: endpoints and what they say they tell."""

NOT_DONE = {
    ("entries.hand_in", 422): Answers,  # some of the entries refused
    ("handover.hand_in", 422): Answers,
    ("health.ready", 503): ReadinessView,
}
"""What is told beside a refusal where it is not 200."""

FILES = {
    "offline.manifest": "application/manifest+json",
    "transfers.export": "application/zip",  # of the one format that is asked for here
}
"""Of what is told as JSON, what comes as another type here."""


def kinds(endpoint, status):
    """The types that JSON of a door may have."""
    done = (READ | SENT).get(endpoint) if status == 200 else NOT_DONE.get((endpoint, status))
    return tuple(kind for kind in (done, RefusalTold if status >= 400 else None) if kind)


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
        office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
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
        hall.app.extensions["paper_checks"] = RateLimit(
            1000, 60.0
        )  # every door is asked again and again
        yield hall


def routes(app, endpoint, method="GET"):
    """The addresses of a door, with braces for what changes in them."""
    return sorted(
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules(endpoint)
        if method in rule.methods
    )


@pytest.mark.parametrize("endpoint", sorted(READ))
def test_what_is_read_is_what_its_type_says(demonstration, endpoint):
    for path in routes(demonstration.app, endpoint):
        seen = set()
        for address in demonstration.addresses(path):
            for headers in (None, demonstration.director):
                answer = demonstration.get(address, headers)
                seen.add(answer.status_code)

                assert any(
                    is_just(kind, answer.data) for kind in kinds(endpoint, answer.status_code)
                ), (address, answer.status_code, answer.text[:200])

        if "{division}" not in path:  # the demonstration has one only
            assert 200 in seen, path


def test_what_screens_are_told_is_what_its_type_says(demonstration):
    stream = demonstration.get("/events?after=1", demonstration.director)

    lines = re.findall(r"^data: (\{.+)$", stream.get_data(as_text=True), re.MULTILINE)

    assert len(lines) > 20
    assert all(is_just(ChangeTold, line) for line in lines)


def entered(hall, request):
    """Something entered at table 2, where nobody else of these tests writes."""
    hall.desk.record(hall.games[1], request, Sent(by="D1", command_id=uuid4()))


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


def sent(hall, name, path):
    """What is sent, by whom: such that it is written, told again, stale or refused."""
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


@pytest.mark.parametrize(
    "endpoint",  # a slip returned leaves the challenge open, for the verdict after it
    sorted(SENT, key=lambda name: (name == "judging.give", name)),
)
def test_what_is_sent_is_answered_as_its_type_says(hall, endpoint):
    [path] = routes(hall.app, endpoint, "POST")
    seen = set()
    for address, who, body in sent(hall, endpoint, path):
        answer = hall.ask(who, address, "POST", headers=FROM_HERE, **body)
        seen.add(answer.status_code)

        assert any(is_just(kind, answer.data) for kind in kinds(endpoint, answer.status_code)), (
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

    assert is_just(ReadinessView, json.dumps(whole))
    assert not is_just(ReadinessView, json.dumps({**whole, "more": 1}))
    assert not is_just(ReadinessView, json.dumps({"ready": True}))


def media_type(endpoint, address):
    """What is answered where it is a page or a file, as the page itself says."""
    said = PAGES[endpoint].answers
    if said == ANY_FILE:
        return mimetypes.guess_type(address.partition("?")[0])[0]
    return FILES.get(endpoint, said if isinstance(said, str) else "application/json")


def amiss(endpoint, address, answer):
    """What nobody expects of an answer, in words; empty if all is as it should be."""
    status, kind = answer.status_code, answer.mimetype
    if status not in {200, 302, 303, 308, 400, 403, 404, 409, 422, 429}:
        return f"{status}: {answer.text[:80]}"
    if 300 <= status < 400:
        return "" if answer.headers.get("Location") else f"{status} leads nowhere"
    if status == 200 and endpoint not in SENT:
        wanted = media_type(endpoint, address)
        if kind != wanted:
            return f"comes as {kind} and not as {wanted}"
    if kind not in ("application/json", "text/html") and status >= 400:
        return f"{status} comes as {kind}"
    if kind != "application/json":
        return ""
    there = kinds(endpoint, status)
    fits = any(is_just(kind, answer.data) for kind in there)
    return "" if fits else f"{status} is none of {[kind.__name__ for kind in there]}"


NEVER_ENDS = "stream.events", "api.events"


def read_in_every_way(hall, every):
    """Every door that is read, as everybody would open it, and with what can't be right.

    An address is opened by one in ``every`` so many visitors, who take turns.
    """
    turn = count()
    values = {name: str(value) for name, value in hall.values().items()}
    elsewhere = {"slug": "no-such", "game": str(UUID(int=1)), "digest": "0", "book": "no-such"}
    for endpoint, methods, _ in set(hall.doors()):
        if "GET" not in methods or endpoint in NEVER_ENDS or endpoint.startswith("api."):
            continue
        for path in routes(hall.app, endpoint):
            right = path.format(**values)
            for who in list(VISITORS)[next(turn) % every :: every]:
                yield endpoint, right, hall.ask(who, right)
            for wrong in (
                path.format(**(values | elsewhere)),
                f"{right}?asof=yesterday&game=none&paper=a9&ply=x",
            ):
                yield endpoint, wrong, hall.ask("director", wrong)


@pytest.mark.found("OP9")
@pytest.mark.parametrize("every", first_fast([8, 1]), ids=["in turn", "everybody"])
def test_whatever_is_read_by_anybody_is_a_page_a_file_of_its_kind_or_a_refusal(hall, every):
    found = {
        (endpoint, address, said)
        for endpoint, address, answer in read_in_every_way(hall, every)
        if (said := amiss(endpoint, address, answer))
    }

    assert found == set()


@pytest.mark.found("OP9")
def test_whatever_is_sent_by_anybody_is_answered_with_its_type_or_a_refusal(hall):
    found = set()
    for endpoint, methods, address in hall.doors():
        if "POST" not in methods or endpoint.startswith("api."):
            continue
        for who in ("nobody", "keeper", "judge", "director"):
            for answer in (
                hall.ask(who, address, "POST", data=b"["),
                hall.ask(who, address, "POST", **hall.body(endpoint, who)),
                hall.ask(who, address, "POST", headers={"Origin": "http://elsewhere.example"}),
            ):
                if said := amiss(endpoint, address, answer):
                    found.add((endpoint, said))

    assert found == set()


@pytest.mark.wide("a whole hall")
def test_whatever_has_a_tag_is_not_sent_again(hall):
    sent_again = set()
    for endpoint, methods, address in hall.doors():
        if "GET" not in methods or endpoint in NEVER_ENDS:
            continue
        for who in ("nobody", "director"):
            tag = hall.ask(who, address).headers.get("ETag")
            again = hall.ask(who, address, headers={**FROM_HERE, "If-None-Match": tag or ""})
            if tag and (again.status_code, again.data) != (304, b""):
                sent_again.add((endpoint, who))

    assert sent_again == set()
