"""Two nodes on one PostgreSQL: what is written at one is known at the other, watched or not."""

from __future__ import annotations

import faulthandler
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from time import monotonic, sleep
from uuid import uuid4

import psycopg
import pytest

from ledger.accounts.badges import Badges
from ledger.accounts.sessions import Cost
from ledger.lexicon import lexicon
from ledger.lexicon.lexicon import share
from ledger.record.failures import store_away
from ledger.vocabulary import CONSOLE, Role
from ledger.vocabulary.refusals import Refusal
from tests.desks import A, a_desk, a_table
from tests.web.a_server import Serving
from tests.web.a_stream import Watching
from tests.web.entry_hall import PIN, SLUG, Hall
from tests.web.test_command_line import tilescribe
from web.access.visitors import DEVICE, SESSION
from web.application import create_app
from web.command_line.opened import opened
from web.site import RecordSite

FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Accept": "application/json"}
START = {"ask": "determine-starter", "starter": 1, "method": "draw"}
CHEAP = Cost(2, 1, 1)


class Node:
    """Another node at the record of a hall: its own folder, application and server."""

    def __init__(self, here):
        self.here, self.log = here, here.log
        self.office = Badges(here.desk, here.local_store, CHEAP)
        site = RecordSite(here.log, here.hall, here.desk, self.office)
        self.app = create_app(site, badges=self.office)
        self.server = Serving(self.app)
        self.address = self.server.address


@pytest.fixture
def database(postgres_venue, monkeypatch):
    """The environment of nodes that share a database of their own."""
    for name, value in postgres_venue.settings.items():
        monkeypatch.setenv(name, value)
    return postgres_venue


@pytest.fixture(scope="module")
def two_nodes(tmp_path_factory, postgres_server):
    """A hall of eight tables, served by two nodes, and the settings of both."""
    folder = tmp_path_factory.mktemp("nodes")
    settings = {**postgres_server, "POSTGRES_SCHEMA": f"hall_{uuid4().hex[:12]}"}
    with ExitStack() as closing_time:
        with pytest.MonkeyPatch.context() as env:
            for name, value in settings.items():
                env.setenv(name, value)
            first = Hall(closing_time.enter_context(opened(folder / "a", make=True)), 8)
            closing_time.callback(first.server.stop)
            second = Node(closing_time.enter_context(opened(folder / "b", make=True)))
            closing_time.callback(second.server.stop)
        yield first, second, settings


@pytest.fixture
def nodes(two_nodes, monkeypatch):
    """The two nodes."""
    first, second, settings = two_nodes
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    until(lambda: followed(second, first.here.log.last_position()))
    return first, second


def until(true, seconds=60.0):
    """Ask again and again; how long it took. In vain: where each thread stands is told."""
    began = monotonic()
    while not true():
        if monotonic() >= began + seconds:
            faulthandler.dump_traceback()
            pytest.fail("it never came to be")
        sleep(0.005)
    return monotonic() - began


class Tablet:
    """A tablet's cookies, good at every node."""

    def __init__(self, hall, table=1):
        self.game = hall.games[table - 1]
        taken = hall.office.tablets.enrol(
            hall.office.tablets.invite(f"{SLUG}/T{table}", by=CONSOLE)
        )
        self.token, self.key = hall.office.sessions.begin("K1", taken.device), taken.key
        self.seq = 0

    def at(self, node):
        client = node.app.test_client()
        client.set_cookie(SESSION, self.token)
        client.set_cookie(DEVICE, self.key)
        return client

    def sends(self, node, request, after=None):
        self.seq += 1
        entry = {
            "command_id": str(uuid4()), "device_seq": self.seq, "game": str(self.game),
            "asked": request,
        }  # fmt: skip
        if after is not None:
            entry["after"] = str(after)
        [answer] = (
            self.at(node).post("/api/entries", json=[entry], headers=FROM_HERE).json["answers"]
        )
        return answer


def followed(node, position):
    """Whether the lists of a node hold what lies at a position, without asking them to."""
    with closing(sqlite3.connect(node.here.folder / "hall.db")) as file:
        return file.execute("SELECT position FROM tracking").fetchone()[0] >= position


@pytest.mark.found("OP1")
def test_what_one_node_writes_the_other_shows_with_nobody_watching_anywhere(nodes):
    first, second = nodes
    tablet = Tablet(first)

    assert tablet.sends(first, START)["kind"] == "written"
    took = until(lambda: followed(second, first.here.log.last_position()))
    visitor = second.app.test_client()
    page = visitor.get(f"/t/{SLUG}/r1/t1/", headers={"Accept": "text/html"})

    print(f"followed after {1000 * took:.0f} ms")
    assert page.status_code == 200
    assert visitor.get("/readyz").status_code == 200
    with closing(Watching(second.address, f"/events?tournament={SLUG}")) as watching:
        watching.next()
        tablet.sends(first, {"ask": "start-game"})
        assert json.loads(watching.change()["data"])["topic"] == "game-started"


@pytest.mark.found("OP1")
def test_a_notice_that_is_lost_is_made_up_for_by_looking(nodes, monkeypatch):
    first, second = nodes
    tablet = Tablet(first, 2)
    store = first.here.log.store
    silent = store._begin.replace('NOTIFY "stored_events";', "")
    assert silent != store._begin
    monkeypatch.setattr(store, "_begin", silent)

    tablet.sends(first, START)

    took = until(lambda: followed(second, first.here.log.last_position()))
    print(f"followed without a notice after {1000 * took:.0f} ms")


def test_a_node_that_could_not_follow_for_a_moment_does_without_another_write(nodes, monkeypatch):
    first, second = nodes
    tablet, tried = Tablet(first, 5), []
    feeder = second.here.hall._file.feeder
    take_in = feeder.take_in

    def in_vain(*what):
        tried.append(what)
        if len(tried) < 3:
            raise store_away()
        return take_in(*what)

    monkeypatch.setattr(feeder, "take_in", in_vain)
    tablet.sends(first, START)

    until(lambda: followed(second, first.here.log.last_position()))
    assert len(tried) >= 3


def test_a_node_that_starts_has_caught_up_when_it_is_ready(nodes, tmp_path):
    first, _ = nodes
    tablet = Tablet(first, 3)
    for request in (START, {"ask": "start-game"}):
        tablet.sends(first, request)

    with opened(tmp_path / "c") as here:
        assert followed(type("Third", (), {"here": here}), first.here.log.last_position())


def test_a_tablet_may_go_on_at_another_node_and_what_comes_late_is_seen_at_both(nodes):
    first, second = nodes
    one, other = Tablet(first, 4), Tablet(first, 4)
    seen = first.sheet(4).events[-1].envelope.command_id
    path = f"/events?table={one.game}"
    cookies = {"Cookie": f"{SESSION}={one.token}; {DEVICE}={one.key}"}
    with closing(Watching(second.address, path, cookies)) as at_the_table:
        at_the_table.next()
        assert one.sends(first, START, seen)["kind"] == "written"
        assert at_the_table.change()["event"] == "game"

        late = other.sends(first, {**START, "starter": 2}, seen)

        assert late["kind"] == "stale"
        assert at_the_table.change()["event"] == "table"  # told by the other node
    state = one.at(second).get(f"/api/games/{one.game}/table.json", headers=FROM_HERE).json
    assert [waits["entry"] for waits in state["unsettled"]] == [late["command_id"]]
    assert one.sends(second, {"ask": "start-game"})["kind"] == "written"
    assert one.sends(first, {"ask": "turn-passed"})["kind"] == "refused"


def test_who_signs_in_or_out_at_one_node_has_at_the_other_and_so_has_a_kiosk(nodes):
    first, second = nodes
    first.office.issue("K7", "Kim", Role.SCOREKEEPER, by=CONSOLE)
    first.office.pins.set("K7", PIN)
    session = first.office.sign_in("D1", PIN)
    at_the_other = second.office.sessions

    assert at_the_other.find(session.token).badge == "D1"
    kept = second.office.keep_at_the_terminal(session.session)
    assert first.office.sessions.find(kept).kiosk
    first.office.sessions.end(session.token)
    assert at_the_other.find(session.token) is None

    token = second.office.sign_in("K7", PIN).token
    first.office.revoke("K7", "left the hall", by=CONSOLE)
    assert at_the_other.find(token) is None
    for node in (first, second) * 5:
        with pytest.raises(Refusal, match="PIN"):
            node.office.sign_in("D1", "a wrong pin", origin="10.0.0.9")
    with pytest.raises(Refusal) as refused:
        second.office.sign_in("D1", PIN, origin="10.0.0.9")
    assert refused.value.code == "locked-out"


@pytest.mark.found("OP6")
def test_nodes_that_begin_a_record_together_agree_on_one_first_pin(database, tmp_path):
    def begun(name):
        with opened(tmp_path / name, make=True) as here:
            return Badges(here.desk, here.local_store, CHEAP).first_start()

    with ThreadPoolExecutor(4) as together:
        told = [one for one in together.map(begun, "abcd") if one is not None]

    assert [one.badge for one in told] == ["D1"]
    with opened(tmp_path / "a") as here:
        assert (
            Badges(here.desk, here.local_store, CHEAP).sign_in(*told[0]).session.role
            is Role.DIRECTOR
        )
        assert tilescribe("record", "verify", "--data", tmp_path / "a").returncode == 0


def test_nodes_refuse_a_database_that_is_behind_and_only_migrate_changes_it(database, tmp_path):
    with opened(tmp_path / "a", make=True):
        pass
    with psycopg.connect(
        dbname=database.settings["POSTGRES_DBNAME"], host=database.settings["POSTGRES_HOST"],
        user=database.settings["POSTGRES_USER"], autocommit=True,
    ) as server:  # fmt: skip
        server.execute(f"SET search_path TO {database.settings['POSTGRES_SCHEMA']}")
        server.execute("DROP TABLE word_lists")
        server.execute("DELETE FROM tilescribe_changes WHERE change = 'pg_0009_word_lists'")

    with pytest.raises(Refusal) as refused, opened(tmp_path / "a", make=True):
        pass
    assert refused.value.code == "record-behind"
    lacks = "lacks the change pg_0009_word_lists. Run tilescribe record migrate"
    assert lacks in str(refused.value)

    done = tilescribe("record", "migrate", "--data", tmp_path / "a")

    assert "1 change made, up to pg_0009_word_lists." in done.out, done.err
    [copy] = (tmp_path / "a").glob("before-*.tilescribe")
    assert str(copy) in done.out
    with opened(tmp_path / "a", make=True):
        pass


@pytest.mark.found("OP15")
def test_a_word_list_installed_at_one_node_is_there_at_the_other_by_its_digest(database, tmp_path):
    (tmp_path / "words.txt").write_text("AA\nAB\nQI\n")
    with opened(tmp_path / "a", make=True) as first, opened(tmp_path / "b", make=True) as second:
        done = tilescribe("lexicon", "add", "Club", tmp_path / "words.txt", "--data", first.folder)
        assert done.returncode == 0, done.err
        share(second.folder, second.local_store)

        there = lexicon.open_lexicon(second.folder, "club")
        assert there.digest == lexicon.open_lexicon(first.folder, "Club").digest
        assert there.acceptable(["QI"])
        [file] = lexicon.installed_files(first.folder)
        file.unlink()  # a folder that was lost: it holds only what can be had again
        assert "Club" in tilescribe("lexicon", "list", "--data", first.folder).out


def pulled(*_what, **_how):
    raise OSError("the plug was pulled")


def test_a_backup_of_the_database_goes_back_into_it_and_what_was_there_is_kept(
    database, tmp_path, monkeypatch
):
    data, copy = tmp_path / "a", tmp_path / "copy"
    with a_desk(data, settings=database.settings) as desk:
        table = a_table(desk)
        done = tilescribe("record", "backup", copy, "--data", data)
        assert "proven" in done.out, done.err
        table.play(A, "8D", "WINDY")
        held = tilescribe("record", "drill", copy, "--data", data)
        assert "A restore would lose 1 event of 1 game" in held.out, held.err
        refused = tilescribe("record", "restore", copy, "--data", data)
        assert "There is a record in the database" in refused.err
        busy = tilescribe("record", "restore", copy, "--set-aside", "--data", data)
        assert "Stop every node" in busy.err

    with monkeypatch.context() as cut_off:
        cut_off.setattr("web.command_line.backups.begin_era", pulled)
        assert tilescribe("record", "restore", copy, "--set-aside", "--data", data).returncode == 1
    assert "WINDY" in tilescribe("game", "show", "spring-open/R1/T1", "--data", data).out
    done = tilescribe("record", "restore", copy, "--set-aside", "--data", data)

    assert "What was there is kept: schema hall_" in done.out, done.err
    with opened(data) as here:
        assert here.hall.position() == here.log.last_position()
        assert here.desk.sheet(table.game).lines == ()
        assert tilescribe("record", "verify", "--data", data).returncode == 0
    for name in database.settings:  # and the same file into a folder, on SQLite
        monkeypatch.delenv(name)
    done = tilescribe("record", "restore", copy, "--data", tmp_path / "folder")
    assert done.returncode == 0, done.err
    assert (
        "consistent with itself"
        in tilescribe("record", "verify", "--data", tmp_path / "folder").out
    )
    assert (
        "event 3"
        in tilescribe("game", "show", "spring-open/R1/T1", "--data", tmp_path / "folder").out
    )
