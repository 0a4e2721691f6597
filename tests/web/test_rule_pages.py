"""The pages of the rulebooks, without scripts and with them."""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

import pytest

from ledger.rulebook import NAMES, load
from ledger.rulebook.help import finder
from ledger.rulebook.help.book import clauses
from ledger.rulebook.help.finder import Situation
from tests.web.conftest import FOR_PEOPLE
from web.public import rules
from web.public.rules import MOST_MATCHES, chapters_shown

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
    monkeypatch.setattr(finder, "citing", cited.__getitem__)
    monkeypatch.setattr(rules, "situations", lambda: {EVIL.id: EVIL})
    for kept in (rules._all_help, rules._in_the_others, finder._everything):
        kept.cache_clear()
    yield
    for kept in (rules._all_help, rules._in_the_others, finder._everything):
        kept.cache_clear()


def anchors(page):
    return [html.unescape(found) for found in re.findall(r'<li class="rule" id="([^"]+)"', page)]


def matches(page):
    """The rules that a search found, by number, and the chapters they stand under."""
    results = page[page.index("data-results") :]
    numbers = re.findall(r'<b class="rule-no">([^<]+)</b>', results)
    return [html.unescape(number) for number in numbers], re.findall(
        r'<section class="card flush">', results
    )


def row(page, number):
    at = page.index(f'id="{number}"')
    return page[at : page.index("</li>\n", at)]


def whole_book(client, name):
    """Every chapter of a book, by the part of its address."""
    return {
        each.place: client.get(f"/rules/{name}/{each.place}", headers=FOR_PEOPLE).text
        for each in chapters_shown(name)
    }


def test_the_list_has_every_book_with_its_number_of_rules(client):
    page = client.get("/rules/", headers=FOR_PEOPLE).text

    for name in NAMES:
        assert load(name).title in page
        assert f'href="/rules/{name}"' in page
        assert f'<td class="number rest">{len(clauses(name))}</td>' in page


@pytest.mark.one_in(3, "name")
@pytest.mark.parametrize("name", NAMES)
def test_the_chapters_of_a_book_have_every_rule_once_at_its_anchor(client, name):
    contents = client.get(f"/rules/{name}", headers=FOR_PEOPLE).text
    pages = whole_book(client, name)

    assert [at for page in pages.values() for at in anchors(page)] == [
        number.replace(" ", "") for number in clauses(name)
    ]
    text = "".join(pages.values())
    for words in clauses(name).values():
        assert html.escape(words).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in text
    for place, page in pages.items():
        assert f'href="/rules/{name}/{place}"' in contents
        assert page.partition('class="book-contents')[2].count('aria-current="page"') == 1
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(set(ids)) == len(ids)


@pytest.mark.wide("many")
def test_links_within_the_rules_lead_to_rules_that_are_there(client):
    pages = {name: whole_book(client, name) for name in NAMES}

    for name, book in pages.items():
        for place, page in book.items():
            for there, at, anchor in re.findall(
                r'href="(?:/rules/([\w.-]+)/([^"#]+))?#([^"]+)"', page
            ):
                if anchor != "main":
                    target = pages[there or name][unquote(at) or place]
                    assert f'id="{unquote(anchor)}"' in target


@pytest.mark.one_in(3, "name")
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_s_own_address_leads_to_its_place_in_its_chapter(client, name):
    """``/rules/BOOK/3.9.5(a)``: what scripts and old addresses lead to."""
    places = {each.place for each in chapters_shown(name)}
    for number in clauses(name):
        answer = client.get(f"/rules/{name}/{number.replace(' ', '')}")
        if answer.status_code == 200:
            assert number.replace(" ", "") in places
            continue
        page, _, anchor = unquote(answer.headers["Location"]).partition("#")
        assert answer.status_code == 302
        assert page.removeprefix(f"/rules/{name}/") in places
        assert anchor == number.replace(" ", "")


def test_a_rule_that_no_chapter_has_is_not_found_and_says_which_are_near(client):
    answered = client.get("/rules/wespa-5.1/3.99", headers=FOR_PEOPLE)

    assert answered.status_code in (404, 422)
    assert "3.9" in answered.text


def test_a_book_nobody_has_is_not_found_and_says_which_there_are(client):
    answered = client.get("/rules/wespa-9.9", headers=FOR_PEOPLE)

    assert answered.status_code == 404
    assert "wespa-5.1" in answered.text


def test_the_edition_we_could_not_read_says_what_to_do_instead(client):
    assert "5.1 values" in client.get("/rules/wespa-5.2", headers=FOR_PEOPLE).text


def test_a_search_shows_the_rules_that_have_all_its_words(client):
    page = client.get("/rules/wsc-2003?q=Hold+15", headers=FOR_PEOPLE).text
    found, groups = matches(page)

    assert {"12.1", "12.2"} <= set(found)
    assert "7.1" not in found
    assert 'href="/rules/wsc-2003/12#12.1"' in page
    assert "<h2>12 Challenges</h2>" in page
    assert len(groups) < len(found)
    assert 'value="Hold 15"' in page
    assert re.search(rf"\d+ of {WSC} rules", page)


def test_a_search_by_number_shows_the_rule_and_its_parts(client):
    found, _ = matches(client.get("/rules/wespa-4.0?q=3.9.5(a)").text)

    assert found[:2] == ["3.9.5(a)", "3.9.5(a)(i)"]


def test_a_search_that_finds_nothing_says_what_to_try(client):
    page = client.get("/rules/wsc-2003?q=zebra", headers=FOR_PEOPLE).text

    assert matches(page)[0] == []
    assert "No rule contains these words." in page


def test_a_search_that_finds_very_many_says_how_many_more_there_are(client):
    page = client.get("/rules/wespa-5.1?q=the", headers=FOR_PEOPLE).text
    [total] = re.findall(r"(\d+) of \d+ rules", page)

    assert len(matches(page)[0]) == MOST_MATCHES
    assert f"{int(total) - MOST_MATCHES} more rules contain these words." in page


@pytest.mark.parametrize(
    "desk_request", ['"><script>alert(1)</script>', "<b>", "'", "x" * 500, "\x00"]
)
def test_what_is_searched_for_is_shown_as_text(client, desk_request):
    answered = client.get("/rules/wespa-4.0", query_string={"q": desk_request}, headers=FOR_PEOPLE)

    assert answered.status_code == 200
    assert "<script>alert" not in answered.text
    assert "<b>" not in answered.text


def test_what_is_done_and_the_other_books_stand_beside_a_rule(client, one_situation):
    page = client.get("/rules/wespa-4.0/3.9", headers=FOR_PEOPLE).text

    first, again = row(page, "3.9.5"), row(page, "3.9.6")
    assert "In the other rulebooks" in first
    assert 'href="/rules/wsc-2003/7#7.1"' in first
    assert "Does not mention it." in first
    assert "In the other rulebooks" not in again
    assert 'href="#H-07"' in again


def test_words_of_a_situation_are_text_and_nothing_else(client, one_situation):
    page = client.get("/rules/wespa-4.0/3.9", headers=FOR_PEOPLE).text

    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;" in page


def test_words_of_a_situation_can_be_searched_for(client, one_situation):
    assert matches(client.get("/rules/wespa-4.0?q=onerror").text)[0] == ["3.9.5", "3.9.6"]


def test_a_tournament_leads_to_its_rulebook_and_the_first_page_to_all(client):
    assert 'href="/rules/wespa-5.1"' in client.get("/t/kestrel-bay-2026/", headers=FOR_PEOPLE).text
    assert 'href="/rules/"' in client.get("/", headers=FOR_PEOPLE).text


FOUND = """() => [...document.querySelectorAll("[data-results] .rule-no")]
  .map((one) => one.textContent)"""


@pytest.mark.browser
def test_rules_are_found_while_one_types(open_page, client):
    page = open_page("/rules/wsc-2003")
    box = page.get_by_role("searchbox")
    for request in ("hold 15", "7.", "joker"):
        box.fill(request)

        there, _ = matches(client.get("/rules/wsc-2003", query_string={"q": request}).text)
        page.get_by_text(f"{len(there)} of {WSC} rules").wait_for()
        assert page.evaluate(FOUND) == there
        assert page.evaluate("new URLSearchParams(location.search).get('q')") == request

    box.fill("zebra")
    page.get_by_text("No rule contains these words.").wait_for()
    box.fill("")
    page.get_by_text(f"{WSC} rules in").wait_for()


@pytest.mark.browser
def test_an_old_address_of_a_rule_arrives_at_its_chapter(open_page):
    page = open_page("/rules/wespa-4.0#3.9.5(a)")
    page.wait_for_url("**/rules/wespa-4.0/3.9#3.9.5(a)")

    assert page.locator('[id="3.9.5(a)"]').is_visible()
    assert page.evaluate("document.querySelector(':target').id") == "3.9.5(a)"


@pytest.mark.browser
def test_pages_of_books_are_no_wider_than_their_screen_and_no_longer_than_can_be_read(open_page):
    longest = (
        *("/rules/wespa-1.0/3.10", "/rules/wespa-1.0/3.10.10", "/rules/wespa-5.1/3.13"),
        *("/rules/nsa-1998/VII", "/rules/nsa-1998/X", "/rules/wespa-1.0/6.2"),
        *("/rules/wespa-5.1?q=the", "/manual/cases", "/manual/operator", "/refusals/tournaments"),
    )
    for address in ("/rules/", "/rules/wespa-5.1", *longest, "/refusals", "/api/v1/"):
        page = open_page(address)
        assert page.evaluate("document.documentElement.scrollHeight") <= 15_000, address
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})

            assert page.evaluate("document.documentElement.scrollWidth") <= width, address
