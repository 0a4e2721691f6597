"""Backups made while the service runs: every few minutes, into a ring, by a program of their own.

A program of its own takes no share of the interpreter that answers tablets, and whatever becomes of
it, the service goes on. What it said last is kept for who looks whether all is well.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from ledger.backup import ring
from web.command_line.backup_settings import BackupSettings, ring_trouble

LONGEST = 600.0
"""Seconds after which one that does not end is ended."""

AGAIN_WITHIN = 60.0
"""Seconds, at most, until one that failed is tried again."""

LOOKED_FOR_EVERY = 5.0
"""Seconds, at most, from one look whether the disk of the ring is there to the next."""

_COMMAND = "from web.command_line import main; main()"

logger = logging.getLogger(__name__)


class BackingUp:
    """Makes backups of one data folder on a thread, until the service ends.

    Args:
      data: the data folder.
      folder: where the ring lies.
      minutes: from one backup to the next.

    Attributes:
      missing: why none could be made now, since the ring's disk is not there; empty: it is.
      unmade: why the last one could not be made, in words; empty: it was made, or none was due.
    """

    def __init__(self, data: Path, folder: Path, minutes: float) -> None:
        self.data, self.folder, self.minutes = data, folder, minutes
        self.missing = self.unmade = ""
        self._tried: datetime | None = None
        self._ended = Event()

    @property
    def trouble(self) -> str:
        """What somebody should see to, in words; empty: nothing."""
        return self.missing or self.unmade

    def start(self) -> None:
        """Begin, on a thread that is gone with the service."""
        Thread(target=self._go_on, name="backups", daemon=True).start()

    def stop(self) -> None:
        """Make no more."""
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(min(LOOKED_FOR_EVERY, self._wait())):
            if self.look() and self._wait() <= 0:
                self.make_one()

    def look(self) -> bool:
        """Whether the ring is there, on its own disk; what is missing stands in ``missing``."""
        missing = ring_trouble(str(self.folder), self.data)
        if missing and missing != self.missing:
            logger.error("backups are not made: %s", missing)
        elif self.missing and not missing:
            logger.warning("the ring of backups is there again")
        self.missing = missing
        return not missing

    def _wait(self) -> float:
        """Seconds until the next one is due."""
        seconds = 60 * self.minutes
        if self.missing:
            return LOOKED_FOR_EVERY
        if self.unmade and self._tried is not None:
            again = self._tried + timedelta(seconds=min(seconds, AGAIN_WITHIN))
            return min(seconds, max(0.0, (again - datetime.now(UTC)).total_seconds()))
        made = max(ring.in_ring(self.folder), default=None)
        if made is None:
            return 0.0
        due = made + timedelta(seconds=seconds) - datetime.now(UTC)
        return min(seconds, max(0.0, due.total_seconds()))  # the clock may have jumped

    def make_one(self) -> None:
        """Make one now; why it could not be made stands in ``unmade``."""
        self._tried = datetime.now(UTC)
        gently = ("nice", "-n", "10") if shutil.which("nice") else ()
        words = ("backup", "--ring", str(self.folder), "--data", str(self.data))
        try:
            done = subprocess.run(  # noqa: S603 (our own command)
                [*gently, sys.executable, "-c", _COMMAND, *words],
                capture_output=True, text=True, timeout=LONGEST, check=False, env=os.environ,
            )  # fmt: skip
            said = done.stderr.strip().splitlines()
            trouble = "" if done.returncode == 0 else (said[-1] if said else "it ended unasked")
        except (OSError, subprocess.TimeoutExpired) as unmade:
            trouble = str(unmade)
        trouble = trouble.removeprefix("tilescribe: ")
        if trouble and trouble != self.unmade:
            logger.error("no backup could be made: %s", trouble)
        elif self.unmade and not trouble:
            logger.warning("backups are made again")
        self.unmade = trouble


def backing_up(data: Path, settings: BackupSettings) -> BackingUp | None:
    """What makes the backups that are set, not yet begun; ``None`` where none are."""
    if settings.folder is None:
        return None
    return BackingUp(data, settings.folder, settings.minutes)
