"""Requests that did not come from a page of ours: on every changing route, and nothing is written.

Routes are taken from the application, so that a new one is tried on the day it is added.
"""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from tests.web.whole_hall import FROM_HERE, PIN, a_whole_hall
from web import application
from web.access.permissions import PROGRAMS
from web.frame.pages import PAGES

CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
FORGED = {
    "cross-site": {"Sec-Fetch-Site": "cross-site"},
    "same-site": {"Sec-Fetch-Site": "same-site"},
    "same-site, said by a page of ours": {
        "Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    "typed in": {"Sec-Fetch-Site": "none"},
    "no Origin and no Sec-Fetch-Site": {},
    "no Sec-Fetch-Site, another origin": {"Origin": "http://evil.example"},
    "no Sec-Fetch-Site, a null origin": {"Origin": "null"},
    "no Sec-Fetch-Site, an empty origin": {"Origin": ""},
    "another port": {"Origin": "http://localhost:81"},
    "another scheme": {"Origin": "https://localhost"},
    "a longer host": {"Origin": "http://localhost.evil.example"},
    "two origins": {"Origin": "http://localhost http://evil.example"},
    "they disagree": {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
    "they disagree too": {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    "a made-up site": {"Sec-Fetch-Site": "same-origin, cross-site"},
    "only a referrer": {"Referer": "http://localhost/"},
    "of a script, as it says itself": {"X-Requested-With": "XMLHttpRequest"},
}  # fmt: skip
SIMPLE = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    None,
)
WRITES_NOTHING = {name for name, page in PAGES.items() if not page.writes}
UNPROVED = {
    "cases.attach", "checkpoints.settle", "confirming.do", "forgetting.do", "judging.give",
    "judging.return_slip", "phone_check_in.do", "reporting.tell", "round_plans.do",
    "round_repairs.do", "screen_control.do", "slip_photos.attach",
    "slip_results.paper_elsewhere", "slip_results.taken_back", "slip_results.typed",
    "stream_control.do", "stream_setup.do", "transfers.take_in", "two_slips.do",
}  # fmt: skip
"""Routes for which no body stands in ``whole_hall`` that would be written.

Nobody is forgotten by a director, who asks here. Slips, reports and repairs need a game in a state
that the hall's other bodies end, and what a witness found has to be found first. A plan
needs rounds to come, a screen has to be taken in, a phone has the code of the door in a cookie.
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("forged")) as hall:
        yield hall


def changing(hall):
    """Every route that may change something: endpoint, method, address.

    The interface for programs asks nobody where a request comes from, and no cookie counts there.
    """
    return sorted(
        (endpoint, method, path)
        for endpoint, takes, path in hall.doors()
        for method in takes & CHANGING
        if not endpoint.startswith(f"{PROGRAMS}.")
    )


def as_bytes(body):
    """What is sent, and as what."""
    if "json" in body:
        return json.dumps(body["json"]).encode(), "application/json"
    return urlencode(body.get("data", {})).encode(), "application/x-www-form-urlencoded"


def attempts(hall, endpoint, kinds):
    """The route's own body under its own content type, and as every simple one."""
    sent, own = as_bytes(hall.body(endpoint))
    for kind in dict.fromkeys((own, *kinds)):
        boundary = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        fields = hall.body(endpoint).get("data", {}) if kind and "multipart" in kind else {}
        several = b"".join(boundary % (k.encode(), v.encode()) for k, v in fields.items())
        yield {"data": several + b"--x--\r\n" if several else sent, "content_type": kind}


def test_S3_there_are_routes_that_change_something(hall):
    assert len(changing(hall)) >= 13


def test_S3_a_forged_request_changes_nothing_on_any_route(hall):
    for endpoint, method, path in changing(hall):
        tries = list(attempts(hall, endpoint, SIMPLE))
        hall.token_of("director")
        before = hall.what_is_kept()
        for name, headers in FORGED.items():
            for sent in tries:
                answer = hall.ask("director", path, method, headers=headers, **sent)
                assert (answer.status_code, answer.json["refused"]) == (403, "forged"), name
                assert "Set-Cookie" not in answer.headers
        assert hall.what_is_kept() == before, endpoint


def test_S3_what_is_handed_in_as_json_is_not_taken_from_a_form(hall):
    for endpoint, method, path in changing(hall):
        if "json" in hall.body(endpoint):
            tries = list(attempts(hall, endpoint, SIMPLE))[1:]
            hall.token_of("director")
            before = hall.what_is_kept()
            for sent in tries:
                answer = hall.ask("director", path, method, **sent)
                assert answer.json["refused"] == "unreadable-request"
            assert hall.what_is_kept() == before, endpoint


def written_by(hall, endpoint, method, path, headers=None):
    """Whether the route writes something when it is asked by the director."""
    hall.office.pins.set("D1", PIN)
    sent = next(attempts(hall, endpoint, ()))
    hall.token_of("director")
    before = hall.what_is_kept()
    hall.ask("director", path, method, headers=headers, **sent)
    return hall.what_is_kept() != before


def test_S3_without_the_check_every_route_would_write(tmp_path, monkeypatch):
    """The bodies above are real: nothing but the check keeps them from being written."""
    with a_whole_hall(tmp_path) as hall:
        monkeypatch.setattr(application, "must_come_from_here", lambda: None)
        forged = FORGED["cross-site"]
        written = {one[0] for one in changing(hall) if written_by(hall, *one, forged)}

        assert {one[0] for one in changing(hall)} - written - WRITES_NOTHING <= UNPROVED
        assert written & WRITES_NOTHING == set()


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, FROM_HERE,
                                     {"Origin": "http://localhost"}])  # fmt: skip
def test_S3_a_page_of_ours_may_write(hall, headers):
    entries = next(one for one in changing(hall) if one[0] == "entries.hand_in")

    assert written_by(hall, *entries, headers)
