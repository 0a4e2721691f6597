"""Where backups go and how often, as the settings say; and whether one outlives the record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from ledger.backup.ring_disk import must_be_the_ring
from ledger.vocabulary.refusals import Refusal
from web.command_line.data_folder import in_postgres
from web.settings.in_force import disk_of, value_of
from web.settings.known import BACKUP, BACKUP_COUNTS, BACKUP_EVERY

_HERE = ("", "localhost", "127.0.0.1", "::1")


class BackupSettings(NamedTuple):
    """How a service backs its record up.

    Attributes:
      folder: where the ring lies; ``None``: no backups are made by themselves.
      counts: whether backups outlive the record though they lie on the same disk, as where the
        folder is copied to another machine by other means.
    """

    folder: Path | None
    minutes: float
    counts: bool


def backup_settings() -> BackupSettings:
    folder, minutes = str(value_of(BACKUP)), value_of(BACKUP_EVERY)
    assert isinstance(minutes, float)
    return BackupSettings(Path(folder) if folder else None, minutes, bool(value_of(BACKUP_COUNTS)))


def ring_trouble(folder: str, data: Path) -> str:
    """Why no backup can be made in a ring, since its disk is missing; empty: it is there."""
    if not folder:
        return ""
    try:
        must_be_the_ring(Path(folder), data, disk_of(Path(folder)))
    except Refusal as refusal:
        return str(refusal)
    return ""


def lies_elsewhere(backups: Path, data: Path) -> bool:
    """Whether what lies in ``backups`` outlives the disk of the record, as far as we can see."""
    if backup_settings().counts:
        return True
    if in_postgres():
        host = os.environ.get("POSTGRES_HOST", "")
        return host not in _HERE and not host.startswith("/")
    return backups.stat().st_dev != data.stat().st_dev
