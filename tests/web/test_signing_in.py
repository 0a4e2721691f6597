"""Signing in, from the outside: sessions, PINs, tablets, and nothing that outlives its end."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.facts import BadgeLocked, PinSet
from ledger.accounts.local_store import open_local_store
from ledger.accounts.sessions import Cost
from ledger.record.events import badge_id
from ledger.vocabulary import Role
from tests.desks import DIRECTOR, SCOREKEEPER, a_desk
from tests.web.conftest import FOR_PEOPLE
from tests.web.fake_site import a_site
from tests.web.whole_hall import SLUG, a_whole_hall
from web.application import create_app

FROM_HERE = {**FOR_PEOPLE, "Sec-Fetch-Site": "same-origin"}
PIN = "a good pin"


@pytest.fixture
def office(tmp_path):
    with a_desk(tmp_path) as desk:
        local_store = open_local_store(tmp_path, {})
        office = Badges(desk, local_store, Cost(2, 1, 1))
        for badge in (DIRECTOR, SCOREKEEPER):
            office.pins.set(badge, PIN)
        yield office
        local_store.close()


@pytest.fixture
def app(office):
    return create_app(a_site(), badges=office, TESTING=True)


@pytest.fixture
def browser_of(app):
    """A browser with a jar of its own; ``https`` tells over what it comes."""

    def one(https=False):
        return app.test_client(), {"base_url": "https://localhost"} if https else {}

    return one


def sign_in(client, badge, pin=PIN, **how):
    return client.post("/sign-in", data={"badge": badge, "pin": pin}, headers=FROM_HERE, **how)


@contextmanager
def signed_in(app, badge):
    client = app.test_client()
    assert sign_in(client, badge).status_code == 303
    yield client


def cookie_of(answer):
    return answer.headers.getlist("Set-Cookie")[-1]


def test_the_director_comes_in_and_sees_the_badge_desk(app):
    with signed_in(app, DIRECTOR) as client:
        page = client.get("/badges/", headers=FOR_PEOPLE)

        assert page.status_code == 200
        assert "Badges and tablets" in page.text
        assert DIRECTOR in client.get("/", headers=FOR_PEOPLE).text


@pytest.mark.parametrize("https", [True, False])
def test_S2_the_cookie_is_for_this_host_and_out_of_reach_of_scripts(browser_of, https):
    client, how = browser_of(https)

    cookie = cookie_of(sign_in(client, SCOREKEEPER, **how))

    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Domain" not in cookie
    assert cookie.startswith("__Host-tilescribe-session=") == https
    assert ("Secure" in cookie) == https


def test_S2_a_session_fixed_on_a_visitor_is_not_taken_over(app, office):
    client = app.test_client()
    client.set_cookie("tilescribe-session", "chosen-by-somebody-else")

    cookie = cookie_of(sign_in(client, SCOREKEEPER))

    assert "chosen-by-somebody-else" not in cookie
    assert office.sessions.find("chosen-by-somebody-else") is None


def test_S2_signing_in_again_ends_the_session_before(app, office):
    with signed_in(app, SCOREKEEPER) as client:
        before = client.get_cookie("tilescribe-session").value
        sign_in(client, SCOREKEEPER)

        assert office.sessions.find(before) is None
        assert office.sessions.find(client.get_cookie("tilescribe-session").value)


def test_S2_a_session_that_ended_opens_nothing_at_the_next_request(app, office):
    with signed_in(app, DIRECTOR) as client:
        kept = client.get_cookie("tilescribe-session").value
        client.post("/sign-out", headers=FROM_HERE)
        client.set_cookie("tilescribe-session", kept)

        assert client.get("/badges/").json["refused"] == "not-allowed"

    office.issue("D2", "Dora", Role.DIRECTOR, by=DIRECTOR)
    office.pins.set("D2", PIN)
    with signed_in(app, "D2") as client:
        office.revoke("D2", "gone home", by=DIRECTOR)
        assert client.get("/badges/").json["refused"] == "not-allowed"


TO_THE_TABLES = "/t/kestrel-bay-2026/r5/"
"""Where a scorekeeper chooses a table: of the round that is played."""


@pytest.mark.parametrize(
    ("badge", "then", "to"),
    [
        (DIRECTOR, "", "/desk"),
        (DIRECTOR, "/", "/desk"),
        (DIRECTOR, "/rules/", "/rules/"),
        (DIRECTOR, "//evil.example", "/desk"),
        (SCOREKEEPER, "", TO_THE_TABLES),
    ],
)
def test_who_signs_in_comes_where_they_work_or_to_the_page_they_asked_for(app, badge, then, to):
    data = {"badge": badge, "pin": PIN, "then": then}
    answer = app.test_client().post("/sign-in", data=data, headers=FROM_HERE)
    assert answer.headers["Location"] == to


def test_S1_a_scorekeeper_does_not_come_to_the_badge_desk(app):
    with signed_in(app, SCOREKEEPER) as client:
        answer = client.post("/badges/issue", data={"badge": "X"}, headers=FROM_HERE)

        assert answer.status_code == 403
        assert client.get("/badges/").json["refused"] == "not-allowed"


def test_a_badge_with_a_made_up_pin_opens_nothing_before_it_is_changed(app, office):
    pin = office.new_pin(DIRECTOR, by=DIRECTOR).pin
    client = app.test_client()

    answer = sign_in(client, DIRECTOR, pin)

    assert answer.headers["Location"] == "/pin"
    assert client.get("/badges/").json["refused"] == "not-allowed"
    answer = client.post(
        "/pin", data={"old": pin, "new": "my own pin", "again": "my own pin"}, headers=FROM_HERE
    )
    assert answer.status_code == 303
    assert client.get("/badges/").status_code == 200


@pytest.mark.parametrize(
    ("new", "again", "told"),
    [
        ("one thing", "another", "differ"),
        ("123", "123", "too short"),
        (PIN, PIN, "your current PIN"),
    ],
)
def test_a_new_pin_that_will_not_do_is_said_on_the_page(app, new, again, told):
    with signed_in(app, SCOREKEEPER) as client:
        answer = client.post(
            "/pin", data={"old": PIN, "new": new, "again": again}, headers=FROM_HERE
        )

        assert answer.status_code == 403
        assert told in answer.text


def test_a_wrong_pin_is_said_where_it_was_asked_and_no_badge_is_betrayed(app):
    client = app.test_client()

    wrong = sign_in(client, SCOREKEEPER, "guess")
    nobody = sign_in(client, "X99", "guess")

    assert wrong.status_code == nobody.status_code == 403
    assert "do not match" in wrong.text
    assert wrong.text.replace(SCOREKEEPER, "") == nobody.text.replace("X99", "")
    assert "Set-Cookie" not in wrong.headers


def test_S2_a_lock_out_at_one_address_locks_nobody_out_at_another(app):
    here, there = {"REMOTE_ADDR": "10.0.0.3"}, {"REMOTE_ADDR": "10.0.0.4"}
    client = app.test_client()
    for _ in range(10):
        sign_in(client, SCOREKEEPER, "guess", environ_base=here)

    assert (
        "Too many wrong attempts from here." in sign_in(client, SCOREKEEPER, environ_base=here).text
    )
    assert sign_in(client, SCOREKEEPER, environ_base=there).status_code == 303


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:10.0.0.3", "10.0.0.3", True),
        ("10.0.0.3", "10.0.0.4", False),
    ],
)
def test_S2_who_has_many_addresses_of_ipv6_has_ten_tries_all_the_same(app, one, other, same):
    client = app.test_client()
    for _ in range(10):
        sign_in(client, SCOREKEEPER, "guess", environ_base={"REMOTE_ADDR": one})

    there = sign_in(client, SCOREKEEPER, environ_base={"REMOTE_ADDR": other})

    assert ("Too many wrong attempts from here." in there.text) == same


def facts_of(office, badge, kind):
    events = office.desk.log.events_of(badge_id(badge))
    return [event.fact for event in events if isinstance(event.fact, kind)]


def test_S2_a_lock_out_at_the_door_is_in_the_ledger_once_with_its_tablet(app, office):
    tablet = app.test_client()
    code = office.tablets.invite("", by=DIRECTOR)
    tablet.post("/enrol", data={"code": code}, headers=FROM_HERE)
    [device] = office.tablets.enrolled()
    for client in (tablet, app.test_client()):
        for _ in range(15):
            sign_in(client, SCOREKEEPER, "guess")

    assert facts_of(office, SCOREKEEPER, BadgeLocked) == [
        BadgeLocked(badge=SCOREKEEPER, seconds=300, device=device.device),
        BadgeLocked(badge=SCOREKEEPER, seconds=300),
    ]


def test_S2_a_pin_changed_or_made_up_on_a_page_is_in_the_ledger(app, office):
    with signed_in(app, DIRECTOR) as client:
        client.post("/badges/new-pin", data={"badge": SCOREKEEPER}, headers=FROM_HERE)
        wanted = {"old": PIN, "new": "my own pin", "again": "my own pin"}
        client.post("/pin", data=wanted, headers=FROM_HERE)
        client.post("/pin", data=wanted, headers=FROM_HERE)

    assert facts_of(office, SCOREKEEPER, PinSet) == [PinSet(badge=SCOREKEEPER, made_up=True)]
    assert facts_of(office, DIRECTOR, PinSet) == [PinSet(badge=DIRECTOR)]


def test_S2_a_lock_at_an_address_is_none_on_a_tablet_that_was_taken_in_there(app, office):
    for _ in range(10):
        sign_in(app.test_client(), DIRECTOR, "guess")
    tablet = app.test_client()
    code = office.tablets.invite("", by=DIRECTOR)
    tablet.post("/enrol", data={"code": code}, headers=FROM_HERE)

    assert "Too many wrong attempts from here." in sign_in(app.test_client(), DIRECTOR).text
    assert sign_in(tablet, DIRECTOR).status_code == 303


@pytest.mark.parametrize("end", ["sign-out", "badge", "tablet", "pin"])
def test_S2_whatever_ends_a_session_its_next_request_is_nobodys(app, office, end):
    tablet = app.test_client()
    code = office.tablets.invite("", by=DIRECTOR)
    tablet.post("/enrol", data={"code": code}, headers=FROM_HERE)
    sign_in(tablet, SCOREKEEPER)
    [device] = office.tablets.enrolled()
    token = tablet.get_cookie("tilescribe-session").value
    request = {"json": [], "headers": {"Sec-Fetch-Site": "same-origin"}}
    assert tablet.post("/api/entries", **request).status_code == 200

    {
        "sign-out": lambda: tablet.post("/sign-out", headers=FROM_HERE),
        "badge": lambda: office.revoke(SCOREKEEPER, "lost", by=DIRECTOR),
        "tablet": lambda: office.tablets.revoke(device.device, "lost", by=DIRECTOR),
        "pin": lambda: office.new_pin(SCOREKEEPER, by=DIRECTOR),
    }[end]()
    tablet.set_cookie("tilescribe-session", token)

    assert tablet.post("/api/entries", **request).json["refused"] == "not-allowed"


@pytest.mark.parametrize(
    "then", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_nobody_is_sent_elsewhere_after_signing_in(app, then):
    answer = app.test_client().post(
        "/sign-in", data={"badge": SCOREKEEPER, "pin": PIN, "then": then}, headers=FROM_HERE
    )

    assert answer.headers["Location"] == TO_THE_TABLES


def test_after_signing_in_one_goes_on_where_one_wanted_to(app):
    answer = app.test_client().post(
        "/sign-in",
        data={"badge": SCOREKEEPER, "pin": PIN, "then": "/t/kestrel-bay-2026/?q=x"},
        headers=FROM_HERE,
    )

    assert answer.headers["Location"] == "/t/kestrel-bay-2026/?q=x"


def test_a_badge_is_given_on_the_page_and_its_pin_shown_once(app, office):
    with signed_in(app, DIRECTOR) as client:
        answer = client.post(
            "/badges/issue",
            data={"badge": "K7", "name": "Kim <b>", "role": "scorekeeper"},
            headers=FROM_HERE,
        )
        pin = re.search(r'class="secret">(\w+)<', answer.text)[1]

        assert answer.headers["Cache-Control"] == "no-store"
        assert "Kim &lt;b&gt;" in answer.text
        assert office.sign_in("K7", pin).session.must_change
        assert pin not in client.get("/badges/", headers=FOR_PEOPLE).text


@pytest.mark.parametrize(
    ("where", "typed", "at", "kept"),
    [("issue", {"badge": DIRECTOR, "name": "Kim", "role": "scorekeeper"}, "badge", 'value="Kim"'),
     ("devices/invite", {"table": "nowhere 4"}, "table", 'value="nowhere 4"')],
)  # fmt: skip
def test_what_is_wrong_with_a_badge_or_a_table_stands_at_its_field_and_nothing_is_lost(
    app, where, typed, at, kept
):
    with signed_in(app, DIRECTOR) as client:
        headers = {**FROM_HERE, **FOR_PEOPLE}
        answer = client.post(f"/badges/{where}", data=typed, headers=headers)

    assert 400 <= answer.status_code < 500
    assert f'<a href="#f-{at}">' in answer.text
    assert f'id="f-{at}-wrong"' in answer.text
    assert kept in answer.text


def test_a_tablet_is_taken_in_by_its_code_and_taken_out_again(app, office):
    with signed_in(app, DIRECTOR) as director:
        page = director.post(
            "/badges/devices/invite", data={"table": "spring-open/T14"}, headers=FROM_HERE
        )
        code = re.search(r'class="secret">([\w-]+)<', page.text)[1]
        assert "<svg" in page.text

        tablet = app.test_client()
        answer = tablet.post("/enrol", data={"code": code, "name": ""}, headers=FROM_HERE)
        assert answer.headers["Location"] == "/sign-in"
        assert "This tablet is t14-" in tablet.get("/sign-in", headers=FOR_PEOPLE).text
        sign_in(tablet, SCOREKEEPER)
        [device] = office.tablets.enrolled()
        assert SCOREKEEPER in tablet.get("/", headers=FOR_PEOPLE).text

        director.post(
            "/badges/devices/revoke", data={"device": device.device, "reason": "lost"},
            headers=FROM_HERE,
        )  # fmt: skip
        assert SCOREKEEPER not in tablet.get("/", headers=FOR_PEOPLE).text
        assert "This tablet is" not in tablet.get("/sign-in", headers=FOR_PEOPLE).text


@pytest.mark.parametrize("badge", [SCOREKEEPER, DIRECTOR])
def test_a_scorekeeper_who_takes_the_tablet_in_shows_the_pin_once(app, office, badge):
    """A director takes tablets in for others, and is asked as anybody else."""
    tablet = app.test_client()
    sign_in(tablet, badge)
    before = tablet.get_cookie("tilescribe-session").value
    began = office.sessions.find(before).began
    code = office.tablets.invite("", by=DIRECTOR)

    answer = tablet.post("/enrol", data={"code": code}, headers=FROM_HERE)

    now = office.sessions.find(tablet.get_cookie("tilescribe-session").value)
    if badge == DIRECTOR:
        assert (answer.headers["Location"], now.device) == ("/sign-in", "")
        return
    [taken] = office.tablets.enrolled()
    assert answer.headers["Location"] != "/sign-in"
    assert (now.badge, now.device, now.began) == (badge, taken.device, began)
    assert office.sessions.find(before) is None
    entries = tablet.post("/api/entries", json=[], headers={"Sec-Fetch-Site": "same-origin"})
    assert entries.json["device"] == taken.device


def test_guessing_codes_is_locked_like_guessing_pins(app):
    client = app.test_client()
    for _ in range(10):
        answer = client.post("/enrol", data={"code": "AAAA-AAAA"}, headers=FROM_HERE)
        assert "This code was already used, has expired, or never existed." in answer.text

    answer = client.post("/enrol", data={"code": "AAAA-AAAA"}, headers=FROM_HERE)
    assert "Too many wrong" in answer.text


def test_a_visitor_who_is_turned_away_is_led_to_the_door_and_back(app):
    client = app.test_client()

    turned_away = client.get("/t/kestrel-bay-2026/r3/t14/enter?x=1", headers=FOR_PEOPLE)

    assert turned_away.status_code == 403
    way = re.search(r'href="(/sign-in[^"]+)"', turned_away.text)[1].replace("&amp;", "&")
    form = client.get(way, headers=FOR_PEOPLE).text
    assert 'name="then" value="/t/kestrel-bay-2026/r3/t14/enter?x=1"' in form
    with signed_in(app, SCOREKEEPER) as keeper:
        assert "/sign-in" not in keeper.get("/", headers=FOR_PEOPLE).text


def test_a_tablet_that_was_taken_in_for_a_table_goes_to_its_game_after_signing_in(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        client = hall.app.test_client()
        client.set_cookie("tilescribe-device", hall.keys["other"])

        answer = client.post("/sign-in", data={"badge": "K2", "pin": PIN}, headers=FROM_HERE)

        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{SLUG}/r1/t2/enter")


@pytest.mark.found("TB-16")
def test_a_tablet_of_any_table_goes_to_the_tables_that_play_and_one_tap_leads_on(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        browser = hall.app.test_client()
        code = hall.office.tablets.invite("", by="D1")
        browser.post("/enrol", data={"code": code}, headers=FROM_HERE)

        answer = browser.post("/sign-in", data={"badge": "K3", "pin": PIN}, headers=FROM_HERE)
        page = browser.get(answer.headers["Location"], headers=FOR_PEOPLE)

        assert answer.headers["Location"] == f"/t/{SLUG}/r1/"
        assert "Enter turns</b> at yours" in page.text
        ways = re.findall(r'class="button" href="([^"]+/enter)"', page.text)
        assert ways == [f"/t/{SLUG}/r1/t1/enter", f"/t/{SLUG}/r1/t2/enter"]
        assert browser.get(ways[0], headers=FOR_PEOPLE).status_code == 200


@pytest.mark.found("TB-16")
@pytest.mark.parametrize("who", ["nobody", "keeper", "bare", "desk", "director"])
def test_nobody_else_is_shown_the_way_to_every_table(tmp_path, who):
    with a_whole_hall(tmp_path) as hall:
        assert "Enter turns" not in hall.ask(who, f"/t/{SLUG}/r1/", headers=FOR_PEOPLE).text


@pytest.mark.found("TB-16")
def test_a_code_is_made_for_a_table_that_is_chosen_from_a_list(tmp_path):
    with a_whole_hall(tmp_path) as hall:
        page = hall.ask("director", "/badges/", headers=FOR_PEOPLE).text

    assert f'<option value="{SLUG}/T1"><option value="{SLUG}/T2">' in page
