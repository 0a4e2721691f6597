"""Tablets that enter turn after turn at services of their own processes, whatever happens to those.

What they were told is written must be in the record once each, in the order they entered it.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from uuid import uuid4

from ledger.record.verify import verify
from tests.web.a_server import a_free_port
from web.access.visitors import DEVICE, SESSION
from web.command_line.opened import opened

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

    def environment(self):
        """What this node's process has in its environment beside our own."""
        return {}

    def start(self):
        words = ["serve", "--data", str(self.folder), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, *words],
            env={**os.environ, **self.environment()},
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

    def _enter(self, request):
        self.tablet.seq += 1
        entry = {
            "command_id": str(uuid4()), "device_seq": self.tablet.seq,
            "game": str(self.tablet.game), "asked": request,
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


def all_go_on(playing, more=2, patience=60):
    """Wait until every tablet was told of so many more turns; how long that took, in seconds."""
    began = time.monotonic()
    before = [len(each.written) for each in playing]
    while any(
        each.trouble is None and len(each.written) < count + more
        for each, count in zip(playing, before, strict=True)
    ):
        assert time.monotonic() < began + patience, "nobody went on"
        time.sleep(0.01)
    return time.monotonic() - began


def ended(playing, stop):
    """Stop the tablets, each after the turn it has under way."""
    stop.set()
    for each in playing:
        each.join(60)
        assert not each.is_alive()


def nothing_lost_or_doubled(folder, playing):
    """What each tablet was told is in the record, once each and in order, and the record is sound.

    Returns:
      how many entries were written.
    """
    assert [each.trouble for each in playing] == [None] * len(playing)
    with opened(folder) as here:
        for each in playing:
            events = here.log.events_of(each.tablet.game)
            entered = [
                str(event.envelope.command_id)
                for event in events
                if event.envelope.device and event.envelope.device != "desk"
            ]
            assert list(dict.fromkeys(entered)) == each.written
            turns = sum(line.is_turn for line in here.desk.sheet(each.tablet.game).lines)
            assert turns == len(each.written) - 2
        assert verify(here.log.store).sound
    return sum(len(each.written) for each in playing)
