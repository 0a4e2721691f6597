"""The page that lists every refusal, with an example and the rule behind it in each book."""

from __future__ import annotations

import html

from ledger.refusals.catalogue import CATALOGUE, CHAPTERS
from ledger.refusals.saying import refusal
from ledger.rulebook import NAMES, load
from ledger.vocabulary.signs import as_read
from tests.web.conftest import FOR_PEOPLE
from web.public.rules import refusals_shown


def test_every_refusal_is_on_the_page_with_its_example_and_its_rules(client):
    page = html.unescape(client.get("/refusals", headers=FOR_PEOPLE).text)

    assert [title for title, _ in refusals_shown()] == list(CHAPTERS)
    for code, said in CATALOGUE.items():
        told = refusal(code, load("wespa-5.1"), **said.example)
        assert f'id="{code.replace("/", ".")}"' in page
        assert as_read(told.what) in page
        assert told.next_step in page
        assert told.clause in page
    for book in NAMES:
        assert str(load(book).windows.courtesy_after) in page


def test_a_rule_on_the_page_leads_to_its_help(client):
    page = client.get("/refusals", headers=FOR_PEOPLE).text

    assert 'href="/rules/wespa-4.0#' in page


def test_the_rulebooks_lead_to_the_page(client):
    assert 'href="/refusals"' in client.get("/rules/", headers=FOR_PEOPLE).text
