"""How the copies of an organiser's own rulebooks are called, for who only carries them along."""

from __future__ import annotations

import re
from pathlib import Path

COPIES = "rulebook-copies"
"""Where a data folder keeps each edition that was ever read."""

EDITION = "@"
"""Stands between the id of a book and the digest of an edition."""

COPY = re.compile(r"[a-z0-9][a-z0-9.-]{0,31}@[0-9a-f]{32}\.json")


def copies_in(folder: Path) -> tuple[Path, ...]:
    """The copies in a data folder, each named after its book and its digest."""
    found = sorted((folder / COPIES).glob(f"*{EDITION}*.json"))
    return tuple(path for path in found if COPY.fullmatch(path.name))
