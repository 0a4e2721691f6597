"""The files of a run of tests laid in memory, where there is room.

What tests show of kills and cuts they show by the calls that are made, not by a disk: waiting for
one, at every commit, was a third of the time of the long runs.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path

IN_MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3
"""Bytes that must be free there before a run lays its files in memory."""


def in_memory() -> Path | None:
    """Where files lie in memory, if there is such a place and room in it."""
    if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free >= ROOM:
        return IN_MEMORY
    return None


def lay_in_memory(config) -> None:
    """Lay what a run on several cores writes there, unless somebody said where.

    What one process alone writes stays on the disk, where it can be looked at afterwards.
    """
    option, there = config.option, in_memory()
    if there and option.basetemp is None and (option.full or getattr(option, "numprocesses", 0)):
        option.basetemp = tempfile.mkdtemp(prefix="tilescribe-", dir=there)
        config.add_cleanup(partial(shutil.rmtree, option.basetemp, ignore_errors=True))
