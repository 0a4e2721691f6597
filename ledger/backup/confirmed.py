"""Which backups are known to be good, and whose turns they hold.

Two small tables beside the log, which every node reads: neither is evidence, and either may be
emptied; then tablets keep what they have until the next backup. A tablet counts what it hands in;
a backup holds its entries up to some number, and only up to there need the tablet keep nothing.
A backup on the disk of the record is none that outlives that disk, so it confirms nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple

from ledger.accounts.cabinet import Cabinet
from ledger.backup.manifest import Manifest
from ledger.vocabulary.refusals import Refusal

REMEMBERED = 100
"""Backups that are remembered; of the older ones, the ring knows."""

LOOKED_UP_EVERY = 5.0
"""Seconds between two looks at what backups hold."""


class Confirmed(NamedTuple):
    """A backup that was taken and proven.

    Attributes:
      made_at: when, UTC.
      position: of the last event in it.
      events: how many it holds.
      place: its file, as the node that made it calls it.
      elsewhere: whether it lies on another disk than the record, and so outlives it.
    """

    made_at: datetime
    position: int
    events: int
    place: str
    elsewhere: bool


def note(
    cabinet: Cabinet,
    manifest: Manifest,
    file: Path,
    answered: Mapping[str, int],
    *,
    elsewhere: bool,
) -> None:
    """Write down that a backup is good; where it outlives the record, whose turns it holds."""
    made_at = manifest.made_at.isoformat()
    cabinet.change(
        "INSERT INTO backups VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (made_at, place) DO NOTHING",
        made_at, str(file.resolve()), manifest.position, manifest.events, manifest.head,
        int(elsewhere),
    )  # fmt: skip
    cabinet.change(
        "DELETE FROM backups WHERE made_at < (SELECT min(made_at) FROM "
        "(SELECT made_at FROM backups ORDER BY made_at DESC LIMIT ?) AS kept)",
        REMEMBERED,
    )
    if not elsewhere:
        return
    held = _held(cabinet)
    for device, seq in answered.items():
        if seq > held.get(device, 0):
            cabinet.change(
                "INSERT INTO backed_up VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET "
                "device_seq = excluded.device_seq",
                device, seq,
            )  # fmt: skip


def latest(cabinet: Cabinet) -> Confirmed | None:
    """The newest backup that is known to be good; ``None``: there was none."""
    rows = cabinet.rows(
        "SELECT made_at, position, events, place, elsewhere FROM backups "
        "ORDER BY made_at DESC LIMIT 1"
    )
    if not rows:
        return None
    made_at, position, events, place, elsewhere = rows[0]
    return Confirmed(
        datetime.fromisoformat(made_at), int(position), int(events), place, bool(elsewhere)
    )


def forget(cabinet: Cabinet) -> None:
    """Forget what backups hold, as when one of them is put back: numbers may be given anew."""
    cabinet.change("DELETE FROM backed_up")


def _held(cabinet: Cabinet) -> dict[str, int]:
    return {
        device: int(seq) for device, seq in cabinet.rows("SELECT device, device_seq FROM backed_up")
    }


class Held:
    """Up to which number a backup holds what a tablet handed in; looked up now and then.

    Args:
      cabinet: where it is written down.
      clock: seconds, monotonic.
    """

    def __init__(self, cabinet: Cabinet, clock: Callable[[], float] = monotonic) -> None:
        self._cabinet = cabinet
        self._clock = clock
        self._looking = Lock()
        self._looked = float("-inf")
        self._numbers: dict[str, int] = {}

    def upto(self, device: str) -> int:
        """The last number of ``device`` that a confirmed backup holds; 0: none."""
        due = self._clock() >= self._looked + LOOKED_UP_EVERY
        if due and self._looking.acquire(blocking=False):
            try:
                self._looked = self._clock()
                self._numbers = _held(self._cabinet)
            except Refusal:
                pass  # the record is away, which others say; a tablet keeps what it has
            finally:
                self._looking.release()
        return self._numbers.get(device, 0)
