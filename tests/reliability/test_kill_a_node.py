"""One of two nodes is killed under load, again and again: nothing is lost, nothing doubled."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from random import Random
from uuid import uuid4

import pytest

from ledger.record.verify import verify
from tests.long_runs import seed_of
from tests.reliability.test_two_nodes import Tablet, database
from tests.web.a_server import a_free_port
from tests.web.entry_hall import Hall
from web.access.visitors import DEVICE, SESSION
from web.command_line.opened import opened

__all__ = ["database"]

PATIENCE = 3.0
"""Seconds a tablet waits for an answer; then it asks another node the same once more."""

BETWEEN = 0.02
"""Seconds between two turns of a tablet: fifty times a hall's pace."""

SERVE = "from web.command_line import main; main()"


class Node:
    """A node as an operator starts it: a process of its own, with a folder of its own."""

    def __init__(self, folder):
        self.folder, self.port = folder, a_free_port()
        self.process = None

    def start(self):
        words = ["serve", "--data", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def is_ready(self):
        with suppress(OSError, http.client.HTTPException):
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            line.request("GET", "/readyz", headers={"Accept": "application/json"})
            status = line.getresponse().status
            line.close()
            return status == 200
        return False

    def until_ready(self):
        end = time.monotonic() + 60
        while not self.is_ready():
            assert self.process.poll() is None, "the node ended"
            assert time.monotonic() < end, "the node never was ready"
            time.sleep(0.05)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Playing(threading.Thread):
    """A tablet that enters turn after turn, each until some node says that it is written."""

    def __init__(self, tablet, nodes, first, stop):
        super().__init__(daemon=True)
        self.tablet, self.nodes, self.at, self.stop = tablet, nodes, first, stop
        self.line = None
        self.written, self.trouble = [], None
        self.headers = {
            "Cookie": f"{SESSION}={tablet.token}; {DEVICE}={tablet.key}",
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Sec-Fetch-Site": "same-origin",
        }

    def run(self):
        try:
            self._enter({"ask": "determine-starter", "starter": 1, "method": "draw"})
            self._enter({"ask": "start-game"})
            turn = 0
            while not self.stop.is_set():
                turn += 1
                time.sleep(BETWEEN)
                seat = "first" if turn % 2 else "second"
                self._enter({"ask": "miss-turn", "seat": seat, "announced": 20})
        except BaseException as trouble:
            self.trouble = trouble

    def _enter(self, asked):
        self.tablet.seq += 1
        entry = {
            "command_id": str(uuid4()), "device_seq": self.tablet.seq,
            "game": str(self.tablet.game), "asked": asked,
        }  # fmt: skip
        while True:
            try:
                [answer] = self._asked([entry])
                break
            except (OSError, http.client.HTTPException, ValueError, KeyError):
                self.line = None
                self.at = (self.at + 1) % len(self.nodes)
                time.sleep(0.05)
        assert answer["kind"] == "written", answer
        self.written.append(entry["command_id"])

    def _asked(self, entries):
        if self.line is None:
            port = self.nodes[self.at].port
            self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.line.request("POST", "/api/entries", json.dumps(entries), self.headers)
        return json.loads(self.line.getresponse().read())["answers"]


@pytest.mark.longer
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_node_killed_under_load_loses_nothing_and_tablets_go_on_at_the_other(
    database, tmp_path, request
):
    full = request.config.getoption("--full")
    kills, tables = (20, 6) if full else (1, 3)
    dice = Random(seed_of(0))
    with opened(tmp_path / "first", make=True) as here:
        hall = Hall(here, tables)
        hall.server.stop()
        tablets = [Tablet(hall, table) for table in range(1, tables + 1)]
    nodes = [Node(tmp_path / name) for name in "ab"]
    stop = threading.Event()
    with ExitStack() as closing_time:
        for node in nodes:
            node.start()
            closing_time.callback(node.kill)
        for node in nodes:
            node.until_ready()
        playing = [Playing(tablet, nodes, n % 2, stop) for n, tablet in enumerate(tablets)]
        waits = []
        for each in playing:
            each.start()
        for number in range(kills):
            time.sleep(dice.uniform(0.3, 1.0))
            victim = nodes[number % 2]
            victim.kill()
            killed_at = time.monotonic()
            before = [len(each.written) for each in playing]
            wait_until(
                lambda before=before: all(
                    len(each.written) > count + 1
                    for each, count in zip(playing, before, strict=True)
                )
            )
            waits.append(time.monotonic() - killed_at)
            victim.start()
            victim.until_ready()
        stop.set()
        for each in playing:
            each.join(30)

    assert [each.trouble for each in playing] == [None] * tables
    with opened(tmp_path / "first") as here:
        for each in playing:
            events = here.log.events_of(each.tablet.game)
            entered = [
                str(event.envelope.command_id)
                for event in events
                if event.envelope.device and event.envelope.device != "desk"
            ]
            assert list(dict.fromkeys(entered)) == each.written
            assert sum(line.is_turn for line in here.desk.sheet(each.tablet.game).lines) == (
                len(each.written) - 2
            )
        assert verify(here.log.store).sound
    written = sum(len(each.written) for each in playing)
    print(f"{kills} kills, {written} written, all went on within {max(waits):.2f} s")


def wait_until(true):
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "nobody went on"
        time.sleep(0.01)
