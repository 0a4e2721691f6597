"""One core for whatever shares the interpreter.

Python does one thing at a time in a process, and on two cores its threads spend most of their
time handing the interpreter to and fro between them: measured, sixteen tablets get half as many
turns again from one core as from two. What works outside the interpreter, such as the checking of
PINs, goes on wherever there is room, and the operating system moves other programs away.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress

from ledger.apart.reading import CORES

WHERE = "\0tilescribe-core-{}"
"""Name of the socket that says a core is taken; it is gone with its process, however that ends."""

_taken: list[socket.socket] = []
_all_cores: set[int] = set()


def keep_to_one_core() -> None:
    """Keep this thread, and those it starts, to a core that no other service here has.

    Where there is but one, none is free, or the system has no such means, nothing is done.
    """
    cores = _cores()
    if len(cores) < 2 or _taken:
        return
    for core in sorted(cores, reverse=True):  # the first is where the devices knock, as a rule
        mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            mark.bind(WHERE.format(core))
        except OSError:
            mark.close()
            continue
        _taken.append(mark)
        _all_cores.update(cores)
        os.sched_setaffinity(0, {core})
        os.environ[CORES] = ",".join(map(str, sorted(cores)))
        return


def use_all_cores() -> None:
    """Let this thread work wherever there is room, though the one that started it may not."""
    if _all_cores:
        with suppress(OSError):
            os.sched_setaffinity(0, _all_cores)


def _cores() -> set[int]:
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
