"""Where backups go and how often, as the environment says; and whether one outlives the record."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ledger.vocabulary.refusals import Refusal

FOLDER, EVERY, COUNTS = (
    "TILESCRIBE_BACKUP", "TILESCRIBE_BACKUP_EVERY", "TILESCRIBE_BACKUP_COUNTS",
)  # fmt: skip
MINUTES = 5.0
"""Minutes between two backups where nothing else is set."""

_HERE = ("", "localhost", "127.0.0.1", "::1")
_YES, _NO = ("yes", "y", "true", "on", "1"), ("no", "n", "false", "off", "0", "")


class BackupSettings(NamedTuple):
    """How a service backs its record up.

    Attributes:
      folder: where the ring lies; ``None``: no backups are made by themselves.
      minutes: from one to the next.
      counts: whether backups outlive the record though they lie on the same disk, as where the
        folder is copied to another machine by other means.
    """

    folder: Path | None = None
    minutes: float = MINUTES
    counts: bool = False


def backup_settings(env: Mapping[str, str] | None = None) -> BackupSettings:
    """What the environment says.

    Raises:
      Refusal: ``setting-unreadable``.
    """
    settings = os.environ if env is None else env
    folder, every = settings.get(FOLDER, "").strip(), settings.get(EVERY, "").strip()
    counts = settings.get(COUNTS, "").strip().casefold()
    try:
        minutes = float(every) if every else MINUTES
        if not 0.01 <= minutes <= 24 * 60:
            raise ValueError(every)
    except ValueError:
        raise _unreadable(EVERY, every, "minutes, as 5") from None
    if counts not in (*_YES, *_NO):
        raise _unreadable(COUNTS, counts, "yes or no")
    return BackupSettings(Path(folder) if folder else None, minutes, counts in _YES)


def lies_elsewhere(backups: Path, data: Path, env: Mapping[str, str] | None = None) -> bool:
    """Whether what lies in ``backups`` outlives the disk of the record, as far as we can see."""
    settings = os.environ if env is None else env
    if backup_settings(settings).counts:
        return True
    if "postgres" in settings.get("PERSISTENCE_MODULE", ""):
        host = settings.get("POSTGRES_HOST", "")
        return host not in _HERE and not host.startswith("/")
    return backups.stat().st_dev != data.stat().st_dev


def _unreadable(name: str, value: str, like: str) -> Refusal:
    return Refusal(
        "setting-unreadable", f"{name} is {value!r}.", f"Set it to {like}, and start again."
    )
