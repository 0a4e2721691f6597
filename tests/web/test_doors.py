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
}  # fmt: skip


def all_doors():
    app = create_app(a_site(), TESTING=True)
    urls = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        values = {name: VALUES[name] for name in rule.arguments}
        yield rule.endpoint, urls.build(rule.endpoint, values)


ALL_DOORS = sorted(set(all_doors()))


@cache
def client_of(role):
    return create_app(a_site(), lambda request: role, PRINTER, TESTING=True).test_client()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("endpoint", "path"), ALL_DOORS)
def test_a_door_opens_only_for_the_roles_it_lists(endpoint, path, role):
    response = client_of(role).get(path)
    response.close()

    assert (response.status_code != 403) == (role in DOORS.get(endpoint, ()))


def test_a_route_nobody_listed_is_locked(site):
    app = create_app(site, TESTING=True)
    app.add_url_rule("/secret", view_func=lambda: "secret", endpoint="secret")

    answer = app.test_client().get("/secret", headers=FOR_PEOPLE)

    assert answer.status_code == 403
    assert "This is not open to you." in answer.text


def test_every_listed_door_exists():
    assert {endpoint for endpoint, _ in ALL_DOORS} == set(DOORS)


@pytest.mark.parametrize(("endpoint", "path"), ALL_DOORS)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_every_door_is_for_reading_only(endpoint, path, method):
    answer = client_of(ANYONE).open(path, method=method)

    assert answer.status_code == 405
    assert answer.json["refused"] == "not-this-way"
    assert "GET" in answer.headers["Allow"]
