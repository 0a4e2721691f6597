"""A ring of backups in a folder: which of them are good, and which disk it lies on."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import decode, encode

from ledger.accounts.local_store import LocalStore
from ledger.backup.manifest import Manifest, read_manifest
from ledger.vocabulary.refusals import Refusal

# Which disk a ring of backups lies on, so that the empty folder where it was is not taken for it.
#
# Where a disk was mounted the folder stays when the disk is pulled out, and what is written there
# lies on the computer's own disk. So a ring is marked by a file with a number of its own, and the
# data folder remembers that mark and what people call the disk. A device's number would not do:
# the same stick has another one when it is put in again.


MARK = ".tilescribe-ring"
"""The file in a ring that says which one it is."""

RINGS_REMEMBERED = "backup-rings.json"
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
        (data / RINGS_REMEMBERED).write_bytes(encode(rings | {_place(folder): found}))


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
        return decode((data / RINGS_REMEMBERED).read_bytes(), type=dict[str, RingDisk])
    return {}


LAST, HOURLY, DAILY = 12, 24, 7
"""How many are kept: the newest, the last one of an hour, the last one of a day."""

ENDING = ".tilescribe"
_NAME = re.compile(r"\d{8}T\d{6}Z\.tilescribe")
_FORMAT = "%Y%m%dT%H%M%SZ.tilescribe"

FORGOTTEN = timedelta(days=1)
"""Age at which what a backup left behind that was stopped half way is cleared away."""


def name_of(made_at: datetime) -> str:
    """The name of a backup in the ring.

    >>> name_of(datetime(2026, 11, 21, 14, 32, 7, tzinfo=UTC))
    '20261121T143207Z.tilescribe'
    """
    return made_at.astimezone(UTC).strftime(_FORMAT)


def in_ring(folder: Path) -> dict[datetime, Path]:
    """The backups in a ring, oldest first, by when they were made."""
    return {
        datetime.strptime(path.name, _FORMAT).replace(tzinfo=UTC): path
        for path in sorted(folder.glob(f"*{ENDING}"))
        if _NAME.fullmatch(path.name)
    }


def newest_in(folder: Path) -> Path:
    """The newest backup in the ring that is one."""
    for path in reversed(in_ring(folder).values()):
        with suppress(Refusal):
            read_manifest(path)
            return path
    raise Refusal(
        "no-backup",
        f"There is no backup in {folder}.",
        "Make one with `tilescribe record backup FILE`, or name a folder that holds some.",
    )


def kept(times: Iterable[datetime]) -> set[datetime]:
    """Which backups of a ring stay: ``LAST``, and the last of each of the hours and days."""
    newest_first = sorted(times, reverse=True)
    return {
        *newest_first[:LAST],
        *_last_of_each(newest_first, lambda at: at.strftime("%Y%m%d%H"), HOURLY),
        *_last_of_each(newest_first, lambda at: at.strftime("%Y%m%d"), DAILY),
    }


def _last_of_each(
    newest_first: Iterable[datetime], span: Callable[[datetime], str], most: int
) -> Iterator[datetime]:
    seen: set[str] = set()
    for at in newest_first:
        if span(at) not in seen and len(seen) < most:
            seen.add(span(at))
            yield at


def thin_out(folder: Path, now: datetime) -> tuple[Path, ...]:
    """Delete the backups that the ring no longer keeps, none but ours; which they were."""
    found = in_ring(folder)
    staying = kept(found)
    gone = tuple(path for at, path in found.items() if at not in staying)
    for path in gone:
        path.unlink(missing_ok=True)
    for left in folder.glob(".backup-*"):
        with suppress(OSError):
            if now.timestamp() - left.stat().st_mtime > FORGOTTEN.total_seconds():
                shutil.rmtree(left)
    return gone


# Which backups are known to be good, and whose turns they hold.
#
# Two small tables beside the log, which every node reads: neither is evidence, and either may be
# emptied; then tablets keep what they have until the next backup. A tablet counts what it hands in;
# a backup holds its entries up to some number, and only up to there need the tablet keep nothing. A
# backup on the disk of the record is none that outlives that disk, so it confirms nothing.


REMEMBERED = 100  # backups that are remembered; of the older ones, the ring knows
LOOKED_UP_EVERY = 5.0  # seconds between two looks at what backups hold


class Confirmed(NamedTuple):
    """A backup that was taken and proven.

    Attributes:
      place: its file, as the node that made it calls it.
      elsewhere: whether it lies on another disk than the record, and so outlives it.
    """

    made_at: datetime
    position: int
    events: int
    place: str
    elsewhere: bool


def note(
    local_store: LocalStore,
    manifest: Manifest,
    file: Path,
    answered: Mapping[str, int],
    *,
    elsewhere: bool,
) -> None:
    """Write down that a backup is good; where it outlives the record, whose turns it holds."""
    made_at = manifest.made_at.isoformat()
    local_store.change(
        "INSERT INTO backups VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (made_at, place) DO NOTHING",
        made_at, str(file.resolve()), manifest.position, manifest.events, manifest.head,
        int(elsewhere),
    )  # fmt: skip
    local_store.change(
        "DELETE FROM backups WHERE made_at < (SELECT min(made_at) FROM "
        "(SELECT made_at FROM backups ORDER BY made_at DESC LIMIT ?) AS kept)",
        REMEMBERED,
    )
    if not elsewhere:
        return
    held = _held(local_store)
    for device, seq in answered.items():
        if seq > held.get(device, 0):
            local_store.change(
                "INSERT INTO backed_up VALUES (?, ?) ON CONFLICT (device) DO UPDATE SET "
                "device_seq = excluded.device_seq",
                device, seq,
            )  # fmt: skip


def latest(local_store: LocalStore) -> Confirmed | None:
    """The newest backup that is known to be good; ``None``: there was none."""
    rows = local_store.rows(
        "SELECT made_at, position, events, place, elsewhere FROM backups "
        "ORDER BY made_at DESC LIMIT 1"
    )
    if not rows:
        return None
    made_at, position, events, place, elsewhere = rows[0]
    return Confirmed(
        datetime.fromisoformat(made_at), int(position), int(events), place, bool(elsewhere)
    )


def forget(local_store: LocalStore) -> None:
    """Forget what backups hold, as when one of them is put back: numbers may be given anew."""
    local_store.change("DELETE FROM backed_up")


def _held(local_store: LocalStore) -> dict[str, int]:
    return {
        device: int(seq)
        for device, seq in local_store.rows("SELECT device, device_seq FROM backed_up")
    }


class Held:
    """Up to which number a backup holds what a tablet handed in; looked up now and then.

    Args:
      clock: seconds, monotonic.
    """

    def __init__(self, local_store: LocalStore, clock: Callable[[], float] = monotonic) -> None:
        self._local_store = local_store
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
                self._numbers = _held(self._local_store)
            except Refusal:
                pass  # the record is away, which others say; a tablet keeps what it has
            finally:
                self._looking.release()
        return self._numbers.get(device, 0)
