"""The pages of the rulebooks, without scripts and with them."""

from __future__ import annotations

import html
import re

import pytest

from ledger.rulebook import NAMES, load
from ledger.rulebook.help import citation
from ledger.rulebook.help.book import clauses
from ledger.rulebook.help.finder import Situation
from tests.web.conftest import FOR_PEOPLE
from web.public import rules

WSC = len(clauses("wsc-2003"))
EVIL = Situation(
    id="H-07",
    title='<img src=x onerror="alert(1)">',
    does="computed",
    how="</script><script>alert(2)</script>",
    clauses={"wespa-4.0": "3.9.5 3.9.6", "wsc-2003": "7.1 7.2"},
)


@pytest.fixture
def one_situation(monkeypatch):
    """The help as it is when one situation has been described, by somebody with bad manners."""
    cited = {name: dict.fromkeys(EVIL.rules(name), (EVIL,)) for name in NAMES}
    monkeypatch.setattr(citation, "citing", cited.__getitem__)
    monkeypatch.setattr(rules, "situations", lambda: {EVIL.id: EVIL})
    for kept in (rules._all_help, rules._in_the_others, citation._everything):
        kept.cache_clear()
    yield
    for kept in (rules._all_help, rules._in_the_others, citation._everything):
        kept.cache_clear()


def anchors(page):
    return [
        html.unescape(found) for found in re.findall(r'<li class="rule [^"]*" id="([^"]+)"', page)
    ]


def row(page, number):
    at = page.index(f'id="{number}"')
    return page[at : page.index("</li>\n", at)]


def test_the_shelf_has_every_book_with_its_number_of_rules(client):
    page = client.get("/rules/", headers=FOR_PEOPLE).text

    for name in NAMES:
        assert load(name).title in page
        assert f'href="/rules/{name}"' in page
        assert f"<dd>{len(clauses(name))}</dd>" in page


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_book_has_every_rule_once_at_its_anchor(client, name):
    answered = client.get(f"/rules/{name}", headers=FOR_PEOPLE)
    page = answered.text

    assert answered.status_code == 200
    assert anchors(page) == [number.replace(" ", "") for number in clauses(name)]
    for words in clauses(name).values():
        assert html.escape(words).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)


def test_links_within_the_rules_lead_to_rules_that_are_there(client):
    pages = {name: client.get(f"/rules/{name}").text for name in NAMES}

    for name, page in pages.items():
        for book, at in re.findall(r'href="(?:/rules/([\w.-]+))?#([^"]+)"', page):
            if at != "main":
                assert f'id="{at}"' in pages[book or name]


def test_a_book_nobody_has_is_not_found_and_says_which_there_are(client):
    answered = client.get("/rules/wespa-9.9", headers=FOR_PEOPLE)

    assert answered.status_code == 404
    assert "wespa-5.1" in answered.text


def test_the_edition_we_could_not_read_says_what_to_do_instead(client):
    assert "5.1 values" in client.get("/rules/wespa-5.2", headers=FOR_PEOPLE).text


def test_a_search_shows_the_rules_that_have_all_its_words(client):
    page = client.get("/rules/wsc-2003?q=Hold+15", headers=FOR_PEOPLE).text

    assert {"12.1", "12.2"} <= set(anchors(page))
    assert "7.1" not in anchors(page)
    assert 'value="Hold 15"' in page
    assert re.search(rf"\d+ of {WSC} rules", page)


def test_a_search_by_number_shows_the_rule_and_its_parts(client):
    found = anchors(client.get("/rules/wespa-4.0?q=3.9.5(a)").text)

    assert found[:2] == ["3.9.5(a)", "3.9.5(a)(i)"]


def test_a_search_that_finds_nothing_says_what_to_try(client):
    page = client.get("/rules/wsc-2003?q=zebra", headers=FOR_PEOPLE).text

    assert anchors(page) == []
    assert "No rule has these words." in page
    assert "data-none>" in page


@pytest.mark.parametrize(
    "desk_request", ['"><script>alert(1)</script>', "<b>", "'", "x" * 500, "\x00"]
)
def test_what_is_searched_for_is_shown_as_text(client, desk_request):
    answered = client.get("/rules/wespa-4.0", query_string={"q": desk_request}, headers=FOR_PEOPLE)

    assert answered.status_code == 200
    assert "<script>alert" not in answered.text
    assert "<b>" not in answered.text


def test_what_is_done_and_the_other_books_stand_beside_a_rule(client, one_situation):
    page = client.get("/rules/wespa-4.0", headers=FOR_PEOPLE).text

    first, again = row(page, "3.9.5"), row(page, "3.9.6")
    assert "In the other books" in first
    assert 'href="/rules/wsc-2003#7.1"' in first
    assert "Says nothing about it." in first
    assert "In the other books" not in again
    assert 'href="#H-07"' in again


def test_words_of_a_situation_are_text_and_nothing_else(client, one_situation):
    page = client.get("/rules/wespa-4.0", headers=FOR_PEOPLE).text

    assert "<img" not in page
    assert "<script>alert" not in page
    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;" in page


def test_words_of_a_situation_can_be_searched_for(client, one_situation):
    assert anchors(client.get("/rules/wespa-4.0?q=onerror").text) == ["3.9.5", "3.9.6"]


def test_a_tournament_leads_to_its_rulebook_and_the_first_page_to_all(client):
    assert 'href="/rules/wespa-5.1"' in client.get("/t/kestrel-bay-2026/", headers=FOR_PEOPLE).text
    assert 'href="/rules/"' in client.get("/", headers=FOR_PEOPLE).text


@pytest.mark.journey("rule")
@pytest.mark.browser
def test_rules_are_found_while_one_types(open_page):
    page = open_page("/rules/wsc-2003")
    box = page.get_by_role("searchbox")
    assert page.locator("[data-rule]:visible").count() == WSC

    box.fill("hold 15")

    assert f"of {WSC} rules" in page.locator("[data-found]").inner_text()
    shown = page.locator("[data-rule]:visible")
    assert shown.count() < 10
    assert page.locator("[data-chapter]:visible").count() < 5

    box.fill("zebra")
    assert page.get_by_text("No rule has these words.").is_visible()

    box.fill("")
    assert page.locator("[data-rule]:visible").count() == WSC


SHOWN = """() => [...document.querySelectorAll("[data-rule]")]
  .filter((one) => one.checkVisibility()).map((one) => one.id)"""


@pytest.mark.journey("rule")
@pytest.mark.browser
def test_the_script_and_the_server_find_the_same_rules(open_page, client):
    page = open_page("/rules/wsc-2003")
    for request in ("hold 15", "overdraw", "7.", "surplus bag", "12", "joker"):
        page.get_by_role("searchbox").fill(request)

        there = anchors(client.get("/rules/wsc-2003", query_string={"q": request}).text)
        assert page.evaluate(SHOWN) == there


@pytest.mark.browser
def test_a_link_to_a_rule_that_the_search_hides_brings_it_back(open_page):
    page = open_page("/rules/wespa-4.0")
    page.get_by_role("searchbox").fill("sand timer zebra")

    page.evaluate("location.hash = '#3.9.5(a)'")

    rule = page.locator('[id="3.9.5(a)"]')
    rule.wait_for()
    assert rule.is_visible()


@pytest.mark.browser
def test_no_page_of_rules_is_wider_than_its_screen(open_page):
    for address in ("/rules/", "/rules/wespa-5.1"):
        page = open_page(address)
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})

            assert page.evaluate("document.documentElement.scrollWidth") <= width
