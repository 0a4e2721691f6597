"""The witness over the network: a real server and store, hostile askers, kills, a hall of ours."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from threading import Barrier, Thread
from threading import Event as Bell
from urllib.parse import urlsplit

import pytest

from ledger.proof.checkpoints_made import disagreements, listed_in, made_in
from ledger.proof.game_proof import KeptTree
from ledger.proof.keys import key_in
from ledger.proof.note import note_of
from ledger.proof.witness_store import WitnessStore
from ledger.proof.witnesses import Witness
from ledger.proof.witnessing import MOST_ASKED, log_id
from ledger.record.events import record_id
from ledger.record.verify import verify
from tests.desks import a_desk
from tests.proof.a_log import NAME, OURS, ALog
from tests.proof.test_checkpoints import Hall, rewrite
from tests.proof.test_witness_decides import FORK, LOG, STRANGER
from tests.proof.test_witnesses import one_more
from tests.web.a_server import Serving, a_free_port
from tests.web.test_command_line import tilescribe
from web.access.rate_limit import RateLimit
from web.hall_certificate import hall_certificate
from web.proofs.exchange import Away, fetch, post
from web.proofs.sending import Witnessing
from web.witness.serving import WitnessService

NOW = datetime(2026, 11, 27, 14, 0, tzinfo=UTC)


@contextmanager
def a_witness(folder, name="witness.example", keys=(OURS,), **how):
    """A witness that is served on this computer, as (address, store)."""
    store = WitnessStore(folder, name)
    for key in keys:
        store.add(str(key), "", NOW)
    how.setdefault("limit", RateLimit(10_000, 60.0))
    serving = Serving(None, WitnessService(store, **how))
    try:
        yield serving.address, store
    finally:
        serving.stop()
        store.close()


@pytest.fixture
def witness(tmp_path):
    with a_witness(tmp_path / "w") as found:
        yield found


def send(address, body):
    return post(f"{address}/add-checkpoint", body)


def test_it_signs_over_the_network_and_shows_what_it_signed(witness):
    address, store = witness
    assert send(address, LOG.body(0, 7)).status == 200
    told = send(address, LOG.body(7, 20))
    assert note_of(f"{LOG.checkpoint(20).text}\n{told.body.decode()}").signed_by([store.verifier])
    old = send(address, LOG.body(0, 30))
    assert (old.status, old.kind, old.body) == (409, "text/x.tlog.size", b"20\n")

    shown = json.loads(fetch(f"{address}/heads.json").body)
    [log] = shown["logs"]
    assert shown["witness"] == str(store.verifier)
    assert (log["log"], log["size"], log["root"]) == (NAME, 20, LOG.root(20).hex())
    one = f"{address}/heads/{log_id(NAME)}"
    assert json.loads(fetch(f"{one}.json").body) == log
    assert fetch(one).body.decode() == log["note"]
    assert fetch(f"{one}/7").body.decode() == store.note_at(NAME, 7)
    for nothing in (f"{one}/8", f"{address}/heads/{log_id('other')}", f"{address}/nothing"):
        assert fetch(nothing).status == 404
    assert fetch(f"{address}/healthz").body == b"ok\n"


def test_its_page_says_what_it_saw_and_what_it_refused(witness):
    address, store = witness
    send(address, LOG.body(0, 20))
    assert "Two histories" not in fetch(f"{address}/").body.decode()
    send(address, FORK.body(20, 20))
    send(address, LOG.body(20, 30, []))

    page = fetch(f"{address}/").body.decode()

    assert f"Two histories of {NAME}" in page
    for root in (LOG.root(20).hex(), FORK.root(20).hex()):
        assert root[:4] + " " + root[4:8] in page
    assert "30 events, without a proof" in page
    assert str(store.verifier) in page.replace("&#43;", "+")
    assert re.findall(r"<script|style=|<style| on\w+=", page) == []
    for style in ("tokens", "base", "templates", "components", "rest"):
        assert fetch(f"{address}/{style}.css").status == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/add-checkpoint", None, 405),
        ("PUT", "/add-checkpoint", b"", 405),
        ("POST", "/", b"x", 405),
        ("DELETE", "/heads.json", None, 405),
        ("POST", "/add-checkpoint", b"", 400),
        ("POST", "/add-checkpoint", b"\xff" * 100, 400),
        ("POST", "/add-checkpoint", b"x" * (MOST_ASKED + 1), 413),
        ("GET", "/heads/../../etc/passwd", None, 404),
        ("GET", "/tokens.css/..", None, 404),
        ("HEAD", "/heads.json", None, 200),
    ],
)
def test_what_is_no_request_of_the_protocol_is_answered_in_words(
    witness, method, path, body, status
):
    parts = urlsplit(witness[0])
    with closing(http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)) as connection:
        connection.request(method, path, body)
        answer = connection.getresponse()
        assert answer.status == status
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert (answer.read() == b"") == (method == "HEAD")


def test_a_body_without_end_is_cut_off(witness):
    parts = urlsplit(witness[0])
    with closing(socket.create_connection((parts.hostname, parts.port), 30)) as asker:
        asker.sendall(
            b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        part = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
        answered = b""
        try:
            for _ in range(64):  # 2 MB: much more than is taken
                asker.sendall(part)
            answered = asker.recv(100)
        except OSError:  # it hung up on us
            return
        assert b" 413 " in answered or answered == b""


def test_one_address_that_asks_too_often_waits_and_no_other(tmp_path):
    with a_witness(tmp_path / "w", limit=RateLimit(3, 60.0)) as (address, _):
        parts = urlsplit(address)

        def asked(by=""):
            with closing(http.client.HTTPConnection(parts.hostname, parts.port)) as connection:
                headers = {"X-Forwarded-For": f"6.6.6.6, {by}"} if by else {}
                connection.request("GET", "/healthz", headers=headers)
                return connection.getresponse().status

        assert [asked() for _ in range(5)] == [200, 200, 200, 429, 429]
        assert [asked("10.0.0.7") for _ in range(4)] == [200, 200, 200, 429]
        assert asked("10.0.0.8") == 200  # as a proxy on this computer tells


def test_of_forks_that_come_at_once_one_is_signed(witness):
    address, store = witness
    send(address, LOG.body(0, 7))
    start, told = Barrier(8), []

    def ask(log, size):
        start.wait()
        told.append((log.root(size).hex(), send(address, log.body(7, size)).status))

    fork = ALog(40, forked_at=10)
    asking = [Thread(target=ask, args=(log, 20 + n)) for log in (LOG, fork) for n in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()

    assert sorted(status for _, status in told) == [200] + [409] * 7
    assert [root for root, status in told if status == 200] == [store.seen(NAME).root]


def test_a_disk_that_is_full_signs_nothing(witness, monkeypatch):
    address, store = witness
    send(address, LOG.body(0, 7))

    def full(*_what):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("ledger.proof.witness_store._keep_signed", full)
    answered = send(address, LOG.body(7, 20))
    monkeypatch.undo()

    assert answered.status == 503
    assert b"\xe2\x80\x94" not in answered.body
    assert store.seen(NAME).size == 7
    assert send(address, LOG.body(7, 20)).status == 200


# Beside a hall of ours


@pytest.fixture
def hall(tmp_path):
    with a_desk(tmp_path / "data") as desk:
        hall = Hall(desk, tmp_path / "data")
        hall.make()
        yield hall
        hall.tree.close()


def events(hall):
    return hall.log.events_of(record_id())


def going_to(hall, address, store, now=lambda: datetime.now(UTC)):
    for key in hall.checkpoints.keys:
        store.add(str(key), "", NOW)
    return Witnessing(Witness.read(str(store.verifier), address), lambda: hall.checkpoints, now)


def test_a_hall_has_its_checkpoints_signed_by_it(hall, witness):
    going = going_to(hall, *witness)
    for _ in range(3):
        assert going.go() == ("", False)
        one_more(hall)
        hall.make()
    assert going.go() == ("", False)

    rows = listed_in(events(hall))
    assert [[one.name for one in row.witnesses] for row in rows] == [["witness.example"]] * 4
    assert witness[1].seen(rows[-1].made.origin).size == rows[-1].made.size


def test_a_hall_that_was_written_anew_is_refused_and_both_sides_know(hall, witness, monkeypatch):
    going = going_to(hall, *witness)
    going.go()
    made = made_in(events(hall))[-1]
    rewrite(hall.folder, 3, '"', '" ')
    hall.tree.close()
    for file in hall.folder.glob("tree.db*"):
        file.unlink()
    hall.tree = hall.checkpoints.tree = KeptTree(hall.folder, hall.log.store)
    hall.play_on()
    monkeypatch.setattr("ledger.proof.checkpoints.made_in", lambda _events: ())
    later = hall.make()
    monkeypatch.undo()

    what, alarm = going.go()

    assert alarm
    assert "not the log it signed before" in what
    [one] = disagreements(later.origin, events(hall))
    assert one.fact.found == "not-a-continuation"
    [seen] = witness[1].seen(made.origin).found
    assert (seen.found, seen.size, seen.against_root) == ("unproved", later.size, made.root)


def test_another_history_shown_to_the_witness_is_told_at_the_desk(hall, witness):
    """Who has the hall's key signs a second history; the witness refuses it; the hall reads so."""
    address, store = witness
    moments = [datetime.now(UTC)]
    going = going_to(hall, address, store, lambda: moments[-1])
    assert going.go() == ("", False)
    [made] = made_in(events(hall))
    fork = ALog(made.size, forked_at=1, name=made.origin, key=key_in(hall.folder))
    assert send(address, fork.body(0, made.size)).status == 409

    assert going.go() == ("", False)
    assert disagreements(made.origin, events(hall)) == ()  # it was looked a moment ago
    for minutes in (11, 22, 33):
        moments.append(moments[0] + timedelta(minutes=minutes))
        assert going.go() == ("", False)
    [one] = disagreements(made.origin, events(hall))  # once, however often it is seen
    assert (one.fact.found, one.fact.knows) == ("split-view", made.size)

    hall.play_on()
    hall.make()
    going.go()  # it signs on, for the history that it knows
    assert listed_in(events(hall))[-1].witnesses
    assert len(disagreements(made.origin, events(hall))) == 1
    assert "another record was signed with this one's key" in verify(hall.log.store).disagreed[0]


def test_what_a_witness_shows_without_our_signature_alarms_nobody(hall, witness):
    """Also where its keeper lies: it has no key of ours."""
    address, store = witness
    going = going_to(hall, address, store)
    going.go()
    [made] = made_in(events(hall))
    fork = ALog(made.size, forked_at=1, name=made.origin)  # signed by somebody's key
    store.add(str(type(OURS)(made.origin, OURS.public)), "", NOW)
    send(address, fork.body(0, made.size))
    assert store.seen(made.origin).found

    going_to(hall, address, store).go()
    assert disagreements(made.origin, events(hall)) == ()


# As it is started


def started(folder, port, *more):
    words = ("witness", "serve", "--folder", str(folder), "--port", str(port), *more)
    process = subprocess.Popen(
        [sys.executable, "-c", "from web.command_line import main; main()", *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ,
    )  # fmt: skip
    for line in process.stdout:
        if "Ctrl+C" in line:
            return process
    pytest.fail("it did not start")


def until_it_answers(address):
    for _ in range(600):
        try:
            return fetch(f"{address}/healthz")
        except Away:
            Bell().wait(0.05)
    return pytest.fail("nobody answers")


def worker_of(process):
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    found = [pid for pid in children if b"resource_tracker" not in Path(
        f"/proc/{pid}/cmdline").read_bytes()]  # fmt: skip
    return int(found[0])


@pytest.mark.wide("processes")
def test_killed_by_force_while_it_signs_it_comes_back_and_signs_no_fork(tmp_path):
    """The real command: each answer a client got is remembered, and nothing else is signed."""
    folder = tmp_path / "w"
    WitnessStore(folder, "witness.example").add(str(OURS), "", NOW)
    port = a_free_port()
    address, size = f"http://127.0.0.1:{port}", 0
    process = started(folder, port)
    try:
        for turn in range(4):
            until_it_answers(address)
            killing = Thread(target=os.kill, args=(worker_of(process), signal.SIGKILL))
            try:
                for step in range(1, 4):
                    if step == 2:
                        killing.start()
                    reply = send(address, LOG.body(size, 1 + 3 * turn + step))
                    if reply.status == 200:
                        size = 1 + 3 * turn + step
            except Away:  # it was killed before it answered
                pass
            killing.join()
            until_it_answers(address)
            told = send(address, LOG.body(size, size) if size else LOG.body(0, 1))
            if told.status == 409:  # what it signed last it could not tell
                kept = int(told.body)
                assert kept > size
                size = kept
                assert send(address, LOG.body(size, size)).status == 200
            fork = ALog(size, forked_at=0)
            assert send(address, fork.body(size, size)).status == 409
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
    assert WitnessStore(folder).seen(NAME).root == LOG.root(size).hex()


def test_the_commands_begin_add_list_and_remove(tmp_path):
    folder = tmp_path / "w"
    refused = tilescribe("witness", "add", str(OURS), "--folder", folder)
    assert (refused.returncode, "no witness" in refused.err) == (1, True)
    store = WitnessStore(folder, "witness.example")
    added = tilescribe(
        "witness", "add", str(OURS), "--at", "https://hall.example/", "--folder", folder
    )
    assert added.returncode == 0
    assert str(store.verifier) in added.out
    assert tilescribe("witness", "key", "--folder", folder).out.strip() == str(store.verifier)
    assert "none signed yet" in tilescribe("witness", "list", "--folder", folder).out

    store.sign(LOG.body(0, 20), NOW)
    listed = tilescribe("witness", "list", "--folder", folder)
    assert listed.returncode == 0
    assert f"{NAME}  20 events  {LOG.root(20).hex()[:16]}  2026-11-27 14:00 UTC" in listed.out
    store.sign(FORK.body(20, 20), NOW)
    forked = tilescribe("witness", "list", "--folder", folder)
    assert forked.returncode == 1
    assert FORK.root(20).hex() in forked.out
    assert LOG.root(20).hex() in forked.out
    assert json.loads(tilescribe("witness", "list", "--json", "--folder", folder).out)["logs"]

    assert "1 key removed" in tilescribe("witness", "remove", NAME, "--folder", folder).out
    assert "not signed any more" in tilescribe("witness", "list", "--folder", folder).out
    assert tilescribe("witness", "remove", NAME, "--folder", folder).returncode == 1


def test_a_key_that_others_could_read_is_told(tmp_path):
    folder = tmp_path / "w"
    WitnessStore(folder, "witness.example")
    (folder / "witness.key").chmod(0o644)
    told = tilescribe("witness", "key", "--folder", folder)
    assert "could read witness.key" in told.err
    assert (folder / "witness.key").stat().st_mode & 0o077 == 0


def test_a_strangers_checkpoint_is_refused_over_the_network(witness):
    assert send(witness[0], STRANGER.body(0, 7)).status == 403


LOADED = """
import sys, web.witness.serving, web.command_line.witness
print('flask' in sys.modules)
"""


def test_the_command_loads_no_flask():
    found = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert found.stdout == "False\n"


def test_with_a_certificate_it_speaks_https(tmp_path, monkeypatch):
    where = [IPv4Address("127.0.0.1")]
    shown = hall_certificate(tmp_path, "witness.local", where, datetime.now(UTC))
    folder, port = tmp_path / "w", a_free_port()
    WitnessStore(folder, "witness.example").add(str(OURS), "", NOW)
    monkeypatch.setenv("SSL_CERT_FILE", str(shown.chain.with_name("authority.crt")))
    address = f"https://127.0.0.1:{port}"
    process = started(
        folder, port, "--certificate", str(shown.chain), "--certificate-key", str(shown.key)
    )
    try:
        until_it_answers(address)
        assert send(address, LOG.body(0, 7)).status == 200
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()
    assert WitnessStore(folder).seen(NAME).size == 7
