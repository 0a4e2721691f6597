"""A tablet whose server is there and whose record is not: it says so, and nothing is lost."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.setting_up.requests import DetermineStarter, StartGame
from ledger.vocabulary.refusals import RecordAway
from tests.reliability.small_disk import SmallDisk
from tests.web.a_tablet import Tablet
from tests.web.entry_hall import a_hall

pytestmark = pytest.mark.browser

STARTER = DetermineStarter(starter=1, method="draw")


@pytest.fixture
def disk(tmp_path):
    disk = SmallDisk(tmp_path / "disk")
    yield disk
    disk.gone()


def entered(hall, table, request):
    hall.desk.enter(hall.games[table - 1], request, Sent(by="K1", command_id=uuid4()))


def use_up_what_room_is_kept(hall):
    """Write at another table until SQLite has no room left of its own either."""
    for _ in range(500):
        try:
            entered(hall, 2, STARTER)
        except RecordAway:
            return
    pytest.fail("the disk never filled up")


@pytest.mark.found("SE6")
def test_a_tablet_says_that_the_record_is_away_and_keeps_its_entries_until_it_is_back(
    disk, browser
):
    with a_hall(disk.place / "data", tables=2) as hall:
        for request in (STARTER, StartGame()):
            entered(hall, 1, request)
        tablet = Tablet(browser, hall, 1)
        disk.fill()
        use_up_what_room_is_kept(hall)

        tablet.type("8D", "WINDY")
        tablet.commit()
        tablet.says("#state", "Server down: 1 saved here")
        tablet.page.click("#state")
        tablet.says("[role=alert].wrong", "The disk is full. Your entries stay on this tablet.")
        tablet.says("body", "Keep score on paper and call the director: make room on the disk")
        disk.make_room()
        tablet.page.reload()

        tablet.until("window.tilescribe?.game.now !== undefined")
        tablet.sent()
        assert hall.sheet(1).totals == (32, 0)
        tablet.close(spent=True)
