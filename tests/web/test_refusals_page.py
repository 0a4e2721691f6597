"""The page that lists every refusal, with an example and the rule behind it in each book."""

from __future__ import annotations

import html

import pytest

from ledger.refusals.catalogue import CATALOGUE, CHAPTERS
from ledger.refusals.saying import refusal
from ledger.rulebook import NAMES, load
from ledger.vocabulary.signs import as_read
from tests.web.conftest import FOR_PEOPLE
from web.public.rules import refusals_shown


def test_every_refusal_is_in_its_chapter_with_its_example_and_its_rules(client):
    contents = client.get("/refusals", headers=FOR_PEOPLE).text
    pages = {
        each.place: html.unescape(client.get(f"/refusals/{each.place}", headers=FOR_PEOPLE).text)
        for each in refusals_shown()
    }

    assert list(pages) == list(CHAPTERS)
    for place, chapter in CHAPTERS.items():
        for code, said in chapter.items():
            told = refusal(code, load("wespa-5.1"), **said.example)
            assert f'id="{code.replace("/", ".")}"' in pages[place]
            assert f'id="{code.replace("/", ".")}"' in contents
            assert as_read(told.what) in pages[place]
            assert told.next_step in pages[place]
            assert told.clause in pages[place]
    for book in NAMES:
        assert str(load(book).windows.courtesy_after) in "".join(pages.values())


@pytest.mark.wide("many")
def test_the_code_of_a_refusal_leads_to_its_place_in_its_chapter(client):
    places = {each.place for each in refusals_shown()}
    for code in CATALOGUE:
        anchor = code.replace("/", ".")
        answer = client.get(f"/refusals/{anchor}")
        page, _, at = answer.headers["Location"].partition("#")
        assert page.removeprefix("/refusals/") in places
        assert at == anchor


def test_a_search_shows_the_refusals_with_their_chapters(client):
    code = next(iter(CATALOGUE))
    page = client.get("/refusals", query_string={"q": code.partition("/")[0]}).text

    assert f"#{code.replace('/', '.')}" in page
    assert '<section class="card flush">' in page
    assert (
        "No refusal contains these words. Try fewer words."
        in client.get("/refusals?q=zebra+unicorn").text
    )


def test_a_chapter_nobody_wrote_is_not_found(client):
    assert client.get("/refusals/zebra", headers=FOR_PEOPLE).status_code == 404


def test_a_rule_in_a_chapter_leads_to_its_help(client):
    pages = [client.get(f"/refusals/{each.place}").text for each in refusals_shown()]

    assert any('href="/rules/wespa-4.0/' in page for page in pages)


def test_the_rulebooks_lead_to_the_page(client):
    assert 'href="/refusals"' in client.get("/rules/", headers=FOR_PEOPLE).text
