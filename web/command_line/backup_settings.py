"""Where backups go and how often, as the settings say; and whether one outlives the record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from web.command_line.data_folder import in_postgres
from web.settings.in_force import value_of
from web.settings.known import BACKUP, BACKUP_COUNTS, BACKUP_EVERY

_HERE = ("", "localhost", "127.0.0.1", "::1")


class BackupSettings(NamedTuple):
    """How a service backs its record up.

    Attributes:
      folder: where the ring lies; ``None``: no backups are made by themselves.
      minutes: from one to the next.
      counts: whether backups outlive the record though they lie on the same disk, as where the
        folder is copied to another machine by other means.
    """

    folder: Path | None
    minutes: float
    counts: bool


def backup_settings() -> BackupSettings:
    """What the settings in force say."""
    folder, minutes = str(value_of(BACKUP)), value_of(BACKUP_EVERY)
    assert isinstance(minutes, float)
    return BackupSettings(Path(folder) if folder else None, minutes, bool(value_of(BACKUP_COUNTS)))


def lies_elsewhere(backups: Path, data: Path) -> bool:
    """Whether what lies in ``backups`` outlives the disk of the record, as far as we can see."""
    if backup_settings().counts:
        return True
    if in_postgres():
        host = os.environ.get("POSTGRES_HOST", "")
        return host not in _HERE and not host.startswith("/")
    return backups.stat().st_dev != data.stat().st_dev
