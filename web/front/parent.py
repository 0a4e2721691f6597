"""A worker does not outlive the process that started it, and leaves no port behind."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
LOOK = 0.25
"""Seconds between two looks, where the system can't tell us."""


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
    told = os.environ.get(PARENT, "")
    parent = int(told) if told.isdigit() else os.getppid()
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
