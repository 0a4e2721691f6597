"""Paper that is printed is noted, so that its code alone leads back to it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256

import ledger
import printing
import web.command_line
from ledger.proof.paper_codes import OFFICIALS
from printing.heading import Heading
from printing.papers import Told
from web.command_line.opened import Opened


def noted(here: Opened, by: str = OFFICIALS) -> Told:
    """What notes the codes of papers, once they are drawn.

    Args:
      here: where they are printed.
      by: for whom, as ``ledger.proof.paper_codes`` tells them apart.
    """

    def note(headings: Iterable[Heading]) -> None:
        codes = [(heading.check, heading.stands_for) for heading in headings]
        here.printed.note(codes, by=by, release=words_hang_on())

    return note


def words_hang_on() -> str:
    """What the words of a paper hang on besides the record: this release, and the hall's zone.

    A paper that the same release can't fill again with the same words is of another record.
    """
    return f"{_release()} {os.environ.get('TILESCRIBE_ZONE', '')}".strip()


@cache
def _release() -> str:
    """A digest of the program's own files by name and size: one version may be many releases."""
    packages = (ledger, printing, web.command_line)
    files = sorted(one for package in packages for one in _files_in(package.__path__[0]))
    return sha256("\n".join(files).encode()).hexdigest()[:12]


def _files_in(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                yield from (f"{entry.name}/{one}" for one in _files_in(entry.path))
            elif entry.name.endswith((".py", ".toml")):
                yield f"{entry.name} {entry.stat().st_size}"
