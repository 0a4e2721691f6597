"""Which disk a ring of backups lies on, so that the empty folder where it was is not taken for it.

Where a disk was mounted the folder stays when the disk is pulled out, and what is written there
lies on the computer's own disk. So a ring is marked by a file with a number of its own, and the
data folder remembers that mark and what people call the disk. A device's number would not do: the
same stick has another one when it is put in again.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import decode, encode

from ledger.vocabulary.refusals import Refusal

MARK = ".tilescribe-ring"
"""The file in a ring that says which one it is."""

REMEMBERED = "backup-rings.json"
"""The file in the data folder that says which rings its backups went to."""


class RingDisk(Struct, frozen=True):
    """A ring as the data folder remembers it.

    Attributes:
      mark: what stands in the ring's own file.
      disk: what people call its disk: its device, and where it was mounted.
    """

    mark: str
    disk: str


def must_be_the_ring(folder: Path, data: Path, disk: str) -> None:
    """Refuse a ring that is not there, or a folder that is not the ring backups went to before."""
    known = _remembered(data).get(_place(folder))
    on = f" on {known.disk}" if known is not None else ""
    if not folder.is_dir():
        again = "Put that disk back" if known is not None else "Mount its disk"
        raise Refusal(
            "no-such-disk",
            f"Backups go to {folder}{on}, and that folder is not there.",
            f"{again}, or make the folder if it is meant.",
        )
    if known is not None and _mark_in(folder) != known.mark:
        raise Refusal(
            "another-disk",
            f"Backups go to {folder}{on}, and that disk is not there. The folder lies on {disk} "
            "now, without them.",
            f"Put the disk back. `tilescribe record backup --ring {folder} --new-disk` begins a "
            "ring where the folder lies now.",
        )


def remember(folder: Path, data: Path, disk: str) -> None:
    """Mark a ring, where it has no mark, and keep in mind which it is and what its disk is called.

    Raises:
      OSError: the ring or the data folder can't be written to.
    """
    mark = _mark_in(folder)
    if not mark:
        mark = secrets.token_hex(16)
        (folder / MARK).write_text(f"{mark}\n")
    rings = _remembered(data)
    found = RingDisk(mark, disk)
    if rings.get(_place(folder)) != found:
        (data / REMEMBERED).write_bytes(encode(rings | {_place(folder): found}))


def _place(folder: Path) -> str:
    return str(folder.absolute())


def _mark_in(folder: Path) -> str:
    """The mark of a ring; empty: it has none, or its disk does not answer."""
    with suppress(OSError):
        return (folder / MARK).read_text("utf-8", "replace").strip()
    return ""


def _remembered(data: Path) -> dict[str, RingDisk]:
    """The rings by folder; none where nothing is remembered, or it can't be read any more."""
    with suppress(OSError, DecodeError, ValidationError):
        return decode((data / REMEMBERED).read_bytes(), type=dict[str, RingDisk])
    return {}
