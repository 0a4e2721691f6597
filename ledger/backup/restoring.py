"""A backup put back: checked against what it says of itself, and a new era begun with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from ledger.backup.contents import contents_of, is_in_order
from ledger.backup.facts import LogRestored
from ledger.backup.manifest import (
    Manifest,
    damaged,
    lists_in,
    read_manifest,
    sealed,
    without_manifest,
)
from ledger.backup.taking import CopyRead
from ledger.record.events import Envelope, Event
from ledger.record.failures import said_in_words
from ledger.record.log import Log
from ledger.record.opening import LEDGER_FILE
from ledger.record.streams import record_id
from ledger.record.verify import verify
from ledger.vocabulary.refusals import RecordAway


def checked_copy(
    file: Path,
    place: Path,
    *,
    read: CopyRead,
    progress: Callable[[int], None] = lambda _checked: None,
) -> tuple[Manifest, dict[str, bytes]]:
    """Copy a backup into the folder ``place`` as a record, and prove that it is what was kept.

    Args:
      file: the backup.
      place: a folder that is nobody else's.
      read: opens the copy to be read only.
      progress: told how many events were checked.

    Returns:
      What it holds, and the word lists in it by the names of their files.

    Raises:
      Refusal: ``no-backup`` or ``backup-damaged``.
    """
    manifest = read_manifest(file)
    copy = place / LEDGER_FILE
    with said_in_words():
        copy.touch(0o600)
        shutil.copyfile(file, copy)
    lists = lists_in(copy)
    without_manifest(copy)
    if manifest.contents and not _is_as_it_was_taken(copy, manifest):
        raise damaged(file, "a table in it has changed since it was taken")
    with read(place) as log:
        verdict = verify(log.store, progress)
    if not verdict.sound:
        raise damaged(file, str(verdict.faults[0]))
    found = (verdict.events, verdict.position, verdict.head.hex(), verdict.answers, verdict.words)
    said = (
        manifest.events, manifest.position, manifest.head, manifest.answers, manifest.words,
    )  # fmt: skip
    if found != said:
        raise damaged(file, f"it says {manifest.events} events and holds {verdict.events}")
    return manifest, lists


def _is_as_it_was_taken(copy: Path, manifest: Manifest) -> bool:
    try:
        return sealed(manifest, contents_of(copy)) == manifest and is_in_order(copy)
    except (RecordAway, UnicodeDecodeError):  # a page, or a table's own text, that can't be read
        return False


def begin_era(log: Log, manifest: Manifest, *, known_to: int | None, by: str, now: datetime) -> int:
    """Write into the record that was put back that it was; its position.

    Args:
      log: the record.
      manifest: of the backup.
      known_to: position of the last event known of the record before.
      by: badge of who restored it.
      now: the time, UTC.

    Raises:
      Refusal: it could not be written.
    """
    fact = LogRestored(
        position=manifest.position,
        events=manifest.events,
        head=manifest.head,
        made_at=manifest.made_at,
        known_to=known_to,
    )
    envelope = Envelope(written_at=now, written_by=by, command_id=uuid4(), fact=fact)
    version = log.version_of(record_id()) + 1
    return log.append([Event(record_id(), version, envelope)])[0]
