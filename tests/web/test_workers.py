"""Several workers at one port that share a record in SQLite: `tilescribe serve --workers`."""

from __future__ import annotations

import http.client
import os
import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ledger.record.engine import open_log
from ledger.record.opening import LEDGER_FILE
from ledger.record.sqlite.calling import CALLS_FILE, begin_serving_together, serve_alone
from ledger.record.verify import verify
from tests.bench.http.a_hall import Entries, a_hall
from tests.web.a_stream import Watching
from tests.web.test_front_life import Service
from tests.web.waiting import on_record

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")

TABLES, TURNS, STREAMS = 8, 12, 12


@pytest.fixture
def hall(tmp_path):
    return a_hall(tmp_path, TABLES)


@pytest.fixture
def service(tmp_path, hall):
    service = Service(tmp_path, "--workers", "2")
    on_record(lambda: len(service.workers) == 2)
    yield service
    service.process.kill()
    service.process.wait(60)


def handed_in(service, tablet, turn):
    """The answer to one turn, over a connection of its own: whichever worker takes it."""
    with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)) as line:
        line.request(
            "POST", "/api/entries", b"[%b]" % turn,
            {"Cookie": tablet.cookies, "Origin": service.address,
             "Content-Type": "application/json"},
        )  # fmt: skip
        return line.getresponse().read()


def entered(service, tablet, turns=TURNS):
    """A tablet's turns in order, each sent again until it is answered, as tablets do."""
    answers, entries = [], Entries(tablet)
    for turn in (next(entries) for _ in range(turns)):
        answer = b""
        while b'"kind":"written"' not in answer:
            with suppress(OSError, http.client.HTTPException):
                answer = handed_in(service, tablet, turn)
        answers.append(answer)
    return answers


@pytest.mark.wide("processes")
def test_all_that_tablets_hand_in_to_any_worker_is_written_once_and_told_to_every_screen(
    tmp_path, hall, service
):
    streams = [Watching(service.address) for _ in range(STREAMS)]
    with ThreadPoolExecutor(TABLES) as tablets:
        list(tablets.map(lambda tablet: entered(service, tablet), hall.tablets))

    end = end_of(tmp_path)
    for stream in streams:
        assert heard_up_to(stream, end)
        stream.close()
    assert service.ended(signal.SIGTERM) == 0
    assert turns_written(tmp_path, hall) == [TURNS] * TABLES


@pytest.mark.wide("processes")
def test_a_worker_that_is_killed_takes_nothing_with_it(tmp_path, hall, service):
    first, other = service.workers
    begun = end_of(tmp_path)
    with ThreadPoolExecutor(TABLES) as tablets:
        entering = [tablets.submit(entered, service, tablet) for tablet in hall.tablets]
        on_record(lambda: end_of(tmp_path) > begun + TABLES)
        os.kill(first, signal.SIGKILL)
        for one in entering:
            one.result(60)

    on_record(lambda: len(service.workers) == 2)
    assert other in service.workers
    assert service.ended(signal.SIGTERM) == 0
    assert turns_written(tmp_path, hall) == [TURNS] * TABLES


def test_what_one_process_calls_out_the_others_hear_and_it_does_not(tmp_path, hall):
    begin_serving_together(tmp_path)
    logs, heard = [open_log(tmp_path, {}) for _ in range(3)], [[], [], []]
    for log, words in zip(logs, heard, strict=True):
        log.on_call(words.append)
        log.wait_past(log.last_position(), 0)  # from here on it listens
    try:
        for number in range(3):

            def said(number=number):
                logs[0].call_out(f"table {number}")
                return all(words[-1:] == [f"table {number}"] for words in heard[1:])

            on_record(said)
    finally:
        for log in logs:
            log.close()

    assert heard[0] == []


def test_one_that_serves_alone_leaves_no_file_to_call_out_in(tmp_path, hall):
    begin_serving_together(tmp_path)
    serve_alone(tmp_path)

    assert not (tmp_path / CALLS_FILE).exists()
    log = open_log(tmp_path, {})
    log.call_out("table")
    log.close()
    assert not (tmp_path / CALLS_FILE).exists()


def end_of(folder):
    with closing(open_log(folder, {})) as log:
        return log.last_position()


def turns_written(folder, hall):
    """How many requests of each tablet were answered as written, in a record that is sound."""
    with closing(open_log(folder, {})) as log:
        assert verify(log.store).sound
    with closing(sqlite3.connect(folder / LEDGER_FILE)) as db:
        written = dict(
            db.execute("SELECT device, count(*) FROM answers WHERE kind = 'written' "
                       "AND device_seq > 0 GROUP BY device")
        )  # fmt: skip
    return [written[tablet.device] for tablet in hall.tablets]


def heard_up_to(stream, end):
    """Whether the stream is told of the log's end; blocks until it is or was cut."""
    while (block := stream.change()) is not None:
        if int(block["id"]) >= end:
            return True
    return False
