"""Screens of the hall: taken in by a code, set from the desk, unattended for days."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from ledger.accounts.requests import SetScreen
from ledger.desk.requests import Sent
from ledger.tournament.opening import Announce, AnnounceStart, ChooseLiveBoards
from tests.web.boxes import NEXT_FRAME
from tests.web.entry_hall import PIN, SLUG, a_hall, taken_in
from tests.web.slow_world import PATIENCE
from tests.web.test_public_pages import slip
from tests.web.waiting import on_record, until

MINUTE = timedelta(minutes=1)
APART = timedelta(seconds=5)  # the hall's clock and a page's, which knows it from an answer
FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
DESK = f"/t/{SLUG}/organise/screens"
SCREEN = f"/t/{SLUG}/screen"


@pytest.fixture
def hall(tmp_path):
    with a_hall(tmp_path, tables=4) as hall:
        yield hall


@pytest.fixture
def director(hall):
    client = hall.app.test_client()
    client.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
    return client


def does(director, what, **form):
    return director.post(
        DESK, data={"what": what, "request": str(uuid4()), **form}, headers=FROM_HERE
    )


def a_screen(hall):
    """Whoever looks at a screen that was taken in, and its device."""
    screen = taken_in(hall.office, f"{SLUG}/screen")
    client = hall.app.test_client()
    client.set_cookie("tilescribe-device", screen.key)
    return client, screen.device


def test_a_code_from_the_desk_takes_a_screen_in_and_leads_it_to_its_page(hall, director):
    code = re.search(r'class="secret">([0-9A-Z-]+)<', does(director, "invite").text)[1]
    screen = hall.app.test_client()

    enrolled = screen.post("/enrol", data={"code": code, "name": "By the door"}, headers=FROM_HERE)

    assert enrolled.location == SCREEN
    assert "By the door" in screen.get(SCREEN).text
    assert screen.get("/").location == SCREEN  # all that whoever switches it on need open
    assert "By the door" in director.get(DESK, headers=FROM_HERE).text
    again = hall.app.test_client().post("/enrol", data={"code": code}, headers=FROM_HERE)
    assert again.status_code == 403


def test_a_screen_shows_what_the_desk_says_and_another_what_its_address_says(hall, director):
    screen, device = a_screen(hall)
    other = hall.app.test_client()
    assert 'data-what="names"' in screen.get(SCREEN).text

    said = does(
        director, "set", device=device, shows="tables", seconds="20", look="dark", announced="off"
    )

    assert said.status_code == 303
    page = screen.get(SCREEN).text
    assert 'data-what="tables"' in page
    assert 'data-seconds="20" ' in page
    assert 'data-look="dark"' in page
    assert 'name="what"' not in page  # it is set from the desk alone
    assert 'data-what="names"' in other.get(SCREEN).text
    hall.here.organise(SLUG, Announce(words="Lunch at one"))
    assert "Lunch at one" not in screen.get(SCREEN).text
    assert "Lunch at one" in other.get(SCREEN).text


def test_one_act_shows_the_same_on_every_screen_and_leaves_the_rest_as_it_was(hall, director):
    screens = [a_screen(hall) for _ in range(2)]
    does(director, "set", device=screens[0][1], look="dark")

    does(director, "all", shows="standings")

    assert all('data-what="standings"' in screen.get(SCREEN).text for screen, _ in screens)
    assert 'data-look="dark"' in screens[0][0].get(SCREEN).text


@pytest.mark.parametrize("seconds", ["3", "121", "soon"])
def test_seconds_out_of_bounds_are_refused_at_their_field(hall, director, seconds):
    screen, device = a_screen(hall)

    said = does(director, "set", device=device, shows="tables", seconds=seconds)

    assert said.status_code == 422
    assert "Enter a number from" in said.text
    assert 'data-what="names"' in screen.get(SCREEN).text


def test_a_screen_that_was_taken_out_shows_what_its_address_asks_for(hall, director):
    screen, device = a_screen(hall)
    does(director, "set", device=device, shows="tables")

    does(director, "out", device=device, reason="the hall is closed")

    assert 'data-what="names"' in screen.get(SCREEN).text
    assert device not in director.get(DESK, headers=FROM_HERE).text
    assert screen.get("/").location != SCREEN


def test_a_screen_is_neither_a_tablet_nor_the_results_desk(hall, director):
    screen, _ = a_screen(hall)

    signed = screen.post("/sign-in", data={"badge": "K1", "pin": PIN}, headers=FROM_HERE)
    assert signed.status_code == 303
    typed = screen.get(f"/t/{SLUG}/organise/results", headers=FROM_HERE)
    assert typed.status_code == 403 or "is enrolled for" in typed.text
    listed = director.get(f"/t/{SLUG}/organise/", headers=FROM_HERE).text
    assert "another tournament" not in listed


def test_the_start_of_the_next_round_is_announced_and_taken_down(hall, director):
    assert does(director, "start", starts="half past").status_code == 422

    does(director, "start", starts="14:30")

    found = re.search(r'data-starts="([^"]+)"', hall.app.test_client().get(SCREEN).text)
    starts = datetime.fromisoformat(found[1])
    assert f"{starts:%H:%M}" == "14:30"
    assert timedelta(hours=-1) <= starts - hall.desk.now() <= timedelta(hours=24)
    does(director, "no-start")
    assert "data-starts=" not in hall.app.test_client().get(SCREEN).text


def begun(hall, table):
    from tests.web.test_public_in_a_browser import STARTED

    for request in STARTED:
        hall.desk.record(hall.games[table - 1], request, Sent(by="D1", command_id=uuid4()))


def test_boards_are_shown_as_to_any_visitor_whoever_is_signed_in_at_the_screen(hall, director):
    begun(hall, 1)
    assert "Board of table 1" in director.get(f"{SCREEN}/boards", headers=FROM_HERE).text

    hall.here.organise(SLUG, ChooseLiveBoards(how="off", minutes=0))

    told = director.get(f"{SCREEN}/boards", headers=FROM_HERE).text
    assert "Board of table" not in told
    assert "No game is being shown." in told


def test_every_answer_says_what_time_it_is_in_the_hall_and_304_too(hall):
    client = hall.app.test_client()
    first = client.get(f"{SCREEN}/names")
    again = client.get(f"{SCREEN}/names", headers={"If-None-Match": first.headers["ETag"]})

    assert again.status_code == 304
    for answer in (first, again):
        told = datetime.fromisoformat(answer.headers["Tilescribe-Now"])
        assert abs(told - hall.desk.now()) < timedelta(minutes=1)


@pytest.mark.found("OG-13")
def test_OG13_organise_rounds_and_papers_lead_to_the_screens(director):
    for where in ("", "rounds", "papers"):
        page = director.get(f"/t/{SLUG}/organise/{where}", headers=FROM_HERE)
        assert f'href="{DESK}"' in page.text, where


# In a browser, for two days in two minutes.


@pytest.fixture
def full(tmp_path):
    with a_hall(tmp_path, tables=30) as hall:
        yield hall


@pytest.fixture
def opened(browser):
    contexts = []

    def at(hall, path="", device="", size=(1920, 1080), clock=False, script=""):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        contexts.append(context)
        if device:
            context.add_cookies(
                [{"name": "tilescribe-device", "value": device, "url": hall.address}]
            )
        page = context.new_page()
        if script:
            page.add_init_script(script)
        if clock:
            page.clock.install()
        page.goto(f"{hall.address}{SCREEN}{path}")
        page.wait_for_selector("[data-paged]")
        page.evaluate("window.same = true")  # gone where the page is loaded again
        return page

    yield at
    for context in contexts:
        context.close()


def live(page):
    page.wait_for_selector('[data-look="live"]', state="attached")


@pytest.mark.browser
@pytest.mark.journey("screen")
def test_what_the_desk_says_is_on_the_screen_at_once_and_no_page_is_loaded(full, opened):
    screen = taken_in(full.office, f"{SLUG}/screen")
    page = opened(full, device=screen.key)
    live(page)
    director = full.app.test_client()
    director.post("/sign-in", data={"badge": "D1", "pin": PIN}, headers=FROM_HERE)
    assert "Connected" in director.get(DESK, headers=FROM_HERE).text

    does(director, "set", device=screen.device, shows="tables", look="dark")

    until(page, "document.querySelector('[data-what=tables]')")
    assert page.evaluate("same")
    assert page.evaluate("document.documentElement.style.colorScheme") == "dark"


@pytest.mark.browser
def test_news_that_come_all_the_time_keep_no_page_from_turning(full, opened):
    page = opened(full, "/names", clock=True)
    live(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 2)  # it would go on meanwhile
    order = ["1 of 3", "2 of 3", "3 of 3"]
    before = first = page.inner_text("[data-page]")
    while first == before:  # until it has just turned
        page.clock.run_for(500)
        first = page.inner_text("[data-page]")

    for _ in range(6):  # every five seconds, of pages that stand twelve
        page.evaluate("document.dispatchEvent(new CustomEvent('fresh'))")
        page.clock.run_for(5000)

    assert page.inner_text("[data-page]") == order[order.index(first) - 1]  # two of three later


@pytest.mark.browser
def test_the_time_is_the_halls_whatever_the_computer_of_the_screen_believes(full, opened):
    soon = datetime.now(UTC) + timedelta(minutes=10)
    full.here.organise(SLUG, AnnounceStart(starts_at=soon))
    page = opened(full, "/start")
    until(page, "document.querySelector('[data-starts-in]').textContent.startsWith('in ')")

    page.evaluate("{ const then = Date.now() - 5 * 3600e3; Date.now = () => then; }")
    began = datetime.now(UTC)
    page.evaluate("document.querySelector('[data-clock]').replaceChildren()")
    until(page, "document.querySelector('[data-clock]').textContent")  # written anew since
    told, at, left = page.evaluate(
        "['clock', 'starts-at', 'starts-in'].map((one) =>"
        " document.querySelector(`[data-${one}]`).textContent)"
    )
    ended = datetime.now(UTC)

    assert at == f"{soon:%H:%M}"
    least, most = soon - ended - APART, soon - began + APART
    assert least // MINUTE <= int(left.split()[1]) - 1 <= most // MINUTE, left
    assert told in {f"{ended - before:%H:%M}" for before in (-APART, APART, MINUTE)}


@pytest.mark.browser
def test_a_network_that_goes_is_said_and_one_that_comes_back_brings_what_was_missed(full, opened):
    page = opened(full, "/missing", clock=True)
    live(page)
    page.context.set_offline(True)
    page.clock.fast_forward(62_000)
    page.wait_for_selector(".screen-late:has-text('Last news')")
    slip(full, full.games[0])
    begun(full, 2)

    page.context.set_offline(False)

    until(page, "document.querySelector('[data-last-news]').textContent === ''")
    until(page, "document.querySelector('[data-lines]').textContent.includes('Player 3')")
    assert page.evaluate("same")


@pytest.mark.browser
def test_a_portal_in_the_way_is_no_news_and_what_was_missed_comes_once_it_is_gone(full, opened):
    page = opened(full, "/missing", clock=True)
    live(page)
    welcome = {"body": "<h1>Welcome to our Wi-Fi</h1>", "content_type": "text/html"}
    page.route("**/*", lambda route: route.fulfill(**welcome))
    with full.away():
        page.wait_for_selector('[data-look="waiting"], [data-look="off"]', state="attached")
    page.wait_for_selector('[data-look="off"]', state="attached")
    page.clock.fast_forward(9_000)
    page.wait_for_selector(".screen-late:has-text('Last news')")
    full.here.organise(SLUG, Announce(words="Lunch at one"))

    page.unroute_all()

    page.wait_for_selector(".screen-announced:has-text('Lunch at one')")
    until(page, "document.querySelector('[data-last-news]').textContent === ''")
    assert page.evaluate("same")


ASKED_IF_THERE = """
window.EventSource = class extends EventSource {
  constructor(...how) {
    super(...how);
    window.stream = this;
  }
};
Object.defineProperty(XMLHttpRequest.prototype, "timeout", { set() {} }); // by no clock of ours
window.fetch = (address) => window.held
  ? new Promise((answer, refuse) => held.push({ address, answer, refuse }))
  : Promise.resolve({ json: async () => ({ alive: true }) });
window.settle = async (how) => {
  const one = held.shift();
  if (how === "answer") one.answer({ json: async () => ({ alive: true }) });
  else one.refuse(new TypeError(how));
  for (let step = 0; step < 20; step += 1) await null;
};
"""


class Hanging:
    """A screen by a clock that stands, whose stream is told nothing: that hangs in its connection.

    What it asks by itself, whether the hall is there, is answered as late as a test says.
    """

    def __init__(self, opened, hall, monkeypatch):
        self.page = opened(hall, "/missing", clock=True, script=ASKED_IF_THERE)
        live(self.page)
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 2)
        monkeypatch.setattr(hall.app.extensions["hub"], "_chunks", lambda told_to: [])
        self.asked = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.evaluate("window.held = []")

    def answered_after(self, milliseconds):
        """Once; gives what the screen asks for then."""
        while not self.page.evaluate("held.length"):
            self.page.clock.run_for(50)
        if milliseconds:
            self.page.clock.run_for(milliseconds)
        self.asked.clear()
        self.page.evaluate("settle('answer')")
        self.page.clock.run_for(50)
        self.page.evaluate("null")
        asked = list(self.asked)
        # The hall's signs of life come by another clock: in forty seconds there may be none.
        self.page.evaluate("void stream.dispatchEvent(new MessageEvent('still-here'))")
        return asked

    def until(self, true):
        """What the browser tells at its own time."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, "waited in vain for the browser"
            self.page.evaluate("null")


@pytest.mark.browser
def test_a_screen_whose_stream_hangs_where_packets_are_lost_asks_by_itself(
    full, opened, monkeypatch
):
    screen = Hanging(opened, full, monkeypatch)
    full.here.organise(SLUG, Announce(words="Lunch at one"))
    screen.answered_after(0)  # a good network

    assert [one for one in screen.answered_after(300) if "/screen/missing" in one]

    screen.page.wait_for_selector(".screen-announced:has-text('Lunch at one')")
    again = [screen.answered_after(0) for _ in range(12)]
    anew = [nth for nth, asked in enumerate(again) if any("/events" in one for one in asked)]
    assert anew == [10]  # more than twenty seconds later, by a stream in which nothing hangs


@pytest.mark.browser
def test_a_hall_that_answers_everybody_slowly_is_not_asked_for_more(full, opened, monkeypatch):
    """Two hundred screens that took a busy hall for a bad network would keep it busy."""
    screen = Hanging(opened, full, monkeypatch)

    for _ in range(20):  # forty seconds, until none of eight came at once, and twenty more
        screen.answered_after(300)
    asked = [one for _ in range(10) for one in screen.answered_after(300)]
    assert not [one for one in asked if "/screen/missing" in one]

    screen.answered_after(0)  # it has time again, and what is late now was lost
    assert [one for one in screen.answered_after(300) if "/screen/missing" in one]


@pytest.mark.browser
def test_an_answer_that_hangs_holds_back_none_that_is_asked_for_later(full, opened, monkeypatch):
    screen = Hanging(opened, full, monkeypatch)
    pages, given_up = [], []
    screen.page.route("**/screen/missing", lambda route: pages.extend([route]))
    screen.page.on("requestfailed", lambda request: given_up.extend([request]))
    full.here.organise(SLUG, Announce(words="Lunch at one"))
    screen.answered_after(0)
    for _ in range(5):
        before = len(pages)
        screen.answered_after(300)
        screen.until(lambda before=before: len(pages) > before)
    asked = [one.request for one in pages]
    screen.until(lambda: given_up == asked[1:-2])  # three at a time: the first and the newest
    assert asked[-1].header_value("Cache-Control") == "no-cache"

    pages[-1].fulfill(status=503, body="busy")  # no answer: what is on its way still comes
    pages[-2].continue_()

    screen.page.wait_for_selector(".screen-announced:has-text('Lunch at one')")
    screen.until(lambda: given_up == [*asked[1:-2], asked[0]])  # it knows less


@pytest.mark.browser
def test_an_answer_that_takes_longer_than_the_next_are_asked_comes_all_the_same(
    full, opened, monkeypatch
):
    screen = Hanging(opened, full, monkeypatch)
    pages = []
    screen.page.route("**/screen/missing", lambda route: pages.extend([route]))
    full.here.organise(SLUG, Announce(words="Lunch at one"))
    screen.answered_after(0)
    for _ in range(5):
        before = len(pages)
        screen.answered_after(300)
        screen.until(lambda before=before: len(pages) > before)

    pages[0].continue_()

    screen.page.wait_for_selector(".screen-announced:has-text('Lunch at one')")


@pytest.mark.browser
def test_a_hall_that_takes_six_seconds_for_each_answer_is_slow_and_not_away(
    full, opened, monkeypatch
):
    """Each wall began its stream anew at each of these answers, and asked for its page."""
    screen = Hanging(opened, full, monkeypatch)
    screen.answered_after(0)
    for _ in range(4):  # on their way at a time, from now on
        screen.page.clock.run_for(2_000)
    anew = []
    for _ in range(10):
        screen.asked.clear()
        screen.page.evaluate("settle('answer')")
        screen.page.clock.run_for(2_000)
        screen.page.evaluate("null")
        anew.append(sum("/events" in one for one in screen.asked))

    assert sum(anew) <= 1, anew  # at first it might have been away


@pytest.mark.browser
def test_tries_that_hang_never_take_every_connection_and_refused_ones_come_often(
    full, opened, monkeypatch
):
    screen = Hanging(opened, full, monkeypatch)
    screen.answered_after(0)

    screen.page.clock.run_for(127_000)  # so long each of them knocks

    hanging = screen.page.evaluate("held.length")
    assert hanging == 13  # two in the first five seconds, six in the first minute, five later
    asked = screen.page.evaluate("held.map(({ address }) => address)")
    assert asked == 2 * ["/healthz"] + 11 * ["/healthz?once"]  # none is kept for another time
    for _ in range(hanging):
        screen.page.evaluate("settle('timed out')")
    for _ in range(5):  # a server that is started again
        screen.page.clock.run_for(2_000)
        assert screen.page.evaluate("held.length") == 1
        screen.page.evaluate("settle('refused')")


@pytest.mark.browser
@pytest.mark.parametrize("missed", ["set at the desk", "written into the record"])
def test_a_server_that_is_restarted_is_found_again_with_what_was_missed(full, opened, missed):
    screen = taken_in(full.office, f"{SLUG}/screen")
    page = opened(full, device=screen.key, clock=True)
    live(page)

    with full.away():
        page.wait_for_selector('[data-look="waiting"]', state="attached")
        if missed == "set at the desk":
            sent = Sent(by="D1", command_id=uuid4())
            full.office.tablets.set_screen(SetScreen(device=screen.device, shows="tables"), sent)
        else:
            full.here.organise(SLUG, Announce(words="Lunch at one"))
    live(page)

    page.clock.fast_forward(13_000)  # as long as a wall waits for news at most
    found = "[data-what=tables]" if missed == "set at the desk" else ".screen-announced"
    until(page, f"document.querySelector('{found}')")
    until(page, "document.querySelector('[data-last-news]').textContent === ''")
    assert page.evaluate("same")


@pytest.mark.browser
def test_a_new_release_is_loaded_by_itself_and_only_once_the_server_has_answered(full, opened):
    page = opened(full, "/standings", clock=True)
    live(page)
    newer = [True]  # until the page is loaded: it is of that release then

    def answer(route):
        kind = route.request.resource_type
        if kind == "document":
            newer.clear()
        if kind != "xhr" or not newer:
            return route.continue_()
        scripts = "js/live/on_the_wall.js"
        body = route.fetch().text().replace(scripts, f"{scripts}?newer")
        return route.fulfill(body=body, content_type="text/html")

    page.route("**/screen/standings", answer)
    page.clock.fast_forward(331_000)  # in one: it may be loaded after half a minute

    until(page, "window.same === undefined")
    page.wait_for_selector("[data-paged]")


@pytest.mark.browser
def test_two_days_of_pages_and_news_leave_no_more_in_memory(full, opened):
    page = opened(full, "/names", clock=True)
    live(page)
    session = page.context.new_cdp_session(page)

    def used():
        page.clock.run_for(1000)
        session.send("HeapProfiler.collectGarbage")
        kept = session.send("Memory.getDOMCounters")
        return kept["nodes"] + kept["jsEventListeners"]

    def for_a_while(times):
        for _ in range(times):
            page.evaluate(
                "for (let nth = 0; nth < 50; nth++) {"
                "document.dispatchEvent(new CustomEvent('next-page'));"
                "document.dispatchEvent(new CustomEvent('fresh')) }"
            )
            page.clock.fast_forward(300_000)

    for_a_while(2)
    before = used()
    for_a_while(12)
    on_record(lambda: used() <= before + 200)  # a page that is still on its way is gone soon


@pytest.mark.browser
@pytest.mark.parametrize("tables", [4, 30])
def test_letters_follow_the_screen_and_rows_are_whole(tmp_path, opened, tables):
    with a_hall(tmp_path, tables=tables) as hall:
        for game in hall.games[: tables // 2]:
            slip(hall, game)
        for width, height in ((1920, 1080), (3840, 2160), (1080, 1920), (2160, 3840)):
            unit = min(height / 100, width * (0.0075 if width > height else 0.012))
            for what in ("names", "tables", "standings", "missing"):
                page = opened(hall, f"/{what}", size=(width, height))
                until(page, LAID)
                page.evaluate(NEXT_FRAME)
                ends, rows, letters = page.evaluate(DRAWN)

                assert max(rows) <= ends + 1, (what, width)
                assert min(letters) >= 2.8 * unit - 0.1, (what, width)
                if what in ("names", "standings"):  # few are larger
                    assert max(letters) >= (5 if tables == 4 else 4) * unit, (what, width)
                page.close()


LAID = "document.querySelector('[data-lines]')?.getBoundingClientRect().bottom > 0"
DRAWN = """() => {
  const lines = document.querySelector("[data-lines]");
  const rows = [...lines.querySelectorAll(":scope > li:not([hidden])")];
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const letters = (one) => parseFloat(getComputedStyle(one).fontSize);
  const names = rows.flatMap((row) => [...row.querySelectorAll(".name")]);
  return [bottom(lines), rows.map(bottom), names.map(letters)];
}"""
"""Where the list ends, where each row ends, how large names are: at one moment, as a page that a
new answer brings takes the place of the one before."""
