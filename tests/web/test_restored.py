"""A record restored from an older copy: tablets hand in again what they kept, once and in order."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from uuid import uuid4

import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.game.turns.requests import PlaceTiles
from ledger.vocabulary import CONSOLE, Placement, Seat
from tests.web.a_server import Serving
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import PIN, SLUG, a_hall
from tests.web.held_still import ask_the_server
from tests.web.slow_world import slowed
from tests.web.test_command_line import tilescribe
from tests.web.turns_asked import a_play
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

pytestmark = pytest.mark.browser

PLAYS = [
    ("first", "8D", "WINDY"), ("second", "D8", ".ON"), ("first", "10B", "TO."),
    ("second", "B10", ".AR"), ("first", "12B", ".EST"),
]  # fmt: skip
MOVES = [f"{square} {letters}" for _, square, letters in PLAYS]


def the_request(seat, square, letters):
    return PlaceTiles(seat=Seat(seat), placement=Placement(square, letters))


class Restored:
    """The hall as an older copy of its folder has it, at the address of the one that went."""

    def __init__(self, here, before):
        self.desk, self.games, self.address = here.desk, before.games, before.address
        self.office = Badges(here.desk, here.local_store, Cost(2, 1, 1))
        app = slowed(
            create_app(RecordSite(here.log, here.hall, here.desk, self.office), badges=self.office)
        )
        self.server = Serving(app, port=before.server.port)

    def sheet(self, table=1):
        return self.desk.sheet(self.games[table - 1])

    def enter(self, request, table=1, by="K1"):
        self.desk.record(self.games[table - 1], request, Sent(by=by, command_id=uuid4()))

    def take_in_again(self, tablet, *, signed_in=False):
        """The director gives a code; the scorekeeper signs in on the tablet, unless that is so."""
        code = self.office.tablets.invite("", by=CONSOLE)
        tablet.page.goto(f"{self.address}/enrol?code={code}")
        tablet.page.click("text=Enrol it")
        if not signed_in:
            tablet.page.fill("[name=badge]", "K1")
            tablet.page.fill("[name=pin]", PIN)
            tablet.page.click("button:has-text('Sign in')")
        tablet.page.wait_for_url(f"{self.address}/t/{SLUG}/r*/")
        tablet.open(1)


def copied(folder, to):
    """A copy of the record as a backup makes it, while it is in use."""
    to.mkdir()
    for file in folder.glob("*.db"):
        with sqlite3.connect(file) as here, sqlite3.connect(to / file.name) as there:
            here.backup(there)
    return to


@contextmanager
def restored_after(tmp_path, browser, *, enter, copy_first):
    """A tablet that had entered five turns, and a record that is older than they are.

    ``copy_first``: the copy is older than the tablet itself.
    """
    copy = tmp_path / "copy"
    with a_hall(tmp_path / "hall", tables=2) as hall:
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            hall.desk.record(hall.games[0], request, Sent(by="K1", command_id=uuid4()))
        if copy_first:
            copied(tmp_path / "hall", copy)
        tablet = Tablet(browser, hall)
        if not copy_first:
            copied(tmp_path / "hall", copy)
        enter(tablet)
        tablet.sent()
    with opened(copy) as here:
        again = Restored(here, hall)
        try:
            yield again, tablet
            tablet.close(spent=True)
        finally:
            again.server.stop()


def five_turns(tablet):
    for seat, square, letters in PLAYS:
        request = a_play(seat, square, letters)
        tablet.page.evaluate("asked => tilescribe.entries.enter(asked).then(() => 0)", request)


@pytest.mark.found("TA1", "TA6")
def test_TA1_a_record_older_than_the_tablet_gets_its_turns_again_once_and_in_order(
    browser, tmp_path
):
    with restored_after(tmp_path, browser, enter=five_turns, copy_first=True) as (hall, tablet):
        assert hall.sheet().turn_count == 0
        ask_the_server(tablet.page)
        tablet.says("#state", "Needs you")
        assert tablet.turns() == 5

        hall.take_in_again(tablet)
        tablet.says("#panel", "lost them")
        tablet.page.click("#panel .go")
        tablet.sent()
        assert [line.move for line in hall.sheet().lines] == MOVES
        assert tablet.page.evaluate("tilescribe.game.now.lines.map(({move}) => move)") == MOVES
        assert tablet.page.evaluate("tilescribe.outbox.troubles") == []

        # The same tablet under another name again, its record whole: nothing is written twice.
        version = hall.sheet().version
        hall.take_in_again(tablet, signed_in=True)
        tablet.sent()
        tablet.until(
            "tilescribe.outbox.handed.there === 5 && tilescribe.outbox.handed.written === 0"
        )
        assert hall.sheet().version == version
        tablet.play("E12", ".AT")
        tablet.sent()
        assert hall.sheet().lines[-1].move == "E12 .AT"


@pytest.mark.found("TA1")
def test_TA1_what_a_restored_record_lacks_is_said_and_can_be_entered_again(browser, tmp_path):
    def enter(tablet):
        hall = tablet.hall
        hall.desk.record(
            hall.games[0], the_request(*PLAYS[0]), Sent(by="D1", command_id=uuid4())
        )  # from the desk, which keeps no queue
        tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
        request = a_play("second", "D8", ".ON")
        tablet.page.evaluate("asked => tilescribe.entries.enter(asked).then(() => 0)", request)

    with restored_after(tmp_path, browser, enter=enter, copy_first=True) as (hall, tablet):
        hall.take_in_again(tablet)
        tablet.says("#state", "Needs you (1)")
        tablet.page.click("#state")
        tablet.says("#panel", "The entry before it is missing")
        assert "was first" not in tablet.page.text_content("#panel")
        tablet.page.click("#panel >> text=Close")

        hall.enter(the_request(*PLAYS[0]))
        tablet.page.evaluate(
            "tilescribe.entries.reload().then(() => 0)"
        )  # what is decided upon was seen
        tablet.page.click("#state")
        tablet.page.click("button:text-is('Enter it again')")
        tablet.until("tilescribe.outbox.troubles.length === 0")
        tablet.page.click("#panel >> text=Close")
        tablet.sent()
        assert [line.move for line in hall.sheet().lines] == MOVES[:2]


def enters(tablet, plays):
    for seat, square, letters in plays:
        request = a_play(seat, square, letters)
        tablet.page.evaluate("asked => tilescribe.entries.enter(asked).then(() => 0)", request)
    tablet.sent()


KEPT = "tilescribe.outbox.store.all('answered').then((rows) => rows.length)"


@pytest.mark.journey("a record put back")
def test_C6_a_tablet_keeps_its_turns_until_a_backup_that_outlives_the_record_holds_them(
    browser, tmp_path, monkeypatch
):
    monkeypatch.setattr("ledger.backup.ring.LOOKED_UP_EVERY", 0.0)
    monkeypatch.setenv("TILESCRIBE_BACKUP_COUNTS", "on")
    with a_hall(tmp_path / "hall") as hall:
        for request in (DetermineStarter(starter=1, method="draw"), StartGame()):
            hall.desk.record(hall.games[0], request, Sent(by="K1", command_id=uuid4()))
        tablet = Tablet(browser, hall)
        enters(tablet, PLAYS[:3])
        ask_the_server(tablet.page)
        assert tablet.page.evaluate(KEPT) == 3

        done = tilescribe("record", "backup", tmp_path / "copy", "--data", tmp_path / "hall")
        assert done.returncode == 0, done.err
        tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
        ask_the_server(tablet.page)
        tablet.until(f"{KEPT}.then((kept) => kept === 0)")
        tablet.says("#state", "Sent")
        enters(tablet, PLAYS[3:])
        assert tablet.page.evaluate(KEPT) == 2
        assert tablet.turns() == 5

    done = tilescribe("record", "restore", tmp_path / "copy", "--data", tmp_path / "new")
    assert done.returncode == 0, done.err
    with opened(tmp_path / "new") as here:
        again = Restored(here, hall)
        try:
            assert again.sheet().turn_count == 3
            ask_the_server(tablet.page)
            tablet.until("tilescribe.outbox.handed?.written === 2")
            tablet.sent()
            assert [line.move for line in again.sheet().lines] == MOVES
            ask_the_server(tablet.page)
            tablet.sent()
            assert tablet.page.evaluate(KEPT) == 2  # of a later copy no word
            tablet.close(spent=True)
        finally:
            again.server.stop()


@pytest.mark.found("TA1")
def test_TA1_the_same_device_gets_its_numbers_back_without_enrolling(browser, tmp_path):
    with restored_after(tmp_path, browser, enter=five_turns, copy_first=False) as (hall, tablet):
        ask_the_server(tablet.page)
        tablet.until("tilescribe.outbox.handed?.written === 5")
        tablet.sent()
        assert [line.move for line in hall.sheet().lines] == MOVES
        tablet.page.evaluate("tilescribe.entries.reload().then(() => 0)")
        assert tablet.page.evaluate("tilescribe.game.now.lines.map(({move}) => move)") == MOVES
