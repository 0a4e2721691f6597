"""Faults of machine and network, each while eight tablets write: nothing is lost, nothing doubled.

The way to the database is slow, cut or silent; the service is killed for memory; the server's
clock jumps an hour; a worker is killed and its parent right after it.
"""

from __future__ import annotations

import itertools
import os
import signal
import socket
import threading
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random

import psutil
import pytest

from tests.long_runs import seed_of
from tests.reliability.playing import (
    Node,
    Playing,
    all_go_on,
    ended,
    nothing_lost_or_doubled,
)
from tests.reliability.test_two_nodes import Tablet, database
from tests.web.entry_hall import Hall
from web.command_line.opened import opened

__all__ = ["database"]

WRITERS = 8
MEMORY = Path("/sys/fs/cgroup/memory")
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
HOUR = 3600

pytestmark = [
    pytest.mark.torture,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@contextmanager
def eight_writing(folder, node=None):
    """A hall of eight tables, its service started, and a tablet at each that goes on writing."""
    with opened(folder, make=True) as here:
        hall = Hall(here, WRITERS)
        hall.server.stop()
        tablets = [Tablet(hall, table) for table in range(1, WRITERS + 1)]
    node = node or Node(folder)
    stop = threading.Event()
    with ExitStack() as closing_time:
        node.start()
        closing_time.callback(lambda: psutil.pid_exists(node.process.pid) and node.kill())
        node.until_ready()
        playing = [Playing(tablet, [node], 0, stop) for tablet in tablets]
        for each in playing:
            each.start()
        all_go_on(playing)
        yield node, playing
        ended(playing, stop)
    written = nothing_lost_or_doubled(folder, playing)
    print(f"{written} entries written by {WRITERS} tablets")


class Way:
    """The network between a node and its database: passes on, is slow, silent, or cut."""

    PIECE = 65_536

    def __init__(self, database):
        self.database = database
        self.delay, self.is_silent, self.is_cut = 0.0, False, False
        self.lines = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._let_in, daemon=True).start()

    def _let_in(self):
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            far = socket.socket(socket.AF_UNIX)
            far.connect(self.database)
            self.lines |= {near, far}
            for source, goal in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, goal), daemon=True).start()

    def _pass_on(self, source, goal):
        with suppress(OSError):
            while piece := source.recv(self.PIECE):
                time.sleep(self.delay)
                while self.is_silent:
                    time.sleep(0.02)
                goal.sendall(piece)
        for end in (source, goal):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def slow(self, seconds):
        self.delay = seconds
        yield
        self.delay = 0.0

    @contextmanager
    def silent(self):
        self.is_silent = True
        yield
        self.is_silent = False

    @contextmanager
    def cut(self):
        self.is_cut = True
        for line in list(self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self.lines.clear()
        yield
        self.is_cut = False


@pytest.fixture
def way(database, monkeypatch):
    """A way to the database that the node takes, and this process's own record does not."""
    way = Way(f"{database.settings['POSTGRES_HOST']}/.s.PGSQL.5432")
    yield way
    way.door.close()


class FarNode(Node):
    """A node that reaches its database by a way of its own."""

    def __init__(self, folder, way):
        super().__init__(folder)
        self.way = way

    def environment(self):
        return {"POSTGRES_HOST": "127.0.0.1", "POSTGRES_PORT": str(self.way.port)}


def test_the_way_to_the_database_slow_silent_and_cut_loses_and_doubles_nothing(
    tmp_path, way, request
):
    dice = Random(seed_of(1))
    with eight_writing(tmp_path / "data", FarNode(tmp_path / "data", way)) as (node, playing):
        for _ in range(6):
            for fault in (lambda: way.slow(0.08), way.silent, way.cut):
                with fault():
                    time.sleep(dice.uniform(0.5, 3.0))
                print(f"all go on within {all_go_on(playing):.2f} s")
        assert node.is_ready()


@pytest.fixture
def little_memory():
    """Give a process a little more memory than it takes now; tells how often one was killed."""
    room = MEMORY / f"tilescribe-{os.getpid()}"
    try:
        room.mkdir()
    except OSError as trouble:
        pytest.skip(f"memory can't be bounded here: {trouble}")

    class Little:
        def give(self, process, more):
            (room / "memory.limit_in_bytes").write_text("-1")
            (room / "cgroup.procs").write_text(str(process))
            (room / "memory.limit_in_bytes").write_text(str(more))

        @property
        def killed(self):
            told = (room / "memory.oom_control").read_text().split()
            return int(told[told.index("oom_kill") + 1])

    yield Little()
    deadline = time.monotonic() + 20
    while (room / "cgroup.procs").read_text().strip() and time.monotonic() < deadline:
        time.sleep(0.05)
    room.rmdir()


def test_killed_for_memory_again_and_again_it_loses_and_doubles_nothing(tmp_path, little_memory):
    with eight_writing(tmp_path / "data") as (node, playing):
        for number in range(1, 6):
            [worker] = psutil.Process(node.process.pid).children()
            little_memory.give(worker.pid, 256 * 1024)
            deadline = time.monotonic() + 60
            while little_memory.killed < number:
                assert time.monotonic() < deadline, "the system killed nobody"
                time.sleep(0.02)
            print(f"all go on within {all_go_on(playing):.2f} s")
        assert node.process.poll() is None


class OtherTime(Node):
    """A node whose clock is what a file says it is."""

    def __init__(self, folder, says):
        super().__init__(folder)
        self.says = says

    def environment(self):
        return {
            "LD_PRELOAD": str(FAKETIME),
            "FAKETIME_TIMESTAMP_FILE": str(self.says),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


@pytest.mark.skipif(not FAKETIME.exists(), reason="libfaketime is not installed")
def test_a_clock_that_jumps_an_hour_either_way_in_mid_round_loses_and_doubles_nothing(tmp_path):
    says = tmp_path / "clock"

    def jump(seconds):
        """Another offset, in one piece: no process reads half a number."""
        (tmp_path / "next").write_text(f"{seconds:+d}\n")
        (tmp_path / "next").replace(says)

    jump(0)
    folder = tmp_path / "data"
    with eight_writing(folder, OtherTime(folder, says)) as (node, playing):
        for offset in (HOUR, 0, -HOUR, HOUR, -HOUR, 0):
            jump(offset)
            print(f"clock {offset:+d} s: all go on within {all_go_on(playing, 6):.2f} s")
        assert node.is_ready()
    with opened(folder) as here:
        written_at = [event.envelope.written_at for _, event in here.log.read(0, 100_000)]
        jumps = [
            (later - earlier).total_seconds() for earlier, later in itertools.pairwise(written_at)
        ]
        assert max(jumps) > HOUR - 60
        assert min(jumps) < 60 - HOUR
        for each in playing:
            replayed = here.desk.sheet(each.tablet.game)
            assert replayed.version == len(here.log.events_of(each.tablet.game))


def nobody_listens(port):
    with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 2)):
        return False
    return True


def test_a_worker_killed_and_its_parent_right_after_leave_nothing_on_the_port(tmp_path):
    dice = Random(seed_of(2))
    with eight_writing(tmp_path / "data") as (node, playing):
        for number in range(50):
            family = psutil.Process(node.process.pid).children(recursive=True)
            [worker] = psutil.Process(node.process.pid).children()
            worker.send_signal(signal.SIGKILL)
            time.sleep(dice.uniform(0.1, 0.3))
            with suppress(psutil.NoSuchProcess):
                family += psutil.Process(node.process.pid).children(recursive=True)
            node.kill()
            _, alive = psutil.wait_procs(family, timeout=20)
            assert not alive, f"kill {number}: left over {alive}"
            assert nobody_listens(node.port), f"kill {number}: somebody is on the port"
            node.start()
            node.until_ready()
        print(f"all go on within {all_go_on(playing):.2f} s")
