"""The service and its worker: whoever is killed, the hall goes on or the port is free."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.web.a_server import a_free_port
from tests.web.a_stream import Watching
from tests.web.slow_service import ANSWER
from tests.web.waiting import on_record
from web.asgi import server

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


class Service:
    """`tilescribe serve` in a process of its own."""

    def __init__(self, folder, *more):
        self.port = a_free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from web.command_line import main; main()",
             "serve", "--data", str(folder), "--port", str(self.port), *more],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.answers()

    def status(self):
        """What /healthz is answered; ``None`` where nobody is there."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with closing(line), suppress(OSError, http.client.HTTPException):
            line.request("GET", "/healthz")
            return line.getresponse().status
        return None

    def answers(self):
        on_record(lambda: self.status() == 200)

    @property
    def worker(self):
        [only] = self.workers
        return only

    @property
    def workers(self):
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(each) for each in children.read_text().split()]

    def ended(self, number):
        """Its exit code after it was told to end."""
        self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture
def service(tmp_path):
    service = Service(tmp_path)
    yield service
    service.process.kill()
    service.process.wait(60)


@pytest.mark.found("SE4")
def test_a_worker_that_is_killed_is_replaced_and_so_is_the_next(service):
    killed = []
    for _ in range(3):
        killed.append(service.worker)
        os.kill(service.worker, signal.SIGKILL)
        on_record(lambda: not Path(f"/proc/{killed[-1]}").exists())
        service.answers()

    assert service.process.poll() is None
    assert service.worker not in killed


@pytest.mark.found("OP17")
def test_killing_the_service_leaves_no_worker_on_the_port(service):
    worker = service.worker

    service.ended(signal.SIGKILL)

    on_record(lambda: not Path(f"/proc/{worker}").exists())
    assert service.status() is None


@pytest.mark.found("SR-5")
def test_SR5_a_worker_whose_parent_died_before_it_could_look_does_not_stay(service):
    """The worker is killed, the next one held as it begins, and its parent killed meanwhile."""
    first = service.worker
    os.kill(first, signal.SIGKILL)
    on_record(lambda: not alive(first))
    on_record(lambda: next_of(service, first))
    worker = next_of(service, first)
    os.kill(worker, signal.SIGSTOP)

    service.ended(signal.SIGKILL)
    with suppress(ProcessLookupError):  # its parent's end may have reached it, held as it was
        os.kill(worker, signal.SIGCONT)

    on_record(lambda: not alive(worker))
    assert service.status() is None


def next_of(service, first):
    """The worker after ``first``; 0: there is none yet."""
    with suppress(ValueError):  # none, for a moment
        return service.worker if service.worker != first else 0
    return 0


@pytest.mark.found("SE2")
def test_it_stops_although_screens_watch_and_each_stream_ends_whole(service):
    watching = [Watching(service.address) for _ in range(20)]
    for stream in watching:
        stream.next()

    assert service.ended(signal.SIGTERM) == 0
    assert [stream.next() for stream in watching] == [None] * 20
    for stream in watching:
        stream.close()


@pytest.mark.found("SE2")
def test_what_is_being_answered_when_it_is_stopped_gets_its_answer(tmp_path):
    port, pipe = a_free_port(), tmp_path / "answer"
    os.mkfifo(pipe)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.web.slow_service", str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, ANSWER: str(pipe)},
    ) as process:  # fmt: skip
        on_record(lambda: is_open(port))
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            line.request("GET", "/healthz")
            assert process.stdout.readline() == b"asked\n"
            process.send_signal(signal.SIGTERM)
            on_record(lambda: not is_open(port))  # nobody else comes in
            pipe.write_text("as you asked")
            told = line.getresponse().read()
        assert process.wait(60) == 0

    assert told == b"as you asked"


def is_open(port):
    with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 5)):
        return True
    return False


@pytest.mark.found("OP17")
def test_where_the_system_cannot_tell_a_worker_looks_for_its_parent_itself():
    """The way of systems that are no Linux: a child, and a grandchild that must not stay."""
    program = (
        "import os, sys, time\n"
        "from web.asgi import server\n"
        "server._told_by_linux = lambda: False\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    server.end_with_parent()\n"
        "    print(os.getpid(), flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        grandchild = int(process.stdout.readline())
        process.kill()

    on_record(lambda: not alive(grandchild))
    assert server.LOOK < 1


def alive(number):
    with suppress(OSError):
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    return False
