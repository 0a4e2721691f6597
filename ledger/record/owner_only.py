"""Files and folders of a data folder, made for their owner alone from the start.

The folder itself is closed to others; this holds where it isn't, and for what is taken out of it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def begun_for_the_owner(path: Path) -> Path:
    """Make an empty file, where none is and one can be made; what lies beside it follows."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def folder_for_the_owner(path: Path) -> Path:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path
