"""Where boards are not shown live, nobody can count the turns of a game by what moves elsewhere."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest

from ledger.desk.requests import Sent
from ledger.game.clock.requests import ReadClocks
from ledger.game.endings.forfeits import Forfeit
from ledger.vocabulary import Seat
from tests.web.a_server import Serving
from tests.web.a_stream import Watching
from tests.web.conftest import FOR_PEOPLE
from tests.web.whole_hall import FROM_HERE, SLUG, a_whole_hall
from web.asgi.telling import TOO_FAR, ToldUpto

PAGES = (f"/t/{SLUG}/", f"/t/{SLUG}/r1", f"/t/{SLUG}/standings", f"/t/{SLUG}/r1/t1/")
pytestmark = pytest.mark.found("SR-7")


@pytest.fixture
def hall(tmp_path):
    with a_whole_hall(tmp_path / "data", HEARTBEAT_SECONDS=0.05) as hall:
        hall.server = Serving(hall.app)
        yield hall
        hall.server.stop()


def chosen(hall, how):
    data = {"request": str(uuid4()), "how": how, "minutes": "10"}
    answer = hall.ask("director", f"/t/{SLUG}/live-boards", "POST", data=data, headers=FROM_HERE)
    assert answer.status_code == 303, answer.text


def turns(hall, many=3):
    for first in range(many):
        sent = Sent(by="K1", command_id=uuid4(), clocks=(1400 - first, 1500))
        hall.desk.record(hall.games[0], ReadClocks(), sent)


def pages_as(hall, who):
    """What the pages say of how far they are, and their tags."""
    found = []
    for path in PAGES:
        answer = hall.ask(who, path, headers=FOR_PEOPLE)
        found.append(re.findall(r'data-after="([^"]*)"', answer.text))
        found.append(answer.headers.get("ETag"))
    return found


def beat_of(hall, path):
    """Where a stream that has just been opened stands, and where a sign of life says it does."""
    stream = Watching(hall.server.address, path)
    try:
        first = stream.next()["id"]
        while (block := stream.next()).get("event") != "still-here":
            pass
        return first, block["id"]
    finally:
        stream.close()


@pytest.mark.parametrize("how", ["off", "delayed"])
def test_SR7_turns_move_nothing_that_a_visitor_sees(hall, how):
    chosen(hall, how)
    news = f"/events?tournament={SLUG}&news=1"
    pages, beats = pages_as(hall, "nobody"), [beat_of(hall, path) for path in ("/events", news)]
    of_official = pages_as(hall, "director")
    assert pages[0]

    turns(hall)

    assert pages_as(hall, "nobody") == pages
    assert [beat_of(hall, path) for path in ("/events", news)] == beats
    assert pages_as(hall, "director") != of_official


def test_SR7_what_a_visitor_is_told_moves_it_and_nothing_is_missed_by_who_comes_back(hall):
    chosen(hall, "off")
    before, _ = beat_of(hall, "/events")
    turns(hall)
    forfeit = Forfeit(loser=Seat.SECOND, cause="left")
    hall.desk.record(hall.games[1], forfeit, Sent(by="D1", command_id=uuid4()))
    turns(hall)

    stream = Watching(hall.server.address, f"/events?after={before}")
    stream.next()
    told = stream.change()
    stream.close()

    end = hall.desk.log.last_position()
    assert int(before) < int(told["id"]) <= end - 3
    assert beat_of(hall, "/events") == (told["id"], told["id"])


def test_SR7_of_a_long_stretch_that_nobody_is_told_only_its_thousands_are_seen():
    class Silent:
        def told_to(self, _site, _audience, _change, _row):
            return None

    class Long:
        end = 3 * TOO_FAR + 17

        def last_position(self):
            return self.end

        def changes(self, _after, _limit):
            return []

    site = Long()
    upto = ToldUpto(site, Silent())
    assert upto.of("a visitor").told == 2 * TOO_FAR
    site.end += 40
    assert upto.of("a visitor").told == 2 * TOO_FAR
