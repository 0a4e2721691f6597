"""What every response carries, and how pages are kept."""

from __future__ import annotations

import pytest

from tests.web.conftest import FOR_PEOPLE, GAME
from tests.web.fake_site import a_site
from tests.web.test_doors import ALL_DOORS, client_of
from web import create_app
from web.assets import release
from web.doors import ANYONE

ODD = ["/nothing/here", "/t/unknown/", "/t/kestrel-bay-2026", "/games/no-uuid/", "/events?game=x"]


@pytest.mark.parametrize("path", [*(path for _, path in ALL_DOORS), *ODD])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "HEAD"])
def test_every_response_carries_the_headers_of_the_house(path, method):
    response = client_of(ANYONE).open(path, method=method)
    response.close()

    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["Cache-Control"]


def test_an_accident_carries_them_too_and_says_that_the_record_is_safe(site):
    site.standings = lambda slug: 1 / 0
    client = create_app(site).test_client()

    answer = client.get("/t/kestrel-bay-2026/", headers=FOR_PEOPLE)

    assert answer.status_code == 500
    assert "the record is not changed" in answer.text
    assert "ZeroDivisionError" not in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_page_that_did_not_change_is_not_sent_again(client):
    first = client.get(GAME, headers=FOR_PEOPLE)

    again = client.get(GAME, headers={**FOR_PEOPLE, "If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    assert again.data == b""
    assert "Content-Security-Policy" in again.headers


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


def test_no_page_has_a_script_or_a_style_of_its_own():
    client = create_app(a_site(), TESTING=True).test_client()
    for path in ("/", "/t/kestrel-bay-2026/", "/t/kestrel-bay-2026/r3/", GAME):
        text = client.get(path, headers=FOR_PEOPLE).text
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick" not in text
        assert text.count("<script") == text.count("<script type=")
