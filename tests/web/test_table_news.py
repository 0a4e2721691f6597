"""The state of a table is told by the live stream, at the doors it always was, and not polled."""

from __future__ import annotations

import json
import time
from contextlib import closing

import pytest

from ledger.game.facts.calls import DirectorCalled
from ledger.game.play.calls.calling import CallDirector
from ledger.game.play.exchanges.exchanging import ExchangeTiles
from ledger.vocabulary import Role, Seat
from tests.desks import Table
from tests.web.a_stream import Watching
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import PIN, a_hall
from web.access.visitors import DEVICE, SESSION
from web.command_line.data_folder import CONSOLE

SOON = 1.0
"""Seconds in which a tablet learns of what another entered."""

IDLE = 3
"""Seconds for which an idle tablet is watched."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("news"), tables=5) as there:
        there.office.issue("K2", "Kit", Role.SCOREKEEPER, by=CONSOLE)
        there.office.pins.set("K2", PIN)
        there.app.config["HEARTBEAT_SECONDS"] = 0.5
        yield there


def cookie(hall, badge, table):
    taken = hall.office.enrol(hall.office.invite(f"spring-open/T{table}", by=CONSOLE))
    token = hall.office.sessions.begin(badge, taken.device)
    return {"Cookie": f"{SESSION}={token}; {DEVICE}={taken.key}"}


def numbered(hall, table):
    """The game at a table, for entries made on the server itself."""
    there = Table(hall.desk, hall.games[table - 1])
    there.numbers = iter(range(table * 100_000, table * 100_000 + 1000))
    return there


def test_a_tablet_at_its_table_is_told_that_there_is_something_new_and_no_word_of_it(hall):
    game, calls = hall.games[4], CallDirector(reason="dispute")
    path = f"/events?table={game}"
    with (
        closing(Watching(hall.address, path, cookie(hall, "K1", 5))) as keeper,
        closing(Watching(hall.address, path, cookie(hall, "K2", 4))) as another_table,
        closing(Watching(hall.address, path)) as visitor,
    ):
        for each in (keeper, another_table, visitor):
            each.next()
        numbered(hall, 5).enter(calls, by="D1")
        heard = keeper.change()
        beats = [next_event(each) for each in (another_table, visitor)]

    version = hall.sheet(5).version
    assert isinstance(hall.sheet(5).events[-1].fact, DirectorCalled)
    assert heard["event"] == "game"
    assert json.loads(heard["data"]) == {"position": int(heard["id"]), "version": version}
    assert beats == ["still-here", "still-here"]


def next_event(watching):
    return watching.next()["event"]


def test_one_badge_may_watch_from_more_tablets_than_it_may_from_one(hall):
    """Where all tables go under one badge, each tablet has places of its own."""
    hall.app.extensions["hub"].kept.each, before = 2, hall.app.extensions["hub"].kept.each
    path, open_ones = f"/events?table={hall.games[4]}", []
    try:
        for _ in range(3):
            shown = cookie(hall, "K1", 5)
            open_ones += [Watching(hall.address, path, shown) for _ in range(2)]
        one_more = Watching(hall.address, path, shown)
        open_ones.append(one_more)
    finally:
        hall.app.extensions["hub"].kept.each = before
        for each in open_ones:
            each.close()

    assert [each.status for each in open_ones] == [200] * 6 + [503]


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


@pytest.mark.browser
def test_what_another_tablet_or_the_desk_enters_is_there_at_once(kim_and_kit):
    kim, kit = kim_and_kit
    kim.play("8D", "WINDY")
    kim.sent()
    assert soon(kit, "tilescribe.now.lines.length === 1") < SOON

    there = numbered(kit.hall, kit.table)
    there.enter(CallDirector(reason="dispute"), by="D1")
    assert soon(kit, "document.getElementById('going').textContent.includes('called')") < SOON
    assert soon(kim, "document.getElementById('going').textContent.includes('called')") < SOON

    # A play that lies half typed stays as it lies, and is an answer to what was seen.
    kit.type("7C", "GALE")
    typed = kit.page.evaluate("tilescribe.draft.tiles.join('')")
    there.enter(ExchangeTiles(seat=Seat.SECOND, count=1), by="D1")
    assert soon(kit, "tilescribe.now.lines.length === 2") < SOON
    assert kit.page.evaluate("tilescribe.draft.tiles.join('')") == typed == "GALE"
    assert kit.page.evaluate("tilescribe.seen.seat") == "second"
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
    kit.until("tilescribe.now.lines.length === 1")
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
    kit.until("tilescribe.reload().then(() => tilescribe.state.unsettled.length === 0)")
    assert soon(kim, "tilescribe.unsettled.others.length === 0") < SOON


@pytest.mark.browser
def test_without_a_stream_the_state_is_asked_for_now_and_then_until_there_is_one(kim_and_kit):
    kim, _ = kim_and_kit
    page = kim.page
    page.route("**/events?*", lambda route: route.abort())
    page.clock.install()
    kim.open(kim.table)
    assert not page.evaluate("tilescribe.news.live")
    asked = asked_for(kim, "table.json")
    numbered(kim.hall, kim.table).enter(ExchangeTiles(seat=Seat.FIRST, count=1), by="D1")

    page.clock.fast_forward(16_000)
    kim.until("tilescribe.now.lines.length === 1")
    assert asked

    page.unroute("**/events?*")
    page.clock.fast_forward(16_000)
    kim.until("tilescribe.news.live")
    page.clock.resume()


TESTS = [
    "test_what_another_tablet_or_the_desk_enters_is_there_at_once",
    "test_an_idle_tablet_asks_for_nothing_and_an_entry_is_looked_at_once",
    "test_an_entry_that_came_too_late_is_seen_at_the_other_tablet_at_once",
    "test_without_a_stream_the_state_is_asked_for_now_and_then_until_there_is_one",
]
