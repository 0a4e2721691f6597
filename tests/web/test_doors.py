"""Every door with every role; nothing opens that is not listed."""

from __future__ import annotations

from functools import cache
from uuid import UUID

import pytest

from ledger.vocabulary import Role
from tests.web.conftest import FOR_PEOPLE, PRINTER
from tests.web.fake_site import a_site, whole_game
from web import create_app
from web.assets import release
from web.doors import ANYONE, DOORS

ROLES = [ANYONE, *Role, "somebody-else"]
VALUES = {
    "slug": "kestrel-bay-2026", "round_number": 3, "table": 14, "replay": 1, "division": "a",
    "game": UUID(whole_game()["game"]["id"]), "digest": release(), "name": "icon.svg",
    "book": "wespa-4.0",
}  # fmt: skip


def all_doors():
    app = create_app(a_site(), TESTING=True)
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        values = {name: VALUES[name] for name in rule.arguments}
        method = "POST" if "POST" in rule.methods else "GET"
        yield rule.endpoint, method, urls.build(rule.endpoint, values, method=method)


EVERY_DOOR = sorted(set(all_doors()))
ALL_DOORS = [(endpoint, path) for endpoint, method, path in EVERY_DOOR if method == "GET"]
WRITING = [(endpoint, path) for endpoint, method, path in EVERY_DOOR if method == "POST"]
FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}


@cache
def client_of(role):
    return create_app(a_site(), lambda request: role, PRINTER, TESTING=True).test_client()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("endpoint", "method", "path"), EVERY_DOOR)
def test_S1_a_door_opens_only_for_the_roles_it_lists(endpoint, method, path, role):
    response = client_of(role).open(path, method=method, headers=FROM_HERE)
    told = response.json["refused"] if response.is_json and response.status_code >= 400 else ""
    response.close()

    assert (told != "not-allowed") == (role in DOORS.get(endpoint, ()))


def test_a_route_nobody_listed_is_locked(site):
    app = create_app(site, TESTING=True)
    app.add_url_rule("/secret", view_func=lambda: "secret", endpoint="secret")

    answer = app.test_client().get("/secret", headers=FOR_PEOPLE)

    assert answer.status_code == 403
    assert "This is not open to you." in answer.text


def test_every_listed_door_exists():
    assert {endpoint for endpoint, _, _ in EVERY_DOOR} == set(DOORS)


@pytest.mark.parametrize(("endpoint", "path"), ALL_DOORS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_door_for_reading_takes_nothing_in(endpoint, path, method):
    if method == "POST" and path in {path for _, path in WRITING}:
        pytest.skip("this address is read and written")
    answer = client_of(ANYONE).open(path, method=method)

    assert answer.status_code == 405
    assert answer.json["refused"] == "not-this-way"
    assert "GET" in answer.headers["Allow"]


FORGED = {
    "cross-site": {"Sec-Fetch-Site": "cross-site"},
    "same-site": {"Sec-Fetch-Site": "same-site"},
    "typed in": {"Sec-Fetch-Site": "none"},
    "another origin": {"Origin": "http://evil.example"},
    "null origin": {"Origin": "null"},
    "another port": {"Origin": "http://localhost:81"},
    "another scheme": {"Origin": "https://localhost"},
    "neither": {},
    "they disagree": {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
    "they disagree too": {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
}


@pytest.mark.parametrize("headers", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize(("endpoint", "path"), WRITING)
def test_S3_a_forged_request_changes_nothing(endpoint, path, headers):
    role = min(DOORS[endpoint])
    answer = client_of(role).post(path, headers=headers, data={"badge": "D1", "pin": "x"})

    assert (answer.status_code, answer.json["refused"]) == (403, "forged")


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}]
)
def test_S3_a_page_of_ours_may_write(headers):
    answer = client_of(ANYONE).post("/sign-in", headers=headers, data={"badge": "D1", "pin": "x"})

    assert answer.json["refused"] == "nobody-signs-in"
