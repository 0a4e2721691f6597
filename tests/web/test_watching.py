"""Whoever watches over the service: is it ready, how much of what, which lines it leaves."""

from __future__ import annotations

import errno
import json
import logging
import re
import sqlite3
import sys
import threading
from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.vocabulary.refusals import RecordAway
from tests.desks import DIRECTOR, SCOREKEEPER
from tests.web.a_server import served_on_loopback
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import Hall
from tests.web.fake_site import a_site
from tests.web.test_command_line import tilescribe
from tests.web.test_signing_in import PIN, app, office, sign_in, signed_in  # noqa: F401
from web.application import create_app
from web.asgi.wsgi_adapter import Proxies
from web.command_line.opened import opened
from web.monitoring import checks
from web.monitoring.checks import (
    Check,
    Place,
    of_the_backup,
    of_the_clock,
    of_the_disk,
    of_the_screens,
)
from web.monitoring.health import NOT_NOW
from web.monitoring.metrics import HEADER, InJson, InLines, Skews, to_stderr, wrote
from web.site import RecordSite

AWAY = {"REMOTE_ADDR": "192.168.1.66"}
NOW = datetime(2026, 11, 21, 14, 32, tzinfo=UTC)


@pytest.fixture
def here(tmp_path):
    with opened(tmp_path / "data", make=True) as here:
        yield here


def a_client(here, **config):
    badges = Badges(here.desk, here.local_store, Cost(2, 1, 1))
    site = RecordSite(here.log, here.hall, here.desk, badges, Place(here.folder, 1, None))
    return create_app(site, badges=badges, TESTING=True, **config).test_client()


def with_a_director(here):
    badges = Badges(here.desk, here.local_store, Cost(2, 1, 1))
    badges.first_start()
    badges.pins.set("D1", PIN)


# Ready


def test_ready_says_all_that_was_looked_at_in_json_and_in_lines(here):
    client = a_client(here)
    told, lines = client.get("/readyz").json, client.get("/readyz", headers=FOR_PEOPLE)

    names = [check["name"] for check in told["checks"]]
    assert told["ready"] is True
    assert names == ["disk", "record", "hall", "clock", "backup", "screens"]
    assert told["warnings"] == [
        "No backup yet: `tilescribe record backup FILE`, or set backup.folder."
    ]
    assert lines.mimetype == "text/plain"
    assert lines.text.startswith("Ready.\n")
    assert "ok record A turn was written, read back and taken back" in " ".join(lines.text.split())


def test_the_probe_leaves_nothing_in_the_record(here):
    before = here.log.last_position()
    for _ in range(3):
        assert a_client(here).get("/readyz").status_code == 200

    assert here.log.last_position() == before


def test_a_backup_that_was_proven_is_known_to_ready_and_to_the_figures(here, tmp_path):
    done = tilescribe("record", "backup", tmp_path / "noon.tilescribe", "--data", here.folder)
    client = a_client(here)
    told = client.get("/readyz").json

    assert done.returncode == 0, done.err
    [warning] = told["warnings"]
    assert warning.startswith("The newest backup is ")
    assert warning.endswith("It lies on the disk of the record, and is lost with it.")
    assert figures(client)["tilescribe_backup_age_seconds",] < 3600


def test_a_visitor_reads_yes_or_no_and_what_to_do_and_an_official_reads_why(app):  # noqa: F811
    site = app.extensions["site"]
    with signed_in(app, DIRECTOR) as director, signed_in(app, SCOREKEEPER) as keeper:
        site.trouble.append("The hall is 7 events behind the record.")
        site.checks = lambda: [Check("hall", "trouble", site.trouble[0])]
        stranger = app.test_client().get("/readyz", environ_base=AWAY)
        behind_a_proxy = app.test_client().get("/readyz", headers={"X-Forwarded-For": "::1"})
        officials = [each.get("/readyz", environ_base=AWAY) for each in (director, keeper)]

    for answer in (stranger, behind_a_proxy):
        assert (answer.status_code, answer.json["troubles"]) == (503, [NOT_NOW])
        assert answer.json["checks"] == []
    for answer in officials:
        assert answer.json["troubles"] == ["The hall is 7 events behind the record."]


def test_with_the_record_away_nobody_is_looked_up_to_say_so(app):  # noqa: F811
    app.extensions["site"].trouble.append("The record can't be reached.")
    app.extensions["role_of"] = lambda _: 1 / 0

    assert app.test_client().get("/readyz", environ_base=AWAY).json["troubles"] == [NOT_NOW]


def test_a_record_that_is_away_is_said_and_the_disk_is_still_looked_at(here, monkeypatch):
    away = RecordAway("store-away", "The record can't be reached.", "Keep score on paper.")

    def gone():
        raise away

    monkeypatch.setattr(here.log, "try_to_write", gone)
    told = a_client(here).get("/readyz").json

    assert told["ready"] is False
    assert told["troubles"] == [str(away)]
    assert {check["name"] for check in told["checks"]} == {"disk", "record", "screens"}


def test_whatever_is_stuck_there_is_an_answer_within_the_time_and_nobody_else_looks(monkeypatch):
    looks, there, patience = [], threading.Event(), checks.PATIENCE
    monkeypatch.setattr(checks, "PATIENCE", 0.01)

    def stuck():
        looks.append(1)
        there.wait(60)
        return ()

    looking = checks.Readiness(stuck, "It takes too long.")

    for _ in range(3):
        assert looking.checks() == (Check("record", "trouble", "It takes too long."),)
    assert (patience < 2, len(looks)) == (True, 1)
    there.set()


@pytest.mark.parametrize(("check", "state"), [
    (of_the_backup(None, NOW, None), "warning"),
    (of_the_backup(NOW - timedelta(minutes=9), NOW, 5.0), "ok"),
    (of_the_backup(NOW - timedelta(minutes=16), NOW, 5.0), "warning"),
    (of_the_backup(NOW - timedelta(hours=20), NOW, None), "ok"),
    (of_the_backup(NOW - timedelta(hours=30), NOW, None), "warning"),
    (of_the_backup(NOW - timedelta(minutes=9), NOW, 5.0, elsewhere=False), "warning"),
    (of_the_clock({}), "ok"),
    (of_the_clock({"that of the database": -3.0}), "ok"),
    (of_the_clock({"that of the database": -3.0, "the newest event": 3600.0}), "warning"),
    (of_the_screens(None, 0), "ok"),
    (of_the_screens(1.0, 7), "ok"),
    (of_the_screens(60.0, 7), "trouble"),
])  # fmt: skip
def test_what_is_well_what_is_to_be_seen_to_and_what_is_in_the_way(check, state):
    assert check.state == state


def test_room_on_the_disk_is_said_in_megabytes_and_lack_of_it_warned_of(tmp_path):
    assert of_the_disk(tmp_path, 0).state == "ok"
    assert "make room" in of_the_disk(tmp_path, 10**9).told
    assert of_the_disk(tmp_path / "gone", 0).state == "warning"


def test_a_clock_is_compared_with_the_database_the_newest_event_and_most_tablets(here):
    here.desk.now = lambda: datetime.now(UTC) - timedelta(minutes=125)  # set back
    client = a_client(here)
    [clock] = [c for c in client.get("/readyz").json["checks"] if c["name"] == "clock"]

    assert clock["told"] == "This computer's clock is 2 hours behind the newest event: set it."

    skews = Skews()
    for device, minutes in (("t1", 5), ("t2", 5), ("t3", 5), ("t4", -600)):
        skews.note(device, NOW + timedelta(minutes=minutes), NOW)
    assert skews.of_most(NOW) == 300
    assert skews.of_most(NOW + timedelta(hours=1)) is None


# Figures


def figures(client, **how):
    answer = client.get("/metrics", **how)
    assert answer.status_code == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_entries_requests_and_appends_are_counted(tmp_path):
    with opened(tmp_path / "data", make=True) as here:
        hall = Hall(here, 1)
        client = hall.app.test_client()
        before = figures(client)
        for _ in range(3):
            client.get("/nowhere-at-all")
            client.get("/no/such/thing")
        told = figures(client)
        hall.server.stop()

    assert told["tilescribe_requests_total", "none", "404"] == 6
    assert told["tilescribe_request_seconds_count", "metrics.scrape"] == 1
    assert ("tilescribe_request_seconds_count", "metrics.scrape") not in before
    assert told["tilescribe_log_position",] == here.log.appends.events
    assert told["tilescribe_events_appended_total",] == here.log.appends.events > 0
    assert told["tilescribe_append_seconds_count",] == sum(here.log.appends.classes)
    assert told["tilescribe_check", "record"] == 0
    assert {name for name, *_ in told} >= {
        "tilescribe_live_streams", "tilescribe_tablets_online", "tilescribe_sign_ins_waiting",
        "tilescribe_hall_lag_events", "process_resident_memory_bytes", "tilescribe_entries_total",
    }  # fmt: skip


def test_an_address_that_somebody_made_up_makes_no_figure_grow():
    client = create_app(a_site(), TESTING=True).test_client()
    client.get("/x")
    client.open("/x", method="PROPFIND")
    few = len(figures(client))
    for n in range(50):
        client.get(f"/made-up-{n}")
        client.get(f"/t/no-such-{n}/")

    assert len(figures(client)) - few < 40


@pytest.mark.parametrize(("config", "how", "status"), [
    ({}, {}, 200),
    ({}, {"environ_base": AWAY}, 403),
    ({}, {"headers": {"X-Forwarded-For": "10.0.0.1"}}, 403),
    ({"METRICS_FROM": ("192.168.0.0/16",)}, {"environ_base": AWAY}, 200),
    ({"METRICS_TOKEN": "a" * 16},
     {"environ_base": AWAY, "headers": {"Authorization": "Bearer " + "a" * 16}}, 200),
    ({"METRICS_TOKEN": "a" * 16},
     {"environ_base": AWAY, "headers": {"Authorization": "Bearer " + "b" * 16}}, 403),
    ({}, {"environ_base": AWAY, "headers": {"Authorization": "Bearer "}}, 403),
])  # fmt: skip
def test_figures_are_for_this_computer_a_token_or_where_it_is_open(config, how, status):
    client = create_app(a_site(), TESTING=True, **config).test_client()

    assert client.get("/metrics", **how).status_code == status


# Proxies


def seen(networks, client, *headers, scheme="http"):
    scope = {"client": (client, 4711), "scheme": scheme, "headers": list(headers)}
    scope = Proxies(networks).seen(scope)
    return scope["client"][0], scope["scheme"], [name for name, _ in scope["headers"]]


def test_the_word_of_a_named_proxy_is_taken_and_nobody_elses():
    told = [(b"x-forwarded-for", b"6.6.6.6, 10.0.0.7, 10.0.0.2"), (b"x-forwarded-proto", b"https")]

    assert seen(("10.0.0.2/32",), "10.0.0.2", *told) == ("10.0.0.7", "https", [])
    assert seen(("10.0.0.0/8",), "10.0.0.2", *told) == ("6.6.6.6", "https", [])
    assert seen(("10.0.0.2/32",), "10.0.0.9", *told)[:2] == ("10.0.0.9", "http")
    assert seen((), "10.0.0.2", *told)[:2] == ("10.0.0.2", "http")


@pytest.mark.parametrize("forged", [b"", b"nobody", b"10.0.0.1:80", b"a, , b", b"\xff"])
def test_what_is_no_address_is_not_taken_for_one(forged):
    address, scheme, _ = seen(
        ("10.0.0.2",), "10.0.0.2", (b"x-forwarded-for", forged), (b"x-forwarded-proto", b"gopher")
    )

    assert (address, scheme) == ("10.0.0.2", "http")


# Lines


@pytest.fixture
def written(capsys, monkeypatch):
    """Lines as the service writes them; loggers are put back afterwards."""
    names = (None, "tilescribe", "web", "ledger", "printing")
    before = {name: logging.getLogger(name) for name in names}
    kept = {n: (one.handlers, one.level, one.propagate) for n, one in before.items()}

    def read():
        return capsys.readouterr().err.splitlines()

    def begin(form="lines", level="info"):
        monkeypatch.setattr(sys, "stderr", sys.stderr)
        to_stderr(form, level)
        return read

    yield begin
    for name, one in before.items():
        one.handlers, one.level, one.propagate = kept[name]


def test_what_was_written_leaves_a_line_with_its_event_and_the_number_of_the_request(here, written):
    lines = written()
    with_a_director(here)
    here.log.appends.tell = wrote
    client = a_client(here)
    sign_in(client, "D1")
    lines()
    answer = client.post(
        "/badges/issue",
        data={"badge": "K1", "name": "Kit\nforged line", "role": "scorekeeper"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    answer = client.post(
        "/badges/issue",
        data={"badge": "K1", "name": "Kit", "role": "scorekeeper"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    found = [line for line in lines() if " wrote " in line]

    assert answer.status_code == 200
    [line] = found
    assert re.match(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ info wrote door="POST /badges/issue" ', line)
    assert f" event={here.log.last_position()} " in line
    assert " badge=D1 " in line
    assert line.endswith(f" request={answer.headers[HEADER]}")


def test_as_json_a_line_is_one_object_with_the_same_names(here, written):
    lines = written("json")
    a_client(here, LOG_ACCESS=True).get("/nowhere")
    refused, answered = map(json.loads, lines())

    assert (refused["what"], refused["code"], refused["level"]) == (
        "refused", "no-such-page", "info",
    )  # fmt: skip
    assert (answered["what"], answered["status"]) == ("answered", 404)
    assert refused["request"] == answered["request"]
    assert set(refused) >= {"time", "level", "logger", "what", "from", "door", "request"}


def test_an_accident_is_one_line_with_its_trace_and_its_number_and_the_page_shows_no_innards(
    here, written
):
    lines = written()
    client = a_client(here)
    client.application.view_functions["health.alive"] = lambda: 1 / 0
    client.application.testing = False
    answer = client.get("/healthz", headers=FOR_PEOPLE)
    [line] = [line for line in lines() if " error " in line]

    assert answer.status_code == 500
    assert "ZeroDivisionError" in line
    assert "ZeroDivisionError" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers[HEADER] in answer.text
    assert answer.headers[HEADER] in line


def full():
    try:
        raise_full()
    except sqlite3.OperationalError as trouble:
        raise RuntimeError("the file can't be brought up") from trouble


def raise_full():
    trouble = sqlite3.OperationalError("database or disk is full")
    trouble.sqlite_errorname = "SQLITE_FULL"
    raise trouble


def of_a_disk():
    raise OSError(errno.EIO, "Input/output error")


@pytest.mark.found("SR-8")
@pytest.mark.parametrize("form", ["lines", "json"])
@pytest.mark.parametrize(
    ("trouble", "code", "why", "do"),
    [
        (full, "disk-full", "The disk is full.", "make room on the disk"),
        (of_a_disk, "disk-failed", "The disk failed to read or write.", "check the disk"),
    ],
)
def test_SR8_a_full_or_failing_disk_is_one_line_that_can_be_read(
    written, form, trouble, code, why, do
):
    logger = logging.getLogger("ledger.hall.rebuilding")

    def said():
        try:
            trouble()
        except (OSError, RuntimeError):
            logger.exception("the hall is behind the record")

    lines = written(form, "info")
    said()
    [line] = lines()
    for each in ("the hall is behind the record", code, why, do):
        assert each in line
    assert len(line) < 300
    assert "Traceback" not in line

    lines = written(form, "debug")
    said()
    assert "Traceback" in lines()[-1]


SECRETS = ("774418-planted", "AAAA-BBBB", "planted-token", "planted-stroke", "planted-cookie")


@pytest.mark.parametrize("form", ["lines", "json"])
def test_no_line_holds_a_pin_a_code_a_cookie_a_token_or_what_stands_behind_a_question_mark(
    here, written, form
):
    pin, code, token, stroke, cookie = SECRETS
    with_a_director(here)
    here.log.appends.tell = wrote
    client = a_client(here, LOG_ACCESS=True, METRICS_TOKEN=token * 2)
    lines = written(form, "info")
    same = {"Sec-Fetch-Site": "same-origin"}
    client.set_cookie("tilescribe-session", cookie)
    client.set_cookie("tilescribe-device", cookie)
    for path in (f"/enrol?code={code}", f"/sign-in?then=/{token}", f"/?q={pin}"):
        client.get(path)
    client.post("/sign-in", data={"badge": pin, "pin": pin}, headers=same)
    client.post("/enrol", data={"code": code, "name": stroke}, headers=same)
    client.get("/metrics", headers={"Authorization": f"Bearer {token}"}, environ_base=AWAY)
    client.post("/api/entries", data=json.dumps([{"words": stroke}]), headers=same,
                content_type="application/json")  # fmt: skip
    sign_in(client, "D1")
    made = client.post("/badges/new-pin", data={"badge": "D1"}, headers=same)
    session = client.get_cookie("tilescribe-session").value
    client.application.view_functions["health.alive"] = lambda: 1 / 0
    client.application.testing = False
    client.get(f"/healthz?code={code}")
    whole = "\n".join(lines())

    assert whole.count("\n") > 8
    [new_pin] = re.findall(r"(?<![\w-])[2-9A-HJ-NP-Z]{8}(?![\w-])", made.text)
    for secret in (*SECRETS, PIN, session, new_pin):
        assert secret not in whole


def test_whatever_is_in_a_line_it_stays_one():
    record = logging.LogRecord("web", logging.WARNING, "", 0, "a\nb\r%s", ("c\n2026 forged",), None)

    assert "\n" not in InLines().format(record)
    assert "\n" not in InJson().format(record)


def test_the_same_trouble_leaves_few_lines_and_how_many_were_left_out(written, monkeypatch):
    lines = written()
    logger = logging.getLogger("ledger.record.failures")
    for at in [60.0] * 40 + [125.0]:
        record = logger.makeRecord(logger.name, logging.WARNING, "", 0, "away: %s", ("x",), None)
        record.created = at
        logger.handle(record)

    found = lines()
    assert len(found) == 6
    assert found[-1].endswith("away: x left-out=35")


def test_every_answer_of_the_front_has_a_number_and_no_two_the_same():
    import urllib.request

    with served_on_loopback(create_app(a_site())) as serving:
        numbers = [
            urllib.request.urlopen(f"{serving.address}{path}").headers[HEADER]
            for path in ("/", "/", "/healthz", "/readyz")
        ]

    assert None not in numbers
    assert len(set(numbers)) == 4
