"""What every response carries, errors too; nothing inline; and how pages are kept."""

from __future__ import annotations

import logging
import re

import pytest

from ledger.vocabulary.refusals import Refusal
from tests.tiers import first_fast
from tests.web.conftest import FOR_PEOPLE, GAME
from tests.web.fake_site import a_site
from tests.web.nothing_inline import what_is_inline
from tests.web.who_may import EVERY_METHOD
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.application import create_app
from web.frame import headers as house
from web.frame import pages
from web.frame.headers import POLICY
from web.frame.modules import FOLDER, release

WANTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
NOTHING_BUT = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'",
    "connect-src": "'self'", "manifest-src": "'self'", "worker-src": "'self'",
    "form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'", "trusted-types": "tilescribe-worker",
}  # fmt: skip
CAMERA = {"Permissions-Policy": WANTED["Permissions-Policy"].replace("camera=()", "camera=(self)")}
"""On the one page that reads a QR by the camera."""
UNTOLD = {"Referrer-Policy": "no-referrer"}
"""Where the address is a player's secret."""
TELLS_TOO_MUCH = ("Server", "X-Powered-By", "Access-Control-Allow-Origin")
PEOPLE = {**FROM_HERE, **FOR_PEOPLE}


def what_is_missing(answer):
    """Which promise about a response it breaks; nothing where it keeps them all."""
    headers = answer.headers
    [policy] = headers.getlist("Content-Security-Policy") or [""]
    told = dict(part.split(" ", 1) for part in policy.split("; ") if part)
    missing = [] if told == NOTHING_BUT else [f"policy {policy}"]
    reads_a_qr = answer.status_code == 200 and answer.request.path.endswith("/organise/results")
    is_secret = re.search("/tell/[^/]+/[^/]+$", answer.request.path)
    wanted = WANTED | (CAMERA if reads_a_qr else {}) | (UNTOLD if is_secret else {})
    missing += [name for name, value in wanted.items() if headers.getlist(name) != [value]]
    missing += [name for name in TELLS_TOO_MUCH if name in headers]
    if not headers.get("Cache-Control"):
        missing.append("Cache-Control")
    if answer.data and "Content-Type" not in headers:
        missing.append("Content-Type")
    kind = answer.mimetype or ""
    if kind.startswith("text/") and "charset=utf-8" not in headers["Content-Type"]:
        missing.append("charset")
    if kind == "text/html":
        missing += what_is_inline(answer.text)
    return missing


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("headers")) as hall:
        yield hall


def one_of_each(hall):
    """Every route, at one of the addresses it has."""
    return {endpoint: (takes, path) for endpoint, takes, path in hall.doors()}.items()


def asked_in_every_way(hall, who, methods=EVERY_METHOD):
    for endpoint, (_, path) in one_of_each(hall):
        for method in methods:
            for headers in (FROM_HERE, PEOPLE) if method == "POST" else (PEOPLE,):
                sent = hall.body(endpoint, who) if method in ("GET", "POST") else {}
                answer = hall.ask(who, path, method, headers=headers, **sent)
                assert what_is_missing(answer) == [], (endpoint, method, answer.status_code)


@pytest.mark.parametrize("seldom", first_fast([2, len(EVERY_METHOD)]))
def test_S4_every_response_of_every_route_carries_the_headers_of_the_house(hall, seldom):
    asked_in_every_way(hall, "director", sorted({"GET", "POST", *EVERY_METHOD[:seldom]}))
    asked_in_every_way(hall, "nobody", ["GET", "POST"])


@pytest.mark.torture
@pytest.mark.parametrize("who", ["nobody", "display", "player", "keeper", "judge", "organiser"])
def test_S4_for_everybody(hall, who):
    asked_in_every_way(hall, who)


ODD = {
    404: ["/nothing/here", "/t/unknown/", "/t/spring-open/r9/t9/", "/games/no-uuid/",
          f"/static/{release()}/../x.py", "/rules/no-such-book", "/static/0/no-such-file.js"],
    400: [f"/t/{SLUG}/r1/t1/?asof=yesterday", f"/t/{SLUG}/r1/t1/score-sheet.pdf?paper=a0"],
    308: [f"/t/{SLUG}"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("status", "path"), [(s, path) for s, all_ in ODD.items() for path in all_]
)
@pytest.mark.parametrize("headers", [FROM_HERE, PEOPLE], ids=["for programs", "for people"])
def test_S4_an_address_that_is_wrong_is_answered_with_them_too(hall, status, path, headers):
    answer = hall.ask("nobody", path, headers=headers)

    assert answer.status_code == status
    assert what_is_missing(answer) == []


def refusing(hall, error):
    def broken(*_what, **_how):
        raise error

    return broken


ERRORS = {
    500: (ZeroDivisionError("division by zero"), "something-broke"),
    503: (Refusal("no-printer", "There is no printer.", "Use the command."), "no-printer"),
    422: (Refusal("not-your-turn", "It is not your turn.", "Wait."), "not-your-turn"),
    404: (Refusal("no-such-game", "There is none.", "Look again."), "no-such-game"),
}


@pytest.mark.one_in(2, "status", "headers")
@pytest.mark.parametrize("status", ERRORS)
@pytest.mark.parametrize("headers", [FROM_HERE, PEOPLE], ids=["for programs", "for people"])
def test_S4_every_error_of_every_route_carries_them(hall, status, headers, monkeypatch):
    error, code = ERRORS[status]
    logging.disable(logging.CRITICAL)
    for endpoint, (takes, path) in one_of_each(hall):
        monkeypatch.setitem(hall.app.view_functions, endpoint, refusing(hall, error))
        method = "POST" if "POST" in takes else "GET"
        answer = hall.ask("director", path, method, headers=headers)
        monkeypatch.undo()
        if answer.status_code == 403:  # this door is shut to directors
            continue
        assert answer.status_code == status, endpoint
        assert what_is_missing(answer) == [], endpoint
        assert "ZeroDivisionError" not in answer.text
        assert "Traceback" not in answer.text
        if answer.is_json:
            assert answer.json["refused"] == code
    logging.disable(logging.NOTSET)


def shut(answer):
    return answer.status_code == 403


@pytest.mark.parametrize("headers", [FROM_HERE, PEOPLE], ids=["for programs", "for people"])
def test_S4_a_request_that_is_too_large_is_cut_off_with_them(hall, headers):
    for endpoint, takes, path in hall.doors():
        if "POST" in takes:
            answer = hall.ask(
                "director", path, "POST", headers=headers, data={"name": "x" * 600_000}
            )
            tells_itself = not pages.limit_of(endpoint).too_much
            assert answer.status_code == (422 if tells_itself else 413) or shut(answer), endpoint
            assert what_is_missing(answer) == [], endpoint


@pytest.mark.parametrize("named", [*WANTED, "Content-Security-Policy", "Cache-Control"])
def test_S4_a_header_that_is_left_out_is_noticed(hall, named, monkeypatch):
    def without(response):
        del response.headers[named]
        return response

    monkeypatch.setitem(
        hall.app.after_request_funcs, None, [without, *hall.app.after_request_funcs[None]]
    )

    assert what_is_missing(hall.ask("nobody", "/")) != []


@pytest.mark.parametrize(
    ("named", "value"),
    [("script-src", "'self' 'unsafe-inline'"), ("style-src", "'unsafe-inline'"),
     ("img-src", "'self' data:"), ("default-src", "*"), ("trusted-types", "*")],
)  # fmt: skip
def test_S4_a_weaker_policy_is_noticed(hall, named, value, monkeypatch):
    monkeypatch.setitem(POLICY, named, value)
    monkeypatch.setattr(house, "of_the_house", house.of_the_house.__wrapped__)

    assert what_is_missing(hall.ask("nobody", "/")) != []


INLINE = [
    "<script>1</script>", "<script type=module>1</script>", "<style>b{}</style>",
    "<b style='color:red'>", "<b onclick=x>", "<a href='javascript:1'>", "<a href='data:,x'>",
    "<img src=//evil.example/x>", "<base href=/>", "<iframe srcdoc=x>", "<form action=https://e.x>",
    "<meta http-equiv=refresh content=0>", "<svg onload=x>", "<svg><style>a{}</style></svg>",
]  # fmt: skip


@pytest.mark.parametrize("text", INLINE)
def test_S4_what_is_inline_is_found(text):
    assert what_is_inline(f"<!doctype html><p>{text}") != []


def test_S4_a_page_may_be_framed_where_the_organiser_says_so_and_only_with_embed(site):
    client = create_app(site, TESTING=True, EMBED_ORIGINS=("https://club.example",)).test_client()

    framed = client.get(f"{GAME}?embed=1").headers
    plain = client.get(GAME).headers

    assert "frame-ancestors https://club.example" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors 'none'" in plain["Content-Security-Policy"]


def test_an_accident_says_that_the_record_is_safe(site):
    site.standings = lambda slug: 1 / 0
    client = create_app(site).test_client()

    answer = client.get("/t/kestrel-bay-2026/", headers=FOR_PEOPLE)

    assert answer.status_code == 500
    assert "The record is not changed" in answer.text


def test_a_page_that_did_not_change_is_not_sent_again(client):
    first = client.get(GAME, headers=FOR_PEOPLE)

    again = client.get(GAME, headers={**FOR_PEOPLE, "If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert again.data == b""
    assert what_is_missing(again) == []


def test_a_script_of_this_release_may_be_kept_for_ever_and_of_another_not(client):
    current = client.get(f"/static/{release()}/js/replay/page.js")
    older = client.get("/static/0123456789ab/js/replay/page.js")

    assert "immutable" in current.headers["Cache-Control"]
    assert older.status_code == 200
    assert older.headers["Cache-Control"] == "no-cache"
    current.close()
    older.close()


@pytest.mark.parametrize("name", ["../__init__.py", "..%2f__init__.py", "js/../../site.py"])
def test_no_file_outside_the_folder_is_served(client, name):
    assert client.get(f"/static/{release()}/{name}").status_code == 404


def test_S4_every_file_we_serve_carries_them():
    client = create_app(a_site(), TESTING=True).test_client()
    for path in FOLDER.rglob("*"):
        if path.is_file():
            answer = client.get(f"/static/{release()}/{path.relative_to(FOLDER)}")
            missing = what_is_missing(answer)
            answer.close()
            assert missing == [], path
