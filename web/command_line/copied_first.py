"""A record copied before its tables are changed for this release."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from migrations import LEDGER_FILE, RELEASE, behind, changes_in_postgres, missing_in_postgres
from web.command_line.data_folder import in_postgres
from web.command_line.outputs import progress


def copied_before(folder: Path) -> Path | None:
    """Copy a record whose tables are about to be changed; ``None`` where there is none to change.

    The copy lies beside the record, flushed, before anything is changed.
    """
    path = folder / LEDGER_FILE
    if in_postgres() or not path.exists() or not path.stat().st_size:
        return None
    if not (changes := behind(folder)):
        return None
    # Whose tables are up to date need not wait for what copies them.
    from ledger.record.sqlite.copying import copy_record, flush, pages_of
    from ledger.record.sqlite.durable import put_away

    copy = folder / f"before-{changes[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.db"
    aside = copy.with_suffix(".part")
    try:
        with progress("Copying", pages_of(path)) as advance:
            copy_record(path, aside, advance)
        put_away(aside)
        flush(aside)
        aside.replace(copy)
        flush(folder)
    finally:
        aside.unlink(missing_ok=True)
    return copy


def server_copied_before(folder: Path) -> Path | None:
    """Back a record on a server up whose tables are about to be changed.

    They are changed in one transaction; the backup is for whoever wants the release before back.
    """
    there = changes_in_postgres(os.environ)
    if not there or not (waiting := missing_in_postgres(there)):
        return None
    from ledger.backup.taking import take
    from web.command_line.backups import source_of
    from web.command_line.in_its_place import copy_read

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    copy = folder / f"before-{waiting[0]}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.tilescribe"
    return take(source_of(folder), copy, {}, RELEASE, read=copy_read).file
