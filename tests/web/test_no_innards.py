"""S8, S9: who is turned away leaves a line; a bug shows no innards and writes nothing."""

from __future__ import annotations

import re

import pytest

from ledger.desk.desk import RequestQueue
from ledger.vocabulary import Role
from tests.web.conftest import FOR_PEOPLE
from tests.web.entry_hall import Hall
from tests.web.fake_site import a_site
from tests.web.test_access import lines  # noqa: F401
from web.access.permissions import EVERYBODY
from web.application import create_app
from web.command_line.opened import opened
from web.frame.pages import PAGES

SAME = {"Sec-Fetch-Site": "same-origin"}
BROKEN = "innards of ours"


def doors(app):
    """Every door: method, endpoint, an address that leads there."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in PAGES:
            continue
        address = re.sub(r"<(int:)?(\w+)>", lambda part: "1" if part[1] else "x", rule.rule)
        address = re.sub(r"<word:\w+>|<uuid:\w+>|<path:\w+>", filled, address)
        for method in sorted(rule.methods & {"GET", "POST", "PUT", "PATCH", "DELETE"}):
            yield method, rule.endpoint, address


def filled(part):
    return "00000000-0000-0000-0000-000000000001" if "uuid" in part[0] else "x"


def test_S8_each_door_that_is_shut_leaves_one_line_with_its_door_and_its_code(lines):  # noqa: F811
    app = create_app(a_site())
    app.extensions["door_meter"].lets = lambda _address, _now: 0
    client, tried = app.test_client(), []
    for method, endpoint, address in doors(app):
        if PAGES[endpoint].who >= EVERYBODY:
            continue
        answer = client.open(address, method=method, headers=SAME)
        assert answer.status_code in (401, 403), (method, address)
        tried.append(f'"{method} {address}"')

    told = lines()
    assert len(tried) > 80
    assert len(told) == len(tried)
    for door, line in zip(tried, told, strict=True):
        assert line.startswith("refused code=")
        assert f"door={door}" in line


@pytest.mark.parametrize("how", [FOR_PEOPLE, {"Accept": "application/json"}], ids=("page", "json"))
def test_S9_a_bug_behind_any_door_shows_no_trace_and_a_number_to_tell(how):
    def broken(**_):
        raise ZeroDivisionError(BROKEN)

    app = create_app(a_site(), role_of=lambda _: Role.DIRECTOR)
    there = [each for each in doors(app) if Role.DIRECTOR in PAGES[each[1]].who]
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = broken
    client = app.test_client()
    for method, _endpoint, address in there:
        answer = client.open(address, method=method, headers={**SAME, **how})

        assert answer.status_code == 500, (method, address)
        assert answer.headers["X-Request-Id"] in answer.text
        assert not re.search(rf"{BROKEN}|Traceback|ZeroDivision|\.py\b", answer.text)


def test_S9_a_bug_in_a_decision_writes_nothing_and_says_so(tmp_path, monkeypatch):
    from tests.reliability.test_record_away import START, Visitors

    def broken(*_):
        raise ZeroDivisionError(BROKEN)

    with opened(tmp_path / "data", make=True) as here:
        hall = Hall(here, 1)
        hall.server.stop()
        visitors = Visitors(hall)
        before = here.log.last_position()
        entry = visitors.entry(START)
        with monkeypatch.context() as while_it_is_broken:
            while_it_is_broken.setattr(RequestQueue, "kind", broken)
            answer = visitors.send(entry)
        after = here.log.last_position()
        again = visitors.send(entry)
        written = here.log.last_position()

    assert (answer.status_code, answer.json["refused"]) == (500, "something-broke")
    assert BROKEN not in answer.text
    assert after == before
    assert again.json["answers"][0]["kind"] == "written"
    assert written > before
