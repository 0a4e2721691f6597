"""The frame of every page: its bar, its tabs, where each role begins, what keys find."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import url_for

from ledger.game.calls.requests import CallDirector
from tests.desks import Table
from tests.web.conftest import FOR_PEOPLE
from tests.web.every_page import NOT_MET
from tests.web.whole_hall import BADGES, FROM_HERE, PIN, SLUG, a_whole_hall
from web.access.permissions import ANYONE, NAMED, role_words
from web.frame.navigation import AREAS, short
from web.frame.pages import HTML, PAGES

PUBLIC, CASES, RESULTS = f"/t/{SLUG}/", f"/t/{SLUG}/cases/", f"/t/{SLUG}/organise/results"
WITHOUT = {
    "entering.page", "screens.page", "screens.turning", "kiosk.page", "signing_in.enrol",
    "stream_screens.on_air", "stream_screens.page",
}  # fmt: skip
"""Pages that stand alone: the tablet, screens of hall and stream, the judge's kiosk, taking in."""

FOOT = ("Rulebooks", "Check a printout", "Checkpoints", "Trust", "Manual", "Interface for programs")


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_whole_hall(tmp_path_factory.mktemp("page-frame")) as hall:
        yield hall


def shown(hall, who, path, method="GET", **sent):
    return hall.ask(who, path, method, headers=FOR_PEOPLE | FROM_HERE, **sent)


def part(page, tag, name):
    """What stands in the element of this class."""
    found = re.search(rf'<{tag} class="{name}[^"]*"[^>]*>(.*?)</{tag}>', page, re.DOTALL)
    return found[1] if found else ""


def links(markup):
    """Address and words of each link."""
    found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', markup, re.DOTALL)
    return [(unescape(at), " ".join(re.sub("<[^>]*>", " ", words).split())) for at, words in found]


def framed_pages(hall):
    """Every page with the frame, its address, and somebody who may open it."""
    for endpoint, methods, address in hall.doors():
        page = PAGES.get(endpoint)
        if page is None or page.answers != HTML or "GET" not in methods:
            continue
        if endpoint in NOT_MET | WITHOUT:
            continue
        badges = {role: who for who, (_, role) in BADGES.items() if who in ("director", "judge")}
        who = "nobody" if ANYONE in page.who else next(
            (who for role, who in badges.items() if role in page.who), "organiser"
        )  # fmt: skip
        yield page, address, who


@pytest.fixture(scope="module")
def met(hall):
    """Every page with the frame that a visitor may open, and what it says: asked for once."""
    asked = {}

    def of(who):
        role = BADGES[who][1] if who != "nobody" else ANYONE
        if who not in asked:
            answers = [
                (page, shown(hall, who, address))
                for page, address, _ in framed_pages(hall)
                if role in page.who
            ]
            asked[who] = [(page, one.text) for page, one in answers if one.status_code == 200]
        return asked[who]

    return of


def test_every_page_of_an_area_has_its_tabs_and_exactly_one_is_the_current_one(hall):
    wrong = []
    for page, address, who in framed_pages(hall):
        answer = shown(hall, who, address)
        if answer.status_code != 200:
            continue  # what is refused is looked at below
        tabs = part(answer.text, "nav", "tabs")
        of = AREAS.get(page.area)
        expected = 1 if of is not None and of.tabs and "slug" in address + of.endpoint else None
        current = tabs.count('aria-current="page"')
        if tabs and current != 1:
            wrong.append((page.endpoint, current))
        if of is not None and of.tabs and f"/t/{SLUG}/" in address and not tabs:
            wrong.append((page.endpoint, "no tabs", expected))

    assert wrong == []


def test_every_page_says_a_tab_that_its_area_has():
    wrong = [
        page.endpoint
        for page in PAGES.values()
        if page.tab and page.tab not in [tab.name for tab in AREAS[page.area].tabs]
    ]

    assert wrong == []
    assert {page.area for page in PAGES.values()} == {"", *AREAS}


def test_no_tab_leads_out_of_its_area():
    wrong = [
        (area.name, tab.name)
        for area in AREAS.values()
        for tab in area.tabs
        if PAGES[tab.endpoint].area != area.name
        or (PAGES[tab.endpoint].tab or tab.name) != tab.name
    ]

    assert wrong == []
    assert all(len(area.tabs) <= 7 for area in AREAS.values())


@pytest.mark.parametrize(
    ("who", "areas"),
    [
        ("nobody", []),
        ("player", []),
        ("keeper", ["Tables", "Results"]),
        ("judge", ["Judge", "Runner"]),
        ("director", ["Public page", "Desk", "Cases", "Results", "Organise", "Judge", "Runner"]),
        ("organiser", ["Public page", "Desk", "Results", "Organise"]),
    ],
)
def test_each_role_has_its_areas_and_each_opens(hall, who, areas):
    page = shown(hall, who, PUBLIC).text
    found = links(part(page, "nav", "areas"))

    assert [re.sub(r" \d+$", "", words) for _, words in found] == areas
    for address, _ in found:
        assert shown(hall, who, address).status_code == 200, address


def test_areas_that_no_role_has_lead_nowhere():
    """Who is told an area may open the page it leads to."""
    for area in AREAS.values():
        assert area.who <= PAGES[area.endpoint].who, area.name


TABS_OF = {
    "public": ["Overview", "Rounds", "Standings", "Wall chart", "Prizes", "My page"],
    "desk": ["Everything", "Calls", "Rulings", "Scores and entries", "Judging", "Slips", "Put off"],
    "cases": ["Open", "Ruled", "Closed", "Conduct", "Log of the day"],
    "organise": [
        "Overview", "Set-up", "Players", "Rounds", "Papers and files", "Prizes", "Finish",
    ],
}  # fmt: skip
"""Tabs of each area, as the specification has them; the other areas have none."""


@pytest.mark.parametrize("who", ["nobody", "keeper", "judge", "director", "organiser"])
def test_the_tabs_of_an_area_stand_in_their_order_and_each_opens_as_the_current_one(hall, who):
    role = BADGES[who][1] if who != "nobody" else ANYONE
    wrong, seen = [], set()
    for area in AREAS.values():
        if role not in PAGES[area.endpoint].who or PAGES[area.endpoint].area != area.name:
            continue
        address = {"public": PUBLIC, "organise": f"/t/{SLUG}/organise/"}.get(area.name)
        with hall.app.test_request_context():
            values = hall.values()
            page = PAGES[area.endpoint]
            needed = {
                name: values[name] for name in re.findall(r"<(?:\w+:)?(\w+)>", page.addresses[0])
            }
            address = address or url_for(area.endpoint, **needed)
        tabs = links(part(shown(hall, who, address).text, "nav", "tabs"))
        if [words for _, words in tabs] != TABS_OF.get(area.name, []):
            wrong.append((area.name, tabs))
        for at, words in tabs:
            answer = shown(hall, who, at)
            current = re.findall(r'aria-current="page">([^<]*)<', part(answer.text, "nav", "tabs"))
            if (answer.status_code, current) not in ((200, [words]), (302, [])):
                wrong.append((at, answer.status_code, current))
        seen.add(area.name)

    assert wrong == []
    assert "public" in seen


WITHIN_REACH = {
    "keeper": [f"/t/{SLUG}/r1/t1/enter", RESULTS],
    "judge": ["/judge", "/judge/runner"],
    "director": ["/desk", CASES, RESULTS, f"/t/{SLUG}/organise/", PUBLIC],
    "organiser": ["/desk", RESULTS, f"/t/{SLUG}/organise/", PUBLIC],
}
"""Where each role is at one step, from any page there is."""


@pytest.mark.parametrize("who", WITHIN_REACH)
def test_from_every_page_each_area_of_a_role_is_one_step_away_and_a_case_two(hall, met, who):
    wrong = []
    for page, text in met(who):
        header = text.partition("</header>")[0]
        near = {at.partition("?")[0] for at, _ in links(header)}
        wrong += [(page.endpoint, at) for at in WITHIN_REACH[who] if at not in near]

    assert wrong == []
    assert len(met(who)) > (60 if who in ("director", "organiser") else 25)
    if who == "director":
        assert f"{CASES}1" in shown(hall, who, CASES).text


@pytest.mark.parametrize("who", ["nobody", "director"])
def test_the_way_here_leads_back_by_pages_that_open_and_ends_where_one_is(hall, met, who):
    wrong, seen, opens = [], 0, {}
    for page, text in met(who):
        crumbs = part(text, "nav", "crumbs")
        if not crumbs.strip():
            continue
        seen += 1
        ways = links(crumbs)
        here = re.findall(r'<span[^>]* aria-current="page"[^>]*>', crumbs)
        if len(here) != 1 or crumbs.rindex("<span") < crumbs.rfind("<a "):
            wrong.append((page.endpoint, "does not end where one is"))
        for at, _ in ways:
            opens[at] = opens.get(at) or shown(hall, who, at).status_code
            if opens[at] not in (200, 302):
                wrong.append((page.endpoint, at, opens[at]))
        back = links(part(text, "nav", "back"))
        if back != ways:
            wrong.append((page.endpoint, "on a phone leads elsewhere", back, ways))

    assert wrong == []
    assert seen > 10


@pytest.mark.parametrize(
    ("badge", "then", "lands"),
    [
        ("D1", "", "/desk"),
        ("J1", "", "/judge"),
        ("O1", "", f"/t/{SLUG}/organise/"),
        ("K3", "", f"/t/{SLUG}/r1/"),
        ("O1", "/", f"/t/{SLUG}/organise/"),
        ("D1", f"/t/{SLUG}/standings?after=1", f"/t/{SLUG}/standings?after=1"),
    ],
)
def test_who_signs_in_begins_where_something_waits_for_them(hall, badge, then, lands):
    form = {"badge": badge, "pin": PIN, "then": then}

    answer = shown(hall, "nobody", "/sign-in", "POST", data=form)

    assert (answer.status_code, answer.location) == (303, lands)


def test_a_page_that_is_shut_says_for_whom_it_is_and_comes_back_after_signing_in(hall):
    address = f"/t/{SLUG}/cases/1?carry=2"
    answer = shown(hall, "nobody", address)

    assert answer.status_code == 403
    assert "<h1>This page is for directors and organisers</h1>" in answer.text
    [sign_in] = re.findall(r'class="button primary" href="([^"]+)">Sign in<', answer.text)
    asked = shown(hall, "nobody", unescape(sign_in)).text
    then = unescape(re.search(r'name="then" value="([^"]*)"', asked)[1])
    assert then == address
    form = {"badge": "D1", "pin": PIN, "then": then}
    assert shown(hall, "nobody", "/sign-in", "POST", data=form).location == address


@pytest.mark.parametrize(
    ("who", "path", "status", "way"),
    [
        ("nobody", "/desk", 403, "Sign in"),
        ("keeper", "/desk", 403, "Sign in with another badge"),
        ("nobody", "/nowhere", 404, "All tournaments"),
        ("director", f"/t/{SLUG}/r9/", 404, "The tournament"),
    ],
)
def test_a_refusal_stands_in_the_frame_with_one_way_on_and_its_code_at_the_end(
    hall, who, path, status, way
):
    page = shown(hall, who, path)

    assert page.status_code == status
    assert re.findall(r'class="button primary"[^>]*>([^<]+)<', page.text) == [way]
    assert f"Error {status}</p>" in page.text
    assert page.text.count("<h1>") == 1
    assert [words for _, words in links(part(page.text, "footer", "foot"))] == list(FOOT)


def test_who_is_not_let_in_is_shown_no_tabs(hall):
    assert 'class="tabs"' not in shown(hall, "nobody", CASES).text
    assert 'class="tabs"' in shown(hall, "director", CASES).text


def test_the_bar_counts_what_waits_and_only_calls_are_urgent(hall):
    def counted(who="director"):
        areas = part(shown(hall, who, PUBLIC).text, "nav", "areas")
        return {
            area: f"{count[1] or ''} {count[2]}"
            for area, link in re.findall(r'data-area="(\w+)"(.*?)</a>', areas, re.DOTALL)
            if (count := re.search(r'class="count( urgent)?">(\d+)<', link))
        }

    before = counted()
    assert before["results"] == " 2"
    assert "desk" not in before
    table = Table(hall.desk, hall.games[0], 7000)
    table.enter(CallDirector(reason="dispute"))

    assert counted()["desk"] == " urgent 1"
    assert counted("organiser")["desk"] == " urgent 1"


def test_who_is_signed_in_is_named_with_the_role_and_the_number_stands_in_the_menu(hall):
    account = part(shown(hall, "director", PUBLIC).text, "details", "menu account")

    assert "Bearer D. · Director" in account
    assert "Badge D1" in account
    assert [words for _, words in links(account)] == [
        "Help", "Badges and tablets", "Tokens for programs", "Checkpoints", "Change PIN",
    ]  # fmt: skip
    assert "Sign out" in account
    assert short("Zoë") == "Zoë"
    assert all(role_words(role) for role in NAMED)
    assert set(NAMED) == {role for _, role in BADGES.values()} | {"player"}


@pytest.mark.parametrize(
    ("who", "text", "first"),
    [
        ("keeper", "2", ("Table 2", f"/t/{SLUG}/r1/t2/")),
        ("judge", "table 1", ("Table 1", f"/t/{SLUG}/r1/t1/")),
        ("director", "player 3", ("Player 3", f"/t/{SLUG}/p/3")),
        ("director", "C-1", ("C-1 other", f"/t/{SLUG}/cases/1")),
        ("director", "other", ("C-1 other", f"/t/{SLUG}/cases/1")),
    ],
)
def test_a_table_a_player_and_a_case_are_found(hall, who, text, first):
    found = hall.ask(who, f"/t/{SLUG}/find.json?q={text}").json["found"]

    assert (found[0]["words"], found[0]["address"]) == first


def test_cases_are_found_by_who_may_read_them_alone(hall):
    assert hall.ask("keeper", f"/t/{SLUG}/find.json?q=other").json["found"] == []
    assert hall.ask("nobody", f"/t/{SLUG}/find.json?q=1").status_code == 403


def test_the_switcher_leads_to_the_same_tab_of_another_tournament(hall):
    form = {"slug": "autumn-cup", "name": "Autumn Cup", "rules": "wespa-5.1"}
    assert shown(hall, "organiser", "/organise/new", "POST", data=form).status_code == 303
    switcher = part(shown(hall, "organiser", f"/t/{SLUG}/organise/players").text, "details", "menu")

    assert ("/t/autumn-cup/organise/players", "Autumn Cup") in links(switcher)
    assert "New tournament" in switcher
    assert "All tournaments" in switcher
    public = part(shown(hall, "nobody", f"/t/{SLUG}/standings").text, "details", "menu")
    assert ("/t/autumn-cup/standings", "Autumn Cup") in links(public)
    assert "New tournament" not in public


def test_what_broke_is_said_though_the_bar_would_ask_the_same(hall, monkeypatch):
    """An error page that breaks itself would be the server's own, without a word of what to do."""

    def broken():
        raise ZeroDivisionError

    monkeypatch.setitem(hall.app.config, "TESTING", False)
    monkeypatch.setitem(hall.app.config, "PROPAGATE_EXCEPTIONS", False)
    monkeypatch.setattr(hall.app.extensions["site"].hall, "tournament_names", broken)
    answer = shown(hall, "director", "/desk")

    assert answer.status_code == 500
    assert part(answer.text, "header", "frame")
    assert ">Try again</a>" in answer.text
