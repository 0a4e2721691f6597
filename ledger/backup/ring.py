"""A ring of backups in a folder: many of the last hour, some of the day, a few of the week."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ledger.backup.manifest import read_manifest
from ledger.vocabulary.refusals import Refusal

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
    """The newest backup in the ring that is one.

    Raises:
      Refusal: ``no-backup``.
    """
    for path in reversed(in_ring(folder).values()):
        with suppress(Refusal):
            read_manifest(path)
            return path
    raise Refusal(
        "no-backup",
        f"There is no backup in {folder}.",
        "Make one with `tilescribe backup FILE`, or name a folder that holds some.",
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
    """Delete the backups that the ring no longer keeps; none but ours.

    Returns:
      What was deleted.
    """
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
