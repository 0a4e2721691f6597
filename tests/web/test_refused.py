"""A refusal has one shape: words and what to do next, for people and for programs."""

from __future__ import annotations

import re

import pytest

from ledger.vocabulary.refusals import Refusal
from tests.web.conftest import FOR_PEOPLE, GAME
from web.application import create_app
from web.frame.refused import refused

REFUSED = [
    ("/nowhere", 404, "no-such-page", "There is no page at this address."),
    ("/t/unknown/", 404, "no-such-tournament", "no tournament called “unknown”"),
    ("/t/unknown/r1/t1/", 404, "no-such-tournament", "no tournament called “unknown”"),
    ("/t/kestrel-bay-2026/r9/", 404, "no-such-round", "has no tables in round 9"),
    ("/t/kestrel-bay-2026/r3/t99/", 404, "no-such-table", "no game at table 99 of round 3"),
    ("/t/kestrel-bay-2026/r3/t14/2/", 404, "no-such-table", "table 14 of round 3, game 2"),
    ("/games/00000000-0000-0000-0000-00000000beef/", 404, "no-such-game", "no game with that"),
    (f"{GAME}?asof=yesterday", 400, "unreadable-address", "(asof) cannot be read"),
    (
        f"{GAME}score-sheet.pdf?paper=a5",
        400,
        "unreadable-address",
        "The paper size in this address is not available.",
    ),
    ("/events?game=fourteen", 400, "unreadable-address", "game in this address"),
    ("/events?tournament=unknown", 404, "no-such-tournament", "called “unknown”"),
]


@pytest.mark.parametrize(("path", "status", "code", "words"), REFUSED)
def test_a_program_is_refused_in_the_one_shape(client, path, status, code, words):
    answer = client.get(path)

    assert answer.status_code == status
    assert list(answer.json) == ["refused", "what", "next_step", "clause", "help"]
    assert answer.json["refused"] == code
    assert words in answer.json["what"]
    assert answer.json["next_step"]


@pytest.mark.parametrize(("path", "status", "code", "words"), REFUSED)
def test_a_person_is_refused_on_a_page_with_the_same_words(client, path, status, code, words):
    answer = client.get(path, headers=FOR_PEOPLE)

    assert answer.status_code == status
    assert words in answer.text
    assert "All tournaments" in answer.text
    assert code not in answer.text


@pytest.mark.parametrize(
    ("code", "status"),
    [
        *(("not-allowed", 403), ("no-such-page", 404), ("unreadable-pdf", 422)),
        *(("too-many-checks", 429), ("something-broke", 500), ("too-busy", 503)),
    ],
)
def test_a_page_that_cannot_be_shown_says_what_happened_what_to_do_and_one_way_on(
    site, code, status
):
    told = Refusal(code, "The hall is shut.", "Come back tomorrow.")
    with create_app(site, TESTING=True).test_request_context("/", headers=FOR_PEOPLE):
        answer = refused(told)

    page = answer.get_data(as_text=True)
    assert answer.status_code == status
    assert "<title>The hall is shut. · Tilescribe</title>" in page
    assert "<h1>The hall is shut</h1>" in page
    assert "<p>Come back tomorrow.</p>" in page
    assert page.index('class="frame') < page.index("<h1>") < page.index('class="foot"')
    assert page.count('class="button primary"') == 1
    last = re.findall(r"<p[^>]*>[^<]*</p>", page.partition("<main")[2].partition("</main>")[0])[-1]
    assert last == f'<p class="field-help">Error {status}</p>'


def test_a_refusal_is_not_kept_by_the_browser(client):
    answer = client.get("/nowhere")

    assert answer.headers["Cache-Control"] == "no-store"
    assert "Accept" in answer.vary


def test_without_a_printer_the_paper_is_refused_with_what_to_do(site):
    answer = create_app(site, TESTING=True).test_client().get(f"{GAME}score-sheet.pdf")

    assert answer.status_code == 503
    assert answer.json["refused"] == "no-printer"
    assert "tilescribe command" in answer.json["next_step"]


def test_an_accident_is_refused_in_the_one_shape_too(site):
    site.replay = lambda game, asof: 1 / 0

    answer = create_app(site).test_client().get(f"{GAME}replay.json")

    assert answer.status_code == 500
    assert answer.json["refused"] == "something-broke"


def test_a_request_no_server_understands_is_refused_in_words(client):
    answer = client.get("/", headers={"Host": "a b"})

    assert answer.status_code == 421
    assert answer.json["refused"] == "another-name"


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/t/kestrel-bay-2026/r3/t99/", "/t/kestrel-bay-2026/r3/"),
        ("/t/kestrel-bay-2026/r9/t1/", "/t/kestrel-bay-2026/"),
        ("/t/kestrel-bay-2026/r9/", "/t/kestrel-bay-2026/"),
        (f"{GAME}?asof=yesterday", GAME),
        ("/t/unknown/r1/t1/", "/tournaments"),
        ("/nowhere", "/tournaments"),
    ],
)
def test_a_page_that_is_not_there_leads_to_the_nearest_one_that_is(client, path, leads_to):
    answer = client.get(path, headers=FOR_PEOPLE)

    first = re.search(r'class="button[^"]*" href="([^"]+)"', answer.text)
    assert first[1] == leads_to
    assert client.get(leads_to, headers=FOR_PEOPLE).status_code == 200
