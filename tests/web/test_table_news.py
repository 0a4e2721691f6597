"""The state of a table is told by the live stream, at the doors it always was, and not polled."""

from __future__ import annotations

import json
import threading
import time
from contextlib import ExitStack, closing
from itertools import count

import pytest

from ledger.game.calls.facts import DirectorCalled
from ledger.game.calls.requests import CallDirector
from ledger.game.clock.requests import ReadClocks
from ledger.game.exchanges.requests import ExchangeTiles
from ledger.game.turns.requests import CorrectScore
from ledger.vocabulary import CONSOLE, Role, Seat
from tests.desks import Table
from tests.web.a_stream import Watching
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import PIN, a_hall
from web.access.visitors import DEVICE, SESSION

SOON = 20.0
"""Seconds. A tablet that nobody tells looks by itself after a minute: before that it was told."""

NUMBERS = count(500_000)
"""Of the requests made on the server itself."""

LANES = 30
"""Threads that work for requests, however many there are; they begin when they are wanted."""

IDLE = 3
"""Seconds for which an idle tablet is watched."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("news"), tables=7) as there:
        there.office.issue("K2", "Kit", Role.SCOREKEEPER, by=CONSOLE)
        there.office.pins.set("K2", PIN)
        there.app.config["HEARTBEAT_SECONDS"] = 0.5
        yield there


def cookie(hall, badge, table):
    taken = hall.office.tablets.enrol(
        hall.office.tablets.invite(f"spring-open/T{table}", by=CONSOLE)
    )
    token = hall.office.sessions.begin(badge, taken.device)
    return {"Cookie": f"{SESSION}={token}; {DEVICE}={taken.key}"}


def numbered(hall, table):
    """The game at a table, for entries made on the server itself."""
    there = Table(hall.desk, hall.games[table - 1])
    there.numbers = NUMBERS
    return there


def test_a_tablet_at_its_table_is_told_that_there_is_something_new_and_no_word_of_it(hall):
    game, calls = hall.games[5], CallDirector(reason="dispute")
    path = f"/events?table={game}"
    with (
        closing(Watching(hall.address, path, cookie(hall, "K1", 6))) as keeper,
        closing(Watching(hall.address, path, cookie(hall, "K2", 5))) as another_table,
        closing(Watching(hall.address, path)) as visitor,
    ):
        for each in (keeper, another_table, visitor):
            each.next()
        numbered(hall, 6).enter(calls, by="D1")
        heard = keeper.change()
        beats = [next_event(each) for each in (another_table, visitor)]

    version = hall.sheet(6).version
    assert isinstance(hall.sheet(6).events[-1].fact, DirectorCalled)
    assert heard["event"] == "game"
    assert json.loads(heard["data"]) == {"position": int(heard["id"]), "version": version}
    assert beats == ["still-here", "still-here"]


def next_event(watching):
    return watching.next()["event"]


def test_one_badge_may_watch_from_more_tablets_than_it_may_from_one(hall):
    """Where all tables go under one badge, each tablet has places of its own."""
    hall.app.extensions["hub"].kept.each, before = 2, hall.app.extensions["hub"].kept.each
    path, open_ones = f"/events?table={hall.games[5]}", []
    try:
        for _ in range(3):
            shown = cookie(hall, "K1", 6)
            open_ones += [Watching(hall.address, path, shown) for _ in range(2)]
        one_more = Watching(hall.address, path, shown)
        open_ones.append(one_more)
    finally:
        hall.app.extensions["hub"].kept.each = before
        for each in open_ones:
            each.close()

    assert [each.status for each in open_ones] == [200] * 6 + [503]


def test_two_hundred_tablets_cost_no_thread_and_all_are_told(hall):
    path = f"/events?table={hall.games[5]}"
    with ExitStack() as open_ones:
        shown = [cookie(hall, "K1", 6) for _ in range(20)]
        first = open_ones.enter_context(closing(Watching(hall.address, path, shown[0])))
        threads = threading.active_count()
        rest = [
            open_ones.enter_context(closing(Watching(hall.address, path, shown[n % 20])))
            for n in range(1, 200)
        ]
        for each in (first, *rest):
            each.next()
        more = threading.active_count() - threads
        numbered(hall, 6).enter(ReadClocks(), by="D1", clocks=(1400, 1400))
        heard = {each.change()["data"] for each in (first, *rest)}

    assert len(heard) == 1
    assert len(heard.pop()) < 60
    assert more <= LANES


@pytest.fixture(scope="module")
def both(browser, hall):
    """Two scorekeepers' tablets."""
    tablets = [Tablet(browser, hall, badge=badge) for badge in ("K1", "K2")]
    yield tablets
    for tablet in tablets:
        tablet.close()


@pytest.fixture
def kim_and_kit(both, request):
    table = TESTS.index(request.node.name) + 1
    kim, kit = both
    kim.open(table)
    kim.start()
    kim.sent()
    kit.open(table)
    for tablet in both:
        tablet.until("tilescribe.news.live")
    return kim, kit


def asked_for(tablet, what):
    """Addresses the tablet asks for from now on that end so."""
    found = []
    tablet.page.on("request", lambda one: one.url.endswith(what) and found.append(one.url))
    return found


def soon(tablet, true):
    """Seconds until it is so on the page, without anybody touching it."""
    begun = time.perf_counter()
    tablet.until(true)
    return time.perf_counter() - begun


@pytest.mark.journey("two tablets")
@pytest.mark.browser
def test_what_another_tablet_or_the_desk_enters_is_there_at_once(kim_and_kit):
    kim, kit = kim_and_kit
    kim.play("8D", "WINDY")
    kim.sent()
    assert soon(kit, "tilescribe.game.now.lines.length === 1") < SOON

    there = numbered(kit.hall, kit.table)
    there.enter(CallDirector(reason="dispute"), by="D1")
    assert soon(kit, "document.getElementById('going').textContent.includes('called')") < SOON
    assert soon(kim, "document.getElementById('going').textContent.includes('called')") < SOON

    # A play that lies half typed stays as it lies, and is an answer to what was seen.
    kit.type("7C", "GALE")
    typed = kit.page.evaluate("tilescribe.play.draft.tiles.join('')")
    there.enter(ExchangeTiles(seat=Seat.SECOND, count=1), by="D1")
    assert soon(kit, "tilescribe.game.now.lines.length === 2") < SOON
    assert kit.page.evaluate("tilescribe.play.draft.tiles.join('')") == typed == "GALE"
    assert kit.page.evaluate("tilescribe.play.seen.seat") == "second"
    kit.page.keyboard.press("Escape")


@pytest.mark.browser
def test_an_idle_tablet_asks_for_nothing_and_an_entry_is_looked_at_once(kim_and_kit):
    kim, kit = kim_and_kit
    time.sleep(0.5)
    mine, theirs = asked_for(kim, "table.json"), asked_for(kit, "table.json")
    kim.page.wait_for_timeout(IDLE * 1000)
    assert mine == theirs == []

    kim.play("8D", "WINDY")
    kim.sent()
    kit.until("tilescribe.game.now.lines.length === 1")
    kim.page.wait_for_timeout(1500)

    assert (len(mine), len(theirs)) == (1, 1)


@pytest.mark.browser
def test_an_entry_that_came_too_late_is_seen_at_the_other_tablet_at_once(kim_and_kit):
    kim, kit = kim_and_kit
    kit.context.set_offline(True)
    kit.play("8D", "GALE")
    kim.play("8D", "WINDY")
    kim.sent()

    kit.context.set_offline(False)
    kit.until("tilescribe.outbox.troubles.length === 1")
    assert soon(kim, "tilescribe.unsettled.others.length === 1") < SOON

    kit.page.evaluate("tilescribe.outbox.drop(tilescribe.outbox.troubles[0].command_id, 'wrong')")
    kit.until(
        "tilescribe.entries.reload().then(() => tilescribe.game.state.unsettled.length === 0)"
    )
    assert soon(kim, "tilescribe.unsettled.others.length === 0") < SOON


@pytest.mark.browser
def test_what_was_put_right_while_somebody_looked_it_over_was_not_looked_over(kim_and_kit):
    kim, kit = kim_and_kit
    kim.play("8D", "WINDY")
    kim.sent()
    kit.until("tilescribe.game.now.lines.length === 1")
    kit.page.click("[data-do=more]")
    kit.page.click(".panel .choices button:has-text('Check the turns')")
    kit.page.click(".verifying button:has-text('8D WINDY')")
    version = kit.sheet().lines[0].version
    request = CorrectScore(version=version, now=30, reason="x", approved_by="both players")
    numbered(kit.hall, kit.table).enter(request, by="D1")
    assert soon(kit, "tilescribe.game.state.totals[0] === 30") < SOON

    kit.page.click(".panel .go")
    kit.says(".panel", "corrected after you looked at it")

    assert kit.sheet().lines[0].verified == ()
    kit.page.click(".panel .go")


@pytest.mark.browser
def test_without_a_stream_the_state_is_asked_for_now_and_then_until_there_is_one(kim_and_kit):
    kim, _ = kim_and_kit
    page = kim.page
    page.route("**/events?*", lambda route: route.abort())
    page.clock.install()
    kim.open(kim.table)
    assert not page.evaluate("tilescribe.news.live")
    request = asked_for(kim, "table.json")
    numbered(kim.hall, kim.table).enter(ExchangeTiles(seat=Seat.FIRST, count=1), by="D1")

    page.clock.fast_forward(16_000)
    kim.until("tilescribe.game.now.lines.length === 1")
    assert request

    page.unroute("**/events?*")
    page.clock.fast_forward(16_000)
    kim.until("tilescribe.news.live")
    page.clock.resume()


@pytest.mark.browser
def test_a_button_that_is_being_pressed_stays_when_news_come_that_do_not_change_it(kim_and_kit):
    kim, kit = kim_and_kit
    there = numbered(kit.hall, kit.table)
    there.enter(CallDirector(reason="dispute"), by="D1")
    kim.until("document.querySelector('#going .go')?.textContent === 'Director is here'")
    kim.page.focus("#going .go")

    kim.page.keyboard.down("Space")
    there.enter(ExchangeTiles(seat=Seat.FIRST, count=1), by="D1")
    kim.until("tilescribe.game.now.lines.length === 1")
    kim.page.keyboard.up("Space")

    kim.until("tilescribe.game.now.open.every(({ name }) => name !== 'director-called')")
    kim.sent()


TESTS = [
    "test_what_another_tablet_or_the_desk_enters_is_there_at_once",
    "test_an_idle_tablet_asks_for_nothing_and_an_entry_is_looked_at_once",
    "test_an_entry_that_came_too_late_is_seen_at_the_other_tablet_at_once",
    "test_what_was_put_right_while_somebody_looked_it_over_was_not_looked_over",
    "test_without_a_stream_the_state_is_asked_for_now_and_then_until_there_is_one",
    "test_a_button_that_is_being_pressed_stays_when_news_come_that_do_not_change_it",
]
