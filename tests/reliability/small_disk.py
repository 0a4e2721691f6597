"""A disk of a megabyte, really full or really write-protected, where we may mount one."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

SIZE = 3 * 1024 * 1024


class SmallDisk:
    """A tmpfs of its own at ``place``."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir(parents=True)
        options = f"size={SIZE},mode=0700"
        if _mount("-t", "tmpfs", "-o", options, "tmpfs", str(place)):
            pytest.skip("no disk can be mounted here (needs root)")

    def fill(self) -> None:
        """Write until nothing more finds room, not even a page."""
        with (self.place / "ballast").open("ab", buffering=0) as ballast:
            for size in (65536, 4096, 512, 1):
                with suppress(OSError):
                    while True:
                        ballast.write(bytes(size))

    def make_room(self) -> None:
        (self.place / "ballast").unlink()

    def protect(self) -> None:
        """Let nobody write any more; no file on it may be open for writing."""
        assert not _mount("-o", "remount,ro", str(self.place))

    def gone(self) -> None:
        subprocess.run(["umount", "--lazy", str(self.place)], check=False)


def _mount(*how: str) -> int:
    if os.getuid() != 0:
        return 1
    try:
        return subprocess.run(["mount", *how], capture_output=True, check=False).returncode
    except FileNotFoundError:
        return 1
