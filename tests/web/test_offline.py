"""A tablet whose network, tab or storage fails: each entry arrives once, in order, or waits."""

from __future__ import annotations

import io
import json
import time
from contextlib import contextmanager
from uuid import uuid4

import pytest
import zxingcpp
from PIL import Image

from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from tests.web.a_tablet import Tablet, let_in
from tests.web.chromium import launched
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.slow_world import PATIENCE
from tests.web.turns_asked import a_play
from tests.web.waiting import until

pytestmark = pytest.mark.browser

TABLES = 34
PLAYS = [
    ("first", "8D", "WINDY"), ("second", "D8", ".ON"), ("first", "10B", "TO."),
    ("second", "B10", ".AR"), ("first", "12B", ".EST"), ("second", "E12", ".AT"),
]  # fmt: skip
TOTALS = [32, 6]
STANDS = """(({ reached, online, busy, halted, broken }) => JSON.stringify({
  words: document.getElementById("state").textContent, network: navigator.onLine,
  reached, online, busy: Boolean(busy), halted, broken: String(broken),
}))(tilescribe.outbox)"""
KNOWN_AWAY = "tilescribe.outbox.online === false && tilescribe.outbox.busy === null"


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    with a_hall(tmp_path_factory.mktemp("hall"), tables=TABLES) as hall:
        hall.free = iter(range(1, TABLES + 1))
        hall.tablets = {}
        for game in hall.games:
            for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
                hall.desk.record(game, request, Sent(by="K1", command_id=uuid4()))
        yield hall
        for tablet in hall.tablets.values():
            tablet.close()


@contextmanager
def a_tablet(browser, hall, table=None, *, own=False, second=False, **context):
    """A tablet at a table of its own, where the game has started.

    Tests share one of each kind, and a ``second`` at the same table, unless they need one of their
    ``own``, which goes on without a worker: none of them loads its page again offline.
    """
    context.setdefault("service_workers", "block" if own or second else "allow")
    kind = None if own else repr((second, sorted(context.items())))
    table = table or next(hall.free)
    if kind in hall.tablets:
        tablet = hall.tablets[kind]
        tablet.open(table)
    else:
        tablet = Tablet(browser, hall, table, **context)
        if kind:
            hall.tablets[kind] = tablet
    try:
        yield tablet
    except BaseException:
        hall.tablets.pop(kind, None)  # nobody goes on with a tablet in that state
        tablet.context.close()
        raise
    tablet.context.set_offline(False)
    if kind is None:
        tablet.close(spent=True)
        return
    assert tablet.errors == []
    tablet.context.unroute_all()


def enter(tablet, *plays, page=None):
    for play in plays:
        request = a_play(*play) if isinstance(play, tuple) else play
        (page or tablet.page).evaluate(
            "asked => tilescribe.entries.enter(asked).then(() => 0)", request
        )


def flushed(tablet, at_most=40):
    """Send again and again, without the waiting in between, until nothing waits."""
    for _ in range(at_most):
        tablet.page.evaluate("tilescribe.outbox.flush()")
        if tablet.page.evaluate("tilescribe.outbox.waiting") == 0:
            return
    raise AssertionError("it never got through")


def ready(tablet):
    tablet.until("window.tilescribe?.game.now !== undefined")


def said(tablet, words):
    try:
        tablet.until(f"document.getElementById('state').textContent === '{words}'")
    except AssertionError as trouble:
        raise AssertionError(f"{words}: it says {tablet.page.evaluate(STANDS)}") from trouble


def the_same_here_and_there(tablet, hall, plays=PLAYS):
    """The sheet of the server holds each play once, in order, and the page shows the same."""
    sheet = hall.sheet(tablet.table)
    moves = [line.move for line in sheet.lines]
    assert moves == [f"{square} {letters}" for _, square, letters in plays]
    commands = [event.envelope.command_id for event in sheet.events]
    assert len(set(commands)) == len(commands)
    numbers = [
        hall.desk.log.answer_to(event.envelope.command_id).device_seq
        for event in sheet.events[-len(plays) :]
    ]
    assert numbers == sorted(numbers)
    tablet.page.evaluate("tilescribe.entries.reload()")
    here = tablet.page.evaluate("[tilescribe.game.now.squares, tilescribe.game.now.totals]")
    assert here == [list(sheet.board.squares), list(sheet.totals)]


@pytest.mark.journey("offline")
def test_offline_entry_an_offline_reload_a_closed_tab_then_the_network(browser, hall):
    with a_tablet(browser, hall) as tablet:
        tablet.kept_for_offline()
        tablet.context.set_offline(True)
        tablet.play("8D", "WINDY")
        said(tablet, "Saved here, 1 to send, offline")

        tablet.page.reload()
        ready(tablet)
        enter(tablet, *PLAYS[1:3])
        tablet.page.close()
        tablet.page = tablet.context.new_page()
        tablet.page.goto(f"{hall.address}/t/{SLUG}/r1/t{tablet.table}/enter")
        ready(tablet)
        said(tablet, "Saved here, 3 to send, offline")
        tablet.until("tilescribe.game.now.lines.length === 3")
        enter(tablet, *PLAYS[3:])
        assert hall.sheet(tablet.table).turn_count == 0

        tablet.page.goto(hall.address)
        tablet.page.wait_for_selector("h1:text-is('No network')")
        assert tablet.page.get_by_text("The last page arrived").count() == 1
        assert tablet.page.get_by_role("link", name="Try again").is_visible()
        tablet.page.click("li a")
        ready(tablet)
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall)


def test_every_third_reply_is_lost_after_the_server_stored_it(browser, hall):
    with a_tablet(browser, hall, service_workers="block") as tablet:
        count = 0

        def network(route):
            nonlocal count
            count += 1
            reply = route.fetch()
            if count % 3 == 0:
                route.abort("connectionreset")
            else:
                route.fulfill(response=reply)

        tablet.context.route("**/api/entries", network)
        for play in PLAYS:
            enter(tablet, play)
            flushed(tablet)
        assert count > len(PLAYS)
        the_same_here_and_there(tablet, hall)


@pytest.mark.journey("offline")
def test_requests_that_arrive_again_late_and_out_of_order_do_no_harm(browser, hall):
    with a_tablet(browser, hall, service_workers="block") as tablet:
        seen = []

        def network(route):
            body = route.request.post_data
            for old in [*seen[::-1], body]:
                route.fetch(post_data=old)
            seen.append(body)
            route.fulfill(response=route.fetch())

        tablet.context.route("**/api/entries", network)
        for play in PLAYS:
            enter(tablet, play)
            flushed(tablet)
        the_same_here_and_there(tablet, hall)


def test_a_connection_killed_in_mid_commit(browser, hall):
    with a_tablet(browser, hall, service_workers="block") as tablet:

        def killed(route):
            route.fetch()
            route.abort("connectionreset")

        tablet.context.route("**/api/entries", killed, times=1)
        tablet.play("8D", "WINDY")
        tablet.until("tilescribe.outbox.online === false")
        assert hall.sheet(tablet.table).turn_count == 1
        said(tablet, "Saved here, 1 to send, offline")
        flushed(tablet)
        the_same_here_and_there(tablet, hall, PLAYS[:1])


def test_C5_two_queued_turns_while_another_tablet_writes_are_both_for_a_person(browser, hall):
    with a_tablet(browser, hall) as here, a_tablet(browser, hall, here.table, second=True) as there:
        here.context.set_offline(True)
        enter(here, *PLAYS[:2])
        enter(there, {"ask": "neutralise-clock", "reason": "unforeseen"})
        there.sent()

        here.context.set_offline(False)
        said(here, "Needs you (2)")
        assert hall.sheet(here.table).turn_count == 0
        here.page.evaluate("tilescribe.entries.reload()")
        here.page.click("#state")
        here.until("document.getElementById('panel').textContent.includes('Not on the sheet')")
        panel = here.page.locator("#panel")
        told = panel.text_content().split("Not on the sheet")
        device = there.page.get_attribute("#desk", "data-device")
        assert f"badge K1, {device}" in told[0]
        assert f"Player {2 * here.table - 1}: 8D WINDY" in told[1]
        assert f"Player {2 * here.table}: D8 .ON" in told[1]

        for left in (1, 0):
            panel.locator("button:text-is('Enter it again')").first.click()
            here.until(f"tilescribe.outbox.troubles.length === {left}")
        panel.locator("text=Close").click()
        here.sent()
        the_same_here_and_there(here, hall, PLAYS[:2])


def test_C5_nothing_is_entered_again_on_a_sheet_that_went_on_unseen(browser, hall):
    with a_tablet(browser, hall) as here, a_tablet(browser, hall, here.table, second=True) as there:
        here.context.set_offline(True)
        enter(here, PLAYS[0])
        enter(there, {"ask": "neutralise-clock", "reason": "unforeseen"})
        there.sent()
        here.context.set_offline(False)
        here.until("tilescribe.outbox.troubles.length === 1")
        here.page.evaluate("tilescribe.entries.reload()")
        here.page.click("#state")
        enter(there, {"ask": "restart-clock", "seat": "first"})
        there.until("tilescribe.outbox.waiting === 0")  # it shows what the other one has, too
        here.until(
            "tilescribe.game.now.neutral === ''"
        )  # and the news are here before the next tap

        here.page.click("button:text-is('Enter it again')")
        changed = "document.getElementById('panel').textContent.includes('changed in the meantime')"
        here.until(changed)
        assert hall.sheet(here.table).turn_count == 0
        here.page.click("#panel >> text=Close")
        here.page.click("text=Drop it")
        here.page.click("text=It was entered by mistake")
        here.until("tilescribe.outbox.troubles.length === 0")
        here.page.click("#panel >> text=Close")
        said(here, "Sent")
        assert here.page.evaluate(
            "tilescribe.store.all('answered').then(all => all.at(-1) && all.filter("
            "({became}) => became === 'dropped').length)"
        )


@pytest.mark.journey("two windows")
def test_two_tabs_of_one_tablet_never_interleave(browser, hall):
    with a_tablet(browser, hall) as tablet:
        tablet.kept_for_offline()
        other = tablet.context.new_page()
        other.goto(tablet.page.url)
        while not other.evaluate("window.tilescribe?.game.now !== undefined"):
            other.wait_for_timeout(10)
        tablet.context.set_offline(True)
        for at, play in enumerate(PLAYS):
            one, two = (tablet.page, other) if at % 2 else (other, tablet.page)
            enter(tablet, play, page=one)
            deadline = time.monotonic() + PATIENCE
            while two.evaluate("tilescribe.game.now.lines.length") != at + 1:
                assert time.monotonic() < deadline
                two.wait_for_timeout(5)
        tablet.context.set_offline(False)
        for _ in range(5):
            tablet.page.evaluate("void tilescribe.outbox.flush()")
            other.evaluate("void tilescribe.outbox.flush()")
        tablet.sent()
        other.close()
        the_same_here_and_there(tablet, hall)


def test_a_database_connection_that_the_browser_killed_is_opened_again(browser, hall):
    with a_tablet(browser, hall) as tablet:
        tablet.page.evaluate("tilescribe.store.db.close()")
        tablet.play("8D", "WINDY")
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:1])


def test_what_cannot_be_kept_is_never_called_saved(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        tablet.page.evaluate(
            """() => {
                tilescribe.store.forget();
                const gone = new DOMException("gone", "UnknownError");
                tilescribe.store.open = () => Promise.reject(gone);
                window.before = true;
            }"""
        )
        tablet.type("8D", "WINDY")
        tablet.tap("#commit")
        tablet.until("document.getElementById('panel').textContent.includes('It is not saved')")
        tablet.says("#commit", "WINDY")
        tablet.says("#state", "nothing can be saved")
        tablet.page.click("#panel >> text=Close")
        tablet.until("!window.before")  # the page loads itself again, when it gets to it
        ready(tablet)
        # What was typed and not saved is on the board again, to be committed.
        tablet.until("tilescribe.play.draft.tiles.join('') === 'WINDY'")
        tablet.says("#commit", "WINDY")
        tablet.where = {}
        tablet.commit()
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:1])


LOSE_DATABASE = """
async () => {
    tilescribe.store.forget();
    tilescribe.store.open = () => new Promise(() => {});
    await new Promise((done, failed) => {
        const request = indexedDB.deleteDatabase("tilescribe");
        request.onsuccess = done;
        request.onerror = failed;
    });
}
"""


def test_entries_of_a_lost_database_come_back_from_the_tail(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.context.set_offline(True)
        enter(tablet, *PLAYS[1:4])
        tablet.page.evaluate(LOSE_DATABASE)
        tablet.context.set_offline(False)
        tablet.page.reload()
        ready(tablet)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:4])


def clear_storage(tablet):
    """As a browser short of room does it: the database and its second copy, under the open page."""
    what = {"origin": tablet.hall.address, "storageTypes": "indexeddb,local_storage"}
    tablet.context.new_cdp_session(tablet.page).send("Storage.clearDataForOrigin", what)


def cleared(tablet):
    """The browser complains of what was being read when it closed the database itself."""
    gone = ("Force close delete origin", "AbortError")
    tablet.errors[:] = [each for each in tablet.errors if not each.endswith(gone)]


@pytest.mark.found("TA7")
def test_TA7_a_database_cleared_under_the_open_page_takes_no_queued_turn_away(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.context.set_offline(True)
        enter(tablet, *PLAYS[1:3])
        said(tablet, "Saved here, 2 to send, offline")
        clear_storage(tablet)
        tablet.page.evaluate("tilescribe.game.refresh().then(() => 0)")
        assert tablet.turns() == 3
        said(tablet, "Saved here, 2 to send, offline")
        enter(tablet, PLAYS[3])
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:4])
        cleared(tablet)


ALL_AT_ONCE = """async () => {
    const { store, game } = tilescribe;
    const { id } = game.state.game;
    const readings = [1, 2, 3, 4, 5, 6].flatMap(() => [store.queued(), store.since(id, 0)]);
    const found = await Promise.all(readings);
    return found.map((rows) => (rows.waiting ?? rows).length);
}"""


FAILS_ONCE = """() => {
    const { store } = tilescribe;
    const { heal } = store;
    store.heal = async (...stores) => {
        store.heal = heal;
        await heal.apply(store, stores);
        throw new DOMException("the browser closed it once more", "AbortError");
    };
}"""


@pytest.mark.found("TA7")
def test_TA7_a_healing_that_fails_is_begun_again(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        tablet.context.set_offline(True)
        enter(tablet, *PLAYS[:3])
        said(tablet, "Saved here, 3 to send, offline")
        clear_storage(tablet)
        tablet.page.evaluate(FAILS_ONCE)
        assert set(tablet.page.evaluate(ALL_AT_ONCE)) == {3}
        cleared(tablet)
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:3])


@pytest.mark.found("TA7")
def test_TA7_a_turn_the_record_has_stays_on_the_sheet_though_nobody_told_this_page(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        tablet.context.route("**/table.json", lambda route: route.fulfill(status=503, json={}))
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.context.set_offline(True)
        enter(tablet, PLAYS[1])
        said(tablet, "Saved here, 1 to send, offline")
        clear_storage(tablet)
        tablet.page.evaluate("tilescribe.game.refresh().then(() => 0)")
        assert tablet.turns() == 2
        enter(tablet, PLAYS[2])
        tablet.context.unroute_all()
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:3])
        cleared(tablet)


@pytest.mark.found("TA6")
def test_TA6_sent_is_said_where_something_was_and_not_without_a_network(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        said(tablet, "Nothing to send")
        # Nothing gets through, whatever becomes of what the browser only makes believe.
        tablet.context.route("**/api/entries", lambda route: route.abort())
        tablet.context.set_offline(True)
        said(tablet, "No network")
        tablet.page.evaluate("tilescribe.outbox.flush()")
        said(tablet, "No network")
        tablet.context.unroute_all()
        tablet.context.set_offline(False)
        said(tablet, "Nothing to send")
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.context.set_offline(True)
        said(tablet, "No network")
        tablet.context.set_offline(False)
        tablet.sent()


def test_a_tablet_that_lost_all_is_taken_in_again_and_its_queue_is_numbered_anew(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.page.evaluate(LOSE_DATABASE)
        tablet.page.evaluate("localStorage.clear()")
        tablet.page.reload()
        said(tablet, "Needs you: enrol it")
        enter(tablet, *PLAYS[1:3])
        tablet.page.evaluate("tilescribe.outbox.flush()")
        assert tablet.page.evaluate("tilescribe.outbox.waiting") == 2
        tablet.page.click("#state")
        tablet.page.click("#panel >> text=Enrol it")
        code = hall.office.tablets.invite("", by="D1")
        tablet.page.goto(f"{hall.address}/enrol?code={code}")
        tablet.page.click("text=Enrol it")
        tablet.page.wait_for_url(lambda url: "/enrol" not in url)
        tablet.open(tablet.table)
        tablet.sent()
        sheet = hall.sheet(tablet.table)
        assert [line.move for line in sheet.lines] == [f"{s} {t}" for _, s, t in PLAYS[:3]]
        numbers = [
            hall.desk.log.answer_to(event.envelope.command_id).device_seq
            for event in sheet.events[-2:]
        ]
        assert numbers == [1, 2]


def test_a_session_that_ended_keeps_the_queue_and_asks_to_sign_in_again(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        tablet.context.set_offline(True)
        enter(tablet, PLAYS[0])
        hall.office.sessions.end_all_on(tablet.page.get_attribute("#desk", "data-device"))
        tablet.context.set_offline(False)
        tablet.until("document.getElementById('state').textContent.includes('sign in again (1')")
        tablet.page.click("#state")
        tablet.page.click("#panel a:has-text('Sign in again')")
        tablet.page.fill("[name=badge]", "K1")
        tablet.page.fill("[name=pin]", PIN)
        tablet.page.click("button:has-text('Sign in')")
        ready(tablet)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:1])


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"status": 500, "body": "no"}, marks=pytest.mark.journey("offline")),
        {"status": 503, "json": {"refused": "too-many-watching", "what": "a", "next_step": "b"}},
        {"status": 429, "json": {"refused": "too-many-unfinished", "what": "a", "next_step": "b"}},
        {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to the café</h1>"},
        {"status": 200, "json": {"answers": []}},
        {"status": 302, "headers": {"Location": "http://127.0.0.1:9/portal"}},
    ],
    ids=["500", "503", "429", "a café's page", "no answers", "a portal"],
)
def test_a_server_in_trouble_or_another_one_takes_nothing_from_the_queue(browser, hall, answer):
    if not hasattr(hall, "troubled"):
        hall.troubled = next(hall.free)
    with a_tablet(browser, hall, hall.troubled, service_workers="block") as tablet:
        tablet.context.route("**/api/entries", lambda route: route.fulfill(**answer))
        before = hall.sheet(tablet.table).version
        tablet.page.evaluate(
            "tilescribe.entries.enter({ask: 'read-clocks'}, {clocks: [9, 9]}).then(() => 0)"
        )
        tablet.page.evaluate("tilescribe.outbox.flush()")
        tablet.says("#state", "aved here")  # or, where the record is away, "1 saved here"
        assert tablet.page.evaluate("tilescribe.outbox.waiting") == 1
        assert hall.sheet(tablet.table).version == before
        tablet.context.unroute_all()
        flushed(tablet)
        assert hall.sheet(tablet.table).version == before + 1


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 200, "content_type": "text/html", "body": "<h1>Welcome to the café</h1>"},
        {"status": 200, "json": {}},
        {"status": 302, "headers": {"Location": "http://127.0.0.1:9/portal"}},
        {"status": 511, "content_type": "text/html", "body": "<h1>Sign in first</h1>"},
    ],
    ids=["a page", "no state", "another host", "511"],
)
def test_what_a_portal_answers_is_no_state_of_a_table_and_no_network_is_said(browser, hall, answer):
    with a_tablet(browser, hall, service_workers="block") as tablet:
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.context.route("**/api/**", lambda route: route.fulfill(**answer))
        tablet.page.evaluate("tilescribe.entries.reload()")
        said(tablet, "No network")
        enter(tablet, PLAYS[1])
        said(tablet, "Saved here, 1 to send, offline")
        assert tablet.turns() == 2
        tablet.context.unroute_all()
        flushed(tablet)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:2])


def test_the_last_entry_that_never_left_is_taken_off_the_queue(browser, hall):
    with a_tablet(browser, hall) as tablet:
        tablet.kept_for_offline()
        tablet.context.set_offline(True)
        tablet.until(KNOWN_AWAY)  # or the first may be on its way already
        enter(tablet, *PLAYS[:2])
        tablet.until("document.getElementById('state').textContent.includes('offline')")
        tablet.page.click("[data-do=undo]")
        tablet.says("#panel", "It has not been sent yet.")
        tablet.page.click(".panel .go")
        tablet.until("tilescribe.game.now.lines.length === 1")
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:1])


def test_a_part_that_had_not_come_before_the_network_went_is_said(browser, hall):
    with a_tablet(browser, hall, own=True, service_workers="block") as tablet:
        tablet.context.set_offline(True)
        tablet.page.click("#state")
        tablet.says("#panel", "Not on this tablet yet")
        tablet.page.click("#panel >> text=Close")
        enter(tablet, PLAYS[0])
        tablet.square("9C")
        tablet.tile("H")
        tablet.context.set_offline(False)
        with tablet.page.expect_navigation():  # Chromium keeps in mind that it did not come
            tablet.page.click("#state")
        tablet.until("tilescribe?.play.draft.tiles.join('') === 'H'")
        tablet.page.click("#state")
        tablet.says("#panel", "Entries on this tablet")
        tablet.page.click("#panel >> text=Close")
        tablet.sent()


def test_a_clock_that_jumps_changes_no_order(browser, hall):
    with a_tablet(browser, hall, own=True) as tablet:
        tablet.context.set_offline(True)
        for play, year in zip(PLAYS, (2031, 2001, 1971, 2026, 2500, 2026), strict=True):
            tablet.page.clock.set_fixed_time(f"{year}-06-01T10:00:00Z")
            enter(tablet, play)
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall)


def test_one_tablet_keeps_the_queues_of_several_games(browser, hall):
    with a_tablet(browser, hall) as tablet:
        first, second = tablet.table, next(hall.free)
        tablet.open(second)
        tablet.kept_for_offline()
        tablet.open(first)
        tablet.kept_for_offline()
        tablet.context.set_offline(True)
        for at, play in enumerate(PLAYS[:3]):
            for table in (first, second):
                tablet.open(table)
                assert tablet.page.evaluate("tilescribe.game.now.lines.length") == at
                enter(tablet, play)
        tablet.context.set_offline(False)
        tablet.sent()
        the_same_here_and_there(tablet, hall, PLAYS[:3])
        tablet.open(first)
        the_same_here_and_there(tablet, hall, PLAYS[:3])


def test_over_plain_http_the_page_says_what_is_missing_and_goes_on_while_open(
    browser, hall, monkeypatch
):
    monkeypatch.setitem(hall.app.config, "HOSTS", hall.app.config["HOSTS"] | {"hall.test"})
    other = launched(browser.browser_type, "--host-resolver-rules=MAP hall.test 127.0.0.1")
    at_home, hall.address = hall.address, f"http://hall.test:{hall.server.port}"
    try:
        with a_tablet(other, hall, own=True) as tablet:
            assert tablet.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [
                False, False,
            ]  # fmt: skip
            tablet.until("performance.getEntriesByType('resource').some("
                         "({name}) => name.includes('lean-qr'))")  # fmt: skip
            tablet.context.set_offline(True)
            enter(tablet, *PLAYS[:2])
            tablet.page.click("#state")
            tablet.says("#panel", "plain HTTP")
            tablet.says("#panel", "keep it open")
            tablet.page.click("text=Show them as a QR code")
            tablet.page.wait_for_selector("canvas.code")
            tablet.page.click("text=Done")
            tablet.page.click("#panel >> text=Close")
            tablet.context.set_offline(False)
            tablet.sent()
            the_same_here_and_there(tablet, hall, PLAYS[:2])
    finally:
        hall.address = at_home
        other.close()


def scanned(page):
    """What a camera reads off the tablet."""
    page.wait_for_selector("canvas.code")
    picture = Image.open(io.BytesIO(page.locator("canvas.code").screenshot()))
    [found] = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text


def a_director(browser, hall):
    context = browser.new_context(service_workers="block")
    let_in(context, hall, "D1")
    return context.new_page()


def test_a_game_goes_by_QR_to_a_director_and_is_written_once(browser, hall):
    with a_tablet(browser, hall) as tablet:
        enter(tablet, PLAYS[0])
        tablet.sent()
        tablet.kept_for_offline()
        tablet.context.set_offline(True)
        enter(tablet, *PLAYS[1:])
        tablet.page.click("#state")
        tablet.page.click("text=Show them as a QR code")
        address = scanned(tablet.page)
        tablet.page.click("text=Done")
        tablet.says("#panel .queue", "5 entries are saved on this tablet")
        assert tablet.page.locator("#panel .queue li").count() == 5

        director = a_director(browser, hall)
        director.goto(address)
        director.wait_for_selector("#hand-in:text('Hand in these 5 entries')")
        lines = director.locator("#entries li").all_inner_texts()
        assert all(f"Table {tablet.table} · Player" in line for line in lines), lines
        assert not [line for line in lines if "place" in line or "first" in line], "codes are shown"
        director.click("#hand-in")
        director.wait_for_selector("text=All 5 entries of")
        sheet = hall.sheet(tablet.table)
        last = sheet.events[-1].envelope
        assert (last.written_by, last.device) == (
            "D1",
            tablet.page.get_attribute("#desk", "data-device"),
        )
        director.goto("about:blank")
        director.goto(address)
        director.click("#hand-in")
        director.wait_for_selector("text=written already")
        assert hall.sheet(tablet.table).version == sheet.version
        director.context.close()

        tablet.context.set_offline(False)
        tablet.sent()
        tablet.says("#panel .queue", "Everything entered here is on the server.")
        assert not tablet.page.locator(
            "#panel .queue li, #panel button:has-text('QR'):visible"
        ).count()
        tablet.page.click("#panel >> text=Close")
        assert tablet.page.evaluate("tilescribe.outbox.troubles") == []
        the_same_here_and_there(tablet, hall)


def test_a_long_queue_takes_several_codes_and_comes_out_as_it_went_in(browser, hall):
    with a_tablet(browser, hall) as tablet:
        entries = [
            {
                "command_id": f"0192c0de-0000-7000-8000-{n:012x}",
                "device_seq": n + 3 + (n > 20),
                "game": str(hall.games[n % 2]),
                "asked": {"ask": "retype", "words": [f"{n * 7919:x}é", {"n": None}]},
                "occurred_at": f"2026-11-21T10:{n % 60:02d}:00.{n:03d}Z",
                "by": "K1",
                **({"after": str(hall.games[2])} if n % 3 == 0 else {}),
                **({"clocks": [n, -n]} if n % 5 == 0 else {}),
                **({"words": [{"salt": "AAAA", "content": "/+8="}]} if n % 7 == 0 else {}),
            }
            for n in range(60)
        ]
        base = tablet.page.get_attribute("script[type=module]", "src")
        packed, back = tablet.page.evaluate(
            """async ([base, held]) => {
                const packing = base.replace("first.js", "queue/qr_packing.js");
                const { packed, part, unpacked } = await import(packing);
                const codes = await packed(held);
                return [codes, await unpacked(codes.map((code) => part("#" + code)))];
            }""",
            [base, {"device": "t1-abcde", "entries": entries}],
        )
        assert len(packed) > 1
        assert max(map(len, packed)) < 2000
        assert back == json.loads(json.dumps({"device": "t1-abcde", "entries": entries}))


# Every other page without a network: *Away*.

STANDS_BY = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))"
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys();
    kept[name.replace(/-[0-9a-f]+$/, "")] = keys.map(({ url }) => new URL(url).pathname);
  }
  return kept;
}"""
FRESH = """caches.open("times").then((all) => all.keys()).then((all) =>
  all.map(({ url }) => new URL(url).pathname).filter((one) => one.startsWith("/offline/fresh/")))"""


@contextmanager
def a_browser_with_workers(browser, hall, badge=""):
    context = browser.new_context(service_workers="allow", viewport={"width": 1440, "height": 900})
    if badge:
        let_in(context, hall, badge)
    yield context.new_page()
    context.close()


def stood_by(page, address):
    """Open a page, and once more with the worker that it brought."""
    page.goto(address)
    until(page, STANDS_BY)
    page.goto(address)


def away(page, address):
    """What is read at an address without a network."""
    page.context.set_offline(True)
    page.goto(address)
    assert page.get_by_role("heading", level=1).inner_text() == "No network"
    told = page.locator("main").inner_text()
    page.context.set_offline(False)
    return told


def test_a_page_that_everybody_reads_says_without_a_network_when_it_was_fresh(browser, hall):
    standings = f"{hall.address}/t/{SLUG}/standings"
    with a_browser_with_workers(browser, hall) as page:
        stood_by(page, standings)
        assert "This page was updated less than a minute ago." in away(page, standings)

        box = page.get_by_role("heading", level=1).bounding_box()
        assert (box["x"], box["y"]) == ((1440 - 1280) / 2 + 20, 124)
        again = page.get_by_role("link", name="Try again")
        assert again.bounding_box()["height"] >= 44
        assert page.locator(".button.primary").count() == 1
        again.click()
        page.get_by_role("heading", level=1, name="Standings").wait_for()

        assert "The last page arrived less than a minute ago." in away(
            page, f"{hall.address}/rules/"
        )


def test_nothing_of_an_officials_page_is_kept_for_the_next_person(browser, hall):
    with a_browser_with_workers(browser, hall, "D1") as page:
        stood_by(page, f"{hall.address}/desk")
        assert "This page was updated" in away(page, f"{hall.address}/desk")

        page.goto(f"{hall.address}/t/{SLUG}/organise/players")
        until(page, f"{FRESH}.then(({{ length }}) => length === 2)")
        kept = page.evaluate(KEPT)
        assert kept.pop("pages", []) == []  # a table's, which this browser has none of
        assert set(kept) == {"away", "times"}
        assert all(path.startswith("/static/") for path in kept["away"])
        assert all(path.startswith("/offline/") for path in kept["times"])
        digests = page.evaluate(f"() => {FRESH}")
        assert len({len(path) for path in digests}) == 1  # of no length of an address

        page.locator(".account > summary").click()
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("link", name="Sign in").wait_for()
        gone = f"(all) => !all.some((path) => {json.dumps(digests)}.includes(path))"
        until(page, f"{FRESH}.then({gone})")
        assert "This page was updated" not in away(page, f"{hall.address}/desk")


def test_the_worker_of_away_costs_the_first_page_nothing_and_leaves_a_tablets_alone(browser, hall):
    with a_browser_with_workers(browser, hall) as page:
        page.goto(f"{hall.address}/t/{SLUG}/standings")
        loaded = page.evaluate(
            "performance.getEntriesByType('resource').filter(({ startTime }) => startTime <"
            " performance.getEntriesByType('navigation')[0].loadEventStart).map(({ name }) => name)"
        )
        assert not [one for one in loaded if "sw.js" in one or "/offline/" in one]
        until(page, STANDS_BY)
        files = {path for paths in page.evaluate(KEPT).values() for path in paths}
        assert {path.rpartition("/")[2] for path in files if path.startswith("/static/")} == {
            "tokens.css", "base.css", "templates.css", "components.css",
        }  # fmt: skip
    with a_tablet(browser, hall) as tablet:
        tablet.kept_for_offline()
        tablet.page.goto(f"{hall.address}/t/{SLUG}/standings")
        tablet.page.evaluate("new Promise((soon) => requestIdleCallback(() => soon()))")
        script = tablet.page.evaluate(
            "navigator.serviceWorker.getRegistration().then((one) => one.active.scriptURL)"
        )
        assert "only=away" not in script
        tablet.open(tablet.table)


WORKERS_ON_THEIR_WAY = """
  const [kinds] = [%s];
  const scriptURL = { light: "/sw.js?release=0&only=away", own: "/sw.js?release=0" };
  const there = Object.fromEntries(
    kinds.map(([state, kind]) => [state, { scriptURL: scriptURL[kind] }])
  );
  window.registered = [];
  ServiceWorkerContainer.prototype.getRegistration = async () => {
    setTimeout(() => { window.looked = true; }, 100);
    return there;
  };
  ServiceWorkerContainer.prototype.register = async (address) => {
    window.registered.push(`${address}`);
  };
"""


@pytest.mark.parametrize(
    ("kinds", "registered"),
    [
        ({"active": "light"}, 1),
        ({"active": "light", "installing": "own"}, 0),
        ({"active": "light", "waiting": "own"}, 0),
        ({"installing": "own"}, 0),
        ({"active": "own", "installing": "light"}, 0),
    ],
    ids=lambda one: "-".join(one) if isinstance(one, dict) else "",
)
def test_a_tablets_worker_that_is_still_on_its_way_is_left_alone(browser, hall, kinds, registered):
    """A page that came in between put the worker of *Away* in the place of one being installed."""
    with a_browser_with_workers(browser, hall) as page:
        page.add_init_script(WORKERS_ON_THEIR_WAY % json.dumps(list(kinds.items())))
        page.goto(f"{hall.address}/t/{SLUG}/standings")
        until(page, "window.looked === true")
        assert len(page.evaluate("window.registered")) == registered
