"""The front: what a crowd, or one laptop, can do to those who work; and what goes on the wire."""

from __future__ import annotations

import gzip
import http.client
import json
import logging
import re
import socket
import threading
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from uuid import UUID

import pytest
from flask import request
from msgspec.structs import replace

from ledger.vocabulary.refusals import Refusal
from tests.web.a_server import served_on_loopback
from tests.web.a_stream import Watching
from tests.web.entry_hall import PIN, SLUG
from tests.web.fake_site import a_site
from tests.web.waiting import on_record
from tests.web.whole_hall import a_whole_hall
from web.access import door_log
from web.application import create_app
from web.asgi import asgi, server
from web.asgi.asgi import REFUSALS, Front, TurnedAway
from web.asgi.workers import Rank
from web.asgi.wsgi_adapter import posted_to
from web.frame.modules import asset
from web.frame.pages import checks_a_pin
from web.frame.refused import STATUS_OF

STATIC = Path(__file__).resolve().parents[2] / "web" / "static" / "js"
UNFINISHED = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200\r\n\r\nbadge="


class Hall:
    """A whole hall behind the real front."""

    def __init__(self, whole, serving):
        self.whole, self.front, self.address = whole, serving.front, serving.address
        self.port = serving.port

    def ask(self, path, method="GET", who="nobody", body=None, **headers):
        """The answer, and its body as it came over the wire."""
        kept = {"tilescribe-session": self.whole.token_of(who),
                "tilescribe-device": self.whole.keys.get(who, "")}  # fmt: skip
        cookies = "; ".join(f"{name}={value}" for name, value in kept.items() if value)
        told = {"Origin": self.address, **({"Cookie": cookies} if cookies else {}), **headers}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as line:
            # Who sends too much is answered before all of it is read.
            with suppress(BrokenPipeError):
                line.request(method, path, body, told)
            answer = line.getresponse()
            return answer, answer.read()

    def turn(self, who="keeper"):
        """What a tablet's turn is answered."""
        _, told = self.ask(
            "/api/entries", "POST", who, json.dumps([self.whole.entry(who)]),
            **{"Content-Type": "application/json"},
        )  # fmt: skip
        return json.loads(told)["answers"][0]["kind"]

    def line(self, said=b""):
        """A connection that says so much, and then nothing."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        line.sendall(said)
        return line


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    folder = tmp_path_factory.mktemp("front")
    with (
        a_whole_hall(folder, STREAMS=(4, 3), STREAMS_KEPT=(8, 4), BODY_SECONDS=3.0) as whole,
        served_on_loopback(whole.app) as serving,
    ):
        yield Hall(whole, serving)


@pytest.fixture
def lines(hall):
    """Connections that are closed when the test is over."""
    with ExitStack() as open_ones:
        yield lambda said=b"": open_ones.enter_context(closing(hall.line(said)))


# A crowd


@pytest.mark.found("SE1")
def test_a_turn_is_answered_while_one_address_holds_connections_and_bodies(hall, lines):
    for _ in range(300):
        lines()
    for _ in range(100):
        lines(UNFINISHED)
    for _ in range(40):
        lines(b"GET / HTTP/1.1\r\nHo")

    on_record(lambda: hall.front.counts["unfinished"] == 100)

    assert hall.turn() == "written"
    assert hall.ask(f"/t/{SLUG}/")[0].status == 200


@pytest.mark.wide("processes")
@pytest.mark.found("SE1")
def test_a_body_that_does_not_come_is_refused_in_words(hall, lines):
    line = lines(UNFINISHED)

    answer = http.client.HTTPResponse(line)
    answer.begin()

    assert answer.status == 408
    assert json.loads(answer.read())["refused"] == "too-slow"


@pytest.mark.found("SE1")
def test_of_one_address_only_so_many_bodies_are_waited_for(hall, lines):
    of_all, of_one = asgi.UNFINISHED
    for _ in range(of_one):
        lines(UNFINISHED)
    on_record(lambda: hall.front.counts["unfinished"] == of_one)

    answer = http.client.HTTPResponse(lines(UNFINISHED))
    answer.begin()

    assert of_one < of_all
    assert answer.status == 429
    assert answer.headers["Retry-After"]
    assert json.loads(answer.read())["refused"] == "too-many-unfinished"
    assert hall.turn() == "written"


@pytest.fixture
def a_flood(hall, lines, monkeypatch):
    """All who check PINs are busy, and their queue is full, until the test is over."""
    done = threading.Event()
    monkeypatch.setattr(hall.whole.office.pins, "check", lambda *_: done.wait(60))
    said = f"badge=D1&pin={PIN}".encode()
    desk_request = (
        b"POST /sign-in HTTP/1.1\r\nHost: %b\r\nOrigin: %b\r\nContent-Length: %d\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\n%b"
        % (hall.address[7:].encode(), hall.address.encode(), len(said), said)
    )
    for _ in range(asgi.CHECKERS[Rank.ANYONE] + asgi.ROOM_TO_SIGN_IN):
        lines(desk_request)

    def is_full():
        """Lines of the test before may still be closing, and be in the way of some of these."""
        if hall.front.counts["signing in"] < asgi.ROOM_TO_SIGN_IN:
            lines(desk_request)
        return hall.front.counts["signing in"] == asgi.ROOM_TO_SIGN_IN

    on_record(is_full)
    yield desk_request
    done.set()
    on_record(lambda: hall.front.counts["signing in"] == 0)


@pytest.mark.found("SE3")
def test_a_flood_of_sign_ins_takes_no_thread_of_others_and_is_told_so(hall, lines, a_flood):
    answer = http.client.HTTPResponse(lines(a_flood))
    answer.begin()

    assert answer.status == 503
    assert answer.headers["Retry-After"] == "10"
    assert json.loads(answer.read())["refused"] == "too-many-signing-in"
    assert hall.turn() == "written"
    assert hall.ask("/sign-in")[0].status == 200


# Places for badges


@pytest.mark.found("OP16")
def test_the_desk_and_the_judge_watch_although_every_public_place_is_taken(hall):
    with ExitStack() as open_ones:

        def watch(who):
            token = hall.whole.token_of(who)
            cookie = {"Cookie": f"tilescribe-session={token}"} if token else {}
            stream = Watching(hall.address, "/events", cookie)
            open_ones.enter_context(closing(stream))
            return stream.status

        strangers = [watch("nobody") for _ in range(5)]
        badges = [watch(who) for who in ("director", "judge", "organiser", "director")]
        too_often = [watch("director") for _ in range(3)]

    on_record(lambda: hall.front.hub.watchers == 0)
    assert strangers == [200, 200, 200, 503, 503]  # three of one address, of four in all
    assert badges == [200] * 4
    assert too_often == [200, 200, 503]  # four of one badge


@pytest.mark.found("SE1")
def test_threads_are_kept_for_badges_whatever_strangers_ask_for(hall, lines, monkeypatch):
    held, busy = threading.Event(), threading.Semaphore(0)

    def slow():
        busy.release()
        held.wait(180)
        return "done"

    monkeypatch.setitem(hall.whole.app.view_functions, "rules.all_of_them", slow)
    for _ in range(asgi.THREADS[Rank.QUICK]):
        lines(b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try:
        assert all(busy.acquire(timeout=60) for _ in range(asgi.THREADS[Rank.ANYONE]))
        on_record(
            lambda: (
                hall.front.counts["waiting"] == asgi.THREADS[Rank.QUICK] - asgi.THREADS[Rank.ANYONE]
            )
        )
        assert hall.turn() == "written"
        # Whoever watches over the service is answered beside all of them.
        assert [hall.ask(path)[0].status for path in sorted(asgi.WATCHING)] == [200] * 3
    finally:
        held.set()


def test_a_badge_that_is_revoked_opens_nothing_though_the_front_remembers_it(hall):
    office = hall.whole.office
    office.issue("D7", "Leaves now", hall.whole.office.desk.role_of("D1"), by="console")
    hall.whole.tokens["director"] = office.sessions.begin("D7")
    before = hall.ask("/desk", who="director")[0].status
    token = hall.whole.tokens.pop("director")
    office.sessions.end(token)

    with closing(http.client.HTTPConnection("127.0.0.1", hall.port, timeout=60)) as line:
        line.request("GET", "/desk", headers={"Cookie": f"tilescribe-session={token}"})
        after = line.getresponse().status

    assert (before, after) == (200, 403)


# What goes over the wire


@pytest.mark.parametrize(("path", "stays"), [("/healthz", True), ("/healthz?once", False)])
def test_a_connection_goes_on_unless_it_was_one_more(hall, path, stays):
    with closing(http.client.HTTPConnection("127.0.0.1", hall.port, timeout=60)) as line:
        line.connect()
        for _ in range(2 if stays else 1):
            line.request("GET", path)
            answer = line.getresponse()
            assert json.loads(answer.read()) == {"alive": True}

        assert (line.sock is not None) == stays
        if not stays:
            assert answer.headers["Connection"] == "close"


def test_a_tablet_that_has_nothing_to_send_keeps_its_connection():
    """It asks once in a while; where packets are lost, a new connection costs seconds."""
    outbox = (STATIC / "entry" / "queue" / "outbox.js").read_text("utf-8")
    [seldom] = re.findall(r"^const LOOK = (\d+);", outbox, re.MULTILINE)
    assert "LOOK * (1 + Math.random())" in outbox

    assert 2 * int(seldom) < server.QUIET


@pytest.mark.found("OP18")
def test_text_is_packed_and_asked_for_again_it_is_not_sent(hall):
    plain, whole = hall.ask(f"/t/{SLUG}/")
    packed, fewer = hall.ask(f"/t/{SLUG}/", **{"Accept-Encoding": "gzip, br"})
    again, nothing = hall.ask(
        f"/t/{SLUG}/",
        **{"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]},
    )
    head, none = hall.ask(f"/t/{SLUG}/", "HEAD", **{"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(fewer) == whole
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert plain.headers["ETag"] == packed.headers["ETag"]
    assert (again.status, nothing) == (304, b"")
    assert (head.status, none) == (200, b"")
    assert head.headers["Content-Length"] == str(len(fewer)) == packed.headers["Content-Length"]


@pytest.mark.found("OP18")
def test_five_hundred_games_take_a_twentieth_of_their_size():
    site = a_site()
    site.rows.update({row.id: row for row in every_table(site, 540)})
    client = create_app(site).test_client()

    whole = client.get("/t/kestrel-bay-2026/games.json")
    packed = client.get("/t/kestrel-bay-2026/games.json", headers={"Accept-Encoding": "gzip"})

    assert len(packed.data) * 20 < len(whole.data)


def every_table(site, number):

    some = list(site.rows.values())
    for at in range(number):
        yield replace(some[at % len(some)], id=UUID(int=at), table=at)


def test_a_script_is_asked_of_the_application_once(hall, monkeypatch):
    with hall.whole.app.test_request_context():
        address = asset("js/live/stream.js")
    first, whole = hall.ask(address, **{"Accept-Encoding": "gzip"})

    def broken(**_what):
        raise AssertionError("asked again")

    monkeypatch.setitem(hall.whole.app.view_functions, "assets.file", broken)
    second, again = hall.ask(address, **{"Accept-Encoding": "gzip"})
    head, nothing = hall.ask(address, "HEAD", **{"Accept-Encoding": "gzip"})

    assert first.headers["Content-Encoding"] == "gzip"
    assert "immutable" in first.headers["Cache-Control"]
    assert again == whole
    assert sorted(second.headers.items())[1:] == sorted(first.headers.items())[1:]
    assert (head.status, nothing) == (200, b"")


def test_a_stream_is_never_packed(hall):
    with closing(Watching(hall.address, "/events", {"Accept-Encoding": "gzip"})) as stream:
        assert "content-encoding" not in stream.headers
        assert stream.next()["retry"] == "2000"


def test_more_than_can_be_sent_is_refused_as_ever(hall):
    much, _ = hall.ask("/sign-in", "POST", body=b"x" * 70_000)
    queue, told = hall.ask(
        "/api/entries", "POST", "keeper", b"[" + b" " * 600_000 + b"]",
        **{"Content-Type": "application/json"},
    )  # fmt: skip

    assert much.status == 413
    assert queue.status == 422
    assert json.loads(told)["refused"] == "unreadable-request"


def test_a_header_sent_twice_is_one_list_and_an_underscore_is_no_hyphen(hall, lines, monkeypatch):
    def heard():
        return {name: request.headers.get(name) for name in ("Cookie", "X-Twice", "X-One")}

    monkeypatch.setitem(hall.whole.app.view_functions, "health.alive", heard)
    line = lines(
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nCookie: a=1\r\nX-Twice: 1\r\nCookie: b=2\r\n"
        b"X-Twice: 2\r\nX_One: hidden\r\n\r\n"
    )
    answer = http.client.HTTPResponse(line)
    answer.begin()

    assert json.loads(answer.read()) == {"Cookie": "a=1; b=2", "X-Twice": "1,2", "X-One": None}


# In the house's own words


def test_every_refusal_of_the_front_has_its_status_and_its_shape_for_people_and_programs():
    app = create_app(a_site())
    turned_away = TurnedAway(app)
    for code, refusal in REFUSALS.items():
        scope = {"method": "GET", "path": "/", "headers": []}
        told = turned_away.answer(code, scope, "a")
        scope["headers"] = [(b"accept", b"text/html")]
        shown = turned_away.answer(code, scope, "a")

        assert told.status == shown.status == STATUS_OF[code] != 422
        assert json.loads(told.body)["what"] == refusal.what
        assert refusal.next_step in shown.body.decode()
        assert told.header(b"content-security-policy")
        assert bool(told.header(b"retry-after")) == (told.status in (429, 503))


@pytest.mark.found("SE8")
def test_who_is_turned_away_is_in_the_log_and_a_flood_does_not_fill_it(caplog):
    turned_away = TurnedAway(create_app(a_site()))
    scope = {"method": "POST", "path": "/sign-in", "headers": []}
    with caplog.at_level(logging.INFO, "tilescribe.door"):
        for _ in range(500):
            turned_away.answer("too-many-signing-in", scope, "192.168.1.66")

    lines = [each.getMessage() for each in caplog.records]
    assert lines[0].startswith(
        'refused code=too-many-signing-in from=192.168.1.66 door="POST /sign-in" request='
    )
    assert len(lines) <= 2 * door_log.OF_AN_ADDRESS  # the minute may end in the middle


def test_what_has_a_pin_checked_are_doors_of_this_house():
    app = create_app(a_site())

    for method in ("POST", "post"):  # the application takes one for the other
        assert checks_a_pin(posted_to(app)({"method": method, "path": "/sign-in"}))
    for path in ("/sign-out", "/no-such-page"):
        assert not checks_a_pin(posted_to(app)({"method": "POST", "path": path}))


def test_a_record_that_is_away_makes_strangers_of_nobody_who_was_known(hall, monkeypatch):
    assert hall.turn() == "written"

    def away(*_what):
        raise Refusal("no-database", "The record is away.", "Keep score on paper.")

    monkeypatch.setattr("web.asgi.asgi.is_known", away)

    assert hall.turn() == "written"
    assert Front(hall.whole.app).counts["waiting"] == 0
