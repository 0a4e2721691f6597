"""The overlay of the manual, opened from its file as a streaming program does, at a real hall."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.record.events import tournament_id
from ledger.tournament.facts import Pairing
from ledger.tournament.opening import ChooseLiveBoards
from ledger.tournament.rounds import PairRound
from ledger.vocabulary import Seat
from tests.desks import Table
from tests.web.a_server import served_on_loopback
from tests.web.whole_hall import SLUG, a_whole_hall

pytestmark = pytest.mark.browser
expect = pytest.importorskip("playwright.sync_api").expect

OVERLAY = Path(__file__).resolve().parents[2] / "web" / "manual" / "overlay.html"
A, B = Seat.FIRST, Seat.SECOND


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path, CORS_ORIGINS=("null",)) as hall, served_on_loopback(hall.app) as on:
        hall.address = on.address
        yield hall


@pytest.fixture
def overlay(hall, browser):
    context = browser.new_context(viewport={"width": 900, "height": 220})
    page = context.new_page()
    request = {"hall": hall.address, "tournament": SLUG, "table": 1}
    page.goto(f"{OVERLAY.as_uri()}?{urlencode(request)}")
    yield page
    context.close()


def says(page, **words):
    for place, said in words.items():
        expect(page.locator(f"#{place}")).to_have_text(said)


def choose(hall, **how):
    request = ChooseLiveBoards(**how)
    hall.desk.must_write(tournament_id(SLUG), request, Sent(by="O1", command_id=uuid4()))


@pytest.mark.journey("overlay")
def test_it_is_as_short_as_the_manual_says():
    assert len(OVERLAY.read_text("utf-8").splitlines()) <= 40


@pytest.mark.journey("overlay")
def test_it_shows_each_play_as_it_is_entered_and_the_next_round_by_itself(hall, overlay):
    table = Table(hall.desk, hall.games[0])
    says(overlay, name0="Player 1", total0="0", total1="0")

    table.play(A, "8D", "WINDY", 32, clocks=(1490, 1500))

    says(overlay, total0="32", clock0="24:50", clock1="25:00", last="Player 1 8D WINDY +32")
    expect(overlay.locator("#name1")).to_have_class("moving")

    paired = PairRound(round_number=2, pairings=(Pairing(1, 4, 2),))
    hall.desk.must_write(tournament_id(SLUG), paired, Sent(by="O1", command_id=uuid4()))

    says(overlay, name0="Player 4", name1="Player 2", last="")


def test_it_tells_nothing_before_the_hall_shows_it(hall, overlay):
    says(overlay, total0="0")
    choose(hall, how="off")
    says(overlay, last="in progress")

    Table(hall.desk, hall.games[0]).play(A, "8D", "WINDY", 32, clocks=(1490, 1500))
    overlay.wait_for_timeout(400)

    says(overlay, total0="", clock0="", last="in progress")
    assert "WINDY" not in overlay.content()
