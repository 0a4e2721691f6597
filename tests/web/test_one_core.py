"""Whatever shares the interpreter shares a core; no two services the same one."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from web.asgi.workers import Lane, Rank

CORES = sorted(getattr(os, "sched_getaffinity", lambda _: ())(0))

pytestmark = pytest.mark.skipif(len(CORES) < 2, reason="needs Linux, and two cores")

SERVICE = """
import os, sys
from threading import Thread
from web.asgi import workers as lanes
lanes.WHERE = "\\0" + sys.argv[1] + "-{}"
told = lambda: print(*sorted(os.sched_getaffinity(0)), flush=True)
def with_all(): lanes.use_all_cores(); told()
lanes.keep_to_one_core()
told()
for work in (told, with_all):
    thread = Thread(target=work); thread.start(); thread.join()
input()
"""


def a_service(name):
    """What a service, a thread of its own and one that asks for all cores are kept to."""
    return subprocess.Popen(
        [sys.executable, "-c", SERVICE, name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def kept_to(service):
    return [[int(core) for core in service.stdout.readline().split()] for _ in range(3)]


def test_each_service_has_a_core_of_its_own_and_one_too_many_goes_where_there_is_room():
    name = f"test-{os.getpid()}"
    with ExitStack() as running:
        kept = []
        for _ in (*CORES, "one too many"):
            service = running.enter_context(a_service(name))
            running.callback(service.kill)
            kept.append(kept_to(service))

        *first, last = kept
        assert sorted(main for [main], *_ in first) == CORES
        assert all(own == main and checking == CORES for main, own, checking in first)
        assert last == [CORES] * 3


def test_a_core_is_free_again_when_its_service_was_killed():
    name = f"test-{os.getpid()}-killed"
    for _ in range(2):
        with a_service(name) as service:
            assert kept_to(service)[0] == [CORES[-1]]
            service.kill()


def test_who_checks_pins_begins_as_told():
    begun = []
    lane = Lane("sign-in", dict.fromkeys(Rank, 2), 8, lambda: begun.append(1))

    with ThreadPoolExecutor(1) as beside:  # the browser of other tests has a loop of its own here
        beside.submit(lambda: asyncio.run(lane.run(lambda: None, Rank.QUICK, "here"))).result()

    assert begun == [1]
