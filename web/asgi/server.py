"""The server: granian with the bounds a hall needs, and workers that leave nothing behind."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer, WorkerProcess

# A worker does not outlive the process that started it, and leaves no port behind.


PR_SET_PDEATHSIG = 1
LOOK = 0.25  # seconds between two looks, where the system can't tell us


PARENT = "_TILESCRIBE_PARENT"
"""Where a worker is told the number of the process that starts it. It is no setting."""


def hand_down() -> None:
    """Tell the workers that this process starts which it is."""
    os.environ[PARENT] = str(os.getpid())


def end_with_parent() -> None:
    """End this process at once when its parent ends, or if it has ended already.

    At once is right: what was acknowledged is on the disk, and nothing else is promised. Linux
    does it for us; elsewhere a thread looks whether the parent is still the same. Which one it
    was the parent has said: asked here, it may be another by now, for an orphan is given one.
    """
    text = os.environ.get(PARENT, "")
    parent = int(text) if text.isdigit() else os.getppid()
    if sys.platform == "linux" and _told_by_linux():
        if os.getppid() != parent:  # it ended in between
            _end()
        return
    threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


def _told_by_linux() -> bool:
    library = ctypes.CDLL(None, use_errno=True)
    return bool(library.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    _end()


def _end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


CONNECTIONS = 16384  # at once, whether they say anything or not; 17 KB each over TLS
FILES_BESIDE = 512  # open files of the process that are no connections

QUIET = 130_000
"""Milliseconds in which a connection must have said what it wants, the first time and each next.
A tablet asks every two minutes (`LOOK`): where packets are lost, a new one costs seconds."""

STOPPING = 10  # seconds the requests under way have, when the service is stopped

LIMITS: dict[str, Any] = {
    "interface": Interfaces.ASGI,
    "websockets": False,
    "backlog": CONNECTIONS,
    "log_level": LogLevels.error,
    # Over HTTPS too: with HTTP/2 a browser has one connection for all it asks, and where it hangs
    # all does.
    "http": HTTPModes.http1,
    "http1_settings": HTTP1Settings(header_read_timeout=QUIET, max_buffer_size=64 * 1024),
}
"""Options of granian, for the service and for the tests."""


class Supervised(MPServer):
    """Replaces a worker that was killed, however often.

    Granian itself gives up when a worker dies twice within six seconds. That is right for one
    that can't start, and wrong for one that was killed: out of memory twice, and the hall is
    down. So a death by signal is never held against the next worker, which only waits a little
    longer each time.
    """

    def __init__(self, *what: Any, **how: Any) -> None:  # noqa: ANN401 (granian's own)
        super().__init__(*what, **how)
        self._deaths: list[float] = []

    def serve(self, *what: Any, **how: Any) -> None:  # noqa: ANN401 (granian's own)
        hand_down()
        super().serve(*what, **how)

    def _respawn_workers(
        self,
        workers: list[int],
        spawn_target: Callable[..., Any],
        target_loader: Callable[..., Any],
        delay: float = 0,
    ) -> None:
        old: list[WorkerProcess] = [self.wrks[index] for index in workers]
        now = time.monotonic()
        self._deaths = [death for death in self._deaths if now - death < MEMORY] + [now]
        time.sleep(min(PAUSE * max(0, len(self._deaths) - AT_ONCE), LONGEST_PAUSE))
        super()._respawn_workers(workers, spawn_target, target_loader, delay)
        if all((worker.inner.exitcode or 0) < 0 for worker in old):
            self.respawned_wrks.clear()


MEMORY = 60.0  # seconds for which a death counts
AT_ONCE = 3  # deaths within memory after which the next worker still starts without waiting
PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds that it then waits for each death more, and at most


def the_server(
    target: str,
    host: str,
    port: int,
    certificate: Path | None = None,
    key: Path | None = None,
    workers: int = 1,
) -> Supervised:
    """The server of ``target``, a factory of ASGI applications named as ``module:function``.

    With a certificate over TLS, and always HTTP/1.1.

    Args:
      workers: processes that answer at that port, each an application of its own.
    """
    return Supervised(
        target,
        address=host,
        port=port,
        factory=True,
        workers=workers,
        backpressure=connections(),
        respawn_failed_workers=True,
        workers_kill_timeout=STOPPING,
        ssl_cert=certificate,
        ssl_key=key,
        **LIMITS,
    )


def connections() -> int:
    """How many connections this process can hold; lets it hold as many as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES_BESIDE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS
    return max(128, min(CONNECTIONS, soft - FILES_BESIDE))
